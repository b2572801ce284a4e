"""Checkers on a small board; captures are forced, and go on while they can."""

from typing import NamedTuple

from zermelo import MAX, MIN, Game


class Position(NamedTuple):
    rows: tuple[str, ...]
    turn: int


START = (
    ".b.b.b",
    "b.b.b.",
    "......",
    "......",
    ".w.w.w",
    "w.w.w.",
)


def put(rows, r, c, piece):
    row = rows[r]
    return rows[:r] + (row[:c] + piece + row[c + 1 :],) + rows[r + 1 :]


class Checkers(Game):
    """White (MAX) moves up, black down; whoever cannot move loses; 40 moves without end are a draw."""

    def __init__(self, limit=40):
        self.limit = limit

    def initial(self):
        return (Position(START, MAX), 0)

    def to_move(self, state):
        return state[0].turn

    def directions(self, piece):
        if piece == "w":
            return [(-1, -1), (-1, 1)]
        if piece == "b":
            return [(1, -1), (1, 1)]
        return [(-1, -1), (-1, 1), (1, -1), (1, 1)]

    def jumps(self, rows, r, c):
        """All squares that the piece on (r, c) can jump to."""
        piece = rows[r][c]
        found = []
        for dr, dc in self.directions(piece):
            r2, c2 = r + 2 * dr, c + 2 * dc
            if 0 <= r2 < len(rows) and 0 <= c2 < len(rows[0]):
                middle = rows[r + dr][c + dc]
                if rows[r2][c2] == "." and middle != "." and middle.lower() != piece.lower():
                    found.append((r2, c2))
        return found

    def steps(self, rows, r, c):
        found = []
        for dr, dc in self.directions(rows[r][c]):
            r2, c2 = r + dr, c + dc
            if 0 <= r2 < len(rows) and 0 <= c2 < len(rows[0]) and rows[r2][c2] == ".":
                found.append((r2, c2))
        return found

    def moves(self, position):
        mine = "w" if position.turn == MAX else "b"
        captures = []
        quiet = []
        for r, row in enumerate(position.rows):
            for c, piece in enumerate(row):
                if piece.lower() == mine:
                    for target in self.jumps(position.rows, r, c):
                        captures.append(((r, c), target))
                    for target in self.steps(position.rows, r, c):
                        quiet.append(((r, c), target))
        return captures or quiet

    def actions(self, state):
        position, plies = state
        if plies >= self.limit:
            return []
        return self.moves(position)

    def result(self, state, action):
        position, plies = state
        rows = position.rows
        (r, c), (r2, c2) = action
        piece = rows[r][c]
        rows = put(rows, r, c, ".")
        rows = put(rows, r2, c2, piece)
        captured = abs(r2 - r) == 2
        if captured:
            rows = put(rows, (r + r2) // 2, (c + c2) // 2, ".")
        crowned = False
        if piece == "w" and r2 == 0 or piece == "b" and r2 == len(rows) - 1:
            rows = put(rows, r2, c2, piece.upper())
            crowned = True
        if captured and not crowned and self.jumps(rows, r2, c2):
            return (Position(rows, position.turn), plies + 1)
        return (Position(rows, -position.turn), plies + 1)

    def is_terminal(self, state):
        return not self.actions(state)

    def utility(self, state):
        position, plies = state
        if plies >= self.limit:
            return 0
        return -position.turn

    def evaluate(self, state):
        text = "".join(state[0].rows)
        score = text.count("w") - text.count("b") + 2 * (text.count("W") - text.count("B"))
        return score / 100

    def format_action(self, state, action):
        (r, c), (r2, c2) = action
        n = len(state[0].rows)
        return f"{'abcdefgh'[c]}{n - r}-{'abcdefgh'[c2]}{n - r2}"

    def format_state(self, state):
        return "/".join(state[0].rows) + (" w" if state[0].turn == MAX else " b") + f" {state[1]}"
