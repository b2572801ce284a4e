"""Ordinary classes of one's own, as tutorials write them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.compiler.constructs.table import construct
from zermelo import MAX, Game


class Marked:
    """A state with a part that is made of the others."""

    LENGTH = 4

    def __init__(self, cells: tuple[int, ...], player: int) -> None:
        self.cells = cells
        self.player = player
        self.score = sum(a for a, b in zip(cells, cells[1:], strict=False) if a == b)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Marked) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[tuple[int, ...], int]:
        return (self.cells, self.player)

    def _is_free(self, i: int) -> bool:
        return self.cells[i] == 0

    def free(self) -> list[int]:
        return [i for i in range(self.LENGTH) if self._is_free(i)]

    def marked(self, i: int) -> Marked:
        cells = list(self.cells)
        cells[i] = self.player
        return type(self)(tuple(cells), -self.player)


@construct("ordinary class as a state, with what __init__ makes of its fields")
class MarkedRow(Game[Marked, int]):
    def initial(self) -> Marked:
        return Marked((0,) * 4, MAX)

    def to_move(self, state: Marked) -> int:
        return state.player

    def actions(self, state: Marked) -> Iterable[int]:
        return state.free()

    def result(self, state: Marked, action: int) -> Marked:
        return state.marked(action)

    def is_terminal(self, state: Marked) -> bool:
        return not state.free()

    def utility(self, state: Marked) -> int:
        return state.score


@dataclass(frozen=True)
class Counted:
    """A state that completes itself."""

    cells: tuple[int, ...]
    player: int = MAX
    free: int = field(init=False)

    def __post_init__(self) -> None:
        if self.player not in (1, -1):
            raise ValueError("there are two players")
        object.__setattr__(self, "free", self.cells.count(0))


@construct("dataclass with a __post_init__")
class CountedRow(Game[Counted, int]):
    def initial(self) -> Counted:
        return Counted((0,) * 4)

    def to_move(self, state: Counted) -> int:
        return state.player

    def actions(self, state: Counted) -> Iterable[int]:
        return [i for i, cell in enumerate(state.cells) if cell == 0]

    def result(self, state: Counted, action: int) -> Counted:
        cells = state.cells[:action] + (state.player,) + state.cells[action + 1 :]
        return Counted(cells, player=-state.player)

    def is_terminal(self, state: Counted) -> bool:
        return state.free == 0

    def utility(self, state: Counted) -> int:
        return sum(a for a, b in zip(state.cells, state.cells[1:], strict=False) if a == b)


class Unequal:
    """Two of them are the same by what they have, of which __eq__ asks one part only."""

    def __init__(self, cells: tuple[int, ...], player: int) -> None:
        self.cells = cells
        self.player = player

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unequal) and self.cells == other.cells

    def __hash__(self) -> int:
        return hash(self.cells)


@construct("ordinary class whose __eq__ leaves a field out")
class UnequalRow(Game[Unequal, int]):
    def initial(self) -> Unequal:
        return Unequal((0,) * 4, MAX)

    def to_move(self, state: Unequal) -> int:
        return state.player

    def actions(self, state: Unequal) -> Iterable[int]:
        return [i for i, cell in enumerate(state.cells) if cell == 0]

    def result(self, state: Unequal, action: int) -> Unequal:
        cells = list(state.cells)
        cells[action] = state.player
        return Unequal(tuple(cells), -state.player)

    def is_terminal(self, state: Unequal) -> bool:
        return 0 not in state.cells

    def utility(self, state: Unequal) -> int:
        return sum(a for a, b in zip(state.cells, state.cells[1:], strict=False) if a == b)
