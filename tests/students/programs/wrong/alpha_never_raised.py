"""MAX never raises alpha; the test is alpha >= beta, so that nothing is ever cut."""

from math import inf


def alphabeta(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state)
    maximizing = game.to_move(state) == 1
    best = -inf if maximizing else inf
    for action in game.actions(state):
        value = alphabeta(game, game.result(state, action), alpha, beta)
        if maximizing:
            best = max(best, value)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
