"""From where to where the result of an operation on whole numbers can be."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.compiler.atom_table import HIGHEST_WORD, LOWEST_WORD


class Interval(NamedTuple):
    """A whole number or truth value, if it is a number at all, from `low` to `high`."""

    low: int
    high: int


class Row(NamedTuple):
    """A tuple or an array: what any of its items is, and, of a short one, what each of them is."""

    item: Any  # Known
    each: tuple[Any, ...] = ()


Known = Interval | Row | None  # None: nothing is known

ANY: Final = Interval(LOWEST_WORD, HIGHEST_WORD)
TRUTH: Final = Interval(0, 1)
COUNT: Final = Interval(0, 64)
LENGTH: Final = Interval(0, 1 << 40)  # nothing in memory is longer
SHORT: Final = 4  # a tuple of at most so many items has them looked at one by one


def fits(interval: Interval) -> bool:
    """Whether all of it is in 64 bits."""
    return interval.low >= LOWEST_WORD and interval.high <= HIGHEST_WORD


def in_word(interval: Interval) -> Interval:
    """What is left of an operation's result in 64 bits, also where it wraps."""
    return interval if fits(interval) else ANY


def joined(one: Known, other: Known) -> Known:
    """What is either the one or the other."""
    if isinstance(one, Interval) and isinstance(other, Interval):
        return Interval(min(one.low, other.low), max(one.high, other.high))
    if isinstance(one, Row) and isinstance(other, Row):
        each: tuple[Known, ...] = ()
        if len(one.each) == len(other.each):
            each = tuple(map(joined, one.each, other.each))
        return Row(joined(one.item, other.item), each)
    return None


def row_of(items: Sequence[Known]) -> Row:
    """A tuple of items."""
    return Row(functools.reduce(joined, items), tuple(items) if len(items) <= SHORT else ())


def of_value(value: Any) -> Known:
    """What is known of a constant."""
    if isinstance(value, bool | int):
        return Interval(int(value), int(value))
    if isinstance(value, np.ndarray) and value.dtype.kind in "bi" and value.size:
        found: Known = Interval(int(value.min()), int(value.max()))
        for _dimension in value.shape:
            found = Row(found)
        return found
    if isinstance(value, tuple) and value:
        return row_of([of_value(item) for item in value])
    return None


# --- operations ----------------------------------------------------------------------------------


def _corners(function: Callable[[int, int], int], x: Interval, y: Interval) -> Interval:
    """Of a function that rises or falls all along in each of its arguments."""
    values = [function(a, b) for a in x for b in y]
    return Interval(min(values), max(values))


def _and(x: Interval, y: Interval) -> Interval:
    positive = [interval.high for interval in (x, y) if interval.low >= 0]
    if positive:
        return Interval(0, min(positive))
    return Interval(-_power_above(x, y), max(x.high, y.high, 0))


def _or_xor(x: Interval, y: Interval) -> Interval:
    limit = _power_above(x, y)
    return Interval(0 if x.low >= 0 and y.low >= 0 else -limit, limit - 1)


def _power_above(*intervals: Interval) -> int:
    """A power of two that no number in them reaches, and none of the negative ones passes."""
    ends = [end if end >= 0 else ~end for interval in intervals for end in interval]
    return 1 << max(end.bit_length() for end in ends)


def _shift_left(x: Interval, y: Interval) -> Interval | None:
    if not (y.low >= 0 and y.high < 64):
        return None
    return _corners(lambda a, b: a << b, x, y)


def _shift_right(x: Interval, y: Interval) -> Interval | None:
    return None if y.low < 0 else _corners(lambda a, b: a >> min(b, 64), x, y)


def _floor(x: Interval, y: Interval) -> Interval | None:
    return None if y.low <= 0 <= y.high else _corners(lambda a, b: a // b, x, y)


def _rest(x: Interval, y: Interval) -> Interval | None:
    if y.low > 0:
        whole = Interval(0, y.high - 1)
        return x if x.low >= 0 and x.high < y.low else whole
    return Interval(y.low + 1, 0) if y.high < 0 else None


def _to_the(x: Interval, y: Interval) -> Interval | None:
    if not 0 <= y.low <= y.high <= 64:
        return None
    highest = max(abs(x.low), abs(x.high), 1) ** y.high
    return Interval(0 if x.low >= 0 else -highest, highest)


_OPERATIONS: Final[dict[type[ast.operator], Callable[[Interval, Interval], Interval | None]]] = {
    ast.Add: lambda x, y: Interval(x.low + y.low, x.high + y.high),
    ast.Sub: lambda x, y: Interval(x.low - y.high, x.high - y.low),
    ast.Mult: lambda x, y: _corners(lambda a, b: a * b, x, y),
    ast.BitAnd: _and,
    ast.BitOr: _or_xor,
    ast.BitXor: _or_xor,
    ast.LShift: _shift_left,
    ast.RShift: _shift_right,
    ast.FloorDiv: _floor,
    ast.Mod: _rest,
    ast.Pow: _to_the,
}
# These are for numbers only: what nothing is known of can be any of them.
_FOR_NUMBERS: Final = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.RShift, ast.FloorDiv, ast.Mod)


def of_operation(operation: ast.operator, left: Known, right: Known) -> Interval | None:
    """The whole result of an operation, which may leave 64 bits; None where it has no limits."""
    if isinstance(operation, _FOR_NUMBERS):
        left, right = left or ANY, right or ANY
    function = _OPERATIONS.get(type(operation))
    if function is None or not isinstance(left, Interval) or not isinstance(right, Interval):
        return None
    return function(left, right)


def of_unary(operation: ast.unaryop, x: Known) -> Interval | None:
    """The same for an operation on one number."""
    if isinstance(operation, ast.Not):
        return TRUTH
    if isinstance(operation, ast.Invert):
        x = x or ANY
    if not isinstance(x, Interval):
        return None
    if isinstance(operation, ast.UAdd):
        return x
    low, high = -x.high, -x.low
    return Interval(low, high) if isinstance(operation, ast.USub) else Interval(low - 1, high - 1)
