"""Sheets as PDF, LaTeX and HTML; and the page grades as the program does."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.exercise.test_marking import SHAPES
from tests.long import some
from zermelo.board import PAINTS
from zermelo.exercise import Exercise, grade, make, read_paper
from zermelo.exercise.diagnosis import explanations
from zermelo.exercise.items import VOCABULARY, Item, json_of, read_answer, text_of
from zermelo.exercise.marking import points_text
from zermelo.exercise.outputs import html, pdf, tex
from zermelo.exercise.outputs.drawing import LINE, WRITABLE, Paper, layout_of
from zermelo.exercise.sheet import mostly_empty, sheet
from zermelo.language import speaking

KINDS = dict(SHAPES)  # one shape of each kind


def is_first(shape: tuple[str, str]) -> bool:
    """Whether no shape before it is of its kind."""
    return next(each for each in SHAPES if each[0] == shape[0]) == shape


def sheets(solved: bool = False) -> list[Any]:
    return [sheet(make(kind, 3, shape), solved) for kind, shape in KINDS.items()]


# --- paper -------------------------------------------------------------------------------------


@pytest.mark.parametrize("solved", [False, True])
def test_pdf(solved: bool, tmp_path: Path) -> None:
    content = pdf.render(sheets(solved))
    assert content.startswith(b"%PDF")
    assert content == pdf.render(sheets(solved))
    if shutil.which("pdftotext"):
        file = tmp_path / "sheets.pdf"
        file.write_bytes(content)
        text = subprocess.run(
            ["pdftotext", "-layout", str(file), "-"], capture_output=True, text=True, check=True
        ).stdout
        words = " ".join(text.split())
        for page in sheets(solved):
            assert page.title in words
            assert page.instructions[0] in words
        assert ("Name:" in text) != solved
        assert text.count("\f") == len(sheets(solved))  # a page each


@pytest.mark.parametrize("solved", [False, True])
@pytest.mark.parametrize("paper", [pdf.A4, tex.A4])
def test_an_exercise_is_one_page(paper: Paper, solved: bool) -> None:
    shapes = [(kind, "") for kind in dict(SHAPES)]
    for kind, shape in [*shapes, ("alphabeta", "branching=3"), ("minimax", "branching=3")]:
        for seed in range(5):
            layout = layout_of(sheet(make(kind, seed, shape), solved), paper)
            assert layout.whole, (kind, seed)
            assert layout.width <= paper.width[layout.turned] + 1
            in_drawing = any(look["returned"] == LINE for look in layout.view.looks)
            below = any("value" in (*grid[0], *(row[0] for row in grid)) for grid in layout.tables)
            if kind.startswith("alphabeta") and not solved:  # one place for what is asked
                assert in_drawing != below
                assert layout.scale >= WRITABLE or below
            else:
                assert not in_drawing


@pytest.mark.parametrize("solved", [False, True])
def test_what_a_drawing_is_too_small_for_is_in_tables(solved: bool) -> None:
    wide = make("alphabeta", 1, "depth=2 branching=10")
    leaves, answers = layout_of(sheet(wide, solved), pdf.A4).tables
    assert [len(row) for row in leaves] == [11] * 11
    cells = [cell for row in leaves[1:] for cell in row[1:]]
    tree = wide.task.names.tree
    told = [str(node.value) for node in tree.nodes if not node.children]
    assert [cell.strip("()") for cell in cells] == told
    assert any("(" in cell for cell in cells) == solved
    assert [row[0] for row in answers[1:]] == ["A", *(row[0] for row in leaves[1:])]


@pytest.mark.skipif(
    not shutil.which("pdflatex"), reason="pdflatex is not here: that sheets compile is NOT TESTED"
)
def test_tex_compiles(tmp_path: Path) -> None:
    with speaking("es"):
        wide, *rest = sheets()
        pages = [wide, *rest, sheets(solved=True)[3]]
        (tmp_path / "x.tex").write_bytes(tex.render(pages))
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "x.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    found = re.search(r"Output written on x.pdf \((\d+) pages", done.stdout)
    assert found is not None
    assert int(found[1]) == len(pages)


# --- the page ----------------------------------------------------------------------------------


class Parts(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_every_item_has_one_field_with_a_name() -> None:
    for page in sheets():
        parts = Parts(html.render([page]).decode())
        fields = [attrs for _tag, attrs in parts.tags if "data-item" in attrs]
        assert sorted(str(field["data-item"]) for field in fields) == sorted(
            item.id for item in page.exercise.task.items
        )
        assert all(field["aria-label"] for field in fields)
        assert not any("src" in attrs for _tag, attrs in parts.tags)


def test_a_page_for_a_test_holds_no_solution() -> None:
    page = sheet(make("alphabeta", 3))
    text = html.render([page], check=False).decode()
    assert 'class="check"' not in text
    data = html._data([page], check=False)
    assert data["exercises"][0]["order"] == []
    assert {key for item in data["exercises"][0]["items"] for key in item} == {
        "id",
        "label",
        "form",
        "choices",
    }


def test_no_style_of_the_page_is_a_board_s() -> None:
    """The lines of a board would be hidden as those to write on are."""
    text = (Path(html.__file__).parent / "page" / "page.css").read_text("utf-8")
    assert not {f".{name}" for name in PAINTS} & set(re.findall(r"(?<![\w-])\.[a-z][\w-]*", text))


def test_a_solved_page_has_nothing_to_fill_in() -> None:
    parts = Parts(html.render(sheets(solved=True)).decode())
    assert not {tag for tag, _attrs in parts.tags} & {"input", "select", "button", "script"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page with the network off; whatever it complains about fails the test."""
    context = browser.new_context(offline=True, accept_downloads=True)
    page, complaints = context.new_page(), list[str]()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


def opened(page: Page, folder: Path, *exercises: Exercise) -> None:
    file = folder / "page.html"
    file.write_bytes(html.render([sheet(exercise) for exercise in exercises]))
    page.goto(file.as_uri())


FILL = """(answers) => {
  for (const field of document.querySelectorAll("[data-item]"))
    field.value = answers[field.dataset.item] ?? "";
  document.querySelector(".check").click();
  const fields = [...document.querySelectorAll("[data-item]")];
  const verdict = (field) => [field.dataset.item, field.dataset.verdict];
  return {
    verdicts: Object.fromEntries(fields.map(verdict)),
    report: [...document.querySelector(".report").children].map((line) => line.textContent),
  };
}"""


def random_answers(exercise: Exercise, chance: random.Random) -> dict[str, str]:
    """The solution, with some mistakes, omissions and additions."""
    task = exercise.task
    found = {name: text_of(answer) for name, answer in task.solution.items()}
    for item in task.items:
        if item.form in VOCABULARY and item.id in task.solution:
            found[item.id] = str(task.solution[item.id])
    for item in chance.sample(task.items, k=min(len(task.items), chance.randrange(6))):
        found[item.id] = anything(item, chance)
    for item in chance.sample(task.items, k=min(len(task.items), chance.randrange(3))):
        found.pop(item.id, None)
    return found


def copied_answers(exercise: Exercise, chance: random.Random) -> dict[str, str]:
    """The first leaf below every node, or the last; words at random."""
    task, end = exercise.task, chance.randrange(2)
    found = {}
    for item in task.items:
        ends = task.leaves_at_ends(item.id)
        number = item.form == "number" and ends
        found[item.id] = text_of(ends[end]) if number and ends else anything(item, chance)
    return found


def misled_answers(exercise: Exercise, chance: random.Random) -> dict[str, str]:
    """What somebody with a misconception writes, one item at random."""
    answers = chance.choice(explanations(exercise.task)).answers
    items = exercise.task.items
    found = {item.id: str(json_of(answers.get(item.id, ""))) for item in items}
    item = chance.choice(items)
    return {**found, item.id: anything(item, chance)}


def anything(item: Item, chance: random.Random) -> str:
    if item.form == "number":
        plain = ["0", "-3", "−2.5", "7/3", "2.33", "4.666", "∞", "-inf", "8", "11"]
        return chance.choice([*plain, "–", "+inf", "menos infinito", "-OO", "més infinit"])
    if item.form == "order":
        return " ".join(chance.sample(item.choices, k=len(item.choices)))
    return chance.choice(list(VOCABULARY.get(item.form, item.choices)))


@pytest.mark.parametrize("seeds", some([range(1), range(1, 3)], 1))
@pytest.mark.parametrize(("kind", "shape"), some(SHAPES, is_first))
def test_the_page_grades_as_the_program_does(
    page: Page, folder: Path, kind: str, shape: str, seeds: range
) -> None:
    chance = random.Random(shape)
    for seed in seeds:
        exercise = make(kind, seed, shape)
        opened(page, folder, exercise)
        items = {item.id: item for item in exercise.task.items}
        for attempt in range(15):
            texts = random_answers(exercise, chance)
            if attempt % 5 == 4:
                texts = copied_answers(exercise, chance)
            if attempt % 5 == 2 and explanations(exercise.task):
                texts = misled_answers(exercise, chance)
            given = {name: read_answer(items[name], text) for name, text in texts.items()}
            wanted = grade(exercise, {name: one for name, one in given.items() if one is not None})
            found = page.evaluate(FILL, texts)
            if mostly_empty(exercise.task.items, {n: one for n, one in given.items() if one}):
                assert found["report"][0].startswith("Fill in at least half of it")
                continue
            if kind in ("reorder", "window") and found["report"][0] != marks(wanted):
                # The page does not search: it takes no leaves for following from a mistake.
                assert float(found["report"][0].split()[0]) < wanted.marks
                continue
            assert found["report"][0] == marks(wanted)
            for mark in wanted.items:
                if mark.given is not None or mark.verdict != "follow-on":
                    assert found["verdicts"][mark.item.id] == mark.verdict, mark
            if wanted.first and wanted.first.verdict == "wrong":
                told = wanted.first.message.partition(": ")[2].partition(": ")[2]
                assert told in found["report"][-1]
            if wanted.diagnosis:
                assert wanted.diagnosis in found["report"][1]


def marks(found: Any) -> str:
    return f"{points_text(found.marks)} of {points_text(found.out_of)} marks"


def test_what_cannot_be_read_is_said(page: Page, folder: Path) -> None:
    opened(page, folder, make("minimax", 1, "depth=2 branching=2"))
    found = page.evaluate(FILL, {"A.value": "three"})
    assert found["report"] == ["A, value: 'three' cannot be read"]
    assert found["verdicts"]["A.value"] == "unreadable"


def test_what_is_mostly_empty_is_not_marked(page: Page, folder: Path) -> None:
    """Nor is it told what is missing: that would show where the search cuts."""
    exercise = make("alphabeta", 4, "depth=2 branching=2")
    opened(page, folder, exercise)
    found = page.evaluate(FILL, {"A.value": "3"})
    assert found["report"][0].startswith("Fill in at least half")
    assert found["report"][1].startswith("A, best move; A, alpha passed in;")
    assert set(found["verdicts"].values()) == {""}
    texts = {name: text_of(answer) for name, answer in exercise.task.solution.items()}
    words = {i.id for i in exercise.task.items if i.form in VOCABULARY}
    texts |= {name: str(exercise.task.solution[name]) for name in words & texts.keys()}
    found = page.evaluate(FILL, {**texts, "A.value": ""})
    assert found["report"][1] == "first mistake: A, value: nothing is written"


def test_answers_are_saved_as_the_program_reads_them(page: Page, folder: Path) -> None:
    exercises = [make("alphabeta", seed, "depth=2 branching=2") for seed in (4, 5)]
    opened(page, folder, *exercises)
    page.fill("#student", "Ada Lovelace")
    for number, exercise in enumerate(exercises):
        for item in exercise.task.items:
            answer = exercise.task.solution.get(item.id)
            field = page.locator(f'[data-exercise="{number}"] [data-item="{item.id}"]')
            if answer is not None and item.form == "number":
                field.fill(text_of(answer))
            elif answer is not None:
                field.select_option(str(answer))
    with page.expect_download() as download:
        page.click("#save")
    assert download.value.suggested_filename == "Ada-Lovelace.json"
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert json.loads(text)["student"] == "Ada Lovelace"
    paper = read_paper(text)
    assert [exercise for exercise, _answers in paper.answered] == exercises
    assert all(grade(*each).first is None for each in paper.answered)


def test_the_keyboard_suffices(page: Page, folder: Path) -> None:
    opened(page, folder, make("minimax", 1, "depth=1 branching=2"))
    page.keyboard.press("Tab")
    seen = []
    for _press in range(8):
        seen.append(page.evaluate("document.activeElement.id || document.activeElement.className"))
        page.keyboard.press("Tab")
    assert {"student", "save", "check"} <= set(seen)
