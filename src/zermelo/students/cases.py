"""What a student's program is tried on: hundreds of small trees by seed, and positions of games.

Small trees first, so that the first difference is one that a person can follow: one leaf, one
child, two levels; then ties, uneven trees, values beyond any small "infinity", and, where the
program asks who moves, players that move twice. With a depth limit every inner node has a static
value.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from zermelo.exercise.luck import Luck
from zermelo.exercise.trees import named
from zermelo.game import CHANCE, MAX, MIN
from zermelo.games.tree import Tree, TreeBuilder, read_tree, write_tree

SMALLEST: Final = (
    "max [3 12 8]",
    "max [min [3 12 8] min [2 4 6] min [14 5 2]]",
    "max [min [5]]",
    "max [min [4 7] min [4 2] min [4 9]]",
    "max [min [-3 -1] min [-7 -2]]",
    "max [min [500 900] min [-800 40] min [700 600]]",
    "max [min [max [5 6] max [7 4]] min [max [3 8] max [9 1]]]",
)
# Of tic-tac-toe; in the first MIN is to move.
POSITIONS: Final = ("XOX/OXO/_X_", "XO_/OX_/X_O", "XOX/_O_/_XO")


@dataclass(frozen=True)
class Case:
    """A tree, or a position of a game, with a depth limit or none."""

    tree: Tree | None = None
    depth: int | None = None
    game: str = ""
    position: str = ""

    @property
    def is_leaf(self) -> bool:
        """Whether it is a tree of nothing but a leaf."""
        return self.tree is not None and not self.tree.nodes[0].children

    def job(self) -> dict[str, Any]:
        """The case as the student's process is given it."""
        found: dict[str, Any] = {} if self.depth is None else {"depth": self.depth}
        if self.tree is None:
            return {**found, "game": self.game, "position": self.position}
        return {**found, "tree": write_tree(self.tree)}


@dataclass(frozen=True)
class Wanted:
    """What the program can be asked, or not: `alternate` is MAX and MIN in turn."""

    chance: bool = False
    depth: bool = False
    least: int = 0  # the smallest depth that makes sense
    alternate: bool = False
    max_first: bool = False
    chance_between: bool = False  # two players
    move: bool = False  # there must be one
    most: int = 1000  # no value is larger


def cases(count: int, seed: int, wanted: Wanted) -> list[Case]:
    """So many trees, the same for the same seed."""
    luck = Luck(seed)
    found = [] if wanted.move else [Case(read_tree("7"))]
    if not wanted.chance:
        trees = [named(read_tree(text)) for text in SMALLEST]
        found += [Case(tree) for tree in trees if _largest(tree) <= wanted.most]
    while len(found) < count:
        number = len(found)
        deep = 1 + min(number // 20, 3)
        limited = wanted.depth and number % 4 == 0
        tree = _random_tree(luck, deep, wanted, limited)
        depth = max(luck.below(deep + 1), wanted.least) if limited else None
        found.append(Case(tree, depth))
    if not wanted.chance:
        positions = POSITIONS if not wanted.max_first else POSITIONS[1:]
        found += [Case(game="tictactoe", position=position) for position in positions]
    return found


def _largest(tree: Tree) -> float:
    return max(abs(float(node.value)) for node in tree.nodes if node.value is not None)


def _random_tree(luck: Luck, deep: int, wanted: Wanted, limited: bool) -> Tree:
    """A tree of that depth; in every other one the values lie close together, so that they tie."""
    spread = min(luck.pick((4, 10, 30, 1000)), wanted.most)
    low = -luck.below(spread) if luck.happens(0.5) else 0
    builder = TreeBuilder()

    def value() -> int:
        return low + luck.below(spread)

    def add(left: int, kind: int, above: int, odds: Fraction | None = None) -> None:
        if left == 0 or (left < deep and luck.happens(0.12)):
            builder.leaf(value(), probability=odds)
            return
        builder.open(kind, static=value() if limited else None, probability=odds)
        count = 1 + luck.below(3) if luck.happens(0.4) else 2 + luck.below(2)
        weights = [1 + luck.below(3) for _child in range(count)]
        for weight in weights:
            share = Fraction(weight, sum(weights)) if kind == CHANCE else None
            add(left - 1, _below(luck, kind, above, wanted), kind, share)
        builder.close()

    first = MAX if wanted.max_first or luck.happens(0.7) else MIN
    add(deep, first, CHANCE)
    return named(Tree(builder.nodes()), static=True)


def _below(luck: Luck, kind: int, above: int, wanted: Wanted) -> int:
    if wanted.chance_between:
        return CHANCE if kind != CHANCE else -above
    if wanted.chance and kind != CHANCE and luck.happens(0.5):
        return CHANCE
    if kind == CHANCE:
        return luck.pick((MAX, MIN))
    if not wanted.alternate and luck.happens(0.1):
        return kind
    return -kind
