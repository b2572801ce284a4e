"""Arithmetic of boxed rules: whole numbers of 63 bits, truth values and floats, as Python's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.compiler.boxed.objects import (
    BEYOND,
    COMPLEX,
    FALSE,
    FLOAT,
    TRUE,
    TYPE_ERROR,
    UNKNOWN,
    VALUE_ERROR,
    WHOLE,
    ZERO_DIVISION,
)
from zermelo.compiler.boxed.runtime.words import (
    add_leaves,
    bits_set,
    fail,
    float_add,
    float_div,
    float_floor,
    float_fmod,
    float_less,
    float_mul,
    float_of,
    float_pow,
    float_same,
    float_sub,
    int_of,
    leading_noughts,
    load,
    mul_leaves,
    sub_leaves,
)

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.complex_numbers import (
        complex_abs,
        complex_div,
        complex_negative,
        complex_power,
        is_complex_pair,
    )
    from zermelo.compiler.boxed.runtime.made import (
        absolute_other,
        floordiv_instances,
        index_of_instance,
        inverted_other,
        matmul_instances,
        modulo_instances,
        negative_other,
        positive_other,
        power_instances,
        shift_left_instances,
        shift_right_instances,
        truediv_instances,
    )
    from zermelo.compiler.boxed.runtime.memory import boxed_int, kind_of, new_float
    from zermelo.compiler.boxed.runtime.operators import add_others, is_own, mul_others, sub_others

MEMBERS_VALUE = 16  # where a member of an Enum has its value
SIGN = -9223372036854775808
INFINITY = 9218868437227405312
ONE = 4607182418800017408  # 1.0, as the word that holds it
HALF = 4602678819172646912
LARGEST = 4886405595696988160  # 2.0 ** 62, as the word that holds it
LOWEST = -4336966441157787648  # its negative


def is_number(x: int) -> int:
    """Whether it is a whole number, a truth value or a float."""
    return 1 if is_whole(x) or kind_of(x) == FLOAT else 0


def is_whole(x: int) -> int:
    """Whether it is a whole number, a truth value or a member of an IntEnum."""
    if x & 1 or x == TRUE or x == FALSE:
        return 1
    return is_whole_member(x)


def is_whole_member(x: int) -> int:
    """Whether it is a member of an IntEnum."""
    if x & 7:
        return 0
    return 1 if load(x) & WHOLE else 0


def whole(x: int) -> int:
    """The word of a whole number, a truth value or a member of an IntEnum."""
    if x & 1:
        return x >> 1
    if x & 7:
        return 1 if x == TRUE else 0
    return load(x + MEMBERS_VALUE) >> 1


def as_float(x: int) -> int:
    """The word of the float of a number."""
    if is_whole(x):
        return float_of(whole(x))
    return load(x + 8)


def add(m: int, a: int, b: int) -> int:
    """a + b"""
    if a & b & 1:
        if add_leaves(a, b - 1):
            return fail(m, BEYOND)
        return a + b - 1
    return add_others(m, a, b)


def add_numbers(m: int, a: int, b: int) -> int:
    """a + b, of which one is no plain whole number."""
    if is_whole(a) and is_whole(b):
        return boxed_int(m, whole(a) + whole(b))
    return new_float(m, float_add(as_float(a), as_float(b)))


def sub(m: int, a: int, b: int) -> int:
    """a - b"""
    if a & b & 1:
        if sub_leaves(a, b - 1):
            return fail(m, BEYOND)
        return a - b + 1
    return sub_others(m, a, b)


def sub_numbers(m: int, a: int, b: int) -> int:
    """a - b, of which one is no plain whole number."""
    if is_whole(a) and is_whole(b):
        return boxed_int(m, whole(a) - whole(b))
    return new_float(m, float_sub(as_float(a), as_float(b)))


def mul(m: int, a: int, b: int) -> int:
    """a * b"""
    if a & b & 1:
        if mul_leaves(a - 1, b >> 1):
            return fail(m, BEYOND)
        return (a - 1) * (b >> 1) + 1
    return mul_others(m, a, b)


def mul_numbers(m: int, a: int, b: int) -> int:
    """a * b, of which one is no plain whole number."""
    if is_whole(a) and is_whole(b):
        return boxed_int(m, whole(a) * whole(b))
    return new_float(m, float_mul(as_float(a), as_float(b)))


def floored(a: int, b: int) -> int:
    """The quotient of two words, rounded down."""
    quotient = a // b
    if a % b != 0 and (a < 0) != (b < 0):
        return quotient - 1
    return quotient


def rest(a: int, b: int) -> int:
    """What is left, with the sign of b."""
    left = a % b
    if left != 0 and (a < 0) != (b < 0):
        return left + b
    return left


def floordiv(m: int, a: int, b: int) -> int:
    """a // b"""
    if is_whole(a) and is_whole(b):
        if whole(b) == 0:
            return fail(m, ZERO_DIVISION)
        return boxed_int(m, floored(whole(a), whole(b)))
    if is_number(a) and is_number(b):
        return floored_float(m, as_float(a), as_float(b))
    if is_complex_pair(a, b):
        return fail(m, TYPE_ERROR)
    return floordiv_instances(m, a, b) if one_is_own(a, b) else fail(m, UNKNOWN)


def modulo(m: int, a: int, b: int) -> int:
    """a % b"""
    if is_whole(a) and is_whole(b):
        if whole(b) == 0:
            return fail(m, ZERO_DIVISION)
        return rest(whole(a), whole(b)) << 1 | 1
    if is_number(a) and is_number(b):
        return float_rest(m, as_float(a), as_float(b))
    if is_complex_pair(a, b):
        return fail(m, TYPE_ERROR)
    return modulo_instances(m, a, b) if one_is_own(a, b) else fail(m, UNKNOWN)


def floored_float(m: int, a: int, b: int) -> int:
    """a // b, of floats."""
    if float_same(b, 0):
        return fail(m, ZERO_DIVISION)
    left = float_fmod(a, b)
    found = float_div(float_sub(a, left), b)
    if not float_same(left, 0) and float_less(b, 0) != float_less(left, 0):
        found = float_sub(found, ONE)
    if float_same(found, 0):
        return new_float(m, float_div(a, b) & SIGN)
    below = float_floor(found)  # it is almost whole already
    if float_less(HALF, float_sub(found, below)):
        below = float_add(below, ONE)
    return new_float(m, below)


def float_rest(m: int, a: int, b: int) -> int:
    """a % b, of floats."""
    if float_same(b, 0):
        return fail(m, ZERO_DIVISION)
    left = float_fmod(a, b)
    if float_same(left, 0):
        return new_float(m, b & SIGN)
    if float_less(b, 0) != float_less(left, 0):
        left = float_add(left, b)
    return new_float(m, left)


def one_is_own(a: int, b: int) -> int:
    """Whether one of two values is an object of the author's that is no number."""
    return 1 if (is_own(a) and not is_number(a)) or (is_own(b) and not is_number(b)) else 0


def matmul(m: int, a: int, b: int) -> int:
    """a @ b"""
    return matmul_instances(m, a, b)


def truediv(m: int, a: int, b: int) -> int:
    """a / b"""
    if not is_number(a) or not is_number(b):
        return complex_div(m, a, b) if is_complex_pair(a, b) else truediv_instances(m, a, b)
    if float_same(as_float(b), 0):
        return fail(m, ZERO_DIVISION)
    if is_whole(a) and is_whole(b) and (leaves_53(whole(a)) or leaves_53(whole(b))):
        return fail(m, UNKNOWN)
    return new_float(m, float_div(as_float(a), as_float(b)))


def leaves_53(n: int) -> int:
    """Whether a float does not hold such a number."""
    return 1 if n << 10 >> 10 != n else 0


def power(m: int, a: int, b: int) -> int:
    """a ** b"""
    if not is_number(a) or not is_number(b):
        return complex_power(m, a, b) if is_complex_pair(a, b) else power_instances(m, a, b)
    if not is_whole(a) or not is_whole(b) or whole(b) < 0:
        return power_of_floats(m, as_float(a), as_float(b))
    times = whole(b)
    if times > 4096:
        return fail(m, UNKNOWN)
    found = 1
    base = whole(a)
    while times > 0:
        if mul_leaves(found, base):
            return fail(m, BEYOND)
        found *= base
        times -= 1
    return boxed_int(m, found)


def power_of_floats(m: int, a: int, b: int) -> int:
    """a ** b, as the library of C has it, for what is finite and no special case of Python's."""
    if not float_less(0, a) or not float_less(b, LARGEST) or not float_less(LOWEST, b):
        return fail(m, UNKNOWN)
    found = float_pow(a, b)
    if not float_less(found, INFINITY):
        return fail(m, UNKNOWN)
    return new_float(m, found)


def negative(m: int, a: int) -> int:
    """-a"""
    if is_whole(a):
        return boxed_int(m, -whole(a))
    if kind_of(a) == FLOAT:
        return new_float(m, load(a + 8) ^ SIGN)
    return complex_negative(m, a) if kind_of(a) == COMPLEX else negative_other(m, a)


def positive(m: int, a: int) -> int:
    """+a"""
    if is_whole(a):
        return whole(a) << 1 | 1
    if kind_of(a) == FLOAT or kind_of(a) == COMPLEX:
        return a
    return positive_other(m, a)


def inverted(m: int, a: int) -> int:
    """~a"""
    if is_whole(a):
        return boxed_int(m, ~whole(a))
    return inverted_other(m, a)


def shift_left(m: int, a: int, b: int) -> int:
    """a << b"""
    if not is_whole(a) or not is_whole(b):
        return shift_left_instances(m, a, b)
    by = whole(b)
    if by < 0:
        return fail(m, VALUE_ERROR)
    if whole(a) == 0:
        return 1
    if by > 62:
        return fail(m, BEYOND)
    found = whole(a) << by
    if found >> by != whole(a):
        return fail(m, BEYOND)
    return boxed_int(m, found)


def shift_right(m: int, a: int, b: int) -> int:
    """a >> b"""
    if not is_whole(a) or not is_whole(b):
        return shift_right_instances(m, a, b)
    by = whole(b)
    if by < 0:
        return fail(m, VALUE_ERROR)
    if by > 62:
        by = 62
    return boxed_int(m, whole(a) >> by)


def absolute(m: int, a: int) -> int:
    """abs(a)"""
    if is_whole(a):
        return boxed_int(m, -whole(a) if whole(a) < 0 else whole(a))
    if kind_of(a) == FLOAT:
        return new_float(m, load(a + 8) & 9223372036854775807)
    return complex_abs(m, a) if kind_of(a) == COMPLEX else absolute_other(m, a)


def int_from(m: int, a: int) -> int:
    """int(a), of a number."""
    if is_whole(a):
        return whole(a) << 1 | 1
    if kind_of(a) != FLOAT:
        return fail(m, UNKNOWN if is_own(a) else TYPE_ERROR)
    if float_less(LOWEST, load(a + 8)) and float_less(load(a + 8), LARGEST):
        return boxed_int(m, int_of(load(a + 8)))
    return fail(m, BEYOND)


def float_from(m: int, a: int) -> int:
    """float(a), of a number."""
    if not is_number(a):
        return fail(m, UNKNOWN)
    return new_float(m, as_float(a))


def bit_count(m: int, a: int) -> int:
    """a.bit_count()"""
    if not is_whole(a):
        return fail(m, UNKNOWN)
    n = whole(a)
    return bits_set(-n if n < 0 else n) << 1 | 1


def bit_length(m: int, a: int) -> int:
    """a.bit_length()"""
    if not is_whole(a):
        return fail(m, UNKNOWN)
    n = whole(a)
    return 64 - leading_noughts(-n if n < 0 else n) << 1 | 1


def index_word(m: int, a: int) -> int:
    """A whole number, or a truth value, boxed as a number: what an index is."""
    if is_whole(a):
        return whole(a) << 1 | 1
    return index_of_instance(m, a)


def raised(m: int, kind: int) -> int:
    """Fails with an error that a rule raises; `kind` is boxed."""
    return fail(m, kind >> 1)
