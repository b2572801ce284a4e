"""Numbers: powers, division, exact comparison of ints and floats, hashes; numbers as text."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

import math

from zermelo.llvm.errors import Unsupported
from zermelo.llvm.intrinsics import (
    bits_of,
    copy_items,
    count,
    cut,
    data,
    fail,
    float_of,
    floor,
    hash_of,
    item,
    multiply_checked,
    new_letters,
    offset,
    power,
    remainder,
    set_item,
    to_float,
)
from zermelo.llvm.library.texts import strip_end, strip_start

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


# --- numbers as text, and back ------------------------------------------------------------------


def int_text(x):
    size = 1
    if x < 0:
        size = 2
    rest = x
    while rest > 9 or rest < -9:
        rest = rest // 10 if rest > 0 else (rest + 9) // 10
        size += 1
    found = new_letters(size)
    i = size
    rest = x
    while True:
        i -= 1
        digit = rest % 10
        if rest < 0 and digit > 0:
            digit = 10 - digit
        set_item(found, i, 48 + digit)
        rest = (rest + digit) // 10 if rest < 0 else rest // 10
        if rest == 0:
            break
    if x < 0:
        set_item(found, 0, 45)
    return found, size


def text_int(s):
    """int(s), in the usual digits."""
    i = strip_start(s, None)
    end = strip_end(s, i, None)
    negative = False
    if i < end and (item(data(s), i) == 45 or item(data(s), i) == 43):
        negative = item(data(s), i) == 45
        i += 1
    if i == end:
        fail(ValueError)
    found = 0
    after_digit = False
    while i < end:
        c = item(data(s), i)
        if c == 95 and after_digit:
            after_digit = False
        elif 48 <= c <= 57:
            found = multiply_checked(found, 10)
            if found < -9223372036854775808 + (c - 48):
                fail(Unsupported)
            found = found - (c - 48)
            after_digit = True
        elif c > 127:
            fail(Unsupported)
        else:
            fail(ValueError)
        i += 1
    if not after_digit:
        fail(ValueError)
    if not negative:
        if found == -9223372036854775808:
            fail(Unsupported)
        return 0 - found
    return found


def text_int_in(s, base):
    """int(s, base), of digits and a sign alone."""
    i = strip_start(s, None)
    end = strip_end(s, i, None)
    negative = False
    if i < end and (item(data(s), i) == 45 or item(data(s), i) == 43):
        negative = item(data(s), i) == 45
        i += 1
    if i == end:
        fail(ValueError)
    found = 0
    while i < end:
        c = item(data(s), i)
        digit = 99
        if 48 <= c <= 57:
            digit = c - 48
        elif 65 <= c <= 90:
            digit = c - 55
        elif 97 <= c <= 122:
            digit = c - 87
        elif c == 95 or c > 127:
            fail(Unsupported)
        if digit >= base:
            if found == 0 and (digit == 33 or digit == 24 or digit == 11):  # 0x, 0o, 0b
                fail(Unsupported)
            fail(ValueError)
        if found > 144115188075855871:
            fail(Unsupported)
        found = found * base + digit
        i += 1
    return 0 - found if negative else found


def bits_text(x, shift, prefix):
    """bin, oct and hex of a number: `shift` bits a digit."""
    if x == -9223372036854775808:
        fail(Unsupported)
    rest = 0 - x if x < 0 else x
    size = 1
    y = rest >> shift
    while y > 0:
        y = y >> shift
        size += 1
    start = count(prefix) + (1 if x < 0 else 0)
    found = new_letters(start + size)
    if x < 0:
        set_item(found, 0, 45)
    copy_items(offset(found, start - count(prefix)), data(prefix), count(prefix))
    i = start + size
    while i > start:
        i -= 1
        digit = rest & ((1 << shift) - 1)
        set_item(found, i, 48 + digit if digit < 10 else 87 + digit)
        rest = rest >> shift
    return found, start + size
