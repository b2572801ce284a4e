"""What an engine finds, whichever lane it runs in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic

from zermelo.game import Action, Value, ZermeloError
from zermelo.language import _
from zermelo.search.display import analysis_html

MOST_THREADS: Final = 256


class NotSolved(ZermeloError):
    """A limit was met before the value was proven."""


@dataclass(frozen=True)
class Analysis(Generic[Action]):
    """What the engine has found so far. Values are for MAX.

    `proven`: no estimate went into the value. `distance`: plies to the end with best play, where
    the value itself does not tell how soon. `moves`: every action with its value, when asked for.
    """

    value: Value
    proven: bool
    distance: int | None
    action: Action | None
    line: tuple[Action, ...]
    depth: int
    nodes: int
    seconds: float
    moves: tuple[tuple[Action, Value], ...] = ()

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return analysis_html(self)


def check_size(threads: int, memory: int, most_memory: int) -> None:
    """Refuses an engine that makes no sense, or has no room."""
    if not 1 <= threads <= MOST_THREADS:
        words = _("threads must be from 1 to {most}, not {threads}")
        raise ZermeloError(words.format(most=MOST_THREADS, threads=threads))
    if not 1 <= memory <= most_memory:
        words = _("memory must be from 1 to {most} MB, not {memory}")
        raise ZermeloError(words.format(most=most_memory, memory=memory))


def no_room(memory: int) -> ZermeloError:
    """The error that the system gives no such memory."""
    words = _("this machine has no {memory} MB to spare for the table")
    return ZermeloError(words.format(memory=memory))


def check_limits(**limits: float | None) -> None:
    """Refuses limits that allow nothing."""
    for name, limit in limits.items():
        if limit is not None and not limit > 0:
            words = _("{name} must be more than 0, not {limit}")
            raise ZermeloError(words.format(name=name, limit=limit))
