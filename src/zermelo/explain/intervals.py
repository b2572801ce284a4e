"""What is known of each node while a search goes on: it is worth at least, or at most, so much.

A leaf is worth what the search saw there. Of a node it is known what the nodes below it leave open:
at MIN the smallest of what they are worth at most cannot be exceeded, at MAX the largest of what
they are worth at least is certain. A node that was not visited may be worth anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, TypeAlias

from zermelo.explain.placetree import PlaceTree
from zermelo.game import INFINITY, Value
from zermelo.numbers import number
from zermelo.search.record import Event

Interval: TypeAlias = tuple[Value, Value]

ANYTHING: Final[Interval] = (-INFINITY, INFINITY)


class Intervals:
    """Replays events and keeps the interval of every place that was visited, by its number."""

    def __init__(self, tree: PlaceTree) -> None:
        self.tree = tree
        self.known: dict[int, Interval] = {}
        self.left_out: set[int] = set()  # symmetric, or dropped: the search does without them
        self.unfinished = any(event["event"] == "give_up" for event in tree.events)
        self.open: set[int] = set()

    def apply(self, event: Event) -> Iterator[int]:
        """The places of which something else is known after an event."""
        name, visit = event["event"], event.get("node")
        if name == "iteration":
            self.known.clear()
        if visit is None:
            return
        place = self.tree.visits[visit]
        if name == "enter":
            self.open.add(place)
            for child in self.tree.children[place]:
                self.known.pop(child, None)
            yield from self._put(place, ANYTHING)
        elif name in ("leaf", "hit"):
            yield from self._put(place, _told(event))
        elif name in ("drop", "merge"):
            for action in event.get("actions") or [one for one, _kept in event["pairs"]]:
                without = self.tree.at(place, action)
                self.left_out.update(() if without is None else (without,))
        elif name == "leave":
            self.open.discard(place)
            if any(child in self.known for child in self.tree.children[place]):
                yield from self._put(place, self._of(place))

    def _put(self, place: int | None, interval: Interval) -> Iterator[int]:
        """Notes what is known of a place, and what follows for those above it."""
        while place is not None and self.known.get(place) != interval:
            self.known[place] = interval
            yield place
            place = self.tree.places[place].parent
            if place is not None:
                interval = self._of(place)

    def _of(self, place: int) -> Interval:
        """What follows for a place from what is known of those below it."""
        children = [
            child
            for child in self.tree.children[place]
            if child in self.known or child not in self.left_out
        ]
        below = [self.known.get(child, ANYTHING) for child in children]
        if not below or (self.unfinished and place in self.open):
            below.append(ANYTHING)
        lows, highs = zip(*below, strict=True)
        kind = self.tree.places[place].kind
        if kind == "CHANCE" and children:
            shares = [Fraction(self.tree.places[child].share) for child in children]
            return _mean(shares, lows), _mean(shares, highs)
        if kind not in ("MAX", "MIN"):
            return ANYTHING
        best = max if kind == "MAX" else min
        return best(lows), best(highs)


def _told(event: Event) -> Interval:
    """What a leaf, or a table, says."""
    low, high = (event["value"],) * 2 if event["event"] == "leaf" else (event["low"], event["high"])
    try:
        return number(low), number(high)
    except (TypeError, ValueError):  # of several players; or with too many digits
        return ANYTHING


def _mean(shares: list[Fraction], values: tuple[Value, ...]) -> Value:
    if -INFINITY in values or INFINITY in values:
        return next(value for value in values if abs(value) == INFINITY)
    return sum((s * Fraction(v) for s, v in zip(shares, values, strict=False)), Fraction(0))
