"""The kinds of problems, and which of them an error for people is."""

from __future__ import annotations

from typing import Any, Final

from zermelo.game import NotationError, ZermeloError
from zermelo.games.tree import TreeError
from zermelo.language import mark
from zermelo.web.registry import UnknownName

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


def classify(error: ZermeloError) -> tuple[str, str, dict[str, Any]]:
    """The kind of problem, what to tell, and where a tree is wrong."""
    if isinstance(error, TreeError):
        return (
            "tree",
            error.what,
            {"line": error.line, "column": error.column} if error.line else {},
        )
    if isinstance(error, UnknownName):
        return "unknown", str(error), {}
    return "notation" if isinstance(error, NotationError) else "invalid", str(error), {}
