"""Who may ask a server that others can reach, and as whom.

Such a server wants a token, as Jupyter does: it is in the address that is printed at the start, and
then in a cookie. A second cookie tells visitors apart: whoever shows it again owns what they made
before. Its text is not kept here, only a digest of it. Whoever has none is known by their address.
A cookie counts only in the form in which it is given out, which no name of an address has: the
digest of a cookie is never that of an address.
"""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.types import Scope

from zermelo.language import _
from zermelo.web.problems import Problem
from zermelo.web.settings import ServerSettings
from zermelo.web.visitor import Visitor

YEAR: Final = 365 * 24 * 3600
BYTES: Final = 24  # of a token
VISITOR: Final = "zermelo-visitor"
ISSUED: Final = re.compile("[0-9a-f]{64}")  # what `secrets.token_hex()` gives
LONGEST: Final = 4_000  # letters of cookies that are read


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(BYTES)


class Access:
    """Lets those in who know the token, where there is one."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.token = settings.token
        self.digest = _digest(self.token or "")

    def check_host(self, host: str) -> None:
        """Refuses a name that somebody else's DNS may have pointed to this machine."""
        if is_local(host):
            return
        if not self.settings.shared:
            detail = _("this server is for this machine only: ask for it as localhost")
            raise Problem("forbidden", detail)
        name = _name(host)
        if name not in self.settings.hosts and not _address(name):
            detail = _("this server does not go by the name {name}: see --allow-host")
            raise Problem("forbidden", detail.format(name=name[:100]))

    def visitor(self, scope: Scope, headers: Headers) -> Visitor:
        """Who asks; or a problem where the token is missing."""
        address = (scope.get("client") or ("",))[0]
        cookies = _cookies(headers)
        if self.token is not None and not self._knows(scope, headers, cookies):
            words = _("this server wants a token: open the address that it printed at its start")
            raise Problem("token", words, {"WWW-Authenticate": "Bearer"})
        seat = headers.get("zermelo-seat", "")
        if not self.settings.shared:
            return Visitor(address, seat=seat)
        owner = _digest(_issued(cookies) or f"address {address}")
        return Visitor(_network(address), owner, seat)

    def _knows(self, scope: Scope, headers: Headers, cookies: dict[str, str]) -> bool:
        kind, _space, given = headers.get("authorization", "").partition(" ")
        shown = given.strip() if kind.lower() in ("bearer", "token") else ""
        shown = shown or dict(parse_qsl(_query(scope))).get("token", "")
        cookie, wanted = cookies.get(self._cookie(headers), ""), self.digest.encode()
        known = hmac.compare_digest(_digest(shown).encode(), wanted)
        return known or hmac.compare_digest(cookie.encode(), wanted)

    def welcome(self, scope: Scope, headers: Headers) -> Response | None:
        """For a page asked for with the token: the same without it, and a cookie instead."""
        pairs = parse_qsl(_query(scope))
        if self.token is None or "token" not in dict(pairs) or not _is_page(scope, headers):
            return None
        left = urlencode([pair for pair in pairs if pair[0] != "token"])
        path = "/" + scope["path"].lstrip("/")  # two slashes would lead to another server
        response = RedirectResponse(path + (f"?{left}" if left else ""), 303)
        response.headers["Cache-Control"] = "no-store"
        # Not `strict`: who follows a link to here comes from elsewhere.
        response.set_cookie(
            self._cookie(headers), self.digest, max_age=YEAR, httponly=True, samesite="lax"
        )
        return response

    def introduction(self, scope: Scope, headers: Headers) -> str | None:
        """The cookie by which a visitor who comes for the first time is known again."""
        known = not self.settings.shared or _issued(_cookies(headers))
        if known or not _is_page(scope, headers):
            return None
        return f"{VISITOR}={secrets.token_hex()}; Max-Age={YEAR}; Path=/; HttpOnly; SameSite=lax"

    def _cookie(self, headers: Headers) -> str:
        """The name of the cookie of the token: browsers give those of one port to another."""
        port = headers.get("host", "").rpartition(":")[2]
        return f"zermelo-token-{port if port.isdecimal() else 80}"


def _is_page(scope: Scope, headers: Headers) -> bool:
    person = "text/html" in headers.get("accept", "")
    return scope["method"] == "GET" and person and not scope["path"].startswith("/api/")


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()


def _query(scope: Scope) -> str:
    return str(scope["query_string"], "latin-1")


def _cookies(headers: Headers) -> dict[str, str]:
    try:
        found = SimpleCookie(headers.get("cookie", "")[:LONGEST])
    except CookieError:
        return {}
    return {name: morsel.value for name, morsel in found.items()}


def _issued(cookies: dict[str, str]) -> str:
    """The cookie of a visitor, if it has the form of ours."""
    shown = cookies.get(VISITOR, "")
    return shown if ISSUED.fullmatch(shown) else ""


def _network(address: str) -> str:
    """The address, or of one of IPv6 the network: whoever has one has millions."""
    try:
        return str(ip_network((address, 64), strict=False)) if ":" in address else address
    except ValueError:
        return address


def _name(host: str) -> str:
    """The name in a Host header, without its port."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    return name.strip("[]").rstrip(".").lower()


def is_local(host: str) -> bool:
    """Whether a Host header names this machine."""
    name = _name(host)
    if name == "localhost" or name.endswith(".localhost"):
        return True
    address = _address(name)
    return address is not None and address.is_loopback


def _address(name: str) -> IPv4Address | IPv6Address | None:
    """The address that a name is, if it is one."""
    try:
        return ip_address(name)
    except ValueError:
        return None
