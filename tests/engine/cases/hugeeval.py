"""Wins are worth 1, estimates are in millionths of a pawn: legal, for they are finite numbers."""

from typing import NamedTuple

from zermelo import MAX, Game


class S(NamedTuple):
    number: int
    ply: int
    player: int


class HugeEval(Game[S, int]):
    """Digits in turn; the sum modulo 3, less 1, is the value."""

    def __init__(self, huge: int = 10_000) -> None:
        self.huge = huge

    def initial(self) -> S:
        return S(0, 0, MAX)

    def to_move(self, state: S) -> int:
        return state.player

    def actions(self, state: S) -> range:
        return range(3) if state.ply < 30 else range(0)

    def result(self, state: S, action: int) -> S:
        return S((state.number * 3 + action) % 10007, state.ply + 1, -state.player)

    def is_terminal(self, state: S) -> bool:
        return state.ply >= 30

    def utility(self, state: S) -> int:
        return state.number % 3 - 1

    def evaluate(self, state: S) -> int:
        return (state.number * 31 % 97 - 48) * self.huge
