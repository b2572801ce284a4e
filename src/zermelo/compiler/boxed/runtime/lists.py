"""The methods of boxed lists and deques."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.compiler.boxed.objects import (
    DEQUE,
    ERROR,
    FROZENSET,
    GENERATOR,
    INDEX_ERROR,
    INSTANCE,
    LIST,
    NONE,
    SET,
    TYPE_ERROR,
    UNKNOWN,
    VALUE_ERROR,
)
from zermelo.compiler.boxed.runtime.words import copy_bytes, fail, load, store

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.arithmetic import index_word
    from zermelo.compiler.boxed.runtime.made import items_backwards_of_instance, resume
    from zermelo.compiler.boxed.runtime.memory import (
        append,
        class_of,
        kind_of,
        make_room,
        may_change,
        new_list,
        new_tuple,
    )
    from zermelo.compiler.boxed.runtime.sequences import (
        fill,
        item_at,
        items_of,
        list_from,
        place_of,
    )
    from zermelo.compiler.boxed.runtime.slices import slice_end
    from zermelo.compiler.boxed.runtime.sorting import sort_list


def list_append(m: int, x: int, value: int) -> int:
    """x.append(value)"""
    may_change(m, x)
    return append(m, x, value)


def list_extend(m: int, x: int, values: int) -> int:
    """x.extend(values)"""
    may_change(m, x)
    if kind_of(values) == GENERATOR:
        item = resume(m, values)
        while item:
            append(m, x, item)
            item = resume(m, values)
        return fail(m, load(m + ERROR)) if load(m + ERROR) else NONE
    values = items_of(m, values)
    length = load(x + 8)
    count = load(values + 8)
    if length + count > load(x + 16):
        make_room(m, x, 2 * (length + count))
    fill(m, load(x + 24) + 8 * length, values)
    store(x + 8, length + count)
    return NONE


def list_insert(m: int, x: int, i: int, value: int) -> int:
    """x.insert(i, value)"""
    may_change(m, x)
    length = load(x + 8)
    at = slice_end(i, length, 0, 0, length)
    append(m, x, value)
    place = load(x + 24) + 8 * at
    copy_bytes(place + 8, place, 8 * (length - at))
    store(place, value)
    return NONE


def list_appendleft(m: int, x: int, value: int) -> int:
    """x.appendleft(value), of a deque."""
    return list_insert(m, x, 1, value)


def list_remove(m: int, x: int, value: int) -> int:
    """x.remove(value)"""
    may_change(m, x)
    at = place_of(m, load(x + 24), load(x + 8), value)
    if at < 0:
        return fail(m, VALUE_ERROR)
    list_pop(m, x, at << 1 | 1)
    return NONE


def list_clear(m: int, x: int) -> int:
    """x.clear()"""
    may_change(m, x)
    store(x + 8, 0)
    return NONE


def list_reverse(m: int, x: int) -> int:
    """x.reverse()"""
    may_change(m, x)
    list_reverse_in(x)
    return NONE


def list_copy(m: int, x: int) -> int:
    """x.copy(), of a list or a deque."""
    found = list_from(m, x)
    if class_of(x) == DEQUE:
        store(found, load(x) & ~256)
    return found


def list_sort(m: int, x: int, keys: int, is_reversed: int) -> int:
    """x.sort(), by keys that were made before, of what is a list (see `checked_list`)."""
    may_change(m, x)
    sort_list(m, x, keys, is_reversed)
    return NONE


def checked_list(m: int, x: int) -> int:
    """What must be a list, and no deque."""
    return x if kind_of(x) == LIST and class_of(x) == 0 else fail(m, UNKNOWN)


def list_rotate(m: int, x: int, by: int) -> int:
    """x.rotate(by), of a deque."""
    may_change(m, x)
    length = load(x + 8)
    if length == 0:
        return NONE
    turned = list_from(m, x)
    by = by >> 1
    i = 0
    while i < length:
        to = (i + by) % length
        if to < 0:
            to += length
        store(load(x + 24) + 8 * to, load(load(turned + 24) + 8 * i))
        i += 1
    return NONE


# --- taken apart ---------------------------------------------------------------------------------


def unpacked(m: int, x: int, count: int) -> int:
    """What has just so many items."""
    x = items_of(m, x)
    if load(x + 8) != count:
        return fail(m, VALUE_ERROR)
    return x


def unpacked_long(m: int, x: int, count: int) -> int:
    """What has at least so many items."""
    x = items_of(m, x)
    if load(x + 8) < count:
        return fail(m, VALUE_ERROR)
    return x


def items_backwards(m: int, x: int) -> int:
    """What can be gone through from its end."""
    kind = kind_of(x)
    if kind == SET or kind == FROZENSET:
        return fail(m, TYPE_ERROR)
    if kind == INSTANCE:
        return items_backwards_of_instance(m, x)
    return items_of(m, x)


def slice_word(m: int, x: int) -> int:
    """An end of a slice: None or a whole number."""
    return x if x == NONE else index_word(m, x)


def zip_rows(m: int, rows: int) -> int:
    """list(zip(*rows))"""
    rows = list_from(m, rows)
    count = load(rows + 8)
    found = new_list(m, 4)
    if count == 0:
        return found
    shortest = -1
    i = 0
    while i < count:
        row = items_of(m, load(load(rows + 24) + 8 * i))
        store(load(rows + 24) + 8 * i, row)
        if shortest < 0 or load(row + 8) < shortest:
            shortest = load(row + 8)
        i += 1
    j = 0
    while j < shortest:
        part = new_tuple(m, count)
        i = 0
        while i < count:
            store(part + 16 + 8 * i, item_at(m, load(load(rows + 24) + 8 * i), j))
            i += 1
        append(m, found, part)
        j += 1
    return found


def list_reverse_in(found: int) -> int:
    """Turns a list round."""
    place = load(found + 24)
    i = 0
    j = load(found + 8) - 1
    while i < j:
        x = load(place + 8 * i)
        store(place + 8 * i, load(place + 8 * j))
        store(place + 8 * j, x)
        i += 1
        j -= 1
    return found


def list_pop(m: int, x: int, i: int) -> int:
    """x.pop(i), of a list."""
    may_change(m, x)
    at = index_word(m, i) >> 1
    length = load(x + 8)
    if at < 0:
        at += length
    if at < 0 or at >= length:
        return fail(m, INDEX_ERROR)
    place = load(x + 24) + 8 * at
    found = load(place)
    copy_bytes(place, place + 8, 8 * (length - 1 - at))
    store(x + 8, length - 1)
    return found
