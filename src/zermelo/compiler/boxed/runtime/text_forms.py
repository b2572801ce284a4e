"""The forms of `format`, such as `*>+8.2f`, read into a block of words: functions of words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zermelo.compiler.boxed.objects import MEMORY, UNKNOWN, VALUE_ERROR
from zermelo.compiler.boxed.runtime.texts import LONGEST
from zermelo.compiler.boxed.runtime.words import fail, load, store

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.memory import alloc

# Where the parts of a form lie in its block.
FILLING: Final = 0
ALIGN: Final = 8  # 0: as is usual for the value
PLUS: Final = 16  # the sign that is asked for; 0: none
PREFIXED: Final = 24
WIDTH: Final = 32
GROUPED: Final = 40  # the letter between thousands; 0: none
DECIMALS: Final = 48  # -1: not said
LETTER: Final = 56  # what kind of text; 0: not said
FORM_SIZE: Final = 64


def read_form(m: int, t: int, is_number: int) -> int:
    """The parts of a form such as `*>+8.2f`, in a block."""
    found = alloc(m, FORM_SIZE)
    store(found + FILLING, 32)
    store(found + ALIGN, 0)
    at = 0
    is_filled = 0
    if is_align(form_letter(t, 1)):
        store(found + FILLING, form_letter(t, 0))
        store(found + ALIGN, form_letter(t, 1))
        is_filled = 1
        at = 2
    elif is_align(form_letter(t, 0)):
        store(found + ALIGN, form_letter(t, 0))
        at = 1
    code = form_letter(t, at)
    store(found + PLUS, code if code == 43 or code == 45 or code == 32 else 0)
    if load(found + PLUS):
        at += 1
    if form_letter(t, at) == 122:
        return fail(m, UNKNOWN)
    store(found + PREFIXED, form_letter(t, at) == 35)
    if load(found + PREFIXED):
        at += 1
    if not is_filled and form_letter(t, at) == 48:
        store(found + FILLING, 48)
        if is_number and load(found + ALIGN) == 0:
            store(found + ALIGN, 61)
        at += 1
    return read_widths(m, t, at, found)


def read_widths(m: int, t: int, at: int, found: int) -> int:
    """The rest of a form, from the width on."""
    end = digits_end(t, at)
    store(found + WIDTH, digits_value(t, at, end))
    at = end
    code = form_letter(t, at)
    store(found + GROUPED, code if code == 44 or code == 95 else 0)
    if load(found + GROUPED):
        at += 1
    store(found + DECIMALS, -1)
    if form_letter(t, at) == 46:
        end = digits_end(t, at + 1)
        if end == at + 1:
            return fail(m, VALUE_ERROR)
        store(found + DECIMALS, digits_value(t, at + 1, end))
        at = end
    store(found + LETTER, form_letter(t, at))
    if load(t + 8) > at + 1:
        return fail(m, VALUE_ERROR)
    if load(found + WIDTH) > LONGEST:
        return fail(m, MEMORY)
    return found


def form_letter(t: int, at: int) -> int:
    """The code of a letter of a form; 0 behind the last one."""
    return load(t + 16 + (at << 3)) if at < load(t + 8) else 0


def is_align(code: int) -> int:
    """Whether a letter says which side something stands on; 1 or 0."""
    return code == 60 or code == 61 or code == 62 or code == 94


def digits_end(t: int, at: int) -> int:
    """Where the digits end that begin at a place."""
    while form_letter(t, at) >= 48 and form_letter(t, at) <= 57:
        at += 1
    return at


def digits_value(t: int, at: int, end: int) -> int:
    """The number that some digits of a form are; none is as large as a word."""
    found = 0
    while at < end:
        if found <= LONGEST:
            found = found * 10 + load(t + 16 + (at << 3)) - 48
        at += 1
    return found
