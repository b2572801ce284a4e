"""Where the cells of a board are, in rows of squares or of hexagons, and what they are called.

A cell is (row, column), from the top and from the left. Its name is the letter of the column and
the number of the row: "b3". On a board of hexagons each row stands half a cell to the right of the
row above, so that the neighbours of a cell are in its row, below it and to the left of that, above
it and to the right of that.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from string import ascii_lowercase
from typing import Final, NamedTuple, TypeAlias

from zermelo.board import caption, picture, shape

Cell: TypeAlias = tuple[int, int]

MOST: Final = 40  # rows and columns of a board that is drawn
CELL: Final = 24  # the side of a square in a drawing
FLAT: Final = math.sqrt(3) / 2  # the distance of two rows of hexagons


def letters(number: int, alphabet: str = ascii_lowercase) -> str:
    """The letters of a column, or of anything that is counted: a, b, ..., z, aa, ab, ..."""
    text = ""
    while number >= 0:
        text = alphabet[number % len(alphabet)] + text
        number = number // len(alphabet) - 1
    return text


class Layout(NamedTuple):
    """The cells of a board; `upwards`: row 1 is at the bottom, as in chess.

    `frame`: the room around them in a drawing, for their names.
    """

    rows: int
    columns: int
    hexagonal: bool = False
    upwards: bool = False
    frame: float = 10

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
        return _named(self).get(name)

    # --- in a drawing ----------------------------------------------------------------------------

    @property
    def right(self) -> float:
        """Where the squares end on the right."""
        return self.frame + self.columns * CELL

    @property
    def bottom(self) -> float:
        """Where the squares end at the bottom."""
        return self.frame + self.rows * CELL

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the drawing."""
        if not self.hexagonal:
            return self.right + self.frame, self.bottom + self.frame
        wide = self.columns + (self.rows - 1) / 2
        high = (self.rows - 1) * FLAT + 1 / FLAT
        return 2 * self.frame + wide * CELL, 2 * self.frame + high * CELL

    def centre(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell."""
        row, column = cell
        if not self.hexagonal:
            return self.frame + (column + 0.5) * CELL, self.frame + (row + 0.5) * CELL
        x = self.frame + (column + (row + 1) / 2) * CELL
        return x, self.frame + (row * FLAT + 0.5 / FLAT) * CELL

    def outline(self, cell: Cell, paint: str, inset: float = 0.0, **more: str | float) -> str:
        """A cell, painted."""
        (x, y), side = self.centre(cell), CELL - 2 * inset
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

    def hit(self, cell: Cell) -> str:
        """What a page makes clickable of a cell."""
        return self.outline(cell, "hit", pointer_events="all")

    def lines(self, paint: str = "line") -> str:
        """The lines between the squares."""
        down = [self.frame + i * CELL for i in range(1, self.columns)]
        across = [self.frame + i * CELL for i in range(1, self.rows)]
        path = [f"M{x:g} {self.frame:g}V{self.bottom:g}" for x in down]
        path += [f"M{self.frame:g} {y:g}H{self.right:g}" for y in across]
        return shape("path", paint, d="".join(path), stroke_width=1.2)

    def strike(self, first: Cell, last: Cell) -> str:
        """The sign of a line that ends the game, from a cell to a cell."""
        (x1, y1), (x2, y2) = self.centre(first), self.centre(last)
        reach = 0.34 * CELL / max(abs(x2 - x1), abs(y2 - y1))
        x, y = reach * (x2 - x1), reach * (y2 - y1)
        ends = {"x1": x1 - x, "y1": y1 - y, "x2": x2 + x, "y2": y2 + y}
        return "".join(
            shape("line", paint, **ends, stroke_width=width, stroke_linecap="round")
            for paint, width in (("ring", 2.6), ("mark-win", 1.4))
        )

    def names(self, cells: Iterable[Cell] = ()) -> str:
        """Letters above the columns, and numbers left of the rows.

        Where hexagons are no rhombus, letters are at the other end, where there is room.
        """
        whole = set(self.cells())
        there = set(cells) or whole
        size, parts = 0.6 * self.frame, []
        for column in range(self.columns):
            x, y = self.centre((0, column))[0], self.frame / 2
            if self.hexagonal and there != whole:
                x, y = self.centre(max(cell for cell in there if cell[1] == column))
                x, y = x + 0.38 * CELL, y + 0.76 * FLAT * CELL
            parts.append(caption("label", x, y, size, letters(column)))
        for row in range(self.rows):
            first = min((c for r, c in there if r == row), default=0) if self.hexagonal else 0
            x, y = self.centre((row, first))
            x -= CELL / 2 + self.frame / 2
            parts.append(caption("label", x, y, size, str(self.number(row))))
        return "".join(parts)

    def picture(self, name: str, *parts: str, ground: str = "board", below: float = 0) -> str:
        """The drawing of a board with these parts, and room below it."""
        width, height = self.size
        back = shape("rect", ground, width=width, height=height + below, rx=self.frame / 2)
        return picture(width, height + below, name, back, *parts)


@lru_cache
def _named(layout: Layout) -> dict[str, Cell]:
    """The cells by their names."""
    return {layout.name(cell): cell for cell in layout.cells()}
