"""The codes of the items of a set in order (see `codes`), so that equal sets have one code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zermelo.compiler.boxed.objects import NONE
from zermelo.compiler.boxed.runtime.words import (
    byte_at,
    copy_bytes,
    leading_noughts,
    load,
    put_byte,
    store,
)

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.memory import alloc

LENGTH_MASK: Final = (1 << 32) - 1


def sort_codes(m: int, first: int, end: int, places: int, count: int) -> int:
    """Puts codes in order. Each place is where one begins, in the upper half, and its length."""
    if count < 2:
        return NONE
    if end - first == count:
        return sort_bytes(m, first, count)
    places = sorted_places(first, places, places + 8 * count, count)
    kept = alloc(m, (end - first + 7) // 8 * 8)
    copy_bytes(kept, first, end - first)
    at = first
    i = 0
    while i < count:
        place = load(places + 8 * i)
        copy_bytes(at, kept + (place >> 32), place & LENGTH_MASK)
        at += place & LENGTH_MASK
        i += 1
    return NONE


def sort_bytes(m: int, first: int, count: int) -> int:
    """Puts codes of one byte in order, no two of which are the same."""
    bits = alloc(m, 32)
    for i in range(4):
        store(bits + 8 * i, 0)
    for i in range(count):
        byte = byte_at(first + i)
        at = bits + 8 * (byte >> 6)
        store(at, load(at) | 1 << (byte & 63))
    for i in range(4):
        word = load(bits + 8 * i)
        while word:
            put_byte(first, 64 * i + 63 - leading_noughts(word & -word))
            first += 1
            word = word & word - 1
    return NONE


def sorted_places(first: int, places: int, others: int, count: int) -> int:
    """Where the places are in order: in one of two rows, each of which is merged into the other."""
    width = 1
    while width < count:
        start = 0
        while start < count:
            merge_places(first, places + 8 * start, others + 8 * start, width, count - start)
            start += 2 * width
        merged = others
        others = places
        places = merged
        width = 2 * width
    return places


def merge_places(first: int, places: int, to: int, width: int, count: int) -> int:
    """Merges two rows of places, each in order and of a width, or of what is left."""
    count = 2 * width if count > 2 * width else count
    i = 0
    j = width
    for k in range(count):
        place = 0
        if j < count and (
            i == width or code_before(first, load(places + 8 * j), load(places + 8 * i))
        ):
            place = load(places + 8 * j)
            j += 1
        else:
            place = load(places + 8 * i)
            i += 1
        store(to + 8 * k, place)
    return 0


def code_before(first: int, a: int, b: int) -> int:
    """Whether a code is before another; none begins with another one, but two may be the same."""
    at = first + (a >> 32)
    end = at + (a & LENGTH_MASK)
    other = first + (b >> 32)
    while at < end:
        if byte_at(at) != byte_at(other):
            return 1 if byte_at(at) < byte_at(other) else 0
        at += 1
        other += 1
    return 0
