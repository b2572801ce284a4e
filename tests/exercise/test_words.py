"""The words of answers: what our own sheets print is read, in every language."""

from __future__ import annotations

import json
from typing import Any

import pytest

from zermelo.exercise import Exercise, Item, form, grade, make, read_paper
from zermelo.exercise.items import INFINITE, NOTHING, VOCABULARY, Number, read_answer, text_of
from zermelo.language import LANGUAGES, speaking


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    """Alpha-beta with an inner node that is pruned, and a cut."""
    found = make("alphabeta", 4, "depth=3 branching=2-3 cuts=2+")
    items = {item.id for item in found.task.items}
    assert any(item.endswith(".cut") for item in items - set(found.task.solution))
    return found


def marked(exercise: Exercise, written: dict[str, Any]) -> tuple[int, str]:
    """Per cent, and the first mistake in words, of a form filled in like this."""
    page = json.loads(form([exercise]))
    page["answers"] |= written
    ((made, given),) = read_paper(json.dumps(page)).answered
    found = grade(made, given)
    wrong = [mark for mark in found.items if mark.verdict == "wrong"]
    return found.percent, wrong[0].message if wrong else ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_solved_sheet_prints_gets_all_the_marks(exercise: Exercise, language: str) -> None:
    with speaking(language):
        written = {name: text_of(answer) for name, answer in exercise.task.solution.items()}
        assert marked(exercise, written) == (100, "")


@pytest.mark.parametrize("nothing", NOTHING)
def test_a_dash_where_nothing_is_to_be_filled_in(exercise: Exercise, nothing: str) -> None:
    """Also for a cut, which is none at a node that is searched, and nothing at one that is not."""
    written = {item.id: nothing for item in exercise.task.items}
    solution = exercise.task.solution
    written |= {name: text_of(answer) for name, answer in solution.items() if answer != "no"}
    assert marked(exercise, written) == (100, "")


def test_a_dash_is_no_answer_where_there_is_one(exercise: Exercise) -> None:
    written = {name: text_of(answer) for name, answer in exercise.task.solution.items()}
    root = exercise.task.root
    percent, wrong = marked(exercise, {**written, f"{root}.value": "–", f"{root}.move": "cap"})
    assert (percent < 100, wrong) == (True, "")  # missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_is_printed_is_read(language: str) -> None:
    with speaking(language):
        for form_, words in VOCABULARY.items():
            for word in words:
                assert read_answer(Item("x", "", "x", form_), text_of(word).upper()) == word


SIGNS = {"-": 1, "−": 1, "– ": 1, "menos ": 1, "menys ": 1, "minus ": 1, "+": 0, "": 0, "más ": 0}


@pytest.mark.parametrize("sign", SIGNS)
def test_infinity_by_all_its_names(sign: str) -> None:
    wanted = Number(float("-inf" if SIGNS[sign] else "inf"), None)
    for name in INFINITE:
        assert read_answer(Item("A.beta", "A", "beta"), sign + name) == wanted


def test_a_node_may_be_called_like_a_word_for_nothing() -> None:
    item = Item("B.by", "B", "by", "node", ("Cap", "Res"))
    assert (read_answer(item, "cap"), read_answer(item, "ninguno")) == ("Cap", None)


def test_no_cut_in_spanish_is_masculine() -> None:
    with speaking("es"):
        assert text_of("no") == "ninguno"
