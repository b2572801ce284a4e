"""Dicts, sets and records as people write them, in rules and in states."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from tests.compiler.constructs.table import Line, Row, construct
from zermelo import MAX, Game

# --- dicts, sets, classes -------------------------------------------------------------------------


@construct("dict returned, joined, updated")
class Joined(Row):
    def board(self, state: Line) -> dict[int, int]:
        return {i: cell for i, cell in enumerate(state.cells)}  # noqa: C416 (as people write it)

    def result(self, state: Line, action: int) -> Line:
        board = self.board(state) | {action: 5}
        board.update({action: state.player})
        return Line(tuple(board[i] for i in range(self.n)), -state.player)


LINES = (frozenset({0, 1}), frozenset({1, 2}), frozenset({2, 3}))


@construct("sets that are known, and their methods")
class KnownSets(Row):
    def utility(self, state: Line) -> int:
        mine = {i for i, cell in enumerate(state.cells) if cell == 1}
        his = frozenset(i for i, cell in enumerate(state.cells) if cell == -1)
        return sum(line.issubset(mine) for line in LINES) - sum(
            1 for line in LINES if line.isdisjoint(mine) and len(line & his) == 2
        )


class Put(NamedTuple):
    """An action."""

    cell: int
    times: int = 1

    @classmethod
    def at(cls, cell: int) -> Put:
        return cls(cell)

    @staticmethod
    def last(cells: list[int]) -> int:
        return cells[-1]


@construct("match of a class with parts; methods of a record's class; isinstance")
class Puts(Game[Line, Put]):
    def initial(self) -> Line:
        return Line((0,) * 4, MAX)

    def to_move(self, state: Line) -> int:
        return state.player

    def actions(self, state: Line) -> list[Put]:
        return [Put.at(i) for i in range(4) if state.cells[i] == 0]

    def result(self, state: Line, action: Put) -> Line:
        assert isinstance(action, Put | tuple)
        match action:
            case Put(cell, times=1):
                cells = list(state.cells)
                cells[cell] = state.player
                assert action.last([0, cell]) == cell
                return Line(tuple(cells), -state.player)
        raise ValueError(action)

    def is_terminal(self, state: Line) -> bool:
        return 0 not in state.cells

    def utility(self, state: Line) -> int:
        return Row().utility(state) if not isinstance(state, tuple) else pairs(state)


def pairs(state: Line) -> int:
    return sum(a for a, b in itertools.pairwise(state.cells) if a == b)


@construct("isinstance: a word or a number as an action")
class WordOrNumber(Game[Line, Any]):
    def initial(self) -> Line:
        return Line((0,) * 4, MAX)

    def to_move(self, state: Line) -> int:
        return state.player

    def actions(self, state: Line) -> list[Any]:
        free = [i for i in range(4) if state.cells[i] == 0]
        return [*free[:-1], "last"] if free else []

    def result(self, state: Line, action: Any) -> Line:
        if isinstance(action, str):
            action = max(i for i in range(4) if state.cells[i] == 0)
        cells = list(state.cells)
        cells[action] = state.player
        return Line(tuple(cells), -state.player)

    def is_terminal(self, state: Line) -> bool:
        return 0 not in state.cells

    def utility(self, state: Line) -> int:
        return pairs(state)


class Take(NamedTuple):
    """Another action."""

    cell: int


@dataclass(frozen=True)
class Step:
    cell: int


@dataclass(frozen=True)
class Jump:
    """The two cells that it is the sum of."""

    first: int
    second: int = 1


@construct("actions of two dataclasses")
class TwoDataclasses(Puts):
    def actions(self, state: Line) -> list[Any]:
        free = [i for i in range(4) if state.cells[i] == 0]
        return [Jump(first=i - 1) if i % 2 else Step(i) for i in free]

    def result(self, state: Line, action: Any) -> Line:
        cells = list(state.cells)
        match action:
            case Jump(0, second):
                cells[second] = state.player
            case Jump():
                cells[action.first + action.second] = state.player
        if isinstance(action, Step):
            cells[action.cell] = state.player
        return Line(tuple(cells), -state.player)


@construct("actions of two classes")
class TwoClasses(Puts):
    def actions(self, state: Line) -> list[Any]:
        free = [i for i in range(4) if state.cells[i] == 0]
        return [Put(i) if i % 2 else Take(i) for i in free]

    def result(self, state: Line, action: Any) -> Line:
        cells = list(state.cells)
        cells[action.cell] = state.player
        return Line(tuple(cells), -state.player)


class Mark(Enum):
    """What is in a cell, and whose turn it is."""

    X = "x"
    O = "o"  # noqa: E741


class Way(Enum):
    """Where a mark goes."""

    RIGHT = (0, 1)
    LEFT = (0, -1)


@construct("values of two Enums")
class Enums(Game[tuple[tuple[Mark | None, ...], Mark], int]):
    def initial(self) -> tuple[tuple[Mark | None, ...], Mark]:
        return (None,) * 4, Mark.X

    def to_move(self, state: tuple[tuple[Mark | None, ...], Mark]) -> int:
        return 1 if state[1].value == "x" else -1

    def actions(self, state: tuple[tuple[Mark | None, ...], Mark]) -> list[int]:
        return [i for i, cell in enumerate(state[0]) if cell is None]

    def result(
        self, state: tuple[tuple[Mark | None, ...], Mark], action: int
    ) -> tuple[tuple[Mark | None, ...], Mark]:
        cells = list(state[0])
        cells[action] = state[1]
        return tuple(cells), Mark.O if state[1] is Mark.X else Mark.X

    def is_terminal(self, state: tuple[tuple[Mark | None, ...], Mark]) -> bool:
        return None not in state[0]

    def utility(self, state: tuple[tuple[Mark | None, ...], Mark]) -> int:
        score = 0
        for way in Way:  # each pair is seen from both sides
            _down, right = way.value
            for i in range(4):
                if 0 <= i + right < 4 and state[0][i] is state[0][i + right]:
                    score += 1 if state[0][i] is Mark.X else -1
        return score // 2


@construct("method of the state that yields, in a loop over its board")
class Yielding(Game[Any, int]):
    def initial(self) -> Any:
        return Board((("." * 2,) * 2), MAX)

    def to_move(self, state: Any) -> int:
        return int(state.player)

    def actions(self, state: Any) -> list[int]:
        return list(state.free())

    def result(self, state: Any, action: int) -> Any:
        rows = [list(row) for row in state.rows]
        rows[action // 2][action % 2] = "x" if state.player == MAX else "o"
        return Board(tuple("".join(row) for row in rows), -state.player)

    def is_terminal(self, state: Any) -> bool:
        return not any(True for _ in state.free())

    def utility(self, state: Any) -> int:
        cells = "".join(state.rows)
        return sum((1 if a == "x" else -1) for a, b in itertools.pairwise(cells) if a == b)


class Board(NamedTuple):
    """Rows of letters."""

    rows: tuple[str, ...]
    player: int

    def free(self) -> Iterator[int]:
        for r, row in enumerate(self.rows):
            for c, cell in enumerate(row):
                if cell == ".":
                    yield 2 * r + c


# --- sets and texts in a state --------------------------------------------------------------------


@construct("set of a dict's items, with words, as a state")
class Items(Game[tuple[frozenset[Any], int], tuple[int, int]]):
    def initial(self) -> tuple[frozenset[Any], int]:
        return frozenset(), MAX

    def to_move(self, state: tuple[frozenset[Any], int]) -> int:
        return state[1]

    def actions(self, state: tuple[frozenset[Any], int]) -> Iterable[tuple[int, int]]:
        board = dict(state[0])
        return [(r, c) for r in range(2) for c in range(2) if (r, c) not in board]

    def result(
        self, state: tuple[frozenset[Any], int], action: tuple[int, int]
    ) -> tuple[frozenset[Any], int]:
        board = dict(state[0])
        board[action] = "x" if state[1] == MAX else "o"
        return frozenset(board.items()), -state[1]

    def is_terminal(self, state: tuple[frozenset[Any], int]) -> bool:
        return len(state[0]) == 4

    def utility(self, state: tuple[frozenset[Any], int]) -> int:
        board = dict(state[0])
        cells = [board[r, c] for r in range(2) for c in range(2)]
        return sum((1 if a == "x" else -1) for a, b in itertools.pairwise(cells) if a == b)


@construct("text that is split, as a state")
class Split(Game[str, int]):
    def initial(self) -> str:
        return "x:...."

    def to_move(self, state: str) -> int:
        return MAX if state.startswith("x") else -MAX

    def actions(self, state: str) -> list[int]:
        _who, cells = state.split(":")
        return [i for i in range(len(cells)) if cells.startswith(".", i)]

    def result(self, state: str, action: int) -> str:
        who, cells = state.split(":")
        letters = list(cells)
        letters[action] = who
        return ("o" if who == "x" else "x") + ":" + "".join(letters)

    def is_terminal(self, state: str) -> bool:
        return "." not in state

    def utility(self, state: str) -> int:
        cells = state[2:]
        return sum((1 if a == "x" else -1) for a, b in itertools.pairwise(cells) if a == b)


class Counted(NamedTuple):
    """A state with a method that tuples have, too."""

    cells: tuple[int, ...]
    player: int

    @staticmethod
    def count(number: int) -> int:
        return number


@construct("static method of a record that tuples have too")
class OwnCount(Game[Counted, int]):
    def initial(self) -> Counted:
        return Counted((0,) * 4, MAX)

    def to_move(self, state: Counted) -> int:
        return state.player

    def actions(self, state: Counted) -> list[int]:
        return [i for i in range(state.count(4)) if state.cells[i] == 0]

    def result(self, state: Counted, action: int) -> Counted:
        cells = list(state.cells)
        cells[action] = state.player
        return Counted(tuple(cells), -state.player)

    def is_terminal(self, state: Counted) -> bool:
        return 0 not in state.cells

    def utility(self, state: Counted) -> int:
        return sum(a for a, b in itertools.pairwise(state.cells) if a == b)


class Marked(NamedTuple):
    """An action with a tuple that is always empty."""

    cell: int
    marks: tuple[int, ...] = ()


@construct("tuple in a record that is always empty")
class AlwaysEmpty(Row):
    def actions(self, state: Line) -> Iterable[Any]:
        return [Marked(cell) for cell in super().actions(state)]

    def result(self, state: Line, action: Any) -> Line:
        return super().result(state, action.cell + len(action.marks))


@construct("is between tuples that are equal")
class SameTuple(Row):
    def utility(self, state: Line) -> int:
        again = Line(state.cells, state.player)
        return super().utility(state) + (again is state)
