"""States and actions as bytes (see `layout`): each value has one code, and it is the shortest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zermelo.compiler.boxed.objects import (
    COMPLEX,
    DEQUE,
    DICT,
    FALSE,
    FIRST_CLASS,
    FLOAT,
    INSTANCE,
    LIST,
    NO_ROOM,
    NONE,
    NUMBER_SHIFT,
    SET,
    TEXT,
    TRUE,
    TUPLE,
    UNKNOWN,
)
from zermelo.compiler.boxed.runtime.words import fail, load, put_byte, store

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.code_order import sort_codes
    from zermelo.compiler.boxed.runtime.complex_numbers import encode_complex
    from zermelo.compiler.boxed.runtime.made import fields_of_class
    from zermelo.compiler.boxed.runtime.memory import alloc, class_of, kind_of
    from zermelo.compiler.boxed.runtime.set_tables import is_any_set, next_cell

LOWEST_SMALL: Final = -32  # whole numbers of one byte
HIGHEST_SMALL: Final = 127
CODE_SHORT: Final = 0xA0  # the first that is no such number
CODE_LONG: Final = 0xA1
CODE_NONE: Final = 0xA2
CODE_FALSE: Final = 0xA3
CODE_TRUE: Final = 0xA4
CODE_FLOAT: Final = 0xA5
CODE_TUPLE: Final = 0xA6
CODE_TEXT: Final = 0xA7
CODE_WIDE_TEXT: Final = 0xA8
CODE_LIST: Final = 0xA9
CODE_DICT: Final = 0xAA
CODE_SET: Final = 0xAB
CODE_FROZENSET: Final = 0xAC
CODE_INSTANCE: Final = 0xAD
CODE_NAMED_TUPLE: Final = 0xAE
CODE_MEMBER: Final = 0xAF
CODE_DEQUE: Final = 0xB0
CODE_COMPLEX: Final = 0xB1
CODE_NO_FIELD: Final = 0xB2
CODE_LETTER: Final = 0xC0  # the first of the texts of one letter
FIRST_LETTER: Final = 0x20
BEHIND_LETTERS: Final = 0x60
LONG_LENGTH: Final = 255  # four bytes follow


def encode(m: int, x: int, at: int, end: int) -> int:
    """Writes the code of a value; gives the address behind it."""
    if x & 1:
        return encode_number(m, x >> 1, at, end)
    kind = kind_of(x)
    if kind == TUPLE:
        at = encode_class(m, class_of(x), CODE_TUPLE, CODE_NAMED_TUPLE, at, end)
        at = encode_length(m, load(x + 8), at, end)
        return encode_items(m, x + 16, load(x + 8), at, end)
    if kind == TEXT:
        return encode_text(m, x, at, end)
    if kind == 0:
        code = CODE_NONE
        if x == FALSE:
            code = CODE_FALSE
        elif x == TRUE:
            code = CODE_TRUE
        return encode_word(m, code, 0, 0, at, end)
    if kind == LIST:
        at = encode_word(m, CODE_DEQUE if class_of(x) == DEQUE else CODE_LIST, 0, 0, at, end)
        at = encode_length(m, load(x + 8), at, end)
        return encode_items(m, load(x + 24), load(x + 8), at, end)
    if kind == INSTANCE:
        return encode_instance(m, x, at, end)
    if kind == DICT and class_of(x) == 0:
        return encode_dict(m, x, at, end)
    if is_any_set(x):
        return encode_set(m, x, at, end)
    if kind == FLOAT:
        return encode_word(m, CODE_FLOAT, load(x + 8), 8, at, end)
    return encode_complex(m, x, at, end) if kind == COMPLEX else fail(m, UNKNOWN)


def encode_words(m: int, x: int, at: int, end: int) -> int:
    """Writes the code of a value, and noughts behind it up to an address."""
    behind = encode(m, x, at, end)
    while behind < end:
        put_byte(behind, 0)
        behind += 1
    return NONE


def encode_word(m: int, code: int, word: int, count: int, at: int, end: int) -> int:
    """Writes a byte, and some of a word behind it."""
    if at + count >= end:
        return fail(m, NO_ROOM)
    put_byte(at, code)
    i = 0
    while i < count:
        put_byte(at + 1 + i, word >> 8 * i)
        i += 1
    return at + 1 + count


def encode_number(m: int, n: int, at: int, end: int) -> int:
    """Writes the code of a whole number."""
    if n >= LOWEST_SMALL and n <= HIGHEST_SMALL:
        return encode_word(m, n - LOWEST_SMALL, 0, 0, at, end)
    if n >= -32768 and n <= 32767:
        return encode_word(m, CODE_SHORT, n, 2, at, end)
    return encode_word(m, CODE_LONG, n, 8, at, end)


def encode_length(m: int, length: int, at: int, end: int) -> int:
    """Writes a length."""
    if length < LONG_LENGTH:
        return encode_word(m, length, 0, 0, at, end)
    return encode_word(m, LONG_LENGTH, length, 4, at, end)


def encode_class(m: int, number: int, plain: int, named: int, at: int, end: int) -> int:
    """Writes one of two codes: with the number of a class behind it, or without."""
    if number == 0:
        return encode_word(m, plain, 0, 0, at, end)
    if number < FIRST_CLASS or number > 255:
        return fail(m, UNKNOWN)
    return encode_word(m, named, number, 1, at, end)


def encode_items(m: int, first: int, count: int, at: int, end: int) -> int:
    """Writes the codes of the values at an address, one behind the other."""
    behind = first + 8 * count
    while first < behind:
        x = load(first)
        number = (x >> 1) - LOWEST_SMALL
        if x & 1 and number >= 0 and number < CODE_SHORT and at < end:
            put_byte(at, number)
            at += 1
        else:
            at = encode(m, x, at, end)
        first += 8
    return at


def encode_text(m: int, x: int, at: int, end: int) -> int:
    """Writes the code of a text."""
    length = load(x + 8)
    code = load(x + 16) if length == 1 else 0
    if code >= FIRST_LETTER and code < BEHIND_LETTERS:
        return encode_word(m, code - FIRST_LETTER + CODE_LETTER, 0, 0, at, end)
    widest = 0
    i = 0
    while i < length:
        widest = widest | load(x + 16 + 8 * i)
        i += 1
    size = 1 if widest < 256 else 4
    at = encode_word(m, CODE_TEXT if size == 1 else CODE_WIDE_TEXT, 0, 0, at, end)
    at = encode_length(m, length, at, end)
    if at + size * length > end:
        return fail(m, NO_ROOM)
    i = 0
    while i < size * length:
        put_byte(at + i, load(x + 16 + 8 * (i // size)) >> 8 * (i % size))
        i += 1
    return at + size * length


def encode_dict(m: int, x: int, at: int, end: int) -> int:
    """Writes the code of a dict, in its order."""
    at = encode_word(m, CODE_DICT, 0, 0, at, end)
    at = encode_length(m, load(x + 8), at, end)
    entry = load(x + 24)
    behind = entry + 24 * load(x + 32)
    while entry < behind:
        if load(entry + 8):
            at = encode_items(m, entry + 8, 2, at, end)
        entry += 24
    return at


def encode_set(m: int, x: int, at: int, end: int) -> int:
    """Writes the code of a set: the items in the order of their codes."""
    length = load(x + 8)
    at = encode_word(m, CODE_SET if kind_of(x) == SET else CODE_FROZENSET, 0, 0, at, end)
    at = encode_length(m, length, at, end)
    first = at
    places = alloc(m, 16 * length + 8)  # of each code: where it begins, and its length
    i = 0
    cell = next_cell(x, load(x + 24))
    while cell:
        behind = encode(m, load(cell), at, end)
        store(places + 8 * i, at - first << 32 | behind - at)
        at = behind
        i += 1
        cell = next_cell(x, cell + 16)
    sort_codes(m, first, at, places, length)
    return at


def encode_instance(m: int, x: int, at: int, end: int) -> int:
    """Writes the code of an object of a class of the author's, or of a member of an Enum."""
    number = load(x) >> NUMBER_SHIFT
    if number:
        return encode_word(m, CODE_MEMBER, number, 2, at, end)
    count = fields_of_class(class_of(x))
    if count < 0:
        return fail(m, UNKNOWN)
    at = encode_class(m, class_of(x), CODE_NO_FIELD, CODE_INSTANCE, at, end)
    i = 0
    while i < count:
        field = load(x + 8 + 8 * i)
        if field:
            at = encode(m, field, at, end)
        else:
            at = encode_word(m, CODE_NO_FIELD, 0, 0, at, end)
        i += 1
    return at
