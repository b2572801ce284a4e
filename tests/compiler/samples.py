"""Games for the tests, each written another way, as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from zermelo import bits
from zermelo.game import MAX, MIN, Game

# --- connect four, plainly ---------------------------------------------------------------------


class Grid(NamedTuple):
    """The discs of the player to move, all discs, who is to move, and whether a line is made."""

    own: int
    taken: int
    player: int
    line: bool


class Connect4(Game[Grid, int]):
    """Connect four on any board; +1, 0 or -1; an action is the bit that the disc falls to."""

    def __init__(self, width: int = 5, height: int = 4) -> None:
        self.stride = height + 1
        self.columns = tuple(((1 << height) - 1) << (i * self.stride) for i in range(width))
        self.floor = sum(1 << (i * self.stride) for i in range(width))
        self.full = sum(self.columns)
        self.steps = (1, self.stride - 1, self.stride, self.stride + 1)

    def initial(self) -> Grid:
        return Grid(0, 0, MAX, False)

    def to_move(self, state: Grid) -> int:
        return state.player

    def actions(self, state: Grid) -> Iterable[int]:
        yield from bits.bits(0 if state.line else (state.taken + self.floor) & self.full)

    def result(self, state: Grid, action: int) -> Grid:
        line = self.has_line(state.own | action)
        return Grid(state.own ^ state.taken, state.taken | action, -state.player, line)

    def has_line(self, discs: int) -> bool:
        for step in self.steps:
            pairs = discs & (discs >> step)
            if pairs & (pairs >> 2 * step):
                return True
        return False

    def is_terminal(self, state: Grid) -> bool:
        return state.line or state.taken == self.full

    def utility(self, state: Grid) -> int:
        return -state.player if state.line else 0

    def evaluate(self, state: Grid) -> float:
        return state.player * (bits.popcount(state.own & self.columns[2]) - 0.5) / 10


class WithAList(Connect4):
    """Collects the actions in a list."""

    def actions(self, state: Grid) -> list[int]:
        moves = []
        for column in self.columns:
            cell = (state.taken + self.floor) & column
            if cell and not state.line:
                moves.append(cell)
        return moves


class WithAComprehension(Connect4):
    """Returns one expression for everything."""

    def actions(self, state: Grid) -> list[int]:
        drop = state.taken + self.floor
        return [] if state.line else [column & drop for column in self.columns if column & drop]

    def has_line(self, discs: int) -> bool:
        return any(
            discs & discs >> step & discs >> 2 * step & discs >> 3 * step for step in self.steps
        )


class WithGuards(Connect4):
    """Leaves loops by break, continue and return."""

    def actions(self, state: Grid) -> Iterator[int]:
        if state.line:
            return
        for column in self.columns:
            cell = (state.taken + self.floor) & column
            if not cell:
                continue
            yield cell
            if column == self.columns[-1]:
                return

    def evaluate(self, state: Grid) -> float:
        highest = 0
        for cell in self.actions(state):
            if cell & self.columns[0]:
                continue
            highest += 1
            if cell & self.columns[3]:
                break
        return highest / 8


# --- tic-tac-toe on a tuple, with a state that has methods ----------------------------------------


class Cells(NamedTuple):
    """Nine cells, 0 where empty, and who is to move; MAX by default."""

    cells: tuple[int, ...]
    player: int = MAX

    @property
    def empty(self) -> int:
        return sum(1 for cell in self.cells if cell == 0)

    def holds(self, player: int, line: tuple[int, ...]) -> bool:
        return all(self.cells[i] == player for i in line)


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def opposite(game: TupleTicTacToe, player: int) -> int:
    return -player * game.sign


class TupleTicTacToe(Game[Cells, int]):
    """As a student may write it, who has never heard of Numba."""

    sign = 1

    @property
    def win(self) -> int:
        return 7

    def initial(self) -> Cells:
        return Cells((0,) * 9)

    def to_move(self, state: Cells) -> int:
        return state.player

    def actions(self, state: Cells) -> list[int]:
        return [i for i, cell in enumerate(state.cells) if not cell and not self.winner(state)]

    def result(self, state: Cells, action: int) -> Cells:
        if state.cells[action]:
            raise ValueError(f"cell {action} is taken")
        cells = state.cells[:action] + (state.player,) + state.cells[action + 1 :]  # noqa: RUF005
        return state._replace(cells=cells, player=opposite(self, state.player))

    @cache  # noqa: B019
    def winner(self, state: Cells) -> int:
        for player in (MAX, MIN):
            if any(state.holds(player, line) for line in LINES):
                return player
        return 0

    def is_terminal(self, state: Cells) -> bool:
        return self.winner(state) != 0 or state.empty == 0

    def utility(self, state: Cells) -> int:
        return self.winner(state) * self.win

    def evaluate(self, state: Cells) -> int:
        best = max(cell * (i + 1) for i, cell in enumerate(state.cells))
        return best + len(self.actions(state)) % 3 - (state.empty in {2, 4})

    def canonical(self, state: Cells) -> Cells:
        """The mirror image, if its cells come first."""
        mirrored = tuple(state.cells[3 * (i // 3) + 2 - i % 3] for i in range(9))
        return Cells(min(mirrored, state.cells), player=state.player)


class MisereTupleTicTacToe(TupleTicTacToe):
    """Whoever makes the line loses."""

    def utility(self, state: Cells) -> int:
        return -super().utility(state)


# --- 64 bits: whoever fills the board last -----------------------------------------------------


class Halves(NamedTuple):
    """A board of 64 cells, and who is to move."""

    board: int
    player: int


class SixtyFour(Game[Halves, int]):
    """Each move takes one of the two lowest or the two highest empty cells of 64."""

    all = bits.signed((1 << 64) - 1)
    top = bits.signed(1 << 63)

    def initial(self) -> Halves:
        return Halves(bits.signed(0xFF00_0000_0000_FFF0), MAX)

    def to_move(self, state: Halves) -> int:
        return state.player

    def actions(self, state: Halves) -> Iterator[int]:
        empty = 0 if self.is_terminal(state) else ~state.board
        for i, bit in enumerate(bits.bits(empty & ~self.top)):
            if i == 2:
                break
            yield bit
        for cell in range(63, 55, -1):
            if bits.shift_right(empty, cell) & 1 and empty & bits.signed(~(1 << 64)):
                yield bits.shift_left(1, cell)

    def result(self, state: Halves, action: int) -> Halves:
        return Halves(state.board | action, -state.player)

    def is_terminal(self, state: Halves) -> bool:
        return bits.popcount(state.board) >= 25

    def utility(self, state: Halves) -> int:
        total = 0
        for cell in bits.cells(state.board):
            total += cell * (1 if cell % 2 else -1)
        return total + bits.trailing_zeros(~state.board)
