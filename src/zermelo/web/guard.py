"""What stands before every request: who may ask, how much, and in which language.

The app is for this machine, or for those who were given its address. A page of another site in
the same browser must not use it: browsers say where a request comes from (Origin, Sec-Fetch-Site),
and what they send without asking first cannot be JSON. A name that somebody else's DNS points to
this machine is not one of its own (Host).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.language import LANGUAGES, _, current, speaking
from zermelo.web.access import Access
from zermelo.web.problems import Problem, server_error
from zermelo.web.settings import ServerSettings
from zermelo.web.visitor import Visitor, visiting

POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
NEWS: Final = "/events"  # whoever waits for a change of a match gives no work (see `News`)
SAFE: Final = ("GET", "HEAD", "OPTIONS")


class Guard:
    """Refuses what must not pass, and adds the headers that keep browsers careful."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self.app, self.settings, self.access = app, settings, Access(settings)
        self.under_way: Counter[str] = Counter()  # by address
        self.arriving: dict[asyncio.Timeout, None] = {}  # the longest first

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers, began = Headers(scope=scope), False

        async def with_headers(message: Message) -> None:
            nonlocal began
            if message["type"] == "http.response.start":
                began = True
                added = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    added.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    added.setdefault("Cache-Control", "no-cache")
                added.setdefault("Content-Language", current())
                added.add_vary_header("Accept-Language")
                cookie = self.access.introduction(scope, headers)
                if cookie:
                    added.append("Set-Cookie", cookie)
            await send(message)

        with speaking(language_of(scope, headers)):
            try:
                self._check(scope, headers)
                visitor = self.access.visitor(scope, headers)
                body = await self._body(headers, receive)
                waits = scope["method"] == "GET" and scope["path"].endswith(NEWS)
                with visiting(visitor), nullcontext() if waits else self._counted(visitor):
                    answer = self.access.welcome(scope, headers) or self.app
                    await answer(scope, _again(body, receive), with_headers)
            except Problem as problem:
                person = "text/html" in headers.get("accept", "")
                found = problem.page() if person else problem.response()
                await found(scope, receive, with_headers)
            except Exception:
                if not began:
                    await server_error().response()(scope, receive, with_headers)
                raise

    @contextmanager
    def _counted(self, visitor: Visitor) -> Iterator[None]:
        """Around the work for a request: so much at once, and no more than half for one address.

        Not for one visitor: anybody can be as many as they have made up cookies.
        """
        most = self.settings.limits.requests
        if self.under_way.total() >= most or self.under_way[visitor.address] >= max(1, most // 2):
            detail = _("too many requests at once: try again in a moment")
            raise Problem("busy", detail, {"Retry-After": "1"})
        self.under_way[visitor.address] += 1
        try:
            yield
        finally:
            self.under_way[visitor.address] -= 1
            if not self.under_way[visitor.address]:
                del self.under_way[visitor.address]

    def _check(self, scope: Scope, headers: Headers) -> None:
        host = headers.get("host", "")
        self.access.check_host(host)
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        foreign = origin is not None and origin not in (f"http://{host}", f"https://{host}")
        in_api = scope["path"].startswith("/api/")
        if foreign or (in_api and site not in (None, "same-origin", "none")):
            raise Problem("forbidden", _("this request comes from another site"))
        if "content-length" in headers and "transfer-encoding" in headers:
            # A proxy may take the one for its length, and we the other: the rest is smuggled.
            detail = _("this request could not be read")
            raise Problem("malformed", detail, {"Connection": "close"})
        empty = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
        if scope["method"] in SAFE or empty:
            return
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Problem("media-type", _("send JSON (Content-Type: application/json)"))

    async def _body(self, headers: Headers, receive: Receive) -> bytes:
        """The body of the request, no more than allowed and not for ever.

        Of too many on their way, the slowest gives up its place.
        """
        most = self.settings.limits.body
        words = _("at most {count} kB can be sent at once")
        too_large = Problem("too-large", words.format(count=most >> 10))
        length = headers.get("content-length", "")
        if length.isdecimal() and (len(length) > 12 or int(length) > most):
            raise too_large
        body: bytes = b""
        limit = asyncio.timeout(self.settings.limits.body_seconds)
        try:
            async with limit:
                self.arriving[limit] = None
                if len(self.arriving) > self.settings.limits.arriving:
                    slowest = next(iter(self.arriving))
                    del self.arriving[slowest]
                    if not slowest.expired():  # else it is on its way out
                        slowest.reschedule(0)
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return body
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise too_large
                    if not message.get("more_body"):
                        return body
        except TimeoutError:
            raise Problem("timeout", _("the request did not arrive in time")) from None
        finally:
            self.arriving.pop(limit, None)


def _again(body: bytes, receive: Receive) -> Receive:
    """A body already read, and after it whatever else comes."""
    given = False

    async def replay() -> dict[str, Any]:
        nonlocal given
        if given:
            return dict(await receive())
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


def language_of(scope: Scope, headers: Headers) -> str:
    """The language that a request asks for: ?lang=, or else Accept-Language; else English."""
    wish: str = parse_qs(scope["query_string"].decode("latin-1")).get("lang", [""])[0]
    if wish in LANGUAGES:
        return wish
    wanted: list[tuple[float, str]] = []
    for part in headers.get("accept-language", "")[:500].split(","):
        tag, _semicolon, weight = part.partition(";")
        code = tag.strip().partition("-")[0].lower()
        try:
            rank = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if code in LANGUAGES and rank > 0:
            wanted.append((-rank, code))
    return min(wanted, key=lambda choice: choice[0])[1] if wanted else "en"
