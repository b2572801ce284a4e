"""Moodle XML, by the rules of Moodle's own documentation and of its question engine.

"Moodle XML format" and "Embedded Answers (Cloze) question type" on docs.moodle.org, and of Moodle's
sources `question/type/multianswer` and `question/type/shortanswer`.
"""

from __future__ import annotations

import base64
import re
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Run
from zermelo.exercise import AnswerError, Exercise, Item, make
from zermelo.exercise.items import (
    INFINITE,
    NOTHING,
    VOCABULARY,
    Answer,
    Given,
    read_answer,
    same,
    text_of,
)
from zermelo.exercise.outputs import moodle
from zermelo.exercise.sheet import sheet
from zermelo.language import LANGUAGES, speaking

SHAPES = {
    "alphabeta": "depth=3 branching=2-3 cuts=2+",
    "expectiminimax": "depth=2 branching=2-3 leaves=-9..9",
    "reorder": "depth=2 branching=2-3",
    "window": "depth=2 branching=2",
    "heuristic": "",
    "mcts": "",
}


class Box(NamedTuple):
    """A place to fill in, as Moodle reads it."""

    weight: int
    kind: str
    answers: list[tuple[bool, str]]

    def accepts(self, text: str) -> bool:
        """A short answer is compared without capitals, and * matches any characters."""
        right = (answer for good, answer in self.answers if good)
        patterns = (".*".join(map(re.escape, answer.split("*"))) for answer in right)
        return any(re.fullmatch(one, text.strip(), re.IGNORECASE) for one in patterns)


def boxes_in(text: str) -> list[Box]:
    """By the documentation: a weight (digits), the type between colons, answers parted by ~.

    "= marks a correct answer"; what follows is decoded as HTML, so that entities stand for signs of
    the notation. No sign of it may be left over.
    """
    found = re.findall(r"\{([0-9]*):([A-Z]+):(.+?)\}", text)
    assert text.count("{") == text.count("}") == len(found)
    return [
        Box(
            int(weight),
            kind,
            [(a[:1] == "=", unescape(a.removeprefix("="))) for a in rest.split("~")],
        )
        for weight, kind, rest in found
    ]


def questions_in(content: bytes) -> dict[str, list[ElementTree.Element]]:
    """The questions of each category.

    "The file must be encoded in UTF8", and the XML line is the first. "Multiple categories can be
    specified in the same file. Just add another dummy 'category' question": those that follow it
    are placed there.
    """
    assert content.startswith(b"<?xml version=")
    found: dict[str, list[ElementTree.Element]] = {}
    category = None
    for question in ElementTree.fromstring(content.decode("utf-8")):
        if question.get("type") == "category":
            category = question.findtext("category/text") or ""
            assert category.startswith("$course$/")
            found[category] = []
        else:
            assert category is not None
            found[category].append(question)
    return found


@pytest.fixture(scope="module", params=SHAPES)
def exported(request: pytest.FixtureRequest) -> tuple[Exercise, dict[str, Box]]:
    """An exercise, and its boxes in Moodle by item."""
    exercise = make(request.param, 4, SHAPES[request.param])
    page = sheet(exercise)
    ((question,),) = questions_in(moodle.render([page])).values()
    rows = [row for table in page.tables for _node, row in table.rows]
    cells = [*page.single, *(cell for row in rows for cell in row if cell)]
    boxes = boxes_in(question.findtext("questiontext/text") or "")
    return exercise, {cell.item.id: box for cell, box in zip(cells, boxes, strict=True)}


def test_a_question_is_one_that_moodle_imports(
    exported: tuple[Exercise, dict[str, Box]],
) -> None:
    """Its importer wants an answer with all the marks in each box, and two choices or more."""
    exercise, boxes = exported
    assert boxes.keys() == {item.id for item in exercise.task.items}
    for box in boxes.values():
        assert box.kind in ("SHORTANSWER", "MULTICHOICE")
        assert any(good for good, _text in box.answers)
        assert all(text.strip() == text != "" for _good, text in box.answers)
        assert box.kind != "MULTICHOICE" or len(box.answers) > 1


def test_the_picture_is_a_file_of_the_question() -> None:
    """Files are base64 inside the text that they belong to, and named @@PLUGINFILE@@ there."""
    ((question,),) = questions_in(moodle.render([sheet(make("minimax", 1))])).values()
    (file,) = question.findall("questiontext/file")
    assert file.attrib == {"name": "tree.svg", "path": "/", "encoding": "base64"}
    assert base64.b64decode(file.text or "").startswith(b"<svg")
    assert 'src="@@PLUGINFILE@@/tree.svg"' in (question.findtext("questiontext/text") or "")


def test_all_boxes_are_as_wide(exported: tuple[Exercise, dict[str, Box]]) -> None:
    """Moodle makes a box as wide as the longest of its answers, right or wrong."""
    _exercise, boxes = exported
    texts = [box.answers for box in boxes.values() if box.kind == "SHORTANSWER"]
    widths = {max(len(text) for _good, text in answers) for answers in texts}
    assert len(widths) == 1
    assert widths.pop() <= 60  # the widest that Moodle makes


def pool(item: Item, answer: object) -> set[str]:
    """Ways to write an answer, right and wrong."""
    if item.form == "order":
        return {"a1 a2", "a2, a1", "a2 > a1", " ".join(item.choices), ",".join(item.choices[::-1])}
    signs = ("", "-", "−", "+", "- ", "menos ", "más ", "minus ")
    texts = {f"{sign}{name}" for sign in signs for name in INFINITE}
    texts |= {*NOTHING, "0", "3", "-3", "7/3", "2.33", "2,33", "2.3", "2.34", "x", "INF", "Cap"}
    if isinstance(answer, Fraction):
        near = [float(answer), float(answer) + 0.004, float(answer) + 1]
        texts |= {f"{one:.{places}f}" for one in near for places in range(3)}
        texts |= {str(answer), str(answer).replace("-", "−"), str(float(answer)).replace(".", ",")}
    for language in LANGUAGES:
        with speaking(language):
            texts.add(text_of(answer) if answer is not None else "–")  # type: ignore[arg-type]
    return texts


def fits(given: Given | None, answer: Answer | None) -> bool:
    return given is not None and answer is not None and same(given, answer)


def test_moodle_accepts_what_we_do(exported: tuple[Exercise, dict[str, Box]]) -> None:
    exercise, boxes = exported
    for item in exercise.task.items:
        box, answer = boxes[item.id], exercise.task.solution.get(item.id)
        if box.kind == "MULTICHOICE":
            words = {text_of(one) for one in VOCABULARY.get(item.form, item.choices)}
            assert words < {text for _good, text in box.answers}
            assert box.accepts("–" if answer is None else text_of(answer))
            assert item.form != "cut" or box.accepts("none") == box.accepts("–")
            continue
        good = exercise.task.as_good(item.id) if item.form == "order" else [answer]
        for text in pool(item, answer):
            try:
                given = read_answer(item, text)
            except AnswerError:
                assert not box.accepts(text), (item, text)
                continue
            right = any(one is given is None or fits(given, one) for one in good)
            assert box.accepts(text) == right, (item.id, text, answer)


def test_without_points_the_weights_are_the_marks(
    exported: tuple[Exercise, dict[str, Box]],
) -> None:
    exercise, boxes = exported
    assert sum(box.weight for box in boxes.values()) == sum(exercise.task.marks.values())
    for name, box in boxes.items():
        assert abs(box.weight - float(exercise.task.marks.get(name, 0))) < 1


SHEET = """
title = "Exam 1/2"
[[exercise]]
tree = "one.tree"
marks = 4
[[exercise]]
kind = "minimax"
seed = 7
shape = "depth=2 branching=2"
marks = 2.5
[[exercise]]
game = "tictactoe"
position = "XOX/OXO/..."
marks = 1
"""


def test_a_category_for_each_exercise_of_a_sheet_with_its_variants(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A quiz draws a question of each category; "//" in a path is a slash in a name.

    Weights are whole numbers, and their sum is what a question is worth: the points, in hundredths.
    """
    monkeypatch.chdir(tmp_path)
    Path("one.tree").write_text("title: Own\n[[3 12 8] [2 4 6]]\n")
    Path("sheet.toml").write_text(SHEET)
    done = run("exercise", "sheet.toml", "--exam", "--count", "3", "-o", "x.xml")
    assert (done.status, done.err) == (0, "")
    found = questions_in(Path("x.xml").read_bytes())
    assert list(found) == [f"$course$/Exam 1//2/exercise {number}" for number in (1, 2, 3)]
    assert [len(each) for each in found.values()] == [3, 3, 1]  # a game's numbers are its own
    for points, questions in zip((400, 250, 100), found.values(), strict=True):
        texts = [question.findtext("questiontext/text") or "" for question in questions]
        assert [sum(box.weight for box in boxes_in(text)) for text in texts] == [points] * len(
            texts
        )
        assert len(set(texts)) == len({q.findtext("name/text") for q in questions}) == len(texts)
    run("exercise", "one.tree", "--count", "2", "-o", "y.xml")
    ((name, questions),) = questions_in(Path("y.xml").read_bytes()).items()
    assert (name, len(questions)) == ("$course$/Own", 2)
    refused = run("exercise", "sheet.toml", "--count", "3", "-o", "x.pdf")
    assert (refused.status, "--count does not go with a sheet" in refused.err) == (2, True)
