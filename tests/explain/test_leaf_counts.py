"""The counts of leaves in the best and worst order, beside what alpha-beta does in every order."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from zermelo.exercise.trees import reordered
from zermelo.explain.leaf_counts import leaf_counts
from zermelo.games import MNK, Connect4, Tree, read_tree
from zermelo.search import alphabeta, minimax


def in_every_order(tree: Tree) -> list[int]:
    """How many leaves alpha-beta looks at, for each order of the branches of all nodes."""
    inner = [state for state, node in enumerate(tree.nodes) if node.children]
    orders = [list(permutations(range(len(tree.nodes[state].children)))) for state in inner]
    return [
        alphabeta(reordered(tree, dict(zip(inner, chosen, strict=True)))).leaves
        for chosen in product(*orders)
    ]


@pytest.mark.parametrize(
    "text", ["[[3 12 8] [2 4 6] [14 5 2]]", "[[[5 6] [7 4]] [3 [2 9]]]", "[max [1 2] [3 3]]", "4"]
)
def test_no_order_needs_fewer_and_one_needs_no_more(text: str) -> None:
    tree = read_tree(text)
    found = leaf_counts(tree, 0)
    assert found is not None
    assert found.fewest == min(in_every_order(tree))
    assert found.all == minimax(tree).leaves


def test_knuth_and_moore() -> None:
    """Where all branches are alike: b^⌈d/2⌉ + b^⌊d/2⌋ - 1."""
    for breadth, depth in ((2, 3), (3, 4), (4, 3)):
        nested: object = 0
        for _level in range(depth):
            nested = [nested] * breadth
        fewest = breadth ** -(-depth // 2) + breadth ** (depth // 2) - 1
        tree = Tree.from_nested(nested)  # type: ignore[arg-type]
        assert leaf_counts(tree, 0) == (breadth**depth, fewest)


def test_limits() -> None:
    assert leaf_counts(MNK(), MNK().initial(), 2) == (72, 16)
    assert leaf_counts(MNK(), MNK().initial()) is None  # 549,946 nodes
    assert leaf_counts(read_tree("[[1 2] 3]"), 0, 1) is None  # no estimate at the limit
    found = leaf_counts(Connect4(), Connect4().initial(), 5)
    assert found is not None
    assert found.all == 7**5
