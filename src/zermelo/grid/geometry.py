"""Lines, steps, slides, drops and symmetries of boards, for the rules of games.

Boards here are flat: tuples of what stands on each cell, and cells are numbers in reading order.
What depends on the size alone is worked out once, in `__init__`; the rest are plain functions of
tuples, which compile with the rules that use them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, TypeAlias, TypeVar

Item = TypeVar("Item")
Step: TypeAlias = tuple[int, int]

# Steps of (rows, columns).
STRAIGHT: Final[tuple[Step, ...]] = ((-1, 0), (0, 1), (1, 0), (0, -1))
DIAGONAL: Final[tuple[Step, ...]] = ((-1, 1), (1, 1), (1, -1), (-1, -1))
AROUND: Final[tuple[Step, ...]] = (*STRAIGHT, *DIAGONAL)
KNIGHT: Final[tuple[Step, ...]] = tuple(
    (a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)
)
HEXAGONAL: Final[tuple[Step, ...]] = (*STRAIGHT, (-1, 1), (1, -1))  # see `zermelo.grid.layout`


def ray(rows: int, columns: int, cell: int, step: Step) -> tuple[int, ...]:
    """The cells from a cell in one direction to the edge, without the cell itself."""
    row, column = divmod(cell, columns)
    found = []
    row, column = row + step[0], column + step[1]
    while 0 <= row < rows and 0 <= column < columns:
        found.append(row * columns + column)
        row, column = row + step[0], column + step[1]
    return tuple(found)


def rays(
    rows: int, columns: int, directions: tuple[Step, ...] = AROUND
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each cell, the cells to the edge in each direction: see `slides`."""
    cells = range(rows * columns)
    return tuple(tuple(ray(rows, columns, cell, step) for step in directions) for cell in cells)


def steps(
    rows: int, columns: int, directions: tuple[Step, ...] = AROUND
) -> tuple[tuple[int, ...], ...]:
    """For each cell, the cells one step away."""
    return tuple(tuple(way[0] for way in ways if way) for ways in rays(rows, columns, directions))


def lines(rows: int, columns: int, length: int) -> tuple[tuple[int, ...], ...]:
    """All lines of so many cells: across, down and along both diagonals."""
    found = []
    for cell in range(rows * columns):
        for step in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = (cell, *ray(rows, columns, cell, step))
            if len(line) >= length:
                found.append(line[:length])
    return tuple(found)


def slides(
    board: tuple[Item, ...], empty: Item, ways: tuple[tuple[int, ...], ...]
) -> Iterator[int]:
    """The cells that a piece slides to along its `rays`: empty ones, and the first that is not."""
    for way in ways:
        for cell in way:
            yield cell
            if board[cell] != empty:
                break


def drops(board: tuple[Item, ...], empty: Item, columns: int) -> Iterator[int]:
    """The cells that a disc falls to: the lowest empty one of each column that is not full."""
    for column in range(columns):
        cell = len(board) - columns + column
        while cell >= 0 and board[cell] != empty:
            cell -= columns
        if cell >= 0:
            yield cell


def symmetries(
    rows: int, columns: int, *, hexagonal: bool = False, sideways: bool = False
) -> tuple[tuple[int, ...], ...]:
    """The symmetries of a board but the identity: each, for every cell, the cell that comes there.

    Of a square seven, of another rectangle three; of a rhombus of hexagons three, or one where its
    sides differ. `sideways`: only left for right, where up and down differ.
    """
    found = []
    for down, right, turned in product((False, True), repeat=3):
        identity = not (down or right or turned)
        if identity or (turned and rows != columns):
            continue
        if (hexagonal and down != right) or (sideways and (turned or down)):
            continue
        cells = []
        for row, column in product(range(rows), range(columns)):
            r = rows - 1 - row if down else row
            c = columns - 1 - column if right else column
            cells.append(c * columns + r if turned else r * columns + c)
        found.append(tuple(cells))
    return tuple(found)


def least(board: tuple[Item, ...], images: tuple[tuple[int, ...], ...]) -> tuple[Item, ...]:
    """The least of a board and its images by `symmetries`."""
    best = board
    for image in images:
        best = min(best, tuple(board[cell] for cell in image))
    return best
