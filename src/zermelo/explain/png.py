"""A drawing as PNG: by resvg in a font of the machine, or by typst where it has none."""

from __future__ import annotations

from math import sqrt
from typing import Final

from zermelo.explain import pdf
from zermelo.explain.beside import Sheet, sheet
from zermelo.explain.measure import FAMILIES
from zermelo.explain.view import View
from zermelo.extras import require

SCALE: Final = 2.0  # pixels for a unit of the drawing
LONGEST_SIDE: Final = 32_000  # pixels; more than that few programs show
MOST_PIXELS: Final = 60_000_000


require("draw")  # before a long search, not after it


def render(view: View, scale: float = SCALE) -> bytes:
    """The drawing, `scale` times as large, or smaller if it would be too large for anybody."""
    return raster(sheet(view.on_paper()), scale)


def raster(page: Sheet, scale: float = SCALE) -> bytes:
    """Any drawing, within the same limits."""
    import resvg_py

    width, height = page.width, page.height
    scale = min(scale, LONGEST_SIDE / max(width, height), sqrt(MOST_PIXELS / (width * height)))
    if not _has_font():
        return pdf.typeset(page, "png", ppi=72 * scale)
    return resvg_py.svg_to_bytes(
        svg_string=page.svg, width=round(width * scale), height=round(height * scale)
    )


def _has_font() -> bool:
    """Whether the machine has a font that drawings ask for: resvg brings none, and is silent."""
    import typst

    return not set(FAMILIES).isdisjoint(typst.Fonts(include_embedded_fonts=False).families())
