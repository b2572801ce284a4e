"""MAX takes the smallest, MIN the largest."""


def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    values = [minimax(game, game.result(state, action)) for action in game.actions(state)]
    return min(values) if game.to_move(state) == 1 else max(values)
