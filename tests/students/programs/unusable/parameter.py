"""Has a parameter that nobody knows."""


def alphabeta(game, state, wisdom):
    return 0
