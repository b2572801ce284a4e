"""The kernels of tablebases on a GPU, one position or one key a thread.

The rules are those of a tablebase's machine, and may have these besides, known when a kernel is
compiled: `ranged`, whether children are wanted of a range of keys, or of one tier, only; `heads`,
whether what a position is like is written beside its children; `with_tiers`, whether the tier of
each child is; `grouped`, whether a table may hold a range of keys only; `ply_bits`.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.intrinsics import WORD, load, mark, release, store
from zermelo.compiler.kernels import Rules
from zermelo.compiler.native.ptx import FAULT
from zermelo.game import MAX, MIN

KEYS: Final = 2 * WORD
TIER: Final = 3 * WORD  # of the positions
TARGET: Final = 4 * WORD  # the tier of children that are wanted, or that a table is of
LOW: Final = 5 * WORD  # the keys of children that are wanted, or that a table may have
HIGH: Final = 6 * WORD
COUNTS: Final = 7 * WORD  # how many children of each position are wanted
MASKS: Final = 8 * WORD  # which ones
HEADS: Final = 9 * WORD
ENDS: Final = 10 * WORD
# For `write_children`, in the place of those after COUNTS: where the children of each position end.
OUT: Final = 9 * WORD
TIERS: Final = 10 * WORD
# For `settle` and `look_up`, likewise.
T_KEYS: Final = 7 * WORD
T_INDEX: Final = 8 * WORD
T_SHIFT: Final = 9 * WORD
T_FIRST: Final = 10 * WORD  # the least key
T_LAST: Final = 11 * WORD
T_CODES: Final = 12 * WORD
T_BITS: Final = 13 * WORD  # of a code, as a power of two
CODES: Final = 14 * WORD  # of the positions
STAGE: Final = 15 * WORD

BEGINS: Final = 1  # stages of a position whose children are in several tables
LASTS: Final = 2
NONE: Final = -(1 << 62)  # no child yet
MASKED: Final = 63  # children of a position for which a mask has a bit
SAMPLED: Final = 15  # of sixteen positions one has the keys of its children turned back
LARGEST: Final = 1 << 38  # value


def count_children(game: Rules, block: int, i: int) -> int:
    """How many children of a position are wanted, and which."""
    state = game.decode(load(load(block + KEYS) + WORD * i))
    number, mask, place = 0, 0, 0
    over = bool(game.is_terminal(state))
    if not over:
        for action in game.actions(state):
            if game.ranged:
                memory = mark()
                key, tier = child_of(game, block, i, game.result(state, action))
                release(memory)
                if is_wanted(block, key, tier):
                    number += 1
                    if place < MASKED:
                        mask |= 1 << place
            else:
                number += 1
            place += 1
        player = game.to_move(state)
        if place == 0 or (player != MAX and player != MIN):
            fault(block, i)
    store(load(block + COUNTS) + WORD * i, number)
    if game.ranged:
        store(load(block + MASKS) + WORD * i, mask)
    if game.heads:
        if over:
            value = game.utility(state)
            if int(value) != value or not -LARGEST <= value <= LARGEST:
                fault(block, i)
            store(load(block + HEADS) + WORD * i, -1)
            store(load(block + ENDS) + WORD * i, int(value))
        else:
            store(load(block + HEADS) + WORD * i, (number << 2) + game.to_move(state) + 1)
    return 0


def write_children(game: Rules, block: int, i: int) -> int:
    """Writes the keys of the wanted children of a position where those before it end."""
    state = game.decode(load(load(block + KEYS) + WORD * i))
    ends, out = load(block + COUNTS), load(block + OUT)
    at = out + (WORD * load(ends + WORD * (i - 1)) if i > 0 else 0)
    mask, place = load(load(block + MASKS) + WORD * i) if game.ranged else 0, 0
    if not game.is_terminal(state):
        for action in game.actions(state):
            if not game.ranged or place >= MASKED or mask >> place & 1:
                memory = mark()
                key, tier = child_of(game, block, i, game.result(state, action))
                release(memory)
                if not game.ranged or is_wanted(block, key, tier):
                    store(at, key)
                    if game.with_tiers:
                        store(load(block + TIERS) + (at - out), tier)
                    at += WORD
            place += 1
    return 0


def child_of(game: Rules, block: int, i: int, state: Any) -> tuple[int, int]:
    """The key and the tier of a child; a fault where they are not as they must be."""
    child = game.canonical(state) if game.symmetric else state
    words = game.pack_state(child)
    key, tier, here = game.encode(child, words), game.level(child, words), load(block + TIER)
    wrong = game.misfit(words) >= 0 or key < 0 or tier < here or (game.strict and tier == here)
    if game.unit_steps and tier != here + 1:
        wrong = True
    if game.by_key and i & SAMPLED == 0 and game.pack_state(game.decode(key)) != words:
        wrong = True
    if wrong:
        fault(block, i)
    return key, tier


def is_wanted(block: int, key: int, tier: int) -> bool:
    """Whether a child is in the range, and of the tier."""
    return tier == load(block + TARGET) and load(block + LOW) <= key <= load(block + HIGH)


def fault(block: int, i: int) -> None:
    """Notes that something is wrong with a position; the host finds out what."""
    store(block + FAULT, i + 1)


# --- values --------------------------------------------------------------------------------------
#
# A code holds a value for MAX and the plies to the end, in `ply_bits` bits: those still to come
# where MAX wins, so that of two codes MAX wants the higher and MIN the lower.


def settle(game: Rules, block: int, i: int) -> int:
    """The code of a position, by those of its children in a table."""
    state = game.decode(load(load(block + KEYS) + WORD * i))
    most, codes, stage = (1 << game.ply_bits) - 1, load(block + CODES), load(block + STAGE)
    if game.is_terminal(state):
        value = game.utility(state)
        if int(value) != value or not -LARGEST <= value <= LARGEST:
            fault(block, i)
        whole = int(value)
        store(codes + WORD * i, (whole << game.ply_bits) + (most if whole > 0 else 0))
        return 0
    player = game.to_move(state)
    best = NONE if not game.grouped or stage & BEGINS else load(codes + WORD * i)
    for action in game.actions(state):
        memory = mark()
        child = game.result(state, action)
        if game.symmetric:
            child = game.canonical(child)
        words = game.pack_state(child)
        key = game.encode(child, words)
        wanted = not game.grouped or is_wanted(block, key, game.level(child, words))
        release(memory)
        if not wanted:
            continue
        at = find(block, key)
        if at < 0:
            fault(block, i)
        else:
            code = entry(block, at)
            if best == NONE or (code > best) == (player == MAX):
                best = code
    if not game.grouped or stage & LASTS:
        if best == NONE:
            fault(block, i)
        best = best - 1 if best > most else best + 1
    store(codes + WORD * i, best)
    return 0


def find(block: int, key: int) -> int:
    """The place of a key in a table; -1 where it has none."""
    keys, index, first = load(block + T_KEYS), load(block + T_INDEX), load(block + T_FIRST)
    if not first <= key <= load(block + T_LAST):
        return -1
    bucket = index + WORD * (key - first >> load(block + T_SHIFT))
    left, end = load(bucket), load(bucket + WORD)
    last = end
    while left < end:
        middle = left + end >> 1
        if load(keys + WORD * middle) < key:
            left = middle + 1
        else:
            end = middle
    return left if left < last and load(keys + WORD * left) == key else -1


def entry(block: int, at: int) -> int:
    """The code at a place of a table; several lie in a word."""
    bits = load(block + T_BITS)
    fewer = 6 - bits
    word = load(load(block + T_CODES) + WORD * (at >> fewer))
    up = 64 - (1 << bits)
    return word << up - ((at & (1 << fewer) - 1) << bits) >> up


def look_up(game: Rules, block: int, i: int) -> int:
    """The score of a key, where it is in the range of a table."""
    key = load(load(block + KEYS) + WORD * i)
    if load(block + LOW) <= key <= load(block + HIGH):
        at = find(block, key)
        if at < 0:
            fault(block, i)
        else:
            store(load(block + CODES) + WORD * i, load(load(block + T_CODES) + WORD * at))
    return 0
