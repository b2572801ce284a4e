"""The memory of one call of a rule, and what is made there (see `objects`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zermelo.compiler.boxed.objects import (
    BEYOND,
    BLOCKS,
    CHANGED,
    CLASS_MASK,
    CLASS_SHIFT,
    END,
    FALSE,
    FIXED,
    FLOAT,
    HEADER,
    LIST,
    MEMORY,
    NEXT,
    NONE,
    TEXT,
    TRUE,
    TUPLE,
)
from zermelo.compiler.boxed.runtime.words import copy_bytes, fail, free, load, malloc, store

if TYPE_CHECKING:
    from zermelo.compiler.boxed.runtime.made import fixed_empty_tuple, fixed_letter

FIRST: Final = 8192  # bytes on the stack, and no more is needed as a rule
BLOCK: Final = 1 << 18
MOST: Final = 1 << 29  # bytes of one call
LETTERS: Final = 128  # texts of one letter that are fixed


def begin_memory(m: int, size: int) -> int:
    """Makes some bytes the memory of a call."""
    store(m + NEXT, m + HEADER)
    store(m + END, m + size)
    store(m + 16, 0)
    store(m + 24, 0)
    store(m + BLOCKS, 0)
    return m


def end_memory(m: int) -> int:
    """Gives back what was taken from the process."""
    block = load(m + BLOCKS)
    while block != 0:
        following = load(block)
        free(block)
        block = following
    return 0


def alloc(m: int, size: int) -> int:
    """So many bytes, a multiple of 8."""
    found = load(m + NEXT)
    if found + size > load(m + END):
        return alloc_block(m, size)
    store(m + NEXT, found + size)
    return found


def alloc_block(m: int, size: int) -> int:
    """Begins another block: each has the last one, and the bytes of all, before its first."""
    last = load(m + BLOCKS)
    total = BLOCK + size
    if last != 0:
        total += load(last + 8)
    if total > MOST:
        return fail(m, MEMORY)
    block = malloc(BLOCK + size + 16)
    if block == 0:
        return fail(m, MEMORY)
    store(block, last)
    store(block + 8, total)
    store(m + BLOCKS, block)
    store(m + NEXT, block + 16 + size)
    store(m + END, block + 16 + size + BLOCK)
    return block + 16


def kind_of(x: int) -> int:
    """The kind of an object; 0 for what is none."""
    if x & 7:
        return 0
    return load(x) & 255


def class_of(x: int) -> int:
    """The number of the class of an object."""
    return load(x) >> CLASS_SHIFT & CLASS_MASK


def truth_of(flag: int) -> int:
    """True or False, of 1 or 0."""
    return TRUE if flag else FALSE


def boxed_int(m: int, n: int) -> int:
    """A whole number."""
    if n << 1 >> 1 != n:
        return fail(m, BEYOND)
    return n << 1 | 1


def new_float(m: int, number: int) -> int:
    """A float."""
    found = alloc(m, 16)
    store(found, FLOAT)
    store(found + 8, number)
    return found


def new_text(m: int, length: int) -> int:
    """A text whose letters are still to be put."""
    found = alloc(m, 16 + 8 * length)
    store(found, TEXT)
    store(found + 8, length)
    return found


def letter(m: int, code: int) -> int:
    """The text of one letter."""
    if code < LETTERS:
        return fixed_letter(code)
    found = new_text(m, 1)
    store(found + 16, code)
    return found


def new_tuple(m: int, length: int) -> int:
    """A tuple whose items are still to be put."""
    if length == 0:
        return fixed_empty_tuple()
    found = alloc(m, 16 + 8 * length)
    store(found, TUPLE)
    store(found + 8, length)
    return found


def new_list(m: int, room: int) -> int:
    """An empty list with room for some items."""
    if room < 4:
        room = 4
    found = alloc(m, 32 + 8 * room)
    store(found, LIST)
    store(found + 8, 0)
    store(found + 16, room)
    store(found + 24, found + 32)
    return found


def append(m: int, items: int, x: int) -> int:
    """Puts an item behind the others of a list."""
    length = load(items + 8)
    if length == load(items + 16):
        make_room(m, items, 2 * length)
    store(load(items + 24) + 8 * length, x)
    store(items + 8, length + 1)
    return NONE


def make_room(m: int, items: int, room: int) -> int:
    """Gives a list room for more items."""
    if room > load(items + 16):
        place = alloc(m, 8 * room)
        copy_bytes(place, load(items + 24), 8 * load(items + 8))
        store(items + 16, room)
        store(items + 24, place)
    return NONE


def may_change(m: int, x: int) -> int:
    """Fails where an object is a constant of the game."""
    if load(x) & FIXED:
        return fail(m, CHANGED)
    return NONE
