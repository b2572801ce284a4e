"""What an engine finds, whichever lane it runs in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from zermelo.game import Action, Value, ZermeloError


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
