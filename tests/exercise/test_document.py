"""Exercises and answers as files."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.exercise.test_marking import SHAPES
from zermelo.exercise import AnswerError, form, grade, make, read_paper, tree_file
from zermelo.explain.expect import unmet
from zermelo.game import ZermeloError
from zermelo.games import read_tree

EXERCISE = make("alphabeta", 7, "depth=2 branching=2")


def page(solved: bool = True, **changes: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(form([EXERCISE], solved))
    for path, value in changes.items():
        part = found
        *way, last = path.split("__", 1)
        last = last.replace("__", ".")
        for key in way:
            part = part[key]
        part[last] = value
    return found


def complaint(text: str) -> str:
    with pytest.raises(ZermeloError) as error:
        read_paper(text)
    return str(error.value)


def test_a_blank_form_tells_nothing() -> None:
    blank = page(solved=False)
    assert set(blank["answers"].values()) == {None}
    assert blank["answers"].keys() == {item.id for item in EXERCISE.task.items}
    ((again, answers),) = read_paper(json.dumps(blank)).answered
    assert again.tree == EXERCISE.tree
    assert answers == {}


def test_the_solution_reads_back() -> None:
    paper = read_paper(json.dumps(page(student=" Ada  Lovelace\n")))
    assert paper.student == "Ada Lovelace"
    found = grade(*paper.answered[0])
    assert found.marks == found.out_of


def test_several_exercises() -> None:
    exercises = [make("minimax", seed, "depth=2 branching=2") for seed in (1, 2, 3)]
    paper = read_paper(form(exercises, solved=True))
    assert [exercise.seed for exercise, _answers in paper.answered] == [1, 2, 3]
    assert all(grade(*each).first is None for each in paper.answered)


def test_numbers_keep_how_they_are_written() -> None:
    text = json.dumps(page()).replace(
        '"A.value": ', '"A.value": 2.50, "B.alpha": 1e400, "C.alpha": '
    )
    assert "twice" in complaint(text)
    deep = json.dumps(page(answers={"A.value": 1.5}))
    ((_exercise, answers),) = read_paper(deep.replace("1.5", "1.50")).answered
    assert answers["A.value"].places == 2  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no JSON: Expecting value at line 1, column 1"),
        ("{", "no JSON: "),
        ("[1]", "no answers: write"),
        ("null", "no answers: write"),
        ("{}", "no answers: write"),
        ('{"exercises": []}', "a list of exercises"),
        ('{"exercises": 3}', "a list of exercises"),
        ('{"exercises": [3]}', "no answers: write"),
        ("[" * 100_000, "nested too deeply"),
        ('{"answers": {}, "answers": {}}', "'answers' stands twice"),
        (json.dumps(page(exercise={})), "the exercise is not said"),
        (json.dumps(page(exercise__seed="x")), "the exercise is not said"),
        (json.dumps(page(exercise__seed=-1)), "the exercise is not said"),
        (json.dumps(page(exercise__seed=8)), "for another tree"),
        (json.dumps(page(exercise__shape="depth=2 branching=3")), "for another tree"),
        (json.dumps(page(exercise__shape="dept=2")), "did you mean 'depth'?"),
        (json.dumps(page(exercise__kind="alfabeta")), "did you mean 'alphabeta'?"),
        (json.dumps(page(exercise__digest="0")), "the digest is 0, not"),
        (json.dumps(page(exercise__version=2)), "for version 2 of the exercises; this is 1"),
    ],
)  # fmt: skip
def test_what_cannot_be_read(text: str, message: str) -> None:
    found = complaint(text)
    assert message in found
    assert "\n" not in found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (json.dumps(page(answers__B__value="x")), "B, value: 'x' is no number"),
        (json.dumps(page(answers__B__value=float("nan"))), "B, value: 'NaN' is no number"),
        (json.dumps(page(answers__B__value=1234)).replace("1234", "9" * 5000), "B, value: "),
        (json.dumps(page(answers__B__state="maybe")), "'maybe' is none of searched, pruned"),
        (json.dumps(page(answers__B__move={})), "this exercise has no item 'B.move'"),
    ],
)
def test_an_item_that_cannot_be_read_is_wrong_and_no_other(text: str, message: str) -> None:
    paper = read_paper(text)
    found = grade(*paper.answered[0])
    told = [mark.message for mark in found.items if mark.verdict == "wrong"]
    assert message in (*told, *paper.notes)[0]
    assert len(told) + len(paper.notes) == 1
    wrong = {found.first.item.id} if found.first else set()
    assert found.marks == found.out_of - sum(map(EXERCISE.task.marks.__getitem__, wrong))


def test_what_was_set_is_marked() -> None:
    """A file with the answers to an easier exercise gets nothing for them."""
    easier = form([make("minimax", 1, "depth=1 branching=2")], solved=True)
    paper = read_paper(easier, lambda _student: [EXERCISE])
    assert paper.notes == ("exercise 1: no answers to it",)
    assert grade(*paper.answered[0]).marks == 0
    own = read_paper(json.dumps(page()), lambda _student: [EXERCISE])
    assert (own.notes, grade(*own.answered[0]).first) == ((), None)


def test_infinity_as_json_writes_it() -> None:
    text = json.dumps(page(answers={"A.alpha": float("-inf")}))
    assert '"A.alpha": -Infinity' in text
    found = grade(*read_paper(text).answered[0])
    assert found.items[0].verdict == "right"


def test_trees_are_their_own_tests() -> None:
    for kind, shape in [each for each in SHAPES if each[0] not in ("heuristic", "mcts")]:
        for seed in range(5):
            exercise = make(kind, seed, shape)
            blank = read_tree(tree_file(exercise))
            assert blank.nodes == exercise.tree.nodes
            assert blank.expectations == ()
            solved = read_tree(tree_file(exercise, solved=True))
            assert len(solved.expectations) == 1
            assert unmet(solved) == []


def test_no_tree_file_has_boards_or_visits() -> None:
    for kind in ("heuristic", "mcts"):
        with pytest.raises(AnswerError, match=r"a \.tree file has no (boards|visits): write \.pdf"):
            tree_file(make(kind, 1))


def test_an_unknown_kind() -> None:
    with pytest.raises(AnswerError, match="no kind of exercise 'chess'; there is minimax"):
        make("chess", 1)
