"""Exercises on a tree that somebody brings: a teacher's own, or a position of a game.

A variant of it has other numbers at its leaves in the same order, smallest to largest: whatever
is searched, pruned or best in the one is so in the other. Where chance nodes weigh the numbers,
all of them are moved by as much instead.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Final

from zermelo.exercise.exercise import Exercise
from zermelo.exercise.items import AnswerError
from zermelo.exercise.kinds import kind_named
from zermelo.exercise.luck import Luck
from zermelo.exercise.positions import BoardTree
from zermelo.exercise.shape import MAX_LEAVES, read_shape
from zermelo.exercise.trees import exact, named, with_values, written
from zermelo.game import CHANCE, INFINITY
from zermelo.games.tree import Tree
from zermelo.language import _

# Of a shape what is about the tree; the rest are conventions.
OF_THE_TREE: Final = (
    *("depth", "branching", "cuts", "deep", "pruned", "ties"),
    *("leaves", "root", "levels", "chance", "odds", "uneven", "heuristic"),
)
DEEPEST: Final = 20  # levels of a tree that can be drawn on a sheet
MOVED: Final = 9  # by how much the numbers of a variant are moved at most


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
    elif variant:
        drawn = _variant(drawn, Luck(variant))
    return Exercise(kind, variant, conventions, drawn, own=True)


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
