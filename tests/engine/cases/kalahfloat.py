# mypy: ignore-errors
"""Kalah(6,4) with extra moves and captures."""

from typing import NamedTuple

from zermelo import MAX, MIN, Game
from zermelo.tuples import replace


class Board(NamedTuple):
    pits: tuple[
        int, ...
    ]  # 0..n-1 MAX's houses, n MAX's store, n+1..2n MIN's houses, 2n+1 MIN's store
    player: int


class Kalah(Game[Board, int]):
    """Kalah: sow, capture, move again when the last seed falls in your store."""

    def __init__(self, houses: int = 6, seeds: int = 4) -> None:
        self.houses = houses
        self.seeds = seeds

    def initial(self) -> Board:
        side = [self.seeds] * self.houses + [0]
        return Board(tuple(side + side), MAX)

    def to_move(self, state: Board) -> int:
        return state.player

    def _houses(self, player: int) -> range:
        return range(self.houses) if player == MAX else range(self.houses + 1, 2 * self.houses + 1)

    def actions(self, state: Board) -> list[int]:
        if self.is_terminal(state):
            return []
        return [h for h in self._houses(state.player) if state.pits[h] > 0]

    def result(self, state: Board, action: int) -> Board:
        n = self.houses
        pits = state.pits
        mine, theirs = (n, 2 * n + 1) if state.player == MAX else (2 * n + 1, n)
        seeds = pits[action]
        pits = replace(pits, action, 0)
        pos = action
        while seeds:
            pos = (pos + 1) % len(pits)
            if pos == theirs:
                continue
            pits = replace(pits, pos, pits[pos] + 1)
            seeds -= 1
        if pos in self._houses(state.player) and pits[pos] == 1 and pits[2 * n - pos] > 0:
            pits = replace(pits, mine, pits[mine] + pits[2 * n - pos] + 1)
            pits = replace(replace(pits, pos, 0), 2 * n - pos, 0)
        left = sum(pits[i] for i in self._houses(MAX))
        right = sum(pits[i] for i in self._houses(MIN))
        if left == 0 or right == 0:
            pits = replace(pits, n, pits[n] + left)
            pits = replace(pits, 2 * n + 1, pits[2 * n + 1] + right)
            for i in range(n):
                pits = replace(replace(pits, i, 0), n + 1 + i, 0)
        player = state.player if pos == mine else -state.player
        return Board(pits, player)

    def is_terminal(self, state: Board) -> bool:
        return all(state.pits[h] == 0 for h in self._houses(MAX)) and all(
            state.pits[h] == 0 for h in self._houses(MIN)
        )

    def utility(self, state: Board) -> int:
        return state.pits[self.houses] - state.pits[2 * self.houses + 1]

    def evaluate(self, state: Board) -> int:
        return (state.pits[self.houses] - state.pits[2 * self.houses + 1]) * 1.0
