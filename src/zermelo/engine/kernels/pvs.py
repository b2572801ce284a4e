"""The engine's search: principal-variation search with everything that makes it fast.

Scores are whole numbers for MAX. Where the game's values do not tell how soon the end is, a score
is value * unit, less (for a win; plus, for a loss) the plies to the end, so that the shortest win
and the longest loss are preferred; an estimate is a multiple of the unit. Inside a node everything
is seen by the player to move: `sign` is MAX or MIN, and x for MAX is sign * x for the player.

The stack of moves of one search, each level on top of its parent's:

    word    0       1       2                            3 ...
            rank    index   bucket in the table; 0: done the words of the child

Threads share the table and little else: all search the same tree in the same order, but a move
whose child another thread is searching just then (it stands in a small table of what is busy) is
put off until no other is left. A thread that has answered a node tells those that are still
somewhere below it (they leave a trail of their nodes): they drop what they do and look again.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.memory import WORD, add, exchange, load, load_shared, prefetch, store
from zermelo.compiler.rules import Rules, Words
from zermelo.engine.table import (
    AT_LEAST,
    AT_MOST,
    DEEPEST_KEPT,
    NO_INDEX,
    bucket,
    find,
    keep,
    score_of,
)
from zermelo.game import MAX

# The words of a searching thread's block.
STATUS: Final = 0 * WORD  # not 0: end now; what comes back means nothing
NODES: Final = 1 * WORD
NODE_LIMIT: Final = 2 * WORD
GUESSES: Final = 3 * WORD  # how often a score rested on an estimate
ROOT_INDEX: Final = 4 * WORD  # the best action at the root, by its place
TABLE: Final = 5 * WORD  # address
MASK: Final = 6 * WORD
HISTORY: Final = 7 * WORD  # address: one word for each player and hash of an action
KILLERS: Final = 8 * WORD  # address: two words for each ply
GENERATION: Final = 9 * WORD
BUSY: Final = 10 * WORD  # address: what other threads are searching just now; 0: there are none
STACK_END: Final = 11 * WORD  # address: the chance kernel looks whether its moves still fit
SYMMETRIC: Final = 12 * WORD  # in so many plies a canonical state stands for those symmetric to it
BLOCKS: Final = 13 * WORD  # address: those of all threads' blocks, then 0
TRAIL: Final = 14 * WORD  # the buckets of the nodes being searched in the first plies

STOPPED: Final = 1
OUT_OF_NODES: Final = 2
OVERTAKEN: Final = 16  # plus the ply above a node that another thread has answered: back to there

MAX_PLY: Final = 1000  # beyond it the heuristic speaks, or the search gives up
EXTENSION: Final = 8  # plies that a search for quiet states may add
WORST: Final = -(1 << 40)
ACTION_HASHES: Final = 4096
BUSY_SLOTS: Final = 1 << 10
# Further down, or nearer the heuristic, looking at what others do costs more than it brings.
SHARED_PLIES: Final = 14
SHARED_DEPTH: Final = 4
BLOCK_WORDS: Final = TRAIL // WORD + SHARED_PLIES


def pvs_kernel(
    game: Rules,
    block: int,
    words: Words,
    depth: int,
    ply: int,
    alpha: int,
    beta: int,
    stack: int,
) -> int:
    """The score v for MAX of a state searched `depth` plies deep, m being its true score.

    v <= alpha         m <= v
    alpha < v < beta   m == v
    v >= beta          m >= v
    """
    state = game.unpack(words)
    add(block + NODES, 1)
    if game.is_terminal(state):
        return ended(game, game.utility(state), ply)
    if load_shared(block + STATUS):
        return 0
    if load(block + NODES) >= load(block + NODE_LIMIT):
        store(block + STATUS, OUT_OF_NODES)
        return 0
    sign = game.to_move(state)
    low, high = (alpha, beta) if sign == MAX else (-beta, -alpha)

    if game.has_bounds:
        least, most = game.bounds(state)
        # Where scores also count plies, a value may be worth up to a unit less or more.
        slack = game.unit - 1
        if sign != MAX:
            least, most = -most, -least
        if ply > 0:  # at the root the move is wanted too
            if least * game.unit - slack > low:
                low = least * game.unit - slack
                if low >= high:
                    return sign * low
            if most * game.unit + slack < high:
                high = most * game.unit + slack
                if low >= high:
                    return sign * high

    if not game.solving and depth <= 0 and settled(game, state, depth, ply):
        add(block + GUESSES, 1)
        return game.evaluate(state) * game.unit

    keys = game.keys(state)
    at = bucket(game, load(block + TABLE), load(block + MASK), keys)
    data = find(game, at, keys)
    hint = NO_INDEX
    if data != 0:
        hint = data >> 43 & 255
        guessed = data >> 42 & 1
        if ply > 0 and trusted(game, data, depth):
            known = sign * from_table(game, score_of(data), ply)
            bound = seen_by(sign, data >> 40 & 3)
            enough = bound & AT_LEAST and known >= high
            if enough or bound == 3 or (bound & AT_MOST and known <= low):
                add(block + GUESSES, guessed)
                return sign * known

    began, guesses = load(block + NODES), load(block + GUESSES)
    move_bytes = 3 * WORD + WORD * game.state_words
    top = stack
    index = 0
    for action in game.actions(state):
        child = game.result(state, action)
        if game.has_canonical and ply < load(block + SYMMETRIC):
            child = game.canonical(child)
        child_at = bucket(game, load(block + TABLE), load(block + MASK), game.keys(child))
        prefetch(child_at)
        rank = rank_of(game, block, state, action, child, index, hint, ply, depth, sign)
        place = top
        while place > stack and load(place - move_bytes) < rank:
            game.copy(place, place - move_bytes)
            place -= move_bytes
        store(place, rank)
        store(place + WORD, index)
        store(place + 2 * WORD, child_at)
        game.put_words(place + 3 * WORD, game.pack(child))
        top += move_bytes
        index += 1  # noqa: SIM113 (a plain loop compiles best)

    if ply > 0 and (game.solving or depth > 1):  # does the table know a child that is enough?
        place = stack
        while place < top:
            child_keys = game.keys(game.unpack(game.get_words(place + 3 * WORD)))
            data = find(game, load(place + 2 * WORD), child_keys)
            if data != 0 and trusted(game, data, depth - 1):
                known = sign * from_table(game, score_of(data), ply + 1)
                if seen_by(sign, data >> 40 & 3) & AT_LEAST and known >= high:
                    add(block + GUESSES, data >> 42 & 1)
                    return sign * known
            place += move_bytes

    best, best_index, start = WORST, NO_INDEX, low
    place = stack
    if game.threads and shared(game, depth, ply):
        store(block + TRAIL + ply * WORD, at)
        if game.solving and low + 1 >= high:  # otherwise the first move comes first
            place = free_move(block, stack, top, move_bytes, depth)
    while place < top:
        if game.threads and shared(game, depth, ply):
            store(busy(block, load(place + 2 * WORD)), load(place + 2 * WORD) + depth)
        child_words = game.get_words(place + 3 * WORD)
        full = place == stack or low + 1 >= high
        ceiling = high if full else low + 1
        value = WORST
        while True:  # a test first, and if that is not enough the whole window
            least, most = (low, ceiling) if sign == MAX else (-ceiling, -low)
            if game.threads and not shared(game, depth - 1, ply + 1):
                value = sign * game.alone(block, child_words, depth - 1, ply + 1, least, most, top)
            else:
                value = sign * pvs_kernel(
                    game, block, child_words, depth - 1, ply + 1, least, most, top
                )
            if full or value <= low or value >= high:
                break
            full, ceiling = True, high
        if game.threads and shared(game, depth, ply):
            store(busy(block, load(place + 2 * WORD)), 0)
        status = load_shared(block + STATUS)
        if status != 0:
            if game.threads and status >= OVERTAKEN + ply and exchange(block + STATUS, status, 0):
                continue
            return 0
        if value > best:
            best, best_index = value, load(place + WORD)
            if ply == 0 and (value > start or place == stack):
                store(block + ROOT_INDEX, best_index)
            if value > low:
                low = value
                if low >= high:
                    if not game.solving:
                        remember_cut(game, block, state, best_index, ply, depth, sign)
                    break
        if game.threads and shared(game, depth, ply):
            store(place + 2 * WORD, 0)  # done
            place = free_move(block, stack, top, move_bytes, depth)
        else:
            place += move_bytes

    bound = 3 if start < best < high else AT_LEAST if best >= high else AT_MOST
    work = (load(block + NODES) - began).bit_length()
    guessed = 1 if load(block + GUESSES) != guesses else 0
    data = to_table(game, sign * best, ply) & 0xFFFFFFFF
    data |= min(max(depth, 0), DEEPEST_KEPT) << 32 | seen_by(sign, bound) << 40 | guessed << 42
    data |= min(best_index, NO_INDEX) << 43 | work << 51 | load(block + GENERATION) << 58
    keep(game, at, keys, data)
    if game.threads and ply > 0 and shared(game, depth, ply):
        overtake(block, at, ply)
    return sign * best


def shared(game: Rules, depth: int, ply: int) -> bool:
    """Whether threads look at what others do at a node."""
    return ply < SHARED_PLIES and (game.solving or depth >= SHARED_DEPTH)


def busy(block: int, child_at: int) -> int:
    """Where it stands whether a child is being searched."""
    return load(block + BUSY) + (child_at >> 6 & BUSY_SLOTS - 1) * WORD


def free_move(block: int, stack: int, top: int, move_bytes: int, depth: int) -> int:
    """The first move left that no other thread is searching; if there is none, the first left."""
    first = top
    place = stack
    while place < top:
        child_at = load(place + 2 * WORD)
        if child_at != 0:
            if load_shared(busy(block, child_at)) != child_at + depth:
                return place
            if first == top:
                first = place
        place += move_bytes
    return first


def overtake(block: int, at: int, ply: int) -> None:
    """Tells those threads that search the same node that it is answered."""
    store(block + TRAIL + ply * WORD, 0)
    blocks = load(block + BLOCKS)
    other = load(blocks)
    while other != 0:
        if load_shared(other + TRAIL + ply * WORD) == at:
            exchange(other + STATUS, 0, OVERTAKEN + ply - 1)
        blocks += WORD
        other = load(blocks)


def settled(game: Rules, state: Any, depth: int, ply: int) -> bool:
    """Whether the heuristic may speak for a state at, or below, the depth limit."""
    if not game.has_is_quiet or depth <= -EXTENSION or ply >= MAX_PLY:
        return True
    return game.is_quiet(state)


def trusted(game: Rules, data: int, depth: int) -> bool:
    """Whether an entry may speak: it rests on no estimate, or, if one will do, is deep enough."""
    return data >> 42 & 1 == 0 or (not game.solving and (data >> 32 & 255) >= depth)


def seen_by(sign: int, bound: int) -> int:
    """A bound for MAX as the player sees it, or the other way: "at least" is MIN's "at most"."""
    return bound if sign == MAX else (bound & 1) << 1 | bound >> 1


def ended(game: Rules, value: int, ply: int) -> int:
    """The score of a terminal state."""
    if game.unit == 1 or value == 0:
        return value * game.unit
    return value * game.unit - ply if value > 0 else value * game.unit + ply


def to_table(game: Rules, score: int, ply: int) -> int:
    """A score as seen from its node: the plies to the end are counted from there."""
    if game.unit == 1 or score & (game.unit - 1) == 0:
        return score
    return score + ply if score > 0 else score - ply


def from_table(game: Rules, score: int, ply: int) -> int:
    """The inverse of `to_table`."""
    if game.unit == 1 or score & (game.unit - 1) == 0:
        return score
    return score - ply if score > 0 else score + ply


def rank_of(
    game: Rules,
    block: int,
    state: Any,
    action: Any,
    child: Any,
    index: int,
    hint: int,
    ply: int,
    depth: int,
    sign: int,
) -> int:
    """How early an action is tried: the table's first, then killers, `order`, and history."""
    if index == hint:
        return 1 << 60
    rank = 0
    if game.has_order:
        rank = game.order(state, action) << 24
    elif game.has_evaluate and depth > 1:
        looks = game.utility(child) if game.is_terminal(child) else game.evaluate(child)
        rank = sign * looks << 24
    if not game.solving:
        mark = game.action_hash(action)
        rank += load(load(block + HISTORY) + WORD * (mark + (ACTION_HASHES if sign == MAX else 0)))
        killers = load(block + KILLERS) + 2 * WORD * min(ply, MAX_PLY)
        if mark + 1 == load(killers) or mark + 1 == load(killers + WORD):
            rank += 1 << 50
    return rank


def remember_cut(
    game: Rules, block: int, state: Any, index: int, ply: int, depth: int, sign: int
) -> None:
    """The action that caused a cutoff is tried earlier from now on."""
    place = 0
    mark = 0
    for action in game.actions(state):
        if place == index:
            mark = game.action_hash(action)
            break
        place += 1  # noqa: SIM113
    at = load(block + HISTORY) + WORD * (mark + (ACTION_HASHES if sign == MAX else 0))
    store(at, min(load(at) + max(depth, 1) * max(depth, 1), (1 << 23) - 1))
    killers = load(block + KILLERS) + 2 * WORD * min(ply, MAX_PLY)
    if load(killers) != mark + 1:
        store(killers + WORD, load(killers))
        store(killers, mark + 1)
