"""The counts of a search, and the limits that end it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any, Final

from zermelo.game import Value
from zermelo.search.events import Observer

CHECK_EVERY: Final = 64  # nodes between two looks at the clock, at most
QUICK: Final = 0.005  # seconds


class Stopped(Exception):
    """A limit was met. Algorithms that can answer early catch it."""


class Tally(Observer):
    """Counts nodes (every state entered, or met in a random game), leaves, and cutoffs.

    A cutoff that skips nothing is none. `nodes` and `seconds` limit the search; `stop`
    is asked now and then whether to end it, and `tick` is told now and then how far it is.
    """

    def __init__(
        self,
        nodes: int | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
        tick: Callable[[Tally], None] | None = None,
    ) -> None:
        self.nodes = self.leaves = self.cutoffs = self.deepest = 0
        self.depth = self.began = 0  # of the iteration under way, and the nodes before it
        self.guesses = 0  # how often an estimate, or leaving a move out, went into a value
        self.root_best: tuple[Any, Value] | None = None
        self._limit, self._stop, self._tick = nodes, stop, tick
        self._deadline = None if seconds is None else perf_counter() + seconds
        self._due, self._step, self._looked = 1, 1, perf_counter()

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
            self.guesses += 1

    def hit(self, low: Value, high: Value, exact: bool, source: Any) -> None:
        if not exact:
            self.guesses += 1

    def drop(self, actions: Iterable[Any]) -> None:
        self.guesses += 1

    def simulate(self, actions: Iterable[Any], value: Value, exact: bool) -> None:
        self.nodes += sum(1 for _action in actions)
        self.leaves += 1
        self.guesses += 1
        if self.nodes >= self._due:
            self._check()

    def best(self, ply: int, action: Any, value: Value) -> None:
        if ply == 0:
            self.root_best = action, value

    def cutoff(self, player: int, value: Value, bound: Value, skipped: Iterable[Any]) -> None:
        for _ in skipped:
            self.cutoffs += 1
            break

    def iteration(self, depth: int) -> None:
        self.depth, self.began = depth, self.nodes
        self.guesses = 0
        self.root_best = None

    def _check(self) -> None:
        if self._tick:
            self._tick(self)
        now = perf_counter()
        over_time = self._deadline is not None and now >= self._deadline
        enough = self._limit is not None and self.nodes >= self._limit
        if over_time or enough or (self._stop and self._stop()):
            raise Stopped
        # Where rules are slow the clock is looked at more often.
        quick = now - self._looked < QUICK
        self._step = min(2 * self._step, CHECK_EVERY) if quick else max(self._step // 4, 1)
        self._due, self._looked = self.nodes + self._step, now
        if self._limit is not None:
            self._due = min(self._due, self._limit)
