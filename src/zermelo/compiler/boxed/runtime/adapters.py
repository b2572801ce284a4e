"""What translated rules call besides: Python's meaning where the runtime hands over plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.compiler.boxed.objects import (
    ATTRIBUTE_ERROR,
    CLASS_SHIFT,
    DEEP,
    DICT,
    ERROR,
    FALSE,
    FROZENSET,
    FUNCTION,
    GENERATOR,
    INSTANCE,
    LIST,
    NONE,
    NOT_IMPLEMENTED,
    RANGE,
    SET,
    STACK_END,
    STICKY,
    TEXT,
    TUPLE,
    TYPE_ERROR,
    UNKNOWN,
    VALUE_ERROR,
)
from zermelo.compiler.boxed.runtime.words import copy_bytes, fail, load, stack_address, store

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.arithmetic import (
        add,
        as_float,
        index_word,
        int_from,
        is_number,
        is_whole,
        whole,
    )
    from zermelo.compiler.boxed.runtime.equality import is_true, same
    from zermelo.compiler.boxed.runtime.hashes import checked_key, hash_of
    from zermelo.compiler.boxed.runtime.lists import list_pop
    from zermelo.compiler.boxed.runtime.made import int_of_instance, own_repr, own_text, resume
    from zermelo.compiler.boxed.runtime.memory import (
        alloc,
        boxed_int,
        class_of,
        kind_of,
        may_change,
        new_tuple,
        truth_of,
    )
    from zermelo.compiler.boxed.runtime.operators import is_own
    from zermelo.compiler.boxed.runtime.sequences import item_at, items_of
    from zermelo.compiler.boxed.runtime.sets import (
        set_add,
        set_copy,
        set_disjoint,
        set_from,
        set_subset,
        set_update,
    )
    from zermelo.compiler.boxed.runtime.tables import dict_get, dict_put, dict_update, dict_values
    from zermelo.compiler.boxed.runtime.text_values import int_from_text, repr_of, text_of


def enter(m: int) -> int:
    """Fails where functions call each other without end."""
    if stack_address() < load(m + STACK_END):
        return fail(m, DEEP)
    return NONE


# --- objects -------------------------------------------------------------------------------------


def there(m: int, x: int) -> int:
    """A field that has a value."""
    return x if x else fail(m, ATTRIBUTE_ERROR)


def there_or(m: int, x: int, other: int) -> int:
    """A field, or what its class has in its place."""
    return x if x else there(m, other)


def put_field(m: int, x: int, place: int, value: int) -> int:
    """Gives a field a value."""
    may_change(m, x)
    store(x + place, value)
    return NONE


def first_of(m: int, x: int, other: int) -> int:
    """The first of two values; the other is worked out as well."""
    return x


def same_fields(m: int, a: int, b: int) -> int:
    """Whether two fields are equal, which may have no value."""
    if a == b:
        return 1
    if a == 0 or b == 0:
        return 0
    return same(m, a, b)


def implemented(m: int, x: int) -> int:
    """What an operator of the author's gave; one that gives NotImplemented is not for such values.

    Python would ask the other side then, which is not done here.
    """
    return fail(m, UNKNOWN) if x == NOT_IMPLEMENTED else x


def sure_truth(m: int, x: int) -> int:
    """Whether something counts as true that an author's method gave, which may have failed."""
    if x == NOT_IMPLEMENTED:
        return 0
    if x == 0:
        store(m + STICKY, 1)
        return 0
    return is_true(m, x)


def sure_hash(m: int, x: int) -> int:
    """The hash that an author's method gave, which may have failed."""
    if x == 0 or not is_whole(x):
        store(m + STICKY, 1)
        return 0
    return whole(x)


def new_function(m: int, number: int, cells: int) -> int:
    """A function that is a value."""
    found = alloc(m, 16 + 8 * cells)
    store(found, FUNCTION)
    store(found + 8, number)
    return found


def bound(m: int, number: int, x: int) -> int:
    """A method of an object, as a value."""
    found = new_function(m, number, 1)
    store(found + 16, x)
    return found


def tuple_copy(m: int, x: int) -> int:
    """A tuple like another, of its class."""
    if kind_of(x) != TUPLE:
        return fail(m, TYPE_ERROR)
    found = new_tuple(m, load(x + 8))
    copy_bytes(found + 16, x + 16, 8 * load(x + 8))
    store(found, TUPLE | class_of(x) << CLASS_SHIFT)
    return found


def hash_wrapped(m: int, x: int) -> int:
    """hash(x) in a `__hash__`, where its highest bit is of no account."""
    checked_key(m, x)
    return hash_of(m, x) << 1 | 1


def hash_boxed(m: int, x: int) -> int:
    """hash(x)"""
    if hash_of(m, x) == -1:
        return fail(m, TYPE_ERROR)
    return boxed_int(m, hash_of(m, x))


def text_of_any(m: int, x: int) -> int:
    """str(x)"""
    return own_text(m, x) if is_own(x) else text_of(m, x)


def repr_of_any(m: int, x: int) -> int:
    """repr(x)"""
    return own_repr(m, x) if is_own(x) else repr_of(m, x)


# --- dicts and sets ------------------------------------------------------------------------------


def dict_get_or(m: int, d: int, key: int, default: int) -> int:
    """d.get(key, default)"""
    found = dict_get(m, d, key)
    return found if found else default


def dict_becomes(m: int, d: int, number: int, default: int) -> int:
    """Makes a new dict a defaultdict or a Counter."""
    store(d, DICT | number << CLASS_SHIFT)
    store(d + 56, default)
    return NONE


def dict_count(m: int, d: int, key: int) -> int:
    """Counts one more of something."""
    found = dict_get(m, d, key)
    return dict_put(m, d, key, found + 2 if found else 3)


def dict_count_all(m: int, d: int, items: int) -> int:
    """Counts all of some items; a dict has counts already."""
    if kind_of(items) == DICT:
        return fail(m, UNKNOWN)
    items = items_of(m, items)
    i = 0
    while i < load(items + 8):
        dict_count(m, d, item_at(m, items, i))
        i += 1
    return NONE


def update_any(m: int, x: int, items: int) -> int:
    """x.update(items), of a set or a dict; a generator may look at it meanwhile."""
    if kind_of(x) == DICT:
        return dict_update(m, x, items)
    if kind_of(items) != GENERATOR:
        return set_update(m, x, items)
    item = resume(m, items)
    while item:
        set_add(m, x, item)
        item = resume(m, items)
    return fail(m, load(m + ERROR)) if load(m + ERROR) else NONE


def set_is_subset(m: int, s: int, items: int) -> int:
    """s.issubset(items)"""
    return truth_of(set_subset(m, s, set_from(m, items, FROZENSET)))


def set_is_superset(m: int, s: int, items: int) -> int:
    """s.issuperset(items)"""
    return truth_of(set_subset(m, set_from(m, items, FROZENSET), s))


def set_is_disjoint(m: int, s: int, items: int) -> int:
    """s.isdisjoint(items)"""
    return truth_of(set_disjoint(m, s, set_from(m, items, FROZENSET)))


def set_like(m: int, s: int) -> int:
    """A copy of a set, of its kind."""
    kind = kind_of(s)
    if kind != SET and kind != FROZENSET:
        return fail(m, TYPE_ERROR)
    return set_copy(m, s, kind)


def set_same_again(m: int, s: int) -> int:
    """s.union()"""
    return set_like(m, s)


# --- sequences and texts -------------------------------------------------------------------------


def list_popleft(m: int, x: int) -> int:
    """x.popleft(), of a deque."""
    return list_pop(m, x, 1)


def is_sequence_of(m: int, x: int, length: int) -> int:
    """Whether a pattern of so many parts fits."""
    kind = kind_of(x)
    if kind == LIST or kind == TUPLE or kind == RANGE:
        return truth_of(load(x + 8) == length >> 1)
    return FALSE


def is_sequence_from(m: int, x: int, length: int) -> int:
    """Whether a pattern of so many parts and a star fits."""
    kind = kind_of(x)
    if kind == LIST or kind == TUPLE or kind == RANGE:
        return truth_of(load(x + 8) >= length >> 1)
    return FALSE


def counter_total(m: int, d: int) -> int:
    """d.total(), of a Counter."""
    counts = dict_values(m, d)
    found = 1
    i = 0
    while i < load(counts + 8):
        found = add(m, found, item_at(m, counts, i))
        i += 1
    return found


def int_of_any(m: int, x: int) -> int:
    """int(x)"""
    if kind_of(x) == TEXT:
        return int_from_text(m, x, 10)
    if kind_of(x) == INSTANCE and not is_whole(x):
        return int_of_instance(m, x)
    return int_from(m, x)


def int_in_base(m: int, x: int, base: int) -> int:
    """int(x, base)"""
    by = index_word(m, base) >> 1
    if kind_of(x) != TEXT:
        return fail(m, TYPE_ERROR)
    if by < 2 or by > 36:
        return fail(m, VALUE_ERROR)
    return int_from_text(m, x, by)


# --- what a rule gives ---------------------------------------------------------------------------


def whole_number(m: int, x: int) -> int:
    """A whole number or a truth value, boxed as a number."""
    return index_word(m, x)


def checked_number(m: int, x: int, is_float: int) -> int:
    """A value of the game's, which is a number, and a whole one where all are."""
    if is_whole(x) or (is_float and is_number(x)):
        return x
    return fail(m, TYPE_ERROR)


def number_word(x: int, is_float: int) -> int:
    """The word that kernels have for a value of the game's."""
    return as_float(x) if is_float else whole(x)
