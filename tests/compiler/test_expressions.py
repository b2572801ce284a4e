"""Longer expressions and items of tuples mean what Python means; ranges change nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given

from tests.compiler.agreement import (
    HIGHEST,
    LOWEST,
    agree,
    compiled,
    outcome,
    whole,
)
from zermelo import bits, tuples
from zermelo.compiler import CannotCompile, RuleFault

# --- longer expressions --------------------------------------------------------------------------


machines: dict[Any, Any] = {}


def remixed(x: int, y: int) -> int:
    worth, n = 0, x & 1023
    for i in range(n % 7):
        worth = i * (y & 15) - len((x, y))
    k = (y >> 60) + 8
    m = min(max(worth, 0), 40) << k
    return m * 3 + (x % 97) * (y % 89) + (-1 if x > y else bits.popcount(x)) - (x // 1000) % 10


def masked(x: int, y: int) -> int:
    low = (x * 31 + y) & 0xFFFF
    return low + ((x - y) << 3) % 64 + ((x + y) & 255 & ~y) + (x * y * 5) % 1024


def modular(x: int, y: int) -> int:
    mixed = bits.signed((x * 0x1234567 + (y << 7)) ^ -(x << 64))
    return bits.popcount(x + y) + bits.signed(mixed + (~y if x > y else x << (y & 127))) % 1000


def growing(x: int, y: int) -> int:
    step, seen = 1, 0
    while seen < (x & 31):
        step, seen = step * 2, seen + 1
    return step + seen


@pytest.mark.parametrize("function", [remixed, masked, modular, growing], ids=lambda f: f.__name__)
def test_what_the_ranges_leave_alone_is_right(function: Any) -> None:
    machine = compiled(function)
    looks = [name for name in machine.py_func.__code__.co_names if name.startswith("checked_")]
    assert bool(looks) == (function is growing) or "checked_invert" in looks, looks

    @given(x=whole, y=whole)
    def both_lanes(x: int, y: int) -> None:
        assert machine(x, y) == function(x, y)

    both_lanes()


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


@pytest.mark.parametrize("function", [shifted_and, and_shifted, any_shifted, gathered])
@given(x=whole, y=whole)
def test_bits_that_a_mask_takes_away_are_no_fault(function: Any, x: int, y: int) -> None:
    if function not in machines:
        machines[function] = compiled(function)
    expected = outcome(function, x, y)
    if expected is None:
        with pytest.raises(RuleFault, match="a number leaves 64 bits"):
            machines[function](x, y)
    else:
        assert machines[function](x, y) == expected


@given(x=whole, y=whole)
def test_sums_that_a_mask_cuts(x: int, y: int) -> None:
    if sum_and not in machines:
        machines[sum_and] = compiled(sum_and)
    parts = outcome(lambda: (x + y & y, y & x - y))
    if parts is not None and outcome(sum_and, x, y) is not None:
        assert machines[sum_and](x, y) == sum_and(x, y)


# --- items ---------------------------------------------------------------------------------------


class Board(NamedTuple):
    """A state with a row."""

    row: tuple[int, int, int]
    player: int


TABLE = (5, -7, 11, 13)
ARRAY = np.array([3, 1, 4, 1, 5])
GRID = ((1, 2), (3, 4), (5, 6))


def item(row: Any, i: int) -> Any:
    return row[i]


def constant_item(row: Any, i: int) -> Any:
    return TABLE[i]


def array_item(row: Any, i: int) -> Any:
    return ARRAY[i]


def grid_item(row: Any, i: int) -> Any:
    return GRID[i][1]


def local_item(row: Any, i: int) -> Any:
    return np.zeros(3, np.int64)[i] + 1


def new_row(row: Any, i: int) -> Any:
    return tuples.replace(row, i, 9)


@pytest.mark.parametrize(
    "function",
    [item, constant_item, array_item, grid_item, local_item, new_row],
    ids=lambda f: f.__name__,
)
def test_an_index_outside_is_a_fault(function: Any) -> None:
    machine = compiled(function)
    for i in (*range(-7, 8), LOWEST, HIGHEST, 1 << 32):
        agree(function, machine, (4, 5, 6), i)


def replaced_by_slices(row: Any, i: int) -> Any:
    return (*row[:i], 7, *row[i + 1 :])


def test_a_tuple_that_would_change_its_length_is_a_fault() -> None:
    machine = compiled(replaced_by_slices)
    for i in range(-5, 6):
        if 0 <= i < 3:
            assert machine((1, 2, 3), i) == replaced_by_slices((1, 2, 3), i)
        else:
            with pytest.raises(RuleFault, match="an index outside"):
                machine((1, 2, 3), i)


NARROW = np.array([200, 100], np.uint8)


def narrow(i: int) -> Any:
    return NARROW[i] + NARROW[i]


def test_an_array_that_counts_otherwise_is_refused() -> None:
    with pytest.raises(CannotCompile, match="an array of uint8, in which NumPy counts otherwise"):
        compiled(narrow)


def stored(i: int, n: int) -> int:
    row = np.zeros(5, np.int64)
    row[i] = n
    row[i] += n
    return int(row[i] + row[-1])


def test_a_store_outside_is_a_fault() -> None:
    machine = compiled(stored)
    for i in range(-8, 9):
        if -5 <= i < 5:
            assert machine(i, 3) == stored(i, 3)
        else:
            with pytest.raises(RuleFault, match="an index outside") as caught:
                machine(i, 3)
            assert caught.value.line == stored.__code__.co_firstlineno + 2
