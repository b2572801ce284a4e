"""Exercises on trees that somebody brings, their variants, and sheets as files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exercise.test_marking import solution_of
from zermelo.exercise import AnswerError, grade, own_exercise, read_assignment
from zermelo.exercise.outputs.drawing import view_of
from zermelo.exercise.sheet import sheet
from zermelo.exercise.trees import named, tree_of_game, with_values
from zermelo.explain.svg import drawing
from zermelo.game import ZermeloError
from zermelo.games import GAMES, Tree, read_tree
from zermelo.search import expectiminimax, minimax

AIMA = read_tree("[[3 12 8] [2 4 6] [14 5 2]]")


def names(tree: Tree) -> list[str]:
    return [node.name or "" for node in tree.nodes if node.children]


def test_names_are_given_level_by_level_and_those_written_stay() -> None:
    assert names(named(AIMA)) == ["A", "B", "C", "D"]
    assert names(named(read_tree("max R [[[1 2] 3] X [4 5]]"))) == ["R", "A", "B", "X"]
    written = read_tree("max R [left: min S [up: 1 down: 2] right: 3]")
    assert named(written).nodes[0].labels == ("left", "right")
    twice = read_tree("max [x: min [y: 1 z: 2] w: min [y: 3 z: 4]]")
    assert named(twice).nodes[0].labels == ("a1", "a2")


@pytest.mark.parametrize("kind", ["minimax", "alphabeta", "alphabeta-right", "window"])
def test_the_solution_of_an_own_tree_has_full_marks(kind: str) -> None:
    for text in ("[[3 12 8] [2 4 6] [14 5 2]]", "min R [[4 7 1] 6 [[2 3] 9]]"):
        for variant in (0, 1, 2):
            exercise = own_exercise(read_tree(text), kind, variant=variant)
            found = grade(exercise, solution_of(exercise))
            assert found.marks == found.out_of > 0
            assert found.first is None


NESTED = st.recursive(
    st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=12
).filter(lambda nested: isinstance(nested, list))


@given(NESTED, st.integers(1, 10**6))
def test_a_variant_is_searched_alike(nested: list[int], variant: int) -> None:
    """The same nodes, the same cuts, the same move; only the numbers are others."""
    tree = Tree.from_nested(nested)
    plain, other = (own_exercise(tree, "alphabeta", variant=v) for v in (0, variant))
    one, two = (exercise.task.replay for exercise in (plain, other))
    assert list(one.visits) == list(two.visits)
    assert one.result.action == two.result.action
    assert one.result.cutoffs == two.result.cutoffs
    assert other.digest == own_exercise(tree, "alphabeta", variant=variant).digest


def test_variants_differ_and_chance_stays_linear() -> None:
    digests = {own_exercise(AIMA, "minimax", variant=v).digest for v in range(20)}
    assert len(digests) > 15
    dice = read_tree("max [chance [1/2: min [2 4] 1/2: min [7 4]] chance [min [6 0] min [5 -2]]]")
    plain, other = (own_exercise(dice, "expectiminimax", variant=v) for v in (0, 5))
    move = plain.task.solution["A.move"]
    assert other.task.solution["A.move"] == move


@pytest.mark.parametrize("variant", range(1, 6))
def test_a_blank_drawing_betrays_nothing(variant: int) -> None:
    """The same tree with the leaves in another order, so with other cuts, is drawn alike."""
    tree = read_tree("[[[10 15] [17 11]] [[12 18] [25 14]] [[21 13] [19 16]]]")
    leaves = tree.leaves()
    values = [tree.utility(leaf) for leaf in leaves]
    turned = with_values(tree, leaves, values[variant:] + values[:variant])
    pictures = [
        re.sub(
            r"\b[12][0-9]\b(?=</text>)", "#", drawing(view_of(sheet(own_exercise(t, "alphabeta"))))
        )
        for t in (tree, turned)
    ]
    shapes = [
        re.sub(r"<(title|desc)[^>]*>.*?</\1>", "", each, flags=re.DOTALL) for each in pictures
    ]
    searched = [list(own_exercise(t, "alphabeta").task.replay.visits) for t in (tree, turned)]
    assert searched[0] != searched[1]
    assert shapes[0] == shapes[1]


def test_a_position_of_a_game() -> None:
    game = GAMES["tictactoe"].build({})
    state = game.parse_state("XOX/OXO/___")
    tree = tree_of_game(game, state, 9)
    assert minimax(tree).value == minimax(game, state).value
    with pytest.raises(AnswerError, match="more than 128 leaves"):
        tree_of_game(game, game.initial(), 3)


@pytest.mark.parametrize(
    ("text", "kind", "shape", "message"),
    [
        ("7", "minimax", "", "one leaf"),
        ("[" * 3000 + "1 2" + "]" * 3000, "minimax", "", "3000 levels"),
        ("[[1 2] 3]", "alphabeta", "depth=3", "has its shape already"),
        ("[[1 2] 3]", "alfabeta", "", "did you mean 'alphabeta'?"),
        ("max [chance [1 2] 3]", "alphabeta", "", "chance nodes"),
        ("[[1 1] [2 3]]", "reorder", "", "with ties no order is the best"),
    ],
)
def test_trees_that_do_not_fit(text: str, kind: str, shape: str, message: str) -> None:
    with pytest.raises(ZermeloError, match=re.escape(message)):
        own_exercise(read_tree(text), kind, shape)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = ", "exam.toml, line 1: "),
        ("", "exam.toml, line 1: no [[exercise]] in it"),
        ("\ntitel = 'x'", "line 2: no key 'titel'; did you mean 'title'?"),
        ("[[exercise]]\ntree = 'x.tree'", "exam.toml, line 1: cannot read"),
        ("[[exercise]]\nseed = 'x'", "line 2: seed cannot be 'x'"),
        ("[[exercise]]\nseed = 1\nmarks = 0", "line 3: marks must be more than 0"),
        ("[[exercise]]\nseed = 1\nposition = 'x'", "line 3: no key 'position'"),
        ("[[exercise]]\ngame = 'ches'", "no game 'ches'"),
        ("[[exercise]]\ngame = 'tictactoe'\nposition = '?'", "line 1: "),
        ("[[exercise]]\nseed = 1\n\n[[exercise]]\nkind = 'x'", "line 4: no kind of exercise 'x'"),
        ("[[exercise]]\nseed = 1\nshape = 'dept=2'", "did you mean 'depth'?"),
        ("convention = '01'\n[[exercise]]\nseed = 1", "exam.toml, line 1: no convention '01'"),
        ("[[exercise]]\nseed = 1\nconvention = '01'", "line 3: no convention '01'"),
        ("symmetry = 1\n[[exercise]]\nseed = 1", "exam.toml, line 1: symmetry cannot be 1"),
        ("[[exercise]]\nseed = 1\nsymmetry = true", "line 3: no key 'symmetry'"),
        ("[[exercise]]\nseed = true", "line 2: seed cannot be True"),
        (
            "symmetry = true\n[[exercise]]\ngame = 'pig'",
            "line 2: symmetry needs a rule that pig lacks: canonical",
        ),
        (
            "[[exercise]]\nkind = 'expectiminimax'\nconvention = '003'",
            "line 1: convention 003 changes nothing in an exercise of the kind expectiminimax",
        ),
    ],
)
def test_sheets_that_cannot_be_read(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ZermeloError) as error:
        read_assignment(text, "exam.toml", tmp_path)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


SHEET = """
title = "Exam"
convention = "001"
symmetry = true

[[exercise]]
seed = 7

[[exercise]]
seed = 7
convention = "004"

[[exercise]]
seed = 7
shape = "test=last"

[[exercise]]
kind = "expectiminimax"

[[exercise]]
game = "tictactoe"
depth = 1

[[exercise]]
game = "tictactoe"
depth = 2
symmetry = false
convention = "000"
"""


def test_what_a_sheet_says_of_all_and_an_exercise_of_itself(tmp_path: Path) -> None:
    made = read_assignment(SHEET, "exam.toml", tmp_path).exercises()
    conventions = [(each.shape.test, each.shape.returns) for each in made[:3]]
    assert conventions == [("first", "soft"), ("last", "bound"), ("last", "soft")]
    three, nine = (each.tree.nodes[0] for each in made[4:])
    assert (len(three.children), len(nine.children)) == (3, 9)
    assert "(of symmetric moves the first)" in made[4].note
    # In 000 the root is at depth 1: 2 is one move.
    assert made[5].tree.height == 1
    # What is said on the command line goes before both, for depth, too.
    other = read_assignment(SHEET, "exam.toml", tmp_path, convention="002").exercises()
    assert other[5].tree.height == 2


def test_in_003_a_level_of_chance_costs_one() -> None:
    text = "max (h=1) [chance (h=2) [min (h=3) [2 4] min (h=8) [7 4]] min (h=5) [6 0]]"
    tree = read_tree(text)
    for depth in range(2, 6):
        drawn = tree_of_game(tree, 0, depth - 1, chance_depth=1)
        found = expectiminimax(tree, convention="003", depth=depth).value
        assert expectiminimax(drawn).value == found
    assert tree_of_game(tree, 0, 1, chance_depth=1).height == 1
    assert tree_of_game(tree, 0, 1).height == 2
