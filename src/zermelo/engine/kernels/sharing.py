"""What threads that search one tree let each other know.

All search the same tree in the same order, but a move whose child another thread is searching just
then (it stands in a small table of what is busy) is put off until no other is left. A thread that
has answered a node tells those that are still somewhere below it (they leave a trail of their
nodes): they drop what they do and look again.
"""

from __future__ import annotations

from typing import Final

from zermelo.compiler.intrinsics import WORD, exchange, load, load_shared, store
from zermelo.compiler.kernels import Rules
from zermelo.engine.block import BLOCKS, BUSY, OVERTAKEN, SHARED_PLIES, STATUS, TRAIL
from zermelo.engine.kernels.moves import (
    BUCKET,
    SHARED_DEPTH,
    TRIED,
    highest,
    move_bytes,
    rank_moves,
    solving,
)

BUSY_SLOTS: Final = 1 << 10


def shared(depth: int, ply: int) -> bool:
    """Whether threads look at what others do at a node.

    Nearer the heuristic it costs more than it brings.
    """
    return ply < SHARED_PLIES and depth >= SHARED_DEPTH


def first_move(
    game: Rules,
    block: int,
    at: int,
    stack: int,
    top: int,
    hint: int,
    depth: int,
    ply: int,
    sign: int,
    low: int,
    high: int,
) -> int:
    """Ranks the moves; which to begin with. Where threads look at each other, a trail is left."""
    first = rank_moves(game, block, stack, top, hint, ply, depth, sign)
    if game.threads and shared(depth, ply):
        store(block + TRAIL + ply * WORD, at)
        if solving(depth) and low + 1 >= high:  # otherwise the first move comes first
            return free_move(game, block, stack, top, depth)
    return first


def busy(block: int, child_at: int) -> int:
    """Where it stands whether a child is being searched."""
    return load(block + BUSY) + (child_at >> 6 & BUSY_SLOTS - 1) * WORD


def claim(game: Rules, block: int, place: int, depth: int, ply: int) -> None:
    """Tells the other threads that a move is being searched."""
    if game.threads and shared(depth, ply):
        child_at = load(place + BUCKET)
        store(busy(block, child_at), child_at + depth)


def release(game: Rules, block: int, place: int, depth: int, ply: int) -> None:
    """... and that it no longer is."""
    if game.threads and shared(depth, ply):
        store(busy(block, load(place + BUCKET)), 0)


def next_move(
    game: Rules, block: int, place: int, stack: int, top: int, depth: int, ply: int
) -> int:
    """The move to be searched after one that is done."""
    store(place, TRIED)
    if game.threads and shared(depth, ply):
        return free_move(game, block, stack, top, depth)
    return highest(game, stack, top)


def free_move(game: Rules, block: int, stack: int, top: int, depth: int) -> int:
    """The highest move left that no other thread is searching; if there is none, the highest."""
    found, most = top, TRIED
    place = stack
    while place < top:
        rank = load(place)
        if rank > most:
            child_at = load(place + BUCKET)
            if load_shared(busy(block, child_at)) != child_at + depth:
                found, most = place, rank
        place += move_bytes(game)
    return found if found < top else highest(game, stack, top)


def overtake(game: Rules, block: int, at: int, depth: int, ply: int) -> None:
    """Tells those threads that search the same node that it is answered."""
    if not game.threads or ply == 0 or not shared(depth, ply):
        return
    store(block + TRAIL + ply * WORD, 0)
    blocks = load(block + BLOCKS)
    other = load(blocks)
    while other != 0:
        if load_shared(other + TRAIL + ply * WORD) == at:
            exchange(other + STATUS, 0, OVERTAKEN + ply - 1)
        blocks += WORD
        other = load(blocks)


def resumes(block: int, ply: int) -> bool:
    """Whether a thread that was overtaken is back where it looks again."""
    status = load_shared(block + STATUS)
    return status >= OVERTAKEN + ply and exchange(block + STATUS, status, 0)
