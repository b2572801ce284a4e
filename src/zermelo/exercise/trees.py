"""The trees of exercises: inner nodes are A, B, C level by level, the branches of C c1, c2, c3.

So every node but the root can be called by one word: an inner node by its name, a leaf by the
branch that leads to it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Any, Final

from zermelo.exercise.items import AnswerError
from zermelo.exercise.luck import Luck
from zermelo.exercise.shape import MAX_LEAVES, Shape
from zermelo.game import CHANCE, INFINITY, Feature, Game, Value, provides
from zermelo.games.tree import Node, Tree, TreeBuilder
from zermelo.language import _
from zermelo.names import letters
from zermelo.search.symmetry import merge

EARLY: Final = 0.3  # how likely a node of an uneven tree is a leaf before its time
NAME: Final = re.compile(r"[^\W\d_]\w{0,7}")  # of a node as items use it
WEIGHTS: Final = ((1, 1), (1, 2), (1, 3), (2, 3), (1, 4))  # of chance, before they are shuffled


def draw_skeleton(shape: Shape, luck: Luck) -> Tree:
    """A tree of the depth, the branching, the kinds and the odds of the shape; all leaves are 0."""
    rows = list(map(iter, _draw_branches(shape, luck)))
    builder = TreeBuilder()

    def add(level: int, odds: Fraction | None) -> None:
        count = next(rows[level])
        if not count:
            builder.leaf(0, probability=odds)
            return
        kind = shape.levels[level]
        builder.open(kind, probability=odds)
        for share in _draw_odds(count, shape, luck) if kind == CHANCE else [None] * count:
            add(level + 1, share)
        builder.close()

    add(0, None)
    return named(Tree(builder.nodes()))


def _draw_branches(shape: Shape, luck: Luck) -> list[list[int]]:
    """How many branches the nodes of each level have, from the root down; a leaf has none."""
    low, high, most = shape.branching.low, int(shape.branching.high), shape.most_leaves
    found: list[list[int]] = []
    width = 1
    for level in range(shape.depth):
        through = luck.below(width)  # goes on whatever happens, so that the tree is deep enough
        ended = _draw_ends(shape, level, width, through, luck)
        deepest = level == shape.depth - 1
        below = 1 if deepest or shape.uneven else low ** (shape.depth - level - 1)
        # The fewest leaves that the tree can still have, with nodes of the lowest branching.
        least = sum(row.count(0) for row in found)
        least += sum(1 if end else low * below for end in ended)
        counts = []
        for end in ended:
            room = min(high - low, max(0, (most - least) // below))
            more = 0 if end else luck.below(room + 1)
            least += more * below
            counts.append(0 if end else low + more)
        found.append(counts)
        width = sum(counts)
    return [*found, [0] * width]


def _draw_ends(shape: Shape, level: int, width: int, through: int, luck: Luck) -> list[bool]:
    """Which nodes of a level are leaves already."""
    if not shape.uneven or level == 0:
        return [False] * width
    ended = [index != through and luck.happens(EARLY) for index in range(width)]
    if level == shape.depth - 1 and not any(ended) and width > 1:
        ended[(through + 1) % width] = True
    return ended


def _draw_odds(count: int, shape: Shape, luck: Luck) -> list[Fraction]:
    weights = [1] * count
    if shape.odds == "mixed" and count > 1:
        two = luck.pick(WEIGHTS)
        weights = luck.sample([*two, *[1] * (count - 2)], count)
    return [Fraction(weight, sum(weights)) for weight in weights]


def with_values(tree: Tree, leaves: Sequence[int], values: Sequence[Value]) -> Tree:
    """The tree with other values at its leaves."""
    nodes = list(tree.nodes)
    for leaf, value in zip(leaves, values, strict=True):
        nodes[leaf] = Node(value=value)
    return Tree(tuple(nodes), tree.title)


def written(value: Fraction) -> Value:
    """The value as a tree has it when it is read from a text: 3, 0.5 or 1/3."""
    if value.denominator == 1:
        return value.numerator
    return float(value) if Fraction(repr(float(value))) == value else value


def exact(value: Value) -> Fraction:
    """The number that is written: 0.1 is a tenth."""
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)


def bound(value: Value | None) -> Fraction | float:
    """The same of a bound that is known, which may be infinite."""
    assert value is not None
    return float(value) if value in (INFINITY, -INFINITY) else exact(value)


def exact_tree(tree: Tree) -> Tree:
    """The tree with fractions for decimals, so that sums over it are exact."""
    leaves = tree.leaves()
    return with_values(tree, leaves, [exact(tree.utility(leaf)) for leaf in leaves])


def reordered(tree: Tree, orders: Mapping[int, Sequence[int]]) -> Tree:
    """The tree with the branches of its inner nodes in another order, by their places."""
    nodes: list[Node] = []

    def add(state: int) -> int:
        node, number = tree.nodes[state], len(nodes)
        nodes.append(node)
        order = orders.get(state, range(len(node.children)))
        nodes[number] = node._replace(
            children=tuple(add(node.children[place]) for place in order),
            labels=tuple(node.labels[place] for place in order),
            weights=tuple(node.weights[place] for place in order if node.weights),
        )
        return number

    add(0)
    return Tree(tuple(nodes), tree.title)


def named(tree: Tree, static: bool = False) -> Tree:
    """The tree with a name for every inner node, and branches that no two nodes share.

    What the teacher wrote stays where it tells the nodes apart; of static values, if asked for.
    """
    inner = list(_level_order(tree))
    given = [tree.nodes[state].name for state in inner]
    names: dict[int, str] = {}
    free = (name for name in map(letters, count()) if name not in given)
    for state, name in zip(inner, given, strict=True):
        fits = name and NAME.fullmatch(name) and given.count(name) == 1
        names[state] = name if name and fits else next(free)
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
        kept = node if static else node._replace(static=None, quiet=True)
        nodes.append(kept._replace(name=names[state], labels=below))
    found = Tree(tuple(nodes), tree.title)
    found.decimal = tree.decimal
    return found


def _level_order(tree: Tree) -> Iterator[int]:
    row = [0]
    while row:
        yield from (state for state in row if tree.nodes[state].children)
        row = [child for state in row for child in tree.nodes[state].children]


# --- positions of games --------------------------------------------------------------------------


class BoardTree(Tree):
    """A tree whose nodes are positions of a game, by their numbers."""

    def __init__(
        self, nodes: tuple[Node, ...], game: Game[Any, Any], states: tuple[Any, ...]
    ) -> None:
        super().__init__(nodes, game.name)
        self.game, self.states = game, states
        self.texts = tuple(game.format_state(state) for state in states)

    @staticmethod
    def of(nodes: Tree, boards: Tree) -> BoardTree:
        """The boards of one tree, with the names of another; not every tree has any."""
        if not isinstance(boards, BoardTree) or not provides(boards.game, "features"):
            raise AnswerError(
                _("this kind is about positions of a game that tells what its heuristic counts")
            )
        return BoardTree(nodes.nodes, boards.game, boards.states)

    def is_estimate(self, node: int) -> bool:
        """Whether the value of a node is the heuristic's."""
        return self.is_terminal(node) and not self.game.is_terminal(self.states[node])

    def counted(self, node: int) -> list[Feature]:
        """What the heuristic counts at a node."""
        return list(self.game.features(self.states[node]))

    def draw(self, state: int) -> str:
        """The boards one below the other, without the values of the leaves."""
        below = Names(self).branch.items()
        shown = {state: self.format_state(state)}
        shown |= {child: label for child, label in below if self.is_terminal(child)}
        boards = (f"{name}\n{self.game.draw(self.states[node])}\n" for node, name in shown.items())
        return "\n".join(boards)

    def draw_svg(self, state: int, last: int | None = None) -> str:
        return self.game.draw_svg(self.states[state])


def tree_of_game(
    game: Game[Any, Any], state: Any, depth: int, chance_depth: int = 0, symmetry: bool = False
) -> BoardTree:
    """The tree of a game from a position, to a depth in moves; below it stands the estimate.

    `chance_depth`: what a level of chance costs. `symmetry`: of symmetric moves the first alone.
    """
    builder, leaves = TreeBuilder(), count(1)
    states: list[Any] = []

    def add(state: Any, left: int, odds: Fraction | None, label: str | None) -> None:
        states.append(state)
        value = _ending(game, state, left, chance_depth)
        if value is not None:
            if next(leaves) > MAX_LEAVES:
                words = _("more than {most} leaves: choose a later position or a smaller depth")
                raise AnswerError(words.format(most=MAX_LEAVES))
            builder.leaf(value, probability=odds, label=label)
            return
        kind = game.to_move(state)
        builder.open(kind, probability=odds, label=label)
        if kind == CHANCE:
            outcomes = list(game.outcomes(state))
            total = sum(weight for _action, weight in outcomes)
            for action, weight in outcomes:
                odds = Fraction(weight, total)
                add(game.result(state, action), left - chance_depth, odds, None)
        else:
            actions = list(game.actions(state))
            for action in merge(game, state, actions)[0] if symmetry else actions:
                add(game.result(state, action), left - 1, None, game.format_action(state, action))
        builder.close()

    add(state, depth, None, None)
    return BoardTree(builder.nodes(), game, tuple(states))


def _ending(game: Game[Any, Any], state: Any, left: int, chance_depth: int) -> Value | None:
    if game.is_terminal(state):
        return game.utility(state)
    if left <= 0 and (game.to_move(state) != CHANCE or chance_depth):
        return game.evaluate(state)
    return None


def digest(tree: Tree) -> str:
    """A short text that no other tree of an exercise has, however trees are written."""
    lines = []
    for kind, name, value, _static, children, labels, weights, _quiet in tree.nodes:
        number = None if value is None else str(exact(value))
        lines.append(repr((kind, name, number, children, labels, weights)))
    lines += tree.texts if isinstance(tree, BoardTree) else ()
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


class Names:
    """What the nodes of the tree of an exercise are called, and how they hang together."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.parent: dict[int, int] = {}
        self.branch: dict[int, str] = {}
        for state, node in enumerate(tree.nodes):
            for child, label in zip(node.children, node.labels, strict=True):
                self.parent[child], self.branch[child] = state, label or ""
        self.inner = [state for state, node in enumerate(tree.nodes) if node.children]
        self.state = {self.of(state): state for state in range(len(tree.nodes))}

    def of(self, state: int) -> str:
        """The name of an inner node, the branch of a leaf."""
        return self.tree.nodes[state].name or self.branch[state]

    def above(self, state: int) -> list[int]:
        """The ancestors of a node, the root first."""
        found = []
        while state:
            state = self.parent[state]
            found.append(state)
        return found[::-1]
