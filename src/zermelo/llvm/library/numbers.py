"""Numbers: powers, division of floats, exact comparison of ints and floats, hashes of floats."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

import math

from zermelo.llvm.errors import Unsupported
from zermelo.llvm.intrinsics import (
    bits_of,
    cut,
    fail,
    float_of,
    floor,
    hash_of,
    multiply_checked,
    power,
    remainder,
    to_float,
)

TWO_63 = 2.0**63
INFINITY = math.inf


def int_power(a, n):
    """A ** n for n from 0; a negative power is a float."""
    if n < 0:
        fail(Unsupported)
    found = 1
    while True:
        if n & 1:
            found = multiply_checked(found, a)
        n = n >> 1
        if n == 0:
            return found
        a = multiply_checked(a, a)


def float_power(a, b):
    if a < 0.0 and floor(b) != b:
        fail(Unsupported)
    if a == 0.0 and b < 0.0:
        fail(ZeroDivisionError)
    found = power(a, b)
    if found - found != 0.0 and a - a == 0.0 and b - b == 0.0:
        fail(OverflowError)
    return found


def float_modulo(a, b):
    rest = remainder(a, b)
    if rest != 0.0:
        if (rest < 0.0) != (b < 0.0):
            rest += b
        return rest
    return float_of(bits_of(b) & -9223372036854775808)  # a zero with the sign of b


def float_floor(a, b):
    rest = remainder(a, b)
    quotient = (a - rest) / b
    if rest != 0.0 and (rest < 0.0) != (b < 0.0):
        quotient -= 1.0
    if quotient != 0.0:
        whole = floor(quotient)
        if quotient - whole > 0.5:
            whole += 1.0
        return whole
    return float_of(bits_of(a / b) & -9223372036854775808)


def compare_int_float(i, x):
    """-1, 0 or 1: which is less; 2: x is no number. Exactly, as Python compares them."""
    if x != x:
        return 2
    if x >= TWO_63:
        return -1
    if x < -TWO_63:
        return 1
    whole = floor(x)
    j = cut(whole)
    if i < j:
        return -1
    if i > j:
        return 1
    return -1 if x > whole else 0


def compare_float_int(x, i):
    found = compare_int_float(i, x)
    return found if found == 2 else 0 - found


def float_hash(x):
    if x - x == 0.0 and floor(x) == x and -TWO_63 <= x < TWO_63:
        return hash_of(cut(x))
    found = bits_of(x)
    return -2 if found == -1 else found


def round_half_even(x):
    """round(x): the nearest int, an even one between two."""
    whole = floor(x)
    rest = x - whole
    if rest > 0.5 or (rest == 0.5 and remainder(whole, 2.0) != 0.0):
        whole += 1.0
    return whole


def int_root(n):
    """math.isqrt."""
    if n < 0:
        fail(ValueError)
    if n < 2:
        return n
    x = cut(power(to_float(n), 0.5))
    while x * x > n or x > 3037000499:
        x -= 1
    while x < 3037000499 and (x + 1) * (x + 1) <= n:
        x += 1
    return x


def greatest_divisor(a, b):
    """math.gcd."""
    if a < 0:
        a = 0 - a
    if b < 0:
        b = 0 - b
    while b != 0:
        a, b = b, a % b
    return a


def binomial(n, k):
    """math.comb."""
    if n < 0 or k < 0:
        fail(ValueError)
    if k > n:
        return 0
    if k > n - k:
        k = n - k
    found = 1
    i = 0
    while i < k:
        found = multiply_checked(found, n - i) // (i + 1)
        i += 1
    return found


def factorial(n):
    if n < 0:
        fail(ValueError)
    found = 1
    i = 2
    while i <= n:
        found = multiply_checked(found, i)
        i += 1
    return found


def permutations_count(n, k):
    """math.perm."""
    if n < 0 or k < 0:
        fail(ValueError)
    if k > n:
        return 0
    found = 1
    i = 0
    while i < k:
        found = multiply_checked(found, n - i)
        i += 1
    return found
