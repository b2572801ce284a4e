"""Right in a process of its own, and spoiled by what is kept from the search before."""

known = {}


def minimax(game, state):
    if state not in known:
        if game.is_terminal(state):
            known[state] = game.utility(state)
        else:
            below = [minimax(game, game.result(state, a)) for a in game.actions(state)]
            known[state] = max(below) if game.to_move(state) == 1 else min(below)
    return known[state]


def minimax_by_default(game, state, memory={}):  # noqa: B006
    if state not in memory:
        if game.is_terminal(state):
            memory[state] = game.utility(state)
        else:
            below = [minimax_by_default(game, game.result(state, a)) for a in game.actions(state)]
            memory[state] = max(below) if game.to_move(state) == 1 else min(below)
    return memory[state]
