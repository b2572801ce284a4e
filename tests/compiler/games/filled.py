"""Lists that a function is handed to fill, pieces in cells, and columns that grow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo import MAX, MIN, Game


class Row(NamedTuple):
    cells: tuple[int, ...]
    player: int


def put(moves: list[int], cell: int) -> None:
    moves.append(cell)


def put_twice(moves: list[int], cell: int) -> None:
    put(moves, cell)
    put(cell=cell + 100, moves=moves)


class Fill(Game[Row, int]):
    """Who takes the last cell wins; a move is a cell, or a cell and a hundred."""

    def initial(self) -> Row:
        return Row((0,) * 9, MAX)

    def to_move(self, state: Row) -> int:
        return state.player

    def add(self, state: Row, moves: list[int], cell: int) -> None:
        if state.cells[cell]:
            return
        moves.append(cell)

    def actions(self, state: Row) -> list[int]:
        moves: list[int] = []
        if all(state.cells):
            return moves
        for cell in range(9):
            self.add(state, moves, cell)
        return moves

    def result(self, state: Row, action: int) -> Row:
        cells = list(state.cells)
        cells[action % 100] = 1 + (action >= 100)
        return Row(tuple(cells), -state.player)

    def is_terminal(self, state: Row) -> bool:
        return all(state.cells)

    def utility(self, state: Row) -> int:
        return sum(state.cells) - 10


class Twice(Fill):
    """By way of two functions, and with the names of parameters."""

    def actions(self, state: Row) -> list[int]:
        moves: list[int] = []
        for cell, taken in enumerate(state.cells):
            if not taken:
                put_twice(moves, cell)
        return moves


class Deep(Fill):
    """By a function that calls itself."""

    def gather(self, state: Row, cell: int, moves: list[int]) -> None:
        if cell == 9:
            return
        if not state.cells[cell]:
            moves.append(cell)
        self.gather(state, cell + 1, moves)

    def actions(self, state: Row) -> list[int]:
        moves: list[int] = []
        self.gather(state, 0, moves)
        return moves


class Answered(Fill):
    """The function that fills is called where its answer, None, is looked at."""

    def either(self, state: Row, moves: list[int], cell: int) -> None:
        return self.add(state, moves, cell)

    def actions(self, state: Row) -> list[int]:
        moves: list[int] = []
        for cell in range(9):
            self.either(state, moves, cell)
        return moves


class Sorted(Fill):
    """It fills one of two lists."""

    def actions(self, state: Row) -> list[int]:
        low: list[int] = [-1]
        high: list[int] = [-1]
        for cell in range(9):
            self.add(state, low if cell < 5 else high, cell)
        return high[1:] + low[1:]


class Named(Fill):
    """The list has two names."""

    def actions(self, state: Row) -> list[int]:
        moves: list[int] = []
        other = moves
        for cell in range(9):
            self.add(state, moves, cell)
        return other


class Begun(Fill):
    """It has two names, and something in it before."""

    def actions(self, state: Row) -> list[int]:
        moves = [-1]
        other = moves
        for cell in range(9):
            self.add(state, moves, cell)
        return other[1:]


class Counted(Fill):
    """What fills it gives something else back, and has it twice."""

    def fill(self, state: Row, moves: list[int], same: list[int]) -> int:
        for cell in range(9):
            self.add(state, moves, cell)
        return len(same)

    def actions(self, state: Row) -> list[int]:
        moves = [-1]
        count = self.fill(state, moves, moves)
        return moves[1:] if count > 1 else []


@dataclass(frozen=True)
class Piece:
    kind: str
    color: str

    @property
    def is_strong(self) -> bool:
        return self.kind == "king"


@dataclass(frozen=True)
class Board:
    cells: tuple[Piece | None, ...]
    turn: str

    def __getitem__(self, place: int) -> Piece | None:
        return self.cells[place]


class March(Game[Board, int]):
    """Men walk to the other end, where they become kings; two kings of a colour win."""

    def initial(self) -> Board:
        white, black = Piece("man", "white"), Piece("man", "black")
        return Board((white, white, None, None, None, None, None, black, black), "white")

    def to_move(self, state: Board) -> int:
        return MAX if state.turn == "white" else MIN

    def actions(self, state: Board) -> list[int]:
        if self.is_terminal(state):
            return []
        moves = [i for i, piece in enumerate(state.cells) if piece and piece.color == state.turn]
        return [i for i in moves if not state[i].is_strong] or [-1]  # type: ignore[union-attr]

    def result(self, state: Board, action: int) -> Board:
        other = "black" if state.turn == "white" else "white"
        if action < 0:
            return Board(state.cells, other)
        cells = list(state.cells)
        piece = state[action]
        assert piece is not None
        step = 1 if piece.color == "white" else -1
        to = action + step
        while 0 <= to < 9 and cells[to] is not None:
            to += step
        cells[action] = None
        if 0 <= to < 9:
            cells[to] = piece if 0 < to < 8 else Piece("king", piece.color)
        return Board(tuple(cells), other)

    def is_terminal(self, state: Board) -> bool:
        men = [piece for piece in state.cells if piece is not None and piece.kind == "man"]
        return len(men) < 2

    def utility(self, state: Board) -> int:
        kings = [piece for piece in state.cells if piece == Piece("king", "white")]
        return 1 if kings else -1


class Stacks(Game[Any, int]):
    """Discs on columns that grow; who makes three in a row of one column wins."""

    def initial(self) -> Any:
        return ((), (), ()), MAX

    def to_move(self, state: Any) -> Any:
        return state[1]

    def actions(self, state: Any) -> list[int]:
        columns, _player = state
        return [] if self.winner(columns) else [x for x in range(3) if len(columns[x]) < 4]

    def winner(self, columns: Any) -> Any:
        for column in columns:
            for y in range(len(column) - 2):
                if column[y] == column[y + 1] == column[y + 2]:
                    return column[y]
        return 0

    def result(self, state: Any, action: int) -> Any:
        columns, player = state
        new = [list(column) for column in columns]
        new[action].append(player)
        return tuple(tuple(column) for column in new), -player

    def is_terminal(self, state: Any) -> bool:
        return bool(self.winner(state[0])) or all(len(column) == 4 for column in state[0])

    def utility(self, state: Any) -> Any:
        return self.winner(state[0])
