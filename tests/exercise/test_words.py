"""The words of answers: what our own sheets print is read, in every language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.catalogues import as_tuple, read_catalogue
from tests.cli.conftest import Run
from zermelo.exercise import KINDS, Exercise, Item, form, grade, make, read_paper
from zermelo.exercise.items import INFINITE, NOTHING, VOCABULARY, Number, read_answer, text_of
from zermelo.exercise.outputs import html
from zermelo.exercise.sheet import as_text, sheet
from zermelo.language import LANGUAGES, speaking
from zermelo.web.workers.requests import ExerciseRequest
from zermelo.web.workers.tasks import exercises as tasks


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


# --- what is said of mistakes --------------------------------------------------------------------

KEYS = "value|move|alpha|beta|alpha_held|beta_held|state|cut|by|order"
RAW = re.compile(rf"[\w-]+\.({KEYS})\b|\b\w+_(held|alpha|beta)\b")
NAMES = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "no"}  # of nodes and branches
PARTS = ("exercise/", "practise", "grade.py", "games/mnk.py", "web/api/assignments.py")


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.lower()))


@cache
def english(language: str) -> set[str]:
    """The words of our English texts on exercises that no such text in the language has."""
    said, own = set[str](), set[str]()
    for message in read_catalogue(language):
        files = [name for name, _line in message.locations if "exercise/shape" not in name]
        if any(part in name for name in files for part in PARTS):
            said |= words_of(re.sub(r"\{[^}]*\}", "", " ".join(as_tuple(message.id))))
            own |= words_of(re.sub(r"\{[^}]*\}", "", " ".join(as_tuple(message.string))))
    return said - own - NAMES


def wrong_texts(item: Item) -> list[str]:
    """Answers to an item that are wrong, or cannot be read."""
    others = list(VOCABULARY.get(item.form, item.choices)) if item.form != "order" else []
    order = " ".join(reversed(item.choices))
    return ["-77", "¿?", *others] if item.form != "order" else [order, "¿?"]


def papers(exercise: Exercise) -> list[dict[str, str]]:
    """Answers that are nothing but mistakes; the last paper is empty."""
    texts = {item.id: wrong_texts(item) for item in exercise.task.items}
    most = max(map(len, texts.values()))
    return [*({i: t[n % len(t)] for i, t in texts.items()} for n in range(most)), {}]


def told(exercise: Exercise, language: str, run: Run, folder: Path) -> list[str]:
    """What is said of these papers on the terminal and in tables."""
    found = []
    for number, answers in enumerate(papers(exercise)):
        page = {**json.loads(form([exercise])), "answers": answers}
        (folder / f"{number}.json").write_text(json.dumps(page))
        found.append(run("--lang", language, "grade", f"{number}.json").out)
    options = ("--batch", ".", "--sheet", "0.json", "--items", "items.csv", "-o", "marks.csv")
    assert run("--lang", language, "grade", *options).status == 0
    return [*found, *((folder / name).read_text() for name in ("marks.csv", "items.csv"))]


def shown(exercise: Exercise) -> Iterator[str]:
    """What is said of them by the web app; what a page can say; and a solved sheet."""
    for answers in papers(exercise):
        made = exercise.kind, exercise.seed, exercise.shape.text
        found = tasks.grade(None, ExerciseRequest(*made, answers=answers))  # type: ignore[arg-type]
        yield from (one["message"] for one in found["unreadable"])
        for one in found["items"]:
            yield from filter(None, (one["message"], one["label"], one["wanted"]))
    data = html._data([sheet(exercise)], check=True)
    yield from data["texts"].values()
    for one in data["exercises"][0]["items"]:
        yield from (one["label"], one["reason"], one.get("shown", ""))
    yield as_text(sheet(exercise, solved=True))


@pytest.mark.parametrize("language", ["es", "ca"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_said_of_mistakes_has_no_keys_and_no_english(
    kind: str, language: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    foreign = english(language)
    assert {"the", "searched", "pruned", "wrong", "which"} <= foreign
    exercise = make(kind, 1, "depth=2 branching=2" if kind.startswith("alphabeta") else "")
    texts = told(exercise, language, run, tmp_path)
    with speaking(language):
        again = replace(exercise)  # which keeps no text in English
        texts += shown(again)
    for text in texts:
        plain = re.sub(r"\d+\.json|\{\w+\}", "", text)  # files, and what is yet to be put in
        assert not RAW.search(plain), plain
        assert sorted(words_of(plain) & foreign) == [], plain
