"""Lists: a header of (data, count, capacity); deques, which are rings."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from zermelo.llvm.errors import Unsupported
from zermelo.llvm.intrinsics import (
    copy_items,
    count,
    data,
    extend_in_place,
    fail,
    get,
    item,
    less,
    new_items,
    put,
    same,
    set_item,
)
from zermelo.llvm.library.hints import cold, inline


@cold
def list_grown(place, size, capacity):
    """By value, so that the header of a list need not be in memory."""
    more = capacity if capacity > 4 else 4
    if extend_in_place(place, capacity, more):
        return place, capacity + more
    new = new_items(place, capacity + more)
    copy_items(new, place, size)
    return new, capacity + more


@inline
def list_append(xs, x):
    size = get(xs, "count")
    if size == get(xs, "capacity"):
        place, capacity = list_grown(get(xs, "data"), size, size)
        put(xs, "data", place)
        put(xs, "capacity", capacity)
    set_item(get(xs, "data"), size, x)
    put(xs, "count", size + 1)


def list_reserve(xs, size):
    if size > 0:
        put(xs, "data", new_items(get(xs, "data"), size))
        put(xs, "capacity", size)


@inline
def list_copy(xs, place, size):
    new = new_items(get(xs, "data"), size)
    copy_items(new, place, size)
    put(xs, "data", new)
    put(xs, "count", size)
    put(xs, "capacity", size)


def list_extend(xs, ys):
    i = 0
    size = count(ys)  # of the time before: xs.extend(xs) ends
    while i < size:
        list_append(xs, item(get(ys, "data"), i))
        i += 1


def list_store(xs, i, x):
    set_item(get(xs, "data"), i, x)


def list_remove_at(xs, i):
    """Takes the item at a place out."""
    place = get(xs, "data")
    size = get(xs, "count")
    x = item(place, i)
    while i + 1 < size:
        set_item(place, i, item(place, i + 1))
        i += 1
    put(xs, "count", size - 1)
    return x


def list_pop(xs):
    size = get(xs, "count")
    if size == 0:
        fail(IndexError)
    put(xs, "count", size - 1)
    return item(get(xs, "data"), size - 1)


def list_insert(xs, i, x):
    size = get(xs, "count")
    if i < 0:
        i += size
        if i < 0:
            i = 0
    if i > size:
        i = size
    list_append(xs, x)
    place = get(xs, "data")
    j = size
    while j > i:
        set_item(place, j, item(place, j - 1))
        j -= 1
    set_item(place, i, x)


def list_replace(xs, start, size, ys):
    """xs[start:start + size] = ys."""
    place = get(xs, "data")
    old = get(xs, "count")
    extra = count(ys)
    total = old - size + extra
    new = new_items(place, total)
    copy_items(new, place, start)
    i = 0
    while i < extra:
        set_item(new, start + i, item(get(ys, "data"), i))
        i += 1
    i = start + size
    while i < old:
        set_item(new, i - size + extra, item(place, i))
        i += 1
    put(xs, "data", new)
    put(xs, "count", total)
    put(xs, "capacity", total)


def list_reverse(xs):
    place = get(xs, "data")
    i = 0
    j = get(xs, "count") - 1
    while i < j:
        x = item(place, i)
        set_item(place, i, item(place, j))
        set_item(place, j, x)
        i += 1
        j -= 1


def list_repeat(found, xs, times):
    size = count(xs)
    total = size * times if times > 0 else 0
    source = get(xs, "data")
    new = new_items(source, total)
    i = 0
    while i < total:
        set_item(new, i, item(source, i % size))
        i += 1
    put(found, "data", new)
    put(found, "count", total)
    put(found, "capacity", total)


def all_different(place, size):
    """Whether no list stands in a list twice: its copy would have to do so, too."""
    i = 0
    while i < size:
        j = 0
        while j < i:
            if item(place, i) is item(place, j):
                fail(Unsupported)
            j += 1
        i += 1


def list_remove(xs, x):
    place = get(xs, "data")
    size = get(xs, "count")
    i = 0
    while i < size:
        if same(item(place, i), x):
            list_remove_at(xs, i)
            return
        i += 1
    fail(ValueError)


# --- heaps, as in CPython's heapq: the order of equal items is its own ---------------------------


def heap_down(xs, start, at):
    """Moves the item at a place towards the start, until its parent is not greater."""
    place = get(xs, "data")
    x = item(place, at)
    while at > start:
        above = (at - 1) >> 1
        if not less(x, item(place, above)):
            break
        set_item(place, at, item(place, above))
        at = above
    set_item(place, at, x)


def heap_up(xs, at):
    """Moves the smaller children up to a leaf, and its item down from there."""
    place = get(xs, "data")
    end = count(xs)
    start = at
    x = item(place, at)
    child = 2 * at + 1
    while child < end:
        if child + 1 < end and not less(item(place, child), item(place, child + 1)):
            child += 1
        set_item(place, at, item(place, child))
        at = child
        child = 2 * at + 1
    set_item(place, at, x)
    heap_down(xs, start, at)


def heap_pop(xs):
    last = list_pop(xs)
    if count(xs) == 0:
        return last
    first = item(get(xs, "data"), 0)
    set_item(get(xs, "data"), 0, last)
    heap_up(xs, 0)
    return first


def heap_make(xs):
    i = count(xs) // 2 - 1
    while i >= 0:
        heap_up(xs, i)
        i -= 1


# --- deques --------------------------------------------------------------------------------------


def deque_item(xs, i):
    at = get(xs, "first") + i
    capacity = get(xs, "capacity")
    return item(data(xs), at - capacity if at >= capacity else at)


def deque_store(xs, i, x):
    at = get(xs, "first") + i
    capacity = get(xs, "capacity")
    set_item(data(xs), at - capacity if at >= capacity else at, x)


def deque_grow(xs):
    size = get(xs, "count")
    new = new_items(data(xs), 2 * size + 8)
    i = 0
    while i < size:
        set_item(new, i, deque_item(xs, i))
        i += 1
    put(xs, "data", new)
    put(xs, "capacity", 2 * size + 8)
    put(xs, "first", 0)


def deque_append(xs, x):
    size = get(xs, "count")
    put(xs, "changes", get(xs, "changes") + 1)
    if size == get(xs, "capacity"):
        deque_grow(xs)
    put(xs, "count", size + 1)
    deque_store(xs, size, x)


def deque_append_left(xs, x):
    size = get(xs, "count")
    put(xs, "changes", get(xs, "changes") + 1)
    if size == get(xs, "capacity"):
        deque_grow(xs)
    first = get(xs, "first") - 1
    if first < 0:
        first += get(xs, "capacity")
    put(xs, "first", first)
    put(xs, "count", size + 1)
    deque_store(xs, 0, x)


def deque_pop(xs):
    size = get(xs, "count")
    put(xs, "changes", get(xs, "changes") + 1)
    if size == 0:
        fail(IndexError)
    x = deque_item(xs, size - 1)
    put(xs, "count", size - 1)
    return x


def deque_pop_left(xs):
    size = get(xs, "count")
    put(xs, "changes", get(xs, "changes") + 1)
    if size == 0:
        fail(IndexError)
    x = deque_item(xs, 0)
    first = get(xs, "first") + 1
    put(xs, "first", 0 if first == get(xs, "capacity") else first)
    put(xs, "count", size - 1)
    return x


def deque_equal(xs, ys):
    size = get(xs, "count")
    if size != get(ys, "count"):
        return False
    i = 0
    while i < size:
        if not same(deque_item(xs, i), deque_item(ys, i)):
            return False
        i += 1
    return True


def deque_rotate(xs, n):
    size = get(xs, "count")
    if size > 0:
        n = n % size
        while n > 0:
            deque_append_left(xs, deque_pop(xs))
            n -= 1
