"""A game as a user may have it: hexapawn, whose levels do not simply follow each other."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from zermelo import MAX, MIN, Game
from zermelo.bits import popcount


class Pawns(NamedTuple):
    """The pawns of MAX, who goes up, and of MIN, as bits, and who is to move."""

    up: int
    down: int
    player: int


class Hexapawn(Game[Pawns, tuple[int, int]]):
    """Pawns that go straight and take aslant; who reaches the other side, or leaves no move, wins.

    An action is from, to.
    """

    def __init__(self, width: int = 3, height: int = 3) -> None:
        self.width, self.height, self.cells = width, height, width * height
        self.column = sum(1 << row * width for row in range(height))
        self.row = (1 << width) - 1
        self.top = self.row << width * (height - 1)

    def initial(self) -> Pawns:
        return Pawns(self.row, self.top, MAX)

    def to_move(self, state: Pawns) -> int:
        return state.player

    def actions(self, state: Pawns) -> Iterator[tuple[int, int]]:
        if state.up & self.top == 0 and state.down & self.row == 0:
            own, other = state.up, state.down
            step = self.width
            if state.player == MIN:
                own, other, step = other, own, -step
            for cell in range(self.width * self.height):
                if own >> cell & 1:
                    to = cell + step
                    if not (own | other) >> to & 1:
                        yield cell, to
                    if cell % self.width > 0 and other >> to - 1 & 1:
                        yield cell, to - 1
                    if cell % self.width < self.width - 1 and other >> to + 1 & 1:
                        yield cell, to + 1

    def result(self, state: Pawns, action: tuple[int, int]) -> Pawns:
        origin, cell = action
        moved = 1 << origin | 1 << cell
        if state.player == MAX:
            return Pawns(state.up ^ moved, state.down & ~moved, MIN)
        return Pawns(state.up & ~moved, state.down ^ moved, MAX)

    def is_terminal(self, state: Pawns) -> bool:
        for _action in self.actions(state):
            return False
        return True

    def utility(self, state: Pawns) -> int:
        """Whoever has just moved has won."""
        return -state.player

    def tier(self, state: Pawns) -> int:
        """How far all have come; a pawn that is taken counts as one that has gone all the way."""
        far = self.height * (2 * self.width - popcount(state.up) - popcount(state.down))
        for row in range(self.height):
            cells = self.row << row * self.width
            far += row * popcount(state.up & cells)
            far += (self.height - 1 - row) * popcount(state.down & cells)
        return far

    def canonical(self, state: Pawns) -> Pawns:
        up, down = self.mirror(state.up), self.mirror(state.down)
        if (up, down) < (state.up, state.down):
            return Pawns(up, down, state.player)
        return state

    def mirror(self, pawns: int) -> int:
        image = 0
        for column in range(self.width):
            cells = pawns >> column & self.column
            image |= cells << self.width - 1 - column
        return image

    def key(self, state: Pawns) -> int:
        return (state.up << self.cells | state.down) * 2 + (state.player == MAX)

    def from_key(self, key: int) -> Pawns:
        all_cells = (1 << self.cells) - 1
        player = MAX if key & 1 else MIN
        return Pawns(key >> 1 + self.cells, key >> 1 & all_cells, player)


class Heap(NamedTuple):
    """How many are left, who is to move, and a number that grows."""

    left: int
    player: int
    number: int


class Growing(Game[Heap, int]):
    """Take one or two; the number is squared, and soon has no place in 64 bits."""

    def initial(self) -> Heap:
        return Heap(9, MAX, 3)

    def to_move(self, state: Heap) -> int:
        return state.player

    def actions(self, state: Heap) -> Iterator[int]:
        yield from range(1, min(state.left, 2) + 1)

    def result(self, state: Heap, action: int) -> Heap:
        return Heap(state.left - action, -state.player, state.number * state.number)

    def is_terminal(self, state: Heap) -> bool:
        return state.left == 0

    def utility(self, state: Heap) -> int:
        return -state.player


class Heaped(Growing):
    """The same with a number that does not grow."""

    def result(self, state: Heap, action: int) -> Heap:
        return Heap(state.left - action, -state.player, state.number)


class Deep(Heaped):
    """The same with a rule that calls itself."""

    def depth(self, left: int) -> int:
        return 0 if left == 0 else 1 + self.depth(left - 1)

    def is_terminal(self, state: Heap) -> bool:
        return self.depth(state.left) == 0


class Kept(Heaped):
    """The same with a generator that waits."""

    def numbers(self, left: int) -> Iterator[int]:
        yield from range(1, min(left, 2) + 1)

    def actions(self, state: Heap) -> list[int]:  # type: ignore[override]
        numbers = self.numbers(state.left)
        return [next(numbers), *numbers]


class Steep(Heaped):
    """The same with an exponential."""

    def is_terminal(self, state: Heap) -> bool:
        return math.exp(state.left) == 0


class Hungry(Heaped):
    """The same with a long list."""

    def is_terminal(self, state: Heap) -> bool:
        numbers = [state.left * number for number in range(10_000)]
        return sum(numbers) == 0
