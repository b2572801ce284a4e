"""What operators do to boxed values that are no numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.compiler.boxed.objects import (
    DICT,
    FALSE,
    FROZENSET,
    INSTANCE,
    LIST,
    SET,
    TEXT,
    TRUE,
    TUPLE,
    TYPE_ERROR,
    UNKNOWN,
)
from zermelo.compiler.boxed.runtime.words import copy_bytes, fail, load, store

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.arithmetic import (
        add,
        add_numbers,
        is_number,
        is_whole,
        mul,
        mul_numbers,
        sub,
        sub_numbers,
        whole,
    )
    from zermelo.compiler.boxed.runtime.complex_numbers import (
        complex_add,
        complex_mul,
        complex_sub,
        is_complex_pair,
    )
    from zermelo.compiler.boxed.runtime.lists import list_extend
    from zermelo.compiler.boxed.runtime.made import (
        add_instances,
        add_own_in_place,
        and_instances,
        and_own_in_place,
        mul_instances,
        mul_own_in_place,
        or_instances,
        or_own_in_place,
        sub_instances,
        sub_own_in_place,
        xor_instances,
        xor_own_in_place,
    )
    from zermelo.compiler.boxed.runtime.memory import (
        class_of,
        kind_of,
        new_list,
        new_tuple,
        truth_of,
    )
    from zermelo.compiler.boxed.runtime.sets import (
        set_difference,
        set_difference_update,
        set_intersection,
        set_intersection_update,
        set_symmetric,
        set_symmetric_update,
        set_union,
        set_update,
    )
    from zermelo.compiler.boxed.runtime.tables import dict_union, dict_update
    from zermelo.compiler.boxed.runtime.texts import text_concat, text_times


def add_others(m: int, a: int, b: int) -> int:
    """a + b, of which one is no plain whole number."""
    if is_number(a) and is_number(b):
        return add_numbers(m, a, b)
    if is_complex_pair(a, b):
        return complex_add(m, a, b)
    if is_own(a) or is_own(b):
        return add_instances(m, a, b)
    return add_plain(m, a, b)


def is_own(x: int) -> int:
    """Whether it is an object of a class of the author's, or a NamedTuple."""
    kind = kind_of(x)
    return 1 if kind == INSTANCE or (kind == TUPLE and class_of(x) != 0) else 0


def add_plain(m: int, a: int, b: int) -> int:
    """a + b, of texts, tuples or lists."""
    kind = kind_of(a)
    if kind != kind_of(b):
        return fail(m, TYPE_ERROR)
    if kind == TEXT:
        return text_concat(m, a, b)
    if kind == TUPLE:
        first = load(a + 8)
        second = load(b + 8)
        found = new_tuple(m, first + second)
        copy_bytes(found + 16, a + 16, 8 * first)
        copy_bytes(found + 16 + 8 * first, b + 16, 8 * second)
        return found
    if kind == LIST and class_of(a) == 0 and class_of(b) == 0:
        found = new_list(m, load(a + 8) + load(b + 8))
        list_extend(m, found, a)
        list_extend(m, found, b)
        return found
    return fail(m, UNKNOWN)


def sub_others(m: int, a: int, b: int) -> int:
    """a - b, of which one is no plain whole number."""
    if is_number(a) and is_number(b):
        return sub_numbers(m, a, b)
    if is_complex_pair(a, b):
        return complex_sub(m, a, b)
    if is_set(a) and is_set(b):
        return set_difference(m, a, b)
    if is_own(a) or is_own(b):
        return sub_instances(m, a, b)
    return fail(m, UNKNOWN)


def is_set(x: int) -> int:
    """Whether it is a set or a frozenset."""
    kind = kind_of(x)
    return 1 if kind == SET or kind == FROZENSET else 0


def mul_others(m: int, a: int, b: int) -> int:
    """a * b, of which one is no plain whole number."""
    if is_number(a) and is_number(b):
        return mul_numbers(m, a, b)
    if is_complex_pair(a, b):
        return complex_mul(m, a, b)
    if is_own(a) or is_own(b):
        return mul_instances(m, a, b)
    return mul_plain(m, a, b)


def mul_plain(m: int, a: int, b: int) -> int:
    """a * b, of which one is a whole number and the other a text, a tuple or a list."""
    if is_whole(b):
        return times(m, a, whole(b))
    if is_whole(a):
        return times(m, b, whole(a))
    return fail(m, TYPE_ERROR)


def times(m: int, items: int, count: int) -> int:
    """So often the same items."""
    kind = kind_of(items)
    if count < 0:
        count = 0
    if kind == TEXT:
        return text_times(m, items, count)
    if kind == TUPLE:
        length = load(items + 8)
        found = new_tuple(m, length * count)
        for i in range(count):
            copy_bytes(found + 16 + 8 * length * i, items + 16, 8 * length)
        return found
    if kind == LIST:
        length = load(items + 8)
        found = new_list(m, length * count)
        for i in range(count):
            copy_bytes(load(found + 24) + 8 * length * i, load(items + 24), 8 * length)
        store(found + 8, length * count)
        return found
    return fail(m, TYPE_ERROR)


def bit_or(m: int, a: int, b: int) -> int:
    """a | b"""
    if a & b & 1:
        return a | b
    if is_truth(a) and is_truth(b):
        return truth_of(a == TRUE or b == TRUE)
    if is_whole(a) and is_whole(b):
        return (whole(a) | whole(b)) << 1 | 1
    if is_set(a) and is_set(b):
        return set_union(m, a, b)
    if kind_of(a) == DICT and kind_of(b) == DICT and class_of(a) == 0 and class_of(b) == 0:
        return dict_union(m, a, b)
    if is_own(a) or is_own(b):
        return or_instances(m, a, b)
    return fail(m, UNKNOWN)


def is_truth(x: int) -> int:
    """Whether it is True or False."""
    return 1 if x == TRUE or x == FALSE else 0


def bit_and(m: int, a: int, b: int) -> int:
    """a & b"""
    if a & b & 1:
        return a & b
    if is_truth(a) and is_truth(b):
        return truth_of(a == TRUE and b == TRUE)
    if is_whole(a) and is_whole(b):
        return (whole(a) & whole(b)) << 1 | 1
    if is_set(a) and is_set(b):
        return set_intersection(m, a, b)
    if is_own(a) or is_own(b):
        return and_instances(m, a, b)
    return fail(m, UNKNOWN)


def bit_xor(m: int, a: int, b: int) -> int:
    """a ^ b"""
    if a & b & 1:
        return a ^ b | 1
    if is_truth(a) and is_truth(b):
        return truth_of(a != b)
    if is_whole(a) and is_whole(b):
        return (whole(a) ^ whole(b)) << 1 | 1
    if is_set(a) and is_set(b):
        return set_symmetric(m, a, b)
    if is_own(a) or is_own(b):
        return xor_instances(m, a, b)
    return fail(m, UNKNOWN)


# --- in place ------------------------------------------------------------------------------------


def add_in_place(m: int, a: int, b: int) -> int:
    """What `a += b` leaves in a."""
    if is_own(a):
        return add_own_in_place(m, a, b)
    if kind_of(a) == LIST:
        list_extend(m, a, b)
        return a
    if kind_of(a) == DICT:
        return fail(m, UNKNOWN)
    return add(m, a, b)


def mul_in_place(m: int, a: int, b: int) -> int:
    """What `a *= b` leaves in a."""
    if is_own(a):
        return mul_own_in_place(m, a, b)
    if kind_of(a) == LIST:
        return fail(m, UNKNOWN)
    return mul(m, a, b)


def or_in_place(m: int, a: int, b: int) -> int:
    """What `a |= b` leaves in a."""
    if is_own(a):
        return or_own_in_place(m, a, b)
    if kind_of(a) == SET:
        set_update(m, a, b)
        return a
    if kind_of(a) == DICT:
        if class_of(a) != 0:
            return fail(m, UNKNOWN)
        dict_update(m, a, b)
        return a
    return bit_or(m, a, b)


def and_in_place(m: int, a: int, b: int) -> int:
    """What `a &= b` leaves in a."""
    if is_own(a):
        return and_own_in_place(m, a, b)
    if kind_of(a) == SET:
        set_intersection_update(m, a, b)
        return a
    return bit_and(m, a, b)


def sub_in_place(m: int, a: int, b: int) -> int:
    """What `a -= b` leaves in a, of a set."""
    if is_own(a):
        return sub_own_in_place(m, a, b)
    if kind_of(a) == SET:
        set_difference_update(m, a, b)
        return a
    if kind_of(a) == DICT:
        return fail(m, UNKNOWN)
    return sub(m, a, b)


def xor_in_place(m: int, a: int, b: int) -> int:
    """What `a ^= b` leaves in a."""
    if is_own(a):
        return xor_own_in_place(m, a, b)
    if kind_of(a) == SET:
        set_symmetric_update(m, a, b)
        return a
    return bit_xor(m, a, b)
