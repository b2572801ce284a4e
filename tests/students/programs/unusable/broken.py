"""Does not load."""

import a_module_that_is_not_there


def alphabeta(game, state):
    return a_module_that_is_not_there.alphabeta(game, state)
