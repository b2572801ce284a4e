"""How a sheet is laid out: whether it is turned, how large its tree is, what is in tables below.

An exercise is one page. Numbers asked at every node stand in the drawing where it is large enough
to be written in by hand; where it is not, they stand in a table below, and the drawing is bare
and as large as the rest leaves room for. One too small to be read has its leaves in a table, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final, TypeAlias

from zermelo.exercise.outputs.drawing import asks_for_bounds, beside, in_full, leaves_of, view_of
from zermelo.exercise.sheet import Sheet
from zermelo.explain.pdf import POINTS
from zermelo.explain.view import View

Grid: TypeAlias = list[list[str]]  # a table: its rows, the first being its head


WRITABLE: Final = 1.1  # a drawing smaller than this is too small to be written in by hand
LEAST: Final = 0.5  # one smaller than this is hard to read: a page more, and a table, are better
GROWN: Final = 1.5  # how much larger it may be to be written in


@dataclass(frozen=True)
class Paper:
    """A page and what things take on it, in points, upright or turned (False or True)."""

    width: dict[bool, float]
    height: dict[bool, float]  # without title and footer
    letters: dict[bool, int]  # in a line of text
    line: float  # of text
    single: float  # of things asked once, beside each other
    across: dict[bool, int]  # how many of these are beside each other
    row: dict[bool, float]  # of a table to be written in by hand, or solved
    gap: float  # around a table


@dataclass(frozen=True)
class Layout:
    """A sheet laid out on a page; `scale` is that of the drawing."""

    view: View
    tables: list[Grid]
    turned: bool
    scale: float
    whole: bool  # whether all is on one page

    @property
    def width(self) -> float:
        """Of the drawing, in points."""
        return self.view.picture.width * POINTS * self.scale


def layout_of(sheet: Sheet, paper: Paper, turned: bool | None = None) -> Layout:
    """The sheet on a page, upright unless that makes it small or `turned` tells."""
    ways = (False, True) if turned is None else (turned,)
    view, tables = view_of(sheet), beside(sheet)
    drawn = _largest([_fitted(sheet, paper, way, view, tables) for way in ways])
    if drawn.scale < LEAST:
        tables = [leaves_of(view), *in_full(sheet)]
    elif sheet.solved or not asks_for_bounds(sheet) or (drawn.whole and drawn.scale >= WRITABLE):
        return drawn
    else:
        tables = in_full(sheet)
    view = view_of(sheet, lines=False)
    return _largest([_fitted(sheet, paper, way, view, tables) for way in ways])


def _largest(layouts: list[Layout]) -> Layout:
    """The one with the largest drawing of those on one page; the first if that is large enough."""
    first = layouts[0]
    if first.whole and first.scale >= WRITABLE:
        return first
    return max(layouts, key=lambda each: (each.whole, each.scale))


def _fitted(sheet: Sheet, paper: Paper, turned: bool, view: View, tables: list[Grid]) -> Layout:
    """The drawing as large as what stands above and below it allows."""
    lines = sum(ceil((len(text) + 4) / paper.letters[turned]) for text in sheet.instructions)
    taken = paper.line * (lines + (3 if sheet.exam else 0))  # its title, and who it is
    taken += paper.single * ceil(len(sheet.single) / paper.across[turned])
    row = paper.row[sheet.solved]
    taken += sum(row * len(rows) + paper.gap for rows in tables)
    width, height = view.picture.width * POINTS, view.picture.height * POINTS
    room, across = paper.height[turned] - taken, paper.width[turned] / width
    scale = min(across, room / height)
    whole = scale >= LEAST
    if not whole:  # the tables go to the next page
        scale = min(across, paper.height[turned] / 2 / height)
    return Layout(view, tables, turned, min(1.0 if sheet.solved else GROWN, scale), whole)
