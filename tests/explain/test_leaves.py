"""Which leaves a search looked at, and which it pruned."""

from __future__ import annotations

from zermelo.explain.leaves import Leaves
from zermelo.games import read_tree
from zermelo.search import alphabeta, iterative

AIMA = read_tree("[[3 12 8] [2 4 6] [14 5 2]]")


def test_only_leaves_below_the_state_searched_can_be_pruned() -> None:
    leaves = Leaves(AIMA)
    alphabeta(AIMA, AIMA.parse_state("2"), observer=leaves, window=(3, 9))
    assert [AIMA.path(leaf) for leaf in leaves.evaluated()] == [(1, 0)]
    assert [AIMA.path(leaf) for leaf in leaves.pruned()] == [(1, 1), (1, 2)]


def test_what_lies_below_a_static_value_is_not_pruned_but_out_of_reach() -> None:
    tree = read_tree("max [B (h=5) [1 9] C (h=2) [7 8]]")
    leaves = Leaves(tree)
    alphabeta(tree, depth=1, observer=leaves)
    assert [tree.format_state(state) for state in leaves.evaluated()] == ["B", "C"]
    assert leaves.pruned() == []


def test_of_several_iterations_the_last_counts() -> None:
    tree = read_tree("max [B (h=5) [3 12 8] C (h=2) [2 4 6]]")
    leaves = Leaves(tree)
    iterative(tree, observer=leaves)
    assert [tree.leaf_label(leaf) for leaf in leaves.pruned()] == ["4", "6"]
