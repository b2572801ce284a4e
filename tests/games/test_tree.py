"""The literal tree: its rules, its shape, its notation and its drawing."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given

from tests.strategies import any_trees, trees
from zermelo.game import CHANCE, MAX, MIN, NoEstimate, NotationError, ZermeloError
from zermelo.games.tree import Tree, read_tree
from zermelo.games.tree.nodes import TreeBuilder

ORACLES = Path(__file__).parents[1] / "oracles"
SMALL = Tree.from_nested([[3, 12], [2, 4]])
RICH = read_tree(
    """
    A [
      a1: B (h=5) [ b1: 3  b2: 12 ]
      a2: chance C [ 1/2: [2 4]  1/3 heads: 7  1/6: D = -1/2 ]
    ]
    """
)


def test_a_state_is_the_number_of_a_node_in_the_order_written() -> None:
    assert SMALL.initial() == 0
    assert [SMALL.to_move(state) for state in (0, 1, 4)] == [MAX, MIN, MIN]
    assert list(SMALL.actions(0)) == [0, 1]
    assert [SMALL.result(0, action) for action in (0, 1)] == [1, 4]
    assert SMALL.leaves() == (2, 3, 5, 6)
    assert [SMALL.utility(leaf) for leaf in SMALL.leaves()] == [3, 12, 2, 4]
    assert [SMALL.is_terminal(state) for state in (0, 1, 2)] == [False, False, True]
    assert SMALL.path(6) == (1, 1)
    assert SMALL.height == 2


def test_a_single_leaf_is_a_tree() -> None:
    leaf = Tree.from_nested(5)
    assert leaf.is_terminal(leaf.initial())
    assert (leaf.utility(0), leaf.height, leaf.leaves()) == (5, 0, (0,))


def test_kinds_alternate_from_any_root_or_follow_the_levels() -> None:
    assert Tree.from_nested([[1]], root=MIN).nodes[1].kind == MAX
    levels = Tree.from_nested([[[1]]], levels=["max", "chance", "min"])
    assert [node.kind for node in levels.nodes] == [MAX, CHANCE, MIN, None]
    with pytest.raises(ZermeloError, match="levels names 1 level;"):
        Tree.from_nested([[1]], levels=["max"])
    with pytest.raises(ZermeloError, match="not max mix"):
        Tree.from_nested([[1]], levels=["max", "mix"])


def test_below_chance_the_nearest_decision_above_counts() -> None:
    tree = read_tree("min [ chance [ chance [ [ chance [[1]] ] ] ] ]")
    assert [n.kind for n in tree.nodes] == [MIN, CHANCE, CHANCE, MAX, CHANCE, MIN, None]


def test_weights_are_the_probabilities_over_their_least_common_denominator() -> None:
    assert list(RICH.outcomes(4)) == [(0, 3), (1, 2), (2, 1)]
    assert RICH.nodes[4].probabilities == (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
    assert (RICH.has_chance, SMALL.has_chance) == (True, False)


def test_static_values() -> None:
    assert (RICH.has_heuristic, SMALL.has_heuristic) == (True, False)
    assert RICH.evaluate(1) == 5
    with pytest.raises(NoEstimate) as raised:
        RICH.evaluate(4)
    assert str(raised.value) == (
        "node 'C' has no static value for the depth limit: write (h=...) after its name"
    )
    with pytest.raises(NoEstimate, match="node a2/1 has no static value"):
        RICH.evaluate(5)


def test_bounds_are_the_range_or_else_what_stands_in_the_tree() -> None:
    assert SMALL.bounds(0) == (2, 12)
    assert read_tree("A (h=20) [1 9]").bounds(0) == (1, 20)
    assert Tree(SMALL.nodes, value_range=(0, 20)).bounds(3) == (0, 20)
    with pytest.raises(ZermeloError, match="12 lies outside the declared range from 0 to 10"):
        Tree(SMALL.nodes, value_range=(0, 10))
    with pytest.raises(ZermeloError, match="must rise"):
        Tree(SMALL.nodes, value_range=(10, 0))


def test_notation() -> None:
    assert [RICH.format_state(state) for state in (0, 1, 3, 5, 8)] == [
        "A",
        "B",
        "a1/b2",
        "a2/1",
        "a2/heads",
    ]
    assert RICH.parse_state("root") == RICH.parse_state("A") == 0
    assert RICH.parse_state("D") == RICH.parse_state("a2/3") == 9
    assert RICH.parse_state("2/heads") == 8
    assert [RICH.leaf_label(leaf) for leaf in RICH.leaves()] == ["3", "12", "2", "4", "7", "D"]


def test_notation_says_what_is_wrong() -> None:
    with pytest.raises(NotationError, match="'a3' is no branch of node 'A'; legal: a1 a2"):
        RICH.parse_action(0, "a3")
    with pytest.raises(NotationError, match="legal: none, the game is over"):
        RICH.parse_action(3, "1")
    with pytest.raises(NotationError, match="'a1/b9' is no path and no name in this tree"):
        RICH.parse_state("a1/b9")
    with pytest.raises(NotationError, match="'X' is the name of 2 nodes"):
        read_tree("[X = 1 X = 2]").parse_state("X")


@given(any_trees())
def test_parsing_inverts_formatting(tree: Tree) -> None:
    for state in range(len(tree.nodes)):
        assert tree.parse_state(tree.format_state(state)) == state
        for action in tree.actions(state):
            text = tree.format_action(state, action)
            assert tree.parse_action(state, text) == action
            assert tree.split_moves(text) == [text]


@given(trees(chance=True))
def test_states_are_in_preorder(tree: Tree) -> None:
    for state in range(len(tree.nodes)):
        below = 0
        for action in tree.path(state):
            below = tree.result(below, action)
        assert below == state
    paths = [tree.path(state) for state in range(len(tree.nodes))]
    assert paths == sorted(paths)


def test_drawing() -> None:
    assert RICH.draw(0) == (
        "MAX A\n"
        "├─ a1: MIN B (h=5)\n"
        "│  ├─ b1: 3\n"
        "│  └─ b2: 12\n"
        "└─ a2: CHANCE C\n"
        "   ├─ 1/2: MIN\n"
        "   │  ├─ 2\n"
        "   │  └─ 4\n"
        "   ├─ 1/3 heads: 7\n"
        "   └─ 1/6: D = -1/2"
    )
    assert RICH.draw(9) == "D = -1/2"


def test_equality_is_by_content() -> None:
    again = Tree.from_nested([[3, 12], [2, 4]])
    assert again == SMALL
    assert hash(again) == hash(SMALL)
    assert Tree(SMALL.nodes, title="other") != SMALL
    assert Tree.from_nested([[3, 12], [2, 4]], root=MIN) != SMALL
    assert repr(Tree(SMALL.nodes, "AIMA")) == "<Tree 'AIMA': 7 nodes, height 2>"


@pytest.mark.parametrize("bad", [float("inf"), float("nan"), True, "3", None])
def test_a_value_is_a_finite_number(bad: object) -> None:
    with pytest.raises(ZermeloError, match="a value must be"):
        TreeBuilder().leaf(bad)  # type: ignore[arg-type]


def test_the_builder_wants_one_whole_tree() -> None:
    builder = TreeBuilder()
    builder.open()
    with pytest.raises(ZermeloError, match="not finished"):
        builder.nodes()
    builder.leaf(1)
    builder.close()
    with pytest.raises(ZermeloError, match="has ended already"):
        builder.leaf(2)


def test_nothing_recurses() -> None:
    depth = 20_000
    builder = TreeBuilder()
    for _ in range(depth):
        builder.open()
        builder.leaf(1)
    builder.leaf(0)
    for _ in range(depth):
        builder.close()
    tree = Tree(builder.nodes())
    deepest = tree.leaves()[-1]
    assert (tree.height, len(tree.path(deepest))) == (depth, depth)
    assert tree.parse_state(tree.format_state(deepest)) == deepest
    assert copy.deepcopy(tree) == tree
    assert hash(copy.copy(tree)) == hash(tree)
    assert tree.draw(0).endswith("└─ MAX … 39,920 nodes")


@pytest.mark.parametrize("oracle", json.loads((ORACLES / "trees.json").read_text("utf-8")))
def test_leaves_of_the_oracles(oracle: dict[str, dict[str, list[list[int]]]]) -> None:
    tree = Tree.from_nested(oracle["tree"], levels=oracle["levels"])  # type: ignore[arg-type]
    leaves = oracle["left"]["evaluated"] + oracle["left"]["pruned"]
    assert [list(tree.path(leaf)) for leaf in tree.leaves()] == sorted(leaves)
