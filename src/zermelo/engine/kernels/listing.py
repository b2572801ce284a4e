"""The moves of a node put on the stack, and their children looked for in the table on the way.

A child that the table knows to be enough ends the node (an enhanced transposition cutoff), often
before all of them are made. Memory is slow: it is asked for when a child is made, and read when
some more have been.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.intrinsics import load, prefetch, store
from zermelo.compiler.kernels import Rules
from zermelo.engine.block import (
    MASK,
    MOVES_END,
    MOVES_FULL,
    NO_ACTIONS,
    STATUS,
    SYMMETRIC,
    TABLE,
)
from zermelo.engine.kernels.moves import (
    BUCKET,
    CHILD,
    INDEX,
    is_put_off,
    keys_at,
    marked,
    move_bytes,
    ordered,
)
from zermelo.engine.kernels.probes import probe_child
from zermelo.engine.table import bucket

LATER: Final = 4  # so many children are made before one is read


def list_moves(
    game: Rules,
    block: int,
    state: Any,
    stack: int,
    depth: int,
    ply: int,
    sign: int,
    high: int,
) -> tuple[int, bool, int]:
    """The new top of the stack, or the old one where there is a fault.

    Also whether a child in the table is enough, and its score for the player.
    """
    top, index = stack, 0
    end = load(block + MOVES_END)
    asks = ply > 0 and depth > 1 and not game.history_matters and not is_put_off(game, depth)
    for action in game.actions(state):
        if top > end:
            store(block + STATUS, MOVES_FULL)
            return stack, False, 0
        put_move(game, block, state, action, top, index, depth, ply)
        if asks and index >= LATER:
            earlier = top - LATER * move_bytes(game)
            known, score = probe_child(game, block, earlier, depth, ply, sign, high)
            if known:
                return top, True, score
        top += move_bytes(game)
        index += 1  # noqa: SIM113 (a plain loop compiles best)
    if top == stack:
        store(block + STATUS, NO_ACTIONS)
    if asks and top > stack + move_bytes(game):  # an only child is looked for by itself
        known, score = probe_last(game, block, stack, top, depth, ply, sign, high)
        if known:
            return top, True, score
    return top, False, 0


def put_move(
    game: Rules, block: int, state: Any, action: Any, top: int, index: int, depth: int, ply: int
) -> None:
    """Puts a move on the stack."""
    store(top, ordered(game, state, action))
    store(top + INDEX, marked(game, action, index, depth))
    if is_put_off(game, depth):
        game.put_action(top + CHILD, action)
    else:
        child = game.result(state, action)
        if game.has_canonical and ply < load(block + SYMMETRIC):
            child = game.canonical(child)
        if depth > 1 or (
            game.has_is_quiet and not game.has_forcing
        ):  # else it is never in the table
            keys = game.keys(child)
            child_at = bucket(game, load(block + TABLE), load(block + MASK), keys)
            prefetch(child_at)
            store(top + BUCKET, child_at)
            game.put_keys(top + keys_at(game), keys)
        game.put_state(top + CHILD, child)


def probe_last(
    game: Rules, block: int, stack: int, top: int, depth: int, ply: int, sign: int, high: int
) -> tuple[bool, int]:
    """Whether one of the children that were made last is enough, and its score for the player."""
    place = max(stack, top - LATER * move_bytes(game))
    while place < top:
        known, score = probe_child(game, block, place, depth, ply, sign, high)
        if known:
            return True, score
        place += move_bytes(game)
    return False, 0
