"""Errors as problem details (RFC 9457): a kind, a status, and one line for the visitor."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from zermelo.game import NotationError, ZermeloError
from zermelo.games.tree import TreeError
from zermelo.language import _, mark
from zermelo.web.registry import UnknownName

if TYPE_CHECKING:  # processes that search have problems too, and answer no client
    from starlette.responses import HTMLResponse, JSONResponse

MEDIA_TYPE: Final = "application/problem+json"
PREFIX: Final = "urn:zermelo:problem:"
LONGEST: Final = 1_000  # letters of a detail

# Of each kind the status and the title.
PROBLEMS: Final[dict[str, tuple[int, str]]] = {
    "malformed": (400, mark("Not understood")),
    "token": (401, mark("A token is wanted")),
    "forbidden": (403, mark("Forbidden")),
    "unknown": (404, mark("Not found")),
    "method": (405, mark("Method not allowed")),
    "timeout": (408, mark("Too slow")),
    "stale": (409, mark("Changed meanwhile")),
    "over": (409, mark("The game is over")),
    "not-your-turn": (409, mark("Not this side's turn")),
    "full": (409, mark("No more room")),
    "too-large": (413, mark("Too large")),
    "media-type": (415, mark("JSON is wanted")),
    "invalid": (422, mark("Wrong input")),
    "notation": (422, mark("Wrong input")),
    "tree": (422, mark("Not a tree")),
    "illegal-move": (422, mark("Not a legal move")),
    "too-long": (422, mark("Too much work")),
    "busy": (429, mark("Busy")),
    "damaged": (500, mark("Damaged")),
    "storage": (503, mark("Nothing can be saved")),
    "server": (500, mark("A mistake of the server")),
}

STATUSES: Final = {405: "method", 404: "unknown", 403: "forbidden", 400: "malformed"}


class Problem(Exception):
    """Ends a request with problem details; `more` are their other members."""

    def __init__(
        self, kind: str, detail: str, headers: dict[str, str] | None = None, **more: Any
    ) -> None:
        super().__init__(kind, detail)
        self.kind, self.detail, self.headers, self.more = kind, detail, headers, more

    @property
    def status(self) -> int:
        return PROBLEMS[self.kind][0]

    def details(self) -> dict[str, Any]:
        """The problem as JSON."""
        status, title = PROBLEMS[self.kind]
        detail = " ".join(self.detail.encode("utf-8", "replace").decode().split())
        if len(detail) > LONGEST:
            detail = detail[: LONGEST - 1] + "…"
        return {
            "type": PREFIX + self.kind,
            "title": _(title),
            "status": status,
            "detail": detail,
            **self.more,
        }

    def response(self) -> JSONResponse:
        """The answer to the client."""
        from starlette.responses import JSONResponse

        headers = {"Cache-Control": "no-store", **(self.headers or {})}
        return JSONResponse(self.details(), self.status, headers, MEDIA_TYPE)

    def page(self) -> HTMLResponse:
        """The same for a person who is not let in, where no page of ours can say it."""
        from starlette.responses import HTMLResponse

        found = self.details()
        title, detail = escape(found["title"]), escape(found["detail"])
        text = f"<!doctype html><title>{title}</title><h1>{title}</h1><p>{detail}</p>"
        return HTMLResponse(text, self.status, {"Cache-Control": "no-store"})


def problem_of(error: ZermeloError | Problem) -> Problem:
    """The problem that an error for people is; of a tree it tells where that is wrong."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, TreeError):
        place = {"line": error.line, "column": error.column} if error.line else {}
        return Problem("tree", error.what, None, **place)
    if isinstance(error, UnknownName):
        return Problem("unknown", str(error))
    return Problem("notation" if isinstance(error, NotationError) else "invalid", str(error))


def failed(kind: str, detail: str, more: dict[str, Any]) -> Problem:
    """The problem that another process reports."""
    return Problem(kind if kind in PROBLEMS else "server", detail, None, **more)


def server_error() -> Problem:
    """What a visitor is told of a mistake in the program; the log has the rest."""
    return Problem("server", _("something went wrong in the server; nothing was changed"))
