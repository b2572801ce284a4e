"""Alpha-beta at full speed, equal to the textbook's in value, counts and line."""

from __future__ import annotations

from zermelo.compiler.intrinsics import add, load_shared, unrolled
from zermelo.compiler.kernels import Number, Rules, Words
from zermelo.engine.block import CUTOFFS, INNER, LIMIT
from zermelo.engine.kernels.leaves import at_limit, end_of_game
from zermelo.game import MAX


@unrolled
def alphabeta_kernel(
    game: Rules, block: int, state: Words, ply: int, alpha: Number, beta: Number
) -> Number:
    """The value v for MAX of a state.

    m being its minimax value,
        v <= alpha         m <= v
        alpha < v < beta   m == v
        v >= beta          m >= v

    It cuts when alpha >= beta, which it notices when the next action turns up: only then is
    there something to skip, and a cutoff to count.
    """
    if game.is_terminal(state):
        return end_of_game(game, block, state, ply)
    if ply >= load_shared(block + LIMIT):
        return at_limit(game, block, state, ply)
    add(block + INNER, 1)
    if game.to_move(state) == MAX:
        best = game.lowest
        for action in game.actions(state):
            if alpha >= beta:
                add(block + CUTOFFS, 1)
                return best
            child = game.result(state, action)
            best = max(best, alphabeta_kernel(game, block, child, ply + 1, alpha, beta))
            alpha = max(alpha, best)
        return best
    best = game.highest
    for action in game.actions(state):
        if alpha >= beta:
            add(block + CUTOFFS, 1)
            return best
        child = game.result(state, action)
        best = min(best, alphabeta_kernel(game, block, child, ply + 1, alpha, beta))
        beta = min(beta, best)
    return best
