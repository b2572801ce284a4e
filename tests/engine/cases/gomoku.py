"""Gomoku as anybody would write it for the first time: a tuple of cells; no heuristic yet."""

from typing import NamedTuple

from zermelo import MAX, Game
from zermelo.tuples import replace


class B(NamedTuple):
    cells: tuple[int, ...]
    player: int
    last: int
    left: int


class Gomoku(Game[B, int]):
    """Five in a row."""

    def __init__(self, n: int = 15, k: int = 5) -> None:
        self.n = n
        self.k = k

    def initial(self) -> B:
        return B((0,) * (self.n * self.n), MAX, -1, self.n * self.n)

    def to_move(self, state: B) -> int:
        return state.player

    def actions(self, state: B) -> list[int]:
        if self.is_terminal(state):
            return []
        return [i for i in range(self.n * self.n) if state.cells[i] == 0]

    def result(self, state: B, action: int) -> B:
        return B(replace(state.cells, action, state.player), -state.player, action, state.left - 1)

    def won(self, state: B) -> bool:
        if state.last < 0:
            return False
        n, me = self.n, -state.player
        r, c = divmod(state.last, n)
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = 1
            for s in (1, -1):
                r2, c2 = r + s * dr, c + s * dc
                while 0 <= r2 < n and 0 <= c2 < n and state.cells[r2 * n + c2] == me:
                    run += 1
                    r2 += s * dr
                    c2 += s * dc
            if run >= self.k:
                return True
        return False

    def is_terminal(self, state: B) -> bool:
        return state.left == 0 or self.won(state)

    def utility(self, state: B) -> int:
        return -state.player if self.won(state) else 0
