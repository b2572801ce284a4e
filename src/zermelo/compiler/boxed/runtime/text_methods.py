"""Methods of texts that cut them, change their letters, or say what these are: functions of words.

White space is Python's own. Of letters beyond ASCII nothing else is known here: UNKNOWN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zermelo.compiler.boxed.objects import (
    FALSE,
    NONE,
    TRUE,
    UNKNOWN,
    VALUE_ERROR,
)
from zermelo.compiler.boxed.runtime.words import fail, load, store

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.equality import is_true
    from zermelo.compiler.boxed.runtime.memory import append, letter, new_list, new_text, new_tuple
    from zermelo.compiler.boxed.runtime.texts import (
        checked_text,
        is_space,
        last_place_in_text,
        place_in_text,
        text_part,
    )

BOTH: Final = 3
LEFT: Final = 1
RIGHT: Final = 2

# What is done to letters, and what they are asked.
UPPER: Final = 1
LOWER: Final = 2
SWAPPED: Final = 3
TITLE: Final = 4
CAPITAL: Final = 5
DIGIT: Final = 1
ALPHA: Final = 2
ALNUM: Final = 3


# --- parts ---------------------------------------------------------------------------------------


def text_strip(m: int, t: int, letters: int) -> int:
    """`t.strip(letters)`; NONE: white space."""
    return strip_ends(m, t, letters, BOTH)


def text_lstrip(m: int, t: int, letters: int) -> int:
    """`t.lstrip(letters)`."""
    return strip_ends(m, t, letters, LEFT)


def text_rstrip(m: int, t: int, letters: int) -> int:
    """`t.rstrip(letters)`."""
    return strip_ends(m, t, letters, RIGHT)


def strip_ends(m: int, t: int, letters: int, ends: int) -> int:
    """A text without some letters at one of its ends, or both."""
    if letters != NONE:
        checked_text(m, letters)
    first = 0
    end = load(t + 8)
    if ends & LEFT:
        while first < end and is_stripped(load(t + 16 + (first << 3)), letters):
            first += 1
    if ends & RIGHT:
        while first < end and is_stripped(load(t + 8 + (end << 3)), letters):
            end -= 1
    return text_part(m, t, first, end)


def is_stripped(code: int, letters: int) -> int:
    """Whether a letter is one of some; NONE: white space."""
    if letters == NONE:
        return is_space(code)
    for i in range(load(letters + 8)):
        if load(letters + 16 + (i << 3)) == code:
            return 1
    return 0


def text_split(m: int, t: int, separator: int, most: int) -> int:
    """`t.split(separator, most)`; most is a word, below 0: all; NONE: by white space."""
    if separator == NONE:
        return split_by_space(m, t, most)
    width = load(checked_text(m, separator) + 8)
    if width == 0:
        return fail(m, VALUE_ERROR)
    length = load(t + 8)
    found = new_list(m, 4)
    first = 0
    place = place_in_text(t, separator, 0, length)
    while place >= 0 and load(found + 8) != most:
        append(m, found, text_part(m, t, first, place))
        first = place + width
        place = place_in_text(t, separator, first, length)
    append(m, found, text_part(m, t, first, length))
    return found


def split_by_space(m: int, t: int, most: int) -> int:
    """The words of a text; behind so many the rest of it."""
    length = load(t + 8)
    found = new_list(m, 4)
    at = 0
    while 1:
        while at < length and is_space(load(t + 16 + (at << 3))):
            at += 1
        if at >= length:
            return found
        if load(found + 8) == most:
            break
        first = at
        while at < length and not is_space(load(t + 16 + (at << 3))):
            at += 1
        append(m, found, text_part(m, t, first, at))
    append(m, found, text_part(m, t, at, length))
    return found


def text_rsplit(m: int, t: int, separator: int, most: int) -> int:
    """`t.rsplit(separator, most)`; so many words from the right are left to Python."""
    if separator == NONE:
        return split_by_space(m, t, most) if most < 0 else fail(m, UNKNOWN)
    width = load(checked_text(m, separator) + 8)
    if width == 0:
        return fail(m, VALUE_ERROR)
    places = new_list(m, 4)  # from the last one on
    end = load(t + 8)
    place = last_place_in_text(t, separator, 0, end)
    while place >= 0 and load(places + 8) != most:
        append(m, places, place)
        place = last_place_in_text(t, separator, 0, place)
    found = new_list(m, load(places + 8) + 1)
    first = 0
    i = load(places + 8) - 1
    while i >= 0:
        place = load(load(places + 24) + (i << 3))
        append(m, found, text_part(m, t, first, place))
        first = place + width
        i -= 1
    append(m, found, text_part(m, t, first, end))
    return found


def text_splitlines(m: int, t: int, keeps_ends: int) -> int:
    """`t.splitlines(keeps_ends)`."""
    with_ends = is_true(m, keeps_ends)
    length = load(t + 8)
    found = new_list(m, 4)
    first = 0
    at = 0
    while at < length:
        code = load(t + 16 + (at << 3))
        at += 1
        if ends_line(code):
            end = at - 1
            if code == 13 and at < length and load(t + 16 + (at << 3)) == 10:
                at += 1
            append(m, found, text_part(m, t, first, at if with_ends else end))
            first = at
    if first < length:
        append(m, found, text_part(m, t, first, length))
    return found


def ends_line(code: int) -> int:
    """Whether a line ends with a letter; 1 or 0."""
    if code < 128:
        return (code >= 10 and code <= 13) or (code >= 28 and code <= 30)
    return code == 0x85 or code == 0x2028 or code == 0x2029


def text_partition(m: int, t: int, separator: int) -> int:
    """`t.partition(separator)`."""
    place = place_in_text(t, checked_text(m, separator), 0, load(t + 8))
    return parted(m, t, separator, place, 0)


def text_rpartition(m: int, t: int, separator: int) -> int:
    """`t.rpartition(separator)`."""
    place = last_place_in_text(t, checked_text(m, separator), 0, load(t + 8))
    return parted(m, t, separator, place, 1)


def parted(m: int, t: int, separator: int, place: int, from_end: int) -> int:
    """What is before a place, the separator that is there, and what is behind."""
    width = load(separator + 8)
    if width == 0:
        return fail(m, VALUE_ERROR)
    found = new_tuple(m, 3)
    if place < 0:
        store(found + 16, new_text(m, 0) if from_end else t)
        store(found + 24, new_text(m, 0))
        store(found + 32, t if from_end else new_text(m, 0))
        return found
    store(found + 16, text_part(m, t, 0, place))
    store(found + 24, separator)
    store(found + 32, text_part(m, t, place + width, load(t + 8)))
    return found


# --- other letters -------------------------------------------------------------------------------


def text_upper(m: int, t: int) -> int:
    """`t.upper()`."""
    return with_case(m, t, UPPER)


def text_lower(m: int, t: int) -> int:
    """`t.lower()`."""
    return with_case(m, t, LOWER)


def text_casefold(m: int, t: int) -> int:
    """`t.casefold()`."""
    return with_case(m, t, LOWER)


def text_swapcase(m: int, t: int) -> int:
    """`t.swapcase()`."""
    return with_case(m, t, SWAPPED)


def text_title(m: int, t: int) -> int:
    """`t.title()`."""
    return with_case(m, t, TITLE)


def text_capitalize(m: int, t: int) -> int:
    """`t.capitalize()`."""
    return with_case(m, t, CAPITAL)


def with_case(m: int, t: int, how: int) -> int:
    """A text with its letters made large or small."""
    count = load(t + 8)
    found = new_text(m, count)
    was_letter = 0
    for i in range(count):
        code = load(t + 16 + (i << 3))
        if code > 127:
            return fail(m, UNKNOWN)
        is_large: int = how == UPPER
        if how == SWAPPED:
            is_large = is_lower_code(code)
        elif how == TITLE:
            is_large = not was_letter
        elif how == CAPITAL:
            is_large = i == 0
        was_letter = is_lower_code(code) or is_upper_code(code)
        if was_letter:
            code = code & 95 if is_large else code | 32
        store(found + 16 + (i << 3), code)
    return letter(m, load(found + 16)) if count == 1 else found


def is_upper_code(code: int) -> int:
    """Whether it is a large letter of ASCII; 1 or 0."""
    return code >= 65 and code <= 90


def is_lower_code(code: int) -> int:
    """Whether it is a small letter of ASCII; 1 or 0."""
    return code >= 97 and code <= 122


# --- what the letters are ------------------------------------------------------------------------


def text_isdigit(m: int, t: int) -> int:
    """`t.isdigit()`, and isdecimal and isnumeric."""
    return all_letters(m, t, DIGIT)


def text_isalpha(m: int, t: int) -> int:
    """`t.isalpha()`."""
    return all_letters(m, t, ALPHA)


def text_isalnum(m: int, t: int) -> int:
    """`t.isalnum()`."""
    return all_letters(m, t, ALNUM)


def all_letters(m: int, t: int, kinds: int) -> int:
    """Whether there are letters, and all are of some kinds."""
    found = TRUE if load(t + 8) else FALSE
    for i in range(load(t + 8)):
        code = load(t + 16 + (i << 3))
        if code > 127:
            return fail(m, UNKNOWN)
        kind = DIGIT if code >= 48 and code <= 57 else 0
        if is_lower_code(code) or is_upper_code(code):
            kind = ALPHA
        if kind & kinds == 0:
            found = FALSE
    return found


def text_isupper(m: int, t: int) -> int:
    """`t.isupper()`."""
    return has_case(m, t, UPPER)


def text_islower(m: int, t: int) -> int:
    """`t.islower()`."""
    return has_case(m, t, LOWER)


def has_case(m: int, t: int, how: int) -> int:
    """Whether there are large letters and no small ones, or the other way round."""
    seen = 0
    for i in range(load(t + 8)):
        code = load(t + 16 + (i << 3))
        if code > 127:
            return fail(m, UNKNOWN)
        if is_upper_code(code):
            seen = seen | UPPER
        if is_lower_code(code):
            seen = seen | LOWER
    return TRUE if seen == how else FALSE


def text_isspace(m: int, t: int) -> int:
    """`t.isspace()`."""
    for i in range(load(t + 8)):
        if not is_space(load(t + 16 + (i << 3))):
            return FALSE
    return TRUE if load(t + 8) else FALSE
