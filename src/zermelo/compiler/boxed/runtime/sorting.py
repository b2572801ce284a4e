"""Sorting boxed lists: functions of words.

All is compared as CPython 3.11 compares it, one for one, so that keys which have no order (sets, an
author's own `__lt__`) come out as they do there, also where a comparison fails; but for a few whole
numbers, for which all ways come to the same. There is an array of keys, the names, and one of
values beside it (0: none). Sorted runs wait to be merged:

    RUNS       patience, number of runs, names, values, spare names, spare values, length of all;
               of a merge: is it from the right, where the next item goes, and for the run that
               waits in the spare arrays and the other one: next item, how many, arrays;
               of each run: where it begins, its length, its power
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zermelo.compiler.boxed.objects import CHANGED, FALSE, FIXED, NONE, TRUE
from zermelo.compiler.boxed.runtime.words import copy_bytes, fail, load, store, unchecked

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.equality import less
    from zermelo.compiler.boxed.runtime.memory import alloc

SHORT: Final = 64  # what is inserted, not merged
GALLOP: Final = 7  # as often as this one side must win before it is galloped through
NAMES: Final = 16
SPARE: Final = 32
LENGTH: Final = 48
IS_HIGH: Final = 56
TO: Final = 64
KEPT: Final = 72
OTHER: Final = 96
FIRST_RUN: Final = 120
ROOM: Final = 120 + 24 * 85  # more runs cannot wait


def sort_list(m: int, items: int, keys: int, is_reversed: int) -> int:
    """Sorts a list in place by a list of keys, which is sorted too (NONE: by the items)."""
    if load(items) & FIXED:
        return fail(m, CHANGED)
    count = load(items + 8)
    if count < 2:
        return NONE
    names = load((items if keys == NONE else keys) + 24)
    values = 0 if keys == NONE else load(items + 24)
    # As in CPython: what is turned round before and behind stays stable.
    if is_reversed:
        reverse_both(names, values, 0, count)
    found = NONE
    if count < SHORT and all_whole(names, count):
        insert_whole(names, values, count)
    else:
        found = unchecked(merge_runs(m, names, values, count))
    if is_reversed:
        reverse_both(names, values, 0, count)
    return found  # 0 where it has failed


def reverse_both(names: int, values: int, first: int, end: int) -> int:
    """Turns round a part of both arrays."""
    for i in range((end - first) >> 1):
        exchange_words(names, first + i, end - 1 - i)
        exchange_words(values, first + i, end - 1 - i)
    return 1


def exchange_words(array: int, i: int, k: int) -> int:
    """Exchanges two items of an array."""
    if array:
        item = load(array + (i << 3))
        store(array + (i << 3), load(array + (k << 3)))
        store(array + (k << 3), item)
    return 1


def put_before(array: int, i: int, at: int) -> int:
    """Moves an item of an array to a place before it."""
    if array and at < i:
        item = load(array + (i << 3))
        copy_bytes(array + (at << 3) + 8, array + (at << 3), (i - at) << 3)
        store(array + (at << 3), item)
    return 1


def all_whole(at: int, count: int) -> int:
    """Whether all of an array are whole numbers."""
    for i in range(count):
        if load(at + (i << 3)) & 1 == 0:
            return 0
    return 1


def insert_whole(names: int, values: int, count: int) -> int:
    """Sorts by whole numbers, the words of which are in the order of the numbers."""
    for i in range(1, count):
        at = i
        while at > 0 and load(names + (i << 3)) < load(names + (at << 3) - 8):
            at -= 1
        put_before(names, i, at)
        put_before(values, i, at)
    return 1


def merge_runs(m: int, names: int, values: int, count: int) -> int:
    """Makes runs and merges them; a short array becomes one run."""
    if count < SHORT:
        start = run_at(m, names, values, 0, count) >> 1
        return insert_by_halving(m, names, values, 0, start, count)
    runs = alloc(m, ROOM)
    store(runs, GALLOP)
    store(runs + 8, 0)
    store(runs + NAMES, names)
    store(runs + NAMES + 8, values)
    store(runs + SPARE, alloc(m, count << 3))
    store(runs + SPARE + 8, alloc(m, count << 3) if values else 0)
    store(runs + LENGTH, count)
    least = count
    rest = 0
    while least >= SHORT:
        rest = rest | (least & 1)
        least = least >> 1
    least += rest
    first = 0
    while first < count:
        end = first + (run_at(m, names, values, first, count) >> 1)
        if end - first < least:
            start = end
            end = first + least if first + least < count else count
            insert_by_halving(m, names, values, first, start, end)
        add_run(m, runs, first, end - first)
        first = end
    while load(runs + 8) > 1:
        i = load(runs + 8) - 2
        if i > 0 and load(run_place(runs, i - 1) + 8) < load(run_place(runs, i + 1) + 8):
            i -= 1
        merge_at(m, runs, i)
    return NONE


def run_at(m: int, names: int, values: int, first: int, end: int) -> int:
    """The length, boxed, of the run that begins somewhere; a falling one is turned round."""
    if first + 1 == end:
        return 3
    falls = less_words(m, names, first + 1, first)
    at = first + 2
    while at < end and less_words(m, names, at, at - 1) == falls:
        at += 1
    if falls == TRUE:
        reverse_both(names, values, first, at)
    return (at - first) << 1 | 1


def less_words(m: int, names: int, i: int, k: int) -> int:
    """Whether one of an array is less than another of it."""
    return less(m, load(names + (i << 3)), load(names + (k << 3)))


def insert_by_halving(m: int, names: int, values: int, first: int, start: int, end: int) -> int:
    """Sorts a part of an array that is sorted from first to before start."""
    for i in range(start, end):
        name = load(names + (i << 3))
        low = first
        high = i
        while low < high:
            middle = (low + high) >> 1
            if less(m, name, load(names + (middle << 3))) == TRUE:
                high = middle
            else:
                low = middle + 1
        put_before(names, i, low)
        put_before(values, i, low)
    return NONE


# --- which runs are merged -----------------------------------------------------------------------


def run_place(runs: int, i: int) -> int:
    """Where a run that waits is noted."""
    return runs + FIRST_RUN + i * 24


def add_run(m: int, runs: int, first: int, count: int) -> int:
    """Lets a run wait, and merges those before it that are lower in the tree of merges."""
    if load(runs + 8) > 0:
        last = run_place(runs, load(runs + 8) - 1)
        power = power_of(load(last), load(last + 8), count, load(runs + LENGTH))
        while load(runs + 8) > 1 and load(run_place(runs, load(runs + 8) - 2) + 16) > power:
            merge_at(m, runs, load(runs + 8) - 2)
        store(run_place(runs, load(runs + 8) - 1) + 16, power)
    place = run_place(runs, load(runs + 8))
    store(place, first)
    store(place + 8, count)
    store(place + 16, 0)
    store(runs + 8, load(runs + 8) + 1)
    return NONE


def power_of(first: int, count: int, following: int, length: int) -> int:
    """How deep in the tree of merges two neighbouring runs are merged."""
    power = 1
    a = 2 * first + count
    b = a + count + following
    while a >= length or b < length:
        if a >= length:
            a -= length
            b -= length
        a += a
        b += b
        power += 1
    return power


def merge_at(m: int, runs: int, i: int) -> int:
    """Merges a run with the one behind it."""
    place = run_place(runs, i)
    first = load(place)
    count = load(place + 8)
    middle = load(place + 24)
    following = load(place + 32)
    store(place + 8, count + following)
    if i == load(runs + 8) - 3:
        copy_bytes(place + 24, place + 48, 24)
    store(runs + 8, load(runs + 8) - 1)
    # What stands right already, at both ends, is left out.
    names = load(runs + NAMES)
    skipped = gallop(m, load(names + (middle << 3)), names + (first << 3), count, 0, 1) >> 1
    first += skipped
    count -= skipped
    if count == 0:
        return NONE
    last = load(names + ((first + count - 1) << 3))
    following = gallop(m, last, names + (middle << 3), following, following - 1, 0) >> 1
    if following == 0:
        return NONE
    return merge_two(m, runs, first, middle, middle + following, count > following)


def gallop(m: int, key: int, at: int, count: int, hint: int, is_right: int) -> int:
    """The place, boxed, of a key in a sorted array, before those that are equal, or behind."""
    last = 0
    step = 1
    if is_before(m, load(at + (hint << 3)), key, is_right) == TRUE:
        most = count - hint
        while step < most and is_before(m, load(at + ((hint + step) << 3)), key, is_right) == TRUE:
            last = step
            step = (step << 1) + 1
        low = hint + last + 1
        high = hint + (step if step < most else most)
    else:
        most = hint + 1
        while step < most and is_before(m, load(at + ((hint - step) << 3)), key, is_right) != TRUE:
            last = step
            step = (step << 1) + 1
        low = hint - (step if step < most else most) + 1
        high = hint - last
    while low < high:
        middle = low + ((high - low) >> 1)
        if is_before(m, load(at + (middle << 3)), key, is_right) == TRUE:
            low = middle + 1
        else:
            high = middle
    return high << 1 | 1


def is_before(m: int, x: int, key: int, is_right: int) -> int:
    """Whether an item stays before a key; where they are equal: if the key goes to the right."""
    if is_right:
        return FALSE if less(m, key, x) == TRUE else TRUE
    return less(m, x, key)


# --- merging two runs ----------------------------------------------------------------------------


def merge_two(m: int, runs: int, first: int, middle: int, end: int, is_high: int) -> int:
    """Merges two runs from the left, or from the right; the one there waits in the spare arrays."""
    kept = middle if is_high else first
    count = end - middle if is_high else middle - first
    copy_words(runs + SPARE, 0, runs + NAMES, kept, count)
    store(runs + IS_HIGH, is_high)
    store(runs + TO, end - 1 if is_high else first)
    store(runs + KEPT, count - 1 if is_high else 0)
    store(runs + KEPT + 8, count)
    store(runs + KEPT + 16, runs + SPARE)
    store(runs + OTHER, middle - 1 if is_high else middle)
    store(runs + OTHER + 8, end - first - count)
    store(runs + OTHER + 16, runs + NAMES)
    take_next(runs, runs + OTHER, 1)
    try:
        merge_by_turns(m, runs)
    except Exception:
        take_next(runs, runs + KEPT, load(runs + KEPT + 8))
        raise
    if load(runs + KEPT + 8) == 1:
        take_next(runs, runs + OTHER, load(runs + OTHER + 8))
    take_next(runs, runs + KEPT, load(runs + KEPT + 8))
    return NONE


def copy_words(to: int, i: int, source: int, k: int, count: int) -> int:
    """Copies names and values; where an array of names is noted, that of values is behind it."""
    copy_bytes(load(to) + (i << 3), load(source) + (k << 3), count << 3)
    if load(to + 8):
        copy_bytes(load(to + 8) + (i << 3), load(source + 8) + (k << 3), count << 3)
    return 1


def is_over(runs: int) -> int:
    """Whether the rest needs no comparison; 1 or 0."""
    return load(runs + KEPT + 8) <= 1 or load(runs + OTHER + 8) == 0


def next_key(side: int) -> int:
    """The next key of a run."""
    return load(load(load(side + 16)) + (load(side) << 3))


def take_next(runs: int, side: int, count: int) -> int:
    """Puts the next items of a run in their places."""
    to = load(runs + TO)
    at = load(side)
    step = -count if load(runs + IS_HIGH) else count
    store(runs + TO, to + step)
    store(side, at + step)
    store(side + 8, load(side + 8) - count)
    if step < 0:
        to += step + 1
        at += step + 1
    return copy_words(runs + NAMES, to, load(side + 16), at, count)


def merge_by_turns(m: int, runs: int) -> int:
    """Merges one by one while no side wins often, and by galloping while one does."""
    patience = load(runs)
    left = runs + OTHER if load(runs + IS_HIGH) else runs + KEPT
    right = runs + KEPT if load(runs + IS_HIGH) else runs + OTHER
    while not is_over(runs):
        wins = 0
        losses = 0
        while not is_over(runs) and wins < patience and losses < patience:
            if less(m, next_key(right), next_key(left)) == TRUE:
                take_next(runs, runs + OTHER, 1)
                losses += 1
                wins = 0
            else:
                take_next(runs, runs + KEPT, 1)
                wins += 1
                losses = 0
        if is_over(runs):
            return NONE
        patience += 1
        longest = GALLOP
        while longest >= GALLOP:
            patience -= 1 if patience > 1 else 0
            store(runs, patience)
            longest = gallop_both(m, runs, left, right) >> 1
            if is_over(runs):
                return NONE
        patience += 1
        store(runs, patience)
    return NONE


def gallop_both(m: int, runs: int, left: int, right: int) -> int:
    """Takes the next items of both runs; how many of one at most, boxed."""
    some = items_before(m, runs, left, next_key(right), 1) >> 1
    take_next(runs, left, some)
    if is_over(runs):
        return 1
    take_next(runs, right, 1)
    if is_over(runs):
        return 1
    others = items_before(m, runs, right, next_key(left), 0) >> 1
    take_next(runs, right, others)
    if is_over(runs):
        return 1
    take_next(runs, left, 1)
    return (some if some > others else others) << 1 | 1


def items_before(m: int, runs: int, side: int, key: int, is_right: int) -> int:
    """How many items of a run, boxed, are taken before a key of the other one is."""
    count = load(side + 8)
    at = load(load(side + 16)) + (load(side) << 3)
    if load(runs + IS_HIGH):
        at -= (count - 1) << 3
        return (count - (gallop(m, key, at, count, count - 1, is_right) >> 1)) << 1 | 1
    return gallop(m, key, at, count, 0, is_right)
