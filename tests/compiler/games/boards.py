"""Boards of several words: sums over them, loops that pass over cells, cells that change."""

from __future__ import annotations

import random
from typing import NamedTuple

from zermelo.game import MAX, Game

WORTH = {number: number**3 - 7 * (number == 2) for number in range(-8, 8)}


FEW = {0: 0, 1: 1, 2: 5}


class Heap(NamedTuple):
    """A board of many words, one in rows, and one whose cells are too wide."""

    cells: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    wide: tuple[int, ...]
    player: int


class Sums(Game[Heap, int]):
    """Numbers change at random places; what matters is what they are worth."""

    factor = 3

    def initial(self) -> Heap:
        dice = random.Random(1)
        cells = tuple(dice.randrange(-3, 4) for _ in range(75))
        rows = tuple(tuple(dice.randrange(-1, 2) for _ in range(5)) for _ in range(7))
        return Heap(cells, rows, tuple(dice.randrange(-90, 90) for _ in range(20)), MAX)

    def to_move(self, state: Heap) -> int:
        return state.player

    def actions(self, state: Heap) -> list[int]:
        return [] if self.is_terminal(state) else list(range(0, 75, 5))

    def result(self, state: Heap, action: int) -> Heap:
        cells, rows = list(state.cells), [list(row) for row in state.rows]
        cells[action] = (action + cells[action + 1]) % 7 - 3
        rows[action % 7][action % 5] = state.player
        return Heap(tuple(cells), tuple(tuple(row) for row in rows), state.wide, -state.player)

    def is_terminal(self, state: Heap) -> bool:
        return state.cells[0] + state.cells[5] + state.cells[70] == 9

    def utility(self, state: Heap) -> int:
        n = state.player
        cells = list(state.cells)
        cells[3] -= 1
        return sum(state.cells) + sum(state.wide) + sum(cells[10:n]) + sum(state.wide[-n - 9 : n])

    def evaluate(self, state: Heap) -> int:
        mine = state.player
        found = sum(self.factor * p // 2 if abs(p) == 2 else p + 1 for p in state.cells)
        found += 10 * sum(WORTH[cell] for cell in state.cells) + sum(FEW[w % 3] for w in state.wide)
        found += sum(60 // (cell + 4) for cell in state.cells)
        for low in range(-80, 80, 9):
            found += low * sum(state.cells[low:]) + sum(state.cells[7 : low + 75])
            found += sum(state.wide[: low // 3]) + low * sum(state.wide[low // 3 : low])
        found += 100 * sum(sum(row) for row in state.rows)
        found += 1000 * sum(sum(c * c + 1 for c in row) for row in state.rows)
        return found + sum(1 for c in state.cells if c == 2) + sum(c * mine for c in state.cells)


class Field(NamedTuple):
    """A board of several words, the last one not full, one in rows, and a set."""

    cells: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    marks: frozenset[int]
    player: int
    left: int


class Chosen(Game[Field, int]):
    """Numbers change; what matters is which of them a loop sees, and in which order."""

    cells = (3, 0, 0, -1)  # which no state has

    def initial(self) -> Field:
        dice = random.Random(2)
        cells = [dice.choice((-3, -1, 0, 0, 0, 1, 2)) for _ in range(53)]
        rows = tuple(tuple(cells[i : i + 7]) for i in range(5))
        return Field(tuple(cells), rows, frozenset((2, 3, 5, 60)), MAX, 12)

    def to_move(self, state: Field) -> int:
        return state.player

    def actions(self, state: Field) -> list[int]:
        if not state.left:
            return []
        return [cell for cell, item in enumerate(state.cells) if item == 0]

    def result(self, state: Field, action: int) -> Field:
        cells = list(state.cells)
        cells[action], cells[action // 2] = state.player, (action * 7) % 6 - 3
        rows = [list(row) for row in state.rows]
        rows[action % 5][action % 7] = cells[action // 2]
        marks = state.marks ^ {action, action + 11}
        board = tuple(tuple(row) for row in rows)
        return Field(tuple(cells), board, marks, -state.player, state.left - 1)

    def is_terminal(self, state: Field) -> bool:
        return state.left == 0 or not any(item == 0 for item in state.cells)

    def utility(self, state: Field) -> int:
        found, mine = 0, state.player
        for cell, item in enumerate(state.cells):
            if item * state.player <= 0:
                continue
            found = (found * 3 + cell * item) % 1009
        for cell, item in enumerate(state.cells):
            if item != mine:
                continue
            found = (found * 5 + cell) % 1009
        for cell, item in enumerate(state.cells):
            if item >= 0:
                found = (found * 7 + cell * item + 1) % 1009
        for cell, item in enumerate(state.cells):
            if not item:
                continue
            found = (found * 11 + cell * item) % 1009
        for cell, item in enumerate(state.cells):
            if item * mine < 0:
                mine = -mine  # so that other cells matter from now on
                found = (found * 13 + cell) % 1009
        for place, item in enumerate(state.cells, start=7):
            if item == 1:
                found = (found * 19 + place) % 1009
        for cell, item in enumerate(state.cells):
            if item != 2:
                found = (found * 17 + cell) % 1009
            if item == mine:
                break
        return found

    def evaluate(self, state: Field) -> int:
        found = sum(self.cells) + sum(self.cells[1:])
        for cell, item in enumerate(self.cells):
            if item != 0:
                found += cell * item
        return found + self.utility(state)


class ByIndex(Chosen):
    """The same by indices, of a board, of the rows of one, and of a set."""

    width = 7

    def actions(self, state: Field) -> list[int]:
        if not state.left:
            return []
        return [cell for cell in range(53) if state.cells[cell] == 0]

    def utility(self, state: Field) -> int:
        found, row = 0, 4
        for cell in range(len(state.cells)):
            if state.cells[cell] * state.player <= 0 or cell % 5 == 0:
                continue
            found = (found * 3 + cell * state.cells[cell]) % 1009
        for row in range(5):
            for column in range(self.width):
                if state.rows[row][column] != state.player:
                    continue
                found = (found * 5 + row * column) % 1009
        for column in range(7):
            if not state.rows[1][column]:
                found = (found * 7 + column + 1) % 1009
                if column == 6:
                    break
        else:
            found += 1
        for mark in range(64):
            if mark in state.marks and found % 3:
                found = (found * 11 + mark) % 1009
        for mark in range(20):
            if mark in state.marks:
                continue
            found = (found * 13 + mark) % 1009
        return found

    def evaluate(self, state: Field) -> int:
        """What goes over fewer cells, changes what it looks at or reads it after, chooses none."""
        found, row, marks = 0, 0, state.marks
        for cell in range(52):
            if state.cells[cell] == 0:
                found += cell
        for column in range(7):
            if state.rows[row][column] > 0:
                row, found = column // 2, found + 1
        for mark in range(30):
            if mark in marks:
                marks, found = marks ^ {mark + 1}, found + mark
        for cell in range(53):
            if state.cells[cell] == 0:
                found += 2
        return found * 10 + cell


class Left(Chosen):
    """What a loop leaves in its variables is that of the last cell, chosen or not."""

    def utility(self, state: Field) -> int:
        found = 0
        for cell, item in enumerate(state.cells):
            if item * state.player <= 0:
                continue
            for cell, other in enumerate(state.cells):
                if other > 0:
                    found += cell
            found += 100 * cell
        for cell, other in enumerate(state.cells):
            if cell * other == 0:
                continue
            found += other
        return found * 10 + item
