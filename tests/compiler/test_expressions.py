"""Longer expressions and items of tuples mean what Python means; ranges change nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given

from tests.compiler.agreement import HIGHEST, LOWEST, agree, expected, machine, whole
from zermelo import bits
from zermelo.compiler.errors import CannotCompile, RuleFault

# --- longer expressions --------------------------------------------------------------------------


def remixed(x: int, y: int) -> int:
    worth, n = 0, x & 1023
    for i in range(n % 7):
        worth = i * (y & 15) - len((x, y))
    k = (y >> 60) + 8
    m = min(max(worth, 0), 40) << k
    return m * 3 + (x % 97) * (y % 89) + (-1 if x > y else bits.popcount(x)) - (x // 1000) % 10


def masked(x: int, y: int) -> int:
    low = (x * 31 + y) & 0xFFFF
    return low + ((x - y) << 3 & 63) + ((x + y) & 255 & ~y) + (x * y * 5 & 1023)


def divided(x: int, y: int) -> int:
    return ((x - y) << 3) % 64 + (x * y * 5) % 1024


def modular(x: int, y: int) -> int:
    mixed = bits.signed((x * 0x1234567 + (y << 7)) ^ -(x << 64))
    return bits.popcount(x + y) + bits.signed(mixed + (x << (y & 127))) % 1000


def growing(x: int, y: int) -> int:
    step, seen = 1, 0
    while seen < (x & 31):
        step, seen = step * 2, seen + 1
    return step + seen


@pytest.mark.parametrize("function", [remixed, masked, modular, growing], ids=lambda f: f.__name__)
@given(x=whole, y=whole)
def test_what_the_ranges_leave_alone_is_right(function: Any, x: int, y: int) -> None:
    assert machine(function)(x, y) == function(x, y)


@given(x=whole, y=whole)
def test_a_part_that_leaves_64_bits_may_be_a_limit(x: int, y: int) -> None:
    agree(divided, x, y, limited=True)


def shifted_and(x: Any, y: Any) -> Any:
    return x << (y & 127) & y


def and_shifted(x: Any, y: Any) -> Any:
    x &= y << (x & 63)
    return x


def sum_and(x: Any, y: Any) -> Any:
    return (x + y & y) + (y & x - y) // 2


def any_shifted(x: Any, y: Any) -> Any:
    n = 1 if x << (y & 127) & y else 0
    n += 2 if y & x << (x & 63) != 0 and not x << 63 & y else 0
    return n + 4 * (x << 1 & y == 0)


def gathered(x: Any, y: Any) -> Any:
    found = 0
    for step, mask in ((1, 255), (40, -1), (63, 1 << 62)):
        found |= (x & mask) << step
        found += y << step
        found <<= step & 3
    return bits.signed(found ^ y)


@pytest.mark.parametrize("function", [shifted_and, and_shifted, gathered])
@given(x=whole, y=whole)
def test_bits_that_a_mask_takes_away_are_no_fault(function: Any, x: int, y: int) -> None:
    right = expected(function, x, y)
    if right is None:
        with pytest.raises(RuleFault, match="a number leaves 64 bits"):
            machine(function)(x, y)
    else:
        assert machine(function)(x, y) == right


@given(x=whole, y=whole)
def test_bits_of_a_test(x: int, y: int) -> None:
    """A negative mask takes nothing away."""
    x, mask = abs(x) >> 1, abs(y) >> 1
    assert machine(any_shifted)(x, mask) == any_shifted(x, mask)


@given(x=whole, y=whole)
def test_sums_that_a_mask_cuts(x: int, y: int) -> None:
    parts = expected(lambda: (x + y & y, y & x - y))
    if parts is not None and expected(sum_and, x, y) is not None:
        assert machine(sum_and)(x, y) == sum_and(x, y)


# --- items ---------------------------------------------------------------------------------------


TABLE = (5, -7, 11, 13)
ARRAY = np.array([3, 1, 4, 1, 5])
GRID = ((1, 2), (3, 4), (5, 6))


def item(row: Any, i: int) -> Any:
    return row[i]


def constant_item(row: Any, i: int) -> Any:
    return TABLE[i]


def grid_item(row: Any, i: int) -> Any:
    return GRID[i][1]


def new_row(row: Any, i: int) -> Any:
    return (*row[:i], 7, *row[i + 1 :])


ROWS = (item, constant_item, grid_item, new_row)


@pytest.mark.parametrize("function", ROWS, ids=lambda f: f.__name__)
def test_an_index_outside_is_a_fault(function: Any) -> None:
    for i in (*range(-7, 8), LOWEST, HIGHEST - 1, 1 << 32):
        agree(function, (4, 5, 6), i)


def array_item(i: int) -> Any:
    return ARRAY[i]


def test_an_array_is_refused() -> None:
    with pytest.raises(CannotCompile, match=r"array_item \(line \d+ of test_expressions.py\)"):
        machine(array_item)(1)


def stored(i: int, n: int) -> int:
    row = [0] * 5
    row[i] = n
    row[i] += n
    return row[i] + row[-1]


def test_a_store_outside_is_a_fault() -> None:
    for i in range(-8, 9):
        if -5 <= i < 5:
            assert machine(stored)(i, 3) == stored(i, 3)
        else:
            with pytest.raises(RuleFault, match="IndexError") as caught:
                machine(stored)(i, 3)
            assert caught.value.line == stored.__code__.co_firstlineno + 2


# --- depth ---------------------------------------------------------------------------------------


def steps(number: int, most: int) -> int:
    if number == most:
        return 0
    return 1 + steps(number + 1, most)


def ackermann(rows: int, columns: int) -> int:
    if rows == 0:
        return columns + 1
    if columns == 0:
        return ackermann(rows - 1, 1)
    return ackermann(rows - 1, ackermann(columns=columns - 1, rows=rows))


def both(number: int) -> int:
    return steps(0, number) + ackermann(2, number)


def test_functions_that_call_themselves() -> None:
    for number in (0, 1, 7, 60):
        assert machine(both)(number) == both(number)
    assert machine(both)(400) - ackermann(2, 0) == 400 + 2 * 400  # Python itself gives up here
    with pytest.raises(RuleFault, match="it calls itself too often") as caught:
        machine(both)(-5)
    assert caught.value.rule == "steps"
