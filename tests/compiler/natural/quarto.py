"""Quarto on 3x3: you place the piece that your opponent has chosen for you."""
from dataclasses import dataclass
from typing import NamedTuple, Optional

from zermelo import MAX, MIN, Game


class Piece(NamedTuple):
    tall: bool
    dark: bool
    round: bool


PIECES = [
    Piece(tall, dark, round) for tall in (False, True) for dark in (False, True) for round in (False, True)
]


@dataclass(frozen=True)
class Table:
    board: tuple[Optional[Piece], ...]
    hand: Optional[Piece]
    player: int


class Quarto(Game):
    """A line whose pieces have something in common wins; an action is (place, next piece).

    The first move has no place (None): it only chooses. The last one may have no next piece.
    """

    def __init__(self, size: int = 3) -> None:
        self.size = size
        n = size
        self.lines = [[r * n + c for c in range(n)] for r in range(n)]
        self.lines += [[r * n + c for r in range(n)] for c in range(n)]
        self.lines += [[i * (n + 1) for i in range(n)], [(i + 1) * (n - 1) for i in range(n)]]

    def initial(self):
        return Table((None,) * self.size**2, None, MAX)

    def to_move(self, state):
        return state.player

    def is_winning(self, pieces):
        if None in pieces:
            return False
        return any(len(set(property)) == 1 for property in zip(*pieces))

    def has_line(self, board):
        return any(self.is_winning([board[i] for i in line]) for line in self.lines)

    def actions(self, state):
        if self.is_terminal(state):
            return []
        rest = [piece for piece in PIECES if piece not in state.board and piece != state.hand]
        if state.hand is None:
            return [(None, piece) for piece in rest]
        places = [i for i, piece in enumerate(state.board) if piece is None]
        return [(place, piece) for place in places for piece in rest or [None]]

    def result(self, state, action):
        place, piece = action
        board = list(state.board)
        if place is not None:
            board[place] = state.hand
        return Table(tuple(board), piece, -state.player)

    def is_terminal(self, state):
        if self.has_line(state.board):
            return True
        placed = sum(piece is not None for piece in state.board)
        return placed == min(self.size**2, len(PIECES))

    def utility(self, state):
        return -state.player if self.has_line(state.board) else 0

    def bounds(self, state):
        return -1, 1

    def format_action(self, state, action):
        place, piece = action
        name = "-" if piece is None else "".join("FT"[p] for p in piece)
        return f"{'' if place is None else place}:{name}"
