"""Sets and frozensets. All is done by the steps of CPython, so that the order stays the same.

The second of two may be anything that can be gone through, except where it is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.compiler.boxed.objects import DICT, FROZENSET, KEY_ERROR, NONE, SET, TYPE_ERROR
from zermelo.compiler.boxed.runtime.hashes import GONE, NO_HASH
from zermelo.compiler.boxed.runtime.set_tables import LEAST
from zermelo.compiler.boxed.runtime.words import fail, load, store

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.hashes import hash_of, hash_of_set
    from zermelo.compiler.boxed.runtime.memory import alloc, class_of, kind_of, may_change, new_list
    from zermelo.compiler.boxed.runtime.sequences import item_at, items_of
    from zermelo.compiler.boxed.runtime.set_tables import (
        clear_cells,
        find_cell,
        is_any_set,
        next_cell,
        put_in,
        set_empty,
        set_grown,
        set_merge,
        set_resize,
        take_out,
    )
    from zermelo.compiler.boxed.runtime.tables import dict_get


def new_set(m: int, kind: int) -> int:
    """An empty set, or frozenset."""
    found = alloc(m, 48 + 16 * LEAST)
    store(found, kind)
    store(found + 8, 0)
    store(found + 16, LEAST - 1)
    store(found + 24, found + 48)
    store(found + 32, 0)
    store(found + 40, 0)
    clear_cells(found + 48, LEAST)
    return found


# --- of one item ---------------------------------------------------------------------------------


def hash_to_find(m: int, x: int) -> int:
    """The hash of what is looked for in a set, which may be a set: it finds a frozenset."""
    return hash_of_set(x) if kind_of(x) == SET else hash_of(m, x)


def set_has(m: int, s: int, x: int) -> int:
    """Whether `x in s`; also 0 for what can be no item, where Python fails (see `checked_key`)."""
    code = hash_to_find(m, x)
    if code == NO_HASH:
        return 0
    return 1 if load(find_cell(m, s, x, code)) else 0


def set_add(m: int, s: int, x: int) -> int:
    """`s.add(x)`."""
    may_change(m, s)
    return add_item(m, s, x)


def add_item(m: int, s: int, x: int) -> int:
    """Puts an item into a set that may change."""
    code = hash_of(m, x)
    if code == NO_HASH:
        return fail(m, TYPE_ERROR)
    return put_in(m, s, x, code)


def set_discard(m: int, s: int, x: int) -> int:
    """`s.discard(x)`."""
    may_change(m, s)
    code = hash_to_find(m, x)
    if code == NO_HASH:
        return fail(m, TYPE_ERROR)
    take_out(m, s, x, code)
    return NONE


def set_remove(m: int, s: int, x: int) -> int:
    """`s.remove(x)`."""
    may_change(m, s)
    code = hash_to_find(m, x)
    if code == NO_HASH:
        return fail(m, TYPE_ERROR)
    if take_out(m, s, x, code):
        return NONE
    return fail(m, KEY_ERROR)


def set_pop(m: int, s: int) -> int:
    """`s.pop()`: the first item behind the last one that was taken so."""
    may_change(m, s)
    if load(s + 8) == 0:
        return fail(m, KEY_ERROR)
    table = load(s + 24)
    at = next_cell(s, table + 16 * (load(s + 40) & load(s + 16)))
    if at == 0:
        at = next_cell(s, table)
    found = load(at)
    store(at, GONE)
    store(at + 8, NO_HASH)
    store(s + 8, load(s + 8) - 1)
    store(s + 40, (at - table) // 16 + 1)
    return found


# --- whole sets ----------------------------------------------------------------------------------


def set_items(m: int, s: int) -> int:
    """A list of the items, in the order of a loop."""
    length = load(s + 8)
    found = new_list(m, length)
    store(found + 8, length)
    to = load(found + 24)
    at = next_cell(s, load(s + 24))
    while at:
        store(to, load(at))
        to += 8
        at = next_cell(s, at + 16)
    return found


def set_from(m: int, items: int, kind: int) -> int:
    """`set(items)`, or `frozenset(items)`."""
    if kind == FROZENSET and kind_of(items) == FROZENSET:
        return items
    found = new_set(m, kind)
    update_with(m, found, items)
    return found


def set_copy(m: int, s: int, kind: int) -> int:
    """A new set of the same items."""
    found = new_set(m, kind)
    set_merge(m, found, s)
    return found


def set_clear(m: int, s: int) -> int:
    """`s.clear()`."""
    may_change(m, s)
    return set_empty(s)


def update_with(m: int, s: int, items: int) -> int:
    """Puts all items of anything into a set."""
    if is_any_set(items):
        return set_merge(m, s, items)
    if kind_of(items) == DICT and class_of(items) == 0:
        count = load(items + 8)
        if (load(s + 32) + count) * 5 >= load(s + 16) * 3:
            set_resize(m, s, (load(s + 8) + count) * 2)
    items = items_of(m, items)
    i = 0
    while i < load(items + 8):
        add_item(m, s, item_at(m, items, i))
        i += 1
    return NONE


# --- two sets ------------------------------------------------------------------------------------


def set_update(m: int, a: int, b: int) -> int:
    """`a.update(b)`, `a |= b`."""
    may_change(m, a)
    return update_with(m, a, b)


def set_union(m: int, a: int, b: int) -> int:
    """`a.union(b)`, `a | b`."""
    found = set_copy(m, a, kind_of(a))
    if a != b:
        update_with(m, found, b)
    return found


def set_intersection(m: int, a: int, b: int) -> int:
    """`a.intersection(b)`, `a & b`."""
    if a == b:
        return set_copy(m, a, kind_of(a))
    found = new_set(m, kind_of(a))
    if not is_any_set(b):
        return common_items(m, found, a, b)
    if load(b + 8) > load(a + 8):
        larger = b
        b = a
        a = larger
    at = next_cell(b, load(b + 24))
    while at:
        if load(find_cell(m, a, load(at), load(at + 8))):
            put_in(m, found, load(at), load(at + 8))
        at = next_cell(b, at + 16)
    return found


def common_items(m: int, found: int, a: int, b: int) -> int:
    """Puts the items of anything that are in a set as well into another one."""
    items = items_of(m, b)
    i = 0
    while i < load(items + 8):
        x = item_at(m, items, i)
        code = hash_of(m, x)
        if code == NO_HASH:
            return fail(m, TYPE_ERROR)
        if load(find_cell(m, a, x, code)):
            put_in(m, found, x, code)
        i += 1
    return found


def set_intersection_update(m: int, a: int, b: int) -> int:
    """`a.intersection_update(b)`, `a &= b`."""
    may_change(m, a)
    found = set_intersection(m, a, b)
    store(a + 8, load(found + 8))
    store(a + 16, load(found + 16))
    store(a + 24, load(found + 24))
    store(a + 32, load(found + 32))
    return NONE


def set_difference_update(m: int, a: int, b: int) -> int:
    """`a.difference_update(b)`, `a -= b`."""
    may_change(m, a)
    return take_out_all(m, a, b)


def take_out_all(m: int, a: int, b: int) -> int:
    """Takes the items of anything out of a set that may change."""
    if a == b:
        return set_empty(a)
    if is_any_set(b):
        if load(b + 8) >> 3 > load(a + 8):
            b = set_intersection(m, a, b)
        at = next_cell(b, load(b + 24))
        while at:
            take_out(m, a, load(at), load(at + 8))
            at = next_cell(b, at + 16)
    else:
        items = items_of(m, b)
        i = 0
        while i < load(items + 8):
            x = item_at(m, items, i)
            code = hash_of(m, x)
            if code == NO_HASH:
                return fail(m, TYPE_ERROR)
            take_out(m, a, x, code)
            i += 1
    if load(a + 32) - load(a + 8) <= load(a + 16) // 4:
        return NONE
    return set_resize(m, a, set_grown(load(a + 8)))


def set_difference(m: int, a: int, b: int) -> int:
    """`a.difference(b)`, `a - b`."""
    is_dict = 1 if kind_of(b) == DICT and class_of(b) == 0 else 0
    if (not is_dict and not is_any_set(b)) or load(a + 8) >> 2 > load(b + 8):
        found = set_copy(m, a, kind_of(a))
        take_out_all(m, found, b)
        return found
    found = new_set(m, kind_of(a))
    at = next_cell(a, load(a + 24))
    while at:
        if is_dict:
            is_there = dict_get(m, b, load(at))
        else:
            is_there = load(find_cell(m, b, load(at), load(at + 8)))
        if not is_there:
            put_in(m, found, load(at), load(at + 8))
        at = next_cell(a, at + 16)
    return found


def set_symmetric(m: int, a: int, b: int) -> int:
    """`a.symmetric_difference(b)`, `a ^ b`."""
    found = new_set(m, kind_of(a))
    update_with(m, found, b)
    exchange(m, found, a)
    return found


def set_symmetric_update(m: int, a: int, b: int) -> int:
    """`a.symmetric_difference_update(b)`, `a ^= b`."""
    may_change(m, a)
    if a == b:
        return set_empty(a)
    if kind_of(b) == DICT and class_of(b) == 0:
        b = items_of(m, b)  # one item after the other, in the order of the dict
        i = 0
        while i < load(b + 8):
            exchange_item(m, a, item_at(m, b, i), hash_of(m, item_at(m, b, i)))
            i += 1
        return NONE
    if not is_any_set(b):
        b = set_from(m, b, kind_of(a))
    return exchange(m, a, b)


def exchange(m: int, a: int, b: int) -> int:
    """Takes the items of a set out of another, and puts those in that were not there."""
    at = next_cell(b, load(b + 24))
    while at:
        exchange_item(m, a, load(at), load(at + 8))
        at = next_cell(b, at + 16)
    return NONE


def exchange_item(m: int, s: int, x: int, code: int) -> int:
    """Takes an item out, or puts it in."""
    if take_out(m, s, x, code):
        return NONE
    return put_in(m, s, x, code)


def set_subset(m: int, a: int, b: int) -> int:
    """Whether `a <= b`, of two sets; 1 or 0."""
    if load(a + 8) > load(b + 8):
        return 0
    at = next_cell(a, load(a + 24))
    while at:
        if load(find_cell(m, b, load(at), load(at + 8))) == 0:
            return 0
        at = next_cell(a, at + 16)
    return 1


def set_disjoint(m: int, a: int, b: int) -> int:
    """Whether `a.isdisjoint(b)`, of two sets; 1 or 0."""
    at = next_cell(a, load(a + 24))
    while at:
        if load(find_cell(m, b, load(at), load(at + 8))):
            return 0
        at = next_cell(a, at + 16)
    return 1


def set_same(m: int, a: int, b: int) -> int:
    """Whether `a == b`, of two sets; 1 or 0."""
    return 1 if load(a + 8) == load(b + 8) and set_subset(m, a, b) else 0
