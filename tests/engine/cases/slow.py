# mypy: ignore-errors
"""Rules that take a while."""

from zermelo import Game


class S(Game):
    """Rules that take a while in Python (N steps of a loop)."""

    def __init__(self, n: int = 20000):
        self.n = n

    def initial(self):
        return (0, 1)

    def to_move(self, s):
        return s[1]

    def actions(self, s):
        return (1, 2, 3)

    def result(self, s, a):
        x = 0
        for i in range(self.n):
            x = (x * 1103515245 + i + a) % 2147483647
        return ((s[0] * 3 + a + x % 2) % 1000003, -s[1])

    def is_terminal(self, s):
        return False

    def utility(self, s):
        return 0

    def evaluate(self, s):
        return s[0] % 5 - 2
