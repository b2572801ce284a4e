"""MAX may give up (-1) or toss a coin that changes nothing, for ever."""

from typing import NamedTuple

from zermelo import CHANCE, MAX, Game


class S(NamedTuple):
    side: int
    tossing: bool
    over: bool


class Dither(Game[S, int]):
    """Give up (0): worth `loss`; toss (1): another side of the same coin."""

    has_chance = True

    def __init__(self, loss: int = -1) -> None:
        self.loss = loss

    def initial(self) -> S:
        return S(0, False, False)

    def to_move(self, state: S) -> int:
        return CHANCE if state.tossing else MAX

    def outcomes(self, state: S) -> list[tuple[int, int]]:
        return [(0, 1), (1, 1)]

    def actions(self, state: S) -> list[int]:
        if state.over:
            return []
        return [0, 1]

    def result(self, state: S, action: int) -> S:
        if state.tossing:
            return S(action, False, False)
        if action == 1:
            return S(state.side, True, False)
        return S(state.side, False, True)

    def is_terminal(self, state: S) -> bool:
        return state.over

    def utility(self, state: S) -> int:
        return self.loss

    def bounds(self, state: S) -> tuple[int, int]:
        return -10, 10


class DitherEval(Dither):
    """With an estimate."""

    def evaluate(self, state: S) -> float:
        return 3.0
