"""Minimax as a mathematician writes it."""


def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return best_of(game, state)[0]


def best_of(game, state):
    sign = game.to_move(state)
    pairs = [(minimax(game, game.result(state, a)), a) for a in game.actions(state)]
    return max(pairs, key=lambda pair: sign * pair[0])
