"""What a search found: one type for the textbook's algorithms and for the engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple

from zermelo.display import Display
from zermelo.game import Action, Game, State, Value


class MoveValue(NamedTuple, Generic[Action]):
    """One action at the root, with its value for MAX and whether that is certain.

    `distance`: plies from the root to the end, as in `Finding`.
    """

    action: Action
    value: Value
    proven: bool
    distance: int | None = None


class Iteration(NamedTuple, Generic[Action]):
    """A complete iteration of iterative deepening: what it found, and the nodes that it took."""

    depth: int
    value: Value
    line: tuple[Action, ...]
    nodes: int


@dataclass(frozen=True)
class Finding(Display, Generic[State, Action]):
    """What a search found. Values are for MAX.

    `proven`: the value is that of the game; nothing estimated, left out, repeated above or stopped
    went into it. `bound` says how `value` relates to the value asked for: "exact", or, where it
    fell outside the window or the search was stopped, the true one is at least ("lower") or at
    most ("upper") this. `distance`: plies to the end with best play, where that is known and the
    value itself does not tell it. `moves`: every action with its own value, when asked for, else
    none. Counts that an algorithm does not keep are 0.
    """

    algorithm: str
    value: Value
    proven: bool
    action: Action | None
    line: tuple[Action, ...]
    depth: int
    nodes: int
    leaves: int = 0
    cutoffs: int = 0
    seconds: float = field(default=0.0, compare=False)
    moves: tuple[MoveValue[Action], ...] = ()
    bound: str = "exact"
    distance: int | None = None
    stopped: bool = False
    iterations: tuple[Iteration[Action], ...] = ()  # of iterative deepening
    simulations: int = 0  # random games that a value rests on which is not proven
    results: tuple[Value, Value] | None = None  # the least and the largest result of these
    # The game and the state searched, by which moves are written as the game writes them.
    about: tuple[Game[Any, Any], Any] | None = field(default=None, compare=False, repr=False)

    def share(self, value: Value) -> float | None:
        """What MAX gets by a mean of random games, from 0 (the worst result) to 1 (the best).

        Where a game is won or lost, that is how likely MAX wins.
        """
        if not self.results or not self.results[0] < self.results[1]:
            return None
        least, most = self.results
        return float((value - least) / (most - least))

    @property
    def values(self) -> dict[Action, Value]:
        """The value of each action of `moves`."""
        return {move.action: move.value for move in self.moves}
