"""The best order of branches, against all orders."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from zermelo.exercise import make
from zermelo.exercise.kinds.reorder import BestOrder
from zermelo.exercise.trees import reordered
from zermelo.game import MAX, MIN
from zermelo.games import Tree
from zermelo.search import alphabeta


def all_orders(tree: Tree) -> Iterator[dict[int, tuple[int, ...]]]:
    inner = [state for state, node in enumerate(tree.nodes) if len(node.children) > 1]
    spaces = [itertools.permutations(range(len(tree.nodes[state].children))) for state in inner]
    for orders in itertools.product(*spaces):
        yield dict(zip(inner, orders, strict=True))


def small_trees(count: int, seed: int) -> Iterator[Tree]:
    """Uneven trees, with and without ties, that have few enough orders to try all."""
    chance = random.Random(seed)

    def nested(depth: int) -> object:
        if depth == 0 or (depth < 3 and chance.random() < 0.3):
            return chance.randrange(12)
        return [nested(depth - 1) for _ in range(chance.choice((2, 2, 3)))]

    while count:
        tree = Tree.from_nested(nested(3), root=chance.choice((MAX, MIN)))  # type: ignore
        if 4 <= len(tree.leaves()) <= 9 and sum(1 for _ in all_orders(tree)) <= 300:
            count -= 1
            yield tree


def test_no_order_needs_fewer_leaves() -> None:
    for tree in small_trees(60, 7):
        best = BestOrder(tree)
        fewest = min(alphabeta(reordered(tree, orders)).leaves for orders in all_orders(tree))
        assert best.leaves == fewest
        assert alphabeta(reordered(tree, best.orders())).leaves == fewest


@pytest.mark.parametrize(("depth", "branching"), [(2, 3), (3, 2), (3, 3), (4, 2), (5, 2)])
def test_perfectly_ordered_trees(depth: int, branching: int) -> None:
    """Where all branches are alike: the number of Knuth and Moore."""
    tree = make("minimax", 1, f"depth={depth} branching={branching}").tree
    known = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    assert BestOrder(tree).leaves == known


def test_an_order_given_is_kept_and_suited() -> None:
    tree = make("reorder", 4, "depth=3 branching=3").tree
    fixed = {0: (2, 0, 1)}
    assert BestOrder(tree).orders(fixed)[0] == (2, 0, 1)
