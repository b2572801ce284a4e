# mypy: ignore-errors
"""Utilities of several sizes: digits are chosen in turn, the number is the value."""

from typing import NamedTuple

from zermelo import MAX, Game


class S(NamedTuple):
    number: int
    ply: int
    player: int


class Big(Game[S, int]):
    """`plies` digits 0..2 in turn; the value is their number times `scale`, plus `shift`."""

    def __init__(self, scale: int = 1, plies: int = 5, shift: int = 0, frac: bool = False) -> None:
        self.scale = scale
        self.plies = plies
        self.shift = shift

    def initial(self) -> S:
        return S(0, 0, MAX)

    def to_move(self, state: S) -> int:
        return state.player

    def actions(self, state: S) -> range:
        return range(3) if state.ply < self.plies else range(0)

    def result(self, state: S, action: int) -> S:
        return S(state.number * 3 + action, state.ply + 1, -state.player)

    def is_terminal(self, state: S) -> bool:
        return state.ply >= self.plies

    def utility(self, state: S) -> int:
        return (state.number * 7919 % 101) * self.scale + self.shift


class BigBounds(Big):
    """The same with right bounds."""

    def bounds(self, state: S) -> tuple[int, int]:
        return self.shift, 100 * self.scale + self.shift


class BigFloat(Big):
    """The same, halves."""

    def utility(self, state: S) -> float:
        return (state.number * 7919 % 101) * self.scale / 2 + self.shift


class BigEval(Big):
    """With an estimate far outside the values."""

    def __init__(self, scale: int = 1, plies: int = 5, shift: int = 0, huge: int = 10**6) -> None:
        super().__init__(scale, plies, shift)
        self.huge = huge

    def evaluate(self, state: S) -> int:
        return self.huge if state.number % 2 else -self.huge


class BigEvalFloat(Big):
    """With an estimate that is a float."""

    def evaluate(self, state: S) -> float:
        return (state.number % 7) / 2
