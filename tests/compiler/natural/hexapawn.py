"""Hexapawn, after Martin Gardner: pawns that win by arriving, or when the other one is stuck."""
from enum import Enum
from typing import NamedTuple

from zermelo import MAX, MIN, Game


class Cell(Enum):
    EMPTY = "."
    WHITE = "W"
    BLACK = "B"

    @property
    def opponent(self):
        return Cell.BLACK if self is Cell.WHITE else Cell.WHITE


class Move(NamedTuple):
    start: int
    end: int


class Board(NamedTuple):
    cells: tuple[Cell, ...]
    turn: Cell

    def moved(self, move: Move) -> "Board":
        cells = list(self.cells)
        cells[move.end], cells[move.start] = cells[move.start], Cell.EMPTY
        return Board(tuple(cells), self.turn.opponent)


class Hexapawn(Game[Board, Move]):
    """Hexapawn on `columns` x `rows`; white is MAX and moves up."""

    def __init__(self, columns: int = 3, rows: int = 3) -> None:
        self.columns = columns
        self.rows = rows

    def initial(self) -> Board:
        n = self.columns
        middle = [Cell.EMPTY] * (n * (self.rows - 2))
        return Board(tuple([Cell.BLACK] * n + middle + [Cell.WHITE] * n), Cell.WHITE)

    def to_move(self, state: Board) -> int:
        return MAX if state.turn is Cell.WHITE else MIN

    def moves(self, state: Board) -> list[Move]:
        moves = []
        n = self.columns
        forward = -n if state.turn is Cell.WHITE else n
        for square, cell in enumerate(state.cells):
            if cell is not state.turn:
                continue
            ahead = square + forward
            if not 0 <= ahead < len(state.cells):
                continue
            if state.cells[ahead] is Cell.EMPTY:
                moves.append(Move(square, ahead))
            column = square % n
            if column > 0 and state.cells[ahead - 1] is state.turn.opponent:
                moves.append(Move(square, ahead - 1))
            if column < n - 1 and state.cells[ahead + 1] is state.turn.opponent:
                moves.append(Move(square, ahead + 1))
        return moves

    def has_arrived(self, state: Board) -> bool:
        """Whether the pawn that moved last stands on the last row."""
        n = self.columns
        goal = state.cells[-n:] if state.turn is Cell.WHITE else state.cells[:n]
        return state.turn.opponent in goal

    def actions(self, state: Board) -> list[Move]:
        return [] if self.has_arrived(state) else self.moves(state)

    def result(self, state: Board, action: Move) -> Board:
        return state.moved(action)

    def is_terminal(self, state: Board) -> bool:
        return self.has_arrived(state) or not self.moves(state)

    def utility(self, state: Board) -> int:
        return MIN if state.turn is Cell.WHITE else MAX

    def evaluate(self, state: Board) -> float:
        white = state.cells.count(Cell.WHITE)
        black = state.cells.count(Cell.BLACK)
        return (white - black) / (2 * self.columns)

    def bounds(self, state: Board) -> tuple[int, int]:
        return -1, 1

    def format_state(self, state: Board) -> str:
        return "".join(cell.value for cell in state.cells) + state.turn.value

    def format_action(self, state: Board, action: Move) -> str:
        return f"{action.start}-{action.end}"
