"""Numbers, paths, letters and lists larger than any that random games show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.compiler.constructs import Row
from zermelo.game import CHANCE, MAX, MIN, Game


class Cells(NamedTuple):
    """Nine numbers, how many are written, and who is to move."""

    cells: tuple[int, ...]
    ply: int
    player: int


class Growing(Game[Cells, int]):
    """Each move writes a number; who always multiplies gets one that random games never see."""

    plies = 7

    def initial(self) -> Cells:
        return Cells((1,) * 9, 0, MAX)

    def to_move(self, state: Cells) -> int:
        return state.player

    def actions(self, state: Cells) -> list[int]:
        return [0, 1, 2, 3]

    def result(self, state: Cells, action: int) -> Cells:
        cells = list(state.cells)
        cells[state.ply + 1] = cells[state.ply] * 19 if action == 3 else action
        return Cells(tuple(cells), state.ply + 1, -state.player)

    def is_terminal(self, state: Cells) -> bool:
        return state.ply == self.plies

    def utility(self, state: Cells) -> int:
        return state.cells[self.plies] % 11 - state.cells[self.plies - 1] % 7


class Helped(Growing):
    """Lists come back from helpers: alone, in tuples, and from generators too large for a loop."""

    def parts(self, state: Cells) -> tuple[list[int], list[int], int]:
        left, right = [], []
        for i, cell in enumerate(state.cells):
            if i % 2:
                left.append(cell)
            else:
                right.append(cell)
        return left, right, len(left)

    def evens(self, state: Cells) -> Iterator[int]:
        found: list[int] = []
        for cell in state.cells:
            found.append(cell)
            if len(found) % 2:
                yield found[-1] + len(found)
            else:
                yield found[0] - found[-1]
        yield sum(found)

    def evaluate(self, state: Cells) -> int:
        left, right, count = self.parts(state)
        again, _right, _count = self.parts(Cells(tuple(right) + tuple(left), 0, 1))
        total = left[0] * 3 + right[-1] * 5 + again[1] + count
        for number in self.evens(state):
            more, less, _ = self.parts(Cells((number % 5,) * 9, 0, 1))
            total += (number + sum(more) - sum(less)) % 1000
        return total % 1000


class Path(NamedTuple):
    """A board that stays as it is, how many squares are walked, and who is to move."""

    cells: tuple[int, ...]
    walked: int
    player: int


class Walk(Game[Path, tuple[int, ...]]):
    """A move is a path, longer than any that random games see: only one leads on each time."""

    def initial(self) -> Path:
        return Path((1, -1, 0) * 8, 0, MAX)

    def to_move(self, state: Path) -> int:
        return state.player if self.actions(state) else 0

    def actions(self, state: Path) -> list[tuple[int, ...]]:
        if state.walked >= 2000 or state.walked < 0:
            return []
        length = 3 + state.walked // 100
        return [tuple(range(length)), *[(n, n + 1) for n in range(20)]]

    def result(self, state: Path, action: tuple[int, ...]) -> Path:
        walked = -1 if len(action) == 2 else state.walked + 500 + sum(action)
        return Path(state.cells, walked, -state.player)

    def is_terminal(self, state: Path) -> bool:
        """No way to go."""
        return not self.actions(state)

    def utility(self, state: Path) -> int:
        return state.player * (1 if state.walked < 0 else 5)


class Rolled(Growing):
    """The same with dice: every other number is written by chance."""

    plies = 6

    def to_move(self, state: Cells) -> int:
        return CHANCE if state.ply % 2 else state.player

    def outcomes(self, state: Cells) -> list[tuple[int, int]]:
        return [(1, 2), (3, 1)]

    def actions(self, state: Cells) -> list[int]:
        return [1, 3] if state.ply % 2 else [0, 1, 2, 3]

    def result(self, state: Cells, action: int) -> Cells:
        cells = list(state.cells)
        cells[state.ply + 1] = cells[state.ply] * 19 if action == 3 else action
        return Cells(tuple(cells), state.ply + 1, MAX if state.ply % 4 == 1 else MIN)


class Long(Growing):
    """A list that machine code has no room for."""

    def evaluate(self, state: Cells) -> int:
        numbers: list[int] = []
        for number in range(150):
            numbers.append(number + state.ply)
        return numbers[state.ply]


class Lengths(Row):
    """A word in place of a tuple has a length, and items, in Python alone."""

    def actions(self, state: Any) -> Any:
        free = [i for i in range(self.n) if state.cells[i] == 0]
        return [(free[0],) * (i + 1) if i else "pass" for i in free]

    def result(self, state: Any, action: Any) -> Any:
        return super().result(state, state.cells.index(0) if len(action) < 4 else 0)


class Lane(NamedTuple):
    cells: tuple[str, ...]
    done: frozenset[int]
    player: int


class Ladder(Game[Lane, int]):
    """Only who climbs ten times in a row meets the last letters, which no random game shows."""

    def initial(self) -> Lane:
        return Lane(("a",) * 10, frozenset(), MAX)

    def to_move(self, state: Lane) -> int:
        return state.player

    def actions(self, state: Lane) -> list[int]:
        if self.is_terminal(state):
            return []
        return [0, 1] if len(state.done) < 9 else [0]

    def result(self, state: Lane, action: int) -> Lane:
        if action == 0:
            return Lane(state.cells, frozenset(range(10)), -state.player)
        cells = list(state.cells)
        step = len(state.done)
        cells[step] = "abcdefghijklmnopqrstuvwxyz"[2 * step + 1]
        return Lane(tuple(cells), state.done | {step}, -state.player)

    def is_terminal(self, state: Lane) -> bool:
        return len(state.done) >= 10

    def utility(self, state: Lane) -> int:
        climbed = sum(1 for cell in state.cells if cell != "a")
        return climbed if state.player == MIN else -climbed
