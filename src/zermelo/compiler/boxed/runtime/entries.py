"""The entries of dicts, in the order in which they came, and an index of them where they are many.

    head, length, room, address of the entries, entries in use, mask, address of the index, default

An entry is a hash, a key and a value; one that was deleted has the key 0. Beyond `FEW` entries the
index finds them: open addresses, in each the number of an entry and 1, or 0; the word before them
says how many are in use. It may name entries that are gone, or others by now: the hash and the key
of an entry are looked at in any case. A mask of 0: there is no index, however many entries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zermelo.compiler.boxed.objects import NONE
from zermelo.compiler.boxed.runtime.words import copy_bytes, load, logical_shift, store

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.equality import same
    from zermelo.compiler.boxed.runtime.memory import alloc

FEW: Final = 8


def find_entry(m: int, d: int, key: int, code: int) -> int:
    """The address of the entry of a key, by its hash; 0 where there is none."""
    entries = load(d + 24)
    mask = load(d + 40)
    if mask == 0:
        end = entries + 24 * load(d + 32)
        while entries < end:
            if load(entries) == code:
                found = load(entries + 8)
                if found == key or (found != 0 and same(m, found, key)):
                    return entries
            entries += 24
        return 0
    index = load(d + 48)
    perturb = code
    i = code & mask
    number = load(index + 8 * i)
    while number:
        at = entries + 24 * (number - 1)
        if load(at) == code:
            found = load(at + 8)
            if found == key or (found != 0 and same(m, found, key)):
                return at
        perturb = logical_shift(perturb, 5)
        i = (i * 5 + 1 + perturb) & mask
        number = load(index + 8 * i)
    return 0


def index_entry(d: int, number: int, code: int) -> int:
    """Puts an entry into the index."""
    mask = load(d + 40)
    index = load(d + 48)
    perturb = code
    i = code & mask
    while load(index + 8 * i):
        perturb = logical_shift(perturb, 5)
        i = (i * 5 + 1 + perturb) & mask
    store(index + 8 * i, number + 1)
    store(index - 8, load(index - 8) + 1)
    return 0


def rebuild_index(m: int, d: int) -> int:
    """Makes the index anew, with two places or more for each entry that there is room for."""
    if load(d + 40) == 0 and load(d + 32) <= FEW:
        return NONE
    size = 16
    while size < 2 * load(d + 16):
        size = size << 1
    index = load(d + 48)
    if load(d + 40) != size - 1:
        index = alloc(m, 8 * size + 8) + 8
        store(d + 40, size - 1)
        store(d + 48, index)
    i = -1
    while i < size:
        store(index + 8 * i, 0)
        i += 1
    entries = load(d + 24)
    i = 0
    while i < load(d + 32):
        if load(entries + 24 * i + 8):
            index_entry(d, i, load(entries + 24 * i))
        i += 1
    return NONE


def more_room(m: int, d: int) -> int:
    """Makes room for an entry: those that are gone make it, where they are many."""
    room = load(d + 16)
    old = load(d + 24)
    end = old + 24 * load(d + 32)
    entries = old
    if 4 * load(d + 8) > 3 * room:
        room = 2 * room
        if room < FEW:
            room = FEW
        entries = alloc(m, 24 * room)
    to = entries
    while old < end:
        if load(old + 8):
            copy_bytes(to, old, 24)
            to += 24
        old += 24
    store(d + 16, room)
    store(d + 24, entries)
    store(d + 32, load(d + 8))
    return rebuild_index(m, d)


def put_entry(m: int, d: int, key: int, code: int, value: int) -> int:
    """Puts a value in a dict that may change, by the hash of the key."""
    at = find_entry(m, d, key, code)
    if at:
        store(at + 16, value)
        return NONE
    if load(d + 32) == load(d + 16):
        more_room(m, d)
    number = load(d + 32)
    at = load(d + 24) + 24 * number
    store(at, code)
    store(at + 8, key)
    store(at + 16, value)
    store(d + 8, load(d + 8) + 1)
    store(d + 32, number + 1)
    if load(d + 40):
        if 3 * load(load(d + 48) - 8) > 2 * load(d + 40):
            return rebuild_index(m, d)  # with the new entry
        index_entry(d, number, code)
    elif number >= FEW:
        return rebuild_index(m, d)
    return NONE


def delete_entry(d: int, at: int) -> int:
    """Marks an entry as gone; gives its value."""
    found = load(at + 16)
    store(at + 8, 0)
    store(d + 8, load(d + 8) - 1)
    return found
