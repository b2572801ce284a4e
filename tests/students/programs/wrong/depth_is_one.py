"""The depth ends where it is 1, and where it begins with 0 never."""

from math import inf


def alphabeta(game, state, depth, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 1:
        return game.evaluate(state)
    maximizing = game.to_move(state) == 1
    best = -inf if maximizing else inf
    for action in game.actions(state):
        value = alphabeta(game, game.result(state, action), depth - 1, alpha, beta)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
