"""Negamax with a colour, fail-hard."""


def negamax(game, state, alpha, beta, color):
    if game.is_terminal(state):
        return color * game.utility(state)
    for action in game.actions(state):
        alpha = max(alpha, -negamax(game, game.result(state, action), -beta, -alpha, -color))
        if alpha >= beta:
            return beta
    return alpha
