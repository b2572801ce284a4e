"""A whole player, with a memory of its own."""


class Player:
    def __init__(self):
        self.known = {}

    def value(self, game, state):
        if state not in self.known:
            if game.is_terminal(state):
                self.known[state] = game.utility(state)
            else:
                below = [self.value(game, game.result(state, a)) for a in game.actions(state)]
                self.known[state] = max(below) if game.to_move(state) == 1 else min(below)
        return self.known[state]

    def move(self, game, state):
        sign = game.to_move(state)
        return max(
            game.actions(state), key=lambda a: sign * self.value(game, game.result(state, a))
        )
