"""What a board that is changed cell by cell is in machine code (see `updates`).

A packed board is a value: a change gives another one. Anything else is a row, changed where it is.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.arithmetic import is_whole
from zermelo.compiler.faults import Emitter, intrinsic_at
from zermelo.compiler.growth import append, to_row
from zermelo.compiler.indexes import counted, inside
from zermelo.compiler.packed import Board, Packed
from zermelo.compiler.packing import can_be_item, can_pack, pack
from zermelo.compiler.registration import tell_functions
from zermelo.compiler.row_memory import Place
from zermelo.compiler.row_operations import may_be_put, nothing, owned
from zermelo.compiler.rows import Row
from zermelo.compiler.tuple_makers import as_tuple, can_be_tuple
from zermelo.compiler.untyped import intrinsic, ir, types

_INT = ir.IntType(64)


@intrinsic
def board_of(context: Any, items: Any) -> Any:
    """`list(items)`, or the board itself."""
    if isinstance(items, Packed):
        return items(items), lambda context, builder, signature, args: args[0]
    return to_row._defn(context, items)


def rows_of(items: Any) -> Any:
    """`[list(row) for row in items]`, or the board itself."""


def _rows_of(items: Any) -> Any:
    if isinstance(items, Packed) and isinstance(items.item, Packed):
        return lambda items: items

    def collected(items: Any) -> Any:
        rows = nothing()
        for row in items:
            rows = append(rows, to_row(row))
        return rows

    return collected


def put(board: Any, index: Any, value: Any) -> Any:
    """`board[index] = value`; `checks` makes `checked_put` of it."""


def put_in_row(board: Any, row: Any, index: Any, value: Any) -> Any:
    """`board[row][index] = value`."""


FUNCTIONS: Final = {rows_of: _rows_of, put: None, put_in_row: None}
tell_functions({rows_of: _rows_of})

# How `updates` calls them.
NAMES: Final[dict[str, Any]] = {
    "board_of": board_of,
    "board_rows_of": rows_of,
    "board_put": put,
    "board_put_in_row": put_in_row,
    "board_tuple": owned,
}


def _place(to: Emitter, length: Any, index: Any) -> Any:
    at = counted(to, length, index)
    inside(to, length, at)
    return at


def _put(context: Any, board: Any, index: Any, value: Any, place: Any) -> Any:
    value = types.unliteral(value)
    if not is_whole(index):
        return None
    if isinstance(board, Row):
        return _put_in_list(context, board, value, place)
    if not isinstance(board, Packed) or not _holds(board, value):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        to = Emitter(context, builder, signature)
        at = _place(to, ir.Constant(_INT, board.count), args[1])
        changed = Board(builder, board, args[0])
        changed.put(at, _item(context, builder, board, value, args[2]))
        return changed.value

    return board(board, types.int64, _kind(board, value), place), code


def _holds(board: Packed, value: Any) -> bool:
    if isinstance(board.item, int):
        return can_be_item(board, value)
    return can_pack(board.item, value)


def _kind(board: Packed, value: Any) -> Any:
    return board.item_type if isinstance(board.item, int) else value


def _item(context: Any, builder: Any, board: Packed, kind: Any, value: Any) -> Any:
    """A value as it lies in a board."""
    if isinstance(board.item, int):
        return board.item_code.numbers_code(context, builder, [value])[0]
    return pack(context, builder, board.item, kind, value)


def _put_in_list(context: Any, row: Row, value: Any, place: Any) -> Any:
    as_it_is = may_be_put(context, row, value)
    if not as_it_is and not can_be_tuple(context, value, row.item):
        return None
    kind = row.item if as_it_is else value

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        to = Emitter(context, builder, signature)
        memory = Place(context, builder, row, args[0])
        at = _place(to, memory.length(), args[1])
        memory.put(at, as_tuple(context, builder, kind, row.item, args[2]))
        return args[0]

    return row(row, types.int64, kind, place), code


def _put_in_row(context: Any, board: Any, row: Any, index: Any, value: Any, place: Any) -> Any:
    value = types.unliteral(value)
    if not is_whole(row) or not is_whole(index):
        return None
    if isinstance(board, Row) and isinstance(board.item, Row):
        return _put_in_list_of_lists(context, board, value, place)
    if not isinstance(board, Packed) or not isinstance(board.item, Packed):
        return None
    inner = board.item
    if not _holds(inner, value):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        to = Emitter(context, builder, signature)
        at = _place(to, ir.Constant(_INT, board.count), args[1])
        cell = _place(to, ir.Constant(_INT, inner.count), args[2])
        whole = Board(builder, board, args[0])
        line = Board(builder, inner, whole.get(at))
        line.put(cell, _item(context, builder, inner, value, args[3]))
        whole.put(at, line.value)
        return whole.value

    kinds = (board, types.int64, types.int64, _kind(inner, value), place)
    return board(*kinds), code


def _put_in_list_of_lists(context: Any, board: Row, value: Any, place: Any) -> Any:
    inner = board.item
    if not may_be_put(context, inner, value):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        to = Emitter(context, builder, signature)
        outer = Place(context, builder, board, args[0])
        line = outer.get(_place(to, outer.length(), args[1]))
        memory = Place(context, builder, inner, line)
        memory.put(_place(to, memory.length(), args[2]), args[3])
        return args[0]

    return board(board, types.int64, types.int64, inner.item, place), code


PUT: Final = "checked_put"
PUT_IN_ROW: Final = "checked_put_in_row"
CHECKED: Final[dict[str, Any]] = {
    PUT: intrinsic_at(PUT, _put),
    PUT_IN_ROW: intrinsic_at(PUT_IN_ROW, _put_in_row),
}
