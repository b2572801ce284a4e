"""What notebooks show of things that know nothing of drawings: games, and what a search found.

These derive from `Display`, which asks the writers entered for their class. Whoever has writers is
an entry point of the installed packages, and loaded when a notebook asks for the first time: to
import a game or a search never loads what draws it, and another package may enter its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

WRITERS: Final = "zermelo.display"  # the group of entry points

_writers: dict[tuple[type, str], Callable[[Any], str]] = {}


def enter(kind: type, form: str, write: Callable[[Any], str]) -> None:
    """Enters what writes things of a class as "html" or "svg"."""
    _writers[kind, form] = write


class Display:
    """A thing that displays itself in a notebook."""

    def _repr_html_(self) -> str | None:
        return _write(self, "html")

    def _repr_svg_(self) -> str | None:
        return _write(self, "svg")


@cache
def _load_writers() -> None:
    from importlib.metadata import entry_points  # a tenth of the time to `import zermelo`

    for writer in entry_points(group=WRITERS):
        writer.load()


def _write(thing: Display, form: str) -> str | None:
    """By the writer of the nearest class; None, which notebooks take for nothing, without one."""
    _load_writers()
    for kind in type(thing).__mro__:
        if (kind, form) in _writers:
            return _writers[kind, form](thing)
    return None
