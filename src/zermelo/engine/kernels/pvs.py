"""The engine's search: principal-variation search with everything that makes it fast.

Scores are whole numbers for MAX (see `scores`). Inside a node everything is seen by the player to
move: `sign` is MAX or MIN, and x for MAX is sign * x for the player. A node is cut into what the
bounds, the table and the children in the table say (`probes`), its moves (`moves`), the search of
each, and what is kept of it. Threads share the table and little else (`sharing`).
"""

from __future__ import annotations

from zermelo.compiler.memory import add, load, load_shared, store
from zermelo.compiler.rules import Rules, Words
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
from zermelo.engine.kernels.moves import CHILD, INDEX, list_moves, remember_cut
from zermelo.engine.kernels.probes import narrowed, probe, probe_children, seen_by
from zermelo.engine.kernels.repetition import NEVER, came_back, rests_above
from zermelo.engine.kernels.scores import WORST, to_table
from zermelo.engine.kernels.sharing import (
    claim,
    enter_shared,
    next_move,
    overtake,
    release,
    resumes,
    shared,
)
from zermelo.engine.table import bucket, find, keep
from zermelo.game import MAX


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
        return ended(game, block, game.utility(state), ply)
    if must_end(block, ply):
        return 0
    sign = mover(game, block, state)
    if sign == 0:
        return 0
    keys = game.keys(state)
    if game.repeats:
        first, score = came_back(game, block, words, state, keys, ply, sign)
        if first < ply:
            store(block + REPEATED, first)
            return score
    low, high = (alpha, beta) if sign == MAX else (-beta, -alpha)
    if game.has_bounds and ply > 0:  # at the root the move is wanted too
        low, high, known, score = narrowed(game, state, sign, low, high)
        if known:
            return sign * score
    if not game.solving and depth <= 0 and settled(game, state, depth, ply):
        return estimated(game, block, state)
    at = bucket(game, load(block + TABLE), load(block + MASK), keys)
    data, score = find(game, at, keys)
    if data != 0 and ply > 0:
        known, score = probe(game, block, data, score, depth, ply, sign, low, high)
        if known:
            return sign * score

    began, guesses = load(block + NODES), load(block + GUESSES)
    hint = NO_INDEX if data == 0 else index_of(data)
    top = list_moves(game, block, state, stack, hint, depth, ply, sign)
    if top == stack:
        return 0
    if ply > 0 and (game.solving or depth > 1):
        known, score = probe_children(game, block, stack, top, depth, ply, sign, high)
        if known:
            return sign * score

    best, best_index, start, rests = WORST, NO_INDEX, low, NEVER
    place = stack
    if game.threads and shared(game, depth, ply):
        place = enter_shared(game, block, at, stack, top, depth, ply, low, high)
    while place < top:
        if game.threads and shared(game, depth, ply):
            claim(block, place, depth)
        child = game.get_words(place + CHILD)
        store(block + CURRENT, place + CHILD)
        full = place == stack or low + 1 >= high
        ceiling = high if full else low + 1
        value = WORST
        while True:  # a test first, and if that is not enough the whole window
            least, most = (low, ceiling) if sign == MAX else (-ceiling, -low)
            if game.repeats:
                store(block + REPEATED, NEVER)
            if game.threads and not shared(game, depth - 1, ply + 1):
                value = sign * game.alone(block, child, depth - 1, ply + 1, least, most, top)
            else:
                value = sign * pvs_kernel(game, block, child, depth - 1, ply + 1, least, most, top)
            if game.repeats:
                rests = min(rests, load(block + REPEATED))
            if full or value <= low or value >= high:
                break
            full, ceiling = True, high
        if game.threads and shared(game, depth, ply):
            release(block, place)
        if load_shared(block + STATUS) != 0:
            if game.threads and resumes(block, ply):
                continue
            return 0
        if value > best:
            best, best_index = value, load(place + INDEX)
            if ply == 0 and (value > start or place == stack):
                store(block + ROOT_INDEX, best_index)
            if value > low:
                low = value
                if low >= high:
                    if not game.solving:
                        remember_cut(game, block, state, best_index, ply, depth, sign)
                    break
        place = next_move(game, block, place, stack, top, depth, ply)

    bound = EXACT if start < best < high else AT_LEAST if best >= high else AT_MOST
    guessed = 1 if load(block + GUESSES) != guesses else 0
    above = rests_above(game, block, rests, ply) if game.repeats else 0
    work = (load(block + NODES) - began).bit_length()
    bound, generation = seen_by(sign, bound), load(block + GENERATION)
    data = packed(depth, bound, guessed, best_index, work, generation, above)
    keep(game, at, keys, data, to_table(game, sign * best, ply))
    if game.threads and ply > 0 and shared(game, depth, ply):
        overtake(block, at, ply)
    return sign * best
