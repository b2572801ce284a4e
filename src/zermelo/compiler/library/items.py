"""Items behind a pointer, of lists, tuples and strings alike."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from zermelo.compiler.hashing import PRIME_5, signed
from zermelo.compiler.intrinsics import *

TUPLE_START = signed(PRIME_5)


def items_equal(a, m, b, n):
    return m == n and all(same(item(a, i), item(b, i)) for i in range(m))


def items_before(a, m, b, n, or_equal):
    """Whether some items come before others: the first that differ decide."""
    for i in range(min(m, n)):
        if not same(item(a, i), item(b, i)):
            return less(item(a, i), item(b, i))
    return m < n or (or_equal and m == n)


def items_contain(a, n, x):
    return items_find(a, 0, n, x) >= 0


def items_find(a, start, n, x):
    """The first place of an item; -1: it is not there."""
    for i in range(start, n):
        if same(item(a, i), x):
            return i
    return -1


def items_count(a, n, x):
    return sum(same(item(a, i), x) for i in range(n))


def items_hash(a, n):
    total = TUPLE_START
    for i in range(n):
        total = mixed(total, hash_of(item(a, i)))
    return finished(total, n)


def items_sum(a, m, b, n):
    new = new_items(a, m + n)
    copy_items(new, a, m)
    copy_items(offset(new, m), b, n)
    return new


def items_repeat(a, n, times):
    new = new_items(a, repeated(n, times))
    repeat_items(new, repeated(n, times), a, n)
    return new


def repeat_items(target, size, a, n):
    for i in range(size):
        set_item(target, i, item(a, i % n))


def combinations_of(pool, r):
    """All choices of r items, in the order of their places."""
    if r < 0:
        fail(ValueError)
    found = []
    places = list(range(r))
    while r <= len(pool):
        found.append(tuple([pool[i] for i in places]))
        last = r - 1  # the last place that can move on
        while last >= 0 and places[last] == len(pool) - r + last:
            last -= 1
        if last < 0:
            break
        places = places[:last] + [places[last] + 1 + i for i in range(r - last)]
    return found


def repeated(n, times):
    return multiply_checked(n, times) if times > 0 else 0


def convert_items(source, target, n):
    for i in range(n):
        set_item(target, i, item(source, i))


def stepped(a, start, n, step):
    """Every step-th item."""
    new = new_items(a, n)
    for i in range(n):
        set_item(new, i, item(a, start + i * step))
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


def step_start(i, step, n):
    if i is None:
        return 0 if step > 0 else n - 1
    if i < 0:
        i += n
        if i < 0:
            return 0 if step > 0 else -1
    if i >= n:
        return n if step > 0 else n - 1
    return i


def step_stop(i, step, n):
    if i is None:
        return n if step > 0 else -1
    return step_start(i, step, n)


def step_count(low, high, step):
    if step == 0:
        raise ValueError
    if step > 0:
        return (high - low + step - 1) // step if high > low else 0
    return (low - high - step - 1) // -step if low > high else 0


def range_length(r):
    return step_count(r.start, r.stop, r.step)


def range_has(r, x):
    start, stop, step = r.start, r.stop, r.step
    if step > 0:
        return start <= x < stop and (x - start) % step == 0
    return stop < x <= start and (start - x) % -step == 0


# --- sorting: stable, by merging -----------------------------------------------------------------


def sort_items(place, size):
    """A stable sort by <, in place."""
    if size <= 12:
        insertion_sort(place, 0, size)
        return
    for start in range(0, size, 12):
        insertion_sort(place, start, min(start + 12, size))
    other = new_items(place, size)
    width = 12
    while width < size:
        for start in range(0, size, 2 * width):
            merge(place, other, start, min(start + width, size), min(start + 2 * width, size))
        copy_items(place, other, size)
        width *= 2


def insertion_sort(place, start, end):
    for i in range(start + 1, end):
        x = item(place, i)
        j = i
        while j > start and less(x, item(place, j - 1)):
            set_item(place, j, item(place, j - 1))
            j -= 1
        set_item(place, j, x)


def merge(place, other, start, middle, end):
    i = start
    j = middle
    for k in range(start, end):
        if i < middle and (j >= end or not less(item(place, j), item(place, i))):
            set_item(other, k, item(place, i))
            i += 1
        else:
            set_item(other, k, item(place, j))
            j += 1


def sort_by_keys(keys, place, size):
    """Sorts items by keys that stand beside them: both are moved."""
    for i in range(1, size):
        x = item(place, i)
        key = item(keys, i)
        j = i
        while j > 0 and less(key, item(keys, j - 1)):
            set_item(place, j, item(place, j - 1))
            set_item(keys, j, item(keys, j - 1))
            j -= 1
        set_item(place, j, x)
        set_item(keys, j, key)


def put_between(place, at, end, x):
    """Puts an item at a place; those from there to the end move on by one."""
    copy_items(offset(place, at + 1), offset(place, at), end - at)
    set_item(place, at, x)


def reverse_items(place, size):
    for i in range(size // 2):
        x = item(place, i)
        set_item(place, i, item(place, size - 1 - i))
        set_item(place, size - 1 - i, x)


# --- iterators that are kept ---------------------------------------------------------------------


@checked
def each_of(xs):
    for x in xs:  # noqa: UP028
        yield x


@checked
def numbered(xs, i):
    for x in xs:
        yield i, x
        i += 1


@checked
def in_pairs(xs, ys):
    i = 0
    while i < len(xs) and i < len(ys):
        yield xs[i], ys[i]
        i += 1


@checked
def one_behind_other(xs, ys):
    for x in xs:  # noqa: UP028
        yield x
    for y in ys:  # noqa: UP028
        yield y


@checked
def mapped(work, xs):
    for x in xs:
        yield work(x)


@checked
def filtered(work, xs):
    for x in xs:
        if work(x):
            yield x
