"""Boards that are changed cell by cell: as Python has it, whoever else looks at them."""

from __future__ import annotations

import ast
from typing import Any, NamedTuple

import pytest

from zermelo.compiler import compare, compile
from zermelo.compiler.packed import Packed
from zermelo.compiler.updates import update_boards
from zermelo.game import MAX, Game


class Grid(NamedTuple):
    """A board in a row of cells and one in rows."""

    cells: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    marks: tuple[str, ...]
    player: int


class Fill(Game[Grid, int]):
    """Fill one cell after the other, with as many ways to write that as there are below."""

    def initial(self) -> Grid:
        return Grid((0,) * 12, ((0,) * 4,) * 3, (".",) * 12, MAX)

    def to_move(self, state: Grid) -> int:
        return state.player

    def actions(self, state: Grid) -> list[int]:
        return [cell for cell, mark in enumerate(state.marks) if mark == "." and cell % 5 != 4]

    def result(self, state: Grid, action: int) -> Grid:
        cells = list(state.cells)
        cells[action], cells[action - 1] = state.player, cells[action]
        cells[-1] = cells[0] = cells[action] + 2
        cells[2] += 1
        rows = [list(row) for row in state.rows]
        rows[action // 4][action % 4] = state.player
        rows[-1][-1] += 1
        marks = list(state.marks)
        marks[action] = "XO"[state.player < 0]
        return Grid(tuple(cells), tuple(tuple(row) for row in rows), tuple(marks), -state.player)

    def is_terminal(self, state: Grid) -> bool:
        return not self.actions(state) or state.marks.count("X") > 3

    def utility(self, state: Grid) -> int:
        return self.evaluate(state)

    def evaluate(self, state: Grid) -> int:
        total = sum(cell * i for i, cell in enumerate(state.cells))
        total += sum(10 * sum(row) for row in state.rows)
        total += 7 * self.handed(state) + 11 * self.named_twice(state) + 13 * self.gone_over(state)
        return total + 17 * self.row_handed(state) + 19 * state.cells.count(0) + (3 in state.cells)

    def fill(self, cells: list[int], number: int) -> None:
        cells[1] = number

    def handed(self, state: Grid) -> int:
        cells = list(state.cells)
        cells[0] = 1
        self.fill(cells, 5)
        return cells[1] - cells[0]

    def named_twice(self, state: Grid) -> int:
        cells = list(state.cells)
        before = list(cells)
        cells[3] = 9
        return before[3] + cells[3]

    def gone_over(self, state: Grid) -> int:
        cells, seen = list(state.cells), 0
        for i, cell in enumerate(cells):
            seen += cell
            if i + 1 < len(cells):
                cells[i + 1] = 1
        return seen

    def row_handed(self, state: Grid) -> int:
        rows = [list(row) for row in state.rows]
        first = rows[0]
        first[1] = 3
        self.fill(rows[1], 4)
        return rows[0][1] + rows[1][1]


def test_boards_that_are_changed_are_those_of_python() -> None:
    assert compare(Fill(), games=20) == []


def test_a_board_stays_packed() -> None:
    state = compile(Fill()).state.in_code
    assert all(isinstance(part.packed, Packed) for part in state.parts[:3])


ASKED: dict[str, Any] = {
    name: ast.parse(f"def {name}(c, i):\n  f = []\n  {body}\n  return f").body[0]
    for name, body in {
        "looks": "if c[i] == 0: f.append(i)",
        "changes": "c[i] += 1\n  if c[i] == 0: f.append(i)",
        "hands_on": "if help(c): f.append(i)",
    }.items()
}


@pytest.mark.parametrize(
    ("body", "updated"),
    [
        ("b = list(s)\nb[0] = 1\nreturn tuple(b)", True),
        ("b = [list(r) for r in s]\nb[0][1] = 1\nreturn tuple(tuple(r) for r in b)", True),
        ("b = list(s)\nreturn some_of(looks(b, 1))", True),
        ("b = list(s)\nreturn some_of(changes(b, 1))", False),
        ("b = list(s)\nreturn some_of(hands_on(b, 1))", False),
        ("b = list(s)\nreturn some_of(unknown(b, 1))", False),
        ("b = list(s)\nb.append(1)\nreturn tuple(b)", False),
        ("b = list(s)\nhelp(b)\nreturn tuple(b)", False),
        ("b = list(s)\nc = max(b, d)\nc[0] = 1\nreturn tuple(b)", False),
        ("b = list(s)\nc = b\nc[0] = 1\nreturn tuple(b)", False),
        ("b = list(s)\nfor x in b:\n    b[x] = 1\nreturn tuple(b)", False),
        ("b = list(s)\nb = list(b)\nb[0] = 1\nreturn tuple(b)", False),
        ("b = [list(r) for r in s]\nb[0] = [1]\nreturn b", False),
        ("b = [list(r) for r in s]\nr = b[0]\nr[0] = 1\nreturn tuple(b)", False),
        ("b = list(s)\ndef f(): b[0] = 1\nf()\nreturn tuple(b)", False),
    ],
)
def test_only_what_nobody_else_sees_is_updated(body: str, updated: bool) -> None:
    indented = "\n".join(f"    {line}" for line in body.splitlines())
    tree: Any = ast.parse(f"def rule(s):\n{indented}").body[0]
    update_boards(tree, lambda called: ASKED.get(ast.unparse(called)))
    assert ("board_" in ast.unparse(tree)) == updated
