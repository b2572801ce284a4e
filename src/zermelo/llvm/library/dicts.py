"""Dicts: entries in the order in which they came, with an index by hash where there are many.

keys, values, hashes   one entry each; the hash of one that was removed is -1
used                   entries, those that were removed too
table                  2 to the power of something of places in the entries, or -1; none for few
mask                   its size less 1; 0: there is no table
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from zermelo.llvm.intrinsics import (
    copy_items,
    fail,
    get,
    hash_of,
    item,
    new_items,
    new_words,
    put,
    same,
    set_item,
)
from zermelo.llvm.library.hints import cold

FEW = 8
GONE = -1
READ_ONLY = -9223372036854775808


def dict_find(d, key):
    """The place of an entry; -1: there is none."""
    keys = get(d, "keys")
    hashes = get(d, "hashes")
    mask = get(d, "mask") & 4611686018427387903
    if mask == 0:
        used = get(d, "used")
        i = 0
        while i < used:
            if item(hashes, i) != GONE and same(item(keys, i), key):
                return i
            i += 1
        return -1
    hash_ = hash_of(key)
    table = get(d, "table")
    at = spread(hash_) & mask
    while True:
        i = item(table, at)
        if i < 0:
            return -1
        if item(hashes, i) == hash_ and same(item(keys, i), key):
            return i
        at = (at + 1) & mask


def spread(hash_):
    """Hashes of small ints are the ints: their low bits alone would lie close together."""
    return hash_ ^ (hash_ >> 7)


def dict_has(d, key):
    return dict_find(d, key) >= 0


def dict_get(d, key):
    i = dict_find(d, key)
    if i < 0:
        fail(KeyError)
    return item(get(d, "values"), i)


def dict_set(d, key, value):
    i = dict_find(d, key)
    if i < 0:
        i = dict_add(d, key)
    set_item(get(d, "values"), i, value)


def dict_add(d, key):
    """The place of a new entry, whose key was not found."""
    if get(d, "used") == get(d, "capacity"):
        dict_grow(d)
    i = get(d, "used")
    hash_ = hash_of(key)
    set_item(get(d, "keys"), i, key)
    set_item(get(d, "hashes"), i, hash_)
    put(d, "used", i + 1)
    put(d, "count", get(d, "count") + 1)
    mask = get(d, "mask")
    if mask != 0:
        enter(get(d, "table"), mask, hash_, i)
    elif i >= FEW:
        dict_index(d)
    return i


def enter(table, mask, hash_, i):
    at = spread(hash_) & mask
    while item(table, at) >= 0:
        at = (at + 1) & mask
    set_item(table, at, i)


@cold
def dict_grow(d):
    """Room for more entries; those that were removed are left out."""
    size = get(d, "used")
    capacity = 2 * get(d, "count") + FEW
    keys = new_items(get(d, "keys"), capacity)
    values = new_items(get(d, "values"), capacity)
    hashes = new_words(capacity)
    i = 0
    j = 0
    while i < size:
        if item(get(d, "hashes"), i) != GONE:
            set_item(keys, j, item(get(d, "keys"), i))
            set_item(values, j, item(get(d, "values"), i))
            set_item(hashes, j, item(get(d, "hashes"), i))
            j += 1
        i += 1
    put(d, "keys", keys)
    put(d, "values", values)
    put(d, "hashes", hashes)
    put(d, "used", j)
    put(d, "capacity", capacity)
    if j >= FEW:
        dict_index(d)
    else:
        put(d, "mask", 0)


@cold
def dict_index(d):
    size = 32
    while size < 3 * get(d, "capacity"):
        size *= 2
    table = new_words(size)
    i = 0
    while i < size:
        set_item(table, i, -1)
        i += 1
    i = 0
    while i < get(d, "used"):
        if item(get(d, "hashes"), i) != GONE:
            enter(table, size - 1, item(get(d, "hashes"), i), i)
        i += 1
    put(d, "table", table)
    put(d, "mask", size - 1)


def dict_remove(d, key):
    """Takes an entry out and gives its value."""
    i = dict_find(d, key)
    if i < 0:
        fail(KeyError)
    return dict_remove_at(d, i)


def dict_remove_at(d, i):
    value = item(get(d, "values"), i)
    set_item(get(d, "hashes"), i, GONE)
    put(d, "count", get(d, "count") - 1)
    return value


def dict_last(d):
    """The place of the last entry."""
    i = get(d, "used") - 1
    while i >= 0 and item(get(d, "hashes"), i) == GONE:
        i -= 1
    if i < 0:
        fail(KeyError)
    return i


def dict_clear(d):
    put(d, "used", 0)
    put(d, "count", 0)
    put(d, "capacity", 0)
    put(d, "mask", 0)


def dict_copy(found, d):
    size = get(d, "used")
    capacity = size + FEW
    keys = new_items(get(d, "keys"), capacity)
    values = new_items(get(d, "values"), capacity)
    hashes = new_words(capacity)
    copy_items(keys, get(d, "keys"), size)
    copy_items(values, get(d, "values"), size)
    copy_items(hashes, get(d, "hashes"), size)
    put(found, "keys", keys)
    put(found, "values", values)
    put(found, "hashes", hashes)
    put(found, "used", size)
    put(found, "count", get(d, "count"))
    put(found, "capacity", capacity)
    if size >= FEW:
        dict_index(found)


def dict_equal(a, b):
    if get(a, "count") != get(b, "count"):
        return False
    i = 0
    while i < get(a, "used"):
        if item(get(a, "hashes"), i) != GONE:
            j = dict_find(b, item(get(a, "keys"), i))
            if j < 0:
                return False
            if not same(item(get(a, "values"), i), item(get(b, "values"), j)):
                return False
        i += 1
    return True
