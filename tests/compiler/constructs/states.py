"""States, cells and actions of other kinds: the same game, or another small one."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, NamedTuple

from tests.compiler.constructs.table import Line, Row, construct
from zermelo import MAX, MIN, Game


@dataclass(frozen=True)
class Board:
    cells: tuple[int, ...]
    player: int = MAX

    @property
    def free(self) -> list[int]:
        return [i for i, cell in enumerate(self.cells) if cell == 0]

    def marked(self, place: int) -> Board:
        return Board(self.cells[:place] + (self.player,) + self.cells[place + 1 :], -self.player)


class OnBoard(Row):
    def initial(self) -> Any:
        return Board((0,) * self.n)

    def result(self, state: Any, action: int) -> Any:
        cells = list(state.cells)
        cells[action] = state.player
        return Board(tuple(cells), -state.player)


@construct("frozen dataclass")
class Frozen(OnBoard):
    pass


@construct("dataclasses.replace")
class Replace(OnBoard):
    def result(self, state: Any, action: int) -> Any:
        cells = list(state.cells)
        cells[action] = state.player
        return dataclasses.replace(state, cells=tuple(cells), player=-state.player)


@construct("method of the state")
class Method(OnBoard):
    def result(self, state: Any, action: int) -> Any:
        return state.marked(action)


@construct("property of the state")
class Property(OnBoard):
    def actions(self, state: Any) -> list[int]:
        found: list[int] = state.free
        return found

    def is_terminal(self, state: Any) -> bool:
        return not state.free


@construct("NamedTuple._replace")
class NamedReplace(Row):
    def result(self, state: Line, action: int) -> Line:
        cells = list(state.cells)
        cells[action] = state.player
        return state._replace(cells=tuple(cells), player=-state.player)


@construct("plain tuple as a state")
class Plain(Row):
    def initial(self) -> Any:
        return (0,) * self.n, MAX

    def to_move(self, state: Any) -> int:
        return int(state[1])

    def actions(self, state: Any) -> list[int]:
        cells, _ = state
        return [i for i in range(self.n) if cells[i] == 0]

    def result(self, state: Any, action: int) -> Any:
        cells, player = state
        return tuple(player if i == action else c for i, c in enumerate(cells)), -player

    def is_terminal(self, state: Any) -> bool:
        return 0 not in state[0]

    def utility(self, state: Any) -> int:
        cells = state[0]
        return sum(a for a, b in zip(cells, cells[1:]) if a == b)


class Mark(Enum):
    EMPTY = "."
    CROSS = "x"
    NOUGHT = "o"


@construct("Enum as a cell")
class EnumCells(Row):
    def initial(self) -> Any:
        return Line((Mark.EMPTY,) * self.n, MAX)  # type: ignore[arg-type]

    def actions(self, state: Any) -> list[int]:
        return [i for i, cell in enumerate(state.cells) if cell is Mark.EMPTY]

    def result(self, state: Any, action: int) -> Any:
        cells = list(state.cells)
        cells[action] = Mark.CROSS if state.player == MAX else Mark.NOUGHT
        return Line(tuple(cells), -state.player)

    def is_terminal(self, state: Any) -> bool:
        return Mark.EMPTY not in state.cells

    def utility(self, state: Any) -> int:
        pairs = [a for a, b in zip(state.cells, state.cells[1:]) if a == b]
        return pairs.count(Mark.CROSS) - pairs.count(Mark.NOUGHT)


class Player(IntEnum):
    MIN = -1
    NOBODY = 0
    MAX = 1


@construct("IntEnum as a cell")
class IntEnumCells(Row):
    def initial(self) -> Line:
        return Line((Player.NOBODY,) * self.n, MAX)

    def result(self, state: Line, action: int) -> Line:
        cells = list(state.cells)
        cells[action] = Player(state.player)
        return Line(tuple(cells), -state.player)


@construct("strings as cells")
class StringCells(Row):
    def initial(self) -> Any:
        return Line((" ",) * self.n, MAX)  # type: ignore[arg-type]

    def actions(self, state: Any) -> list[int]:
        return [i for i, cell in enumerate(state.cells) if cell == " "]

    def result(self, state: Any, action: int) -> Any:
        cells = list(state.cells)
        cells[action] = "X" if state.player == MAX else "O"
        return Line(tuple(cells), -state.player)

    def is_terminal(self, state: Any) -> bool:
        return " " not in state.cells

    def utility(self, state: Any) -> int:
        worth = {"X": 1, "O": -1}
        return sum(worth[a] for a, b in zip(state.cells, state.cells[1:]) if a == b)


@construct("string as a board")
class StringBoard(StringCells):
    def initial(self) -> Any:
        return Line(" " * self.n, MAX)  # type: ignore[arg-type]

    def result(self, state: Any, action: int) -> Any:
        mark = "X" if state.player == MAX else "O"
        return Line(state.cells[:action] + mark + state.cells[action + 1 :], -state.player)


class Cells(NamedTuple):
    mine: frozenset[int]
    theirs: frozenset[int]


class OnSets(Game[Cells, int]):
    def __init__(self, n: int = 4) -> None:
        self.n = n

    def initial(self) -> Cells:
        return Cells(frozenset(), frozenset())

    def to_move(self, state: Cells) -> int:
        return MAX if len(state.mine) == len(state.theirs) else MIN

    def actions(self, state: Cells) -> list[int]:
        return [i for i in range(self.n) if i not in state.mine and i not in state.theirs]

    def result(self, state: Cells, action: int) -> Cells:
        if self.to_move(state) == MAX:
            return Cells(state.mine | {action}, state.theirs)
        return Cells(state.mine, state.theirs | {action})

    def is_terminal(self, state: Cells) -> bool:
        return len(state.mine) + len(state.theirs) == self.n

    def utility(self, state: Cells) -> int:
        mine = sum(1 for i in state.mine if i + 1 in state.mine)
        return mine - sum(1 for i in state.theirs if i + 1 in state.theirs)


@construct("frozenset as a state")
class Sets(OnSets):
    pass


@construct("frozenset.union")
class Union(OnSets):
    def result(self, state: Cells, action: int) -> Cells:
        if self.to_move(state) == MAX:
            return state._replace(mine=state.mine.union([action]))
        return state._replace(theirs=state.theirs.union([action]))


@construct("frozenset of what is left, with remove")
class Left(OnSets):
    def actions(self, state: Cells) -> list[int]:
        left = set(range(self.n)) - state.mine
        for place in state.theirs:
            left.remove(place)
        return sorted(left)


@construct("frozenset from a set that grows")
class Growing(OnSets):
    def result(self, state: Cells, action: int) -> Cells:
        mine, theirs = set(state.mine), set(state.theirs)
        (mine if self.to_move(state) == MAX else theirs).add(action)
        return Cells(frozenset(mine), frozenset(theirs))


@construct("frozenset without an item, as a state")
class Free(Row):
    def initial(self) -> Any:
        return frozenset(range(self.n)), (), MAX

    def to_move(self, state: Any) -> int:
        return int(state[2])

    def actions(self, state: Any) -> list[int]:
        return sorted(state[0])

    def result(self, state: Any, action: int) -> Any:
        free, marks, player = state
        return free - {action}, (*marks, (action, player)), -player

    def is_terminal(self, state: Any) -> bool:
        return not state[0]

    def utility(self, state: Any) -> int:
        cells = [player for place, player in sorted(state[1])]
        return sum(a for a, b in zip(cells, cells[1:]) if a == b)


@construct("pair as an action")
class PairAction(Game[Line, tuple[int, int]]):
    def initial(self) -> Line:
        return Line((0,) * 4, MAX)

    def to_move(self, state: Line) -> int:
        return state.player

    def actions(self, state: Line) -> list[tuple[int, int]]:
        return [(r, c) for r in range(2) for c in range(2) if state.cells[2 * r + c] == 0]

    def result(self, state: Line, action: tuple[int, int]) -> Line:
        r, c = action
        cells = list(state.cells)
        cells[2 * r + c] = state.player
        return Line(tuple(cells), -state.player)

    def is_terminal(self, state: Line) -> bool:
        return 0 not in state.cells

    def utility(self, state: Line) -> int:
        return sum(a for a, b in zip(state.cells, state.cells[1:]) if a == b)


@construct("path of squares as an action")
class PathAction(Game[Line, tuple[int, ...]]):
    """A move marks one free cell, written with all the marks of the same player left of it."""

    def initial(self) -> Line:
        return Line((0,) * 4, MAX)

    def to_move(self, state: Line) -> int:
        return state.player

    def actions(self, state: Line) -> list[tuple[int, ...]]:
        paths = []
        for end, cell in enumerate(state.cells):
            if cell == 0:
                path: tuple[int, ...] = ()
                for i in range(end):
                    if state.cells[i] == state.player:
                        path += (i,)
                paths.append((*path, end))
        return paths

    def result(self, state: Line, action: tuple[int, ...]) -> Line:
        cells = list(state.cells)
        for place in action:
            cells[place] = state.player
        return Line(tuple(cells), -state.player)

    def is_terminal(self, state: Line) -> bool:
        return 0 not in state.cells

    def utility(self, state: Line) -> int:
        return sum(a for a, b in zip(state.cells, state.cells[1:]) if a == b)


class Place(NamedTuple):
    row: int
    column: int


@construct("NamedTuple as an action")
class NamedAction(PairAction):
    def actions(self, state: Line) -> list[tuple[int, int]]:
        return [Place(*divmod(i, 2)) for i, cell in enumerate(state.cells) if cell == 0]

    def result(self, state: Line, action: Any) -> Line:
        cells = list(state.cells)
        cells[2 * action.row + action.column] = state.player
        return Line(tuple(cells), -state.player)


@construct("string as an action")
class StringAction(PairAction):
    def actions(self, state: Line) -> Any:
        return ["abcd"[i] for i, cell in enumerate(state.cells) if cell == 0]

    def result(self, state: Line, action: Any) -> Line:
        cells = list(state.cells)
        cells["abcd".index(action)] = state.player
        return Line(tuple(cells), -state.player)


class Rows(NamedTuple):
    rows: tuple[tuple[int, ...], ...]
    last: int | None
    player: int


@construct("tuple of tuples, and None, in a state")
class Grid(Game[Rows, int]):
    def initial(self) -> Rows:
        return Rows(((0, 0), (0, 0)), None, MAX)

    def to_move(self, state: Rows) -> int:
        return state.player

    def actions(self, state: Rows) -> list[int]:
        return [2 * r + c for r in range(2) for c in range(2) if state.rows[r][c] == 0]

    def result(self, state: Rows, action: int) -> Rows:
        rows = [list(row) for row in state.rows]
        rows[action // 2][action % 2] = state.player
        return Rows(tuple(tuple(row) for row in rows), action, -state.player)

    def is_terminal(self, state: Rows) -> bool:
        return not any(0 in row for row in state.rows)

    def utility(self, state: Rows) -> int:
        cells = state.rows[0] + state.rows[1]
        return sum(a for a, b in zip(cells, cells[1:]) if a == b)

    def evaluate(self, state: Rows) -> int:
        return 0 if state.last is None else state.last
