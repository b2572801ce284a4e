"""The functions of Python's `math`, and `round`, of boxed numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.compiler.boxed.objects import FLOAT, TYPE_ERROR, UNKNOWN, VALUE_ERROR
from zermelo.compiler.boxed.words import (
    fail,
    float_atan,
    float_cos,
    float_even,
    float_exp,
    float_floor,
    float_less,
    float_log,
    float_log2,
    float_log10,
    float_root,
    float_sin,
    float_tan,
    float_tanh,
    load,
)

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.arithmetic import as_float, int_from, is_number, negative
    from zermelo.compiler.boxed.memory import kind_of, new_float

LARGEST_EXPONENT = 4649447645771726848  # 709.0, of which there is an exponential


def rounded(m: int, a: int) -> int:
    """round(a)"""
    if kind_of(a) == FLOAT:
        return int_from(m, new_float(m, float_even(load(a + 8))))
    return int_from(m, a)


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
