"""A patient lottery: with weight `stay` against 1 nothing happens, else MAX wins; or it leaves."""

from typing import NamedTuple

from zermelo import CHANCE, MAX, Game


class S(NamedTuple):
    where: int  # 0 MAX decides, 1 the lottery, 2 left, 3 won


class Slow(Game[S, int]):
    """Leave (0) for 5, or play (1) the lottery, which is worth 10 in the end."""

    has_chance = True

    def __init__(self, stay: int = 10**15) -> None:
        self.stay = stay

    def initial(self) -> S:
        return S(0)

    def to_move(self, state: S) -> int:
        return CHANCE if state.where == 1 else MAX

    def outcomes(self, state: S) -> list[tuple[int, int]]:
        return [(1, self.stay), (3, 1)]

    def actions(self, state: S) -> list[int]:
        if state.where >= 2:
            return []
        return [1, 3] if state.where == 1 else [2, 1]

    def result(self, state: S, action: int) -> S:
        return S(action)

    def is_terminal(self, state: S) -> bool:
        return state.where >= 2

    def utility(self, state: S) -> int:
        return 5 if state.where == 2 else 10
