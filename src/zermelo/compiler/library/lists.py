"""Lists: a header of (data, count, capacity); deques, which are rings."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from zermelo.compiler.errors import Unsupported
from zermelo.compiler.intrinsics import *
from zermelo.compiler.library.items import (
    convert_items,
    items_find,
    put_between,
    repeat_items,
    repeated,
    reverse_items,
    slice_limit,
)


@cold
def list_grown(place, size, capacity):
    """By value, so that the header of a list need not be in memory."""
    more = capacity if capacity > 8 else 8
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


@inline
def list_take(xs, place, size):
    """The items of a list are those at a place from now on."""
    put(xs, "data", place)
    put(xs, "count", size)
    put(xs, "capacity", size)


@inline
def list_fill(xs, place, size):
    """Puts so many items at the end of a list that has room for them."""
    copy_items(offset(get(xs, "data"), get(xs, "count")), place, size)
    put(xs, "count", get(xs, "count") + size)


def list_extend(xs, ys):
    for i in range(count(ys)):  # of the time before: xs.extend(xs) ends
        list_append(xs, item(get(ys, "data"), i))


def list_store(xs, i, x):
    set_item(get(xs, "data"), i, x)


def list_remove_at(xs, i):
    """Takes the item at a place out."""
    place = get(xs, "data")
    size = get(xs, "count")
    x = item(place, i)
    copy_items(offset(place, i), offset(place, i + 1), size - 1 - i)
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
    at = slice_limit(i, size)
    list_append(xs, x)
    put_between(get(xs, "data"), at, size, x)


def list_replace(xs, start, size, ys):
    """xs[start:start + size] = ys."""
    place = get(xs, "data")
    extra = count(ys)
    rest = get(xs, "count") - start - size
    new = new_items(place, start + extra + rest)
    copy_items(new, place, start)
    convert_items(get(ys, "data"), offset(new, start), extra)
    copy_items(offset(new, start + extra), offset(place, start + size), rest)
    list_take(xs, new, start + extra + rest)


def list_reverse(xs):
    reverse_items(get(xs, "data"), get(xs, "count"))


def list_repeat(found, xs, times):
    size = repeated(count(xs), times)
    new = new_items(get(found, "data"), size)  # whose items may be of more types than those of xs
    repeat_items(new, size, get(xs, "data"), count(xs))
    list_take(found, new, size)


def all_different(place, size):
    """Whether no list stands in a list twice: its copy would have to do so, too."""
    for i in range(size):
        for j in range(i):
            if item(place, i) is item(place, j):
                fail(Unsupported)


def list_remove(xs, x):
    i = items_find(get(xs, "data"), 0, get(xs, "count"), x)
    if i < 0:
        fail(ValueError)
    list_remove_at(xs, i)


# --- deques --------------------------------------------------------------------------------------


def deque_place(xs, i):
    at = get(xs, "first") + i
    capacity = get(xs, "capacity")
    return at - capacity if at >= capacity else at


def deque_item(xs, i):
    return item(data(xs), deque_place(xs, i))


def deque_store(xs, i, x):
    set_item(data(xs), deque_place(xs, i), x)


def deque_more(xs):
    """Room for one more item; how many there were."""
    size = get(xs, "count")
    put(xs, "changes", get(xs, "changes") + 1)
    if size == get(xs, "capacity"):
        new = new_items(data(xs), 2 * size + 8)
        for i in range(size):
            set_item(new, i, deque_item(xs, i))
        put(xs, "data", new)
        put(xs, "capacity", 2 * size + 8)
        put(xs, "first", 0)
    put(xs, "count", size + 1)
    return size


def deque_less(xs):
    """Gives up the place of one item; how many are left."""
    size = get(xs, "count") - 1
    put(xs, "changes", get(xs, "changes") + 1)
    if size < 0:
        fail(IndexError)
    put(xs, "count", size)
    return size


def deque_append(xs, x):
    deque_store(xs, deque_more(xs), x)


def deque_append_left(xs, x):
    deque_more(xs)
    first = get(xs, "first")
    put(xs, "first", (first if first > 0 else get(xs, "capacity")) - 1)
    deque_store(xs, 0, x)


def deque_pop(xs):
    return deque_item(xs, deque_less(xs))


def deque_pop_left(xs):
    deque_less(xs)
    x = deque_item(xs, 0)
    put(xs, "first", deque_place(xs, 1))
    return x
