"""Whole papers: marks as a lecturer gives them, and the one idea behind many answers."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.exercise.test_marking import solution_of
from zermelo.exercise import AnswerError, Exercise, grade, make, own_exercise
from zermelo.exercise.diagnosis import explanations, ways
from zermelo.exercise.items import Given, json_of, read_answer
from zermelo.exercise.marking import Grade
from zermelo.exercise.weights import USUAL, Weights, read_weights
from zermelo.games import read_tree

CLASS: dict[str, Any] = json.loads((Path(__file__).parent / "papers.json").read_text("utf-8"))
OFF = 8  # points from the mark by hand
KINDS = ("alphabeta", "alphabeta-right", "minimax", "expectiminimax")


def answered(exercise: Exercise, answers: dict[str, Any]) -> dict[str, Given]:
    """Answers as a paper has them, read."""
    items = {item.id: item for item in exercise.task.items}
    read = {name: read_answer(items[name], text) for name, text in answers.items()}
    return {name: given for name, given in read.items() if given is not None}


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    return own_exercise(read_tree(CLASS["tree"]), "alphabeta")


# --- a class's papers --------------------------------------------------------------------------


@pytest.mark.parametrize("name", CLASS["papers"])
def test_marks_are_those_by_hand(tmp_path: Path, run: Run, name: str) -> None:
    """Each paper was marked by a lecturer, who said in a few words what it shows."""
    by_hand, what, answers = CLASS["papers"][name].values()
    tree = tmp_path / "class.tree"
    tree.write_text(CLASS["tree"])
    digest = own_exercise(read_tree(CLASS["tree"]), "alphabeta").digest
    paper = tmp_path / "paper.json"
    about = {"kind": "alphabeta", "digest": digest}
    paper.write_text(json.dumps({"student": "Ada", "exercise": about, "answers": answers}))
    done = run("grade", str(paper), "--sheet", str(tree), "--json")
    found = json.loads(done.out)["exercises"][0]
    assert abs(found["percent"] - by_hand) <= OFF
    assert what in found["diagnosis"]
    assert bool(what) == bool(found["diagnosis"])
    if by_hand == 100:
        assert found["first_mistake"] is None
    if name == "nonsense":
        assert found["first_mistake"] == "A.alpha"


def test_a_paper_that_never_prunes_stays_below_half(exercise: Exercise) -> None:
    for made in (exercise, *(make("alphabeta", seed) for seed in range(12))):
        task = made.task
        never = next(e for e in explanations(task) if e.words == "it never cuts: this is minimax")
        found = grade(made, answered(made, {k: json_of(v) for k, v in never.answers.items()}))
        assert found.percent < 50
        unpruned = {k: v for k, v in solution_of(made).items() if k.split(".")[1] not in PRUNING}
        assert grade(made, unpruned).percent < 50


@pytest.mark.parametrize("off", [-5, -1, 0])
def test_a_wrong_number_where_a_cut_is_due_does_not_excuse_that_nothing_is_pruned(off: int) -> None:
    """Below alpha at MIN the cut is due by the student's own number; above, that hides it."""
    for seed in range(12):
        made = make("alphabeta", seed, "depth=2 branching=2-3 cuts=1")
        answers: dict[str, Any] = {
            name: json_of(answer) for name, answer in made.task.solution.items()
        }
        node = next(name.partition(".")[0] for name, cut in answers.items() if cut == "min")
        for name in answers:
            answers[name] = {"state": "searched", "cut": "no", "by": ""}.get(
                name.partition(".")[2], answers[name]
            )
        answers[f"{node}.value"] += off
        assert grade(made, answered(made, answers)).percent < 50
        answers[f"{node}.value"] = answers[f"{node}.alpha"] + 1
        assert grade(made, answered(made, answers)).percent > 50


PRUNING = ("state", "cut", "by")
GROUPS = (("pruning", PRUNING), ("values", ("value", "move")))


# --- explanations ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_who_has_a_misconception_is_told_so(kind: str) -> None:
    """The paper that each writes is explained by it, or by one that writes the same."""
    named = 0
    for seed in range(3):
        made = make(kind, seed)
        for each in explanations(made.task):
            answers = {item: json_of(answer) for item, answer in each.answers.items()}
            found = grade(made, answered(made, answers))
            if found.charge:
                named += 1
                assert (found.diagnosis, found.charge) == (each.text, each.charge)
                assert not [mark for mark in found.items if mark.verdict in ("wrong", "missing")]
                assert found.percent in (100 - each.charge, min(49, 100 - each.charge))
            elif (
                found.diagnosis not in ways()
            ):  # it changes little: single slips explain it as well
                assert sum(mark.is_mistake for mark in found.items) < 6
    assert named > 10


def test_a_slip_on_top_of_a_misconception_costs_itself(exercise: Exercise) -> None:
    right = grade(exercise, paper(exercise, "fail-hard"))
    answers = paper(exercise, "fail-hard")
    slipped = grade(exercise, {**answers, "I.alpha": answers["A.alpha"]})
    assert slipped.diagnosis == right.diagnosis
    assert [mark.item.id for mark in slipped.items if mark.is_mistake] == ["I.alpha"]
    assert right.marks - slipped.marks == exercise.task.marks["I.alpha"]


def test_numbers_of_two_nodes_exchanged(exercise: Exercise) -> None:
    found = grade(exercise, paper(exercise, "the numbers of C stand at D"))
    assert found.diagnosis == "the numbers of C stand at D, and the reverse"


def paper(exercise: Exercise, words: str) -> dict[str, Given]:
    """What somebody writes who has a misconception that is described so."""
    found = next(each for each in explanations(exercise.task) if words in each.text)
    return answered(exercise, {item: json_of(answer) for item, answer in found.answers.items()})


def test_a_right_paper_has_no_diagnosis() -> None:
    for kind in KINDS:
        found = grade(make(kind, 4), solution_of(make(kind, 4)))
        assert (found.diagnosis, found.charge, found.percent) == ("", 0, 100)


# --- weights -----------------------------------------------------------------------------------


def shares(found: Grade) -> dict[str, int]:
    """What the groups are worth, in percent."""
    groups: dict[str, Fraction] = {}
    for mark in found.items:
        group = next((name for name, asked in GROUPS if mark.item.what in asked), "bounds")
        groups[group] = groups.get(group, Fraction(0)) + mark.out_of
    return {group: round(100 * marks / found.out_of) for group, marks in groups.items()}


@pytest.mark.parametrize("text", ["", "values 10, bounds 20, pruning 70", "pruning: 1; values=1"])
def test_weights_share_the_marks_out(text: str) -> None:
    chosen = read_weights(text) if text else USUAL
    made = replace(make("alphabeta", 7), shares=chosen)
    found = shares(grade(made, solution_of(made)))
    assert found == {group: round(100 * w / sum(chosen)) for group, w in chosen._asdict().items()}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("values", "weights: 'values' is no weight: write 'values 40, bounds 25, pruning 35'"),
        ("valuse 40", "weights: no group 'valuse'; did you mean 'values'?"),
        ("values 0", "weights: all are 0"),
        ("values -3", "weights: 'values -3' is no weight"),
    ],
)
def test_weights_that_make_no_sense(text: str, told: str) -> None:
    with pytest.raises(AnswerError, match="weights") as raised:
        read_weights(text)
    assert told in str(raised.value)


def test_weights_of_a_sheet_and_of_the_command(tmp_path: Path, run: Run) -> None:
    sheet = tmp_path / "exam.toml"
    part = '[[exercise]]\nkind = "alphabeta"\nseed = 3\n'
    sheet.write_text(f'weights = "values 1, pruning 1"\n{part}\n{part}weights = "bounds 1"\n')
    done = run("exercise", str(sheet))
    assert "Marks: values 50 %, bounds 0 %, pruning 50 %." in done.out
    assert "Marks: values 0 %, bounds 100 %, pruning 0 %." in done.out
    blank = tmp_path / "blank.json"
    assert run("exercise", "--seed", "3", "--solved", "-o", str(blank)).status == 0
    filled = json.loads(blank.read_text())
    filled["answers"] = {k: v for k, v in filled["answers"].items() if k.endswith(".value")}
    blank.write_text(json.dumps(filled))
    for weights, least in (("values 1", 80), ("values 40, bounds 25, pruning 35", 30)):
        done = run("grade", str(blank), "--weights", weights, "--json")
        assert json.loads(done.out)["percent"] >= least
    sheet.write_text(f'weights = "values"\n{part}')
    done = run("exercise", str(sheet))
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "exam.toml, line 1: weights: 'values' is no weight" in done.err


def test_weights_read_back() -> None:
    assert read_weights(USUAL.text) == USUAL == Weights(40, 25, 35)
