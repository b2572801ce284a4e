"""Three in a row on a grid: a game to begin with. Change it until it is yours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo import MAX, Game
from zermelo.grid import lines

WIN = 100  # more than any estimate


class State(NamedTuple):
    """A state never changes: a move makes a new one."""

    board: tuple[int, ...]  # row by row: MAX or MIN for a stone, 0 for an empty cell
    player: int  # who is to move


class NewGame(Game[State, int]):
    """Put a stone on an empty cell; three in a row win. An action is the number of a cell."""

    def __init__(self, rows: int = 3, columns: int = 3) -> None:
        self.rows = rows
        self.columns = columns
        self.lines = lines(rows, columns, 3)

    # --- the rules ---------------------------------------------------------------------------

    def initial(self) -> State:
        return State((0,) * (self.rows * self.columns), MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterator[int]:
        if not self.is_terminal(state):
            for cell in range(self.rows * self.columns):
                if state.board[cell] == 0:
                    yield cell

    def result(self, state: State, action: int) -> State:
        board = (*state.board[:action], state.player, *state.board[action + 1 :])
        return State(board, -state.player)

    def is_terminal(self, state: State) -> bool:
        return self.winner(state) != 0 or 0 not in state.board

    def utility(self, state: State) -> int:
        return WIN * self.winner(state)  # for MAX, as every value

    def winner(self, state: State) -> int:
        for a, b, c in self.lines:
            if state.board[a] != 0 and state.board[a] == state.board[b] == state.board[c]:
                return state.board[a]
        return 0

    # --- what makes it play well: a guess where the end is too far away --------------------------

    def evaluate(self, state: State) -> int:
        total = 0
        for a, b, c in self.lines:  # two stones and an empty cell are a threat
            stones = state.board[a] + state.board[b] + state.board[c]
            if stones == 2 or stones == -2:
                total += stones
        return total
