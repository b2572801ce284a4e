"""Lists, tuples, texts and ranges by index: items, slices, and loops over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.compiler.boxed.objects import (
    CLASS_SHIFT,
    COMPLEX,
    DEQUE,
    DICT,
    ERROR,
    FIXED,
    FLOAT,
    FROZENSET,
    GENERATOR,
    INDEX_ERROR,
    INSTANCE,
    LIST,
    NONE,
    RANGE,
    SET,
    TEXT,
    TUPLE,
    TYPE_ERROR,
    VALUE_ERROR,
)
from zermelo.compiler.boxed.runtime.arithmetic import LARGEST, LOWEST
from zermelo.compiler.boxed.runtime.words import (
    copy_bytes,
    fail,
    float_less,
    float_of,
    float_same,
    int_of,
    load,
    store,
)

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.arithmetic import index_word, is_whole, whole
    from zermelo.compiler.boxed.runtime.complex_numbers import imaginary
    from zermelo.compiler.boxed.runtime.equality import same
    from zermelo.compiler.boxed.runtime.hashes import checked_key
    from zermelo.compiler.boxed.runtime.iterators import drained
    from zermelo.compiler.boxed.runtime.lists import list_pop
    from zermelo.compiler.boxed.runtime.made import (
        contains_instance,
        delete_item_of_instance,
        item_of_instance,
        loop_instance,
        put_item_of_instance,
        resume,
        size_of_instance,
    )
    from zermelo.compiler.boxed.runtime.memory import (
        class_of,
        kind_of,
        letter,
        may_change,
        new_list,
        new_tuple,
        truth_of,
    )
    from zermelo.compiler.boxed.runtime.sets import set_has, set_items
    from zermelo.compiler.boxed.runtime.tables import (
        dict_delete,
        dict_get,
        dict_item,
        dict_keys,
        dict_put,
    )
    from zermelo.compiler.boxed.runtime.texts import checked_text, member_text, text_in

# --- loops ---------------------------------------------------------------------------------------


def items_of(m: int, x: int) -> int:
    """What can be gone through by index."""
    kind = kind_of(x)
    if kind == LIST or kind == TUPLE or kind == TEXT or kind == RANGE:
        return x
    if kind == SET or kind == FROZENSET:
        return set_items(m, x)
    if kind == DICT:
        return dict_keys(m, x)
    if kind == GENERATOR:
        return drained(m, x)
    if kind == INSTANCE:
        return items_of(m, loop_instance(m, x))
    return fail(m, TYPE_ERROR)


def length_of(x: int) -> int:
    """The number of items of what has some."""
    return load(x + 8)


def item_at(m: int, x: int, i: int) -> int:
    """An item, by an index that is inside."""
    kind = load(x) & 255
    if kind == LIST:
        return load(load(x + 24) + 8 * i)
    if kind == TUPLE:
        return load(x + 16 + 8 * i)
    if kind == RANGE:
        return load(x + 16) + i * load(x + 24) << 1 | 1
    return letter(m, load(x + 16 + 8 * i))


def size(m: int, x: int) -> int:
    """len(x)"""
    kind = kind_of(x)
    if kind >= TEXT and kind <= RANGE:
        return load(x + 8) << 1 | 1
    if kind == INSTANCE:
        return size_of_instance(m, x)
    return fail(m, TYPE_ERROR)


def new_range(m: int, first: int, end: int, step: int) -> int:
    """range(first, end, step)"""
    found = new_tuple(m, 2)
    first = index_word(m, first) >> 1
    end = index_word(m, end) >> 1
    step = index_word(m, step) >> 1
    if step == 0:
        return fail(m, VALUE_ERROR)
    store(found, RANGE)
    store(found + 8, range_length(first, end, step))
    store(found + 16, first)
    store(found + 24, step)
    return found


def range_length(first: int, end: int, step: int) -> int:
    """How many numbers a range has."""
    if step > 0:
        return (end - first + step - 1) // step if end > first else 0
    return (first - end - step - 1) // -step if first > end else 0


# --- items ---------------------------------------------------------------------------------------


def item(m: int, x: int, i: int) -> int:
    """x[i]"""
    kind = kind_of(x)
    if i & 1 and i > 0 and (kind == LIST or kind == TUPLE) and i >> 1 < load(x + 8):
        return load((load(x + 24) if kind == LIST else x + 16) + 4 * (i - 1))
    return item_other(m, x, i)


def item_other(m: int, x: int, i: int) -> int:
    """x[i], of anything, by any index."""
    kind = kind_of(x)
    if kind == DICT:
        return dict_item(m, x, i)
    if kind == INSTANCE:
        return item_of_instance(m, x, i)
    if kind < TEXT or kind > RANGE or kind == SET or kind == FROZENSET:
        return fail(m, TYPE_ERROR)
    at = index_word(m, i) >> 1
    if at < 0:
        at += load(x + 8)
    if at < 0 or at >= load(x + 8):
        return fail(m, INDEX_ERROR)
    return item_at(m, x, at)


def put_item(m: int, x: int, i: int, value: int) -> int:
    """x[i] = value"""
    can = i & 1 and i > 0 and x & 7 == 0
    if can and load(x) & (255 | FIXED) == LIST and i >> 1 < load(x + 8):
        store(load(x + 24) + 4 * (i - 1), value)
        return NONE
    return put_item_other(m, x, i, value)


def put_item_other(m: int, x: int, i: int, value: int) -> int:
    """x[i] = value, of anything, by any index."""
    kind = kind_of(x)
    if kind == INSTANCE:
        return put_item_of_instance(m, x, i, value)
    if kind == DICT:
        return dict_put(m, x, i, value)
    if kind != LIST:
        return fail(m, TYPE_ERROR)
    may_change(m, x)
    at = index_word(m, i) >> 1
    if at < 0:
        at += load(x + 8)
    if at < 0 or at >= load(x + 8):
        return fail(m, INDEX_ERROR)
    store(load(x + 24) + 8 * at, value)
    return NONE


def delete_item(m: int, x: int, i: int) -> int:
    """del x[i]"""
    if kind_of(x) == DICT:
        return dict_delete(m, x, i)
    if kind_of(x) == INSTANCE:
        return delete_item_of_instance(m, x, i)
    if kind_of(x) != LIST:
        return fail(m, TYPE_ERROR)
    list_pop(m, x, i)
    return NONE


def contains(m: int, x: int, items: int) -> int:
    """Whether x is in something; a boxed truth value."""
    kind = kind_of(items)
    if kind == LIST:
        return truth_of(place_of(m, load(items + 24), load(items + 8), x) >= 0)
    if kind == TUPLE:
        return has_item(m, items, x) if class_of(items) == 0 else contains_instance(m, x, items)
    if kind == SET or kind == FROZENSET:
        return truth_of(set_has(m, items, x if kind_of(x) == SET else checked_key(m, x)))
    if kind == DICT:
        return truth_of(dict_get(m, items, checked_key(m, x)) != 0)
    if kind == TEXT:
        return truth_of(text_in(checked_text(m, member_text(x)), items))
    if kind == RANGE:
        return truth_of(range_has(items, x))
    if kind == INSTANCE:
        return contains_instance(m, x, items)
    return generator_has(m, x, items) if kind == GENERATOR else fail(m, TYPE_ERROR)


def has_item(m: int, items: int, x: int) -> int:
    """x in items, of a tuple."""
    return truth_of(place_of(m, items + 16, load(items + 8), x) >= 0)


def generator_has(m: int, x: int, items: int) -> int:
    """Whether a generator gives something; it is left behind that then."""
    found = resume(m, items)
    while found:
        if found == x or same(m, found, x):
            return truth_of(1)
        found = resume(m, items)
    return fail(m, load(m + ERROR)) if load(m + ERROR) else truth_of(0)


def range_has(items: int, x: int) -> int:
    """Whether a number is one of a range."""
    if not is_whole(x):
        is_real = kind_of(x) == FLOAT or (kind_of(x) == COMPLEX and float_same(imaginary(x), 0))
        return float_in_range(items, x) if is_real else 0
    away = whole(x) - load(items + 16)
    step = load(items + 24)
    if away % step != 0:
        return 0
    return 1 if away // step >= 0 and away // step < load(items + 8) else 0


def float_in_range(items: int, x: int) -> int:
    """Whether a float is one of the numbers of a range."""
    if float_less(load(x + 8), LOWEST) or float_less(LARGEST, load(x + 8)):
        return 0
    number = int_of(load(x + 8))
    return range_has(items, number << 1 | 1) if float_same(float_of(number), load(x + 8)) else 0


def place_of(m: int, first: int, length: int, x: int) -> int:
    """The index of an item among those at an address; -1: it is not there."""
    i = 0
    while i < length:
        y = load(first + 8 * i)
        if y == x or same(m, y, x):
            return i
        i += 1
    return -1


def index_of(m: int, items: int, x: int) -> int:
    """items.index(x), of a list or a tuple."""
    kind = kind_of(items)
    found = -1
    if kind == RANGE and is_whole(x) and range_has(items, x):
        found = (whole(x) - load(items + 16)) // load(items + 24)
    if kind == LIST:
        found = place_of(m, load(items + 24), load(items + 8), x)
    if kind == TUPLE:
        found = place_of(m, items + 16, load(items + 8), x)
    return found << 1 | 1 if found >= 0 else fail(m, VALUE_ERROR)


def count_of(m: int, items: int, x: int) -> int:
    """items.count(x), of a list or a tuple."""
    items = items_of(m, items)
    found = 0
    i = 0
    while i < load(items + 8):
        y = item_at(m, items, i)
        if y == x or same(m, y, x):
            found += 1
        i += 1
    return found << 1 | 1


# --- made of others ------------------------------------------------------------------------------


def list_from(m: int, x: int) -> int:
    """list(x)"""
    x = items_of(m, x)
    length = load(x + 8)
    found = new_list(m, length)
    store(found + 8, length)
    fill(m, load(found + 24), x)
    return found


def tuple_from(m: int, x: int) -> int:
    """tuple(x)"""
    if kind_of(x) == TUPLE and class_of(x) == 0:
        return x
    x = items_of(m, x)
    found = new_tuple(m, load(x + 8))
    fill(m, found + 16, x)
    return found


def fill(m: int, to: int, x: int) -> int:
    """Puts all items to an address."""
    kind = load(x) & 255
    length = load(x + 8)
    if kind == LIST:
        copy_bytes(to, load(x + 24), 8 * length)
        return NONE
    if kind == TUPLE:
        copy_bytes(to, x + 16, 8 * length)
        return NONE
    i = 0
    while i < length:
        store(to + 8 * i, item_at(m, x, i))
        i += 1
    return NONE


def deque_from(m: int, x: int) -> int:
    """deque(x)"""
    found = list_from(m, x)
    store(found, LIST | DEQUE << CLASS_SHIFT)
    return found
