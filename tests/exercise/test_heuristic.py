"""Count, then evaluate: positions by seed, the teacher's own, and what a miscount costs."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.exercise.test_marking import solution
from zermelo.exercise import AnswerError, ShapeError, grade, make, own_exercise, read_assignment
from zermelo.exercise.document import tree_file
from zermelo.exercise.items import Number
from zermelo.exercise.outputs import tex
from zermelo.exercise.outputs.drawing import view_of
from zermelo.exercise.shape import with_convention
from zermelo.exercise.sheet import as_text, sheet
from zermelo.exercise.trees import BoardTree, tree_of_game
from zermelo.explain.svg import drawing
from zermelo.games import MNK, Grundy, read_tree

LECTURE = """
[[exercise]]
game = "tictactoe"
kind = "heuristic"
position = "xo./.o./.xx"
depth = 1
"""


def open_lines(board: str, other: str) -> int:
    """The rows, columns and diagonals without a stone of the other's, counted anew."""
    cells = board.replace("/", "")
    lines = ["012", "345", "678", "036", "147", "258", "048", "246"]
    return sum(all(cells[int(i)] != other for i in line) for line in lines)


@pytest.mark.parametrize("shape", ["", "depth=2 branching=3-5", "root=min branching=4 ties=no"])
def test_the_solution_counts_as_anybody_would(shape: str) -> None:
    for seed in range(15):
        exercise = make("heuristic", seed, shape)
        tree, right = exercise.tree, exercise.task.solution
        assert isinstance(tree, BoardTree)
        for leaf in tree.leaves():
            name, board = exercise.task.names.of(leaf), tree.texts[leaf]
            x, o = open_lines(board, "o"), open_lines(board, "x")
            assert right[f"{name}.open-lines-of-MAX"] == x
            assert right[f"{name}.open-lines-of-MIN"] == o
            assert right[f"{name}.value"] == x - o


def test_a_miscount_costs_only_once() -> None:
    exercise = make("heuristic", 2, "branching=5")
    answers = solution(exercise)
    names = [exercise.task.names.of(leaf) for leaf in exercise.tree.leaves()]
    first = next(
        name for name in names if name not in exercise.task.as_good(exercise.task.items[-1].id)
    )
    right = exercise.task.solution[f"{first}.open-lines-of-MAX"]
    assert isinstance(right, Fraction)
    answers[f"{first}.open-lines-of-MAX"] = Number(right + 7, None)
    worth = exercise.task.solution[f"{first}.value"]
    assert isinstance(worth, Fraction)
    answers[f"{first}.value"] = answers["A.value"] = Number(worth + 7, None)
    answers["A.move"] = first
    found = grade(exercise, answers)
    assert found.out_of - found.marks == exercise.task.weight(f"{first}.open-lines-of-MAX")
    assert [mark.verdict for mark in found.items].count("follow-on") == 3


def test_nonsense_is_no_mark() -> None:
    for number in range(-3, 6):
        marks = out_of = Fraction(0)
        for seed in range(30):
            exercise = make("heuristic", seed)
            numbers = [item.id for item in exercise.task.items if item.form == "number"]
            found = grade(exercise, dict.fromkeys(numbers, Number(Fraction(number), None)))
            marks, out_of = marks + found.marks, out_of + found.out_of
        assert marks < out_of / 4


def test_a_blank_sheet_tells_no_value_and_a_solved_one_marks_the_lines() -> None:
    exercise = make("heuristic", 2)
    blank = ElementTree.fromstring(drawing(view_of(sheet(exercise))))
    solved = ElementTree.fromstring(drawing(view_of(sheet(exercise, solved=True))))
    for root, counted in ((blank, 0), (solved, len(exercise.tree.leaves()))):
        boards = [e for e in root.iter() if e.get("class") == "game-board"]
        marks = [e for e in root.iter() if e.get("class") == "features"]
        assert (len(boards), len(marks)) == (len(exercise.tree.nodes), counted)
    assert not [e for e in blank.iter() if e.get("data-part") in ("value", "static")]
    text = as_text(sheet(exercise))
    assert text.count("a b c") == 1 + len(exercise.tree.leaves())
    page = tex.render([sheet(exercise)]).decode()
    texts: tuple[str, ...] = exercise.tree.texts  # type: ignore[attr-defined]
    assert page.count("circle") == "".join(texts).count("o")
    assert not any(board in page for board in texts)


def test_the_lectures_position_as_an_exercise() -> None:
    (exercise,) = read_assignment(LECTURE, "own.toml", Path()).exercises()
    assert exercise.task.solution["A.value"] == -1
    assert exercise.task.solution["A.move"] == "a3"
    tictactoe = MNK()
    tree = tree_of_game(tictactoe, tictactoe.parse_state("xox/.o./.x."), 1)
    over = own_exercise(tree_of_game(tictactoe, tree.states[2], 1), "heuristic")
    assert over.task.solution


def test_a_lecture_that_counts_lines_with_a_stone() -> None:
    """Under convention 000 sheets, seeds and marks count as its slide does."""
    sheet_000 = 'convention = "000"\n' + LECTURE.replace("depth = 1", "depth = 2")
    (own,) = read_assignment(sheet_000, "own.toml", Path()).exercises()
    assert own.task.solution["A.value"] == -1
    made = make("heuristic", 3, with_convention("", "000", ("heuristic",)))
    assert "heuristic=begun" in made.shape.text
    plain = {board for seed in range(3) for board in make("heuristic", seed).task.solution}
    for exercise in (own, made):
        right = exercise.task.solution
        assert {item.partition(".")[2] for item in right} == {
            *("lines-with-X-and-without-O", "lines-with-O-and-without-X", "value", "move")
        }
        assert not {item for item in right if "lines" in item} & plain
        assert "lines with X and without O" in as_text(sheet(exercise))
    found = grade(made, solution(made))
    assert found.marks == found.out_of
    with pytest.raises(ShapeError, match="heuristic is for"):
        make("minimax", 1, "heuristic=begun")


def test_what_has_no_boards_is_refused() -> None:
    with pytest.raises(AnswerError, match="tells what its heuristic counts"):
        own_exercise(read_tree("[[1 2] [3 4]]"), "heuristic")
    with pytest.raises(AnswerError, match="tells what its heuristic counts"):
        own_exercise(tree_of_game(Grundy(7), Grundy(7).initial(), 9), "heuristic")
    with pytest.raises(AnswerError, match="no boards"):
        tree_file(make("heuristic", 1))
    for shape in ("depth=3", "branching=2", "depth=2 uneven=yes branching=4", "branching=4"):
        with pytest.raises(ShapeError):
            make("heuristic", 1, shape)
