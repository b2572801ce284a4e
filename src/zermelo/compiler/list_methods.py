"""The methods of lists, for rows. Importing this module tells Numba."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.errors import FULL, OUTSIDE, RuleFault
from zermelo.compiler.growth import to_row
from zermelo.compiler.packed import Packed
from zermelo.compiler.packed_search import can_count, count_in
from zermelo.compiler.registration import tell_functions, tell_methods
from zermelo.compiler.row_operations import item_at, length_of, owned, put_at, row_of, set_length
from zermelo.compiler.rows import Row
from zermelo.compiler.untyped import types

# --- methods -------------------------------------------------------------------------------------


def _pop(row: Any, index: Any = -1) -> Any:
    def pop(row: Any, index: Any = -1) -> Any:
        length = length_of(row)
        at = index + length if index < 0 else index
        if at < 0 or at >= length:
            raise RuleFault("", "", 0, OUTSIDE)
        item = owned(item_at(row, at))  # its place is another's then
        for i in range(at, length - 1):
            put_at(row, i, item_at(row, i + 1))
        set_length(row, length - 1)
        return item

    return pop


def _insert(row: Any, index: Any, item: Any) -> Any:
    room = row.room

    def insert(row: Any, index: Any, item: Any) -> Any:
        length = length_of(row)
        if length >= room:
            raise RuleFault("", "", 0, FULL)
        at = max(0, index + length) if index < 0 else min(index, length)
        kept = owned(item)  # which may be one of the row's own
        set_length(row, length + 1)
        for i in range(length, at, -1):
            put_at(row, i, item_at(row, i - 1))
        put_at(row, at, kept)

    return insert


def _index(row: Any, item: Any) -> Any:
    def index(row: Any, item: Any) -> Any:
        for i in range(length_of(row)):
            if item_at(row, i) == item:
                return i
        raise RuleFault("", "", 0, OUTSIDE)

    return index


def _remove(row: Any, item: Any) -> Any:
    def remove(row: Any, item: Any) -> Any:
        row.pop(row.index(item))

    return remove


def _count(row: Any, item: Any) -> Any:
    def count(row: Any, item: Any) -> Any:
        total = 0
        for each in row:
            if each == item:
                total += 1
        return total

    return count


def _copy(row: Any) -> Any:
    return lambda row: row_of(row)


def _clear(row: Any) -> Any:
    return lambda row: set_length(row, 0)


def _reverse(row: Any) -> Any:
    def reverse(row: Any) -> Any:
        length = length_of(row)
        for i in range(length // 2):
            item = owned(item_at(row, i))
            put_at(row, i, item_at(row, length - 1 - i))
            put_at(row, length - 1 - i, item)

    return reverse


METHODS: Final[dict[str, Callable[..., Any]]] = {
    "pop": _pop,
    "insert": _insert,
    "index": _index,
    "remove": _remove,
    "count": _count,
    "copy": _copy,
    "clear": _clear,
    "reverse": _reverse,
}


def _count_items(items: Any, item: Any) -> Any:
    if can_count(items, item):
        return lambda items, item: count_in(items, item)
    return (lambda items, item: to_row(items).count(item)) if _is_even(items) else None


def _index_item(items: Any, item: Any) -> Any:
    return (lambda items, item: to_row(items).index(item)) if _is_even(items) else None


def _is_even(kind: Any) -> bool:
    """Whether it is a tuple, or a board, of items of one type."""
    return isinstance(kind, types.UniTuple | types.NamedUniTuple | Packed)


def _not_items(items: Any) -> Any:
    """`not state.cells`: whether a tuple is empty is known by its type."""
    if not isinstance(items, types.BaseTuple | Packed):
        return None
    empty = not (items.count if isinstance(items, Packed) else len(items))
    return lambda items: empty


tell_functions({operator.not_: _not_items})
tell_methods((types.BaseTuple, Packed), {"count": _count_items, "index": _index_item})
tell_methods([Row], METHODS)
