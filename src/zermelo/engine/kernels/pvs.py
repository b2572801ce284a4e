"""The engine's search: principal-variation search with everything that makes it fast.

Scores are whole numbers for MAX (see `scores`). Inside a node everything is seen by the player to
move: `sign` is MAX or MIN, and x for MAX is sign * x for the player. A node is cut into what the
bounds, the table and the children in the table say (`probes`), its moves (`moves`), the search of
each, and what is kept of it. To solve is to search as deep as TO_THE_END. Threads share the table
and little else (`sharing`).
"""

from __future__ import annotations

from typing import Any

from zermelo.compiler.intrinsics import load, load_shared, store
from zermelo.compiler.kernels import Rules, Words
from zermelo.engine.block import (
    CURRENT,
    GENERATION,
    GUESSES,
    MASK,
    NODES,
    PASSED,
    REPEATED,
    ROOT_INDEX,
    STATUS,
    TABLE,
)
from zermelo.engine.entry import AT_LEAST, AT_MOST, EXACT, NO_INDEX, index_of, packed
from zermelo.engine.kernels.leaves import entered, estimated, guess, mover, settled
from zermelo.engine.kernels.listing import list_moves
from zermelo.engine.kernels.moves import (
    CHILD,
    child_of,
    index_at,
    move_bytes,
    remember_cut,
    solving,
)
from zermelo.engine.kernels.probes import narrowed, probe, seen_by
from zermelo.engine.kernels.quiet import quiet_search, threatened
from zermelo.engine.kernels.repetition import (
    NEVER,
    came_back,
    expect_none,
    lowest_rest,
    rests_above,
)
from zermelo.engine.kernels.scores import WORST, scored, to_table
from zermelo.engine.kernels.sharing import (
    claim,
    first_move,
    next_move,
    overtake,
    release,
    resumes,
    shared,
)
from zermelo.engine.kernels.shortcuts import (
    NO_ESTIMATE,
    NULL_LESS,
    honest,
    may_guess,
    may_pass,
    no_more,
    note_swing,
    plies_less,
    skips,
    statically,
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
    checked = not solving(depth) and threatened(game, state)
    depth += 1 if checked else 0
    if game.has_forcing and depth <= 0:
        return quiet_search(game, block, state, depth, ply, alpha, beta, stack)
    if not entered(block, ply):
        return 0
    if game.is_terminal(state):
        return scored(game, block, game.utility(state), ply)
    known, score, sign, low, high, at, hint = enter(game, block, state, depth, ply, (alpha, beta))
    if known:
        return score
    began, guesses, estimate = load(block + NODES), load(block + GUESSES), NO_ESTIMATE
    free = not checked and not solving(depth) and ply > 0
    if game.has_evaluate and free and low + 1 >= high:
        known, score, estimate = cut_early(game, block, state, depth, ply, sign, high, stack)
        if known:
            return sign * score
    top, known, score = list_moves(game, block, state, stack, depth, ply, sign, high)
    if known or top == stack:  # which is a fault
        return sign * score
    best, best_index, start, rests, count = WORST, NO_INDEX, low, NEVER, 0
    first = place = first_move(game, block, at, stack, top, hint, depth, ply, sign, low, high)
    while place < top:
        if free and skips(game, block, load(place), depth, count, sign, low, high):
            best = max(best, no_more(game, block, sign, low))
            break
        claim(game, block, place, depth, ply)
        child = child_of(game, block, state, place, depth, ply)
        narrow = low + 1 >= high
        less = plies_less(game, load(place), depth, count, narrow) if free else 0
        count += 1
        ceiling = high if place == first or narrow else low + 1
        store(block + CURRENT, place + CHILD)
        window = low, ceiling, high
        value, rest = search_child(game, block, child, depth, ply, sign, window, less, top)
        rests = min(rests, rest)
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
                    remember_cut(game, block, place, stack, top, ply, depth, sign)
                    break
        place = next_move(game, block, place, stack, top, depth, ply)
    guessed = 1 if load(block + GUESSES) != guesses else 0
    above = rests_above(game, block, rests, ply)
    bound = EXACT if start < best < high else AT_LEAST if best >= high else AT_MOST
    note_swing(block, depth, sign, estimate, best)
    bound = seen_by(sign, honest(block, sign, bound, best, guessed))
    work = (load(block + NODES) - began).bit_length()
    data = packed(depth, bound, guessed, best_index, work, load(block + GENERATION), above)
    keep(game, at, game.keys(state), data, to_table(game, sign * best, ply))
    overtake(game, block, at, depth, ply)
    return sign * best


def search_child(
    game: Rules,
    block: int,
    child: Any,
    depth: int,
    ply: int,
    sign: int,
    window: tuple[int, int, int],
    less: int,
    top: int,
) -> tuple[int, int]:
    """The score of a child for the player, and the least ply that came back below it.

    A test with the window from `low` to `ceiling`, and `less` plies less deep, comes first; where
    it is not enough, the whole depth, and then the whole window.
    """
    low, ceiling, high = window
    rests, current = NEVER, load(block + CURRENT)
    while True:
        least, most = (low, ceiling) if sign == MAX else (-ceiling, -low)
        expect_none(game, block)
        store(block + CURRENT, current)  # each time: the search before went deeper
        left = depth - 1 - less
        if game.threads and not shared(depth - 1, ply + 1):
            value = sign * game.alone(block, child, left, ply + 1, least, most, top)
        else:
            value = sign * pvs_kernel(game, block, child, left, ply + 1, least, most, top)
        rests = lowest_rest(game, block, rests)
        if value <= low or (less == 0 and (ceiling == high or value >= high)):
            return value, rests
        ceiling = ceiling if less else high
        less = 0


def cut_early(
    game: Rules, block: int, state: Any, depth: int, ply: int, sign: int, high: int, stack: int
) -> tuple[bool, int, int]:
    """Whether the player has `high` even by the estimate, or after a pass, and the score then.

    Also the estimate, as the player sees it.
    """
    if ply < 2 or not may_guess(block, depth, sign, high):
        return False, 0, NO_ESTIMATE
    estimate, enough = statically(game, block, state, depth, sign, high)
    if enough:
        return True, sign * guess(block, sign * estimate), estimate
    if game.has_null_move and may_pass(block, depth, ply, estimate, high):
        after = game.null_move(state)
        if after is not None:
            game.put_state(stack + CHILD, after)
            store(block + CURRENT, stack + CHILD)
            store(block + PASSED, ply + 1)
            expect_none(game, block)
            left = max(depth - NULL_LESS - depth // 4, 0)
            least, most = (high - 1, high) if sign == MAX else (-high, 1 - high)
            top = stack + move_bytes(game)
            if game.threads:
                value = sign * game.alone(block, after, left, ply + 1, least, most, top)
            else:
                value = sign * pvs_kernel(game, block, after, left, ply + 1, least, most, top)
            store(block + PASSED, -1)
            if value >= high and load_shared(block + STATUS) == 0:
                even = -(-high // game.unit * game.unit)  # no plies to an end are in it
                return True, sign * guess(block, sign * even), estimate
    return False, 0, estimate


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
        low, high, known, score = narrowed(game, block, state, sign, low, high, ply)
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
