"""What a search reports, to whoever listens.

Every algorithm tells one observer what it does, while it does it; traces, drawings, graders and
statistics are listeners or replays of that one stream. Every `enter` is closed by one `leaf` or
one `leave`, so the calls nest as the search does, unless it is given up. Only Monte-Carlo tree
search comes back to nodes: it enters each once, when the tree grows by it, goes down to it by
`select` and up from it by `backpropagate`, and leaves the root alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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

    def weigh(
        self, action: Any, weight: int, total: int, value: Value, low: Value, high: Value
    ) -> None:
        """At a CHANCE node an outcome of weight/total came back with `value`.

        With what is known so far, the node is worth from `low` to `high`.
        """

    def hit(self, low: Value, high: Value, exact: bool, source: Any) -> None:
        """The table answers for the current node: its value lies from `low` to `high`.

        `exact`: no estimate went into that. `source` is the state it was found for, which is
        another one where symmetric states count as one.
        """

    def repeat(self, ply: int, value: Value) -> None:
        """The current node is the position of `ply` on the path again: a leaf worth `value`."""

    def window(self, why: str, action: Any, alpha: Value, beta: Value) -> None:
        """The child by `action` (None: the root) gets a window that is not its parent's.

        "test": one so narrow that it only tells better from not better. "guess": around the value
        expected. "again": it was searched before, and the result was only a bound. "share": what
        an outcome must be worth for its CHANCE node to leave the window.
        """

    def extend(self, value: Value) -> None:
        """The current node is at the depth limit, but not quiet enough to trust its estimate."""

    def look(self, pairs: Iterable[tuple[Any, Value]]) -> None:
        """At the current node each action looks so good to who moves, by the heuristic alone."""

    def drop(self, actions: Iterable[Any]) -> None:
        """At the current node these actions are left out without being searched."""

    def merge(self, pairs: Iterable[tuple[Any, Any]]) -> None:
        """At the current node of each pair the first action is left out: the second is symmetric.

        It leads to a state with the same canonical form, so to the same value.
        """

    def select(self, action: Any, bounds: Iterable[tuple[Any, float, float]]) -> None:
        """At the current node Monte-Carlo tree search goes on by `action`, to where it leads.

        `bounds`: UCB1 of every action, as the mean that who moves sees, from 0 to 1, and what is
        added to it; none where chance draws. A node that is not in the tree yet is entered next.
        """

    def simulate(self, actions: Iterable[Any], value: Value, exact: bool) -> None:
        """A random game by these actions from the current node ends with `value`.

        Not `exact`: it was broken off, and the value is an estimate.
        """

    def backpropagate(
        self,
        value: Value,
        visits: int,
        total: Value,
        bounds: Iterable[tuple[Any, float, float]],
    ) -> None:
        """The current node has counted `value`; then its parent is current, if it has one.

        It has now so many `visits`, with that `total`, and UCB1 of its actions is now `bounds`.
        """

    def begin(self, algorithm: str, state: Any, settings: Mapping[str, Any]) -> None:
        """A search begins."""

    def iteration(self, depth: int) -> None:
        """A new iteration begins, limited to `depth` plies."""

    def answer(self, value: Value, line: Iterable[Any], depth: int, proven: bool) -> None:
        """An iteration, or the whole search, has its result."""

    def give_up(self, reason: str) -> None:
        """The nodes still open are left: a limit was met, or an estimate is missing."""


class Tee(Observer):
    """Passes every report on to several observers."""

    def __init__(self, *observers: Observer) -> None:
        self.observers = observers


def _passing_on(report: str) -> Callable[..., None]:
    def pass_on(self: Tee, *arguments: Any) -> None:
        for observer in self.observers:
            getattr(observer, report)(*arguments)

    return pass_on


def _pass_cutoff_on(
    self: Any, player: int, value: Value, bound: Value, skipped: Iterable[Any]
) -> None:
    rest = tuple(skipped)  # an iterator can be read only once
    for observer in self.observers:
        observer.cutoff(player, value, bound, rest)


for _report in [name for name in vars(Observer) if not name.startswith("_")]:
    setattr(Tee, _report, _passing_on(_report))
Tee.cutoff = _pass_cutoff_on  # type: ignore[method-assign]
