"""Sheets as one HTML page to fill in, which works from disk and needs no network.

The page saves the answers as the file that `zermelo grade` reads, and checks them itself if it
may. It then holds the solution: not in plain sight, but not hidden from who looks for it.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources
from typing import Any, Final

from zermelo.exercise.diagnosis import explanations, ways
from zermelo.exercise.document import about
from zermelo.exercise.items import NOTHING, SPELLINGS, VOCABULARY, Item, json_of, text_of
from zermelo.exercise.kinds import Task
from zermelo.exercise.marking import sentences, summaries, verdicts
from zermelo.exercise.outputs.drawing import view_of
from zermelo.exercise.sheet import Cell, Sheet, cell_text
from zermelo.explain.html import script_hash
from zermelo.explain.modules import one_module
from zermelo.explain.style import style_sheet
from zermelo.explain.svg import drawing
from zermelo.language import _, current

# Each imports only from those before it.
MODULES: Final = ("numbers", "answers", "rules", "diagnosis", "grade", "blank", "page")
WIDE: Final = 1600  # a drawing wider than this scrolls: smaller, nobody could read it
PAGE: Final = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
{body}
</main>
{script}</body>
</html>
"""
SCRIPT: Final = """<script type="text/plain" id="exercises">{data}</script>
<script type="module">{module}</script>
"""


def render(sheets: Sequence[Sheet], check: bool = True) -> bytes:
    """The page; with `check` it can tell what is right."""
    style, module = _read("page.css"), one_module(_read(f"{name}.js") for name in MODULES)
    solved = sheets[0].solved
    policy = (
        f"default-src 'none'; script-src {script_hash(module)}; style-src {script_hash(style)} "
        f"{script_hash(style_sheet('auto'))}; base-uri 'none'; form-action 'none'"
    )
    body = [
        *_head(sheets[0]),
        *(line for i, one in enumerate(sheets) for line in _sheet(one, i, check)),
    ]
    data = json.dumps(_data(sheets, check), ensure_ascii=False)
    script = SCRIPT.format(data=base64.b64encode(data.encode()).decode(), module=module)
    return PAGE.format(
        lang=current(),
        policy=policy,
        title=escape(sheets[0].exam or sheets[0].title),
        style=style,
        body="\n".join(body),
        script="" if solved else script,
    ).encode()


def _read(name: str) -> str:
    return (resources.files(__package__) / "page" / name).read_text(encoding="utf-8")


# --- the body of the page ----------------------------------------------------------------------


def _head(sheet: Sheet) -> Iterable[str]:
    student = sheet.student
    if sheet.exam:
        yield f"<p><strong>{escape(sheet.exam)}</strong></p>"
    if not sheet.solved:
        fixed = f'value="{escape(student)}" readonly' if student else 'autocomplete="name"'
        yield (
            f'<p><label>{escape(_("Name:"))} <input id="student" {fixed}></label> '
            + "".join(
                f'<span class="line">{escape(name)}</span> ' for name, _known in sheet.fields[1:]
            )
            + f'<button type="button" id="save">{escape(_("Save the answers"))}</button></p>'
        )


def _sheet(sheet: Sheet, number: int, check: bool) -> Iterable[str]:
    yield f'<section data-exercise="{number}">'
    yield f"<h1>{escape(sheet.title)}</h1>"
    yield "<ul>" + "".join(f"<li>{escape(text)}</li>" for text in sheet.instructions) + "</ul>"
    view = view_of(sheet, "auto")
    wide = " wide" if view.picture.width > WIDE else ""
    yield f'<div class="drawing{wide}">{drawing(view)}</div>'
    for cell in sheet.single:
        yield f"<p><label>{escape(cell.item.label)}: {_field(cell)}</label></p>"
    for table in sheet.tables:
        node = _("node") if table.of == "inner" else _("leaf")
        if len(table.questions) == 1:
            yield f'<p class="list">{escape(table.head[0])}:</p><p class="list">'
            for name, row in table.rows:
                yield f"<label>{escape(name)} {_field(row[0])}</label>"
            yield "</p>"
            continue
        head = "".join(f'<th scope="col">{escape(text)}</th>' for text in (node, *table.head))
        yield f'<div class="fields"><table><thead><tr>{head}</tr></thead><tbody>'
        for name, row in table.rows:
            cells = "".join(f"<td>{_field(cell)}</td>" for cell in row)
            yield f'<tr><th scope="row">{escape(name)}</th>{cells}</tr>'
        yield "</tbody></table></div>"
    if check and not sheet.solved:
        yield f'<p><button type="button" class="check">{escape(_("Check"))}</button></p>'
        yield '<div class="report" role="status"></div>'
    yield f'<p class="quiet">{escape(sheet.footer)}</p></section>'


def _field(cell: Cell | None) -> str:
    """A place to write in, or what is written there."""
    if cell is None or cell.text is not None:
        return f"<strong>{escape(cell_text(cell))}</strong>"
    item = cell.item
    about_it = (
        f'data-item="{escape(item.id)}" data-form="{item.form}" aria-label="{escape(item.label)}"'
    )
    choices = VOCABULARY.get(item.form) or (item.choices if item.form != "order" else ())
    if not choices:
        return f'<input {about_it} autocomplete="off"><output></output>'
    options = "".join(
        f'<option value="{escape(choice)}">{escape(text_of(choice))}</option>' for choice in choices
    )
    return f"<select {about_it}><option></option>{options}</select><output></output>"


# --- what the script knows ---------------------------------------------------------------------


def _data(sheets: Sequence[Sheet], check: bool) -> dict[str, Any]:
    return {
        "lang": current(),
        "words": VOCABULARY,
        "copies": ways(),
        "nothing": NOTHING,
        "spellings": SPELLINGS,
        "texts": {
            **sentences(),
            "nothing": _("{item}: nothing is written"),  # not what should be
            "blank": _("Fill in at least half of it: then it is marked. Still empty:"),
            "marks": _("{marks} of {out_of} marks"),
            "first": _("first mistake: {what}"),
            **summaries(),
            "whole": _("the whole paper: {what}"),
            "charged": _("the whole paper: {what}; charged once, {charge} %"),
            "unread": _("{item}: '{given}' cannot be read"),
            **verdicts(),
            "unreadable": _("cannot be read"),
        },
        "exercises": [
            {
                "about": about(sheet.exercise),
                "order": list(sheet.exercise.task.solution) if check else [],
                "explanations": _explanations(sheet.exercise.task) if check else [],
                "items": [
                    _item(sheet.exercise.task, item, check) for item in sheet.exercise.task.items
                ],
            }
            for sheet in sheets
        ],
    }


def _explanations(task: Task) -> list[dict[str, Any]]:
    """What the misconceptions write down, where that is not the solution."""
    found = []
    for each in explanations(task):
        changed = {
            item.id: json_of(each.answers[item.id]) if item.id in each.answers else None
            for item in task.items
            if each.answers.get(item.id) != task.solution.get(item.id)
        }
        told = {"text": each.text, "charge": each.charge, "size": len(each.answers)}
        found.append({**told, "answers": changed})
    return found


def _item(task: Task, item: Item, check: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": item.id,
        "label": item.label,
        "form": item.form,
        "choices": item.choices,
    }
    if check:
        found |= {"rule": task.rule(item.id), "reason": task.reason(item.id)}
        found["place"] = task.place(item) if item.node else ""
        if item.id in task.solution:
            answer = task.solution[item.id]
            others = (other for other in task.as_good(item.id) if other != answer)
            found["right"] = [json_of(one) for one in (answer, *others)]
            found["shown"] = text_of(answer)
            found["weight"] = float(task.marks[item.id])
            ends = task.leaves_at_ends(item.id) if item.form == "number" else None
            found["ends"] = ends and [json_of(end) for end in ends]
    return found
