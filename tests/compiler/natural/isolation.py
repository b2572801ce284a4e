"""Isolation: move like a queen (or a knight), and the square you leave is gone."""
from dataclasses import dataclass

from zermelo import MAX, MIN, Game

QUEEN = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


@dataclass(frozen=True)
class Board:
    gone: tuple[tuple[bool, ...], ...]
    places: tuple[tuple[int, int], tuple[int, int]]   # of MAX, of MIN
    player: int

    @property
    def mine(self):
        return self.places[0] if self.player == MAX else self.places[1]

    def is_free(self, r, c):
        if r < 0 or c < 0 or r >= len(self.gone) or c >= len(self.gone[0]):
            return False
        return not self.gone[r][c] and (r, c) not in self.places


class Isolation(Game[Board, tuple[int, int]]):
    """Who cannot move loses."""

    def __init__(self, width: int = 4, height: int = 4, knight: bool = False) -> None:
        self.width = width
        self.height = height
        self.knight = knight

    def initial(self) -> Board:
        gone = tuple(tuple(False for _ in range(self.width)) for _ in range(self.height))
        return Board(gone, ((0, 0), (self.height - 1, self.width - 1)), MAX)

    def to_move(self, state: Board) -> int:
        return state.player

    def reach(self, board: Board, start: tuple[int, int]) -> list[tuple[int, int]]:
        r, c = start
        if self.knight:
            return [(r + dr, c + dc) for dr, dc in KNIGHT if board.is_free(r + dr, c + dc)]
        squares = []
        for dr, dc in QUEEN:
            steps = 1
            while board.is_free(r + steps * dr, c + steps * dc):
                squares.append((r + steps * dr, c + steps * dc))
                steps += 1
        return squares

    def actions(self, state: Board) -> list[tuple[int, int]]:
        return sorted(self.reach(state, state.mine))

    def result(self, state: Board, action: tuple[int, int]) -> Board:
        def after(r, c):
            return state.gone[r][c] or (r, c) == state.mine

        gone = tuple(
            tuple(after(r, c) for c in range(self.width)) for r in range(self.height)
        )
        if state.player == MAX:
            places = (action, state.places[1])
        else:
            places = (state.places[0], action)
        return Board(gone, places, -state.player)

    def is_terminal(self, state: Board) -> bool:
        return not self.reach(state, state.mine)

    def utility(self, state: Board) -> int:
        return -state.player

    def evaluate(self, state: Board) -> float:
        mine, theirs = (len(self.reach(state, place)) for place in state.places)
        return (mine - theirs) / (mine + theirs + 1)

    def bounds(self, state: Board) -> tuple[int, int]:
        return -1, 1

    def order(self, state: Board, action: tuple[int, int]) -> int:
        # the squares around the middle first
        r, c = action
        return -(abs(2 * r - self.height + 1) + abs(2 * c - self.width + 1))
