"""Texts, a word for each letter: looked through, put together and cut. Functions of words.

What is no text is refused where it may come from the author as an argument; the text itself whose
method is called is one. A text of one letter is always the one that `letter` gives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zermelo.compiler.boxed.objects import (
    FALSE,
    INSTANCE,
    MEMORY,
    TEXT,
    TEXTUAL,
    TRUE,
    TUPLE,
    TYPE_ERROR,
    UNKNOWN,
    VALUE_ERROR,
)
from zermelo.compiler.boxed.runtime.arithmetic import MEMBERS_VALUE
from zermelo.compiler.boxed.runtime.words import copy_bytes, fail, load, store

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.memory import kind_of, letter, new_text
    from zermelo.compiler.boxed.runtime.sequences import item_at, items_of, length_of

NO_END: Final = 1 << 62  # an end behind all others
LONGEST: Final = 1 << 26  # letters


def checked_text(m: int, x: int) -> int:
    """A text itself; TYPE_ERROR for all else."""
    if kind_of(x) != TEXT:
        return fail(m, UNKNOWN if kind_of(x) == INSTANCE else TYPE_ERROR)
    return x


def member_text(x: int) -> int:
    """The text that a member of an Enum is; all else is itself."""
    if kind_of(x) == INSTANCE and load(x) & TEXTUAL:
        return load(x + MEMBERS_VALUE)
    return x


def text_part(m: int, t: int, first: int, end: int) -> int:
    """The letters from first to before end, both raw and inside."""
    count = end - first
    if count == 1:
        return letter(m, load(t + 16 + (first << 3)))
    if count == load(t + 8):
        return t
    if count <= 0:
        return new_text(m, 0)
    found = new_text(m, count)
    copy_bytes(found + 16, t + 16 + (first << 3), count << 3)
    return found


def text_same(a: int, b: int) -> int:
    """Whether two texts are equal; 1 or 0."""
    if a == b:
        return 1
    if load(a + 8) != load(b + 8):
        return 0
    return same_words(a + 16, b + 16, load(a + 8))


def same_words(a: int, b: int, count: int) -> int:
    """Whether so many words at two addresses are equal; 1 or 0."""
    for i in range(count):
        if load(a + (i << 3)) != load(b + (i << 3)):
            return 0
    return 1


def text_less(a: int, b: int) -> int:
    """Whether a text comes before another, by the codes of their letters; 1 or 0."""
    count = load(a + 8) if load(a + 8) < load(b + 8) else load(b + 8)
    for i in range(count):
        x = load(a + 16 + (i << 3))
        y = load(b + 16 + (i << 3))
        if x != y:
            return x < y
    return load(a + 8) < load(b + 8)


# --- looking for a part --------------------------------------------------------------------------


def text_in(part: int, whole: int) -> int:
    """Whether a text is a part of another; 1 or 0."""
    return place_in_text(whole, part, 0, load(whole + 8)) >= 0


def place_in_text(whole: int, part: int, first: int, end: int) -> int:
    """The first place of a part from first to before end, both inside; -1: none."""
    count = load(part + 8)
    for i in range(first, end - count + 1):
        if same_words(whole + 16 + (i << 3), part + 16, count):
            return i
    return -1


def last_place_in_text(whole: int, part: int, first: int, end: int) -> int:
    """The last place of a part from first to before end, both inside; -1: none."""
    count = load(part + 8)
    i = end - count
    while i >= first:
        if same_words(whole + 16 + (i << 3), part + 16, count):
            return i
        i -= 1
    return -1


def first_inside(start: int, length: int) -> int:
    """Where a search begins, as Python reads a start that may be negative."""
    if start >= 0:
        return start
    return start + length if start + length > 0 else 0


def end_inside(end: int, length: int) -> int:
    """Where a search ends, as Python reads an end that may be negative, or too far."""
    if end > length:
        return length
    return first_inside(end, length)


def text_find(m: int, whole: int, part: int, start: int, end: int) -> int:
    """`whole.find(part, start, end)`; all but the texts, and what it gives, are words."""
    length = load(whole + 8)
    return place_in_text(whole, part, first_inside(start, length), end_inside(end, length))


def text_rfind(m: int, whole: int, part: int, start: int, end: int) -> int:
    """`whole.rfind(part, start, end)`, likewise."""
    length = load(whole + 8)
    return last_place_in_text(whole, part, first_inside(start, length), end_inside(end, length))


def text_find_boxed(m: int, whole: int, part: int) -> int:
    """`whole.find(part)`."""
    return text_find(m, whole, checked_text(m, part), 0, NO_END) << 1 | 1


def text_rfind_boxed(m: int, whole: int, part: int) -> int:
    """`whole.rfind(part)`."""
    return text_rfind(m, whole, checked_text(m, part), 0, NO_END) << 1 | 1


def text_index(m: int, whole: int, part: int) -> int:
    """`whole.index(part)`."""
    found = text_find(m, whole, checked_text(m, part), 0, NO_END)
    return fail(m, VALUE_ERROR) if found < 0 else found << 1 | 1


def text_rindex(m: int, whole: int, part: int) -> int:
    """`whole.rindex(part)`."""
    found = text_rfind(m, whole, checked_text(m, part), 0, NO_END)
    return fail(m, VALUE_ERROR) if found < 0 else found << 1 | 1


def text_count(m: int, whole: int, part: int) -> int:
    """`whole.count(part)`."""
    return times_in_text(whole, checked_text(m, part), NO_END) << 1 | 1


def times_in_text(whole: int, part: int, most: int) -> int:
    """How often a part is there, one behind the other, but at most so often."""
    length = load(whole + 8)
    if load(part + 8) == 0:
        return length + 1 if length < most else most
    found = 0
    place = 0
    while found < most:
        place = place_in_text(whole, part, place, length)
        if place < 0:
            return found
        found += 1
        place += load(part + 8)
    return found


def text_startswith(m: int, t: int, part: int) -> int:
    """`t.startswith(part)`; the part may be a tuple of parts."""
    return text_has_end(m, t, part, 0)


def text_endswith(m: int, t: int, part: int) -> int:
    """`t.endswith(part)`; the part may be a tuple of parts."""
    return text_has_end(m, t, part, 1)


def text_has_end(m: int, t: int, part: int, at_end: int) -> int:
    """Whether a text begins with a part, or with one of a tuple; or ends so."""
    if kind_of(part) == TUPLE:
        for i in range(load(part + 8)):
            each = checked_text(m, load(part + 16 + (i << 3)))
            if text_has_end(m, t, each, at_end) == TRUE:
                return TRUE
        return FALSE
    away = load(t + 8) - load(checked_text(m, part) + 8)
    if away < 0:
        return FALSE
    at = t + 16 + (away << 3 if at_end else 0)
    return TRUE if same_words(at, part + 16, load(part + 8)) else FALSE


# --- putting together ----------------------------------------------------------------------------


def text_concat(m: int, a: int, b: int) -> int:
    """`a + b`, of two texts."""
    count = load(a + 8)
    if count == 0:
        return b
    if load(b + 8) == 0:
        return a
    found = new_text(m, count + load(b + 8))
    copy_bytes(found + 16, a + 16, count << 3)
    copy_bytes(found + 16 + (count << 3), b + 16, load(b + 8) << 3)
    return found


def text_times(m: int, a: int, n: int) -> int:
    """`a * n`, of a text and a word."""
    count = load(a + 8)
    if n == 1 or count == 0:
        return a
    if n <= 0:
        return new_text(m, 0)
    if n > LONGEST // count:
        return fail(m, MEMORY)
    found = new_text(m, count * n)
    for i in range(n):
        copy_bytes(found + 16 + (i * count << 3), a + 16, count << 3)
    return found


def text_join(m: int, separator: int, items: int) -> int:
    """`separator.join(items)`."""
    items = items_of(m, items)
    count = length_of(items)
    if count == 0:
        return new_text(m, 0)
    total = (count - 1) * load(separator + 8)
    for i in range(count):
        total += load(checked_text(m, item_at(m, items, i)) + 8)
    if count == 1:
        return item_at(m, items, 0)
    found = new_text(m, total)
    at = put_text(found + 16, item_at(m, items, 0))
    for i in range(1, count):
        at = put_text(put_text(at, separator), item_at(m, items, i))
    return letter(m, load(found + 16)) if total == 1 else found


def put_text(at: int, t: int) -> int:
    """Puts the letters of a text to an address, and gives the one behind them."""
    return put_part(at, t, 0, load(t + 8))


def put_part(at: int, t: int, first: int, end: int) -> int:
    """Puts the letters from first to before end to an address, and gives the one behind them."""
    count = end - first
    if count == 1:
        store(at, load(t + 16 + (first << 3)))
    else:
        copy_bytes(at, t + 16 + (first << 3), count << 3)
    return at + (count << 3)


def text_replace(m: int, t: int, old: int, new: int, count: int) -> int:
    """`t.replace(old, new, count)`; the count is a word, below 0: all."""
    width = load(checked_text(m, old) + 8)
    length = load(t + 8)
    more = load(checked_text(m, new) + 8) - width
    times = times_in_text(t, old, NO_END if count < 0 else count)
    if times == 0:
        return t
    total = length + times * more
    found = new_text(m, total)
    to = found + 16
    at = 0
    for i in range(times):
        # An empty part is before each of the letters, and behind the last.
        place = i if width == 0 else place_in_text(t, old, at, length)
        to = put_text(put_part(to, t, at, place), new)
        at = place + width
    put_part(to, t, at, length)
    return letter(m, load(found + 16)) if total == 1 else found


def text_removeprefix(m: int, t: int, part: int) -> int:
    """`t.removeprefix(part)`."""
    if text_startswith(m, t, checked_text(m, part)) == TRUE:
        return text_part(m, t, load(part + 8), load(t + 8))
    return t


def text_removesuffix(m: int, t: int, part: int) -> int:
    """`t.removesuffix(part)`."""
    if text_endswith(m, t, checked_text(m, part)) == TRUE:
        return text_part(m, t, 0, load(t + 8) - load(part + 8))
    return t


# --- letters and their codes ---------------------------------------------------------------------


def text_ord(m: int, t: int) -> int:
    """`ord(t)`."""
    if load(checked_text(m, t) + 8) != 1:
        return fail(m, TYPE_ERROR)
    return load(t + 16) << 1 | 1


def text_chr(m: int, n: int) -> int:
    """`chr(n)`, of a boxed number."""
    code = n >> 1
    if n == TRUE:
        code = 1
    elif n == FALSE:
        code = 0
    elif n & 1 == 0:
        return fail(m, TYPE_ERROR)
    if code < 0 or code > 0x10FFFF:
        return fail(m, VALUE_ERROR)
    return letter(m, code)


def is_space(code: int) -> int:
    """Whether a letter is what Python takes for white space; 1 or 0."""
    if code < 128:
        return code == 32 or (code >= 9 and code <= 13) or (code >= 28 and code <= 31)
    if code == 0x85 or code == 0xA0 or code == 0x1680 or (code >= 0x2000 and code <= 0x200A):
        return 1
    if code == 0x2028 or code == 0x2029 or code == 0x202F or code == 0x205F:
        return 1
    return code == 0x3000
