"""Alpha-beta in which MIN looks for the largest, and lowers beta to it."""

from math import inf


def alphabeta(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state)
    best = -inf
    for action in game.actions(state):
        best = max(best, alphabeta(game, game.result(state, action), alpha, beta))
        if game.to_move(state) == 1:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
