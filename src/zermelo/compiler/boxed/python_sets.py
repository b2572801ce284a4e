"""The tables of Python's own sets, for those that are constants of a game.

What a loop finds in them is no order in which they could be filled again: of 7 and 15 the one that
came first has the last of eight cells, and 15 is found first. So the table itself is read.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any, Final

from zermelo.compiler.boxed.runtime.set_tables import LEAST

UNUSED: Final = object()
TAKEN_OUT: Final = object()
_LENGTHS: Final = 24  # where the length is in the object of CPython; the mask and the table follow
_OWN_TABLE: Final = 64  # where the table of a small set is


def cells_of(value: set[Any] | frozenset[Any]) -> list[Any] | None:
    """The items of a set in the cells of its table; None where this Python has none that is known.

    UNUSED is in a cell that never had an item, TAKEN_OUT in one that has none any more.
    """
    if sys.implementation.name != "cpython" or type(value) not in (set, frozenset):
        return None
    words = (ctypes.c_ssize_t * 3).from_address(id(value) + _LENGTHS)
    length, mask, table = words
    more = sys.getsizeof(value) - sys.getsizeof(type(value)())
    if length != len(value) or more != (16 * (mask + 1) if mask >= LEAST else 0):
        return None
    if mask < LEAST and (mask != LEAST - 1 or table != id(value) + _OWN_TABLE):
        return None
    items = {id(item): item for item in value}
    keys = (ctypes.c_ssize_t * (2 * (mask + 1))).from_address(table)[::2]
    found = [items.get(key, TAKEN_OUT) if key else UNUSED for key in keys]
    there = [item for item in found if item is not UNUSED and item is not TAKEN_OUT]
    return found if list(map(id, there)) == list(map(id, value)) else None
