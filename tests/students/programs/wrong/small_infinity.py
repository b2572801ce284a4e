"""Infinity is 100."""


def alphabeta(game, state, alpha=-100.0, beta=100.0):
    if game.is_terminal(state):
        return game.utility(state), None
    move = None
    if game.to_move(state) == 1:
        best = -100.0
        for action in game.actions(state):
            value, _ = alphabeta(game, game.result(state, action), alpha, beta)
            if value > best:
                best, move = value, action
            alpha = max(alpha, best)
            if best >= beta:
                break
        return best, move
    best = 100.0
    for action in game.actions(state):
        value, _ = alphabeta(game, game.result(state, action), alpha, beta)
        if value < best:
            best, move = value, action
        beta = min(beta, best)
        if best <= alpha:
            break
    return best, move
