"""Every worked tree: value, best child, leaves evaluated in order, leaves pruned."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests import oracle
from zermelo.explain.leaves import Leaves
from zermelo.games import Tree
from zermelo.search import ALGORITHMS, Settings, alphabeta, expectiminimax, star1

WORKED = oracle.worked_trees()
CHANCE = oracle.chance_trees()
# A literal tree has no rule is_quiet, which quiescence needs.
EXACT = [a for a in ALGORITHMS.values() if a.exact and a.name != "quiescence"]
LEFT_TO_RIGHT = Settings()
RIGHT_TO_LEFT = Settings(order="right")
STRICT = Settings(cut="gt")


@pytest.mark.parametrize(
    ("key", "settings"),
    [("left", LEFT_TO_RIGHT), ("right", RIGHT_TO_LEFT), ("left_strict", STRICT)],
)
@pytest.mark.parametrize("name", WORKED)
def test_alphabeta_visits_just_the_leaves_of_the_worked_example(
    name: str, key: str, settings: Settings
) -> None:
    tree, entry = WORKED[name]
    leaves = Leaves(tree)
    settings = {**settings, "observer": leaves}
    result = alphabeta(tree, **settings)
    expected = entry[key]
    assert result.value == entry["value"]
    assert result.action == expected["move"]
    assert result.nodes == expected["nodes"]
    assert [list(tree.path(leaf)) for leaf in leaves.evaluated()] == expected["evaluated"]
    assert [list(tree.path(leaf)) for leaf in leaves.pruned()] == expected["pruned"]


@pytest.mark.parametrize("name", WORKED)
@pytest.mark.parametrize("algorithm", EXACT, ids=lambda a: a.name)
def test_every_exact_algorithm_finds_the_value(name: str, algorithm: Any) -> None:
    tree, entry = WORKED[name]
    result = algorithm(tree)
    assert result.value == entry["value"]
    assert result.action == entry["left"]["move"]
    assert result.proven


@pytest.mark.parametrize("algorithm", [expectiminimax, star1], ids=lambda a: a.name)
@pytest.mark.parametrize("name", CHANCE)
def test_chance_trees_have_their_exact_values(name: str, algorithm: Any) -> None:
    tree, entry = CHANCE[name]
    result = algorithm(tree, all_moves=True)
    assert result.value == Fraction(entry["value"])
    assert not isinstance(result.value, float)
    assert result.action == entry["move"]
    assert list(result.values.values()) == [Fraction(c) for c in entry["children"]]


def test_star1_prunes_what_the_range_makes_irrelevant() -> None:
    tree, entry = CHANCE["star1-range-0-10"]
    leaves = Leaves(tree)
    result = star1(tree, observer=leaves)
    assert result.value == Fraction(entry["value"])
    # 0.7 * 2 + 0.3 * 10 = 4.4 < 8.4: neither the 10 beside the 2 nor the other MIN node matters.
    assert [tree.path(leaf) for leaf in leaves.pruned()] == [(1, 0, 1), (1, 1, 0), (1, 1, 1)]


def test_a_tree_that_is_one_leaf_has_its_value_and_no_move() -> None:
    for name in ("minimax", "alphabeta", "table", "iterative", "pvs", "mtdf", "star1"):
        result = ALGORITHMS[name](Tree.from_nested(5))
        assert (result.value, result.action, result.line) == (5, None, ())
