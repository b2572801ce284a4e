"""As the textbook's Python code has it: `state` first, a move for an answer, and NumPy."""

import numpy as np


def alpha_beta_search(state, game):
    player = game.to_move(state)

    def max_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player)
        value = -np.inf
        for action in game.actions(state):
            value = max(value, min_value(game.result(state, action), alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player)
        value = np.inf
        for action in game.actions(state):
            value = min(value, max_value(game.result(state, action), alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value

    best_value, best_action = -np.inf, None
    for action in game.actions(state):
        value = min_value(game.result(state, action), best_value, np.inf)
        if value > best_value:
            best_value, best_action = value, action
    return best_action


def minmax_decision(state, game):
    player = game.to_move(state)

    def max_value(state):
        if game.terminal_test(state):
            return game.utility(state, player)
        return np.max([min_value(game.result(state, action)) for action in game.actions(state)])

    def min_value(state):
        if game.terminal_test(state):
            return game.utility(state, player)
        return min(max_value(game.result(state, action)) for action in game.actions(state))

    return max(game.actions(state), key=lambda action: min_value(game.result(state, action)))
