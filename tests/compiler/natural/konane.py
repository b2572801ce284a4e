"""Konane, Hawaiian checkers: stones jump over neighbours of the other colour, straight on."""
from typing import Iterator, NamedTuple

from zermelo import MAX, MIN, Game

EMPTY = 0
DIRECTIONS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


class Jump(NamedTuple):
    row: int
    column: int
    direction: str      # "" while the first two stones are taken away
    hops: int = 1


class Konane(Game):
    """Konane; the state is (stones, player, how many moves were made)."""

    def __init__(self, rows: int = 4, columns: int = 4) -> None:
        self.rows = rows
        self.columns = columns

    def initial(self):
        stones = tuple(
            tuple(MAX if (r + c) % 2 == 0 else MIN for c in range(self.columns))
            for r in range(self.rows)
        )
        return stones, MAX, 0

    def to_move(self, state) -> int:
        _, player, _ = state
        return player

    def get(self, stones, r: int, c: int, default=None):
        """The stone on a square, or `default` outside the board."""
        if 0 <= r < self.rows and 0 <= c < self.columns:
            return stones[r][c]
        return default

    def openings(self, stones, number: int) -> list[Jump]:
        r, c = self.rows // 2, self.columns // 2
        if number == 0:
            # a stone in the middle or in a corner
            squares = {(r, c), (r - 1, c - 1), (0, 0), (self.rows - 1, self.columns - 1)}
            return [Jump(*square, "") for square in sorted(squares) if stones[square[0]][square[1]] == MAX]
        for r in range(self.rows):
            for c in range(self.columns):
                if stones[r][c] == EMPTY:
                    return [
                        Jump(r + dr, c + dc, "")
                        for dr, dc in DIRECTIONS.values()
                        if self.get(stones, r + dr, c + dc) == MIN
                    ]
        return []

    def jumps(self, stones, player: int) -> Iterator[Jump]:
        for r in range(self.rows):
            for c in range(self.columns):
                if stones[r][c] == player:
                    for name, (dr, dc) in DIRECTIONS.items():
                        hops = 1
                        while True:
                            over = self.get(stones, r + (2 * hops - 1) * dr, c + (2 * hops - 1) * dc)
                            land = self.get(stones, r + 2 * hops * dr, c + 2 * hops * dc)
                            if over != -player or land != EMPTY:
                                break
                            yield Jump(r, c, name, hops)
                            hops += 1

    def actions(self, state) -> list[Jump]:
        stones, player, number = state
        if number < 2:
            return self.openings(stones, number)
        return list(self.jumps(stones, player))

    def result(self, state, action: Jump):
        stones, player, number = state
        board = [list(row) for row in stones]
        r, c = action.row, action.column
        board[r][c] = EMPTY
        if action.direction:
            dr, dc = DIRECTIONS[action.direction]
            for _ in range(action.hops):
                board[r + dr][c + dc] = EMPTY
                r += 2 * dr
                c += 2 * dc
            board[r][c] = player
        return tuple(tuple(row) for row in board), -player, min(number + 1, 2)

    def is_terminal(self, state) -> bool:
        return not self.actions(state)

    def utility(self, state) -> int:
        return -state[1]

    def evaluate(self, state) -> float:
        stones = state[0]
        mine = len({(j.row, j.column) for j in self.jumps(stones, MAX)})
        theirs = len({(j.row, j.column) for j in self.jumps(stones, MIN)})
        return 0.5 * (mine - theirs) / max(mine, theirs, 1)

    def bounds(self, state):
        return -1, 1

    def format_action(self, state, action: Jump) -> str:
        square = f"{'abcdefgh'[action.column]}{self.rows - action.row}"
        return f"{square}{action.direction}{action.hops}" if action.direction else square
