"""k in a row on a board of strings."""
from typing import NamedTuple

from zermelo import MAX, MIN, Game

MARKS = {MAX: "X", MIN: "O"}


class Board(NamedTuple):
    rows: tuple[str, ...]
    player: int


class Gomoku(Game[Board, tuple[int, int]]):
    """Whoever has k marks in a row, column or diagonal wins."""

    def __init__(self, m: int = 3, n: int = 3, k: int = 3) -> None:
        self.m = m
        self.n = n
        self.k = k

    def initial(self) -> Board:
        return Board(("." * self.n,) * self.m, MAX)

    def to_move(self, state: Board) -> int:
        return state.player

    def actions(self, state: Board) -> list[tuple[int, int]]:
        if self.winner(state):
            return []
        return [(r, c) for r in range(self.m) for c in range(self.n) if state.rows[r][c] == "."]

    def result(self, state: Board, action: tuple[int, int]) -> Board:
        r, c = action
        rows = list(state.rows)
        rows[r] = rows[r][:c] + MARKS[state.player] + rows[r][c + 1:]
        return Board(tuple(rows), -state.player)

    def lines(self, rows: tuple[str, ...]) -> list[str]:
        lines = list(rows)
        lines += ["".join(column) for column in zip(*rows)]
        for d in range(1 - self.m, self.n):
            lines.append("".join(rows[r][r + d] for r in range(self.m) if 0 <= r + d < self.n))
            lines.append("".join(rows[r][self.n - 1 - r - d] for r in range(self.m) if 0 <= self.n - 1 - r - d < self.n))
        return lines

    def winner(self, state: Board) -> int:
        lines = self.lines(state.rows)
        for player, mark in MARKS.items():
            if any(mark * self.k in line for line in lines):
                return player
        return 0

    def is_terminal(self, state: Board) -> bool:
        return self.winner(state) != 0 or not any("." in row for row in state.rows)

    def utility(self, state: Board) -> int:
        return self.winner(state)

    def evaluate(self, state: Board) -> float:
        score = 0
        for line in self.lines(state.rows):
            for i in range(len(line) - self.k + 1):
                window = line[i:i + self.k]
                if "O" not in window:
                    score += window.count("X") ** 2
                elif "X" not in window:
                    score -= window.count("O") ** 2
        return score / (1 + abs(score))

    def bounds(self, state: Board) -> tuple[int, int]:
        return -1, 1

    def canonical(self, state: Board) -> Board:
        """The smallest of the board and its mirror images."""
        rows = state.rows
        upside_down = rows[::-1]
        mirrored = tuple(row[::-1] for row in rows)
        both = mirrored[::-1]
        return Board(min(rows, upside_down, mirrored, both), state.player)

    def format_action(self, state: Board, action: tuple[int, int]) -> str:
        return f"{'abcdefghij'[action[1]]}{action[0] + 1}"

    def format_state(self, state: Board) -> str:
        return "/".join(state.rows) + f" {MARKS[state.player]}"
