"""An exercise: a kind, a seed and a shape, which together say all about it; or a tree of one's own.

A variant of such a tree has other numbers at its leaves in the same order, smallest to largest:
whatever is searched, pruned or best in the one is so in the other. Where chance nodes weigh the
numbers, all of them are moved by as much instead.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final

from zermelo.exercise.items import AnswerError
from zermelo.exercise.kinds import Task, kind_named
from zermelo.exercise.luck import Luck
from zermelo.exercise.shape import (
    CONVENTIONAL,
    KEYS,
    MAX_LEAVES,
    Shape,
    ShapeError,
    read_shape,
    with_convention,
    with_usual,
)
from zermelo.exercise.trees import BoardTree, digest, exact, named, with_values, written
from zermelo.exercise.weights import USUAL, Weights
from zermelo.game import CHANCE, INFINITY
from zermelo.games.tree import Tree
from zermelo.language import _

VERSION: Final = 1  # of the generator: raised when a seed gives another tree
MAX_SEED: Final = 10**9
OF_THE_TREE: Final = KEYS.keys() - {*CONVENTIONAL, "step"}  # the rest of a shape are conventions
DEEPEST: Final = 20  # levels of a tree that can be drawn on a sheet
MOVED: Final = 9  # by how much the numbers of a variant are moved at most


@dataclass(frozen=True)
class Exercise:
    """One exercise; `make` makes it, or `own_exercise` on a tree that somebody brings."""

    kind: str
    seed: int  # of a tree of somebody's own the variant
    shape: Shape
    tree: Tree
    own: bool = False  # a tree of somebody's own; also one that nobody is to make again
    heading: str = ""
    note: str = ""  # what the student must know besides
    shares: Weights = USUAL  # of its marks

    @cached_property
    def task(self) -> Task:
        """What is to be filled in, and what is right."""
        return kind_named(self.kind)(self.tree, self.shape, self.seed, self.shares)

    @cached_property
    def digest(self) -> str:
        """What tells the tree of this exercise from any other."""
        return digest(self.tree)

    def under(self, convention: str | None, shares: Weights | None = None) -> Exercise:
        """The same with the conventions of a lecture, and other shares of marks, where given."""
        if shares:
            return replace(self, shares=shares).under(convention)
        kind = kind_named(self.kind)
        if not convention or "cut" not in kind.conventional:
            return self
        words = [w for w in self.shape.text.split() if w.partition("=")[0] not in CONVENTIONAL]
        shape = kind.suited(read_shape(with_convention(" ".join(words), convention)))
        return replace(self, shape=shape)

    def variant(self, number: int) -> Exercise:
        """The same with other numbers: those of another seed, or of `_variant`; 0 is this one."""
        if not number:
            return self
        if self.own:
            return replace(self, seed=number, tree=_variant(self.tree, Luck(number)))
        other = make(self.kind, (self.seed + number) % MAX_SEED, self.shape.text)
        return replace(other, heading=self.heading, shares=self.shares)

    @property
    def title(self) -> str:
        """What the sheet is called."""
        if self.heading or self.own:
            return self.heading or self.tree.title or self.task.title()
        return _("{kind} (exercise {seed})").format(kind=self.task.title(), seed=self.seed)


def make(kind: str, seed: int, shape: str = "") -> Exercise:
    """The exercise of that kind, seed and shape; `ShapeError` where there is none."""
    chosen = kind_named(kind)
    if not 0 <= seed <= MAX_SEED:
        words = _("seed must be from 0 to {most}, not {seed}")
        raise ShapeError(words.format(most=MAX_SEED, seed=seed))
    wanted = read_shape(with_usual(shape, chosen.usual), chance=chosen.chance)
    if wanted.heuristic != KEYS["heuristic"] and not chosen.on_boards:
        raise ShapeError(_("shape: heuristic is for exercises of the kind heuristic"))
    return _make(kind, seed, chosen.suited(wanted))


@lru_cache(maxsize=64)  # a whole class answers the same few
def _make(kind: str, seed: int, shape: Shape) -> Exercise:
    chosen = kind_named(kind)
    return Exercise(kind, seed, shape, chosen.make_tree(seed, shape))


def own_exercise(tree: Tree, kind: str, shape: str = "", variant: int = 0) -> Exercise:
    """The exercise of a kind on a tree; 0 is the tree as it is, other variants other numbers."""
    chosen = kind_named(kind)
    for word in shape.split():
        if word.partition("=")[0] in OF_THE_TREE:
            raise AnswerError(
                _("the tree has its shape already: give conventions alone, such as cut=gt")
            )
    _check(tree, kind, chosen.chance)
    conventions = read_shape(shape)
    if not chosen.chance:
        values = [exact(tree.utility(leaf)) for leaf in tree.leaves()]
        ties = "no" if len(set(values)) == len(values) else "any"
        conventions = chosen.suited(replace(conventions, ties=ties))
    conventions = replace(conventions, text=shape)
    drawn = named(tree)
    if chosen.on_boards:
        drawn = BoardTree.of(drawn, tree)
    return Exercise(kind, 0, conventions, drawn, own=True).variant(variant)


def _check(tree: Tree, kind: str, chance: bool) -> None:
    if not tree.nodes[0].children:
        raise AnswerError(_("the tree is one leaf: there is nothing to search"))
    if len(tree.leaves()) > MAX_LEAVES:
        words = _("the tree has {count} leaves; a sheet has room for {most}")
        raise AnswerError(words.format(count=len(tree.leaves()), most=MAX_LEAVES))
    if tree.height > DEEPEST:
        words = _("the tree has {count} levels; a sheet has room for {most}")
        raise AnswerError(words.format(count=tree.height, most=DEEPEST))
    if any(tree.utility(leaf) in (INFINITY, -INFINITY) for leaf in tree.leaves()):
        raise AnswerError(_("a leaf of the tree is infinite: give it a number"))
    if not chance and any(node.kind == CHANCE for node in tree.nodes):
        words = _("the tree has chance nodes: of the kinds only expectiminimax fits, not {kind}")
        raise AnswerError(words.format(kind=kind))


def _variant(tree: Tree, luck: Luck) -> Tree:
    """The tree with other numbers, that lie to each other as they did."""
    leaves = tree.leaves()
    values = [exact(tree.utility(leaf)) for leaf in leaves]
    if any(node.kind == CHANCE for node in tree.nodes):
        by = luck.below(MOVED) + 1
        return with_values(tree, leaves, [written(value + by) for value in values])
    kinds = sorted(set(values))
    step = min((b - a for a, b in pairwise(kinds)), default=Fraction(1))
    # Numbers as far apart as they were on the whole, drawn without replacement and sorted.
    room = int((kinds[-1] - kinds[0]) / step) + 1 + MOVED
    drawn = sorted(luck.sample(range(max(room, len(kinds))), len(kinds)))
    other = {old: written(kinds[0] + step * new) for old, new in zip(kinds, drawn, strict=True)}
    return with_values(tree, leaves, [other[value] for value in values])
