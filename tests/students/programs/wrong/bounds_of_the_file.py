"""One alpha and one beta for all the trees, which nobody sets again."""

from math import inf

alpha, beta = -inf, inf


def alphabeta(game, state):
    global alpha, beta
    if game.is_terminal(state):
        return game.utility(state)
    maximizing = game.to_move(state) == 1
    best = -inf if maximizing else inf
    for action in game.actions(state):
        value = alphabeta(game, game.result(state, action))
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
