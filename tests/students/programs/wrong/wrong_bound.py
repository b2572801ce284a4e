"""MAX is compared with alpha, MIN with beta."""

from math import inf


def alphabeta(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state), None
    move = None
    if game.to_move(state) == 1:
        best = -inf
        for action in game.actions(state):
            value, _ = alphabeta(game, game.result(state, action), alpha, beta)
            if value > best:
                best, move = value, action
            if best <= alpha:
                break
            alpha = max(alpha, best)
        return best, move
    best = inf
    for action in game.actions(state):
        value, _ = alphabeta(game, game.result(state, action), alpha, beta)
        if value < best:
            best, move = value, action
        if best >= beta:
            break
        beta = min(beta, best)
    return best, move
