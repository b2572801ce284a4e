"""Complex numbers of boxed rules, as CPython's: squares of a board that are x + y*1j, and steps."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from zermelo.compiler.boxed.objects import (
    COMPLEX,
    CURSOR,
    FLOAT,
    INSTANCE,
    TEXT,
    TYPE_ERROR,
    UNKNOWN,
    ZERO_DIVISION,
)
from zermelo.compiler.boxed.runtime.codes import CODE_COMPLEX, CODE_FLOAT
from zermelo.compiler.boxed.runtime.words import (
    fail,
    float_add,
    float_div,
    float_floor,
    float_hypot,
    float_less,
    float_mul,
    float_of,
    float_same,
    float_sub,
    int_of,
    load,
    store,
)

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.arithmetic import as_float, is_number, positive
    from zermelo.compiler.boxed.runtime.codes import encode_number, encode_word
    from zermelo.compiler.boxed.runtime.decoding import decode
    from zermelo.compiler.boxed.runtime.equality import beyond_floats
    from zermelo.compiler.boxed.runtime.hashes import hash_of_float
    from zermelo.compiler.boxed.runtime.made import same_instances
    from zermelo.compiler.boxed.runtime.memory import alloc, append, kind_of, new_float
    from zermelo.compiler.boxed.runtime.sequences import item_at, items_of, length_of
    from zermelo.compiler.boxed.runtime.text_values import write_part

SIGN: Final = -(1 << 63)
MAGNITUDE: Final = (1 << 63) - 1
INFINITE: Final = 0x7FF << 52
ONE: Final = 0x3FF << 52
OF_IMAGINARY: Final = 1000003  # in hashes
MOST_TIMES: Final = 100  # larger exponents are not multiplied out
SHORT: Final = 1 << 15
MIXED: Final = int(sys.version_info >= (3, 14))  # a real number has no imaginary part, not 0


def new_complex(m: int, real: int, other: int) -> int:
    """A complex number."""
    found = alloc(m, 24)
    store(found, COMPLEX)
    store(found + 8, real)
    store(found + 16, other)
    return found


def imaginary(x: int) -> int:
    """The word of the imaginary part of a number; that of the real part is `as_float`."""
    return load(x + 16) if kind_of(x) == COMPLEX else 0


def is_any_number(x: int) -> int:
    """Whether it is a number, a complex one or not."""
    return 1 if kind_of(x) == COMPLEX or is_number(x) else 0


def is_complex_pair(a: int, b: int) -> int:
    """Whether both are numbers and one of them is a complex one."""
    if kind_of(a) == COMPLEX:
        return is_any_number(b)
    return 1 if kind_of(b) == COMPLEX and is_number(a) else 0


def is_finite(number: int) -> int:
    """Whether a float is neither infinite nor no number."""
    return float_less(number & MAGNITUDE, INFINITE)


# --- how they are made ---------------------------------------------------------------------------


def complex_of(m: int, x: int, y: int) -> int:
    """complex(x, y); 0 stands for what is not given."""
    if x == 0:
        x = 1
    if y == 0 and kind_of(x) == COMPLEX:
        return x
    checked_part(m, x)
    if y == 0:
        return new_complex(m, as_float(x), 0)
    checked_part(m, y)
    real = as_float(x)
    other = as_float(y)
    if kind_of(y) == COMPLEX:
        real = float_sub(real, imaginary(y))
    if kind_of(x) == COMPLEX:
        other = float_add(other, imaginary(x))
    return new_complex(m, real, other)


def checked_part(m: int, x: int) -> int:
    """Fails where `complex` is given what is no number."""
    if is_any_number(x):
        return x
    return fail(m, UNKNOWN if kind_of(x) == TEXT or kind_of(x) == INSTANCE else TYPE_ERROR)


def complex_from(m: int, items: int) -> int:
    """complex(*items)"""
    items = items_of(m, items)
    count = length_of(items)
    if count > 2:
        return fail(m, TYPE_ERROR)
    first = 0
    second = 0
    if count > 0:
        first = item_at(m, items, 0)
    if count > 1:
        second = item_at(m, items, 1)
    return complex_of(m, first, second)


def real_part(m: int, x: int) -> int:
    """x.real, of a number."""
    return new_float(m, load(x + 8)) if kind_of(x) == COMPLEX else positive(m, x)


def imaginary_part(m: int, x: int) -> int:
    """x.imag, of a number."""
    if kind_of(x) == COMPLEX or kind_of(x) == FLOAT:
        return new_float(m, imaginary(x))
    return 1


def conjugated(m: int, x: int) -> int:
    """x.conjugate(), of a number."""
    if kind_of(x) == COMPLEX:
        return new_complex(m, load(x + 8), load(x + 16) ^ SIGN)
    return positive(m, x)


# --- arithmetic ----------------------------------------------------------------------------------


def complex_add(m: int, a: int, b: int) -> int:
    """a + b, of which one is a complex number."""
    other = float_add(imaginary(a), imaginary(b))
    if MIXED and kind_of(a) != COMPLEX:
        other = imaginary(b)
    elif MIXED and kind_of(b) != COMPLEX:
        other = imaginary(a)
    return new_complex(m, float_add(as_float(a), as_float(b)), other)


def complex_sub(m: int, a: int, b: int) -> int:
    """a - b, likewise."""
    other = float_sub(imaginary(a), imaginary(b))
    if MIXED and kind_of(a) != COMPLEX:
        other = imaginary(b) ^ SIGN
    elif MIXED and kind_of(b) != COMPLEX:
        other = imaginary(a)
    return new_complex(m, float_sub(as_float(a), as_float(b)), other)


def complex_mul(m: int, a: int, b: int) -> int:
    """a * b, likewise."""
    real = real_of_product(as_float(a), imaginary(a), as_float(b), imaginary(b))
    other = other_of_product(as_float(a), imaginary(a), as_float(b), imaginary(b))
    if MIXED and kind_of(a) != COMPLEX:
        real = float_mul(as_float(a), as_float(b))
        other = float_mul(as_float(a), imaginary(b))
    elif MIXED and kind_of(b) != COMPLEX:
        real = float_mul(as_float(a), as_float(b))
        other = float_mul(imaginary(a), as_float(b))
    elif MIXED and not (is_finite(real) and is_finite(other)):
        return fail(m, UNKNOWN)
    return new_complex(m, real, other)


def real_of_product(a: int, a_other: int, b: int, b_other: int) -> int:
    """The real part of a product, by the parts of both."""
    return float_sub(float_mul(a, b), float_mul(a_other, b_other))


def other_of_product(a: int, a_other: int, b: int, b_other: int) -> int:
    """The imaginary part of a product."""
    return float_add(float_mul(a, b_other), float_mul(a_other, b))


def complex_div(m: int, a: int, b: int) -> int:
    """a / b, of which one is a complex number."""
    if MIXED and kind_of(b) != COMPLEX:
        if float_same(as_float(b), 0):
            return fail(m, ZERO_DIVISION)
        by = as_float(b)
        return new_complex(m, float_div(as_float(a), by), float_div(imaginary(a), by))
    if MIXED and kind_of(a) != COMPLEX:
        return fail(m, UNKNOWN)
    found = quotient(m, as_float(a), imaginary(a), as_float(b), imaginary(b))
    if MIXED and not (is_finite(load(found + 8)) and is_finite(load(found + 16))):
        return fail(m, UNKNOWN)
    return found


def quotient(m: int, a: int, a_other: int, b: int, b_other: int) -> int:
    """A quotient by the parts of both: the larger part of the divisor divides the other first."""
    size = b & MAGNITUDE
    other_size = b_other & MAGNITUDE
    if size == 0 and other_size == 0:
        return fail(m, ZERO_DIVISION)
    if float_less(other_size, size) or float_same(size, other_size):
        ratio = float_div(b_other, b)
        by = float_add(b, float_mul(b_other, ratio))
        real = float_add(a, float_mul(a_other, ratio))
        return new_complex(
            m, float_div(real, by), float_div(float_sub(a_other, float_mul(a, ratio)), by)
        )
    ratio = float_div(b, b_other)
    by = float_add(float_mul(b, ratio), b_other)
    real = float_add(float_mul(a, ratio), a_other)
    return new_complex(
        m, float_div(real, by), float_div(float_sub(float_mul(a_other, ratio), a), by)
    )


def complex_power(m: int, a: int, b: int) -> int:
    """a ** b, of which one is a complex number: multiplied out, for whole exponents up to 100."""
    exponent = as_float(b)
    if MIXED or not float_same(imaginary(b), 0) or not float_same(float_floor(exponent), exponent):
        return fail(m, UNKNOWN)
    if float_less(float_of(MOST_TIMES), exponent & MAGNITUDE):
        return fail(m, UNKNOWN)
    times = int_of(exponent & MAGNITUDE)
    found = new_complex(m, ONE, 0)
    power = new_complex(m, as_float(a), imaginary(a))
    bit = 1
    while bit <= times:
        if times & bit:
            found = complex_mul(m, found, power)
        bit = bit << 1
        power = complex_mul(m, power, power)
    if not float_less(0, exponent):
        found = quotient(m, ONE, 0, load(found + 8), load(found + 16))
    if load(found + 8) & MAGNITUDE == INFINITE or load(found + 16) & MAGNITUDE == INFINITE:
        return fail(m, UNKNOWN)
    return found


def complex_abs(m: int, x: int) -> int:
    """abs(x)"""
    real = load(x + 8)
    other = load(x + 16)
    found = float_hypot(real, other)
    if found == INFINITE and is_finite(real) and is_finite(other):
        return fail(m, UNKNOWN)
    return new_float(m, found)


def complex_negative(m: int, x: int) -> int:
    """-x"""
    return new_complex(m, load(x + 8) ^ SIGN, load(x + 16) ^ SIGN)


def complex_same(m: int, a: int, b: int) -> int:
    """Whether a == b, of which one is a complex number; 1 or 0."""
    if not is_complex_pair(a, b):
        if kind_of(a) == INSTANCE or kind_of(b) == INSTANCE:
            return same_instances(m, a, b)
        return 0
    if beyond_floats(a) or beyond_floats(b):
        return 0
    return float_same(as_float(a), as_float(b)) & float_same(imaginary(a), imaginary(b))


def hash_of_complex(x: int) -> int:
    """The hash of a complex number; where it is another number as well, that of this."""
    found = hash_of_float(load(x + 8)) + hash_of_float(load(x + 16)) * OF_IMAGINARY
    return -2 if found == -1 else found


# --- as texts and as codes -----------------------------------------------------------------------


def write_complex(m: int, codes: int, x: int) -> int:
    """Writes what `repr` gives: `1j`, `(2-1j)`."""
    real = load(x + 8)
    other = load(x + 16)
    if real != 0:
        append(m, codes, 40)
        write_part(m, codes, real, 0)
        if other >= 0 or not float_same(other, other):
            append(m, codes, 43)
    write_part(m, codes, other, 0)
    append(m, codes, 106)
    return append(m, codes, 41) if real != 0 else x


def encode_complex(m: int, x: int, at: int, end: int) -> int:
    """Writes the code of a complex number: that of each part, a whole one as a number."""
    at = encode_word(m, CODE_COMPLEX, 0, 0, at, end)
    at = encode_part(m, load(x + 8), at, end)
    return encode_part(m, load(x + 16), at, end)


def encode_part(m: int, number: int, at: int, end: int) -> int:
    """Writes the code of a part."""
    is_short = float_less(float_of(-SHORT - 1), number) and float_less(number, float_of(SHORT))
    if is_short and float_of(int_of(number)) == number:  # as words: -0.0 is no whole number
        return encode_number(m, int_of(number), at, end)
    return encode_word(m, CODE_FLOAT, number, 8, at, end)


def decode_complex(m: int, at: int) -> int:
    """A complex number."""
    real = as_float(decode(m, at))
    return new_complex(m, real, as_float(decode(m, load(m + CURSOR))))
