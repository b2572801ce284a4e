"""Where the cells of a board are, in rows of squares or of hexagons, and what they are called.

A cell is (row, column), from the top and from the left. Its name is the letter of the column and
the number of the row: "b3". On a board of hexagons each row stands half a cell to the right of the
row above, so that the neighbours of a cell are in its row, below it and to the left of that, above
it and to the right of that.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from zermelo.board import Grid, caption, picture, shape

Cell: TypeAlias = tuple[int, int]

MOST: Final = 40  # rows and columns of a board that is drawn
FLAT: Final = math.sqrt(3) / 2  # the distance of two rows of hexagons


def letters(column: int) -> str:
    """The letters of a column: a, b, ..., z, aa, ab, ..."""
    text = ""
    while column >= 0:
        text = chr(ord("a") + column % 26) + text
        column = column // 26 - 1
    return text


class Layout(NamedTuple):
    """The cells of a board; `upwards`: row 1 is at the bottom, as in chess."""

    rows: int
    columns: int
    hexagonal: bool = False
    upwards: bool = False

    def has(self, row: int, column: int) -> bool:
        """Whether there is such a cell."""
        return 0 <= row < self.rows and 0 <= column < self.columns

    def cells(self) -> Iterator[Cell]:
        """All cells, in reading order."""
        return product(range(self.rows), range(self.columns))

    def number(self, row: int) -> int:
        """What a row is called."""
        return self.rows - row if self.upwards else row + 1

    def name(self, cell: Cell) -> str:
        """What a cell is called."""
        return f"{letters(cell[1])}{self.number(cell[0])}"

    def find(self, name: str) -> Cell | None:
        """The cell of that name, if there is one."""
        found = re.fullmatch(r"([a-z]{1,2})([1-9][0-9]?)", name)
        if found is None:
            return None
        column = 0
        for letter in found[1]:
            column = 26 * column + ord(letter) - ord("a") + 1
        row = self.rows - int(found[2]) if self.upwards else int(found[2]) - 1
        return (row, column - 1) if self.has(row, column - 1) else None

    # --- in a drawing ----------------------------------------------------------------------------

    @property
    def grid(self) -> Grid:
        """The squares as they are drawn, or those that hexagons would be."""
        return Grid(self.columns, self.rows)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the drawing."""
        grid = self.grid
        if not self.hexagonal:
            return grid.right + grid.frame, grid.bottom + grid.frame
        wide = self.columns + (self.rows - 1) / 2
        high = (self.rows - 1) * FLAT + 1 / FLAT
        return 2 * grid.frame + wide * grid.cell, 2 * grid.frame + high * grid.cell

    def centre(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell."""
        row, column = cell
        grid = self.grid
        if not self.hexagonal:
            return grid.centre(row * self.columns + column)
        x = grid.frame + (column + (row + 1) / 2) * grid.cell
        return x, grid.frame + (row * FLAT + 0.5 / FLAT) * grid.cell

    def outline(self, cell: Cell, paint: str, inset: float = 0.0, **more: str | float) -> str:
        """A cell, painted."""
        (x, y), side = self.centre(cell), self.grid.cell - 2 * inset
        if not self.hexagonal:
            place = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side}
            return shape("rect", paint, **place, rx=0.1 * inset * side, **more)
        corners = [math.radians(angle) for angle in range(30, 390, 60)]
        reach = 0.5 * side / FLAT
        points = [f"{x + reach * math.cos(a):.4g},{y + reach * math.sin(a):.4g}" for a in corners]
        return shape("polygon", paint, points=" ".join(points), **more)

    def mark(self, cell: Cell) -> str:
        """The sign of the last move in a cell."""
        return self.outline(cell, "mark-last", 1.2, stroke_width=1.2)

    def names(self, cells: Iterable[Cell] = ()) -> str:
        """Letters above the columns, and numbers left of the rows.

        Where hexagons are no rhombus, letters are at the other end, where there is room.
        """
        grid, whole = self.grid, set(self.cells())
        there = set(cells) or whole
        size, parts = 0.6 * min(grid.frame, 10), []
        for column in range(self.columns):
            x, y = self.centre((0, column))[0], grid.frame / 2
            if self.hexagonal and there != whole:
                x, y = self.centre(max(cell for cell in there if cell[1] == column))
                x, y = x + 0.38 * grid.cell, y + 0.76 * FLAT * grid.cell
            parts.append(caption("label", x, y, size, letters(column)))
        for row in range(self.rows):
            first = min((c for r, c in there if r == row), default=0) if self.hexagonal else 0
            x, y = self.centre((row, first))
            x -= grid.cell / 2 + grid.frame / 2
            parts.append(caption("label", x, y, size, str(self.number(row))))
        return "".join(parts)

    def picture(self, name: str, *parts: str, below: float = 0) -> str:
        """The drawing of a board with these parts, and room below it."""
        width, height = self.size
        back = shape("rect", "board", width=width, height=height + below, rx=5)
        return picture(width, height + below, name, back, *parts)
