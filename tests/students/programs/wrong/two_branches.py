"""Thinks that every node has two branches."""


def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    first, second = [minimax(game, game.result(state, a)) for a in game.actions(state)]
    return max(first, second) if game.to_move(state) == 1 else min(first, second)
