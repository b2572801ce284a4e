"""A cat and a mouse on a ring of n cells; the cat wins by catching; nothing else ends it."""

from typing import NamedTuple

from zermelo import MAX, MIN, Game


class S(NamedTuple):
    cat: int
    mouse: int
    player: int


class Pursuit(Game[S, int]):
    """Cat and mouse on a ring."""

    def __init__(self, n: int = 6, stay: bool = False) -> None:
        self.n = n
        self.stay = stay

    def initial(self) -> S:
        return S(0, self.n // 2, MAX)

    def to_move(self, state: S) -> int:
        return state.player

    def actions(self, state: S) -> list[int]:
        if state.cat == state.mouse:
            return []
        return [-1, 0, 1] if self.stay else [-1, 1]

    def result(self, state: S, action: int) -> S:
        if state.player == MAX:
            return S((state.cat + action) % self.n, state.mouse, MIN)
        return S(state.cat, (state.mouse + action) % self.n, MAX)

    def is_terminal(self, state: S) -> bool:
        return state.cat == state.mouse

    def utility(self, state: S) -> int:
        return 1


class PursuitEval(Pursuit):
    """The same with an estimate."""

    def evaluate(self, state: S) -> int:
        return 0

    def bounds(self, state: S) -> tuple[int, int]:
        return -1, 1


class Line(Game[S, int]):
    """A cat on a line chases a mouse, which wins at cell 0, its hole; the cat by catching it."""

    def __init__(self, n: int = 5) -> None:
        self.n = n

    def initial(self) -> S:
        return S(self.n - 1, 2, MAX)

    def to_move(self, state: S) -> int:
        return state.player

    def actions(self, state: S) -> list[int]:
        if self.is_terminal(state):
            return []
        p = state.cat if state.player == MAX else state.mouse
        return [d for d in (-1, 0, 1) if 0 <= p + d < self.n]

    def result(self, state: S, action: int) -> S:
        if state.player == MAX:
            return S(state.cat + action, state.mouse, MIN)
        return S(state.cat, state.mouse + action, MAX)

    def is_terminal(self, state: S) -> bool:
        return state.cat == state.mouse or state.mouse == 0

    def utility(self, state: S) -> int:
        return 1 if state.cat == state.mouse else -1

    def evaluate(self, state: S) -> int:
        return 0

    def bounds(self, state: S) -> tuple[int, int]:
        return -1, 1
