"""Methods of texts and lists that look only at a part of them: functions of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.compiler.boxed.objects import (
    DICT,
    FALSE,
    LIST,
    NONE,
    RANGE,
    TEXT,
    TRUE,
    TYPE_ERROR,
    UNKNOWN,
    VALUE_ERROR,
)
from zermelo.compiler.boxed.runtime.words import fail, load

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.arithmetic import index_word, is_whole, whole
    from zermelo.compiler.boxed.runtime.memory import append, class_of, kind_of, new_list
    from zermelo.compiler.boxed.runtime.sequences import place_of
    from zermelo.compiler.boxed.runtime.tables import dict_get
    from zermelo.compiler.boxed.runtime.text_values import text_from_codes
    from zermelo.compiler.boxed.runtime.texts import (
        checked_text,
        end_inside,
        first_inside,
        last_place_in_text,
        place_in_text,
        text_count,
        text_endswith,
        text_part,
        text_startswith,
    )


def first_place(m: int, x: int, start: int) -> int:
    """Where a search in something begins, boxed; NONE: at its first item."""
    if start == NONE:
        return 1
    return first_inside(index_word(m, start) >> 1, load(x + 8)) << 1 | 1


def end_place(m: int, x: int, end: int) -> int:
    """Where a search in something ends, boxed; NONE: behind its last item."""
    if end == NONE:
        return load(x + 8) << 1 | 1
    return end_inside(index_word(m, end) >> 1, load(x + 8)) << 1 | 1


def text_find_in(m: int, t: int, part: int, start: int, end: int) -> int:
    """`t.find(part, start, end)`."""
    first = first_place(m, t, start) >> 1
    return place_in_text(t, checked_text(m, part), first, end_place(m, t, end) >> 1) << 1 | 1


def text_rfind_in(m: int, t: int, part: int, start: int, end: int) -> int:
    """`t.rfind(part, start, end)`."""
    first = first_place(m, t, start) >> 1
    return last_place_in_text(t, checked_text(m, part), first, end_place(m, t, end) >> 1) << 1 | 1


def text_index_in(m: int, t: int, part: int, start: int, end: int) -> int:
    """`t.index(part, start, end)`."""
    found = text_find_in(m, t, part, start, end)
    return found if found > 0 else fail(m, VALUE_ERROR)


def text_rindex_in(m: int, t: int, part: int, start: int, end: int) -> int:
    """`t.rindex(part, start, end)`."""
    found = text_rfind_in(m, t, part, start, end)
    return found if found > 0 else fail(m, VALUE_ERROR)


def text_count_in(m: int, t: int, part: int, start: int, end: int) -> int:
    """`t.count(part, start, end)`."""
    first = first_place(m, t, start) >> 1
    last = end_place(m, t, end) >> 1
    if last - first < load(checked_text(m, part) + 8):
        return 1
    return text_count(m, text_part(m, t, first, last), part)


def text_startswith_in(m: int, t: int, part: int, start: int, end: int) -> int:
    """`t.startswith(part, start, end)`."""
    first = first_place(m, t, start) >> 1
    last = end_place(m, t, end) >> 1
    if first > last:
        return FALSE
    return text_startswith(m, text_part(m, t, first, last), part)


def text_endswith_in(m: int, t: int, part: int, start: int, end: int) -> int:
    """`t.endswith(part, start, end)`."""
    first = first_place(m, t, start) >> 1
    last = end_place(m, t, end) >> 1
    if first > last:
        return FALSE
    return text_endswith(m, text_part(m, t, first, last), part)


def index_of_in(m: int, items: int, x: int, start: int, end: int) -> int:
    """`items.index(x, start, end)`, of a list or a tuple."""
    if kind_of(items) == RANGE or start == NONE:
        return fail(m, TYPE_ERROR)
    first = first_place(m, items, start) >> 1
    last = end_place(m, items, end) >> 1
    at = load(items + 24) if kind_of(items) == LIST else items + 16
    found = place_of(m, at + 8 * first, last - first, x)
    return found + first << 1 | 1 if found >= 0 else fail(m, VALUE_ERROR)


# --- other letters -------------------------------------------------------------------------------


def text_translate(m: int, t: int, table: int) -> int:
    """`t.translate(table)`; the table is a dict of the codes of letters."""
    if kind_of(table) != DICT or class_of(table) != 0:
        return fail(m, UNKNOWN)
    codes = new_list(m, load(t + 8))
    for i in range(load(t + 8)):
        code = load(t + 16 + (i << 3))
        found = dict_get(m, table, code << 1 | 1)
        if found == 0:
            append(m, codes, code)
        elif found != NONE:
            write_translated(m, codes, found)
    return text_from_codes(m, codes)


def write_translated(m: int, codes: int, x: int) -> int:
    """Writes what is in a table for a letter: a text, or the code of one."""
    if kind_of(x) == TEXT:
        for i in range(load(x + 8)):
            append(m, codes, load(x + 16 + (i << 3)))
        return NONE
    if not is_whole(x):
        return fail(m, TYPE_ERROR)
    if whole(x) < 0 or whole(x) > 0x10FFFF:
        return fail(m, VALUE_ERROR)
    return append(m, codes, whole(x))


def text_isascii(m: int, t: int) -> int:
    """`t.isascii()`."""
    for i in range(load(t + 8)):
        if load(t + 16 + (i << 3)) > 127:
            return FALSE
    return TRUE
