"""The move is given back, to a caller that compares values."""

from math import inf


def alphabeta(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state)
    maximizing = game.to_move(state) == 1
    best, move = -inf if maximizing else inf, None
    for action in game.actions(state):
        value = alphabeta(game, game.result(state, action), alpha, beta)
        if (value > best) if maximizing else (value < best):
            best, move = value, action
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return move
