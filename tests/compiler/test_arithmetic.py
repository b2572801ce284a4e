"""Compiled arithmetic means what Python means, or says that it cannot."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.compiler.agreement import HIGHEST, LOWEST, agree, expected, machine, real, truth, whole
from zermelo.compiler.errors import Beyond64Bits, CannotCompile, RuleFault, Unsupported

# --- every operator ------------------------------------------------------------------------------


def add(x: Any, y: Any) -> Any:
    return x + y


def subtract(x: Any, y: Any) -> Any:
    return x - y


def multiply(x: Any, y: Any) -> Any:
    return x * y


def floor_divide(x: Any, y: Any) -> Any:
    return x // y


def modulo(x: Any, y: Any) -> Any:
    return x % y


def divide(x: Any, y: Any) -> Any:
    return x / y


def both(x: Any, y: Any) -> Any:
    return divmod(x, y)


def shift_left(x: Any, y: Any) -> Any:
    return x << y


def shift_right(x: Any, y: Any) -> Any:
    return x >> y


def conjunction(x: Any, y: Any) -> Any:
    return x & y


def disjunction(x: Any, y: Any) -> Any:
    return x | y


def exclusion(x: Any, y: Any) -> Any:
    return x ^ y


def minimum(x: Any, y: Any) -> Any:
    return min(x, y)


def total(x: Any, y: Any) -> Any:
    return sum((x, y, y))


def maximum_of_sums(x: Any, y: Any) -> Any:
    return max(a + y for a in (x, y, x))


def turned(x: Any, y: Any) -> Any:
    return (x + 1) % y


TWO = (
    add, subtract, multiply, floor_divide, modulo, turned, both, shift_left, shift_right,
    conjunction, disjunction, exclusion, minimum, total, maximum_of_sums,
)  # fmt: skip


def large(*numbers: float) -> bool:
    """Whether a number has no exact place in a float."""
    return any(abs(number) > 1 << 53 for number in numbers)


@pytest.mark.parametrize("function", [*TWO, divide], ids=lambda f: f.__name__)
@given(x=whole, y=whole)
@example(x=LOWEST, y=-1)
@example(x=HIGHEST, y=HIGHEST)
@example(x=(1 << 62) + 1, y=3)
def test_two_numbers(function: Any, x: int, y: int) -> None:
    parts = {total: ((0, x), (x, y)), maximum_of_sums: ((x, y), (y, y)), turned: ((x, 1),)}
    if any(expected(add, *part) is None for part in parts.get(function, ())):
        return  # a part of the result leaves 64 bits, where the result may not
    if function is shift_left:
        y = min(y, 1000)  # Python would want all the memory there is
    agree(function, x, y, limited=function is divide and large(x, y))


@pytest.mark.parametrize("function", [*TWO, divide], ids=lambda f: f.__name__)
@given(x=truth, y=truth, z=st.integers(0, 70))
def test_truth_values_are_numbers(function: Any, x: bool, y: bool, z: int) -> None:
    agree(function, x, y)
    agree(function, x, z)
    agree(function, z, x)


@given(st.integers(64, HIGHEST), whole)
def test_shifts_however_far(distance: int, x: int) -> None:
    if x == 0:
        assert machine(shift_left)(x, distance) == 0
    else:
        with pytest.raises(RuleFault) as caught:
            machine(shift_left)(x, distance)
        assert caught.value.cause is Beyond64Bits


def test_rounds() -> None:
    for y in range(-4, 5):
        for x in range(-10, 10):
            agree(turned, x, y)


FLOATS = (add, subtract, multiply, divide)


@pytest.mark.parametrize("function", FLOATS, ids=lambda f: f.__name__)
@given(x=real, y=real, n=st.integers(-(1 << 53), 1 << 53))
def test_floats(function: Any, x: float, y: float, n: int) -> None:
    agree(function, x, n)
    agree(function, x, y)


@pytest.mark.parametrize("function", [floor_divide, modulo, both], ids=lambda f: f.__name__)
def test_floors_of_floats_are_refused(function: Any) -> None:
    with pytest.raises(CannotCompile, match="// or % of floats"):
        machine(function)(2.5, 1.5)


# --- one number ----------------------------------------------------------------------------------


def negative(x: Any) -> Any:
    return -x


def positive(x: Any) -> Any:
    return +x


def inverse(x: Any) -> Any:
    return ~x


def absolute(x: Any) -> Any:
    return abs(x)


def integer(x: Any) -> Any:
    return int(x)


def nearest(x: Any) -> Any:
    return round(x)


def floor(x: Any) -> Any:
    return math.floor(x)


def ceiling(x: Any) -> Any:
    return math.ceil(x)


def square(x: Any) -> Any:
    return x**2


def fifth(x: Any) -> Any:
    return x**5


def tenth_part(x: Any) -> Any:
    return x / 10


def with_constants(x: Any) -> Any:
    return (x // 7, x // -3, x % 5, x % -5, x // -1, x % -1, x >> 3, x >> 100)


ONE = (
    negative, positive, inverse, absolute, integer, nearest, floor, ceiling, square, fifth,
    tenth_part, with_constants,
)  # fmt: skip


@pytest.mark.parametrize("function", ONE, ids=lambda f: f.__name__)
@given(x=whole | truth)
@example(x=LOWEST)
def test_one_number(function: Any, x: int) -> None:
    agree(function, x, limited=function is tenth_part and large(x))


CONVERSIONS = (integer, nearest, floor, ceiling, negative, absolute)


@pytest.mark.parametrize("function", CONVERSIONS, ids=lambda f: f.__name__)
@given(x=real)
def test_floats_become_whole_numbers(function: Any, x: float) -> None:
    agree(function, x, limited=large(x))


def power(x: Any, y: Any) -> Any:
    return x**y


def power_called(x: Any, y: Any) -> Any:
    return pow(x, y)


@pytest.mark.parametrize("function", [power, power_called], ids=lambda f: f.__name__)
@given(x=whole | st.integers(-3, 3), y=st.integers(0, 200))
@example(x=-2, y=63)
@example(x=2, y=63)
@example(x=0, y=0)
def test_powers(function: Any, x: int, y: int) -> None:
    agree(function, x, y)


@given(x=st.integers(-9, 9), y=st.integers(-9, -1))
def test_a_negative_power_is_a_fault(x: int, y: int) -> None:
    """Python's power is a float then, or an error: the type depends on the number."""
    with pytest.raises(RuleFault) as caught:
        machine(power)(x, y)
    assert caught.value.cause in (ZeroDivisionError if x == 0 else Unsupported, Unsupported)


@given(x=st.floats(-1e10, 1e10), y=st.floats(-400, 400))
def test_powers_of_floats(x: float, y: float) -> None:
    right = expected(power, x, y)
    if right is None:
        with pytest.raises(RuleFault):
            machine(power)(x, y)
    else:
        assert machine(power)(x, y) == pytest.approx(right, rel=1e-12)


def compared(x: Any, y: Any) -> Any:
    return (x < y, x <= y, x > y, x >= y, x == y, x != y)


near = st.builds(lambda n, by: float(n) + by, whole, st.sampled_from([0.0, 0.5, -0.5, 1.0]))


@given(x=whole, y=near | real | whole | truth)
@example(x=(1 << 53) + 1, y=2.0**53)
@example(x=HIGHEST, y=2.0**63)
@example(x=LOWEST, y=-(2.0**63))
def test_comparisons_are_exact(x: int, y: float) -> None:
    """Or left to Python, where an int may not be a float."""
    for a, b in ((x, y), (y, x)):
        if isinstance(y, float) and large(x):
            with pytest.raises(RuleFault) as caught:
                machine(compared)(a, b)
            assert caught.value.cause is Unsupported
        else:
            assert machine(compared)(a, b) == compared(a, b)


@pytest.mark.parametrize("x", [(1, 2, 3), (1, 2, 4)])
def test_tuples_are_compared_as_before(x: tuple[int, ...]) -> None:
    assert machine(compared)(x, (1, 2, 3)) == compared(x, (1, 2, 3))
