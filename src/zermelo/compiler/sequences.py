"""What can be done with rows: Python's operations on lists and tuples, written with a few of ours.

Importing this module tells Numba. Where one of the two is a tuple that Numba holds itself, it
becomes a row first.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.atom_table import FIRST
from zermelo.compiler.errors import FULL, OUTSIDE, RuleFault
from zermelo.compiler.growth import append, extend, to_row
from zermelo.compiler.packed import Packed
from zermelo.compiler.packed_search import can_count, count_in
from zermelo.compiler.packing import item_of
from zermelo.compiler.registration import tell_functions
from zermelo.compiler.row_operations import (
    add_item,
    blank,
    item_at,
    length_of,
    nothing,
    owned,
    put_at,
)
from zermelo.compiler.rows import Nothing, Row, SetRow
from zermelo.compiler.tuple_makers import tuple_maker
from zermelo.compiler.untyped import types
from zermelo.tuples import replace

SMALL: Final = 8  # items of a tuple that is put in order where it is
EMPTY: Final = (0, FIRST, FIRST + 1)  # the lengths of nothing, of None and of the empty text


def _is_row(*kinds: Any) -> bool:
    return all(isinstance(kind, Row | Nothing) for kind in kinds)


def _is_like(kind: Any) -> bool:
    return isinstance(kind, Row | Nothing | Packed | types.BaseTuple)


def _are_alike(a: Any, b: Any) -> bool:
    """Whether both are sequences, and at least one is none of Numba's own."""
    if any(isinstance(kind, SetRow) or getattr(kind, "is_text", False) for kind in (a, b)):
        return False
    ours = isinstance(a, Row | Nothing | Packed) or isinstance(b, Row | Nothing | Packed)
    return ours and _is_like(a) and _is_like(b)


# Functions below are compiled where they are used; an error in them is an error of the rules.


def append_to(row: Any, item: Any) -> Any:
    """Puts an item into a row of the caller's, which must have items of a known type."""


def _append_to(row: Any, item: Any) -> Any:
    if not isinstance(row, Row):
        return None
    room = row.room

    def more(row: Any, item: Any) -> Any:
        if length_of(row) >= room:
            raise RuleFault("", "", 0, FULL)
        return add_item(row, item)

    return more


def extend_to(row: Any, items: Any) -> Any:
    """The same with several."""


def _extend_to(row: Any, items: Any) -> Any:
    if not isinstance(row, Row):
        return None

    def more(row: Any, items: Any) -> Any:
        for item in items:
            append_to(row, item)

    return more


def to_tuple(items: Any) -> Any:
    """`tuple(items)`."""


def _to_tuple(items: Any) -> Any:
    if isinstance(items, types.BaseTuple | Packed):
        return lambda items: items
    return lambda items: to_row(items)


def backwards(items: Any) -> Any:
    """`reversed(items)`."""


def _backwards(items: Any) -> Any:
    def turned(items: Any) -> Any:
        row = to_row(items)
        row.reverse()
        return row

    return turned


def tuple_in_order(items: Any) -> Any:
    """`tuple(sorted(items))`: of a few items as long a tuple, else a row."""


def _tuple_in_order(items: Any) -> Any:
    if not isinstance(items, types.UniTuple) or not 0 < len(items) <= SMALL:
        return lambda items: in_order(items)

    def put_in_order(items: Any) -> Any:
        for i in range(1, len(items)):
            item, at = items[i], i
            while at > 0 and item < items[at - 1]:
                items = replace(items, at, items[at - 1])
                at -= 1
            items = replace(items, at, item)
        return items

    return put_in_order


def columns(table: Any) -> Any:
    """`zip(*table)`, where the rows of a table have items of one type."""


def _columns(table: Any) -> Any:
    if not isinstance(table, Row | Packed | types.UniTuple):
        return None

    def turned(table: Any) -> Any:
        found = nothing()
        if len(table) == 0:
            return found
        shortest = len(table[0])
        for line in table:
            shortest = min(shortest, len(line))
        for i in range(shortest):
            column = nothing()
            for line in table:
                column = append(column, line[i])
            found = append(found, column)
        return found

    return turned


def start_of(items: Any) -> Any:
    """What a tuple made of the items of another begins with: as long a tuple, or nothing yet."""


def _start_of(items: Any) -> Any:
    if isinstance(items, types.BaseTuple):
        return lambda items: items
    return lambda items: nothing()


def with_next(items: Any, at: Any, item: Any) -> Any:
    """The tuple with its next item."""


def _with_next(items: Any, at: Any, item: Any) -> Any:
    if isinstance(items, types.BaseTuple):
        return lambda items, at, item: replace(items, at, item)
    return lambda items, at, item: append(items, item)


def in_order(items: Any) -> Any:
    """`sorted(items)`."""


def _in_order(items: Any) -> Any:
    if isinstance(items, Nothing):
        return lambda items: items

    def put_in_order(items: Any) -> Any:
        row = to_row(items)
        for i in range(1, length_of(row)):
            item, at = owned(item_at(row, i)), i
            while at > 0 and item < item_at(row, at - 1):
                put_at(row, at, item_at(row, at - 1))
                at -= 1
            put_at(row, at, item)
        return row

    return put_in_order


# --- items ---------------------------------------------------------------------------------------


def _len(row: Any) -> Any:
    if isinstance(row, Packed):
        count = row.count
        return lambda row: count
    return (lambda row: length_of(row)) if _is_row(row) else None


def _truth(row: Any) -> Any:
    if isinstance(row, Packed):
        return lambda row: True
    return (lambda row: length_of(row) not in EMPTY) if _is_row(row) else None


def _not(row: Any) -> Any:
    if isinstance(row, Packed):
        return lambda row: False
    return (lambda row: length_of(row) in EMPTY) if _is_row(row) else None


def _getitem(row: Any, index: Any) -> Any:
    if isinstance(row, Packed | types.BaseTuple) and isinstance(index, types.SliceType):
        return lambda row, index: to_row(row)[index]
    if isinstance(row, types.UniTuple) and isinstance(index, types.Boolean):
        return lambda row, index: row[int(index)]
    if isinstance(row, Packed) and isinstance(index, types.Integer | types.Boolean):
        count = row.count

        def cell(row: Any, index: Any) -> Any:
            at = index + count if index < 0 else index
            if at < 0 or at >= count:
                raise RuleFault("", "", 0, OUTSIDE)
            return item_of(row, at)

        return cell
    if not isinstance(row, Row):
        return None
    if isinstance(index, types.SliceType):

        def cut(row: Any, index: Any) -> Any:
            part = blank(row)
            first, last, step = index.indices(length_of(row))
            for i in range(first, last, step):
                part = add_item(part, item_at(row, i))
            return part

        return cut

    def item(row: Any, index: Any) -> Any:
        length = length_of(row)
        at = index + length if index < 0 else index
        if at < 0 or at >= length:
            raise RuleFault("", "", 0, OUTSIDE)
        return item_at(row, at)

    return item if isinstance(index, types.Integer | types.Boolean) else None


def _setitem(row: Any, index: Any, item: Any) -> Any:
    """Who writes an item has looked whether the index is inside (see `indexes`)."""
    if not isinstance(row, Row) or not isinstance(index, types.Integer):
        return None
    if isinstance(row.item, types.BaseTuple) and isinstance(item, Row):  # made of a list again
        exact = tuple_maker(row.item)
        return lambda row, index, item: put_at(row, index, exact(item))
    return lambda row, index, item: put_at(row, index, item)


def _contains(row: Any, wanted: Any) -> Any:
    if isinstance(row, Nothing):
        return lambda row, wanted: False
    if can_count(row, wanted):
        return lambda row, wanted: count_in(row, wanted) != 0
    if not isinstance(row, Row | Packed) or getattr(row, "is_text", False):
        return None

    def contains(row: Any, wanted: Any) -> Any:
        for item in row:  # noqa: SIM110 (compiled as it stands)
            if item == wanted:
                return True
        return False

    return contains


# --- two rows ------------------------------------------------------------------------------------


def _add(a: Any, b: Any) -> Any:
    if not _are_alike(a, b):
        return None
    if isinstance(a, Nothing):
        return lambda a, b: to_row(b)
    if isinstance(a, types.BaseTuple) and not len(a):
        return lambda a, b: to_row(b)
    if isinstance(b, types.BaseTuple) and not len(b):
        return lambda a, b: to_row(a)
    return lambda a, b: extend(to_row(a), to_row(b))


def _iadd(a: Any, b: Any) -> Any:
    """Of tuples, which stay as they are; `lists` knows what is a list."""
    return (lambda a, b: a + b) if _is_row(a) and _is_like(b) and _are_alike(a, b) else None


def _mul(a: Any, b: Any) -> Any:
    if getattr(a, "is_text", False) or getattr(b, "is_text", False):
        return None
    if isinstance(a, Packed | types.UniTuple) and isinstance(b, types.Integer):
        return lambda a, b: to_row(a) * b

    def several(a: Any, b: Any) -> Any:
        row = blank(a)
        for _ in range(b):
            row = extend(row, a)
        return row

    if isinstance(a, Row) and isinstance(b, types.Integer):
        return several
    if isinstance(a, types.Integer) and isinstance(b, Row):
        return lambda a, b: b * a
    return None


def _eq(a: Any, b: Any) -> Any:
    sets = isinstance(a, SetRow | Nothing) and isinstance(b, SetRow | Nothing)
    if not sets and not _are_alike(a, b):
        return None
    if isinstance(a, Nothing) or isinstance(b, Nothing):
        return lambda a, b: len(a) == len(b)

    def equal(a: Any, b: Any) -> Any:
        left, right = (a, b) if sets else (to_row(a), to_row(b))
        if length_of(left) != length_of(right):
            return False
        for i in range(length_of(left)):  # noqa: SIM110
            if item_at(left, i) != item_at(right, i):
                return False
        return True

    return equal


def _ne(a: Any, b: Any) -> Any:
    return (lambda a, b: not (a == b)) if _eq(a, b) else None  # noqa: SIM201


def _lt(a: Any, b: Any) -> Any:
    if not _are_alike(a, b) or isinstance(a, Nothing) or isinstance(b, Nothing):
        return None

    def less(a: Any, b: Any) -> Any:
        left, right = to_row(a), to_row(b)
        for i in range(min(length_of(left), length_of(right))):
            if item_at(left, i) != item_at(right, i):
                return item_at(left, i) < item_at(right, i)
        return length_of(left) < length_of(right)

    return less


def _gt(a: Any, b: Any) -> Any:
    return (lambda a, b: b < a) if _lt(a, b) else None


def _le(a: Any, b: Any) -> Any:
    return (lambda a, b: not b < a) if _lt(a, b) else None


def _ge(a: Any, b: Any) -> Any:
    return (lambda a, b: not a < b) if _lt(a, b) else None


FUNCTIONS: Final[dict[Any, Callable[..., Any]]] = {
    append_to: _append_to,
    extend_to: _extend_to,
    in_order: _in_order,
    to_tuple: _to_tuple,
    tuple_in_order: _tuple_in_order,
    backwards: _backwards,
    start_of: _start_of,
    columns: _columns,
    with_next: _with_next,
    len: _len,
    bool: _truth,
    operator.not_: _not,
    operator.getitem: _getitem,
    operator.setitem: _setitem,
    operator.contains: _contains,
    operator.add: _add,
    operator.iadd: _iadd,
    operator.mul: _mul,
    operator.eq: _eq,
    operator.ne: _ne,
    operator.lt: _lt,
    operator.gt: _gt,
    operator.le: _le,
    operator.ge: _ge,
}
tell_functions(FUNCTIONS)
