"""A tidy layout of a tree: where the nodes of each level stand.

Children are in order, a parent is in the middle above its first and last child, or right above the
central one where that is almost the same, and subtrees are as close as their nodes allow, smaller
ones spread evenly between larger ones: the algorithm of Walker, for nodes of any width and without
recursion. A subtree is kept as its outline. Joining two outlines copies the shallower one only, so
the time is linear in the number of nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from typing import Final

ALMOST: Final = 6.0  # so near the middle, a slanted branch would look like a mistake


@dataclass
class _Outline:
    """Where the levels of a subtree begin and end, the deepest first, all moved by `base`."""

    lefts: list[float]
    rights: list[float]
    base: float = 0.0

    def joined(self, other: _Outline) -> _Outline:
        """The outline of this and another one to the right; both are used up."""
        by = other.base - self.base
        if len(other.lefts) <= len(self.lefts):
            self.rights[-len(other.rights) :] = [end + by for end in other.rights]
            return self
        other.lefts[-len(self.lefts) :] = [begin - by for begin in self.lefts]
        return other


def levels(children: Sequence[Sequence[int]]) -> list[int]:
    """How far below the root, which is node 0, each node is."""
    level = [0] * len(children)
    for node in by_level(children):
        for child in children[node]:
            level[child] = level[node] + 1
    return level


def by_level(children: Sequence[Sequence[int]]) -> list[int]:
    """The nodes, level by level."""
    order = [0] if children else []
    for node in order:
        order += children[node]
    return order


def layout(
    children: Sequence[Sequence[int]],
    left: Sequence[float],
    right: Sequence[float],
    gap: float,
    wide_gap: float,
) -> list[float]:
    """The place of each node from left to right; node 0 is the root.

    A node reaches from `left` before its place to `right` behind it. Nodes of a level stay `gap`
    apart, or `wide_gap` if they have different parents. The leftmost node begins at 0.
    """
    order = by_level(children)
    outlines: dict[int, _Outline] = {}
    aside = [0.0] * len(children)  # of the parent
    for node in reversed(order):
        subtrees = [outlines.pop(child) for child in children[node]]
        apart = _apart(subtrees, gap, wide_gap)
        middle = _middle(apart)
        for child, subtree, place in zip(children[node], subtrees, apart, strict=True):
            aside[child] = place - middle
            subtree.base += aside[child]
        whole = reduce(_Outline.joined, subtrees) if subtrees else _Outline([], [])
        whole.lefts.append(-left[node] - whole.base)
        whole.rights.append(right[node] - whole.base)
        outlines[node] = whole
    places = [0.0] * len(children)
    for node in order:
        for child in children[node]:
            places[child] = places[node] + aside[child]
    start = min((place - reach for place, reach in zip(places, left, strict=True)), default=0.0)
    return [place - start for place in places]


def _apart(subtrees: Sequence[_Outline], gap: float, wide_gap: float) -> list[float]:
    """Where the subtrees of siblings stand, each as far to the left as all before it allow.

    Where one is pushed away from another, those between them follow by parts of the way.
    """
    places: list[float] = []
    shift, change = [0.0] * len(subtrees), [0.0] * len(subtrees)
    edge: list[tuple[float, int]] = []  # where the levels end, and whose that is, the top first
    deepest = [*accumulate((len(each.lefts) for each in reversed(subtrees)), max, initial=0)]
    for number, subtree in enumerate(subtrees):
        place = 0.0
        pairs = zip(reversed(subtree.lefts), edge, strict=False)
        for level, (begin, (end, owner)) in enumerate(pairs):
            push = end - begin - subtree.base + (wide_gap if level else gap) - place
            if not level:
                place = push
            elif push > 0:
                place += push
                part = push / (number - owner)
                change[number] -= part
                shift[number] += push
                change[owner] += part
        places.append(place)
        ends = subtree.rights[: -deepest[-2 - number] - 1 : -1]  # as deep as others behind it
        edge[: len(ends)] = [(place + subtree.base + end, number) for end in ends]
    moved = more = 0.0
    for number in reversed(range(len(places))):
        places[number] += moved
        more += change[number]
        moved += shift[number] + more
    return places


def _middle(places: Sequence[float]) -> float:
    """Where the parent of siblings stands.

    Where the central one of an odd number is almost there, it hangs straight down.
    """
    if not places:
        return 0.0
    middle, central = (places[0] + places[-1]) / 2, places[len(places) // 2]
    return central if len(places) % 2 and abs(central - middle) < ALMOST else middle
