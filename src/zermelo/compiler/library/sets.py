"""Sets, laid out as CPython lays them out: the order of integers and tuples of them is its own.

keys    an open table of items, a power of two of slots
table   the state of each slot: 0 empty, 1 used, 2 removed
mask    the number of slots less 1
fill    slots that are not empty
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from zermelo.bits import trailing_zeros
from zermelo.compiler.hashing import EMPTY, NEAR, REMOVED, SHIFT, TAKES_REMOVED, TEXT_FACTOR, USED
from zermelo.compiler.intrinsics import *

SLOTS = 4611686018427387903  # of a mask, without the bit that says read-only


def slots_for(mask, hash_):
    """The slots that are tried for a hash, one after the other."""
    at = hash_ & mask
    perturbed = hash_
    while True:
        yield from range(at, (at + NEAR if at + NEAR <= mask else at) + 1)
        perturbed = shift_right(perturbed, SHIFT)
        at = (at * 5 + 1 + perturbed) & mask


def set_find(s, key):
    """The slot of an item; -1: it is not there."""
    if get(s, "fill") == 0:
        return -1
    keys = get(s, "keys")
    table = get(s, "table")
    for slot in slots_for(get(s, "mask") & SLOTS, hash_of(key)):
        state = item(table, slot)
        if state == EMPTY:
            break
        if state == USED and same(item(keys, slot), key):
            return slot
    return -1


def items_of(s):
    """The items of a set, slot by slot: its table may be another one in the end."""
    if get(s, "count") > 0:
        for i in range((get(s, "mask") & SLOTS) + 1):
            if item(get(s, "table"), i) == USED:
                yield item(get(s, "keys"), i)


def set_has(s, key):
    return set_find(s, key) >= 0


def set_add(s, key):
    if get(s, "mask") == 0:
        set_open(s, 8)
    keys = get(s, "keys")
    table = get(s, "table")
    free = -1
    for slot in slots_for(get(s, "mask"), hash_of(key)):
        state = item(table, slot)
        if state == EMPTY:
            set_put(s, key, slot, free)
            return
        if state == USED and same(item(keys, slot), key):
            return
        if TAKES_REMOVED and state == REMOVED:
            free = slot


def set_put(s, key, slot, free):
    """Into an empty slot, or into one of those before it whose item was removed."""
    size = get(s, "count") + 1
    put(s, "count", size)
    if free >= 0:
        slot = free
    else:
        put(s, "fill", get(s, "fill") + 1)
    set_item(get(s, "keys"), slot, key)
    set_item(get(s, "table"), slot, USED)
    if free < 0 and get(s, "fill") * 5 >= get(s, "mask") * 3:
        set_resize(s, size * 2 if size > 50000 else size * 4)


def set_room(s, size):
    """Room for as many more items as a dict has."""
    if get(s, "mask") == 0:
        set_open(s, 8)
    if (get(s, "fill") + size) * 5 >= get(s, "mask") * 3:
        set_resize(s, (get(s, "count") + size) * 2)


def set_open(s, slots):
    """An empty table."""
    put(s, "keys", new_items(get(s, "keys"), slots))
    table = new_words(slots)
    clear_words(table, slots)
    put(s, "table", table)
    put(s, "mask", slots - 1)
    put(s, "fill", 0)
    put(s, "count", 0)


@cold
def set_resize(s, least):
    slots = 8
    while slots <= least:
        slots *= 2
    keys = get(s, "keys")
    table = get(s, "table")
    old = get(s, "mask") + 1
    size = get(s, "count")
    set_open(s, slots)
    for i in range(old):
        if item(table, i) == USED:
            set_insert(s, item(keys, i))
    put(s, "fill", size)
    put(s, "count", size)


def set_insert(s, key):
    """Into a table that has no removed items, and not this one."""
    table = get(s, "table")
    for slot in slots_for(get(s, "mask"), hash_of(key)):
        if item(table, slot) == EMPTY:
            set_item(get(s, "keys"), slot, key)
            set_item(table, slot, USED)
            return


def set_discard(s, key):
    """Takes an item out; whether it was there."""
    slot = set_find(s, key)
    if slot >= 0:
        set_item(get(s, "table"), slot, REMOVED)
        put(s, "count", get(s, "count") - 1)
    return slot >= 0


def set_remove(s, key):
    if not set_discard(s, key):
        fail(KeyError)


def set_merge(s, other):
    """S |= other, as CPython's set_merge does it: room first, then slot by slot."""
    size = get(other, "count")
    if size == 0 or s is other:
        return
    set_room(s, size)
    slots = (get(other, "mask") & SLOTS) + 1
    keys = get(other, "keys")
    table = get(other, "table")
    if get(s, "fill") == 0:
        if slots == get(s, "mask") + 1 and get(other, "fill") == size:
            for i in range(slots):
                if item(table, i) == USED:
                    set_item(get(s, "keys"), i, item(keys, i))
                    set_item(get(s, "table"), i, USED)
        else:
            for x in items_of(other):
                set_insert(s, x)
        put(s, "fill", size)
        put(s, "count", size)
        return
    for x in items_of(other):
        set_add(s, x)


def set_union(found, a, b):
    set_merge(found, a)
    if a is not b:
        set_merge(found, b)


def set_common(found, a, b):
    """A & b: the smaller one is gone through."""
    if get(b, "count") > get(a, "count"):
        set_filter(found, a, b, True)
    else:
        set_filter(found, b, a, True)


def set_without(found, a, b):
    if get(a, "count") // 4 > get(b, "count"):
        set_merge(found, a)
        set_take(found, b)
    else:
        set_filter(found, a, b, False)


def set_take(s, other):
    """S -= other."""
    if s is other:
        set_clear(s)
    if get(s, "mask") == 0:
        return
    for x in items_of(other):
        set_discard(s, x)
    size = get(s, "count")
    if get(s, "fill") - size > get(s, "mask") // 4:
        set_resize(s, size * 2 if size > 50000 else size * 4)


def set_toggle(s, other):
    """S ^= other: what is in both leaves s, the rest of other enters it."""
    if s is other:
        set_clear(s)
        return
    for x in items_of(other):
        if not set_discard(s, x):
            set_add(s, x)


def set_either(found, a, b):
    """A ^ b: a copy of b, in which the items of a change sides."""
    set_merge(found, b)
    set_toggle(found, a)


def set_filter(found, a, b, wanted):
    """The items of a that are, or are not, in b."""
    for x in items_of(a):
        if set_has(b, x) == wanted:
            set_add(found, x)


def set_within(a, b):
    """A <= b."""
    return get(a, "count") <= get(b, "count") and all(set_has(b, x) for x in items_of(a))


def set_below(a, b):
    return get(a, "count") < get(b, "count") and set_within(a, b)


def set_equal(a, b):
    return get(a, "count") == get(b, "count") and set_within(a, b)


def set_apart(a, b):
    """Whether no item is in both."""
    return not any(set_has(b, x) for x in items_of(a))


def set_pop(s):
    """As CPython: from where the last pop ended, the next used slot."""
    if get(s, "count") == 0:
        fail(KeyError)
    mask = get(s, "mask")
    slot = get(s, "finger") & mask
    while item(get(s, "table"), slot) != USED:
        slot += 1
        if slot > mask:
            slot = 0
    key = item(get(s, "keys"), slot)
    set_item(get(s, "table"), slot, REMOVED)
    put(s, "count", get(s, "count") - 1)
    put(s, "finger", slot + 1)
    return key


def set_clear(s):
    put(s, "mask", 0)
    put(s, "fill", 0)
    put(s, "count", 0)


def set_of_bits(found, bits):
    while bits != 0:
        set_add(found, trailing_zeros(bits))
        bits = bits & (bits - 1)


def set_hash(s):
    total = 0
    for x in items_of(s):
        total = total + hash_of(x) * TEXT_FACTOR
    found = total ^ shift_right(total, 29)
    return -2 if found == -1 else found
