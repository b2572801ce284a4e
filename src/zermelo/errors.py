"""What goes wrong for people, each in one line, and what they are told of besides."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class ZermeloError(Exception):
    """A mistake that a person can mend; the message is one line that says what and where."""


class NotationError(ZermeloError):
    """A text that is no position, or no legal move, of the game."""


class NotationWarning(UserWarning):
    """A text that is read, though it may not mean what its writer meant."""


_notes: ContextVar[list[str] | None] = ContextVar("notes", default=None)


@contextmanager
def collecting_notes() -> Iterator[list[str]]:
    """A list of what would have been warned of, in this thread alone: a server has many."""
    notes: list[str] = []
    token = _notes.set(notes)
    try:
        yield notes
    finally:
        _notes.reset(token)


def warn(message: str) -> None:
    """Tells whoever asked for a text to be read; the commands print it as a note."""
    notes = _notes.get()
    if notes is None:
        warnings.warn(message, NotationWarning, stacklevel=3)
    else:
        notes.append(message)


class MissingRule(ZermeloError):
    """A rule is needed that the game does not give."""


class NoEstimate(MissingRule):
    """A depth limit needs an estimate that the game does not give."""
