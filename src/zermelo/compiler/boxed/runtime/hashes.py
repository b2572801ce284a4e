"""Hashes of boxed values: Python's own ones, where these are the same in each process.

So a set of numbers, or of tuples of them, is gone through in the order that Python has. Texts, None
and functions have hashes of their own here. As in CPython -1 is no hash: what has none gives it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zermelo.compiler.boxed.objects import (
    COMPLEX,
    FALSE,
    FLOAT,
    FROZENSET,
    FUNCTION,
    INSTANCE,
    NONE,
    RANGE,
    TEXT,
    TUPLE,
    TYPE_ERROR,
)
from zermelo.compiler.boxed.runtime.words import (
    fail,
    float_less,
    float_of,
    float_same,
    int_of,
    load,
    logical_shift,
)

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.complex_numbers import hash_of_complex
    from zermelo.compiler.boxed.runtime.made import hash_of_instance
    from zermelo.compiler.boxed.runtime.memory import kind_of

NO_HASH: Final = -1
PRIME: Final = (1 << 61) - 1  # numbers are hashed modulo this one
OF_NONE: Final = 0xFCA86420
GONE: Final = 4  # in place of an item that was taken out of a set; no value

# Of xxHash, for tuples, with a sign.
FIRST_FACTOR: Final = 11400714785074694791 - (1 << 64)
SECOND_FACTOR: Final = 14029467366897019727 - (1 << 64)
BEGINNING: Final = 2870177450012600261
OF_LENGTH: Final = 2870177450012600261 ^ 3527539
IN_PLACE: Final = 1546275796  # of -1

# Of FNV-1a, for texts.
OFFSET: Final = 0xCBF29CE484222325 - (1 << 64)
FACTOR: Final = 0x100000001B3

# Of floats.
FRACTION: Final = (1 << 52) - 1
LAST_EXPONENT: Final = 2047
SURELY_WHOLE: Final = 1 << 31  # below: a hash without a division
INFINITE: Final = 314159


def hash_of(m: int, x: int) -> int:
    """hash(x), as a word; -1 where it has none."""
    if x & 1:
        return hash_of_number(x >> 1)
    kind = kind_of(x)
    if kind == TUPLE:
        return hash_of_items(m, x + 16, load(x + 8))
    if kind == TEXT:
        return hash_of_text(x)
    if kind == INSTANCE:
        return hash_of_instance(m, x)
    if kind == FLOAT:
        return hash_of_float(load(x + 8))
    if kind == COMPLEX:
        return hash_of_complex(x)
    if kind == FROZENSET:
        return hash_of_set(x)
    if kind == RANGE:
        return hash_of_range(x)
    if kind == FUNCTION:
        return load(x + 8)
    if kind != 0:
        return NO_HASH
    if x == NONE:
        return OF_NONE
    return 0 if x == FALSE else 1


def checked_key(m: int, x: int) -> int:
    """The same value; fails where it can be no key of a dict and no item of a set."""
    kind = kind_of(x)
    if kind <= TEXT or kind == COMPLEX:
        return x
    if hash_of(m, x) == NO_HASH:
        return fail(m, TYPE_ERROR)
    return x


def hash_of_number(n: int) -> int:
    """The hash of a whole number."""
    if n >= 0 and n < PRIME:
        return n
    found = n % PRIME
    return -2 if found == NO_HASH else found


def hash_of_float(number: int) -> int:
    """The hash of a float: that of the whole number with the same value, if there is one."""
    if float_less(float_of(-SURELY_WHOLE), number) and float_less(number, float_of(SURELY_WHOLE)):
        found = int_of(number)
        if float_same(float_of(found), number):
            return -2 if found == NO_HASH else found
    exponent = number >> 52 & LAST_EXPONENT
    found = number & FRACTION
    if exponent == LAST_EXPONENT:
        if found:
            return 0  # no number: each is equal to itself alone
        return INFINITE if number >= 0 else -INFINITE
    if exponent:
        found = found | 1 << 52
    else:
        exponent = 1
    # Times a power of 2, which turns the 61 bits round; 1075 = 1023 + 52, and 18 * 61 = 1098.
    by = (exponent - 1075 + 1098) % 61
    found = (found << by & PRIME) | found >> 61 - by
    if number < 0:
        found = -found
    return -2 if found == NO_HASH else found


def hash_of_text(x: int) -> int:
    """The hash of a text, by its letters."""
    found = OFFSET
    at = x + 16
    end = at + 8 * load(x + 8)
    while at < end:
        found = (found ^ load(at)) * FACTOR
        at += 8
    return -2 if found == NO_HASH else found


def hash_of_items(m: int, at: int, length: int) -> int:
    """The hash of a tuple."""
    end = at + 8 * length
    found = BEGINNING
    while at < end:
        part = hash_of(m, load(at)) if load(at) else NO_HASH  # a field that is not there
        if part == NO_HASH:
            return NO_HASH
        found = found + part * SECOND_FACTOR
        found = (found << 31 | logical_shift(found, 33)) * FIRST_FACTOR
        at += 8
    found = found + (length ^ OF_LENGTH)
    return IN_PLACE if found == NO_HASH else found


def hash_of_set(x: int) -> int:
    """The hash of a frozenset, whatever the order of its items."""
    found = 0
    at = load(x + 24)
    end = at + 16 * (load(x + 16) + 1)
    while at < end:
        key = load(at)
        if key != 0 and key != GONE:
            part = load(at + 8)
            found = found ^ (part ^ 89869747 ^ part << 16) * 3644798167
        at += 16
    found = found ^ (load(x + 8) + 1) * 1927868237
    found = found ^ logical_shift(found, 11) ^ logical_shift(found, 25)
    found = found * 69069 + 907133923
    return 590923713 if found == NO_HASH else found


def hash_of_range(x: int) -> int:
    """The hash of a range, which is equal to any other of the same numbers."""
    found = load(x + 8)
    if found > 0:
        found = found * FACTOR ^ load(x + 16)
    if load(x + 8) > 1:
        found = found * FACTOR ^ load(x + 24)
    return -2 if found == NO_HASH else found
