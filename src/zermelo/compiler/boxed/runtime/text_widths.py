"""Methods of texts that fill them up to a width: functions of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.compiler.boxed.objects import MEMORY, TYPE_ERROR
from zermelo.compiler.boxed.runtime.texts import LONGEST
from zermelo.compiler.boxed.runtime.words import fail, load, store

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.arithmetic import index_word
    from zermelo.compiler.boxed.runtime.memory import letter, new_text
    from zermelo.compiler.boxed.runtime.texts import checked_text, put_text


def text_ljust(m: int, t: int, width: int, fill: int) -> int:
    """`t.ljust(width, fill)`."""
    return padded(m, t, 0, missing_letters(m, t, width) >> 1, fill)


def text_rjust(m: int, t: int, width: int, fill: int) -> int:
    """`t.rjust(width, fill)`."""
    return padded(m, t, missing_letters(m, t, width) >> 1, 0, fill)


def text_center(m: int, t: int, width: int, fill: int) -> int:
    """`t.center(width, fill)`; of an odd number one more is before it in an odd width."""
    more = missing_letters(m, t, width) >> 1
    left = (more >> 1) + (more & load(t + 8) + more & 1)
    return padded(m, t, left, more - left, fill)


def text_ljust_blank(m: int, t: int, width: int) -> int:
    """`t.ljust(width)`."""
    return text_ljust(m, t, width, letter(m, 32))


def text_rjust_blank(m: int, t: int, width: int) -> int:
    """`t.rjust(width)`."""
    return text_rjust(m, t, width, letter(m, 32))


def text_center_blank(m: int, t: int, width: int) -> int:
    """`t.center(width)`."""
    return text_center(m, t, width, letter(m, 32))


def missing_letters(m: int, t: int, width: int) -> int:
    """How many letters a text has less than a width, boxed as the width is."""
    more = (index_word(m, width) >> 1) - load(t + 8)
    if more > LONGEST:
        return fail(m, MEMORY)
    return more << 1 | 1 if more > 0 else 1


def padded(m: int, t: int, left: int, right: int, fill: int) -> int:
    """A text with a letter so many times before it and behind."""
    if load(checked_text(m, fill) + 8) != 1:
        return fail(m, TYPE_ERROR)
    if left + right <= 0:
        return t
    found = new_text(m, left + load(t + 8) + right)
    at = found + 16
    for _i in range(left):
        store(at, load(fill + 16))
        at += 8
    at = put_text(at, t)
    for _i in range(right):
        store(at, load(fill + 16))
        at += 8
    return letter(m, load(found + 16)) if load(found + 8) == 1 else found


def text_zfill(m: int, t: int, width: int) -> int:
    """`t.zfill(width)`."""
    more = missing_letters(m, t, width) >> 1
    if more == 0:
        return t
    found = padded(m, t, more, 0, letter(m, 48))
    if load(t + 8) > 0 and (load(t + 16) == 43 or load(t + 16) == 45):
        store(found + 16, load(t + 16))
        store(found + 16 + (more << 3), 48)
    return found
