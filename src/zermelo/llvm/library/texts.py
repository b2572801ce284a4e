"""Strings: code points of 32 bits each."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from zermelo.llvm.errors import Unsupported
from zermelo.llvm.hashing import TEXT_FACTOR, TEXT_START
from zermelo.llvm.intrinsics import (
    copy_items,
    count,
    data,
    fail,
    item,
    new_letters,
    offset,
    set_item,
    shift_right,
    text,
)


def text_hash(s):
    total = TEXT_START
    n = count(s)
    letters = data(s)
    i = 0
    while i < n:
        total = (total ^ item(letters, i)) * TEXT_FACTOR
        i += 1
    found = total ^ shift_right(total, 32)
    return -2 if found == -1 else found


def text_sum(a, b):
    m, n = count(a), count(b)
    new = new_letters(m + n)
    copy_items(new, data(a), m)
    copy_items(offset(new, m), data(b), n)
    return new, m + n


def text_at(s, i, part):
    """Whether a part stands at a place."""
    j = 0
    n = count(part)
    while j < n:
        if item(data(s), i + j) != item(data(part), j):
            return False
        j += 1
    return True


def text_find(s, part):
    return text_find_in(s, part, 0, count(s))


def text_find_in(s, part, start, end):
    """The first place of a part in s[start:end]; -1: there is none."""
    last = end - count(part)
    i = start
    while i <= last:
        if text_at(s, i, part):
            return i
        i += 1
    return -1


def text_find_last(s, part):
    i = count(s) - count(part)
    while i >= 0:
        if text_at(s, i, part):
            return i
        i -= 1
    return -1


def text_count(s, part):
    n = count(part)
    if n == 0:
        return count(s) + 1
    found = 0
    i = 0
    last = count(s) - n
    while i <= last:
        if text_at(s, i, part):
            found += 1
            i += n
        else:
            i += 1
    return found


def text_starts(s, part):
    return count(part) <= count(s) and text_at(s, 0, part)


def text_ends(s, part):
    return count(part) <= count(s) and text_at(s, count(s) - count(part), part)


def text_replace(s, old, new):
    n = count(old)
    if n == 0:
        fail(Unsupported)
    size = count(s) + text_count(s, old) * (count(new) - n)
    found = new_letters(size)
    i = 0
    j = 0
    while i < count(s):
        if i + n <= count(s) and text_at(s, i, old):
            copy_items(offset(found, j), data(new), count(new))
            j += count(new)
            i += n
        else:
            set_item(found, j, item(data(s), i))
            j += 1
            i += 1
    return found, size


def text_join(separator, parts):
    """separator.join(parts), a list of strings."""
    total = 0
    n = count(parts)
    i = 0
    while i < n:
        total += count(item(data(parts), i))
        i += 1
    if n > 1:
        total += (n - 1) * count(separator)
    found = new_letters(total)
    at = 0
    i = 0
    while i < n:
        if i > 0:
            copy_items(offset(found, at), data(separator), count(separator))
            at += count(separator)
        part = item(data(parts), i)
        copy_items(offset(found, at), data(part), count(part))
        at += count(part)
        i += 1
    return found, total


def letter_upper(c):
    if c > 127:
        fail(Unsupported)
    return c - 32 if 97 <= c <= 122 else c


def letter_lower(c):
    if c > 127:
        fail(Unsupported)
    return c + 32 if 65 <= c <= 90 else c


def text_case(s, way):
    """upper, lower, swapcase."""
    n = count(s)
    found = new_letters(n)
    i = 0
    while i < n:
        c = item(data(s), i)
        if way == 0:
            c = letter_upper(c)
        elif way == 1:
            c = letter_lower(c)
        else:
            c = letter_lower(c) if 65 <= c <= 90 else letter_upper(c)
        set_item(found, i, c)
        i += 1
    return found, n


def text_is(s, what):
    """Isupper 0, islower 1, isdigit 2, isalpha 3, isalnum 4, isspace 5."""
    n = count(s)
    cased = False
    i = 0
    while i < n:
        c = item(data(s), i)
        if c > 127:
            fail(Unsupported)
        upper = 65 <= c <= 90
        lower = 97 <= c <= 122
        digit = 48 <= c <= 57
        if what == 0:
            if lower:
                return False
            cased = cased or upper
        elif what == 1:
            if upper:
                return False
            cased = cased or lower
        else:
            good = digit
            if what == 3:
                good = upper or lower
            elif what == 4:
                good = upper or lower or digit
            elif what == 5:
                good = is_space(c)
            if not good:
                return False
            cased = True
        i += 1
    return cased


def is_space(c):
    if c > 127:
        fail(Unsupported)
    return c == 32 or 9 <= c <= 13 or 28 <= c <= 31


def is_stripped(c, letters):
    """Whether strip() takes a letter away: one of these, or white space."""
    return is_space(c) if letters is None else has_letter(letters, c)


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


def has_letter(s, c):
    i = 0
    while i < count(s):
        if item(data(s), i) == c:
            return True
        i += 1
    return False


def part_of(s, start, end):
    return text(offset(data(s), start), end - start)


def text_split(found, s, separator):
    """s.split(separator)."""
    n = count(separator)
    if n == 0:
        fail(ValueError)
    start = 0
    while True:
        i = text_find_in(s, separator, start, count(s))
        if i < 0:
            found.append(part_of(s, start, count(s)))
            return
        found.append(part_of(s, start, i))
        start = i + n


def text_words(found, s):
    """s.split()."""
    i = 0
    while True:
        while i < count(s) and is_space(item(data(s), i)):
            i += 1
        if i >= count(s):
            return
        start = i
        while i < count(s) and not is_space(item(data(s), i)):
            i += 1
        found.append(part_of(s, start, i))


def text_lines(found, s):
    """s.splitlines(), of lines that end in a line feed."""
    start = 0
    i = 0
    while i < count(s):
        c = item(data(s), i)
        if c == 10:
            found.append(part_of(s, start, i))
            start = i + 1
        elif c == 13 or c > 126 or 11 <= c <= 12 or 28 <= c <= 30:
            fail(Unsupported)
        i += 1
    if start < count(s):
        found.append(part_of(s, start, count(s)))


def letter_text(c):
    if c < 0 or c > 1114111:
        fail(ValueError)
    found = new_letters(1)
    set_item(found, 0, c)
    return found, 1


def text_pad(s, width, fill, left, right):
    """S with fill on its sides."""
    n = count(s)
    found = new_letters(n + left + right)
    i = 0
    while i < left:
        set_item(found, i, item(data(fill), 0))
        i += 1
    copy_items(offset(found, left), data(s), n)
    i = 0
    while i < right:
        set_item(found, left + n + i, item(data(fill), 0))
        i += 1
    return found, n + left + right
