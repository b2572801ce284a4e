"""A tree of exactly the shape asked for, by seed: the same on every machine.

A random tree seldom has, say, two cuts of which one is deep. So the values of its leaves are
changed a little at a time, and a change is kept if alpha-beta's own count of what it did comes no
farther from the shape; after many changes in vain another tree is drawn. Values drawn at random
lead to the usual shapes; those in an order that is good or bad for alpha-beta, to the extreme
ones. The effort is counted in nodes searched, not in seconds, so that a seed gives one tree for
ever.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from zermelo.exercise.luck import Luck
from zermelo.exercise.replay import Counts
from zermelo.exercise.shape import COUNTED, Shape, ShapeError, Span
from zermelo.exercise.trees import draw_skeleton, with_values, written
from zermelo.game import MAX, Value
from zermelo.games.tree import Tree
from zermelo.language import _

EFFORT: Final = 60_000  # nodes searched before the shape is given up
PATIENCE: Final = 60  # changes in vain before another tree is drawn
SHAKES: Final = 15  # changes that make values drawn in an order look drawn at random
NEAR: Final = 5  # values drawn at random that are no farther off are changed, others replaced
STARTS: Final = (1.0, 0.7, 0.3, 0.0)  # how often a branch is better than the one before it
USUAL_VALUES: Final = 21  # 0 to 20, where the shape does not say and they suffice

Measure = Callable[[Tree], Counts]


def generate(
    seed: int, shape: Shape, measure: Measure, worth: Callable[[Tree], bool] = lambda tree: True
) -> Tree:
    """The tree, or `ShapeError` where none was found with reasonable effort.

    `measure` searches a tree as the exercise does; `worth` says whether the exercise is worth
    setting, beyond its shape.
    """
    luck, search = Luck(seed), _Search(shape, measure, worth)
    while search.effort > 0:
        skeleton = draw_skeleton(shape, luck)
        search.effort -= len(skeleton.nodes)
        leaves = len(skeleton.leaves())
        if leaves <= shape.most_leaves and shape.uneven is not _is_even(skeleton):
            tree = search.climb(skeleton, luck)
            if tree:
                return tree
    raise ShapeError(
        _("shape: no tree found for {shape}; the nearest had {nearest}").format(
            shape=shape.text, nearest=search.nearest_counts or _("not even the right size")
        )
    )


class _Search:
    """The search for values that make a tree of the shape, and what it has come to."""

    def __init__(self, shape: Shape, measure: Measure, worth: Callable[[Tree], bool]) -> None:
        self.shape, self.measure, self.worth = shape, measure, worth
        self.effort, self.nearest, self.nearest_counts = EFFORT, float("inf"), ""

    def climb(self, skeleton: Tree, luck: Luck) -> Tree | None:
        """The tree with other values at its leaves, of the shape; None if none was found."""
        values = _Values(self.shape, skeleton, luck)
        best, tree = self.distance(skeleton, values.current)
        if best == 0:
            return tree
        shakes = 0
        if best > NEAR:
            for rising in STARTS:
                other = _Values(self.shape, skeleton, luck, rising)
                distance, _tree = self.distance(skeleton, other.current)
                if distance < best:
                    best, values, shakes = distance, other, SHAKES
        vain, found = 0, None
        while vain < PATIENCE and self.effort > 0:
            changed = values.change()
            distance, tree = self.distance(skeleton, changed)
            vain = 0 if distance < best else vain + 1
            if distance <= best:
                best, values.current = distance, changed
            if distance == 0:
                found = tree
                shakes -= 1
                if shakes <= 0:
                    break
        return found

    def distance(self, skeleton: Tree, values: list[Value]) -> tuple[float, Tree]:
        """How far the tree with these values is from the shape; 0: it is of the shape."""
        tree = with_values(skeleton, skeleton.leaves(), values)
        counts = self.measure(tree)
        self.effort -= len(tree.nodes)
        distance = _distance(self.shape, counts)
        if distance < self.nearest:
            self.nearest, self.nearest_counts = distance, _counts_text(self.shape, counts)
        if distance == 0 and not self.worth(tree):
            distance = 1
        return distance, tree


def _is_even(tree: Tree) -> bool:
    return len({len(tree.path(leaf)) for leaf in tree.leaves()}) == 1


def _distance(shape: Shape, counts: Counts) -> float:
    """How far the search of a tree is from what the shape asks for; 0: it is of that shape."""
    distance: float = 0
    for name in COUNTED:
        span: Span | None = getattr(shape, name)
        if span:
            distance += span.distance(getattr(counts, name)) * (2 if name == "deep" else 1)
    if shape.ties == "yes":
        distance += counts.ties == 0
    elif shape.ties == "no":
        distance += counts.ties
    return distance


def _counts_text(shape: Shape, counts: Counts) -> str:
    names = [name for name in COUNTED if getattr(shape, name)]
    return " ".join(f"{name}={getattr(counts, name)}" for name in (*names, "ties"))


class _Values:
    """The values of the leaves, changed one or two at a time."""

    def __init__(self, shape: Shape, tree: Tree, luck: Luck, rising: float | None = None) -> None:
        self.luck, self.distinct = luck, shape.ties == "no"
        count = len(tree.leaves())
        low, number, step = Fraction(0), USUAL_VALUES, shape.step
        if shape.ends:
            low, number = shape.ends[0], shape.values
        elif self.distinct:
            while number < count * 5 // 4:
                number += 10
        self.grid: list[Value] = [written(low + i * step) for i in range(number)]
        if self.distinct:
            drawn = luck.sample(self.grid, count)
        else:
            drawn = [luck.pick(self.grid) for _ in range(count)]
        if rising is not None:
            drawn = _in_order(tree, sorted(drawn), luck, rising)
        self.current = drawn

    def change(self) -> list[Value]:
        """The current values, with a small change or two."""
        values = list(self.current)
        for _change in range(1 + self.luck.below(2)):
            self._change(values)
        return values

    def _change(self, values: list[Value]) -> None:
        luck, place = self.luck, self.luck.below(len(values))
        if luck.happens(0.5):
            other = luck.below(len(values))
            values[place], values[other] = values[other], values[place]
            return
        new = luck.pick(self.grid if self.distinct or luck.happens(0.7) else values)
        if self.distinct and new in values:
            values[values.index(new)] = values[place]
        values[place] = new


def _in_order(tree: Tree, values: list[Value], luck: Luck, rising: float) -> list[Value]:
    """The values, which rise, dealt to the leaves so that those of each branch lie together.

    `rising` is how likely at a node each branch is better than the one before it for who moves:
    always, and alpha-beta cuts nothing; never, and it cuts much.
    """
    found: dict[int, Value] = {}
    stack = [(0, values)]
    while stack:
        state, values = stack.pop()
        node = tree.nodes[state]
        if not node.children:
            found[state] = values[0]
            continue
        up = luck.happens(rising) == (node.kind == MAX)
        for child in node.children if up else node.children[::-1]:
            size = len(tree.leaves_below(child))
            stack.append((child, values[:size]))
            values = values[size:]
    return [found[leaf] for leaf in tree.leaves()]
