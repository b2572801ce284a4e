"""Games for tables: chess endings, a chase on a graph, dots and boxes."""

from __future__ import annotations

from collections.abc import Iterator
from operator import or_
from typing import NamedTuple

from zermelo import MAX, MIN, Game


class Men(NamedTuple):
    """The squares of the white king, the white piece and the black king, and who is to move."""

    king: int
    piece: int
    black: int
    player: int


class Ending(Game[Men, tuple[int, int]]):
    """King and rook, or king and queen, against king; MAX is white. An action is from, to."""

    repetition = "draw"

    def __init__(self, size: int = 8, queen: bool = False) -> None:
        self.size, self.queen = size, queen
        self.rays = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
        self.lines = self.rays if queen else self.rays[:4]

    def initial(self) -> Men:
        return Men(0, self.size - 1, self.size * self.size // 2 + 1, MAX)

    def to_move(self, state: Men) -> int:
        return state.player

    def next_to(self, one: int, other: int) -> bool:
        rows = one // self.size - other // self.size
        columns = one % self.size - other % self.size
        return -1 <= rows <= 1 and -1 <= columns <= 1

    def target(self, square: int, ray: tuple[int, int]) -> int:
        """The next square, or -1."""
        row, column = square // self.size + ray[0], square % self.size + ray[1]
        if 0 <= row < self.size and 0 <= column < self.size:
            return row * self.size + column
        return -1

    def checks(self, king: int, piece: int, black: int) -> bool:
        """Whether the piece attacks the black king's square; its own king stands in the way."""
        for ray in self.lines:
            square = self.target(piece, ray)
            while square >= 0 and square != king:
                if square == black:
                    return True
                square = self.target(square, ray)
        return False

    def escapes(self, state: Men, square: int) -> bool:
        """Whether the black king may go to a square."""
        if square < 0 or self.next_to(square, state.king):
            return False
        return square == state.piece or not self.checks(state.king, state.piece, square)

    def actions(self, state: Men) -> Iterator[tuple[int, int]]:
        if state.piece != state.black:
            if state.player == MIN:
                for ray in self.rays:
                    square = self.target(state.black, ray)
                    if self.escapes(state, square):
                        yield state.black, square
            else:
                for ray in self.rays:
                    square = self.target(state.king, ray)
                    free = square >= 0 and square != state.piece
                    if free and not self.next_to(square, state.black):
                        yield state.king, square
                for ray in self.lines:
                    square = self.target(state.piece, ray)
                    while square >= 0 and square != state.king and square != state.black:
                        yield state.piece, square
                        square = self.target(square, ray)

    def result(self, state: Men, action: tuple[int, int]) -> Men:
        origin, square = action
        if state.player == MIN:
            return Men(state.king, state.piece, square, MAX)
        if origin == state.king:
            return Men(square, state.piece, state.black, MIN)
        return Men(state.king, square, state.black, MIN)

    def is_terminal(self, state: Men) -> bool:
        if state.piece == state.black:
            return True
        for _action in self.actions(state):
            return False
        return True

    def utility(self, state: Men) -> int:
        if state.player == MAX or state.piece == state.black:
            return 0
        return 1 if self.checks(state.king, state.piece, state.black) else 0


class Chase(NamedTuple):
    """The corners of the two hunters and of the hare, and who is to move."""

    one: int
    two: int
    hare: int
    player: int


class Hunt(Game[Chase, tuple[int, int]]):
    """Two hunters, MAX, on the corners of a graph; the hare, MIN, gets away for ever or is caught.

    The graph: a ring with every second corner joined to the middle.
    """

    repetition = "endless"

    def __init__(self, corners: int = 8) -> None:
        self.corners = corners
        ring = [1 << (i + 1) % corners | 1 << (i - 1) % corners for i in range(corners)]
        spokes = [(i % 2 == 0) << corners for i in range(corners)]
        middle = sum(1 << i for i in range(0, corners, 2))
        self.near = (*map(or_, ring, spokes), middle)

    def initial(self) -> Chase:
        return Chase(0, 1, self.corners // 2, MAX)

    def to_move(self, state: Chase) -> int:
        return state.player

    def actions(self, state: Chase) -> Iterator[tuple[int, int]]:
        if not self.is_terminal(state):
            movers = (state.one, state.two) if state.player == MAX else (state.hare, state.hare)
            for which in range(2 if state.player == MAX else 1):
                for corner in range(self.corners + 1):
                    if self.near[movers[which]] >> corner & 1:
                        yield which, corner

    def result(self, state: Chase, action: tuple[int, int]) -> Chase:
        which, corner = action
        if state.player == MIN:
            return Chase(state.one, state.two, corner, MAX)
        if which == 0:
            return Chase(corner, state.two, state.hare, MIN)
        return Chase(state.one, corner, state.hare, MIN)

    def is_terminal(self, state: Chase) -> bool:
        return state.hare in (state.one, state.two)

    def utility(self, state: Chase) -> int:
        return 1


class Sheet(NamedTuple):
    """The lines that are drawn, as bits, who is to move, and by how many boxes MAX leads."""

    lines: int
    player: int
    lead: int


class Dots(Game[Sheet, int]):
    """Dots and boxes: whoever closes a box moves again."""

    def __init__(self, width: int = 2, height: int = 2) -> None:
        self.width, self.height = width, height
        across = width * (height + 1)
        self.total = across + height * (width + 1)
        self.boxes = tuple(
            1 << r * width + c
            | 1 << (r + 1) * width + c
            | 1 << across + r * (width + 1) + c
            | 1 << across + r * (width + 1) + c + 1
            for r in range(height)
            for c in range(width)
        )

    def initial(self) -> Sheet:
        return Sheet(0, MAX, 0)

    def to_move(self, state: Sheet) -> int:
        return state.player

    def actions(self, state: Sheet) -> Iterator[int]:
        for line in range(self.total):
            if not state.lines >> line & 1:
                yield line

    def result(self, state: Sheet, action: int) -> Sheet:
        lines, closed = state.lines | 1 << action, 0
        for box in self.boxes:
            closed += box >> action & 1 == 1 and box & lines == box
        if closed:
            return Sheet(lines, state.player, state.lead + closed * state.player)
        return Sheet(lines, -state.player, state.lead)

    def is_terminal(self, state: Sheet) -> bool:
        return state.lines == (1 << self.total) - 1

    def utility(self, state: Sheet) -> int:
        return state.lead
