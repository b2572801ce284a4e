"""What `format(x, form)` gives: functions of words.

A form is read into a block of words (see `text_forms`); a value is written as the codes of its
letters, which are laid out in the width. What needs an exponent is left to Python: UNKNOWN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zermelo.compiler.boxed.objects import (
    FLOAT,
    INSTANCE,
    NONE,
    NUMBER_SHIFT,
    TEXT,
    TUPLE,
    TYPE_ERROR,
    UNKNOWN,
    VALUE_ERROR,
    WHOLE,
)
from zermelo.compiler.boxed.runtime.text_forms import (
    ALIGN,
    DECIMALS,
    FILLING,
    GROUPED,
    LETTER,
    PLUS,
    PREFIXED,
    WIDTH,
)
from zermelo.compiler.boxed.runtime.text_values import INFINITE, SIGN
from zermelo.compiler.boxed.runtime.words import (
    fail,
    float_mul,
    float_of,
    float_same,
    load,
    logical_shift,
    store,
)

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.arithmetic import as_float, is_whole, whole
    from zermelo.compiler.boxed.runtime.made import own_format, own_text
    from zermelo.compiler.boxed.runtime.memory import alloc, append, kind_of, new_list, new_tuple
    from zermelo.compiler.boxed.runtime.operators import is_own
    from zermelo.compiler.boxed.runtime.text_forms import read_form
    from zermelo.compiler.boxed.runtime.text_values import (
        hex_digit,
        text_from_codes,
        text_of,
        write_float,
        write_whole,
    )
    from zermelo.compiler.boxed.runtime.texts import checked_text

POINT_BITS: Final = 59  # of a fraction: ten times as much is still a word
MOST_DECIMALS: Final = 15


def format_any(m: int, x: int, form: int) -> int:
    """What `format(x, form)` gives."""
    checked_text(m, form)
    if is_own(x):
        return format_own(m, x, form)
    if load(form + 8) == 0:
        return text_of(m, x)
    if kind_of(x) == TEXT:
        return format_text(m, x, read_form(m, form, 0))
    if is_whole(x):
        return format_whole(m, whole(x), read_form(m, form, 1))
    if kind_of(x) == FLOAT:
        return format_float(m, load(x + 8), read_form(m, form, 1))
    return fail(m, TYPE_ERROR)


def format_own(m: int, x: int, form: int) -> int:
    """What `format` gives for an object of the author's: a member of an Enum is its text."""
    found = own_format(m, x, form)
    if found != NONE:
        return found
    if load(form + 8) == 0:
        return own_text(m, x)
    if kind_of(x) == INSTANCE and logical_shift(load(x), NUMBER_SHIFT) and not load(x) & WHOLE:
        return format_text(m, own_text(m, x), read_form(m, form, 0))
    return fail(m, UNKNOWN)


def percent_values(m: int, x: int, wanted: int) -> int:
    """The values behind a `%`, of which there are so many: those of a tuple, or a value alone."""
    if kind_of(x) == TUPLE:
        return x if load(x + 8) == wanted >> 1 else fail(m, TYPE_ERROR)
    if wanted != 3:
        return fail(m, TYPE_ERROR)
    found = new_tuple(m, 1)
    store(found + 16, x)
    return found


# --- values --------------------------------------------------------------------------------------


def format_text(m: int, t: int, form: int) -> int:
    """A text by a form."""
    code = load(form + LETTER)
    if (code != 0 and code != 115) or load(form + PLUS) or load(form + PREFIXED):
        return fail(m, VALUE_ERROR)
    if load(form + GROUPED) or load(form + ALIGN) == 61:
        return fail(m, VALUE_ERROR)
    count = load(t + 8)
    if load(form + DECIMALS) >= 0 and load(form + DECIMALS) < count:
        count = load(form + DECIMALS)
    codes = new_list(m, count)
    for i in range(count):
        append(m, codes, load(t + 16 + (i << 3)))
    return laid_out(m, codes, 0, form, 60)


def format_whole(m: int, n: int, form: int) -> int:
    """A whole number, a word, by a form."""
    code = load(form + LETTER)
    if code == 102 or code == 70 or code == 37:
        return format_float(m, as_float(n << 1 | 1), form)
    base = form_base(code)
    if base == 0:
        return fail(m, VALUE_ERROR if code == 115 else UNKNOWN)
    if load(form + DECIMALS) >= 0:
        return fail(m, VALUE_ERROR)
    codes = new_list(m, 16)
    write_sign(m, codes, n < 0, form)
    n = -n if n < 0 else n
    if base == 10:
        head = load(codes + 8)
        write_grouped(m, codes, n, form)
        return laid_out(m, codes, head, form, 62)
    if load(form + GROUPED):
        return fail(m, UNKNOWN)
    if load(form + PREFIXED):
        append(m, codes, 48)
        append(m, codes, code)
    head = load(codes + 8)
    write_in_base(m, codes, n, base, code == 88)
    return laid_out(m, codes, head, form, 62)


def form_base(code: int) -> int:
    """The base of the digits that a letter of a form asks for; 0: none."""
    if code == 0 or code == 100:
        return 10
    if code == 120 or code == 88:
        return 16
    if code == 98:
        return 2
    return 8 if code == 111 else 0


def format_float(m: int, number: int, form: int) -> int:
    """A float, a word, by a form."""
    code = load(form + LETTER)
    if code == 100 or code == 115 or code == 120 or code == 98:
        return fail(m, VALUE_ERROR)
    if load(form + PREFIXED) or (
        code == 0 and (load(form + DECIMALS) >= 0 or load(form + GROUPED))
    ):
        return fail(m, UNKNOWN)
    if code != 0 and code != 102 and code != 70 and code != 37:
        return fail(m, UNKNOWN)
    if not float_same(number, number):
        return fail(m, UNKNOWN)
    codes = new_list(m, 16)
    write_sign(m, codes, number < 0, form)
    head = load(codes + 8)
    number = number & ~SIGN
    if code == 37:
        number = float_mul(number, float_of(100))
    if code == 0:
        write_float(m, codes, number)
    else:
        decimals = load(form + DECIMALS)
        write_fixed(m, codes, number, 6 if decimals < 0 else decimals, form)
    if code == 37:
        append(m, codes, 37)
    return laid_out(m, codes, head, form, 62)


# --- their letters -------------------------------------------------------------------------------


def write_sign(m: int, codes: int, is_negative: int, form: int) -> int:
    """Writes a sign where there is to be one."""
    plus = load(form + PLUS)
    if is_negative:
        append(m, codes, 45)
    elif plus == 43 or plus == 32:
        append(m, codes, plus)
    return NONE


def write_grouped(m: int, codes: int, n: int, form: int) -> int:
    """Writes a whole number, with a letter between the thousands where a form has one."""
    between = load(form + GROUPED)
    if between == 0:
        return write_whole(m, codes, n)
    if load(form + ALIGN) == 61:
        return fail(m, UNKNOWN)
    scale = 1
    places = 1
    while n // scale >= 10:
        scale = scale * 10
        places += 1
    while scale > 0:
        append(m, codes, 48 + n // scale % 10)
        scale = scale // 10
        places -= 1
        if places > 0 and places % 3 == 0:
            append(m, codes, between)
    return NONE


def write_in_base(m: int, codes: int, n: int, base: int, is_large: int) -> int:
    """Writes a whole number that is not negative in a base up to 16."""
    scale = 1
    while n // scale >= base:
        scale = scale * base
    while scale > 0:
        code = hex_digit(n // scale % base)
        append(m, codes, code - 32 if is_large and code > 57 else code)
        scale = scale // base
    return NONE


def split_float(m: int, number: int) -> int:
    """What is before the point of a float that is not negative, and its fraction, in a block.

    The fraction is 59 bits, 59 more bits, and whether something is left out behind those.
    """
    found = alloc(m, 32)
    exponent = number >> 52
    digits = number & (1 << 52) - 1
    if exponent:
        digits = digits | 1 << 52
        exponent -= 1
    shift = 1074 - exponent  # how far behind the point the last bit is
    if shift < -9:
        return fail(m, UNKNOWN)
    if shift <= 0:
        digits = digits << -shift
        shift = 0
    store(found, high_bits(digits, shift))
    digits = low_bits(digits, shift)
    for place in range(1, 3):
        over = shift - POINT_BITS
        store(found + (place << 3), digits << -over if over < 0 else high_bits(digits, over))
        digits = 0 if over < 0 else low_bits(digits, over)
        shift = 0 if over < 0 else over
    store(found + 24, digits)
    return found


def high_bits(digits: int, count: int) -> int:
    """A number without its last bits."""
    return digits >> count if count < 62 else 0


def low_bits(digits: int, count: int) -> int:
    """The last bits of a number."""
    return digits & (1 << count) - 1 if count < 62 else digits


def write_fixed(m: int, codes: int, number: int, decimals: int, form: int) -> int:
    """Writes a float that is not negative with so many decimals, rounded as its exact value says.

    Where bits of it are left out, digits that these might change are left to Python.
    """
    if decimals > MOST_DECIMALS or number == INFINITE:
        return fail(m, UNKNOWN)
    parts = split_float(m, number)
    before = load(parts)
    high = load(parts + 8)
    low = load(parts + 16)
    is_cut: int = load(parts + 24) != 0
    behind = 0
    power = 1
    for _i in range(decimals):
        low = low * 10
        high = high * 10 + (low >> POINT_BITS)
        low = low & (1 << POINT_BITS) - 1
        behind = behind * 10 + (high >> POINT_BITS)
        high = high & (1 << POINT_BITS) - 1
        power = power * 10
    half = 1 << POINT_BITS - 1
    is_odd = behind & 1 if decimals else before & 1
    if is_cut and low + power >= 1 << POINT_BITS:
        return fail(m, UNKNOWN)
    if high > half or (high == half and (low or is_odd or is_cut)):
        behind += 1
    if behind == power:
        behind = 0
        before += 1
    write_grouped(m, codes, before, form)
    if decimals:
        append(m, codes, 46)
    while power > 1:
        power = power // 10
        append(m, codes, 48 + behind // power % 10)
    return NONE


def laid_out(m: int, codes: int, head: int, form: int, usual: int) -> int:
    """A text of some letters in the width of a form; `head`: how many of them are a sign."""
    align = load(form + ALIGN)
    if align == 0:
        align = usual
    count = load(codes + 8)
    more = load(form + WIDTH) - count
    if more <= 0:
        return text_from_codes(m, codes)
    before = 0  # letters before those that fill
    after = 0  # how many fill the right end
    if align == 60:
        before = count
    elif align == 61:
        before = head
    elif align == 94:
        after = more - more // 2
    found = new_list(m, count + more)
    for i in range(before):
        append(m, found, load(load(codes + 24) + (i << 3)))
    for _i in range(more - after):
        append(m, found, load(form + FILLING))
    for i in range(before, count):
        append(m, found, load(load(codes + 24) + (i << 3)))
    for _i in range(after):
        append(m, found, load(form + FILLING))
    return text_from_codes(m, found)
