"""Slices of boxed lists, tuples, texts and ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.compiler.boxed.objects import (
    INSTANCE,
    LIST,
    NONE,
    RANGE,
    TEXT,
    TUPLE,
    TYPE_ERROR,
    UNKNOWN,
    VALUE_ERROR,
)
from zermelo.compiler.boxed.runtime.words import copy_bytes, fail, load, store

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.arithmetic import index_word, whole
    from zermelo.compiler.boxed.runtime.memory import (
        class_of,
        kind_of,
        letter,
        make_room,
        may_change,
        new_list,
        new_text,
        new_tuple,
    )
    from zermelo.compiler.boxed.runtime.sequences import item_at, list_from, new_range, range_length


def slice_end(x: int, length: int, missing: int, lowest: int, highest: int) -> int:
    """An end of a slice, as Python cuts it down."""
    if x == NONE:
        return missing
    found = whole(x)
    if found < 0:
        found += length
    if found < lowest:
        return lowest
    return highest if found > highest else found


def slice_of(m: int, x: int, first: int, end: int, step: int) -> int:
    """x[first:end:step]"""
    kind = kind_of(x)
    if kind != LIST and kind != TUPLE and kind != TEXT and kind != RANGE:
        return fail(m, UNKNOWN if kind == INSTANCE else TYPE_ERROR)
    by = 1
    if step != NONE:
        by = index_word(m, step) >> 1
    if by == 0:
        return fail(m, VALUE_ERROR)
    length = load(x + 8)
    if by > 0:
        a = slice_end(first, length, 0, 0, length)
        b = slice_end(end, length, length, 0, length)
    else:
        a = slice_end(first, length, length - 1, -1, length - 1)
        b = slice_end(end, length, -1, -1, length - 1)
    count = range_length(a, b, by)
    if kind == RANGE:
        return range_part(m, x, a, count, by)
    if kind == LIST:
        if class_of(x) != 0:
            return fail(m, TYPE_ERROR)
        found = new_list(m, count)
        store(found + 8, count)
        take(load(found + 24), load(x + 24), a, count, by)
        return found
    if kind == TUPLE:
        found = new_tuple(m, count)
        take(found + 16, x + 16, a, count, by)
        return found
    if count == 1:
        return letter(m, load(x + 16 + 8 * a))
    found = new_text(m, count)
    take(found + 16, x + 16, a, count, by)
    return found


def range_part(m: int, x: int, a: int, count: int, by: int) -> int:
    """A part of a range."""
    found = new_tuple(m, 2)
    store(found, RANGE)
    store(found + 8, count)
    store(found + 16, load(x + 16) + a * load(x + 24))
    store(found + 24, load(x + 24) * by)
    return found


def take(to: int, source: int, first: int, count: int, by: int) -> int:
    """Copies words, some of them."""
    if by == 1:
        copy_bytes(to, source + 8 * first, 8 * count)
        return 0
    i = 0
    while i < count:
        store(to + 8 * i, load(source + 8 * (first + i * by)))
        i += 1
    return 0


def put_slice(m: int, x: int, first: int, end: int, values: int) -> int:
    """x[first:end] = values; also `del x[first:end]`, with no values."""
    if kind_of(x) != LIST:
        return fail(m, TYPE_ERROR)
    may_change(m, x)
    values = list_from(m, values)
    length = load(x + 8)
    a = slice_end(first, length, 0, 0, length)
    b = slice_end(end, length, length, 0, length)
    if b < a:
        b = a
    count = load(values + 8)
    make_room(m, x, length + count)
    place = load(x + 24)
    copy_bytes(place + 8 * (a + count), place + 8 * b, 8 * (length - b))
    copy_bytes(place + 8 * a, load(values + 24), 8 * count)
    store(x + 8, length - (b - a) + count)
    return NONE


def put_slice_by(m: int, x: int, first: int, end: int, step: int, values: int) -> int:
    """x[first:end:step] = values"""
    if step == NONE or step == 3:
        return put_slice(m, x, first, end, values)
    if kind_of(x) != LIST:
        return fail(m, TYPE_ERROR)
    may_change(m, x)
    values = list_from(m, values)
    places = slice_of(m, new_range(m, 1, load(x + 8) << 1 | 1, 3), first, end, step)
    if load(places + 8) != load(values + 8):
        return fail(m, VALUE_ERROR)
    i = 0
    while i < load(values + 8):
        store(load(x + 24) + 4 * (item_at(m, places, i) - 1), load(load(values + 24) + 8 * i))
        i += 1
    return NONE
