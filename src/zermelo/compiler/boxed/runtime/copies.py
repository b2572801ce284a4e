"""`copy.copy` and `copy.deepcopy` of boxed values: functions of words.

A deep copy keeps a table of what was copied already (old and new address, found by the old one), so
that an object reached twice becomes one copy, and one that reaches itself does so again:

    TABLE      mask, cells in use, address of the cells; a cell: old, new
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zermelo.compiler.boxed.objects import (
    DEEP,
    DICT,
    FIXED,
    FROZENSET,
    INSTANCE,
    LIST,
    NONE,
    NUMBER_SHIFT,
    SET,
    STACK_END,
    TUPLE,
    UNKNOWN,
)
from zermelo.compiler.boxed.runtime.words import copy_bytes, fail, load, stack_address, store

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.made import fields_of_class
    from zermelo.compiler.boxed.runtime.memory import (
        alloc,
        append,
        class_of,
        kind_of,
        new_list,
        new_tuple,
    )
    from zermelo.compiler.boxed.runtime.sets import set_copy, set_from, set_items
    from zermelo.compiler.boxed.runtime.tables import dict_copy, dict_items, dict_put, new_dict

CELLS: Final = 16  # of a new table


def shallow_copy(m: int, x: int) -> int:
    """`copy.copy(x)`."""
    kind = kind_of(x)
    if kind == LIST:
        return copy_list(m, x)
    if kind == DICT:
        return copy_dict(m, x)
    if kind == SET:
        return set_copy(m, x, SET)
    if kind == INSTANCE and load(x) >> NUMBER_SHIFT == 0:
        return copy_instance(m, x)
    if kind == TUPLE and class_of(x) != 0:
        return copy_tuple(m, x)
    return x


def copy_list(m: int, x: int) -> int:
    """A new list, or deque, of the same items."""
    count = load(x + 8)
    found = new_list(m, count)
    store(found, load(x) & ~FIXED)
    store(found + 8, count)
    copy_bytes(load(found + 24), load(x + 24), count << 3)
    return found


def copy_dict(m: int, x: int) -> int:
    """A new dict of the same items, and of the same class."""
    found = dict_copy(m, x)
    store(found, load(x) & ~FIXED)
    store(found + 56, load(x + 56))
    return found


def copy_tuple(m: int, x: int) -> int:
    """A new tuple, or NamedTuple, of the same items."""
    count = load(x + 8)
    if count == 0:
        return x
    found = new_tuple(m, count)
    store(found, load(x) & ~FIXED)
    copy_bytes(found + 16, x + 16, count << 3)
    return found


def copy_instance(m: int, x: int) -> int:
    """A new object of the same class, with the same values."""
    count = fields_of_class(class_of(x))
    if count < 0:
        return fail(m, UNKNOWN)
    found = alloc(m, (count << 3) + 8)
    copy_bytes(found, x, (count << 3) + 8)
    store(found, load(x) & ~FIXED)
    return found


# --- deep copies ---------------------------------------------------------------------------------


def deep_copy(m: int, x: int) -> int:
    """`copy.deepcopy(x)`."""
    if stays_itself(x):
        return x
    return deep_copy_known(m, x, new_table(m))


def stays_itself(x: int) -> int:
    """Whether a deep copy of it is it: numbers, texts, ranges, functions, members of Enums."""
    kind = kind_of(x)
    if kind == INSTANCE:
        return load(x) >> NUMBER_SHIFT != 0
    return kind < TUPLE or kind > FROZENSET


def deep_copy_known(m: int, x: int, table: int) -> int:
    """A deep copy, by a table of what was copied before."""
    if stays_itself(x):
        return x
    if stack_address() < load(m + STACK_END):
        return fail(m, DEEP)
    known = copy_of(table, x)
    if known != 0:
        return known
    kind = kind_of(x)
    if kind == LIST:
        return deep_copy_list(m, x, table)
    if kind == TUPLE:
        return deep_copy_tuple(m, x, table)
    if kind == DICT:
        return deep_copy_dict(m, x, table)
    if kind == INSTANCE:
        return deep_copy_instance(m, x, table)
    return deep_copy_set(m, x, table)


def deep_copy_list(m: int, x: int, table: int) -> int:
    """Of a list or a deque, which is known before its items are."""
    found = new_list(m, load(x + 8))
    store(found, load(x) & ~FIXED)
    put_copy(m, table, x, found)
    i = 0
    while i < load(x + 8):
        append(m, found, deep_copy_known(m, load(load(x + 24) + (i << 3)), table))
        i += 1
    return found


def deep_copy_tuple(m: int, x: int, table: int) -> int:
    """Of a tuple, which stays itself where all of its items do; a NamedTuple is made anew."""
    count = load(x + 8)
    differs = class_of(x)
    found = copy_tuple(m, x)
    for i in range(count):
        item = load(x + 16 + (i << 3))
        copied = deep_copy_known(m, item, table)
        store(found + 16 + (i << 3), copied)
        if copied != item:
            differs = 1
    known = copy_of(table, x)  # an item that reaches the tuple has copied it
    if known != 0:
        return known
    if differs == 0:
        return x
    put_copy(m, table, x, found)
    return found


def deep_copy_dict(m: int, x: int, table: int) -> int:
    """Of a dict, which is known before its items are."""
    items = dict_items(m, x)
    found = new_dict(m, load(items + 8))
    store(found, load(x) & ~FIXED)
    store(found + 56, load(x + 56))
    put_copy(m, table, x, found)
    for i in range(load(items + 8)):
        pair = load(load(items + 24) + (i << 3))
        key = deep_copy_known(m, load(pair + 16), table)
        dict_put(m, found, key, deep_copy_known(m, load(pair + 24), table))
    return found


def deep_copy_set(m: int, x: int, table: int) -> int:
    """Of a set or frozenset: one of the copies of its items, put in one after the other."""
    items = set_items(m, x)
    count = load(items + 8)
    copies = new_list(m, count)
    for i in range(count):
        append(m, copies, deep_copy_known(m, load(load(items + 24) + (i << 3)), table))
    found = set_from(m, copies, kind_of(x))
    put_copy(m, table, x, found)
    return found


def deep_copy_instance(m: int, x: int, table: int) -> int:
    """Of an object of an author's class, which is known before its fields are."""
    found = copy_instance(m, x)
    put_copy(m, table, x, found)
    for i in range(fields_of_class(class_of(x))):
        value = load(x + 8 + (i << 3))
        if value != 0:
            store(found + 8 + (i << 3), deep_copy_known(m, value, table))
    return found


# --- what was copied -----------------------------------------------------------------------------


def new_table(m: int) -> int:
    """A table with nothing in it."""
    found = alloc(m, 24)
    store(found, CELLS - 1)
    store(found + 8, 0)
    store(found + 16, new_cells(m, CELLS))
    return found


def new_cells(m: int, count: int) -> int:
    """So many cells of a table, all free."""
    found = alloc(m, count << 4)
    for i in range(count):
        store(found + (i << 4), 0)
    return found


def cell_of(cells: int, mask: int, x: int) -> int:
    """The cell of an object, or the free one where it belongs."""
    at = (x >> 3) * 0x9E3779B97F4A7C1 >> 20 & mask
    while load(cells + (at << 4)) != 0 and load(cells + (at << 4)) != x:
        at = (at + 1) & mask
    return cells + (at << 4)


def copy_of(table: int, x: int) -> int:
    """The copy of an object; 0: there is none."""
    cell = cell_of(load(table + 16), load(table), x)
    return load(cell + 8) if load(cell) == x else 0


def put_copy(m: int, table: int, x: int, copied: int) -> int:
    """Notes the copy of an object that has none yet."""
    mask = load(table)
    if load(table + 8) << 1 > mask:
        cells = new_cells(m, (mask + 1) << 1)
        wider = (mask << 1) + 1
        for i in range(mask + 1):
            old = load(table + 16) + (i << 4)
            if load(old) != 0:
                copy_bytes(cell_of(cells, wider, load(old)), old, 16)
        store(table, wider)
        store(table + 16, cells)
    cell = cell_of(load(table + 16), load(table), x)
    if load(cell) == 0:
        store(table + 8, load(table + 8) + 1)
    store(cell, x)
    store(cell + 8, copied)
    return NONE
