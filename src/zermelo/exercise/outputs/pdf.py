"""Sheets as PDF, on A4, by typst."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import ceil
from typing import Any, Final

from zermelo.exercise.outputs.drawing import beside, in_full, view_of
from zermelo.exercise.sheet import Sheet
from zermelo.explain.pdf import POINTS
from zermelo.explain.svg import drawing, summary
from zermelo.language import _, current

# All in points.
WIDE: Final = 490.0  # across an upright page; a wider drawing turns it
ROOM: Final = {False: 590.0, True: 360.0}  # below the instructions on a page, upright or turned
LEAST: Final = 240.0  # the height that a drawing has whatever is below it
GROWN: Final = 1.5  # how much larger a drawing may be that is to be written in by hand
LINE: Final = 18.0  # of things asked beside each other, and between tables
ROW: Final = {False: 23.0, True: 16.0}  # of a table to be written in by hand, or solved

# What is shown comes in as data: no text of it is read as typst's language.
PAGE: Final = b"""
#let data = json(bytes(sys.inputs.sheets))
#set document(title: data.title, date: none)
#set text(size: 10pt, lang: data.lang)
#set par(leading: 0.6em)
#set table(stroke: 0.4pt + gray, inset: 4pt)
#show table.cell.where(y: 0): strong
#for sheet in data.sheets {
  set page(paper: "a4", flipped: sheet.wide, margin: 1.8cm, footer: text(8pt, gray, sheet.footer))
  text(14pt, strong(sheet.title))
  if sheet.name != "" [#h(1fr) #sheet.name #box(width: 6cm, stroke: (bottom: 0.4pt), sheet.student)]
  v(2pt)
  list(..sheet.instructions)
  v(4pt)
  align(center, layout(room => image(bytes(sheet.drawing), format: "svg", alt: sheet.alt,
    width: calc.min(room.width, sheet.width * 1pt))))
  v(4pt)
  grid(columns: (1fr,) * sheet.columns, row-gutter: 8pt, ..sheet.lines.map(((label, answer)) => {
    let line = box(width: 2.5cm, stroke: (bottom: 0.4pt))
    [#label: ] + if answer == none { line } else { strong(answer) }
  }))
  v(4pt)
  for rows in sheet.tables {
    block(breakable: false,
      table(columns: (auto,) + (1fr,) * (rows.at(0).len() - 1),
        rows: (auto,) + (sheet.row * 1pt,) * (rows.len() - 1),
        align: horizon, ..rows.flatten()))
  }
}
"""


def render(sheets: Sequence[Sheet]) -> bytes:
    """The sheets, each on a page of its own or more."""
    import typst

    data = {
        "title": sheets[0].title,
        "lang": current(),
        "sheets": [_data(sheet) for sheet in sheets],
    }
    inputs = {"sheets": json.dumps(data, ensure_ascii=False)}
    return typst.compile(PAGE, format="pdf", sys_inputs=inputs)


def _data(sheet: Sheet) -> dict[str, Any]:
    view, tables = view_of(sheet), beside(sheet)
    width, height = view.picture.width * POINTS, view.picture.height * POINTS
    wide = width > WIDE
    columns = 3 if wide else 2
    lines = ceil(len(sheet.single) / columns) + len(tables)
    row = ROW[sheet.solved]
    room = ROOM[wide] - LINE * lines - sum(row * len(rows) for rows in tables)
    if not sheet.solved and room < height:  # too small to be written in: a table of its own
        tables, room = in_full(sheet), ROOM[wide]
    return {
        "title": sheet.title,
        "footer": sheet.footer or " · ".join(filter(None, (sheet.title, sheet.student))),
        "name": "" if sheet.solved and not sheet.student else _("Name:"),
        "student": sheet.student,
        "row": row,
        "instructions": sheet.instructions,
        "drawing": drawing(view),
        "alt": summary(view.story, view.step),
        "width": width * min(1.0 if sheet.solved else GROWN, max(room, LEAST) / height),
        "wide": wide,
        "columns": columns,
        "lines": [(cell.item.label, cell.text) for cell in sheet.single],
        "tables": tables,
    }
