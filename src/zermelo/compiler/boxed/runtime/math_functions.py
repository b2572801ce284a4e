"""The functions of Python's `math`, and `round`, of boxed numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.compiler.boxed.objects import FLOAT, NONE, TYPE_ERROR, UNKNOWN, VALUE_ERROR
from zermelo.compiler.boxed.runtime.words import (
    fail,
    float_atan,
    float_cos,
    float_div,
    float_even,
    float_exp,
    float_floor,
    float_less,
    float_log,
    float_log2,
    float_log10,
    float_mul,
    float_of,
    float_root,
    float_sin,
    float_tan,
    float_tanh,
    load,
    logical_shift,
    times_high,
)

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.arithmetic import (
        as_float,
        index_word,
        int_from,
        is_number,
        is_whole,
        negative,
        positive,
    )
    from zermelo.compiler.boxed.runtime.memory import kind_of, new_float

LARGEST_EXPONENT = 4649447645771726848  # 709.0, of which there is an exponential
SIGN = -(1 << 63)
FRACTION = (1 << 52) - 1
EXPONENTS = 2047
MOST_DIGITS = 18  # 10 to this is a float, and a word
EXACT = 1 << 53  # whole numbers below are floats
ENOUGH = 10**16  # a number of so many digits gives back the float that it was made of


def rounded(m: int, a: int) -> int:
    """round(a)"""
    if kind_of(a) == FLOAT:
        return int_from(m, new_float(m, float_even(load(a + 8))))
    return int_from(m, a)


def rounded_to(m: int, a: int, digits: int) -> int:
    """round(a, digits)"""
    if digits == NONE:
        return rounded(m, a)
    count = index_word(m, digits) >> 1
    if count < 0 or not is_number(a):
        return fail(m, UNKNOWN)
    if is_whole(a):
        return positive(m, a)
    size = load(a + 8) & ~SIGN
    exponent = size >> 52
    if exponent == EXPONENTS or exponent >= 1075:  # no number, infinite or whole
        return a
    if count > MOST_DIGITS:
        return fail(m, UNKNOWN)
    scale = 1
    for _ in range(count):
        scale = scale * 10
    product = float_mul(size, float_of(scale))
    if not float_less(product, float_of(ENOUGH)):
        return a
    if not float_less(product, float_of(EXACT - 1)):
        return fail(m, UNKNOWN)
    whole_part = nearest(size & FRACTION | FRACTION + 1, scale >> count, 1075 - exponent - count)
    if whole_part < 0:
        return a
    found = float_div(float_of(whole_part), float_of(scale))
    return new_float(m, found | load(a + 8) & SIGN)


def nearest(a: int, b: int, places: int) -> int:
    """The whole number nearest to a * b / 2**places, of two the even one; -1 where it is whole.

    Both have no more than 53 bits.
    """
    if places <= 0:
        return -1
    low = a * b
    high = times_high(a, b)
    if places > 106:
        return 0
    if places < 64:
        found = logical_shift(low, places) | high << 64 - places
        left = low << 64 - places
        more = 0
    elif places == 64:
        found = high
        left = low
        more = 0
    else:
        found = logical_shift(high, places - 64)
        left = high << 128 - places
        more = low
    # What is left of the number, in the upper bits: SIGN stands for one half.
    if left >= 0:
        return found
    if left != SIGN or more:
        return found + 1
    return found + (found & 1)


def floor_of(m: int, a: int) -> int:
    """math.floor(a)"""
    if kind_of(a) == FLOAT:
        return int_from(m, new_float(m, float_floor(load(a + 8))))
    return int_from(m, a)


def ceiling_of(m: int, a: int) -> int:
    """math.ceil(a)"""
    if kind_of(a) == FLOAT:
        return negative(m, floor_of(m, negative(m, a)))
    return int_from(m, a)


def root_of(m: int, a: int) -> int:
    """math.sqrt(a)"""
    if not is_number(a):
        return fail(m, TYPE_ERROR)
    if float_less(as_float(a), 0):
        return fail(m, VALUE_ERROR)
    return new_float(m, float_root(as_float(a)))


def exp_of(m: int, a: int) -> int:
    """math.exp(a)"""
    if not is_number(a):
        return fail(m, TYPE_ERROR)
    if float_less(LARGEST_EXPONENT, as_float(a)):
        return fail(m, UNKNOWN)
    return new_float(m, float_exp(as_float(a)))


def log_of(m: int, a: int) -> int:
    """math.log(a)"""
    if not is_number(a):
        return fail(m, TYPE_ERROR)
    if not float_less(0, as_float(a)):
        return fail(m, VALUE_ERROR)
    return new_float(m, float_log(as_float(a)))


def log2_of(m: int, a: int) -> int:
    """math.log2(a)"""
    if not is_number(a):
        return fail(m, TYPE_ERROR)
    if not float_less(0, as_float(a)):
        return fail(m, VALUE_ERROR)
    return new_float(m, float_log2(as_float(a)))


def log10_of(m: int, a: int) -> int:
    """math.log10(a)"""
    if not is_number(a):
        return fail(m, TYPE_ERROR)
    if not float_less(0, as_float(a)):
        return fail(m, VALUE_ERROR)
    return new_float(m, float_log10(as_float(a)))


def sin_of(m: int, a: int) -> int:
    """math.sin(a)"""
    if not is_number(a):
        return fail(m, TYPE_ERROR)
    return new_float(m, float_sin(as_float(a)))


def cos_of(m: int, a: int) -> int:
    """math.cos(a)"""
    if not is_number(a):
        return fail(m, TYPE_ERROR)
    return new_float(m, float_cos(as_float(a)))


def tan_of(m: int, a: int) -> int:
    """math.tan(a)"""
    if not is_number(a):
        return fail(m, TYPE_ERROR)
    return new_float(m, float_tan(as_float(a)))


def tanh_of(m: int, a: int) -> int:
    """math.tanh(a)"""
    if not is_number(a):
        return fail(m, TYPE_ERROR)
    return new_float(m, float_tanh(as_float(a)))


def atan_of(m: int, a: int) -> int:
    """math.atan(a)"""
    if not is_number(a):
        return fail(m, TYPE_ERROR)
    return new_float(m, float_atan(as_float(a)))
