"""Lecture 003: the weighted sum is divided by the number of branches."""

from fractions import Fraction


def expectiminimax(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == 0:
        total = Fraction(0)
        outcomes = game.outcomes(state)
        for action, _weight in outcomes:
            value = expectiminimax(game, game.result(state, action))
            total += game.probability(state, action) * value
        return total / len(outcomes)
    values = [expectiminimax(game, game.result(state, a)) for a in game.actions(state)]
    return max(values) if game.to_move(state) == 1 else min(values)
