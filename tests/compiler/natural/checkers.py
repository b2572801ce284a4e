"""Checkers on a small board of letters; a jump is one move, and the same player goes on jumping."""
from dataclasses import dataclass, replace
from typing import Optional

from zermelo import MAX, MIN, Game

EMPTY = "."
# x and X are MAX's man and king, o and O are MIN's
OWN = {MAX: "xX", MIN: "oO"}
VALUE = {"x": 2, "X": 3, "o": -2, "O": -3, ".": 0}
DIRECTIONS = {
    "x": [(-1, -1), (-1, 1)],
    "o": [(1, -1), (1, 1)],
    "X": [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    "O": [(-1, -1), (-1, 1), (1, -1), (1, 1)],
}


@dataclass(frozen=True)
class Position:
    rows: tuple[tuple[str, ...], ...]
    turn: int = MAX
    jumper: Optional[tuple[int, int]] = None   # the piece that has to go on jumping
    dull: int = 0                              # moves without a capture

    def pieces(self, player):
        for r, row in enumerate(self.rows):
            for c, cell in enumerate(row):
                if cell in OWN[player]:
                    yield r, c


@dataclass(frozen=True)
class Move:
    start: tuple[int, int]
    end: tuple[int, int]

    @property
    def is_jump(self):
        return abs(self.start[0] - self.end[0]) == 2


class Checkers(Game):
    """English checkers on `size` x `size` with `lines` lines of men a side."""

    def __init__(self, size: int = 6, lines: int = 2, dull_limit: int = 20):
        self.size = size
        self.lines = lines
        self.dull_limit = dull_limit

    def initial(self):
        def cell(r, c):
            if (r + c) % 2 == 0:
                return EMPTY
            if r < self.lines:
                return "o"
            if r >= self.size - self.lines:
                return "x"
            return EMPTY

        return Position(
            tuple(tuple(cell(r, c) for c in range(self.size)) for r in range(self.size))
        )

    def to_move(self, state):
        return state.turn

    def inside(self, r, c):
        return 0 <= r < self.size and 0 <= c < self.size

    def jumps_from(self, state, r, c):
        jumps = []
        for dr, dc in DIRECTIONS[state.rows[r][c]]:
            r2, c2 = r + 2 * dr, c + 2 * dc
            if self.inside(r2, c2) and state.rows[r2][c2] == EMPTY:
                if state.rows[r + dr][c + dc] in OWN[-state.turn]:
                    jumps.append(Move((r, c), (r2, c2)))
        return jumps

    def steps_from(self, state, r, c):
        return [
            Move((r, c), (r + dr, c + dc))
            for dr, dc in DIRECTIONS[state.rows[r][c]]
            if self.inside(r + dr, c + dc) and state.rows[r + dr][c + dc] == EMPTY
        ]

    def actions(self, state):
        if state.dull >= self.dull_limit:
            return []
        if state.jumper is not None:
            return self.jumps_from(state, *state.jumper)
        jumps, steps = [], []
        for r, c in state.pieces(state.turn):
            jumps.extend(self.jumps_from(state, r, c))
            steps.extend(self.steps_from(state, r, c))
        return jumps if jumps else steps

    def result(self, state, action):
        (r, c), (r2, c2) = action.start, action.end
        rows = [list(row) for row in state.rows]
        piece = rows[r][c]
        rows[r][c] = EMPTY
        if action.is_jump:
            rows[(r + r2) // 2][(c + c2) // 2] = EMPTY
        crowned = piece in ("x", "o") and r2 == (0 if state.turn == MAX else self.size - 1)
        rows[r2][c2] = piece.upper() if crowned else piece
        board = tuple(tuple(row) for row in rows)
        if action.is_jump:
            after = Position(board, state.turn, (r2, c2), 0)
            if not crowned and self.jumps_from(after, r2, c2):
                return after
            return replace(after, turn=-state.turn, jumper=None)
        return Position(board, -state.turn, None, state.dull + 1)

    def is_terminal(self, state):
        return len(self.actions(state)) == 0

    def utility(self, state):
        if state.dull >= self.dull_limit:
            return 0
        return -100 * state.turn

    def evaluate(self, state):
        return sum(VALUE[cell] for row in state.rows for cell in row)

    def bounds(self, state):
        return -100, 100

    def format_action(self, state, action):
        return f"{action.start[0]}{action.start[1]}{action.end[0]}{action.end[1]}"

    def format_state(self, state):
        return "/".join("".join(row) for row in state.rows) + f" {state.turn} {state.jumper} {state.dull}"
