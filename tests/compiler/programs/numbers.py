"""Whole numbers, floats and truth values."""

from __future__ import annotations

import math
from typing import Any

from tests.compiler.programs import (
    COUNT,
    FLOATS,
    INTS,
    NUMBERS,
    ROWS,
    SMALL,
    TEXTS,
    WIDE,
    calls,
    over,
)


@over(SMALL, SMALL)
def divisions(a: int, b: int) -> Any:
    return a // b, a % b, divmod(a, b)


@over(INTS, INTS)
def divided(a: int, b: int) -> Any:
    return a / b, -a // b, a // -b, a % -b


@over(WIDE, WIDE)
def sums_at_the_edge(a: int, b: int) -> Any:
    return a + b, a - b


@over(WIDE, SMALL)
def products_at_the_edge(a: int, b: int) -> Any:
    return a * b, -a


@over(WIDE, WIDE)
def bits_at_the_edge(a: int, b: int) -> Any:
    return a & b, a | b, a ^ b, ~a, a < b, a == b, a >> 3, a.bit_length(), abs(a) // 2


@over(WIDE, SMALL)
def quotients_at_the_edge(a: int, b: int) -> Any:
    return a // b, a % b


@over(SMALL, COUNT)
def shifts(a: int, n: int) -> Any:
    return a << n, a >> n, (a << 40) >> n


@over(SMALL, SMALL)
def shifts_by_anything(a: int, n: int) -> Any:
    return a << n, a >> n


@over(WIDE, WIDE)
def far_shifts(a: int, n: int) -> Any:
    return a >> (n & 127), a << (n & 63) if abs(n) < 20 else 0


@over(SMALL, COUNT)
def powers(a: int, b: int) -> Any:
    return a**b, pow(b, abs(a)), 2**b


@over(SMALL, SMALL)
def powers_and_fractions(a: int, b: int) -> Any:
    return a**b


@over(NUMBERS, SMALL)
def powers_of_floats(a: float, b: int) -> Any:
    return a**b


@over(NUMBERS, NUMBERS)
def mixed(a: Any, b: Any) -> Any:
    return a + b, a - b, a * b, a < b, a <= b, a == b, a != b


@over(NUMBERS, NUMBERS)
def mixed_quotients(a: Any, b: Any) -> Any:
    return a / b


@over(NUMBERS, NUMBERS)
def mixed_floors(a: Any, b: Any) -> Any:
    return a // b


@over(NUMBERS, NUMBERS)
def mixed_rests(a: Any, b: Any) -> Any:
    return a % b


@over(NUMBERS)
def rounded(a: Any) -> Any:
    return round(a), int(a), math.floor(a), math.ceil(a), math.trunc(a), abs(a), -a, +a


@over(NUMBERS, COUNT)
def rounded_to(a: Any, n: int) -> Any:
    return round(a, n), round(a, ndigits=2), round(a / 8, 2), round(a, None)


@calls(0.5, 2.5, 0.125, 0.375, 2.675, 1.005, -0.25, 1e-9, 5e-324, 1e22, float("inf"), 0.05, 1.45)
def rounded_in_the_middle(a: float) -> Any:
    return round(a, 0), round(a, 1), round(a, 2), round(-a, 3), round(a + 0.5, 1)


@over(NUMBERS, NUMBERS)
def mixed_floors_and_rests(a: Any, b: Any) -> Any:
    return divmod(a, b), a % 0.75, -0.1 // 3, 7.0 // 0.1, b % -1


@calls(0.0, -0.0, 1.0, -1.0, float("inf"), -float("inf"), float("nan"), 1e308, 5e-324)
def floors_at_the_edge(a: float) -> Any:
    found: list[Any] = []
    for b in (3, -0.5, 1e300, 5e-324, float("inf"), -float("inf"), float("nan"), 0.0, a):
        try:
            found.append((a // b, a % b, b // 2.5, b % -2.5))
        except ZeroDivisionError:
            found.append("zero")
    return found


@over(WIDE, FLOATS)
def whole_and_float(a: int, b: float) -> Any:
    return a < b, a == b, a > b, b <= a, a != b


@calls(2**53 + 1, 2**53, 2**53 - 1, 2**60, 2**60 + 1)
def next_to_floats(a: int) -> Any:
    b = float(a)
    return a == b, a < b, a > b, b, int(b), a in (b,), {a: 1}.get(b)


@over(SMALL)
def truth_values_are_numbers(a: int) -> Any:
    return True + a, True * a, sum([True, a > 0, False]), -True, ~False, True / 2, a + (a < 3)


@over(SMALL, SMALL)
def truth_values_and_bits(a: int, b: int) -> Any:
    x, y = a > 0, b > 0
    return x & y, x | y, x ^ y, x & 1, x | 2, not x, x == 1, x is True


@over(SMALL, SMALL, SMALL)
def chained(a: int, b: int, c: int) -> Any:
    return a < b < c, a <= b != c, a == b == c, a < b > c, 0 <= a < 5 <= b


@over(ROWS)
def sums(items: list[int]) -> Any:
    return sum(items), sum(items, 10), sum([]), max(items, default=None), min(items, default=-1)


@calls([0.1] * 10, [1e16, 1.0, -1e16], [0.1, 0.2, 0.3], [1, 0.5, 2], [True, 0.25], [])
def sums_of_floats(items: list[Any]) -> Any:
    return sum(items), sum(items, 0.0), math.prod(items)


@over(INTS)
def by_base(n: int) -> Any:
    return bin(n), str(n), int(str(n)), n.bit_count(), hash(n)


@over(INTS)
def formatted(n: int) -> Any:
    return f"{n:b}", f"{n:08x}", f"{n / 2:.2f}", hex(n), oct(n)


@over(TEXTS)
def read(text: str) -> Any:
    return int(text)


@calls("12", " 7 ", "-3", "+4", "1_000", "", "-", "x", "0x1", "1.5", "007", "1__0", "_1")
def read_numbers(text: str) -> Any:
    return int(text)


@calls(
    "1.5",
    " 2 ",
    "-.5",
    "1e3",
    "inf",
    "x",
    "",
    "1_0.5",
    "0.1",
    "123456789.123456789",
)
def read_floats(text: str) -> Any:
    return float(text)


@calls("ff", "0", "z", "-11", "0b1")
def read_in_base(text: str) -> Any:
    return int(text, 16)


@over(SMALL, SMALL)
def library(a: int, b: int) -> Any:
    return math.gcd(a, b), math.lcm(a, b), math.isqrt(abs(a)), math.comb(abs(a), abs(b))


@over(SMALL, SMALL)
def library_errors(a: int, b: int) -> Any:
    return math.factorial(a), math.perm(a, b), math.isqrt(b), math.sqrt(b)


@over(FLOATS)
def library_of_floats(a: float) -> Any:
    return math.sqrt(abs(a)), math.floor(a / 3), math.ceil(a * 2.5)


@over(NUMBERS, NUMBERS)
def least_and_greatest(a: Any, b: Any) -> Any:
    return min(a, b), max(a, b), min([a, b]), max((b, a)), min(a, b, key=abs), max(a, b, key=abs)


@over(SMALL)
def clamp(n: int) -> Any:
    return max(0, min(n, 5)), (n > 0) - (n < 0), n if n else None, n or "zero", n and n - 1


@over(SMALL)
def collatz(n: int) -> Any:
    steps = 0
    n = abs(n) + 1
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@over(SMALL, SMALL)
def in_place(a: int, b: int) -> Any:
    c = a
    c += b
    c -= 1
    c *= 3
    c |= 1
    c ^= b
    c &= 255
    c <<= 2
    c >>= 1
    c **= 2
    c //= 2
    c %= 1000
    return a, c


@over(SMALL, SMALL)
def true_division_in_place(a: int, b: int) -> Any:
    x: Any = a
    x /= b
    return x, x == a, x * b


@over(NUMBERS)
def kinds_of_numbers(a: Any) -> Any:
    return isinstance(a, int), isinstance(a, bool), isinstance(a, float), type(a) is int, bool(a)


@over(FLOATS)
def floats_as_text(a: float) -> Any:
    return str(a), repr(a), f"{a}"


@over(SMALL)
def of_float(n: int) -> Any:
    return float(n), n * 1.0, n / 4, 1.0 * n == n, int(n / 2)


@calls(float("inf"), float("nan"), -float("inf"))
def beyond(a: float) -> Any:
    return a == a, a > 0, a < 1e308, [a] == [a], a in [a], str(a)


@calls(float("inf"), float("nan"), 1e19, -1e30, 4e18)
def whole_of_beyond(a: float) -> Any:
    return int(a)


@calls(0.5, 1.5, 2.5, -0.5, -1.5, 3.4999999, 1e15 + 0.5)
def halves(a: float) -> Any:
    return round(a), math.floor(a), math.ceil(a), int(a)
