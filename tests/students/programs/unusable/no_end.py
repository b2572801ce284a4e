"""The largest of no values at all: the end of the game is never tested."""


def alphabeta(game, state):
    best = max if game.to_move(state) == 1 else min
    return best(alphabeta(game, game.result(state, a)) for a in game.actions(state))
