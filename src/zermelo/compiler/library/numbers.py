"""Numbers: powers, hashes, rounding; numbers as text."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from zermelo.compiler.errors import Unsupported
from zermelo.compiler.intrinsics import *
from zermelo.compiler.library.texts import strip_end, strip_start

TWO_63 = 2.0**63
LOWEST = -9223372036854775808


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


def float_hash(x):
    if x - x == 0.0 and floor(x) == x and -TWO_63 <= x < TWO_63:
        return hash_of(cut(x))
    found = bits_of(x)
    return -2 if found == -1 else found


def round_half_even(x):
    """round(x): the nearest int, an even one between two."""
    whole = floor(x)
    rest = x - whole
    if rest > 0.5 or (rest == 0.5 and floor(whole / 2.0) * 2.0 != whole):
        whole += 1.0
    return whole


@inline
def digits(x, base, prefix):
    """A number as text."""
    if x == LOWEST:
        fail(Unsupported)
    start = 1 if x < 0 else 0
    rest = 0 - x if x < 0 else x
    size = start + count(prefix) + 1
    high = rest // base
    while high > 0:
        high = high // base
        size += 1
    found = new_letters(size)
    if x < 0:
        set_item(found, 0, 45)
    copy_items(offset(found, start), data(prefix), count(prefix))
    for i in range(size - 1, start + count(prefix) - 1, -1):
        set_item(found, i, 48 + rest % base)
        rest = rest // base
    return text(found, size)


def int_text(x):
    return digits(x, 10, "")


def bits_text(x):
    """bin(x)."""
    return digits(x, 2, "0b")


def text_int(s):
    """int(s), of digits and a sign alone."""
    start = strip_start(s, None)
    end = strip_end(s, start, None)
    negative = start < end and item(data(s), start) == 45
    if negative or (start < end and item(data(s), start) == 43):
        start += 1
    found = 0
    after_digit = False
    for i in range(start, end):
        c = item(data(s), i)
        if c > 127:
            fail(Unsupported)
        if c == 95 and after_digit:
            after_digit = False
            continue
        if c < 48 or c > 57:
            fail(ValueError)
        found = multiply_checked(found, 10)
        if found < LOWEST + c - 48:
            fail(Unsupported)
        found = found - (c - 48)
        after_digit = True
    if not after_digit:
        fail(ValueError)
    if negative:
        return found
    if found == LOWEST:
        fail(Unsupported)
    return 0 - found
