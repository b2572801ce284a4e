"""Sheets as PDF, on A4, by typst."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from zermelo.exercise.outputs.drawing import Paper, layout_of
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
#let line(field, wide) = [#field.at(0) #box(
  width: wide, stroke: (bottom: 0.4pt), outset: (bottom: 2pt), field.at(1))]
#let count(paper) = context {
  let last = counter(page).at(label(paper)).first()
  data.page.replace("{page}", counter(page).display("1")).replace("{pages}", str(last))
}
#for sheet in data.sheets {
  set page(paper: "a4", flipped: sheet.wide, margin: 1.8cm,
    footer: text(8pt, gray, [#sheet.footer #h(1fr) #count(sheet.paper)]))
  if sheet.first { counter(page).update(1) }
  if sheet.exam != "" {
    text(11pt, strong(sheet.exam))
    if sheet.fields.len() > 0 { v(8pt) }
    grid(columns: (3fr, 2fr, 1.4fr), column-gutter: 10pt,
      ..sheet.fields.map(field => line(field, 1fr)))
    v(2pt)
  }
  text(14pt, strong(sheet.title))
  if sheet.exam == "" { for field in sheet.fields [#h(12pt) #h(1fr) #line(field, 5cm)] }
  v(2pt)
  list(..sheet.instructions)
  v(4pt)
  align(center, layout(room => image(bytes(sheet.drawing), format: "svg", alt: sheet.alt,
    width: calc.min(room.width, sheet.width * 1pt))))
  v(4pt)
  grid(columns: (1fr,) * sheet.columns, row-gutter: 8pt, column-gutter: 8pt,
    ..sheet.lines.map(((label, answer)) => {
    let line = box(width: 2.5cm, stroke: (bottom: 0.4pt))
    [#label: ] + if answer == none { line } else { strong(answer) }
  }))
  v(4pt)
  for rows in sheet.tables {
    block(breakable: rows.len() > 20,
      table(columns: (auto,) + (if rows.at(0).len() < 5 { 3.2cm } else { 1fr },) *
          (rows.at(0).len() - 1),
        rows: (auto,) + (sheet.row * 1pt,) * (rows.len() - 1),
        align: horizon, ..rows.flatten()))
  }
  if sheet.last [#metadata(none) #label(sheet.paper)]
}
"""


def render(sheets: Sequence[Sheet]) -> bytes:
    """The sheets, each on a page of its own or more."""
    import typst

    data = {
        "title": sheets[0].exam or sheets[0].title,
        "lang": current(),
        "page": _("page {page} of {pages}"),
        "sheets": [_data(sheet) | page for sheet, page in zip(sheets, paged(sheets), strict=True)],
    }
    inputs = {"sheets": json.dumps(data, ensure_ascii=False)}
    return typst.compile(PAGE, format="pdf", sys_inputs=inputs)


def paged(sheets: Sequence[Sheet]) -> list[dict[str, Any]]:
    """Of each sheet, which paper it belongs to, and whether it begins or ends it.

    Pages count anew for each student; the sheets of one stand together.
    """
    groups = [list(some) for _key, some in groupby(sheets, key=lambda sheet: sheet.student)]
    return [
        {"paper": f"paper-{number}", "first": at == 0, "last": at == len(group) - 1}
        for number, group in enumerate(groups)
        for at in range(len(group))
    ]


def _data(sheet: Sheet) -> dict[str, Any]:
    layout = layout_of(sheet, A4)
    view = layout.view
    return {
        "title": sheet.title,
        "footer": sheet.footer or " · ".join(filter(None, (sheet.title, sheet.student))),
        "exam": sheet.exam,
        "fields": sheet.fields,
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
