"""Takes turns whoever the game says is to move."""


def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    values = [value(game, game.result(state, action), False) for action in game.actions(state)]
    return max(values)


def value(game, state, is_max):
    if game.is_terminal(state):
        return game.utility(state)
    values = [value(game, game.result(state, a), not is_max) for a in game.actions(state)]
    return max(values) if is_max else min(values)
