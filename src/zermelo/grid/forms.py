"""The forms that boards have in states: rows, strings, flat sequences, dicts, sets of cells.

Whatever the form, it is read as a dict from cell to what stands there, and can be written again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from zermelo.grid.layout import MOST, Cell, Layout
from zermelo.language import _

Cells: TypeAlias = dict[Cell, Any]

# What a game may call its size, the most telling first.
WIDTHS: Final = ("columns", "width", "cols", "n_columns", "size", "side", "n", "w")
HEIGHTS: Final = ("rows", "height", "n_rows", "size", "side", "n", "h")
LEAST: Final = 3  # rows and columns of a board whose size nobody says


class NoGrid(ValueError):
    """Something is no board; the message says why."""


class Board(NamedTuple):
    """The cells of a board in any usual form, where that alone does not say all.

    `columns`: the width of a flat sequence. `hexagonal`: the cells are hexagons, in rows each of
    which stands half a cell to the right of the one above. `upwards`: row 1 is at the bottom.
    """

    cells: Any
    columns: int | None = None
    hexagonal: bool = False
    upwards: bool | None = None


def sizes(game: object) -> tuple[int | None, int | None]:
    """The rows and the columns that attributes of a game tell."""

    def told(names: tuple[str, ...]) -> int | None:
        values = (getattr(game, name, None) for name in names)
        return next((v for v in values if type(v) is int and 1 <= v <= MOST), None)

    return told(HEIGHTS), told(WIDTHS)


def read(value: Any, told: tuple[int | None, int | None]) -> tuple[Layout, Cells]:
    """The cells of a board in any form, or `NoGrid`."""
    if isinstance(value, Board):
        layout, cells = read(value.cells, (None, value.columns) if value.columns else told)
        upwards = bool(value.upwards)
        return layout._replace(hexagonal=value.hexagonal, upwards=upwards), cells
    pairs = _pairs(value)
    if pairs is not None:
        rows, columns = told
        high = rows or 1 + max((row for row, _c in pairs), default=0)
        wide = columns or 1 + max((column for _r, column in pairs), default=0)
        return _laid(high, wide), pairs
    lines = _lines(value)
    if lines is None:
        lines = _folded(value, *told)
    wide = len(lines[0])
    if any(len(line) != wide for line in lines):
        words = _("a row of {count} cells, and one of {other}")
        other = next(len(line) for line in lines if len(line) != wide)
        raise NoGrid(words.format(count=wide, other=other))
    cells = {(r, c): v for r, line in enumerate(lines) for c, v in enumerate(line)}
    return _laid(len(lines), wide), cells


def _laid(rows: int, columns: int) -> Layout:
    if not (1 <= rows <= MOST and 1 <= columns <= MOST):
        words = _("a board has from 1 to {most} rows and columns, not {rows} and {columns}")
        raise NoGrid(words.format(most=MOST, rows=rows, columns=columns))
    return Layout(rows, columns)


def _pairs(value: Any) -> Cells | None:
    """The cells of a dict, or of the items of one; None: it is neither."""
    if isinstance(value, Mapping):
        items: Any = list(value.items())
    elif isinstance(value, frozenset) and all(type(i) is tuple and len(i) == 2 for i in value):
        items = list(value)
    else:
        return None
    if not all(is_cell(key) for key, _v in items):
        return None
    return {(key[0], key[1]): item for key, item in items}


def is_cell(key: Any) -> bool:
    """Whether something can be a row and a column."""
    return isinstance(key, tuple) and len(key) == 2 and all(type(k) is int and k >= 0 for k in key)


def _lines(value: Any) -> list[Any] | None:
    """The rows of a board that has some."""
    if isinstance(value, str):
        for between in ("\n", "/"):
            if between in value.strip():
                return value.strip().split(between)
        return None
    if not isinstance(value, tuple | list) or hasattr(value, "_fields") or len(value) < 2:
        return None
    plain = all(isinstance(r, tuple | list) and not hasattr(r, "_fields") for r in value)
    if plain or (all(isinstance(row, str) for row in value) and len(value[0]) > 1):
        return list(value)
    return None


def _folded(value: Any, rows: int | None, columns: int | None) -> list[Any]:
    """A flat sequence in rows, or `NoGrid`."""
    if not isinstance(value, tuple | list | str) or hasattr(value, "_fields"):
        raise NoGrid(_("not rows, nor a sequence, nor a dict of cells (row, column), from 0 on"))
    count, side = len(value), math.isqrt(len(value))
    if columns is None or count % columns or (rows or count // columns) != count // columns:
        columns = side if side and side * side == count else None
    if not columns:
        words = _("{count} cells in a row, and no attribute columns of the game that fits")
        raise NoGrid(words.format(count=count))
    return [value[at : at + columns] for at in range(0, count, columns)]


def rebuilt(value: Any, layout: Layout, cells: Cells) -> Any:
    """The form of another board with other things on its cells."""
    if isinstance(value, Board):
        return value._replace(cells=rebuilt(value.cells, layout, cells))
    if _pairs(value) is not None:
        there = {cell: item for cell, item in cells.items() if item is not None}
        return type(value)(there if isinstance(value, Mapping) else there.items())
    across = range(layout.columns)
    lines = [[cells[row, column] for column in across] for row in range(layout.rows)]
    rows = _lines(value)
    if rows is None:
        return _joined(value, [item for line in lines for item in line])
    made = [_joined(row, line) for row, line in zip(rows, lines, strict=True)]
    if isinstance(value, str):
        return ("\n" if "\n" in value else "/").join(made)
    return type(value)(made)


def _joined(form: Any, items: list[Any]) -> Any:
    return "".join(items) if isinstance(form, str) else type(form)(items)


def is_large(value: Any, told: tuple[int | None, int | None]) -> bool:
    """Whether a value that is a board can hardly be anything else."""
    try:
        layout, _cells = read(value, told)
    except (NoGrid, TypeError):
        return False
    fits = told[0] == layout.rows and told[1] == layout.columns
    return fits or min(layout.rows, layout.columns) >= LEAST
