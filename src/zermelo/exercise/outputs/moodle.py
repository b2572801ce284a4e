"""Sheets as Moodle XML: each exercise a question with embedded answers ("cloze") and its drawing.

Moodle marks what is right and knows nothing of a mistake carried forward: `zermelo grade` does.
Every item is there, lest the question tell where nothing is to be filled in: there a dash is
right. What can be told from the outside is the same for all: numbers, infinities and dashes are
short answers with all their spellings, and Moodle makes a box as wide as the longest answer that
it knows, so that every box knows one that is as long as the longest of the sheet, and wrong.

The exercises of a sheet are categories, and their variants the questions in them, for a quiz to
draw from. Weights are whole numbers in Moodle: hundredths of the sheet's points.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape
from math import floor
from typing import Final

from zermelo.exercise.items import NOTHING, ROUNDED, VOCABULARY, Answer, Item, text_of
from zermelo.exercise.kinds import Task
from zermelo.exercise.outputs.drawing import view_of
from zermelo.exercise.sheet import Cell, Sheet
from zermelo.explain.svg import drawing
from zermelo.language import _

SPECIAL: Final = "&\\{}~=#%"  # of the notation of embedded answers
DASH: Final = NOTHING[1]
PLACES: Final = 6  # decimals of a number at most
INFINITE: Final = ("∞", "inf*", "oo")  # a star stands for any text: infinity, infinito, infinit
SIGNS: Final = {
    True: ("−", "-", "–", "− ", "- ", "menos ", "menys ", "minus "),
    False: ("", "+", "+ ", "más ", "mas ", "més ", "mes ", "plus "),
}
APART: Final = (" ", ",", ", ", ">", " > ")  # between the branches of an order


def render(sheets: Sequence[Sheet]) -> bytes:
    """The questions; import them into a question bank."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<quiz>"]
    variants: dict[str, dict[str, Sheet]] = {}
    for sheet in sheets:  # where a variant is the same as another, one of them
        variants.setdefault(_category(sheet), {}).setdefault(sheet.exercise.digest, sheet)
    for category, questions in variants.items():
        lines.append('<question type="category">')
        lines.append(f"<category><text>{escape(category)}</text></category></question>")
        for number, sheet in enumerate(questions.values(), 1):
            lines += _question(sheet, f" {number}" if len(questions) > 1 else "")
    return "\n".join([*lines, "</quiz>", ""]).encode()


def _category(sheet: Sheet) -> str:
    """Where the variants of an exercise go: a slash in a name is written twice."""
    task = sheet.exercise.task
    names = [sheet.exam, _("exercise {number}").format(number=sheet.number)]
    if not sheet.exam:
        names = [sheet.exercise.tree.title or task.title() if sheet.exercise.own else task.title()]
    return "/".join(["$course$", *(name.replace("/", "//") for name in names)])


def _question(sheet: Sheet, variant: str) -> Iterable[str]:
    name = "tree.svg"
    picture = base64.b64encode(drawing(view_of(sheet)).encode()).decode()
    yield '<question type="cloze">'
    title = f"{sheet.title}, {sheet.student}" if sheet.student else f"{sheet.title}{variant}"
    yield f"<name><text>{escape(title)}</text></name>"
    yield '<questiontext format="html"><text><![CDATA['
    dash = _("Where there is nothing to fill in write – ; infinity is inf.")
    texts = (*sheet.instructions, dash)
    yield "<ul>" + "".join(f"<li>{escape(text)}</li>" for text in texts) + "</ul>"
    yield f'<p><img src="@@PLUGINFILE@@/{name}" alt="{escape(sheet.tree.draw(0))}"></p>'
    yield from _body(sheet)
    yield f']]></text><file name="{name}" path="/" encoding="base64">{picture}</file>'
    yield "</questiontext></question>"


def _body(sheet: Sheet) -> Iterable[str]:
    answers = _Answers(sheet)
    for cell in sheet.single:
        yield f"<p>{escape(cell.item.label)}: {answers.notation(cell)}</p>"
    for table in sheet.tables:
        node = _("node") if table.of == "inner" else _("leaf")
        head = "".join(f"<th>{escape(text)}</th>" for text in (node, *table.head))
        yield f"<table><tr>{head}</tr>"
        for name, row in table.rows:
            cells = "".join(f"<td>{answers.notation(cell)}</td>" for cell in row)
            yield f"<tr><th>{escape(name)}</th>{cells}</tr>"
        yield "</table>"


class _Answers:
    """The places to fill in of a sheet, in Moodle's notation: {20:SHORTANSWER:=7~=7.0~________}."""

    def __init__(self, sheet: Sheet) -> None:
        self.task = sheet.exercise.task
        rows = [row for table in sheet.tables for _name, row in table.rows]
        cells = [*sheet.single, *(cell for row in rows for cell in row if cell)]
        marks = {cell.item.id: self.task.marks.get(cell.item.id, 0) for cell in cells}
        self.weights = weights(marks, sheet.points)
        written = [text for cell in cells for text in self._written(cell.item)]
        self.filler = "_" * max(map(len, written), default=0)

    def notation(self, cell: Cell | None) -> str:
        """A place to fill in."""
        if cell is None:
            return ""
        texts = [f"={_plain(text)}" for text in self._written(cell.item)]
        kind = "SHORTANSWER" if texts else "MULTICHOICE"
        return "{{{}:{}:{}}}".format(
            self.weights[cell.item.id],
            kind,
            "~".join([*texts, self.filler] if texts else _choices(self.task, cell.item)),
        )

    def _written(self, item: Item) -> list[str]:
        """The spellings of what is right in a box for text; none where one chooses."""
        if item.form in VOCABULARY or item.form in ("branch", "node"):
            return []
        if item.id not in self.task.solution:
            return [DASH, *(word for word in NOTHING if word != DASH)]
        good = self.task.as_good(item.id) if item.form == "order" else [self.task.solution[item.id]]
        return list(dict.fromkeys(text for one in good for text in spellings(one)))


def weights(marks: Mapping[str, Fraction | int], points: Fraction | None) -> dict[str, int]:
    """The marks for each item, whole, and their sum; of a sheet with points hundredths of these."""
    total = Fraction(sum(marks.values()))
    whole = round(total if points is None else 100 * points)
    share = {item: whole * worth / total for item, worth in marks.items()}
    found = {item: floor(exact) for item, exact in share.items()}
    rest = whole - sum(found.values())
    for item in sorted(share, key=lambda item: found[item] - share[item])[:rest]:
        found[item] += 1
    return found


def spellings(answer: Answer) -> list[str]:
    """How people write an answer, as it is printed first; a star stands for any text."""
    if isinstance(answer, tuple):
        return [apart.join(answer) for apart in APART]
    if isinstance(answer, float):
        return [f"{sign}{name}" for name in INFINITE for sign in SIGNS[answer < 0]]
    assert isinstance(answer, Fraction)
    size = abs(answer)
    found = [str(size)]
    for places in range(1, 3 if size.denominator == 1 else PLACES + 1):
        unit = Fraction(1, 10**places)
        near, off = floor(size / unit) * unit, unit / 2 if places >= ROUNDED else 0
        good = (one for one in (near, near + unit) if abs(one - size) <= off)
        found += (f"{float(one):.{places}f}" for one in good)
    plain = [text_of(size), *(text for one in found for text in (one, one.replace(".", ",")))]
    signs = ("−", "-", "–") if answer < 0 else ("", "+")
    return list(dict.fromkeys(f"{sign}{text}" for text in plain for sign in signs))


def _choices(task: Task, item: Item) -> list[str]:
    right = task.as_good(item.id) if item.id in task.solution else (DASH,)
    if item.form == "cut" and {"no", DASH} & set(right):
        right = ("no", DASH)  # one is as good as the other
    every = (*VOCABULARY.get(item.form, item.choices), DASH)
    texts = ((one in right, _plain(escape(text_of(one)))) for one in every)
    return [f"{'=' if good else ''}{text}" for good, text in texts]


def _plain(text: str) -> str:
    """The text without the signs of the notation: Moodle reads entities once more."""
    return "".join(f"&#{ord(sign)};" if sign in SPECIAL else sign for sign in text)
