"""Items behind a pointer, of lists, tuples and strings alike."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from zermelo.llvm.errors import Unsupported
from zermelo.llvm.hashing import PRIME_5, signed
from zermelo.llvm.intrinsics import (
    copy_items,
    fail,
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


# --- sorting: stable, by merging -----------------------------------------------------------------


def sort_items(place, size):
    """A stable sort by <, in place."""
    if size <= 12:
        insertion_sort(place, 0, size)
        return
    start = 0
    while start < size:
        insertion_sort(place, start, start + 12 if start + 12 < size else size)
        start += 12
    other = new_items(place, size)
    width = 12
    while width < size:
        start = 0
        while start < size:
            middle = start + width if start + width < size else size
            end = start + 2 * width if start + 2 * width < size else size
            merge(place, other, start, middle, end)
            start += 2 * width
        copy_items(place, other, size)
        width *= 2


def insertion_sort(place, start, end):
    i = start + 1
    while i < end:
        x = item(place, i)
        j = i
        while j > start and less(x, item(place, j - 1)):
            set_item(place, j, item(place, j - 1))
            j -= 1
        set_item(place, j, x)
        i += 1


def merge(place, other, start, middle, end):
    i = start
    j = middle
    k = start
    while k < end:
        if i < middle and (j >= end or not less(item(place, j), item(place, i))):
            set_item(other, k, item(place, i))
            i += 1
        else:
            set_item(other, k, item(place, j))
            j += 1
        k += 1


def sort_by_keys(keys, place, size):
    """Sorts items by keys that stand beside them: both are moved."""
    i = 1
    while i < size:
        x = item(place, i)
        key = item(keys, i)
        j = i
        while j > 0 and less(key, item(keys, j - 1)):
            set_item(place, j, item(place, j - 1))
            set_item(keys, j, item(keys, j - 1))
            j -= 1
        set_item(place, j, x)
        set_item(keys, j, key)
        i += 1


def sort_exactly(keys, place, size, keyed):
    """As CPython sorts, comparison by comparison: for what has no total order, as sets."""
    if size < 2:
        return
    if size >= 64:
        fail(Unsupported)
    run = 2
    if less(item(keys, 1), item(keys, 0)):
        while run < size and less(item(keys, run), item(keys, run - 1)):
            run += 1
        reverse_items(keys, run)
        if keyed:
            reverse_items(place, run)
    else:
        while run < size and not less(item(keys, run), item(keys, run - 1)):
            run += 1
    while run < size:
        key = item(keys, run)
        x = item(place, run)
        low = 0
        high = run
        while low < high:
            middle = (low + high) // 2
            if less(key, item(keys, middle)):
                high = middle
            else:
                low = middle + 1
        i = run
        while i > low:
            set_item(keys, i, item(keys, i - 1))
            if keyed:
                set_item(place, i, item(place, i - 1))
            i -= 1
        set_item(keys, low, key)
        if keyed:
            set_item(place, low, x)
        run += 1


def reverse_items(place, size):
    i = 0
    j = size - 1
    while i < j:
        x = item(place, i)
        set_item(place, i, item(place, j))
        set_item(place, j, x)
        i += 1
        j -= 1
