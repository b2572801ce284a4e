"""What notebooks show of things that know nothing of drawings: games, and what a search found.

These derive from `Display`, which asks the writers entered for their class. All are entered by
`zermelo.notebook`, which is loaded when a notebook asks for the first time, and by its name alone:
to import a game or a search never loads what draws it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

WRITERS_AT: Final = "zermelo.notebook"

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


def _write(thing: Display, form: str) -> str | None:
    """By the writer of the nearest class; None, which notebooks take for nothing, without one."""
    import_module(WRITERS_AT)
    for kind in type(thing).__mro__:
        if (kind, form) in _writers:
            return _writers[kind, form](thing)
    return None
