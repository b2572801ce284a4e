"""Negamax that hands on its window as it is."""

from math import inf


def negamax(game, state, alpha=-inf, beta=inf, color=1):
    if game.is_terminal(state):
        return color * game.utility(state)
    best = -inf
    for action in game.actions(state):
        best = max(best, -negamax(game, game.result(state, action), alpha, beta, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
