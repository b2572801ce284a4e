"""Minimax at full speed, equal to the textbook's in value, counts and line."""

from __future__ import annotations

from zermelo.compiler.intrinsics import add, load_shared, unrolled
from zermelo.compiler.kernels import Number, Rules, Words
from zermelo.engine.block import INNER, LIMIT
from zermelo.engine.kernels.leaves import at_limit, end_of_game
from zermelo.game import MAX


@unrolled
def minimax_kernel(game: Rules, block: int, state: Words, ply: int) -> Number:
    """The exact value for MAX of a state."""
    if game.is_terminal(state):
        return end_of_game(game, block, state, ply)
    if ply >= load_shared(block + LIMIT):
        return at_limit(game, block, state, ply)
    add(block + INNER, 1)
    if game.to_move(state) == MAX:
        best = game.lowest
        for action in game.actions(state):
            child = game.result(state, action)
            best = max(best, minimax_kernel(game, block, child, ply + 1))
        return best
    best = game.highest
    for action in game.actions(state):
        child = game.result(state, action)
        best = min(best, minimax_kernel(game, block, child, ply + 1))
    return best
