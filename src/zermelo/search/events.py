"""What a search reports, to whoever listens.

Every algorithm tells one observer what it does, while it does it; traces, drawings, graders and
statistics are listeners or replays of that one stream. Every `enter` is closed by one `leaf` or
one `leave`, so the calls nest as the search does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zermelo.game import Value


class Observer:
    """Hears a search and keeps silent: override what is of interest."""

    def enter(
        self, ply: int, state: Any, action: Any, alpha: Value | None, beta: Value | None
    ) -> None:
        """A node is entered by `action` (None: the root) with its window, if it has one."""

    def leaf(self, value: Value, exact: bool) -> None:
        """The node is a leaf: a terminal state (`exact`) or the heuristic's estimate."""

    def leave(self, value: Value) -> None:
        """The node's value goes back to its parent."""

    def best(self, ply: int, action: Any, value: Value) -> None:
        """At the current node `action` is the best so far."""

    def bound(self, player: int, value: Value) -> None:
        """The current node raises alpha (MAX) or lowers beta (MIN) to `value`."""

    def cutoff(self, player: int, value: Value, bound: Value, skipped: Iterable[Any]) -> None:
        """The rest of the current node's actions is cut off.

        MAX: `value` has reached beta, the bound; MIN: it has reached alpha. A CHANCE node is cut
        as MAX when even its worst outcome reaches beta, as MIN when even its best reaches alpha.
        """

    def weigh(self, action: Any, weight: int, total: int, value: Value) -> None:
        """At a CHANCE node an outcome of weight/total came back with `value`."""

    def hit(self, low: Value, high: Value) -> None:
        """The table answers for the current node: its value lies from `low` to `high`."""

    def research(self, action: Any, alpha: Value, beta: Value) -> None:
        """The child by `action` (None: the root) is searched again with another window."""

    def iteration(self, depth: int) -> None:
        """A new iteration begins, limited to `depth` plies."""

    def stopped(self) -> None:
        """A limit, or the user, ends the search before its time."""


class Tee(Observer):
    """Passes every report on to several observers."""

    def __init__(self, *observers: Observer) -> None:
        self.observers = observers

    def enter(
        self, ply: int, state: Any, action: Any, alpha: Value | None, beta: Value | None
    ) -> None:
        for observer in self.observers:
            observer.enter(ply, state, action, alpha, beta)

    def leaf(self, value: Value, exact: bool) -> None:
        for observer in self.observers:
            observer.leaf(value, exact)

    def leave(self, value: Value) -> None:
        for observer in self.observers:
            observer.leave(value)

    def best(self, ply: int, action: Any, value: Value) -> None:
        for observer in self.observers:
            observer.best(ply, action, value)

    def bound(self, player: int, value: Value) -> None:
        for observer in self.observers:
            observer.bound(player, value)

    def cutoff(self, player: int, value: Value, bound: Value, skipped: Iterable[Any]) -> None:
        rest = tuple(skipped)  # an iterator can be read only once
        for observer in self.observers:
            observer.cutoff(player, value, bound, rest)

    def weigh(self, action: Any, weight: int, total: int, value: Value) -> None:
        for observer in self.observers:
            observer.weigh(action, weight, total, value)

    def hit(self, low: Value, high: Value) -> None:
        for observer in self.observers:
            observer.hit(low, high)

    def research(self, action: Any, alpha: Value, beta: Value) -> None:
        for observer in self.observers:
            observer.research(action, alpha, beta)

    def iteration(self, depth: int) -> None:
        for observer in self.observers:
            observer.iteration(depth)

    def stopped(self) -> None:
        for observer in self.observers:
            observer.stopped()
