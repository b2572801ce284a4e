"""The counts of a search, and the limits that end it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any, Final

from zermelo.game import Value
from zermelo.search.events import Observer

CHECK_EVERY: Final = 64  # nodes between two looks at the clock


class Stopped(Exception):
    """A limit was met. Algorithms that can answer early catch it."""


class Tally(Observer):
    """Counts nodes (every state entered), leaves, and cutoffs that skip something.

    `nodes` and `seconds` limit the search; `stop` is asked now and then whether to end it, and
    `tick` is told now and then how far it is.
    """

    def __init__(
        self,
        nodes: int | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
        tick: Callable[[Tally], None] | None = None,
    ) -> None:
        self.nodes = self.leaves = self.cutoffs = self.deepest = 0
        self.depth = 0  # of the iteration under way
        self.guessed = False  # whether an estimate, or a move never tried, went into the value
        self.root_best: tuple[Any, Value] | None = None
        self._limit, self._stop, self._tick = nodes, stop, tick
        self._deadline = None if seconds is None else perf_counter() + seconds
        self._due = 1

    def enter(
        self, ply: int, state: Any, action: Any, alpha: Value | None, beta: Value | None
    ) -> None:
        if self.nodes >= self._due:
            self._check()
        self.nodes += 1
        if ply > self.deepest:
            self.deepest = ply

    def leaf(self, value: Value, exact: bool) -> None:
        self.leaves += 1
        if not exact:
            self.guessed = True

    def best(self, ply: int, action: Any, value: Value) -> None:
        if ply == 0:
            self.root_best = action, value

    def cutoff(self, player: int, value: Value, bound: Value, skipped: Iterable[Any]) -> None:
        for _ in skipped:
            self.cutoffs += 1
            break

    def iteration(self, depth: int) -> None:
        self.depth = depth
        self.guessed = False

    def _check(self) -> None:
        if self._tick:
            self._tick(self)
        over_time = self._deadline is not None and perf_counter() >= self._deadline
        if over_time or self.nodes == self._limit or (self._stop and self._stop()):
            raise Stopped
        self._due = self.nodes + CHECK_EVERY
        if self._limit is not None:
            self._due = min(self._due, self._limit)
