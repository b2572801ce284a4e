"""Numbers: powers, division, exact comparison of ints and floats, hashes; numbers as text."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from zermelo.compiler.errors import Unsupported
from zermelo.compiler.intrinsics import (
    bits_of,
    copy_items,
    count,
    cut,
    data,
    fail,
    float_of,
    floor,
    hash_of,
    inline,
    item,
    multiply_checked,
    new_letters,
    offset,
    power,
    remainder,
    set_item,
    text,
    to_float,
)
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


def float_modulo(a, b):
    rest = remainder(a, b)
    if rest != 0.0:
        if (rest < 0.0) != (b < 0.0):
            rest += b
        return rest
    return float_of(bits_of(b) & LOWEST)  # a zero with the sign of b


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
    return float_of(bits_of(a / b) & LOWEST)


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
    for i in range(k):
        found = multiply_checked(found, n - i) // (i + 1)
    return found


def permutations_count(n, k):
    """math.perm; of all n it is the factorial."""
    if n < 0 or k < 0:
        fail(ValueError)
    if k > n:
        return 0
    found = 1
    for i in range(k):
        found = multiply_checked(found, n - i)
    return found


# --- numbers as text, and back ------------------------------------------------------------------


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
        digit = rest % base
        set_item(found, i, 48 + digit if digit < 10 else 87 + digit)
        rest = rest // base
    return text(found, size)


def int_text(x):
    return digits(x, 10, "")


def bits_text(x, shift, prefix):
    """bin, oct and hex of a number: `shift` bits a digit."""
    return digits(x, 1 << shift, prefix)


def digit_of(c):
    """The digit that a letter is in the largest base; 99: none."""
    if 48 <= c <= 57:
        return c - 48
    if 65 <= c <= 90:
        return c - 55
    if c > 127:
        fail(Unsupported)
    return c - 87 if 97 <= c <= 122 else 99


def text_int(s, base):
    """int(s, base), of digits and a sign alone."""
    start = strip_start(s, None)
    end = strip_end(s, start, None)
    negative = start < end and item(data(s), start) == 45
    if negative or (start < end and item(data(s), start) == 43):
        start += 1
    found = 0
    after_digit = False
    for i in range(start, end):
        c = item(data(s), i)
        if c == 95 and after_digit:
            after_digit = False
            continue
        digit = digit_of(c)
        if digit >= base:
            if base != 10 and found == 0 and (digit == 33 or digit == 24 or digit == 11):
                fail(Unsupported)  # 0x, 0o, 0b
            fail(ValueError)
        found = multiply_checked(found, base)
        if found < LOWEST + digit:
            fail(Unsupported)
        found = found - digit
        after_digit = True
    if not after_digit:
        fail(ValueError)
    if negative:
        return found
    if found == LOWEST:
        fail(Unsupported)
    return 0 - found
