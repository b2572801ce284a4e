"""A tree as JSON: what it means, what it refuses, and that writing inverts reading."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import any_trees, texts
from zermelo.game import CHANCE, MAX, MIN
from zermelo.games.tree import Tree, TreeError, read_tree, write_tree
from zermelo.games.tree.as_json import tree_from_json, tree_to_json

ORACLES = Path(__file__).parents[1] / "oracles"


def test_the_same_tree_as_text_and_as_json() -> None:
    text = """
    title: "both"
    range: 0 12
    A [
      a1: B (h=5) [3 7/2 0.5]
      a2: chance C [1/2: [2 4]  1/2 heads: 7]
      a3: D = 2
    ]
    expect: value 3, move a1
    """
    page = {
        "title": "both",
        "range": [0, 12],
        "expect": ["value 3, move a1"],
        "tree": {
            "name": "A",
            "max": [
                {"label": "a1", "to": {"name": "B", "static": 5, "min": [3, "7/2", 0.5]}},
                {
                    "label": "a2",
                    "to": {
                        "name": "C",
                        "chance": [
                            ["1/2", [2, 4]],
                            {"label": "heads", "probability": "1/2", "to": 7},
                        ],
                    },
                },
                {"label": "a3", "to": {"value": 2, "name": "D"}},
            ],
        },
    }
    tree = tree_from_json(json.dumps(page))
    assert tree == read_tree(text)
    assert json.loads(tree_to_json(tree)) == page


def test_a_bare_node_is_a_document() -> None:
    assert tree_from_json("5") == Tree.from_nested(5)
    assert tree_from_json("[[3, 12], [2, 4]]") == Tree.from_nested([[3, 12], [2, 4]])
    assert tree_from_json('{"min": [[1]]}') == Tree.from_nested([[1]], root=MIN)


def test_a_pair_is_a_pair_only_right_below_chance() -> None:
    pairs = tree_from_json('{"chance": [["1/2", 3], ["1/2", ["1/2", 4]]]}')
    assert pairs.nodes[0].weights == (1, 1)
    assert [node.kind for node in pairs.nodes] == [CHANCE, None, MAX, None, None]
    assert pairs.nodes[3].value == Fraction(1, 2)
    lists = tree_from_json('{"chance": [[1, 3], [2, 4, 5]]}')
    assert [len(node.children) for node in lists.nodes] == [2, 2, 0, 0, 3, 0, 0, 0]
    halves = tree_from_json('["1/2", 3]')
    assert (halves.nodes[0].kind, halves.nodes[1].value) == (MAX, Fraction(1, 2))


def test_a_decimal_probability_is_exact() -> None:
    edges = [{"probability": p, "to": 1} for p in (0.1, 0.2, "70%")]
    assert tree_from_json(json.dumps({"chance": edges})).nodes[0].weights == (1, 2, 7)


MISTAKES = {
    "[1, 2": (1, 6, "no JSON"),
    "[]": (0, 0, "node root: an empty list"),
    "[1, [2, []]]": (0, 0, "node 2/2: an empty list"),
    "[1, [2, null]]": (0, 0, "node 2/2: a value is a number"),
    "[true]": (0, 0, "node 1: a value is a number"),
    "[NaN]": (0, 0, "node 1: a value must be finite"),
    "[" + "9" * 5000 + "]": (0, 0, "too many digits"),
    '["x"]': (0, 0, "node 1: 'x' is no value"),
    '[{"valeu": 3}]': (0, 0, 'node 1: a node has a "value", or a list under one of'),
    '{"max": [1], "min": [2]}': (0, 0, 'a list under one of "max", "min", "chance"'),
    '{"max": 3}': (0, 0, 'a list under one of "max", "min", "chance"'),
    '{"max": [1], "max": [2]}': (0, 0, "a key stands twice"),
    '{"max": [1], "h": 2}': (0, 0, "the key 'h' has no meaning here"),
    '{"max": [1], "name": 2}': (0, 0, '"name" is a text'),
    '[{"probability": "1/2", "to": 3}]': (0, 0, "node 1: the MAX node decides"),
    '{"chance": [["1/2", 3], ["1/3", 4]]}': (0, 0, "node root: the probabilities of"),
    '{"chance": [["x", 3]]}': (0, 0, "node 1: 'x' is no probability"),
    '{"tree": [1], "extra": 2}': (0, 0, "the key 'extra' has no meaning here"),
    '{"tree": [1], "range": 3}': (0, 0, '"range" has two ends'),
    '{"tree": [1], "range": [2, 3]}': (0, 0, "outside the declared range"),
    '{"tree": [1], "expect": "value 1"}': (0, 0, '"expect" is a list of texts'),
    '{"tree": [1], "expect": ["valu 1"]}': (1, 1, "did you mean 'value'?"),
}


@pytest.mark.parametrize("text", MISTAKES, ids=[what for _, _, what in MISTAKES.values()])
def test_an_error_says_where_and_what(text: str) -> None:
    line, column, what = MISTAKES[text]
    with pytest.raises(TreeError) as raised:
        tree_from_json(text, "a.json")
    assert (raised.value.line, raised.value.column) == (line, column)
    assert str(raised.value).startswith("a.json:")
    assert what in str(raised.value)
    assert "\n" not in str(raised.value)


KEYS = ["max", "min", "chance", "value", "name", "static", "to", "label", "probability", "tree"]
JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.sampled_from([3, "1/2", "0.5", "x"]),
    lambda below: (
        st.lists(below, max_size=3) | st.dictionaries(st.sampled_from(KEYS), below, max_size=3)
    ),
)


@given(JSON)
def test_any_json_is_a_tree_or_a_tree_error(data: Any) -> None:
    try:
        tree = tree_from_json(json.dumps(data))
    except TreeError:
        return
    assert tree_from_json(tree_to_json(tree)) == tree


@given(any_trees(), st.none() | texts, st.booleans())
def test_writing_inverts_reading(plain: Tree, title: str | None, ranged: bool) -> None:
    expected = read_tree("5\nexpect: pruned [], cut >=\nexpect: line [a b]").expectations
    tree = Tree(plain.nodes, title, plain.bounds(0) if ranged else None, expected)
    again = tree_from_json(tree_to_json(tree))
    assert again == tree
    assert repr(again.nodes) == repr(tree.nodes)  # 3 and 3.0 are equal but not the same


@pytest.mark.parametrize("oracle", json.loads((ORACLES / "chance.json").read_text("utf-8")))
def test_the_oracles_with_chance_survive(oracle: dict[str, Any]) -> None:
    page = {key: oracle[key] for key in ("range", "tree") if key in oracle}
    tree = tree_from_json(json.dumps(page))
    assert tree.has_chance
    assert tree_from_json(tree_to_json(tree)) == tree == read_tree(write_tree(tree))


@pytest.mark.parametrize("oracle", json.loads((ORACLES / "trees.json").read_text("utf-8")))
def test_the_oracle_trees_survive(oracle: dict[str, Any]) -> None:
    tree = Tree.from_nested(oracle["tree"], levels=oracle["levels"])
    assert tree_from_json(tree_to_json(tree)) == tree


def test_writing_never_recurses_and_reading_says_when_it_cannot() -> None:
    deep = read_tree("[1 " * 20_000 + "0" + "]" * 20_000)
    text = tree_to_json(deep)
    with pytest.raises(TreeError, match="nested too deeply"):
        tree_from_json(text)
