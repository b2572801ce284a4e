"""A drawing as PDF, on a page of its own size, by typst: lines stay lines, and text text."""

from __future__ import annotations

import json
from typing import Final, Literal

from zermelo.explain.beside import Sheet, sheet
from zermelo.explain.narrators import narrator_of
from zermelo.explain.style import palette
from zermelo.explain.svg import drawing, title
from zermelo.explain.view import View, check_frames
from zermelo.extras import require
from zermelo.language import _

POINTS: Final = 0.75  # of a printer, for a unit of the drawing
LONGEST_SIDE: Final = 14_400  # points; PDF knows no longer page

require("draw")  # before a long search, not after it

# What is shown comes in as data: no text of a tree is read as typst's language.
PAGE: Final = b"""
#set document(title: sys.inputs.title, date: none)
#set page(
  width: float(sys.inputs.width) * 1pt, height: float(sys.inputs.height) * 1pt, margin: 0pt)
#image(bytes(sys.inputs.drawing), format: "svg", width: 100%, alt: sys.inputs.summary)
"""


# A page for each step, with its sentence above the drawing.
PAGES: Final = b"""
#let data = json(bytes(sys.inputs.pages))
#set document(title: data.title, date: none)
#set page(width: data.width * 1pt, height: data.height * 1pt, margin: 14pt,
  fill: rgb(data.ground))
#set text(size: data.size * 1pt, font: ("Helvetica", "Arial", "Liberation Sans", "DejaVu Sans",
  "Noto Sans", "Libertinus Serif"), fill: rgb(data.ink))
#for (i, page) in data.pages.enumerate() {
  if i > 0 { pagebreak() }
  [#text(fill: gray, page.count) #page.words]
  v(1fr)
  align(center, image(bytes(page.drawing), format: "svg", width: data.across * 1pt,
    alt: page.words))
  v(1fr)
}
"""
WORDS: Final = 64.0  # points above the drawing, for the sentence
NARROWEST: Final = 380.0  # points across


def render(view: View) -> bytes:
    """The drawing after the view's step, or a page for each step."""
    view = view.on_paper()
    if view.frames:
        return frames(view)
    return document(sheet(view))


def document(page: Sheet) -> bytes:
    """Any drawing on a page of its own size, or smaller if PDF knows no page so large."""
    return typeset(page, "pdf", scale=min(POINTS, LONGEST_SIDE / max(page.width, page.height)))


def frames(view: View) -> bytes:
    """A page for each step."""
    import typst

    check_frames(view)
    story, picture = view.story, view.picture
    scale = min(POINTS, (LONGEST_SIDE - 100) / max(picture.width, picture.height))
    words = narrator_of(story).sentences()
    count = _("Step {step} of {last}.")
    colours = palette(view.theme)
    data = {
        "title": title(story),
        "width": max(picture.width * scale, NARROWEST) + 28,
        "height": picture.height * scale + WORDS * view.form.scale + 28,
        "across": picture.width * scale,
        "size": 11 * view.form.scale,
        "ground": colours["ground"],
        "ink": colours["ink"],
        "pages": [
            {
                "drawing": drawing(view.at(step)),
                "count": count.format(step=step, last=len(story.steps) - 1),
                "words": text,
            }
            for step, text in enumerate(words)
        ],
    }
    inputs = {"pages": json.dumps(data, ensure_ascii=False)}
    return typst.compile(PAGES, format="pdf", sys_inputs=inputs)


def typeset(
    page: Sheet, ending: Literal["pdf", "png"], scale: float = 1.0, ppi: float | None = None
) -> bytes:
    """The drawing on a page with `scale` points for each of its units."""
    import typst

    inputs = {
        "drawing": page.svg,
        "title": page.title,
        "summary": page.summary,
        "width": str(page.width * scale),
        "height": str(page.height * scale),
    }
    return typst.compile(PAGE, format=ending, sys_inputs=inputs, ppi=ppi)
