# mypy: ignore-errors
"""One leaf in many."""

from zermelo import Game


class Rare(Game):
    """One leaf is worth a lot; random games never see it."""

    def __init__(self, big: int = 1000000, d: int = 10):
        self.big, self.d = big, d

    def initial(self):
        return (0, 0, 1)

    def to_move(self, s):
        return s[2]

    def actions(self, s):
        return (0, 1, 2, 3, 4, 5, 6, 7) if s[1] < self.d else ()

    def result(self, s, a):
        return (s[0] * 8 + a, s[1] + 1, -s[2])

    def is_terminal(self, s):
        return s[1] >= self.d

    def utility(self, s):
        # MAX plays 7 at plies 0,2,4,.. whatever MIN does -> big
        x = s[0]
        ok = 1
        i = self.d - 1
        while i >= 0:
            if i % 2 == 0 and x % 8 != 7:
                ok = 0
            x = x // 8
            i = i - 1
        if ok == 1:
            return self.big
        return s[0] % 3
