"""The board of nine men's morris: the names of its points, and where they are in a drawing."""

from __future__ import annotations

from typing import Final

from zermelo.board import caption, shape
from zermelo.grid import Layout

# By the bit of each point: eight to a ring, clockwise from the corner on the upper left.
POINTS: Final = (
    *("a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4"),
    *("b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4"),
    *("c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4"),
)
READING: Final = tuple(sorted(range(24), key=lambda i: (-int(POINTS[i][1]), POINTS[i][0])))

# The upper half of the drawing in text; the lower is its mirror image.
HALF: Final = ("·-----·-----·", "|     |     |", "| ·---·---· |", "| |   |   | |", "| | ·-·-· | |")
WAIST: Final = ("| | |   | | |", "·-·-·   ·-·-·", "| | |   | | |")
ROWS: Final = (*HALF, *WAIST, *HALF[::-1])

LAYOUT: Final = Layout(7, 7, frame=13)


def place_of(index: int) -> tuple[float, float]:
    """Where a point is in a drawing."""
    column, row = POINTS[index]
    return LAYOUT.centre((7 - int(row), "abcdefg".index(column)))


def _lines() -> str:
    path = ""
    for ring in (0, 8, 16):
        (left, top), (right, bottom) = place_of(ring), place_of(ring + 4)
        path += f"M{left:g} {top:g}H{right:g}V{bottom:g}H{left:g}Z"
    for outer in (1, 3, 5, 7):
        (x1, y1), (x2, y2) = place_of(outer), place_of(outer + 16)
        path += f"M{x1:g} {y1:g}L{x2:g} {y2:g}"
    return shape("path", "line", d=path, stroke_width=1.2)


LINES: Final = _lines()


def sign_at(x: float, y: float, text: str) -> str:
    """A sign on a point, in a small disc of its own."""
    return shape("circle", "cell", cx=x, cy=y, r=3.6) + caption("ink", x, y, 6, text)
