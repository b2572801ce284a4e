"""Texts of values and values of texts: `str`, `repr` and `int`. Functions of words.

A text is written into a list of the codes of its letters, which becomes a text at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zermelo.compiler.boxed.objects import (
    BEYOND,
    COMPLEX,
    DEEP,
    DEQUE,
    DICT,
    FALSE,
    FLOAT,
    FROZENSET,
    LIST,
    NONE,
    SET,
    STACK_END,
    TEXT,
    TRUE,
    TUPLE,
    UNKNOWN,
    VALUE_ERROR,
)
from zermelo.compiler.boxed.runtime.words import (
    copy_bytes,
    fail,
    float_div,
    float_even,
    float_less,
    float_mul,
    float_of,
    float_same,
    int_of,
    load,
    stack_address,
)

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.complex_numbers import write_complex
    from zermelo.compiler.boxed.runtime.memory import (
        append,
        class_of,
        kind_of,
        letter,
        new_list,
        new_text,
    )
    from zermelo.compiler.boxed.runtime.sets import set_items
    from zermelo.compiler.boxed.runtime.tables import dict_items
    from zermelo.compiler.boxed.runtime.texts import is_space

PAST_ALL: Final = 1 << 62  # below this lie whole numbers
SURE: Final = 10**15  # a decimal number of no more digits is the only one near a float
SIGN: Final = -(1 << 63)
INFINITE: Final = 0x7FF << 52
SMALLEST: Final = 10**4  # 1 / this is the smallest float that is written without an exponent

# Words, the letters of which lie in bytes from the lowest on.
NONE_WORD: Final = 0x656E6F4E
TRUE_WORD: Final = 0x65757254
FALSE_WORD: Final = 0x65736C6146
SET_WORD: Final = 0x746573
FROZEN_WORD: Final = 0x6E657A6F7266
DEQUE_WORD: Final = 0x6575716564
INF_WORD: Final = 0x666E69
NAN_WORD: Final = 0x6E616E
COMMA_WORD: Final = 0x202C
COLON_WORD: Final = 0x203A
POINT_WORD: Final = 0x302E


def text_of(m: int, x: int) -> int:
    """`str(x)`, of all but objects of an author's class."""
    if kind_of(x) == TEXT:
        return x
    return repr_of(m, x)


def repr_of(m: int, x: int) -> int:
    """`repr(x)`, likewise."""
    codes = new_list(m, 16)
    write_value(m, codes, x)
    return text_from_codes(m, codes)


def text_from_codes(m: int, codes: int) -> int:
    """The text of a list of the codes of letters, as words."""
    count = load(codes + 8)
    if count == 1:
        return letter(m, load(load(codes + 24)))
    found = new_text(m, count)
    copy_bytes(found + 16, load(codes + 24), count << 3)
    return found


def write_value(m: int, codes: int, x: int) -> int:
    """Writes what `repr` gives."""
    if x & 1:
        return write_whole(m, codes, x >> 1)
    if x == NONE:
        return write_word(m, codes, NONE_WORD)
    if x == TRUE:
        return write_word(m, codes, TRUE_WORD)
    if x == FALSE:
        return write_word(m, codes, FALSE_WORD)
    if stack_address() < load(m + STACK_END):
        return fail(m, DEEP)
    kind = kind_of(x)
    if kind == TEXT:
        return write_text(m, codes, x)
    if kind == FLOAT:
        return write_float(m, codes, load(x + 8))
    if kind == TUPLE and class_of(x) == 0:
        return write_tuple(m, codes, x)
    if kind == LIST:
        return write_list(m, codes, x)
    if kind == DICT and class_of(x) == 0:
        return write_dict(m, codes, x)
    if kind == SET or kind == FROZENSET:
        return write_set(m, codes, x)
    return write_complex(m, codes, x) if kind == COMPLEX else fail(m, UNKNOWN)


def write_word(m: int, codes: int, word: int) -> int:
    """Writes the letters that are the bytes of a word."""
    while word:
        append(m, codes, word & 255)
        word = word >> 8
    return NONE


def write_whole(m: int, codes: int, n: int) -> int:
    """Writes a whole number."""
    if n < 0:
        append(m, codes, 45)
        n = -n
    scale = 1
    while n // scale >= 10:
        scale = scale * 10
    while scale > 0:
        append(m, codes, 48 + n // scale % 10)
        scale = scale // 10
    return NONE


# --- floats --------------------------------------------------------------------------------------


def write_float(m: int, codes: int, number: int) -> int:
    """Writes a float of up to 15 digits without an exponent; of all others it is not sure."""
    return write_part(m, codes, number, POINT_WORD)


def write_part(m: int, codes: int, number: int, ending: int) -> int:
    """Writes a float; `ending` is the word of what stands behind a whole one."""
    if not float_same(number, number):
        return write_word(m, codes, NAN_WORD)
    if number < 0:
        append(m, codes, 45)
        number = number ^ SIGN
    if number == INFINITE:
        return write_word(m, codes, INF_WORD)
    if number == 0:
        append(m, codes, 48)
        return write_word(m, codes, ending)
    if float_less(number, float_div(float_of(1), float_of(SMALLEST))):
        return fail(m, UNKNOWN)
    # The shortest one is the first that gives the float: both parts of the quotient are exact.
    scale = 1
    for decimals in range(19):
        product = float_mul(number, float_of(scale))
        if not float_less(product, float_of(SURE)):
            return fail(m, UNKNOWN)
        digits = int_of(float_even(product))
        if float_same(float_div(float_of(digits), float_of(scale)), number):
            if decimals:
                return write_decimals(m, codes, digits, scale)
            write_whole(m, codes, digits)
            return write_word(m, codes, ending)
        scale = scale * 10
    return fail(m, UNKNOWN)


def write_decimals(m: int, codes: int, digits: int, scale: int) -> int:
    """Writes a quotient of a whole number and a power of ten."""
    write_whole(m, codes, digits // scale)
    append(m, codes, 46)
    scale = scale // 10
    while scale > 0:
        append(m, codes, 48 + digits // scale % 10)
        scale = scale // 10
    return NONE


# --- texts ---------------------------------------------------------------------------------------


def write_text(m: int, codes: int, t: int) -> int:
    """Writes a text with quotes, and what cannot be seen as Python writes it."""
    quote = 39
    for i in range(load(t + 8)):
        code = load(t + 16 + (i << 3))
        if code == 34:
            quote = 39
            break
        if code == 39:
            quote = 34
    append(m, codes, quote)
    for i in range(load(t + 8)):
        write_letter(m, codes, load(t + 16 + (i << 3)), quote)
    return append(m, codes, quote)


def write_letter(m: int, codes: int, code: int, quote: int) -> int:
    """Writes one letter of a text with quotes."""
    short = 0
    if code == 10:
        short = 110
    elif code == 13:
        short = 114
    elif code == 9:
        short = 116
    elif code == 92 or code == quote:
        short = code
    if short:
        append(m, codes, 92)
        return append(m, codes, short)
    if code < 32 or (code >= 127 and code <= 160) or code == 173:
        append(m, codes, 92)
        append(m, codes, 120)
        append(m, codes, hex_digit(code >> 4))
        return append(m, codes, hex_digit(code & 15))
    if not is_printable(code):
        return fail(m, UNKNOWN)
    return append(m, codes, code)


def hex_digit(n: int) -> int:
    """The code of a digit up to f."""
    return n + 48 if n < 10 else n + 87


def is_printable(code: int) -> int:
    """Whether a letter is surely written as itself; 1 or 0."""
    if code < 0x378:
        return 1
    if code >= 0x2190 and code <= 0x2426:
        return 1
    if code >= 0x2460 and code <= 0x2B73:
        return 1
    return code >= 0x1F300 and code <= 0x1F6D7


# --- what holds others ---------------------------------------------------------------------------


def write_items(m: int, codes: int, at: int, count: int) -> int:
    """Writes so many values at an address, with commas between."""
    for i in range(count):
        if i > 0:
            write_word(m, codes, COMMA_WORD)
        write_value(m, codes, load(at + (i << 3)))
    return NONE


def write_tuple(m: int, codes: int, x: int) -> int:
    """Writes a tuple."""
    append(m, codes, 40)
    write_items(m, codes, x + 16, load(x + 8))
    if load(x + 8) == 1:
        append(m, codes, 44)
    return append(m, codes, 41)


def write_list(m: int, codes: int, x: int) -> int:
    """Writes a list or a deque."""
    if class_of(x) == DEQUE:
        write_word(m, codes, DEQUE_WORD)
        append(m, codes, 40)
    elif class_of(x) != 0:
        return fail(m, UNKNOWN)
    append(m, codes, 91)
    write_items(m, codes, load(x + 24), load(x + 8))
    append(m, codes, 93)
    if class_of(x) == DEQUE:
        append(m, codes, 41)
    return NONE


def write_dict(m: int, codes: int, x: int) -> int:
    """Writes a dict."""
    items = dict_items(m, x)
    append(m, codes, 123)
    for i in range(load(items + 8)):
        if i > 0:
            write_word(m, codes, COMMA_WORD)
        pair = load(load(items + 24) + (i << 3))
        write_value(m, codes, load(pair + 16))
        write_word(m, codes, COLON_WORD)
        write_value(m, codes, load(pair + 24))
    return append(m, codes, 125)


def write_set(m: int, codes: int, x: int) -> int:
    """Writes a set or a frozenset."""
    items = set_items(m, x)
    count = load(items + 8)
    is_named = kind_of(x) == FROZENSET or count == 0
    if kind_of(x) == FROZENSET:
        write_word(m, codes, FROZEN_WORD)
    if is_named:
        write_word(m, codes, SET_WORD)
        append(m, codes, 40)
    if count > 0:
        append(m, codes, 123)
        write_items(m, codes, load(items + 24), count)
        append(m, codes, 125)
    if is_named:
        append(m, codes, 41)
    return NONE


# --- numbers in texts ----------------------------------------------------------------------------


def int_from_text(m: int, t: int, base: int) -> int:
    """int(t, base); the base is a word, 2 to 36."""
    if base < 2 or base > 36:
        return fail(m, UNKNOWN if base == 0 else VALUE_ERROR)
    at = t + 16
    end = at + (load(t + 8) << 3)
    while at < end and is_int_space(load(at)):
        at += 8
    while at < end and is_int_space(load(end - 8)):
        end -= 8
    sign = load(at) if at < end else 0
    if sign == 43 or sign == 45:
        at += 8
    # "0x", "0o" and "0b" are of no meaning where the base says so already.
    if end - at > 16 and load(at) == 48 and base_of_prefix(load(at + 8)) == base:
        at += 24 if load(at + 16) == 95 else 16
    return digits_to_int(m, at, end, base, sign == 45)


def base_of_prefix(code: int) -> int:
    """The base that a letter behind a 0 stands for; 0: none."""
    if code == 120 or code == 88:
        return 16
    if code == 111 or code == 79:
        return 8
    return 2 if code == 98 or code == 66 else 0


def digits_to_int(m: int, at: int, end: int, base: int, is_negative: int) -> int:
    """The number that some letters are; underscores only between digits."""
    value = 0  # below nought, where there is room for one more
    was_digit = 0
    while at < end:
        code = load(at)
        if code > 127:
            return fail(m, UNKNOWN)  # Python knows the digits of other scripts
        digit = digit_of(code)
        if code == 95 and was_digit:
            was_digit = 0
        elif digit >= base:
            return fail(m, VALUE_ERROR)
        else:
            if value < (digit - PAST_ALL) // base:
                return fail(m, BEYOND)
            value = value * base - digit
            was_digit = 1
        at += 8
    if was_digit == 0:
        return fail(m, VALUE_ERROR)
    if is_negative:
        return value << 1 | 1
    if value == -PAST_ALL:
        return fail(m, BEYOND)
    return -value << 1 | 1


def digit_of(code: int) -> int:
    """What a digit or letter stands for in a number; 99: nothing."""
    if code >= 48 and code <= 57:
        return code - 48
    if code >= 97 and code <= 122:
        return code - 87
    return code - 55 if code >= 65 and code <= 90 else 99


def is_int_space(code: int) -> int:
    """Whether `int` passes over a letter; 1 or 0."""
    return is_space(code) and (code < 28 or code > 31)
