"""The text of a tree: what it means, what it refuses, and that writing inverts reading."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import all_values, any_trees, texts
from zermelo.game import CHANCE, MAX, MIN, NotationWarning
from zermelo.games.tree import (
    Expectation,
    Tree,
    TreeError,
    read_tree,
    tree_from_json,
    tree_to_json,
    write_tree,
)
from zermelo.games.tree.expectation import LISTS, RESULTS, SETTINGS, read_expectation

ORACLES = Path(__file__).parents[1] / "oracles"

LECTURE = """\
title: "AIMA 5.2"
max A [
  a1: min B [ b1: 3  b2: 12  b3: 8 ]
  a2: chance C [ 1/2: min [2 4]  0.5 heads: 7 ]
  a3: D = 2                               # a named leaf
  a4: E (h=5) [ 1 9 ]                     # a static value on an inner node
]
root: max
range: 0 12
expect: value 3, move a1, pruned [4 6]
"""


def test_the_lecture_tree_has_every_detail() -> None:
    tree = read_tree(LECTURE)
    assert (tree.title, tree.value_range) == ("AIMA 5.2", (0, 12))
    assert [node.name for node in tree.nodes if node.name] == ["A", "B", "C", "D", "E"]
    assert tree.nodes[0].labels == ("a1", "a2", "a3", "a4")
    chance = tree.nodes[tree.parse_state("C")]
    assert (chance.kind, chance.labels, chance.weights) == (CHANCE, (None, "heads"), (1, 1))
    assert tree.nodes[tree.parse_state("D")].value == 2
    assert tree.nodes[tree.parse_state("E")].static == 5
    items = (("value", "3"), ("move", "a1"), ("pruned", ("4", "6")))
    assert tree.expectations == (Expectation(items),)
    assert tree.expectations[0].line == 10


def test_bare_lists_are_the_nested_lists() -> None:
    nested = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    for text in ("[[3 12 8] [2 4 6] [14 5 2]]", "[[3,12,8],[2,4,6],[14,5,2]] # AIMA"):
        assert read_tree(text) == Tree.from_nested(nested)
    assert read_tree("root: min\n" + str(nested)) == Tree.from_nested(nested, root=MIN)
    assert read_tree(str(nested) + "\nroot: min") == Tree.from_nested(nested, root=MIN)


def test_the_header_speaks_only_for_a_root_that_is_not_told() -> None:
    assert read_tree("root: min\nmax [1 2]").nodes[0].kind == MAX
    assert [n.kind for n in read_tree("chance [[1]]").nodes][:2] == [CHANCE, MAX]
    assert [n.kind for n in read_tree("root: min\nchance [[1]]").nodes][:2] == [CHANCE, MIN]
    assert [n.kind for n in read_tree("root: chance\n[[1]]").nodes][:2] == [CHANCE, MAX]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5),
        ("+3", 3),
        ("-3", -3),
        ("−3", -3),
        ("0.5", 0.5),
        ("-.5", -0.5),
        ("3.0", 3.0),
        ("1e3", 1000.0),
        ("7/2", Fraction(7, 2)),
        ("−7/2", Fraction(-7, 2)),
        ("4/2", 2),
    ],
)
def test_numbers(text: str, value: object) -> None:
    assert repr(read_tree(text).nodes[0].value) == repr(value)


def test_probabilities_are_exact_and_uniform_when_left_out() -> None:
    assert read_tree("chance [0.1: 1  20%: 2  7/10: 3]").nodes[0].weights == (1, 2, 7)
    assert read_tree("chance [1 2 3]").nodes[0].weights == (1, 1, 1)
    assert read_tree("chance [a: 1 b: 2]").nodes[0].weights == (1, 1)
    assert read_tree("chance [1: 5]").nodes[0].weights == (1,)


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("máx", MAX),
        ("Màx", MAX),
        ("MIN", MIN),
        ("mín", MIN),
        ("mi\u0301n", MIN),
        ("chance", CHANCE),
        ("azar", CHANCE),
        ("Atzar", CHANCE),
    ],
)
def test_kinds_in_three_languages(word: str, kind: int) -> None:
    assert read_tree(f"{word} [1 2]").nodes[0].kind == kind
    for root in ("root", "Raíz", "raiz", "arrel"):
        assert read_tree(f"{root}: {word}\n[1 2]").nodes[0].kind == kind


def test_headers_in_three_languages() -> None:
    english = read_tree("title: x\nrange: 0 9\nexpect: value 1\n[1 2]")
    assert read_tree("título: x\nrango: 0 9\nespera: value 1\n[1 2]") == english
    assert read_tree("Títol: x\nrang: 0 9\nespera: value 1\n[1 2]") == english


def test_quotes_give_any_text() -> None:
    tree = read_tree(r'title: "a \"b\" \\ \n"' + '\n["max": "1/2" = 3  "a, b]": 4]')
    assert tree.title == 'a "b" \\ \n'
    assert tree.nodes[0].labels == ("max", "a, b]")
    assert tree.nodes[1].name == "1/2"
    assert (
        read_tree("title: as it stands, plainly   # not this\n5").title == "as it stands, plainly"
    )


MISTAKES = {
    "": (1, 1, "there is no tree"),
    "title: x\n": (2, 1, "there is no tree"),
    "[[1 2]\n [3 4": (2, 2, "never closed"),
    "[[1 2]\n [3 4]": (1, 1, "never closed"),
    "[1 2]\n]": (2, 1, "the tree has ended"),
    "] [1]": (1, 1, "closes nothing"),
    "[1 2] [3]": (1, 7, "the tree has ended"),
    "[1 []]": (1, 4, "empty list"),
    "[1\n  foo 3]": (2, 3, "after 'foo' write a list [ ], or = and a value"),
    "[max A 3]": (1, 6, "after 'A' write a list"),
    "[3 = 4]": (1, 4, "'3' is a number: put it in quotes as a name"),
    "[max min [1]]": (1, 6, "'min' is a kind of node: put it in quotes as a name"),
    "[min: [1]]": (1, 2, "'min' is a kind of node: put it in quotes as a label"),
    "[A = x]": (1, 6, "'x' is no value"),
    "[A (g=3) [1]]": (1, 4, "write for instance (h=5)"),
    "[: 3]": (1, 2, "':' cannot stand here"),
    "[1/0]": (1, 2, "'1/0' divides by zero"),
    "[1e999]": (1, 2, "must be finite"),
    "[" + "9" * 5000 + "]": (1, 2, "too many digits"),
    "[50%]": (1, 2, "'50%' is no value"),
    '["a]': (1, 2, "quote is not closed"),
    r'["\q" = 1]': (1, 2, r"'\q' has no meaning"),
    '["" = 1]': (1, 2, "empty text"),
    r'"x\ny" [a: 1 a: 2]': (1, 14, "the MAX node 'x y' has two branches 'a'"),
    "A [a: 1\n a: 2]": (2, 2, "the MAX node 'A' has two branches 'a'"),
    "[1/2: 3  1/2: 4]": (1, 2, "the MAX node decides, so the branch has no probability 1/2"),
    "chance C [1/2: 3  1/3: 4]": (1, 10, "the CHANCE node 'C' add up to 5/6"),
    "chance [1/2: 3  4]": (1, 8, "a probability on 1 of 2 branches"),
    "chance [0: 3  1: 4]": (1, 9, "the probability 0 is not positive"),
    "chance [1e-1: 3  0.9: 4]": (1, 9, "'1e-1' is no probability"),
    "[1]\nfoo: 3": (2, 1, "'foo:' is no header"),
    "[1]\ntitle:": (2, 1, "'title:' says nothing"),
    "root: max\nraíz: min\n[1]": (2, 1, "'raíz:' has been said before"),
    "root: both\n[1]": (1, 1, "write max, min or chance"),
    "range: 3\n[1]": (1, 1, "the range has two ends"),
    "[7]\nrange: 0 5": (2, 1, "the value 7 lies outside the declared range from 0 to 5"),
    "[1]\nexpect: value 1, prunned [3]": (2, 18, "did you mean 'pruned'?"),
    "[1]\nexpect: value 1, value 2": (2, 18, "expected twice"),
    "[1]\nexpect: value": (2, 9, "'value' needs what it should be"),
    "[1]\nexpect: value [1]": (2, 9, "'value' takes no list"),
    "[1]\nexpect: pruned 3": (2, 9, "write pruned [4 6]"),
    "[1]\nexpect: window [3]": (2, 9, "two bounds"),
    "[1]\nexpect: ,": (2, 9, "nothing is expected"),
}


@pytest.mark.parametrize("text", MISTAKES, ids=[what for _, _, what in MISTAKES.values()])
def test_an_error_says_where_and_what(text: str) -> None:
    line, column, what = MISTAKES[text]
    with pytest.raises(TreeError) as raised:
        read_tree(text, "a.tree")
    error = raised.value
    assert (error.source, error.line, error.column) == ("a.tree", line, column)
    assert str(error).startswith(f"a.tree:{line}:{column}: ")
    assert what in str(error)
    assert "\n" not in str(error)


@given(st.text('[]():=#,"\\ \n1/2.a%-') | st.text())
def test_any_text_is_a_tree_or_a_tree_error(text: str) -> None:
    try:
        tree = read_tree(text)
    except TreeError:
        return
    assert read_tree(write_tree(tree)) == tree


def test_expectations() -> None:
    settings = "algorithm alphabeta, limit 2, order reversed, cut >=, window [-inf 3]"
    items = dict(read_expectation(f"{settings}, proven, line [a1, b1], value −1/2").items)
    assert items == {
        "algorithm": "alphabeta",
        "limit": "2",
        "order": "reversed",
        "cut": ">=",
        "window": ("-inf", "3"),
        "proven": "yes",
        "line": ("a1", "b1"),
        "value": "-1/2",
    }


def test_the_layout_is_for_people() -> None:
    assert write_tree(read_tree("[[3 12 8]\n[2 4 6]\n[14 5 2]]")) == "[[3 12 8] [2 4 6] [14 5 2]]\n"
    assert write_tree(read_tree(LECTURE)) == (
        'title: "AIMA 5.2"\n'
        "range: 0 12\n"
        "A [\n"
        "  a1: B [b1: 3, b2: 12, b3: 8]\n"
        "  a2: chance C [1/2: [2 4], 1/2 heads: 7]\n"
        "  a3: D = 2\n"
        "  a4: E (h=5) [1 9]\n"
        "]\n"
        "expect: value 3, move a1, pruned [4 6]\n"
    )


@st.composite
def expectations(draw: st.DrawFn) -> Expectation:
    words = draw(st.lists(st.sampled_from(RESULTS + SETTINGS), min_size=1, unique=True))
    items: list[tuple[str, str | tuple[str, ...]]] = []
    for word in words:
        size = 2 if word == "window" else draw(st.integers(0, 3))
        several = st.lists(texts | st.just("−1"), min_size=size, max_size=size)
        items.append((word, tuple(draw(several)) if word in LISTS else draw(texts)))
    return Expectation(tuple(items))


@given(any_trees(), st.none() | texts, st.booleans(), st.lists(expectations(), max_size=2))
def test_writing_inverts_reading(
    plain: Tree, title: str | None, ranged: bool, expected: list[Expectation]
) -> None:
    tree = Tree(plain.nodes, title, plain.bounds(0) if ranged else None, tuple(expected))
    again = read_tree(write_tree(tree))
    assert again == tree
    assert repr(again.nodes) == repr(tree.nodes)  # 3 and 3.0 are equal but not the same


@given(all_values)
def test_every_value_survives(value: int | float | Fraction) -> None:
    leaf = Tree.from_nested(value)
    assert repr(read_tree(write_tree(leaf)).nodes) == repr(leaf.nodes)


@pytest.mark.parametrize("oracle", json.loads((ORACLES / "trees.json").read_text("utf-8")))
def test_the_oracle_trees_survive(oracle: dict[str, list[object]]) -> None:
    tree = Tree.from_nested(oracle["tree"], levels=oracle["levels"])  # type: ignore[arg-type]
    assert read_tree(write_tree(tree)) == tree
    if oracle["levels"] is None:
        assert read_tree(str(oracle["tree"])) == tree


@pytest.mark.parametrize("leaf", ["5", "a: 5", "N = 5"])
def test_nothing_recurses(leaf: str) -> None:
    depth = 5_000  # five times what Python lets functions call themselves
    tree = read_tree(f"[{leaf} " * depth + "0" + "]" * depth)
    assert tree.height == depth
    text = write_tree(tree)
    assert len(text) < 12 * depth
    assert read_tree(text) == tree


def test_nodes_that_are_not_quiet() -> None:
    text = "max A [a1: B (h=1 unquiet) [-4 1] a2: C (h=0 quiet) [0] a3: D (h=2) [2 3]]"
    tree = read_tree(text)
    assert [tree.is_quiet(state) for state in range(len(tree.nodes))].count(False) == 1
    assert not tree.is_quiet(tree.parse_state("B"))
    assert read_tree(write_tree(tree)) == tree
    assert "(h=1 unquiet)" in write_tree(tree)
    assert "(h=1 unquiet)" in tree.draw(0)
    assert read_tree(text.replace("unquiet", "Inquieto")) == tree
    assert tree_from_json(tree_to_json(tree)) == tree


@pytest.mark.parametrize("inside", ["h=1 loud", "h=1 not quiet", "unquiet", "h=1 unquiet 2"])
def test_what_parentheses_do_not_hold(inside: str) -> None:
    with pytest.raises(TreeError, match="h=5 unquiet"):
        read_tree(f"max [B ({inside}) [1 2]]")


@pytest.mark.parametrize("quiet", ["1", "null", "false"])
def test_quiet_in_json_is_said_beside_a_static_value(quiet: str) -> None:
    with pytest.raises(TreeError, match="quiet"):
        tree_from_json(f'{{"quiet": {quiet}, "max": [1, 2]}}')


def test_a_name_that_looks_like_chance_is_told() -> None:
    with pytest.warns(NotationWarning, match="1:6: 'chanse' is taken for a name.* chance"):
        tree = read_tree("max [chanse [1 2]]")
    assert tree.nodes[1].name == "chanse"
    assert read_tree('max ["chanse" [1 2]]').nodes == tree.nodes  # quotes say that it is meant


def test_change_is_read_as_chance_as_a_lecture_has_it() -> None:
    with pytest.warns(NotationWarning, match="1:6: 'Change' is read as chance"):
        tree = read_tree("max [Change C [0.5: 2 0.5: 4] 3]")
    assert (tree.nodes[1].kind, tree.nodes[1].name) == (CHANCE, "C")
    named = read_tree('max ["change" [1 2] "change" = 3]')
    assert [node.name for node in named.nodes] == [None, "change", None, None, "change"]
    assert read_tree(write_tree(named)).nodes == named.nodes


def test_probabilities_are_kept_as_they_were_written() -> None:
    text = (
        "max [chance [0.5: 2 .5: 4] chance [1/2: 1 1/2: 2] chance [0.125: 1 7/8: 2] chance [1 2]]"
    )
    tree = read_tree(text)
    odds = [tree.odds(state) for state, node in enumerate(tree.nodes) if node.weights]
    assert odds == [["0.5", "0.5"], ["1/2", "1/2"], ["0.125", "0.875"], ["1/2", "1/2"]]
    assert tree.nodes == read_tree(text.replace(".5", "1/2").replace("01/2", "1/2")).nodes


def test_expectations_in_spanish_and_catalan() -> None:
    said = "value 3, move a1, pruned [4 6]"
    wanted = read_tree(f"expect: {said}\n[[3] [2 4 6]]").expectations
    for line in (
        "espera: valor 3, jugada a1, podados [4 6]",
        "esperat: Valor 3, moviment a1, podats [4 6]",
    ):
        assert read_tree(f"{line}\n[[3] [2 4 6]]").expectations == wanted
