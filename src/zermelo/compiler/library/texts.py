"""Strings: code points of 32 bits each."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from zermelo.compiler.errors import Unsupported
from zermelo.compiler.hashing import TEXT_FACTOR, TEXT_START
from zermelo.compiler.intrinsics import *
from zermelo.compiler.library.items import items_contain, items_equal


def text_hash(s):
    total = TEXT_START
    for i in range(count(s)):
        total = (total ^ item(data(s), i)) * TEXT_FACTOR
    found = total ^ shift_right(total, 32)
    return -2 if found == -1 else found


def text_sum(a, b):
    m, n = count(a), count(b)
    new = new_letters(m + n)
    copy_items(new, data(a), m)
    copy_items(offset(new, m), data(b), n)
    return text(new, m + n)


def part_of(s, start, end):
    return text(offset(data(s), start), end - start)


def text_at(s, i, part):
    """Whether a part stands at a place."""
    return items_equal(offset(data(s), i), count(part), data(part), count(part))


def text_find(s, part):
    return text_find_in(s, part, 0, count(s))


def text_find_in(s, part, start, end):
    """The first place of a part in s[start:end]; -1: there is none."""
    for i in range(start, end - count(part) + 1):
        if text_at(s, i, part):
            return i
    return -1


def text_find_last(s, part):
    for i in range(count(s) - count(part), -1, -1):
        if text_at(s, i, part):
            return i
    return -1


def places_of(s, part):
    """Where a part stands that does not overlap the one before."""
    i = 0
    while i + count(part) <= count(s):
        if text_at(s, i, part):
            yield i
            i += count(part)
        else:
            i += 1


def text_count(s, part):
    if count(part) == 0:
        return count(s) + 1
    found = 0
    for _place in places_of(s, part):
        found += 1
    return found


def text_starts(s, part):
    return count(part) <= count(s) and text_at(s, 0, part)


def text_ends(s, part):
    return count(part) <= count(s) and text_at(s, count(s) - count(part), part)


def text_split(found, s, separator):
    """s.split(separator)."""
    if count(separator) == 0:
        fail(ValueError)
    start = 0
    for i in places_of(s, separator):
        found.append(part_of(s, start, i))
        start = i + count(separator)
    found.append(part_of(s, start, count(s)))


def text_replace(s, old, new, most):
    if count(old) == 0:
        fail(Unsupported)
    left = text_count(s, old) if most < 0 else min(most, text_count(s, old))
    size = count(s) + left * (count(new) - count(old))
    found = new_letters(size)
    start = 0
    at = 0
    for i in places_of(s, old):
        if left == 0:
            break
        left -= 1
        copy_items(offset(found, at), offset(data(s), start), i - start)
        at += i - start
        copy_items(offset(found, at), data(new), count(new))
        at += count(new)
        start = i + count(old)
    copy_items(offset(found, at), offset(data(s), start), count(s) - start)
    return text(found, size)


def text_join(separator, parts):
    """separator.join(parts), a list of strings."""
    total = 0
    for i in range(count(parts)):
        total += count(item(data(parts), i)) + (count(separator) if i > 0 else 0)
    found = new_letters(total)
    at = 0
    for i in range(count(parts)):
        if i > 0:
            copy_items(offset(found, at), data(separator), count(separator))
            at += count(separator)
        part = item(data(parts), i)
        copy_items(offset(found, at), data(part), count(part))
        at += count(part)
    return text(found, total)


def text_padded(s, width, fill, left):
    """S with fill before or behind it."""
    lack = width - count(s)
    if count(fill) != 1:
        fail(TypeError)
    if lack <= 0:
        return s
    found = new_letters(width)
    for i in range(width):
        set_item(found, i, item(data(fill), 0))
    copy_items(offset(found, lack if left else 0), data(s), count(s))
    return text(found, width)


# --- letters, of ASCII alone ---------------------------------------------------------------------


def text_case(s, way):
    """Upper 0, lower 1, swapcase 2."""
    found = new_letters(count(s))
    for i in range(count(s)):
        c = item(data(s), i)
        if c > 127:
            fail(Unsupported)
        if 97 <= c <= 122 and way != 1:
            c -= 32
        elif 65 <= c <= 90 and way != 0:
            c += 32
        set_item(found, i, c)
    return text(found, count(s))


def text_is(s, what):
    """Isupper 0, islower 1, isdigit 2, isalpha 3, isalnum 4, isspace 5."""
    some = False
    for i in range(count(s)):
        c = item(data(s), i)
        if c > 127:
            fail(Unsupported)
        upper = 65 <= c <= 90
        lower = 97 <= c <= 122
        digit = 48 <= c <= 57
        good = upper or lower
        if what <= 1:
            if lower if what == 0 else upper:
                return False
        else:
            if what == 5:
                good = is_space(c)
            elif what != 3:
                good = digit or (what == 4 and good)
            if not good:
                return False
        some = some or good
    return some


def is_space(c):
    if c > 127:
        fail(Unsupported)
    return c == 32 or 9 <= c <= 13 or 28 <= c <= 31


def letter_text(c):
    if c < 0 or c > 1114111:
        fail(ValueError)
    found = new_letters(1)
    set_item(found, 0, c)
    return text(found, 1)


# --- white space and lines -----------------------------------------------------------------------


def is_stripped(c, letters):
    """Whether strip() takes a letter away: one of these, or white space."""
    return is_space(c) if letters is None else items_contain(data(letters), count(letters), c)


def strip_start(s, letters):
    i = 0
    while i < count(s) and is_stripped(item(data(s), i), letters):
        i += 1
    return i


def strip_end(s, start, letters):
    i = count(s)
    while i > start and is_stripped(item(data(s), i - 1), letters):
        i -= 1
    return i


def text_words(found, s):
    """s.split()."""
    start = -1
    for i in range(count(s)):
        if is_space(item(data(s), i)):
            if start >= 0:
                found.append(part_of(s, start, i))
            start = -1
        elif start < 0:
            start = i
    if start >= 0:
        found.append(part_of(s, start, count(s)))
