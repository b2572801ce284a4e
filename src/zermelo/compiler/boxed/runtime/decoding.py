"""Values of the bytes that `codes` makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.compiler.boxed.objects import (
    CLASS_SHIFT,
    CURSOR,
    DEQUE,
    FALSE,
    FROZENSET,
    INSTANCE,
    LIST,
    NONE,
    SET,
    TRUE,
    TUPLE,
    UNKNOWN,
)
from zermelo.compiler.boxed.runtime.codes import (
    CODE_COMPLEX,
    CODE_DEQUE,
    CODE_DICT,
    CODE_FALSE,
    CODE_FLOAT,
    CODE_FROZENSET,
    CODE_INSTANCE,
    CODE_LETTER,
    CODE_LIST,
    CODE_LONG,
    CODE_MEMBER,
    CODE_NAMED_TUPLE,
    CODE_NO_FIELD,
    CODE_NONE,
    CODE_SET,
    CODE_SHORT,
    CODE_TEXT,
    CODE_TUPLE,
    CODE_WIDE_TEXT,
    FIRST_LETTER,
    LONG_LENGTH,
    LOWEST_SMALL,
)
from zermelo.compiler.boxed.runtime.words import byte_at, fail, load, store

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.complex_numbers import decode_complex
    from zermelo.compiler.boxed.runtime.made import fields_of_class, member_at
    from zermelo.compiler.boxed.runtime.memory import (
        alloc,
        letter,
        new_float,
        new_list,
        new_text,
        new_tuple,
    )
    from zermelo.compiler.boxed.runtime.sets import add_item, new_set
    from zermelo.compiler.boxed.runtime.tables import dict_put, new_dict


def decode(m: int, at: int) -> int:
    """The value whose code is at an address; the address behind it is put into the memory."""
    code = byte_at(at)
    at += 1
    if code < CODE_SHORT:
        store(m + CURSOR, at)
        return code + LOWEST_SMALL << 1 | 1
    if code >= CODE_LETTER:
        store(m + CURSOR, at)
        return letter(m, code - CODE_LETTER + FIRST_LETTER)
    if code < CODE_TUPLE:
        return decode_word(m, code, at)
    if code == CODE_TUPLE:
        length = decode_length(m, at)
        found = new_tuple(m, length)
        decode_items(m, found + 16, length)
        return found
    if code <= CODE_WIDE_TEXT:
        return decode_text(m, at, 1 if code == CODE_TEXT else 4)
    if code == CODE_LIST:
        return decode_list(m, at, LIST)
    if code == CODE_DEQUE:
        return decode_list(m, at, LIST | DEQUE << CLASS_SHIFT)
    if code == CODE_DICT:
        return decode_dict(m, at)
    if code <= CODE_FROZENSET:
        return decode_set(m, at, SET if code == CODE_SET else FROZENSET)
    if code == CODE_MEMBER:
        store(m + CURSOR, at + 2)
        return member_at(bytes_at(at, 2))
    return decode_complex(m, at) if code == CODE_COMPLEX else decode_object(m, code, at)


def bytes_at(at: int, count: int) -> int:
    """Some bytes as a word, the lowest first."""
    found = 0
    i = 0
    while i < count:
        found = found | byte_at(at + i) << 8 * i
        i += 1
    return found


def decode_word(m: int, code: int, at: int) -> int:
    """A number, None, True or False."""
    count = 0
    if code == CODE_SHORT:
        count = 2
    elif code == CODE_FLOAT or code < CODE_NONE:
        count = 8
    store(m + CURSOR, at + count)
    word = bytes_at(at, count)
    if code == CODE_SHORT:
        return word << 48 >> 47 | 1
    if code == CODE_LONG:
        return word << 1 | 1
    if code == CODE_FLOAT:
        return new_float(m, word)
    if code == CODE_NONE:
        return NONE
    return FALSE if code == CODE_FALSE else TRUE


def decode_length(m: int, at: int) -> int:
    """A length, raw."""
    length = byte_at(at)
    if length < LONG_LENGTH:
        store(m + CURSOR, at + 1)
        return length
    store(m + CURSOR, at + 5)
    return bytes_at(at + 1, 4)


def decode_items(m: int, to: int, count: int) -> int:
    """Puts so many values to an address; 0 in place of a field that is not there."""
    at = load(m + CURSOR)
    behind = to + 8 * count
    while to < behind:
        code = byte_at(at)
        if code < CODE_SHORT:
            store(to, code + LOWEST_SMALL << 1 | 1)
            at += 1
        elif code == CODE_NO_FIELD:
            store(to, 0)
            at += 1
        else:
            store(to, decode(m, at))
            at = load(m + CURSOR)
        to += 8
    store(m + CURSOR, at)
    return NONE


def decode_list(m: int, at: int, head: int) -> int:
    """A list, or a deque."""
    length = decode_length(m, at)
    found = new_list(m, length)
    store(found, head)
    store(found + 8, length)
    decode_items(m, load(found + 24), length)
    return found


def decode_text(m: int, at: int, size: int) -> int:
    """A text, by the bytes of a letter."""
    length = decode_length(m, at)
    at = load(m + CURSOR)
    store(m + CURSOR, at + size * length)
    if length == 1:
        return letter(m, bytes_at(at, size))
    found = new_text(m, length)
    i = 0
    while i < length:
        store(found + 16 + 8 * i, bytes_at(at + size * i, size))
        i += 1
    return found


def decode_dict(m: int, at: int) -> int:
    """A dict."""
    length = decode_length(m, at)
    found = new_dict(m, length)
    i = 0
    while i < length:
        key = decode(m, load(m + CURSOR))
        dict_put(m, found, key, decode(m, load(m + CURSOR)))
        i += 1
    return found


def decode_set(m: int, at: int, kind: int) -> int:
    """A set: the items are added in the order of their codes."""
    length = decode_length(m, at)
    found = new_set(m, kind)
    i = 0
    while i < length:
        add_item(m, found, decode(m, load(m + CURSOR)))
        i += 1
    return found


def decode_object(m: int, code: int, at: int) -> int:
    """An object of a class of the author's."""
    number = byte_at(at)
    if code == CODE_NAMED_TUPLE:
        length = decode_length(m, at + 1)
        found = alloc(m, 16 + 8 * length)
        store(found, TUPLE | number << CLASS_SHIFT)
        store(found + 8, length)
        decode_items(m, found + 16, length)
        return found
    count = fields_of_class(number)
    if code != CODE_INSTANCE or count < 0:
        return fail(m, UNKNOWN)
    found = alloc(m, 8 + 8 * count)
    store(found, INSTANCE | number << CLASS_SHIFT)
    store(m + CURSOR, at + 1)
    decode_items(m, found + 8, count)
    return found
