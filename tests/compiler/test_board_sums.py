"""Sums over boards by the bits of all cells at once: those of Python, whatever a cell is worth."""

from __future__ import annotations

import ast
import random
import re
from typing import Any, NamedTuple

import pytest

from zermelo.compiler import compare, compile
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


def test_sums_are_those_of_python() -> None:
    assert compare(Sums(), games=8) == []


@pytest.mark.parametrize(("rule", "sums"), [("evaluate", 8), ("utility", 3)])
def test_what_depends_on_the_cell_alone_is_a_table(rule: str, sums: int) -> None:
    """The others: too wide a cell, a number that would be a fault, a condition, a local."""
    unit: Any = compile(Sums()).unit(rule)
    assert len(re.findall(r"_board_sum(?:_between)?\(", ast.unparse(unit.tree))) == sums
