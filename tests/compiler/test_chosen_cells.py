"""Loops that pass over the cells of a board that cannot matter: as Python goes over all."""

from __future__ import annotations

import ast
import random
from typing import Any, NamedTuple

from zermelo.compiler import compare, compile
from zermelo.game import MAX, Game


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


def test_loops_see_what_python_sees() -> None:
    assert compare(Chosen(), games=20) == []
    assert compare(ByIndex(), games=20) == []


def test_which_loops_choose() -> None:
    """Not one that changes what it compares with, nor one that does more than the condition."""
    unit: Any = compile(Chosen()).unit("utility")
    assert ast.unparse(unit.tree).count("_chosen_cells(") == 4
    found = [ast.unparse(compile(ByIndex()).unit(rule).tree) for rule in ("utility", "evaluate")]
    assert [text.count("_chosen_cells(") for text in found] == [3, 0]
    assert [text.count("_chosen_numbers(") for text in found] == [2, 0]


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


def test_what_a_loop_leaves_is_what_python_leaves() -> None:
    assert compare(Left(), games=20) == []
