"""The window is handed on as beta, alpha."""

from math import inf


def alphabeta(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state)
    maximizing = game.to_move(state) == 1
    best = -inf if maximizing else inf
    for action in game.actions(state):
        value = alphabeta(game, game.result(state, action), beta, alpha)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
