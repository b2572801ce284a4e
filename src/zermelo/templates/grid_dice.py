"""Three in a row on a grid, with a die: a game to begin with. Change it until it is yours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo import CHANCE, MAX, Game
from zermelo.grid import lines

WIN = 100  # more than any estimate
NO_ROW = -1  # the die has not been thrown


class State(NamedTuple):
    """A state never changes: a move makes a new one."""

    board: tuple[int, ...]  # row by row: MAX or MIN for a stone, 0 for an empty cell
    player: int  # whose turn it is
    row: int  # the one that the die shows, or NO_ROW


class NewGame(Game[State, int]):
    """A die shows a row with room; put a stone on an empty cell in it. Three in a row win.

    An action of a player is the number of a cell, one of CHANCE that of a row.
    """

    def __init__(self, rows: int = 3, columns: int = 3) -> None:
        self.rows = rows
        self.columns = columns
        self.lines = lines(rows, columns, 3)

    # --- the rules ---------------------------------------------------------------------------

    def initial(self) -> State:
        return State((0,) * (self.rows * self.columns), MAX, NO_ROW)

    def to_move(self, state: State) -> int:
        return CHANCE if state.row == NO_ROW else state.player

    def actions(self, state: State) -> Iterator[int]:
        if self.is_terminal(state):
            return
        if state.row == NO_ROW:
            for row in range(self.rows):
                if self.has_room(state, row):
                    yield row
        else:
            for cell in range(state.row * self.columns, (state.row + 1) * self.columns):
                if state.board[cell] == 0:
                    yield cell

    def outcomes(self, state: State) -> Iterator[tuple[int, int]]:
        for row in range(self.rows):
            if self.has_room(state, row):
                yield row, 1  # each row as often as another

    def result(self, state: State, action: int) -> State:
        if state.row == NO_ROW:
            return State(state.board, state.player, action)
        board = (*state.board[:action], state.player, *state.board[action + 1 :])
        return State(board, -state.player, NO_ROW)

    def is_terminal(self, state: State) -> bool:
        return self.winner(state) != 0 or 0 not in state.board

    def utility(self, state: State) -> int:
        return WIN * self.winner(state)  # for MAX, as every value

    def winner(self, state: State) -> int:
        for a, b, c in self.lines:
            if state.board[a] != 0 and state.board[a] == state.board[b] == state.board[c]:
                return state.board[a]
        return 0

    def has_room(self, state: State, row: int) -> bool:
        return any(state.board[row * self.columns + column] == 0 for column in range(self.columns))

    # --- what makes it play well: a guess where the end is too far away, and its limits ----------

    def evaluate(self, state: State) -> int:
        total = 0
        for a, b, c in self.lines:  # two stones and an empty cell are a threat
            stones = state.board[a] + state.board[b] + state.board[c]
            if stones == 2 or stones == -2:
                total += stones
        return max(-WIN, min(WIN, total))

    def bounds(self, state: State) -> tuple[int, int]:
        return -WIN, WIN

    # --- how it is written: the board, its text and its moves need nothing, the die does ---------

    def format_action(self, state: State, action: int) -> str:
        if state.row == NO_ROW:
            return str(action + 1)
        return super().format_action(state, action)
