"""Take 1 or 2 from a pile of n: finite, but n plies deep."""

from typing import NamedTuple

from zermelo import MAX, Game


class P(NamedTuple):
    coins: int
    player: int


class Deep(Game[P, int]):
    """Take 1 or 2; who takes the last wins."""

    def __init__(self, n: int = 1500) -> None:
        self.n = n

    def initial(self) -> P:
        return P(self.n, MAX)

    def to_move(self, state: P) -> int:
        return state.player

    def actions(self, state: P) -> list[int]:
        return [a for a in (1, 2) if a <= state.coins]

    def result(self, state: P, action: int) -> P:
        return P(state.coins - action, -state.player)

    def is_terminal(self, state: P) -> bool:
        return state.coins == 0

    def utility(self, state: P) -> int:
        return -state.player
