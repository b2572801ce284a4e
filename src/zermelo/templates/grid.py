"""Three in a row on a grid: a game to begin with. Change it until it is yours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo import MAX, MIN, Game, NotationError
from zermelo.board import Grid, disc

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
        self.lines = lines_of_three(rows, columns)

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

    # --- how it is written and drawn -------------------------------------------------------------

    def format_action(self, state: State, action: int) -> str:
        row, column = divmod(action, self.columns)
        return f"{chr(ord('a') + column)}{row + 1}"

    def format_state(self, state: State) -> str:
        cells = "".join(".xo"[stone] for stone in state.board)  # -1 is the last letter
        return "/".join(cells[at : at + self.columns] for at in range(0, len(cells), self.columns))

    def parse_state(self, text: str) -> State:
        rows = text.split("/")
        wrong = len(rows) != self.rows or any(len(row) != self.columns for row in rows)
        if wrong or set("".join(rows)) - set(".xo"):
            raise NotationError(f"'{text}': write {self.rows} rows of {self.columns}, x o or .")
        board = tuple({"x": MAX, "o": MIN, ".": 0}[letter] for letter in "".join(rows))
        if sum(board) not in (0, 1):
            raise NotationError(f"'{text}': x begins, and then each has a turn")
        return State(board, MIN if sum(board) else MAX)

    def draw(self, state: State) -> str:
        return self.format_state(state).replace("/", "\n")

    def draw_svg(self, state: State, last: int | None = None) -> str:
        grid = Grid(self.columns, self.rows)
        parts = [grid.names(), grid.lines()]
        for cell, stone in enumerate(state.board):
            if cell == last:
                parts.append(grid.mark(cell))
            if stone:
                parts.append(disc(*grid.centre(cell), 8, stone == MAX))
            elif not self.is_terminal(state):
                parts.append(grid.hit(cell, self.format_action(state, cell)))
        return grid.picture(f"{self.name}: {self.format_state(state)}", "board", *parts)


def lines_of_three(rows: int, columns: int) -> tuple[tuple[int, int, int], ...]:
    """Three cells in a row: across, down, and along both diagonals."""
    found = []
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 2 * down < rows and 0 <= column + 2 * right < columns:
                    first, step = row * columns + column, down * columns + right
                    found.append((first, first + step, first + 2 * step))
    return tuple(found)
