"""Items behind a pointer, of lists, tuples and strings alike."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from zermelo.llvm.hashing import PRIME_5, signed
from zermelo.llvm.intrinsics import (
    copy_items,
    finished,
    hash_of,
    item,
    less,
    mixed,
    new_items,
    same,
    set_item,
)

TUPLE_START = signed(PRIME_5)


def items_equal(a, m, b, n):
    if m != n:
        return False
    i = 0
    while i < m:
        if not same(item(a, i), item(b, i)):
            return False
        i += 1
    return True


def items_before(a, m, b, n):
    i = 0
    while i < m and i < n:
        if not same(item(a, i), item(b, i)):
            return less(item(a, i), item(b, i))
        i += 1
    return m < n


def items_not_behind(a, m, b, n):
    i = 0
    while i < m and i < n:
        if not same(item(a, i), item(b, i)):
            return less(item(a, i), item(b, i))
        i += 1
    return m <= n


def items_contain(a, n, x):
    i = 0
    while i < n:
        if same(item(a, i), x):
            return True
        i += 1
    return False


def items_find(a, start, n, x):
    """The first place of an item; -1: it is not there."""
    i = start
    while i < n:
        if same(item(a, i), x):
            return i
        i += 1
    return -1


def items_count(a, n, x):
    found = 0
    i = 0
    while i < n:
        if same(item(a, i), x):
            found += 1
        i += 1
    return found


def items_hash(a, n):
    total = TUPLE_START
    i = 0
    while i < n:
        total = mixed(total, hash_of(item(a, i)))
        i += 1
    return finished(total, n)


def items_sum(a, m, b, n):
    new = new_items(a, m + n)
    copy_items(new, a, m)
    i = 0
    while i < n:
        set_item(new, m + i, item(b, i))
        i += 1
    return new


def items_repeat(a, n, times):
    total = n * times if times > 0 else 0
    new = new_items(a, total)
    i = 0
    while i < total:
        set_item(new, i, item(a, i % n))
        i += 1
    return new


def times(n, number):
    return n * number if number > 0 else 0


def convert_items(source, target, n):
    i = 0
    while i < n:
        set_item(target, i, item(source, i))
        i += 1


def stepped(a, start, n, step):
    """Every step-th item."""
    new = new_items(a, n)
    i = 0
    while i < n:
        set_item(new, i, item(a, start + i * step))
        i += 1
    return new


# --- the limits of slices ------------------------------------------------------------------------


def slice_limit(i, n):
    if i < 0:
        i += n
        if i < 0:
            return 0
    return n if i > n else i


def slice_count(low, high):
    return high - low if high > low else 0


def step_start(i, missing, step, n):
    if missing:
        return 0 if step > 0 else n - 1
    if i < 0:
        i += n
        if i < 0:
            return 0 if step > 0 else -1
    if i >= n:
        return n if step > 0 else n - 1
    return i


def step_stop(i, missing, step, n):
    if missing:
        return n if step > 0 else -1
    return step_start(i, False, step, n)


def step_count(low, high, step):
    if step == 0:
        raise ValueError
    if step > 0:
        return (high - low + step - 1) // step if high > low else 0
    return (low - high - step - 1) // -step if low > high else 0


# --- ranges --------------------------------------------------------------------------------------


def range_length(r):
    start, stop, step = r.start, r.stop, r.step
    return step_count(start, stop, step)


def range_has(r, x):
    start, stop, step = r.start, r.stop, r.step
    if step > 0:
        return start <= x < stop and (x - start) % step == 0
    return stop < x <= start and (start - x) % -step == 0


def range_equal(a, b):
    m, n = range_length(a), range_length(b)
    if m != n:
        return False
    if m == 0:
        return True
    if a.start != b.start:
        return False
    return m == 1 or a.step == b.step
