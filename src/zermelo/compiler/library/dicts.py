"""Dicts: entries in the order in which they came, with an index by hash where there are many.

keys, values, hashes   one entry each; the hash of one that was removed is -1
used                   entries, those that were removed too
table                  2 to the power of something of places in the entries, or -1; none for few
mask                   its size less 1; 0: there is no table
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from zermelo.compiler.intrinsics import *

FEW = 8
GONE = -1


def dict_find(d, key):
    """The place of an entry; -1: there is none."""
    keys = get(d, "keys")
    hashes = get(d, "hashes")
    mask = get(d, "mask") & 4611686018427387903
    if mask == 0:
        for i in range(get(d, "used")):
            if item(hashes, i) != GONE and same(item(keys, i), key):
                return i
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
    dict_move(d, d, 2 * get(d, "count") + FEW)


def dict_copy(found, d):
    dict_move(found, d, get(d, "used") + FEW)


def dict_move(found, d, capacity):
    """The entries of d in new memory, as those of found; what was removed is left out."""
    size = get(d, "used")
    keys = new_items(get(d, "keys"), capacity)
    values = new_items(get(d, "values"), capacity)
    hashes = new_words(capacity)
    if size == get(d, "count"):
        copy_items(keys, get(d, "keys"), size)
        copy_items(values, get(d, "values"), size)
        copy_items(hashes, get(d, "hashes"), size)
    else:
        j = 0
        for i in range(size):
            if item(get(d, "hashes"), i) != GONE:
                set_item(keys, j, item(get(d, "keys"), i))
                set_item(values, j, item(get(d, "values"), i))
                set_item(hashes, j, item(get(d, "hashes"), i))
                j += 1
        size = j
    put(found, "keys", keys)
    put(found, "values", values)
    put(found, "hashes", hashes)
    put(found, "used", size)
    put(found, "count", size)
    put(found, "capacity", capacity)
    put(found, "mask", 0)
    if size >= FEW:
        dict_index(found)


@cold
def dict_index(d):
    size = 32
    while size < 3 * get(d, "capacity"):
        size *= 2
    table = new_words(size)
    for i in range(size):
        set_item(table, i, -1)
    for i in range(get(d, "used")):
        if item(get(d, "hashes"), i) != GONE:
            enter(table, size - 1, item(get(d, "hashes"), i), i)
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


def dict_clear(d):
    put(d, "used", 0)
    put(d, "count", 0)
    put(d, "capacity", 0)
    put(d, "mask", 0)


def dict_equal(a, b):
    if get(a, "count") != get(b, "count"):
        return False
    for i in range(get(a, "used")):
        if item(get(a, "hashes"), i) != GONE:
            j = dict_find(b, item(get(a, "keys"), i))
            if j < 0 or not same(item(get(a, "values"), i), item(get(b, "values"), j)):
                return False
    return True
