"""Depth counted in all the ways that there are, under one constant; floats for chances."""

MAX_DEPTH = 4


def minimax_with_default(game, state, depth=MAX_DEPTH):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    below = [minimax_with_default(game, game.result(state, a), depth - 1) for a in game.actions(state)]
    return max(below) if game.to_move(state) == 1 else min(below)


def minimax_from_the_constant(game, state):
    return minimax_with_default(game, state, MAX_DEPTH)


def minimax_from_zero(game, state):
    return up(game, state, 0)


def up(game, state, level):
    if game.is_terminal(state):
        return game.utility(state)
    if level >= MAX_DEPTH:
        return game.evaluate(state)
    below = [up(game, game.result(state, action), level + 1) for action in game.actions(state)]
    return max(below) if game.to_move(state) == 1 else min(below)


def minimax_in_place(game, state, nivel):
    if game.is_terminal(state):
        return game.utility(state)
    if nivel == 0:
        return game.evaluate(state)
    nivel -= 1
    below = [minimax_in_place(game, game.result(state, a), nivel) for a in game.actions(state)]
    return max(below) if game.to_move(state) == 1 else min(below)


def expectiminimax(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == 0:
        total, mean = sum(weight for _action, weight in game.outcomes(state)), 0.0
        for action, weight in game.outcomes(state):
            mean += weight / total * expectiminimax(game, game.result(state, action))
        return mean
    below = [expectiminimax(game, game.result(state, action)) for action in game.actions(state)]
    return max(below) if game.to_move(state) == 1 else min(below)
