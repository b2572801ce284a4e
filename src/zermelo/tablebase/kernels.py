"""The kernels: positions to their children, keys into order, children to their scores.

Only `expand` knows the game; all the rest is about words.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.intrinsics import (
    WORD,
    bits_of,
    float_of,
    load,
    mark,
    prefetch,
    release,
    store,
    store_float,
)
from zermelo.compiler.kernels import Rules
from zermelo.game import CHANCE, MAX, MIN
from zermelo.tablebase.block import (
    BAD_KEY,
    BAD_PLAYER,
    BAD_WEIGHT,
    CHILDREN,
    COUNT,
    DISORDER,
    ENDS,
    FIELD,
    FOUND,
    HEADS,
    KEYS,
    LARGEST,
    NEVER,
    NO_ACTIONS,
    NO_INVERSE,
    NOT_WHOLE,
    OVER,
    PLACE,
    ROOM,
    SCORES,
    STATUS,
    T_HIGH,
    T_INDEX,
    T_LOW,
    T_PAIRS,
    T_SHIFT,
    TIER,
    TIERS,
    TOO_WIDE,
    UNIT,
    USED,
    WEIGHTS,
)

PAIR: Final = 2 * WORD
DIGIT: Final = 11  # bits, at most, by which one pass sorts
SAMPLED: Final = 15  # of sixteen positions one has the keys of its children turned back
AHEAD: Final = 16  # children whose memory is asked for together

# --- positions to children -----------------------------------------------------------------------


def state_kernel(game: Rules, key: int) -> Any:
    """The state with a key."""
    return game.decode(key)


def expand_kernel(game: Rules, block: int) -> int:
    """Writes the children of positions; how many positions, for the room may not do for all."""
    keys, count, here = load(block + KEYS), load(block + COUNT), load(block + TIER)
    heads, ends = load(block + HEADS), load(block + ENDS)
    first = load(block + CHILDREN)
    end, tiers = first + WORD * load(block + ROOM), load(block + TIERS) - first
    weights = load(block + WEIGHTS) - first
    memory = mark()
    at, i = first, 0
    while i < count:
        release(memory)
        state = game.decode(load(keys + WORD * i))
        before = at
        if game.is_terminal(state):
            store(heads + WORD * i, OVER)
            if game.real:
                store_float(ends + WORD * i, float(game.utility(state)))
            else:
                value = game.utility(state)
                store(ends + WORD * i, int(value))
                if int(value) != value or not -LARGEST <= value <= LARGEST:
                    fault(block, NOT_WHOLE, i)
            i += 1
            continue
        player = game.to_move(state)
        if game.has_outcomes and player == CHANCE:
            for action, weight in game.outcomes(state):
                if at < end:
                    put_child(game, block, at, tiers, here, i, game.result(state, action))
                    store(at + weights, weight)
                    if weight <= 0:
                        fault(block, BAD_WEIGHT, i)
                at += WORD
        else:
            if player != MAX and player != MIN:
                fault(block, BAD_PLAYER, i)
            for action in game.actions(state):
                if at < end:
                    put_child(game, block, at, tiers, here, i, game.result(state, action))
                at += WORD
        if at > end:
            at = before
            break
        if at == before:
            fault(block, NO_ACTIONS, i)
        store(heads + WORD * i, ((at - before) // WORD << 2) + player + 1)
        i += 1
    store(block + USED, (at - first) // WORD)
    return i


def put_child(game: Rules, block: int, at: int, tiers: int, here: int, i: int, state: Any) -> None:
    """Stores the key of a child and, where tiers do not simply follow each other, its tier."""
    child = game.canonical(state) if game.symmetric else state
    words = game.pack_state(child)
    wrong = game.misfit(words)
    if wrong >= 0:
        store(block + FIELD, wrong)
        fault(block, TOO_WIDE, i)
    key = game.encode(child, words)
    store(at, key)
    if key < 0:
        fault(block, BAD_KEY, i)
    if game.by_key and i & SAMPLED == 0 and game.pack_state(game.decode(key)) != words:
        fault(block, NO_INVERSE, i)
    tier = game.level(child, words)
    if game.unit_steps:
        if tier != here + 1:
            fault(block, DISORDER, i)
    else:
        store(at + tiers, tier)
        if tier < here or (game.strict and tier == here):
            fault(block, DISORDER, i)


def fault(block: int, status: int, place: int) -> None:
    """Notes the first thing that is wrong."""
    if load(block + STATUS) == 0:
        store(block + STATUS, status)
        store(block + PLACE, place)


# --- keys into order -----------------------------------------------------------------------------


def sort_kernel(game: Rules, keys: int, other: int, counts: int, size: int, bits: int) -> int:
    """Sorts keys of so many bits by their digits, the last first; 1 if they are in `other` now."""
    passes = (bits + DIGIT - 1) // DIGIT
    digit = (bits + passes - 1) // passes
    buckets, mask = 1 << digit, (1 << digit) - 1
    for i in range(passes * buckets):
        store(counts + WORD * i, 0)
    for i in range(size):
        key, at = load(keys + WORD * i), counts
        while at < counts + WORD * passes * buckets:
            place = at + WORD * (key & mask)
            store(place, load(place) + 1)
            key >>= digit
            at += WORD * buckets
    moved = 0
    for turn in range(passes):
        begin, shift = counts + WORD * buckets * turn, digit * turn
        total, i = 0, 0
        while i < buckets and load(begin + WORD * i) < size:
            number = load(begin + WORD * i)
            store(begin + WORD * i, total)
            total += number
            i += 1
        if i < buckets and load(begin + WORD * i) == size and total == 0:
            continue  # all have the same digit here
        for i in range(size):
            key = load(keys + WORD * i)
            place = begin + WORD * (key >> shift & mask)
            to = load(place)
            store(place, to + 1)
            store(other + WORD * to, key)
        keys, other, moved = other, keys, 1 - moved
    return moved


def unique_kernel(game: Rules, keys: int, size: int) -> int:
    """Drops doubles of sorted keys; how many are left."""
    if size == 0:
        return 0
    last, kept = load(keys), 1
    for i in range(1, size):
        key = load(keys + WORD * i)
        store(keys + WORD * kept, key)
        kept += key != last
        last = key
    return kept


# --- children to scores --------------------------------------------------------------------------


def index_kernel(game: Rules, block: int, begin: int, end: int, size: int, buckets: int) -> int:
    """Where each of the buckets begins in which sorted keys lie by their first bits.

    Those that begin at one of the keys from `begin` to before `end`, of `size` in all; after the
    last key also those behind it.
    """
    pairs, index = load(block + T_PAIRS), load(block + T_INDEX)
    low, shift = load(block + T_LOW), load(block + T_SHIFT)
    bucket = 0
    if begin > 0:
        bucket = (load(pairs + PAIR * (begin - 1)) - low >> shift) + 1
    for i in range(begin, end):
        own = load(pairs + PAIR * i) - low >> shift
        while bucket <= own:
            store(index + WORD * bucket, i)
            bucket += 1
    while end == size and bucket <= buckets:
        store(index + WORD * bucket, size)
        bucket += 1
    return 0


def look_up_kernel(game: Rules, block: int) -> int:
    """Puts the scores of children that lie in the range of a table; how many it has not."""
    children, count, found = load(block + CHILDREN), load(block + USED), load(block + FOUND)
    pairs, index = load(block + T_PAIRS), load(block + T_INDEX)
    low, high, shift = load(block + T_LOW), load(block + T_HIGH), load(block + T_SHIFT)
    missing = 0
    for begin in range(0, count, AHEAD):
        end = min(begin + AHEAD, count)
        for i in range(begin, end):  # of three steps, each for several children: memory is slow
            key = load(children + WORD * i)
            if low <= key <= high:
                prefetch(index + WORD * (key - low >> shift))
        for i in range(begin, end):
            key = load(children + WORD * i)
            if low <= key <= high:
                at = index + WORD * (key - low >> shift)
                prefetch(pairs + PAIR * (load(at) + load(at + WORD) >> 1))
        for i in range(begin, end):
            key = load(children + WORD * i)
            if low <= key <= high:
                at = index + WORD * (key - low >> shift)
                left, last = load(at), load(at + WORD)
                size = last - left
                while size > 0:  # without a branch that depends on the keys
                    half = size >> 1
                    less = load(pairs + PAIR * (left + half)) < key
                    left = left + half + 1 if less else left
                    size = size - half - 1 if less else half
                if left < last and load(pairs + PAIR * left) == key:
                    store(found + WORD * i, load(pairs + PAIR * left + WORD))
                else:
                    missing += 1
    return missing


def combine_kernel(game: Rules, block: int) -> int:
    """The scores of positions all of whose children have one."""
    heads, ends, found = load(block + HEADS), load(block + ENDS), load(block + FOUND)
    scores, count, weights = load(block + SCORES), load(block + COUNT), load(block + WEIGHTS)
    at = 0
    for i in range(count):
        head = load(heads + WORD * i)
        if head == OVER:
            end = load(ends + WORD * i)
            store(scores + WORD * i, end if game.real else end * UNIT)
        else:
            children, player = head >> 2, (head & 3) - 1
            if game.real:
                store(
                    scores + WORD * i, bits_of(mean_or_best(found, weights, at, children, player))
                )
            else:
                store(scores + WORD * i, step(best(found, at, children, player)))
            at += children
    return at


def best(found: int, at: int, children: int, player: int) -> int:
    """The best of some scores for who moves."""
    score = load(found + WORD * at)
    for i in range(at + 1, at + children):
        other = load(found + WORD * i)
        if (other > score) == (player == MAX):
            score = other
    return score


def mean_or_best(found: int, weights: int, at: int, children: int, player: int) -> float:
    """The best of some values, or their mean where chance moves."""
    total, weight = 0.0, 0
    value = float_of(load(found + WORD * at))
    for i in range(at, at + children):
        other = float_of(load(found + WORD * i))
        if player == CHANCE:
            total += other * load(weights + WORD * i)
            weight += load(weights + WORD * i)
        elif (other > value) == (player == MAX):
            value = other
    return total / weight if player == CHANCE else value


def step(score: int) -> int:
    """A child's score as its parent has it: one ply further from the end."""
    if score == NEVER:
        return score
    return score - 1 if score > NEVER else score + 1
