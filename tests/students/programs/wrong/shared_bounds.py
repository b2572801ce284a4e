"""One alpha and one beta for the whole tree."""

from math import inf

alpha, beta = -inf, inf


def alphabeta(game, state):
    global alpha, beta
    alpha, beta = -inf, inf
    return search(game, state)


def search(game, state):
    global alpha, beta
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == 1:
        best = -inf
        for action in game.actions(state):
            best = max(best, search(game, game.result(state, action)))
            alpha = max(alpha, best)
            if best >= beta:
                break
        return best
    best = inf
    for action in game.actions(state):
        best = min(best, search(game, game.result(state, action)))
        beta = min(beta, best)
        if best <= alpha:
            break
    return best
