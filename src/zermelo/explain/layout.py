"""A tidy layout of a tree: where the nodes of each level stand.

Children are in order, a parent is in the middle above its first and last child, or right above the
central one where that is almost the same, and subtrees are as close as their nodes allow, smaller
ones spread evenly between larger ones: the algorithm of Walker as Buchheim, Jünger and Leipert made
it linear, for nodes of any width and without recursion.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

NONE: Final = -1
ALMOST: Final = 6.0  # so near the middle, a slanted branch would look like a mistake


def levels(children: Sequence[Sequence[int]]) -> list[int]:
    """How far below the root, which is node 0, each node is."""
    level = [0] * len(children)
    order = [0] if children else []
    for node in order:
        for child in children[node]:
            level[child] = level[node] + 1
        order += children[node]
    return level


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
    if not children:
        return []
    order = [0]
    for node in order:
        order += children[node]
    placement = _Placement(children, left, right, gap, wide_gap)
    for node in reversed(order):
        placement.place_children(node)
    placement.settle(0, 0.0)
    places = [0.0] * len(children)
    moved = [0.0] * len(children)  # by all that is above
    for node in order:
        places[node] = placement.prelim[node] + moved[node]
        for child in children[node]:
            moved[child] = moved[node] + placement.modifier[node]
    start = min(place - reach for place, reach in zip(places, left, strict=True))
    return [place - start for place in places]


class _Placement:
    """Places the children of one node after another; their own subtrees must be placed before.

    `prelim` is the place of a node among its siblings, `modifier` how far all below it move with
    it. `shift` and `change` hold movements of siblings until all of them are placed. A contour is
    followed along `children` and, where a subtree ends, by `thread` to the next node of the
    level below, whose `modifier` makes up for the different ways.
    """

    def __init__(
        self,
        children: Sequence[Sequence[int]],
        left: Sequence[float],
        right: Sequence[float],
        gap: float,
        wide_gap: float,
    ) -> None:
        count = len(children)
        self.children, self.left, self.right = children, left, right
        self.gap, self.wide_gap = gap, wide_gap
        self.prelim, self.modifier = [0.0] * count, [0.0] * count
        self.shift, self.change = [0.0] * count, [0.0] * count
        self.thread = [NONE] * count
        self.owner = list(range(count))  # the sibling whose subtree a node of a contour is in
        self.number = [0] * count  # among its siblings

    def place_children(self, node: int) -> None:
        below = self.children[node]
        if not below:
            return
        for i, child in enumerate(below):
            self.number[child] = i
        default = below[0]
        self.settle(below[0], 0.0)
        for before, child in pairwise(below):
            apart = self.right[before] + self.left[child] + self.gap
            self.settle(child, self.prelim[before] + apart)
            default = self.push_apart(below, child, before, default)
        self.apply_shifts(below)

    def settle(self, child: int, place: float) -> None:
        """Puts a child at a place; the middle of its own children goes there.

        Where the central one of an odd number is almost there, it hangs straight down.
        """
        below = self.children[child]
        self.prelim[child] = place
        if below:
            middle = (self.prelim[below[0]] + self.prelim[below[-1]]) / 2
            central = self.prelim[below[len(below) // 2]]
            straight = len(below) % 2 and abs(central - middle) < ALMOST
            self.modifier[child] = place - (central if straight else middle)

    def push_apart(self, below: Sequence[int], child: int, before: int, default: int) -> int:
        """Moves the subtree of `child` to the right until it clears all before it."""
        prelim, modifier, thread = self.prelim, self.modifier, self.thread
        inner_left, inner_right, outer_left, outer_right = before, child, below[0], child
        sum_inner_left, sum_inner_right = modifier[before], modifier[child]
        sum_outer_left, sum_outer_right = modifier[below[0]], modifier[child]
        while True:
            next_left, next_right = self.last(inner_left), self.first(inner_right)
            if next_left == NONE or next_right == NONE:
                break
            inner_left, inner_right = next_left, next_right
            outer_left, outer_right = self.first(outer_left), self.last(outer_right)
            self.owner[outer_right] = child
            apart = self.right[inner_left] + self.left[inner_right] + self.wide_gap
            push = prelim[inner_left] + sum_inner_left + apart
            push -= prelim[inner_right] + sum_inner_right
            if push > 0:
                owner = self.owner[inner_left]
                known = self.number[owner] < len(below) and below[self.number[owner]] == owner
                self.move(owner if known else default, child, push)
                sum_inner_right += push
                sum_outer_right += push
            sum_inner_left += modifier[inner_left]
            sum_inner_right += modifier[inner_right]
            sum_outer_left += modifier[outer_left]
            sum_outer_right += modifier[outer_right]
        if next_left != NONE and self.last(outer_right) == NONE:
            thread[outer_right] = next_left
            modifier[outer_right] += sum_inner_left - sum_outer_right
        if next_right != NONE and self.first(outer_left) == NONE:
            thread[outer_left] = next_right
            modifier[outer_left] += sum_inner_right - sum_outer_left
            default = child
        return default

    def move(self, first: int, last: int, by: float) -> None:
        """Moves `last` and its subtree; the siblings between will move by parts of it."""
        part = by / (self.number[last] - self.number[first])
        self.change[last] -= part
        self.shift[last] += by
        self.change[first] += part
        self.prelim[last] += by
        self.modifier[last] += by

    def apply_shifts(self, below: Sequence[int]) -> None:
        """Moves the siblings between those that were moved."""
        shift = change = 0.0
        for child in reversed(below):
            self.prelim[child] += shift
            self.modifier[child] += shift
            change += self.change[child]
            shift += self.shift[child] + change

    def first(self, node: int) -> int:
        """The next node of the left contour."""
        return self.children[node][0] if self.children[node] else self.thread[node]

    def last(self, node: int) -> int:
        """The next node of the right contour."""
        return self.children[node][-1] if self.children[node] else self.thread[node]
