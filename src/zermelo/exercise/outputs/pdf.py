"""Sheets as PDF, on A4, by typst."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from zermelo.exercise.outputs.layout import Paper, layout_of
from zermelo.exercise.sheet import Sheet
from zermelo.explain.svg import drawing, summary
from zermelo.language import _, current

A4: Final = Paper(
    width={False: 490.0, True: 735.0},
    height={False: 675.0, True: 430.0},
    letters={False: 105, True: 160},
    line=15.0,
    single=20.0,
    across={False: 2, True: 3},
    row={False: 22.0, True: 17.0},
    gap=24.0,
)

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
      table(columns: (auto,) + (if rows.at(0).len() < 5 { 3.2cm } else { 1fr },) *
          (rows.at(0).len() - 1),
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
    layout = layout_of(sheet, A4)
    view = layout.view
    return {
        "title": sheet.title,
        "footer": sheet.footer or " · ".join(filter(None, (sheet.title, sheet.student))),
        "name": "" if sheet.solved and not sheet.student else _("Name:"),
        "student": sheet.student,
        "row": A4.row[sheet.solved],
        "instructions": sheet.instructions,
        "drawing": drawing(view),
        "alt": summary(view.story, view.step),
        "width": layout.width,
        "wide": layout.turned,
        "columns": A4.across[layout.turned],
        "lines": [(cell.item.label, cell.text) for cell in sheet.single],
        "tables": layout.tables,
    }
