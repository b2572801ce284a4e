"""Lecture 004: the move is the last one looked at."""

from math import inf


def alphabeta(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state), None
    move = None
    if game.to_move(state) == 1:
        best = -inf
        for action in game.actions(state):
            value, _ = alphabeta(game, game.result(state, action), alpha, beta)
            best, move = max(best, value), action
            alpha = max(alpha, best)
            if best >= beta:
                break
        return best, move
    best = inf
    for action in game.actions(state):
        value, _ = alphabeta(game, game.result(state, action), alpha, beta)
        best, move = min(best, value), action
        beta = min(beta, best)
        if best <= alpha:
            break
    return best, move
