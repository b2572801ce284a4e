"""Expectiminimax with exact fractions."""

from fractions import Fraction


def expectiminimax(game, state):
    if game.is_terminal(state):
        return game.utility(state), None
    if game.to_move(state) == 0:
        total = sum(weight for _, weight in game.outcomes(state))
        found = Fraction(0)
        for action, weight in game.outcomes(state):
            found += Fraction(weight, total) * expectiminimax(game, game.result(state, action))[0]
        return found, None
    sign, best, move = game.to_move(state), None, None
    for action in game.actions(state):
        value = expectiminimax(game, game.result(state, action))[0]
        if best is None or sign * value > sign * best:
            best, move = value, action
    return best, move
