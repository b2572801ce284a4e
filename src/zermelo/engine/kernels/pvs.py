"""The engine's search: principal-variation search with everything that makes it fast.

Scores are whole numbers for MAX (see `scores`). Inside a node everything is seen by the player to
move: `sign` is MAX or MIN, and x for MAX is sign * x for the player. A node is cut into what the
bounds, the table and the children in the table say (`probes`), its moves (`moves`), the search of
each, and what is kept of it. To solve is to search as deep as TO_THE_END. Threads share the table
and little else (`sharing`).
"""

from __future__ import annotations

from typing import Any

from zermelo.compiler.intrinsics import add, load, load_shared, store
from zermelo.compiler.kernels import Rules, Words
from zermelo.engine.block import (
    CURRENT,
    GENERATION,
    GUESSES,
    MASK,
    NODES,
    REPEATED,
    ROOT_INDEX,
    STATUS,
    TABLE,
)
from zermelo.engine.entry import AT_LEAST, AT_MOST, EXACT, NO_INDEX, index_of, packed
from zermelo.engine.kernels.leaves import ended, estimated, mover, must_end, settled
from zermelo.engine.kernels.listing import list_moves
from zermelo.engine.kernels.moves import CHILD, child_of, index_at, remember_cut
from zermelo.engine.kernels.probes import narrowed, probe, seen_by
from zermelo.engine.kernels.quiet import quiet_search
from zermelo.engine.kernels.repetition import (
    NEVER,
    came_back,
    expect_none,
    lowest_rest,
    rests_above,
)
from zermelo.engine.kernels.scores import WORST, to_table
from zermelo.engine.kernels.sharing import (
    claim,
    first_move,
    next_move,
    overtake,
    release,
    resumes,
    shared,
)
from zermelo.engine.table import bucket, find, keep
from zermelo.game import MAX, MIN


def pvs_kernel(
    game: Rules, block: int, state: Words, depth: int, ply: int, alpha: int, beta: int, stack: int
) -> int:
    """The score v for MAX of a state searched `depth` plies deep, m being its true score.

    v <= alpha         m <= v
    alpha < v < beta   m == v
    v >= beta          m >= v
    """
    if game.has_forcing and depth <= 0:
        return quiet_search(game, block, state, depth, ply, alpha, beta, stack)
    add(block + NODES, 1)
    if game.is_terminal(state):
        return ended(game, block, game.utility(state), ply)
    window = alpha, beta
    known, score, sign, low, high, at, hint = enter(game, block, state, depth, ply, window)
    if known:
        return score
    began, guesses = load(block + NODES), load(block + GUESSES)
    top, known, score = list_moves(game, block, state, stack, depth, ply, sign, high)
    if known:
        return sign * score
    if top == stack:  # a fault
        return 0
    best, best_index, start, rests = WORST, NO_INDEX, low, NEVER
    first = place = first_move(game, block, at, stack, top, hint, depth, ply, sign, low, high)
    while place < top:
        claim(game, block, place, depth, ply)
        child = child_of(game, block, state, place, depth, ply)
        full = place == first or low + 1 >= high
        ceiling = high if full else low + 1
        value = WORST
        while True:  # a test first, and if that is not enough the whole window
            least, most = (low, ceiling) if sign == MAX else (-ceiling, -low)
            expect_none(game, block)
            store(block + CURRENT, place + CHILD)  # each time: the search before went deeper
            if game.threads and not shared(depth - 1, ply + 1):
                value = sign * game.alone(block, child, depth - 1, ply + 1, least, most, top)
            else:
                value = sign * pvs_kernel(game, block, child, depth - 1, ply + 1, least, most, top)
            rests = lowest_rest(game, block, rests)
            if full or value <= low or value >= high:
                break
            full, ceiling = True, high
        release(game, block, place, depth, ply)
        if load_shared(block + STATUS) != 0:
            if game.threads and resumes(block, ply):
                continue
            return 0
        if value > best:
            best, best_index = value, index_at(place)
            if ply == 0 and (value > start or place == first):
                store(block + ROOT_INDEX, best_index)
            if value > low:
                low = value
                if low >= high:
                    remember_cut(block, place, ply, depth, sign)
                    break
        place = next_move(game, block, place, stack, top, depth, ply)
    bound = EXACT if start < best < high else AT_LEAST if best >= high else AT_MOST
    guessed = 1 if load(block + GUESSES) != guesses else 0
    above = rests_above(game, block, rests, ply)
    work = (load(block + NODES) - began).bit_length()
    bound = seen_by(sign, bound)
    data = packed(depth, bound, guessed, best_index, work, load(block + GENERATION), above)
    keep(game, at, game.keys(state), data, to_table(game, sign * best, ply))
    overtake(game, block, at, depth, ply)
    return sign * best


def enter(
    game: Rules,
    block: int,
    state: Any,
    depth: int,
    ply: int,
    window: tuple[int, int],
) -> tuple[bool, int, int, int, int, int, int]:
    """What can be said of a state that is not terminal before it is searched.

    Whether that is enough, and the score for MAX; who is to move, the window that is left, the
    bucket in the table and the move to begin with.
    """
    alpha, beta = window
    if must_end(block, ply):
        return True, 0, MAX, alpha, beta, 0, NO_INDEX
    sign = game.to_move(state)
    if sign != MAX and sign != MIN:
        sign = mover(game, block, state)
    if sign == 0:
        return True, 0, MAX, alpha, beta, 0, NO_INDEX
    if game.repeats:
        first, score = came_back(game, block, state, game.keys(state), ply, sign)
        if first < ply:
            store(block + REPEATED, first if first >= 0 else NEVER)  # before the root: the end
            return True, score, sign, alpha, beta, 0, NO_INDEX
    low, high = (alpha, beta) if sign == MAX else (-beta, -alpha)
    if game.has_bounds and ply > 0:  # at the root the move is wanted too
        low, high, known, score = narrowed(game, block, state, sign, low, high)
        if known:
            return True, sign * score, sign, low, high, 0, NO_INDEX
    if depth <= 0 and settled(game, state, depth, ply):
        return True, estimated(game, block, state), sign, low, high, 0, NO_INDEX
    keys = game.keys(state)  # not before: at a leaf nobody needs them
    at = bucket(game, load(block + TABLE), load(block + MASK), keys)
    data, score = find(game, at, keys)
    if data != 0 and ply > 0:
        known, score = probe(game, block, data, score, depth, ply, sign, low, high)
        if known:
            return True, sign * score, sign, low, high, at, NO_INDEX
    return False, 0, sign, low, high, at, NO_INDEX if data == 0 else index_of(data)
