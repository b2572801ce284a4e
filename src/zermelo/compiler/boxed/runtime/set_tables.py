"""The tables of sets and frozensets: those of CPython, so that a loop has the order of Python.

    head, length, mask, address of the table, cells in use, where `pop` goes on

A cell of the table is an item and its hash: 0 and 0 where it was never used, GONE and -1 where the
item was taken out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zermelo.compiler.boxed.objects import FROZENSET, NONE, SET
from zermelo.compiler.boxed.runtime.hashes import GONE, NO_HASH
from zermelo.compiler.boxed.runtime.words import copy_bytes, load, logical_shift, store

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.equality import same
    from zermelo.compiler.boxed.runtime.memory import alloc, kind_of

LEAST: Final = 8  # cells
PROBES: Final = 9  # cells that are looked at behind one, before another place is
MANY: Final = 50000  # items: such a table grows by less


def clear_cells(at: int, count: int) -> int:
    """Makes cells unused."""
    end = at + 16 * count
    while at < end:
        store(at, 0)
        store(at + 8, 0)
        at += 16
    return 0


def is_any_set(x: int) -> int:
    """Whether it is a set or a frozenset."""
    kind = kind_of(x)
    return 1 if kind == SET else kind == FROZENSET


def next_cell(s: int, at: int) -> int:
    """The first cell with an item, from an address on; 0 where there is none."""
    end = load(s + 24) + 16 * (load(s + 16) + 1)
    while at < end:
        key = load(at)
        if key != 0 and key != GONE:
            return at
        at += 16
    return 0


def find_cell(m: int, s: int, x: int, code: int) -> int:
    """The cell of an item, by its hash, or the unused one where it would be put."""
    table = load(s + 24)
    mask = load(s + 16)
    i = code & mask
    perturb = code
    while 1:
        at = table + 16 * i
        end = at + 16 * PROBES if i + PROBES <= mask else at
        while at <= end:
            key = load(at)
            if key == 0:
                return at
            if load(at + 8) == code and (key == x or same(m, key, x)):
                return at
            at += 16
        perturb = logical_shift(perturb, 5)
        i = (i * 5 + 1 + perturb) & mask
    return 0


def put_clean(table: int, mask: int, x: int, code: int) -> int:
    """Puts an item that is not there into a table where none was taken out."""
    i = code & mask
    perturb = code
    while 1:
        at = table + 16 * i
        end = at + 16 * PROBES if i + PROBES <= mask else at
        while at <= end:
            if load(at) == 0:
                store(at, x)
                store(at + 8, code)
                return 0
            at += 16
        perturb = logical_shift(perturb, 5)
        i = (i * 5 + 1 + perturb) & mask
    return 0


def put_in(m: int, s: int, x: int, code: int) -> int:
    """Puts an item, by its hash, where it is not there."""
    at = find_cell(m, s, x, code)
    if load(at) != 0:
        return NONE
    store(s + 8, load(s + 8) + 1)
    in_use = load(s + 32)
    if in_use >= load(s + 8):  # some are gone
        again = gone_cell(s, code, at)
        if again:
            store(again, x)
            store(again + 8, code)
            return NONE
    store(at, x)
    store(at + 8, code)
    store(s + 32, in_use + 1)
    if (in_use + 1) * 5 >= load(s + 16) * 3:
        set_resize(m, s, set_grown(load(s + 8)))
    return NONE


def gone_cell(s: int, code: int, unused: int) -> int:
    """The last cell, on the way to the unused one for a hash, whose item is gone; or 0."""
    table = load(s + 24)
    mask = load(s + 16)
    i = code & mask
    perturb = code
    found = 0
    while 1:
        at = table + 16 * i
        end = at + 16 * PROBES if i + PROBES <= mask else at
        while at <= end:
            if at == unused:
                return found
            if load(at) == GONE:
                found = at
            at += 16
        perturb = logical_shift(perturb, 5)
        i = (i * 5 + 1 + perturb) & mask
    return 0


def set_grown(length: int) -> int:
    """How many cells, at least, a table gets for so many items."""
    return length * 2 if length > MANY else length * 4


def set_resize(m: int, s: int, least: int) -> int:
    """Gives a set a new table of more than so many cells, without those that are gone."""
    size = LEAST
    while size <= least:
        size = size << 1
    old = load(s + 24)
    end = old + 16 * (load(s + 16) + 1)
    if size == LEAST and load(s + 16) == LEAST - 1 and load(s + 8) == load(s + 32):
        return NONE
    table = alloc(m, 16 * size)
    clear_cells(table, size)
    store(s + 16, size - 1)
    store(s + 24, table)
    store(s + 32, load(s + 8))
    while old < end:
        key = load(old)
        if key != 0 and key != GONE:
            put_clean(table, size - 1, key, load(old + 8))
        old += 16
    return NONE


def take_out(m: int, s: int, x: int, code: int) -> int:
    """Takes an item out, by its hash; whether it was there."""
    at = find_cell(m, s, x, code)
    if load(at) == 0:
        return 0
    store(at, GONE)
    store(at + 8, NO_HASH)
    store(s + 8, load(s + 8) - 1)
    return 1


def set_empty(s: int) -> int:
    """Takes all items out of a set; the first cells of its table are the new one."""
    store(s + 8, 0)
    store(s + 16, LEAST - 1)
    store(s + 32, 0)
    clear_cells(load(s + 24), LEAST)
    return NONE


def set_merge(m: int, s: int, other: int) -> int:
    """Puts all items of another set into a set."""
    count = load(other + 8)
    if s == other or count == 0:
        return NONE
    if (load(s + 32) + count) * 5 >= load(s + 16) * 3:
        set_resize(m, s, (load(s + 8) + count) * 2)
    table = load(s + 24)
    mask = load(s + 16)
    at = next_cell(other, load(other + 24))
    if load(s + 32) == 0:
        store(s + 8, count)
        store(s + 32, count)
        if mask == load(other + 16) and count == load(other + 32):
            copy_bytes(table, load(other + 24), 16 * (mask + 1))
            return NONE
        while at:
            put_clean(table, mask, load(at), load(at + 8))
            at = next_cell(other, at + 16)
        return NONE
    while at:
        put_in(m, s, load(at), load(at + 8))
        at = next_cell(other, at + 16)
    return NONE
