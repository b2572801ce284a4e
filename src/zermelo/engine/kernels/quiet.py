"""The search beyond the horizon, for games that say which actions force matters (`Game.forcing`).

A state is worth its estimate there, or more if a forcing action is: nobody has to take one. Only
a player who must answer a threat (`Game.in_check`) may not be content with the estimate; all
actions are tried then. Nothing is looked up, and nothing is kept.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.intrinsics import load, load_shared, store
from zermelo.compiler.kernels import Rules, Words
from zermelo.engine.block import CURRENT, MOVES_END, MOVES_FULL, REPEATED, STATUS
from zermelo.engine.kernels.leaves import entered, estimated, mover
from zermelo.engine.kernels.moves import CHILD, MAX_PLY, TRIED, highest, move_bytes, ordered
from zermelo.engine.kernels.repetition import (
    NEVER,
    came_back,
    expect_none,
    lowest_rest,
    rests_above,
)
from zermelo.engine.kernels.scores import WORST, scored
from zermelo.game import MAX

MOST_FORCING: Final = 24  # plies beyond the horizon


def quiet_search(
    game: Rules, block: int, state: Words, depth: int, ply: int, alpha: int, beta: int, stack: int
) -> int:
    """The score v for MAX of a state at the horizon (`depth` 0) or beyond.

    m is what it is worth when forcing actions are tried to the end.

    v <= alpha         m <= v
    alpha < v < beta   m == v
    v >= beta          m >= v
    """
    if not entered(block, ply):
        return 0
    if game.is_terminal(state):
        return scored(game, block, game.utility(state), ply)
    sign = mover(game, block, state)
    if game.repeats:
        first, score = came_back(game, block, state, game.keys(state), ply, sign)
        if first < ply:
            store(block + REPEATED, first if first >= 0 else NEVER)  # before the root: the end
            return score
    low, high = (alpha, beta) if sign == MAX else (-beta, -alpha)
    best, rests = WORST, NEVER
    over = depth <= -MOST_FORCING or ply >= MAX_PLY
    checked = not over and threatened(game, state)
    if not checked:
        best = sign * estimated(game, block, state)
        if over or best >= high:
            return sign * best
        low = max(low, best)
    top = list_forcing(game, block, state, stack, checked)
    place = highest(game, stack, top)
    while place < top:
        child = game.result(state, game.get_action(place + CHILD))
        game.put_state(place + CHILD, child)
        store(block + CURRENT, place + CHILD)
        expect_none(game, block)
        least, most = (low, high) if sign == MAX else (-high, -low)
        value = sign * quiet_search(game, block, child, depth - 1, ply + 1, least, most, top)
        rests = lowest_rest(game, block, rests)
        if load_shared(block + STATUS) != 0:
            return 0
        best = max(best, value)
        low = max(low, value)
        if low >= high:
            break
        store(place, TRIED)
        place = highest(game, stack, top)
    rests_above(game, block, rests, ply)
    return sign * best


def threatened(game: Rules, state: Any) -> bool:
    """Whether the player to move must answer a threat."""
    return game.has_in_check and game.in_check(state)


def list_forcing(game: Rules, block: int, state: Any, stack: int, checked: bool) -> int:
    """Puts the actions to be tried on the stack: all in check, else the forcing ones; its top."""
    top = stack
    if checked:
        for action in game.actions(state):
            top = put_action(game, block, state, action, top)
    else:
        for action in game.forcing(state):
            top = put_action(game, block, state, action, top)
    return top


def put_action(game: Rules, block: int, state: Any, action: Any, top: int) -> int:
    """Puts an action on the stack if there is room; the new top."""
    if top > load(block + MOVES_END):
        store(block + STATUS, MOVES_FULL)
        return top
    store(top, ordered(game, state, action))
    game.put_action(top + CHILD, action)
    return top + move_bytes(game)
