"""Dicts, defaultdicts and Counters (see `entries`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zermelo.compiler.boxed.objects import (
    CLASS_SHIFT,
    COUNTER,
    DEFAULT_DICT,
    DICT,
    KEY_ERROR,
    NONE,
    TYPE_ERROR,
    UNKNOWN,
    VALUE_ERROR,
)
from zermelo.compiler.boxed.runtime.hashes import NO_HASH
from zermelo.compiler.boxed.runtime.words import copy_bytes, fail, load, store

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.entries import (
        delete_entry,
        find_entry,
        put_entry,
        rebuild_index,
    )
    from zermelo.compiler.boxed.runtime.equality import same
    from zermelo.compiler.boxed.runtime.hashes import hash_of
    from zermelo.compiler.boxed.runtime.made import default_value
    from zermelo.compiler.boxed.runtime.memory import (
        alloc,
        class_of,
        kind_of,
        may_change,
        new_list,
        new_tuple,
    )
    from zermelo.compiler.boxed.runtime.sequences import item_at, items_of

ZERO: Final = 1  # the whole number 0


def new_dict(m: int, room: int) -> int:
    """An empty dict with room for some entries."""
    if room < 4:
        room = 4
    found = alloc(m, 64 + 24 * room)
    store(found, DICT)
    store(found + 8, 0)
    store(found + 16, room)
    store(found + 24, found + 64)
    store(found + 32, 0)
    store(found + 40, 0)
    store(found + 48, 0)
    store(found + 56, NONE)
    return found


# --- of one key ----------------------------------------------------------------------------------


def dict_get(m: int, d: int, key: int) -> int:
    """The value of a key, or 0; also 0 for what can be no key (see `checked_key`)."""
    code = hash_of(m, key)
    if code == NO_HASH:
        return 0
    at = find_entry(m, d, key, code)
    return load(at + 16) if at else 0


def dict_item(m: int, d: int, key: int) -> int:
    """`d[key]`."""
    code = hash_of(m, key)
    if code == NO_HASH:
        return fail(m, TYPE_ERROR)
    at = find_entry(m, d, key, code)
    if at:
        return load(at + 16)
    kind = class_of(d)
    if kind == COUNTER:
        return ZERO
    if kind != DEFAULT_DICT or load(d + 56) == NONE:
        return fail(m, KEY_ERROR)
    may_change(m, d)
    value = default_value(m, d)
    put_entry(m, d, key, code, value)
    return value


def dict_put(m: int, d: int, key: int, value: int) -> int:
    """`d[key] = value`."""
    may_change(m, d)
    code = hash_of(m, key)
    if code == NO_HASH:
        return fail(m, TYPE_ERROR)
    return put_entry(m, d, key, code, value)


def dict_delete(m: int, d: int, key: int) -> int:
    """`del d[key]`."""
    may_change(m, d)
    code = hash_of(m, key)
    if code == NO_HASH:
        return fail(m, TYPE_ERROR)
    at = find_entry(m, d, key, code)
    if at:
        delete_entry(d, at)
        return NONE
    if class_of(d) == COUNTER:
        return NONE
    return fail(m, KEY_ERROR)


def dict_pop(m: int, d: int, key: int, default: int) -> int:
    """`d.pop(key, default)`; a default of 0: there is none."""
    may_change(m, d)
    if load(d + 8):  # else Python does not even ask for the hash
        code = hash_of(m, key)
        if code == NO_HASH:
            return fail(m, TYPE_ERROR)
        at = find_entry(m, d, key, code)
        if at:
            return delete_entry(d, at)
    if default == 0:
        return fail(m, KEY_ERROR)
    return default


def dict_popitem(m: int, d: int) -> int:
    """`d.popitem()`: the last one."""
    may_change(m, d)
    if load(d + 8) == 0:
        return fail(m, KEY_ERROR)
    number = load(d + 32) - 1
    at = load(d + 24) + 24 * number
    while load(at + 8) == 0:
        at -= 24
        number -= 1
    found = new_tuple(m, 2)
    store(found + 16, load(at + 8))
    store(found + 24, delete_entry(d, at))
    store(d + 32, number)
    return found


def dict_setdefault(m: int, d: int, key: int, default: int) -> int:
    """`d.setdefault(key, default)`."""
    may_change(m, d)
    code = hash_of(m, key)
    if code == NO_HASH:
        return fail(m, TYPE_ERROR)
    at = find_entry(m, d, key, code)
    if at:
        return load(at + 16)
    put_entry(m, d, key, code, default)
    return default


# --- whole dicts ---------------------------------------------------------------------------------


def dict_list(m: int, d: int, offset: int) -> int:
    """A list of one word of each entry."""
    length = load(d + 8)
    found = new_list(m, length)
    store(found + 8, length)
    to = load(found + 24)
    at = load(d + 24)
    end = at + 24 * load(d + 32)
    while at < end:
        if load(at + 8):
            store(to, load(at + offset))
            to += 8
        at += 24
    return found


def dict_keys(m: int, d: int) -> int:
    """`list(d)`."""
    return dict_list(m, d, 8)


def dict_values(m: int, d: int) -> int:
    """`list(d.values())`."""
    return dict_list(m, d, 16)


def dict_items(m: int, d: int) -> int:
    """`list(d.items())`."""
    found = dict_list(m, d, 8)
    to = load(found + 24)
    at = load(d + 24)
    end = at + 24 * load(d + 32)
    while at < end:
        if load(at + 8):
            pair = new_tuple(m, 2)
            store(pair + 16, load(at + 8))
            store(pair + 24, load(at + 16))
            store(to, pair)
            to += 8
        at += 24
    return found


def dict_copy(m: int, d: int) -> int:
    """`d.copy()`, of the same class."""
    length = load(d + 8)
    room = load(d + 16)
    mask = load(d + 40)
    is_clean = length == load(d + 32) and mask != 0 and load(load(d + 48) - 8) == length
    if not is_clean:
        room = length + (length >> 2) + 1
    found = new_dict(m, room)
    store(found, DICT | class_of(d) << CLASS_SHIFT)
    store(found + 8, length)
    store(found + 32, length)
    store(found + 56, load(d + 56))
    at = load(d + 24)
    end = at + 24 * load(d + 32)
    to = load(found + 24)
    if length == load(d + 32):
        copy_bytes(to, at, end - at)
        at = end
    while at < end:
        if load(at + 8):
            copy_bytes(to, at, 24)
            to += 24
        at += 24
    if not is_clean:
        rebuild_index(m, found)
        return found
    index = alloc(m, 8 * mask + 16)
    copy_bytes(index, load(d + 48) - 8, 8 * mask + 16)
    store(found + 40, mask)
    store(found + 48, index + 8)
    return found


def dict_clear(m: int, d: int) -> int:
    """`d.clear()`."""
    may_change(m, d)
    store(d + 8, 0)
    store(d + 32, 0)
    return rebuild_index(m, d)


def dict_update(m: int, d: int, other: int) -> int:
    """`d.update(other)`, `d |= other`: of a dict, or of pairs."""
    may_change(m, d)
    if class_of(d) == COUNTER:
        return fail(m, UNKNOWN)  # counts are added
    return dict_take(m, d, other)


def dict_take(m: int, d: int, other: int) -> int:
    """Puts all that another dict has, or pairs, into a dict that may change."""
    if d == other:
        return NONE
    if kind_of(other) == DICT:
        at = load(other + 24)
        end = at + 24 * load(other + 32)
        while at < end:
            if load(at + 8):
                put_entry(m, d, load(at + 8), load(at), load(at + 16))
            at += 24
        return NONE
    items = items_of(m, other)
    i = 0
    while i < load(items + 8):
        pair = items_of(m, item_at(m, items, i))
        if load(pair + 8) != 2:
            return fail(m, VALUE_ERROR)
        dict_put(m, d, item_at(m, pair, 0), item_at(m, pair, 1))
        i += 1
    return NONE


def dict_fromkeys(m: int, keys: int, value: int) -> int:
    """`dict.fromkeys(keys, value)`."""
    items = items_of(m, keys)
    found = new_dict(m, load(items + 8))
    i = 0
    while i < load(items + 8):
        dict_put(m, found, item_at(m, items, i), value)
        i += 1
    return found


def dict_union(m: int, a: int, b: int) -> int:
    """`a | b`, of two dicts: a defaultdict where one of them is."""
    if kind_of(b) != DICT:
        return fail(m, TYPE_ERROR)
    if class_of(a) == COUNTER or class_of(b) == COUNTER:
        return fail(m, UNKNOWN)  # the larger counts
    found = dict_copy(m, a)
    if class_of(a) == 0:
        store(found, load(found) | class_of(b) << CLASS_SHIFT)
        store(found + 56, load(b + 56))
    dict_take(m, found, b)
    return found


def dict_same(m: int, a: int, b: int) -> int:
    """Whether `a == b`, of two dicts; 1 or 0."""
    if class_of(a) == COUNTER and class_of(b) == COUNTER:
        return 1 if counts_in(m, a, b) and counts_in(m, b, a) else 0
    if load(a + 8) != load(b + 8):
        return 0
    at = load(a + 24)
    end = at + 24 * load(a + 32)
    while at < end:
        if load(at + 8):
            found = find_entry(m, b, load(at + 8), load(at))
            if found == 0:
                return 0
            value = load(found + 16)
            if value != load(at + 16) and not same(m, load(at + 16), value):
                return 0
        at += 24
    return 1


def counts_in(m: int, a: int, b: int) -> int:
    """Whether another Counter has the counts of one: 0 is the count of what is not there."""
    at = load(a + 24)
    end = at + 24 * load(a + 32)
    while at < end:
        if load(at + 8):
            found = find_entry(m, b, load(at + 8), load(at))
            if not same(m, load(at + 16), load(found + 16) if found else ZERO):
                return 0
        at += 24
    return 1
