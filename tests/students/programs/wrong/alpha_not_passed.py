"""Every call begins with alpha at minus infinity."""

from math import inf


def alphabeta(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state), None
    move = None
    if game.to_move(state) == 1:
        best = -inf
        for action in game.actions(state):
            value, _ = alphabeta(game, game.result(state, action), -inf, beta)
            if value > best:
                best, move = value, action
            alpha = max(alpha, best)
            if best >= beta:
                break
        return best, move
    best = inf
    for action in game.actions(state):
        value, _ = alphabeta(game, game.result(state, action), -inf, beta)
        if value < best:
            best, move = value, action
        beta = min(beta, best)
        if best <= alpha:
            break
    return best, move
