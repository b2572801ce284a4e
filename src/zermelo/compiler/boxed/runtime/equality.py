"""`==`, `<` and truth of boxed values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.compiler.boxed.objects import (
    COMPLEX,
    DICT,
    FLOAT,
    FROZENSET,
    INSTANCE,
    LIST,
    RANGE,
    SET,
    TEXT,
    TRUE,
    TUPLE,
    TYPE_ERROR,
    UNKNOWN,
)
from zermelo.compiler.boxed.runtime.words import (
    fail,
    float_less,
    float_of,
    float_same,
    int_of,
    load,
)

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.arithmetic import as_float, is_number, is_whole, whole
    from zermelo.compiler.boxed.runtime.complex_numbers import complex_same
    from zermelo.compiler.boxed.runtime.made import (
        at_most_instances,
        is_true_instance,
        less_instances,
        same_instances,
    )
    from zermelo.compiler.boxed.runtime.memory import class_of, kind_of, truth_of
    from zermelo.compiler.boxed.runtime.sets import set_same, set_subset
    from zermelo.compiler.boxed.runtime.tables import dict_same
    from zermelo.compiler.boxed.runtime.texts import text_less, text_same


def same(m: int, a: int, b: int) -> int:
    """Whether a == b; 1 or 0."""
    if a & b & 1:
        return 1 if a == b else 0
    return same_others(m, a, b)


def same_others(m: int, a: int, b: int) -> int:
    """Whether a == b, of which one is no plain whole number."""
    if a == b:
        return same_as_itself(a)
    if is_number(a) and is_number(b):
        if is_whole(a) and is_whole(b):
            return 1 if whole(a) == whole(b) else 0
        if beyond_floats(a) or beyond_floats(b):
            return 0  # no float has such a value
        return float_same(as_float(a), as_float(b))
    kind = kind_of(a)
    other = kind_of(b)
    if kind == COMPLEX or other == COMPLEX:
        return complex_same(m, a, b)
    if kind == INSTANCE or other == INSTANCE:
        return same_instances(m, a, b)
    if kind == TEXT:
        return text_same(a, b) if other == TEXT else 0
    if kind == TUPLE:
        return same_items(m, a + 16, b + 16, load(a + 8), load(b + 8)) if other == TUPLE else 0
    if kind == LIST:
        if other != LIST or class_of(a) != class_of(b):
            return 0
        return same_items(m, load(a + 24), load(b + 24), load(a + 8), load(b + 8))
    if kind == SET or kind == FROZENSET:
        return set_same(m, a, b) if other == SET or other == FROZENSET else 0
    if kind == DICT:
        return dict_same(m, a, b) if other == DICT else 0
    if kind == RANGE and other == RANGE:
        return same_ranges(a, b)
    return 0


def same_as_itself(x: int) -> int:
    """Whether x == x: not so of floats that are no number, nor of complex ones with such a part."""
    kind = kind_of(x)
    if kind != FLOAT and kind != COMPLEX:
        return 1
    if kind == COMPLEX and not float_same(load(x + 16), load(x + 16)):
        return 0
    return float_same(load(x + 8), load(x + 8))


def beyond_floats(x: int) -> int:
    """Whether it is a whole number that no float is."""
    if not is_whole(x):
        return 0
    return 1 if int_of(float_of(whole(x))) != whole(x) else 0


def same_ranges(a: int, b: int) -> int:
    """Whether two ranges have the same numbers."""
    if load(a + 8) != load(b + 8):
        return 0
    if load(a + 8) == 0:
        return 1
    if load(a + 16) != load(b + 16):
        return 0
    return 1 if load(a + 8) == 1 or load(a + 24) == load(b + 24) else 0


def same_items(m: int, first: int, second: int, length: int, other: int) -> int:
    """Whether the items at two addresses are the same ones."""
    if length != other:
        return 0
    i = 0
    while i < length:
        x = load(first + 8 * i)
        y = load(second + 8 * i)
        if x != y and not same(m, x, y):
            return 0
        i += 1
    return 1


def equal(m: int, a: int, b: int) -> int:
    """a == b"""
    return truth_of(same(m, a, b))


def less(m: int, a: int, b: int) -> int:
    """a < b"""
    return truth_of(a < b) if a & b & 1 else less_others(m, a, b)


def less_others(m: int, a: int, b: int) -> int:
    """a < b, of which one is no plain whole number."""
    if is_number(a) and is_number(b):
        if is_whole(a) and is_whole(b):
            return truth_of(whole(a) < whole(b))
        if beyond_floats(a) or beyond_floats(b):
            return fail(m, UNKNOWN)
        return truth_of(float_less(as_float(a), as_float(b)))
    kind = kind_of(a)
    if kind == INSTANCE or kind_of(b) == INSTANCE:
        return less_instances(m, a, b)
    if kind == SET or kind == FROZENSET:
        if kind_of(b) != SET and kind_of(b) != FROZENSET:
            return fail(m, TYPE_ERROR)
        return truth_of(set_subset(m, a, b) and not set_subset(m, b, a))
    if kind == 0 or kind != kind_of(b) or (class_of(a) != class_of(b) and kind == LIST):
        return fail(m, TYPE_ERROR)
    if kind == TEXT:
        return truth_of(text_less(a, b))
    if kind == TUPLE:
        return less_items(m, a + 16, b + 16, load(a + 8), load(b + 8))
    if kind == LIST:
        return less_items(m, load(a + 24), load(b + 24), load(a + 8), load(b + 8))
    return fail(m, TYPE_ERROR)


def less_items(m: int, first: int, second: int, length: int, other: int) -> int:
    """Whether some items come before others, by the first that differ."""
    i = 0
    while i < length and i < other:
        x = load(first + 8 * i)
        y = load(second + 8 * i)
        if x != y and not same(m, x, y):
            return less(m, x, y)
        i += 1
    return truth_of(length < other)


def at_most(m: int, a: int, b: int) -> int:
    """a <= b"""
    return truth_of(a <= b) if a & b & 1 else at_most_others(m, a, b)


def at_most_others(m: int, a: int, b: int) -> int:
    """a <= b, of which one is no plain whole number."""
    if is_number(a) and is_number(b):
        if is_whole(a) and is_whole(b):
            return truth_of(whole(a) <= whole(b))
        if beyond_floats(a) or beyond_floats(b):
            return fail(m, UNKNOWN)
        x = as_float(a)
        y = as_float(b)
        return truth_of(float_less(x, y) or float_same(x, y))
    kind = kind_of(a)
    if kind == INSTANCE or kind_of(b) == INSTANCE:
        return at_most_instances(m, a, b)
    if kind == SET or kind == FROZENSET:
        other = kind_of(b)
        if other == SET or other == FROZENSET:
            return truth_of(set_subset(m, a, b))
        return fail(m, TYPE_ERROR)
    if kind != TEXT and kind != TUPLE and kind != LIST:
        return fail(m, TYPE_ERROR)
    return TRUE if same(m, a, b) else less(m, a, b)


def greater(m: int, a: int, b: int) -> int:
    """a > b"""
    return less(m, b, a)


def at_least(m: int, a: int, b: int) -> int:
    """a >= b"""
    return at_most(m, b, a)


def is_true(m: int, x: int) -> int:
    """Whether it counts as true; 1 or 0."""
    if x & 7:
        return 1 if x == TRUE or (x & 1 and x != 1) else 0
    return is_true_object(m, x)


def is_true_object(m: int, x: int) -> int:
    """Whether an object counts as true."""
    kind = kind_of(x)
    if kind == FLOAT:
        return float_same(load(x + 8), 0) ^ 1
    if kind == COMPLEX:
        return 1 if not float_same(load(x + 8), 0) or not float_same(load(x + 16), 0) else 0
    if kind >= TEXT and kind <= RANGE:
        return 1 if load(x + 8) else 0
    if kind == INSTANCE:
        return is_true_instance(m, x) if not is_whole(x) else whole(x) != 0
    return 1


def negated(m: int, x: int) -> int:
    """not x"""
    return truth_of(is_true(m, x) ^ 1)


def truth(m: int, x: int) -> int:
    """bool(x)"""
    return truth_of(is_true(m, x))
