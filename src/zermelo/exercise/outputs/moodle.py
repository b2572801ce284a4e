"""Sheets as Moodle XML: each exercise a question with embedded answers ("cloze") and its drawing.

Moodle marks what is right and knows nothing of a mistake carried forward: `zermelo grade` does.
Every item is there, lest the question tell where nothing is to be filled in: there a dash is
right. Moodle knows no item without marks, so that those get a tenth of one.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import Final

from zermelo.exercise.items import VOCABULARY, Answer, Item, json_of, text_of
from zermelo.exercise.kinds import Task
from zermelo.exercise.outputs.drawing import view_of
from zermelo.exercise.sheet import Cell, Sheet
from zermelo.explain.svg import drawing
from zermelo.language import _

SPECIAL: Final = "\\}~=#*/\"'%"  # of the notation of embedded answers
TENTHS: Final = 10
NOTHING: Final = "–"
INFINITE: Final = ("inf", "∞", "infinity", "infinito", "infinit")
ROUNDED: Final = "0.005"  # how far a decimal may lie from a fraction


def render(sheets: Sequence[Sheet]) -> bytes:
    """The questions; import them into a question bank."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<quiz>"]
    for number, sheet in enumerate(sheets, 1):
        lines += _question(sheet, number)
    return "\n".join([*lines, "</quiz>", ""]).encode()


def _question(sheet: Sheet, number: int) -> Iterable[str]:
    name = f"tree{number}.svg"
    picture = base64.b64encode(drawing(view_of(sheet)).encode()).decode()
    yield '<question type="cloze">'
    title = f"{sheet.title}, {sheet.student}" if sheet.student else sheet.title
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
    task = sheet.exercise.task
    for cell in sheet.single:
        yield f"<p>{escape(cell.item.label)}: {_answer(task, cell)}</p>"
    for table in sheet.tables:
        node = _("node") if table.of == "inner" else _("leaf")
        head = "".join(f"<th>{escape(text)}</th>" for text in (node, *table.head))
        yield f"<table><tr>{head}</tr>"
        for name, row in table.rows:
            cells = "".join(f"<td>{_answer(task, cell)}</td>" for cell in row)
            yield f"<tr><th>{escape(name)}</th>{cells}</tr>"
        yield "</table>"


def _answer(task: Task, cell: Cell | None) -> str:
    """A place to fill in, in Moodle's notation: {20:NUMERICAL:=7:0}."""
    if cell is None:
        return ""
    item, answer = cell.item, task.solution.get(cell.item.id)
    weight = TENTHS * task.weight(item.id) if answer is not None else 0
    kind, wanted = _wanted(task, item, answer)
    return f"{{{weight or 1}:{kind}:{wanted}}}"


def _wanted(task: Task, item: Item, answer: Answer | None) -> tuple[str, str]:
    """Moodle's kind of answer, and what is right."""
    if item.form in VOCABULARY or item.form in ("branch", "node"):
        return "MULTICHOICE", "~".join(_choices(task, item))
    if answer is None:
        return "SHORTANSWER", "=–~=-"
    if isinstance(answer, Fraction):
        off = "0" if answer.denominator == 1 else ROUNDED
        return "NUMERICAL", f"={float(answer):.10g}:{off}"
    if isinstance(answer, float):
        sign = "-" if answer < 0 else ""
        return "SHORTANSWER", "~".join(f"={sign}{word}" for word in INFINITE)
    texts = dict.fromkeys(_written(one) for one in task.as_good(item))
    return "SHORTANSWER", "~".join(f"={_plain(text)}" for text in texts)


def _choices(task: Task, item: Item) -> list[str]:
    right = task.as_good(item) if item.id in task.solution else (NOTHING,)
    every = (*VOCABULARY.get(item.form, item.choices), NOTHING)
    return [f"{'=' if one in right else ''}{_plain(text_of(one))}" for one in every]


def _written(answer: Answer) -> str:
    found = json_of(answer)
    return " ".join(found) if isinstance(found, list) else str(found)


def _plain(text: str) -> str:
    return "".join(f"\\{sign}" if sign in SPECIAL else sign for sign in text)
