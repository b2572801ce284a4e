"""Exercises on a tree that somebody brings: a teacher's own, or a position of a game.

A variant of it has other numbers at its leaves in the same order, smallest to largest: whatever
is searched, pruned or best in the one is so in the other. Where chance nodes weigh the numbers,
all of them are moved by as much instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from zermelo.exercise.exercise import Exercise
from zermelo.exercise.items import AnswerError
from zermelo.exercise.kinds import kind_named
from zermelo.exercise.luck import Luck
from zermelo.exercise.shape import read_shape
from zermelo.exercise.shape.shape import MAX_LEAVES
from zermelo.exercise.trees import exact, with_values, written
from zermelo.game import CHANCE, INFINITY, Game, Value
from zermelo.games.tree import Node, Tree, TreeBuilder
from zermelo.language import _
from zermelo.names import letters

# Of a shape what is about the tree; the rest are conventions.
OF_THE_TREE: Final = (
    *("depth", "branching", "cuts", "deep", "pruned", "ties"),
    *("leaves", "root", "levels", "chance", "odds", "uneven"),
)
NAME: Final = re.compile(r"[^\W\d_]\w{0,7}")  # of a node as items use it
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
    if variant:
        drawn = _variant(drawn, Luck(variant))
    return Exercise(kind, variant, conventions, drawn, own=True)


def _check(tree: Tree, kind: str, chance: bool) -> None:
    if not tree.nodes[0].children:
        raise AnswerError(_("the tree is one leaf: there is nothing to search"))
    if len(tree.leaves()) > MAX_LEAVES:
        raise AnswerError(
            _("the tree has {count} leaves; a sheet has room for {most}").format(
                count=len(tree.leaves()), most=MAX_LEAVES
            )
        )
    if tree.height > DEEPEST:
        raise AnswerError(
            _("the tree has {count} levels; a sheet has room for {most}").format(
                count=tree.height, most=DEEPEST
            )
        )
    if any(tree.utility(leaf) in (INFINITY, -INFINITY) for leaf in tree.leaves()):
        raise AnswerError(_("a leaf of the tree is infinite: give it a number"))
    if not chance and any(node.kind == CHANCE for node in tree.nodes):
        raise AnswerError(
            _(
                "the tree has chance nodes: of the kinds only expectiminimax fits, not {kind}"
            ).format(kind=kind)
        )


def named(tree: Tree) -> Tree:
    """The tree with a name for every inner node, and branches that no two nodes share.

    What the teacher wrote stays where it tells the nodes apart.
    """
    inner = [state for state, node in enumerate(tree.nodes) if node.children]
    given = [tree.nodes[state].name for state in inner]
    names: dict[int, str] = {}
    free = (letters(number) for number in range(10**6))
    taken = {name for name in given if name}
    for state in _level_order(tree):
        name = tree.nodes[state].name
        fits = name and NAME.fullmatch(name) and given.count(name) == 1
        names[state] = name if name and fits else next(one for one in free if one not in taken)
    labels = [label for node in tree.nodes for label in node.labels]
    words = {*names.values()}
    keep = all(label and NAME.fullmatch(label) for label in labels) and not words & {*labels}
    keep = keep and len(set(labels)) == len(labels)
    nodes = []
    for state, node in enumerate(tree.nodes):
        if not node.children:
            nodes.append(Node(value=node.value))
            continue
        own = tuple(f"{names[state].lower()}{i + 1}" for i in range(len(node.children)))
        below = node.labels if keep else own
        nodes.append(node._replace(name=names[state], static=None, labels=below))
    return Tree(tuple(nodes), tree.title)


def _level_order(tree: Tree) -> Iterator[int]:
    row = [0]
    while row:
        yield from (state for state in row if tree.nodes[state].children)
        row = [child for state in row for child in tree.nodes[state].children]


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


def tree_of_game(game: Game[Any, Any], state: Any, depth: int) -> Tree:
    """The tree of a game from a position, to a depth in moves; below it stands the estimate."""
    builder, count = TreeBuilder(), 0

    def add(state: Any, left: int, odds: Fraction | None, label: str | None) -> None:
        nonlocal count
        value = _ending(game, state, left)
        if value is not None:
            count += 1
            if count > MAX_LEAVES:
                raise AnswerError(
                    _("more than {most} leaves: choose a later position or a smaller depth").format(
                        most=MAX_LEAVES
                    )
                )
            builder.leaf(value, probability=odds, label=label)
            return
        kind = game.to_move(state)
        builder.open(kind, probability=odds, label=label)
        if kind == CHANCE:
            outcomes = list(game.outcomes(state))
            total = sum(weight for _action, weight in outcomes)
            for action, weight in outcomes:
                add(game.result(state, action), left, Fraction(weight, total), None)
        else:
            for action in game.actions(state):
                add(game.result(state, action), left - 1, None, game.format_action(state, action))
        builder.close()

    add(state, depth, None, None)
    return Tree(builder.nodes(), game.name)


def _ending(game: Game[Any, Any], state: Any, left: int) -> Value | None:
    if game.is_terminal(state):
        return game.utility(state)
    if left <= 0 and game.to_move(state) != CHANCE:
        return game.evaluate(state)
    return None
