"""A drawing as PDF, on a page of its own size, by typst: lines stay lines, and text text."""

from __future__ import annotations

from typing import Final, Literal

from zermelo.explain.svg import drawing, summary, title
from zermelo.explain.view import View
from zermelo.extras import require

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


def render(view: View) -> bytes:
    """The drawing after the view's step."""
    view = view.on_paper()
    longest = max(view.picture.width, view.picture.height)
    return typeset(view, "pdf", scale=min(POINTS, LONGEST_SIDE / longest))


def typeset(
    view: View, ending: Literal["pdf", "png"], scale: float = 1.0, ppi: float | None = None
) -> bytes:
    """The drawing on a page with `scale` points for each of its units."""
    import typst

    inputs = {
        "drawing": drawing(view),
        "title": title(view.story),
        "summary": summary(view.story, view.step),
        "width": str(view.picture.width * scale),
        "height": str(view.picture.height * scale),
    }
    return typst.compile(PAGE, format=ending, sys_inputs=inputs, ppi=ppi)
