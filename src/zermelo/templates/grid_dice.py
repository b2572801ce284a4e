"""Three in a row on a grid, with a die: a game to begin with. Change it until it is yours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo import CHANCE, MAX, MIN, Game, NotationError
from zermelo.board import Grid, disc

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
        self.lines = lines_of_three(rows, columns)

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

    # --- how it is written and drawn -------------------------------------------------------------

    def format_action(self, state: State, action: int) -> str:
        if state.row == NO_ROW:
            return str(action + 1)
        row, column = divmod(action, self.columns)
        return f"{chr(ord('a') + column)}{row + 1}"

    def format_state(self, state: State) -> str:
        cells = "".join(".xo"[stone] for stone in state.board)  # -1 is the last letter
        rows = [cells[at : at + self.columns] for at in range(0, len(cells), self.columns)]
        die = "" if state.row == NO_ROW else f" {state.row + 1}"
        return "/".join(rows) + die

    def parse_state(self, text: str) -> State:
        board, _, die = text.partition(" ")
        rows = board.split("/")
        wrong = len(rows) != self.rows or any(len(row) != self.columns for row in rows)
        if wrong or set("".join(rows)) - set(".xo"):
            raise NotationError(f"'{text}': write {self.rows} rows of {self.columns}, x o or .")
        stones = tuple({"x": MAX, "o": MIN, ".": 0}[letter] for letter in "".join(rows))
        if sum(stones) not in (0, 1):
            raise NotationError(f"'{text}': x begins, and then each has a turn")
        state = State(stones, MIN if sum(stones) else MAX, NO_ROW)
        if not die:
            return state
        if not (die.isascii() and die.isdigit() and 1 <= int(die) <= self.rows):
            raise NotationError(f"'{text}': behind the board stands a row from 1 to {self.rows}")
        if not self.has_room(state, int(die) - 1):
            raise NotationError(f"'{text}': row {die} is full")
        return state._replace(row=int(die) - 1)

    def draw(self, state: State) -> str:
        return self.format_state(state).replace("/", "\n").replace(" ", "\nrow ")

    def draw_svg(self, state: State, last: int | None = None) -> str:
        grid = Grid(self.columns, self.rows)
        parts = [grid.names(), grid.lines()]
        legal = set(self.actions(state)) if state.row != NO_ROW else set()
        for cell, stone in enumerate(state.board):
            if cell == last and state.row == NO_ROW:
                parts.append(grid.mark(cell))
            if stone:
                parts.append(disc(*grid.centre(cell), 8, stone == MAX))
            elif cell in legal and not self.is_terminal(state):
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
