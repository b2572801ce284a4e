# mypy: ignore-errors
"""Values beyond 32 bits."""

from zermelo import Game


class Big(Game):
    """Every leaf is large."""

    def __init__(self, k: int = 5000000000, d: int = 6):
        self.k, self.d = k, d

    def initial(self):
        return (0, 0, 1)

    def to_move(self, s):
        return s[2]

    def actions(self, s):
        return (0, 1, 2, 3) if s[1] < self.d else ()

    def result(self, s, a):
        return (s[0] * 4 + a, s[1] + 1, -s[2])

    def is_terminal(self, s):
        return s[1] >= self.d

    def utility(self, s):
        return self.k * ((s[0] * 2654435761) % 7 - 3)


class BigE(Big):
    """... and with a heuristic."""

    def evaluate(self, s):
        return self.k * ((s[0] * 40503) % 5 - 2)
