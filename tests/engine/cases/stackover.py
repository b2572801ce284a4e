"""Take 1, 2 or 3 coins with any of 100 hands; the cells of a board do not matter."""

from typing import NamedTuple

from zermelo import MAX, Game
from zermelo.tuples import replace


class S(NamedTuple):
    coins: int
    player: int
    cells: tuple[int, ...]


class Coins(Game[S, int]):
    """Who takes the last coin wins: the first player does unless coins % 4 == 0."""

    def __init__(self, coins: int = 100, cells: int = 100) -> None:
        self.coins, self.cells = coins, cells

    def initial(self) -> S:
        return S(self.coins, MAX, (0,) * self.cells)

    def to_move(self, state: S) -> int:
        return state.player

    def actions(self, state: S) -> range:
        return range(0, 100 * min(3, state.coins))

    def result(self, state: S, action: int) -> S:
        return S(
            state.coins - 1 - action // 100,
            -state.player,
            replace(state.cells, action % 3, state.coins % 2),
        )

    def is_terminal(self, state: S) -> bool:
        return state.coins == 0

    def utility(self, state: S) -> int:
        return -state.player
