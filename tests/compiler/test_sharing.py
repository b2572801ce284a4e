"""Lists that have two places: as Python has it, or refused; and what is worked out when."""

from __future__ import annotations

import ast
from typing import NamedTuple

import pytest

from zermelo.compiler import compare
from zermelo.compiler.sharing import shared
from zermelo.game import MAX, Game

HELPERS = """
def top(b): return b[0]
def same(b):
    c = b
    return c
def put(b, x): b[0] = x
def new(b): return list(b)
"""


def verdict(body: str) -> str | set[str]:
    """The list that is refused, or the names that see a part where it is."""
    helpers = {each.name: each for each in ast.parse(HELPERS).body if hasattr(each, "name")}
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    tree = ast.parse(f"def rule(b, n, m):\n{lines}").body[0]
    assert isinstance(tree, ast.FunctionDef)

    def callee(node: ast.expr) -> ast.FunctionDef | None:
        found = helpers.get(node.id) if isinstance(node, ast.Name) else None
        return found if isinstance(found, ast.FunctionDef) else None

    views, alias = shared(tree, callee)
    return alias.name if alias else views


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ("h = [n, m]; h[0][0] = 1; return n", "n"),
        ("h = []; h.append(n); h[-1].pop(); return n", "n"),
        ("h[0] = n; h[0][1] = 2; return n", "n"),
        ("h = [n, m]; h[0][0] = 1; return h", set()),
        ("h = []\nfor x in b:\n r = [x]\n h.append(r)\nh[0][0] = 1\nreturn h", set()),
        ("[n, m][0].append(1); return n", "[n, m]"),
        ("top(b)[1] = 2; return b", "top(b)"),
        ("r = top(b); r[1] = 2; return b", "r"),
        ("r = same(n); n[1] = 2; return r", "n"),
        ("n = same(n); n[1] = 2; return n", set()),
        ("r = new(n); r[1] = 2; return n", set()),
        ("a = c = []; a.append(1); return c", "c"),
        ("a = c = 0; a += 1; return c", set()),
        ("g = [[0] * 3] * 3; g[0][1] = 2; return g", "g"),
        ("g = [[0] * 3 for _ in range(3)]; g[0][1] = 2; return g", set()),
        ("g = [n for _ in range(3)]; g[0][1] = 2; return n", "n"),
        ("g = [r for r in b]; g[0][1] = 2; return b", "g"),
        ("g = b + [[1]]; g[0][1] = 2; return b", "g"),
        ("for r in b[1:]:\n r[0] = 1\nreturn b", "r"),
        ("for r in reversed(b):\n r[0] = 1\nreturn b", "r"),
        ("for i, r in enumerate(b):\n r[0] = i\nreturn b", set()),
        ("b[0] = b[1]; b[0][0] = 2; return b", "b"),
        ("r = b[0]; r[1] = 2; b[0] = [1]; return r", "r"),
        ("x = n[0]; n[0] = n[1]; n[1] = x; return n", set()),
        ("x, y = n[0], n[1]; n[0] = y; n[1] = x; return n", set()),
        ("x, y = b[0], b[1]; b[0] = y; b[1] = x; return b[0][0]", "x"),
        ("n += m", "n"),
        ("c = [1]; n += c; return n", "n"),
        ("n |= {1}; return n", "n"),
        ("n += 1; return n", set()),
    ],
)
def test_a_list_that_is_changed_in_one_of_its_places(body: str, refused: str | set[str]) -> None:
    assert verdict(body) == refused


@pytest.mark.parametrize(
    ("body", "views"),
    [
        ("r = b[0]; b[0][1] = 2; return r[1]", {"r"}),
        ("r = b[0]; r[1] = 2; return b", {"r"}),
        ("r = b[0]; put(r, 2); return b", {"r"}),
        ("r = b[0] if n else b[1]; r[0] = 2; return b", {"r"}),
        ("r = b[0]; b[0] = b[1]; b[1] = r; return b", set()),
        ("r = b[0]\nif r[1] == n:\n b[0][1] = m\nreturn b", set()),
    ],
)
def test_a_part_of_a_list_is_where_it_is(body: str, views: set[str]) -> None:
    assert verdict(body) == views


class Cells(NamedTuple):
    """A row of cells, and rows of them."""

    cells: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    ply: int


class Ordered(Game[Cells, int]):
    """Its estimate is worked out in ways of which the order and the places matter."""

    def initial(self) -> Cells:
        return Cells((0, 1, 2, 0, 1, 2), ((0, 1, 2), (1, 0, 2), (2, 1, 0)), 0)

    def to_move(self, state: Cells) -> int:
        return MAX

    def actions(self, state: Cells) -> list[int]:
        return [0, 1, 2] if state.ply < 3 else []

    def result(self, state: Cells, action: int) -> Cells:
        cells = list(state.cells)
        cells[state.ply] = action
        return Cells(tuple(cells), state.rows, state.ply + 1)

    def is_terminal(self, state: Cells) -> bool:
        return state.ply == 3

    def utility(self, state: Cells) -> int:
        return state.cells[0]

    def evaluate(self, state: Cells) -> int:
        score = self.worked_out_once(state) + 7 * self.value_first(state)
        return score + 11 * self.names_of_their_own(state) + 13 * self.parts(state)

    def worked_out_once(self, state: Cells) -> int:
        cells, places = list(state.cells), [3, 1, 1, 0]
        count = {0: 1, 1: 2}
        cells[places.pop()] += 5
        count[places.pop()] += 7
        return sum(i * cell for i, cell in enumerate(cells)) + 100 * len(places) + count[1]

    def value_first(self, state: Cells) -> int:
        cells, numbers = list(state.cells), [5, 4, 3, 2, 1, 0]
        cells[numbers.pop()] = numbers.pop()
        cells[numbers[-1]] = numbers.pop()
        rows = [list(row) for row in state.rows]
        rows[numbers.pop() - 2][numbers.pop() - 3] = numbers.pop()
        return sum(i * cell for i, cell in enumerate(cells)) + sum(rows[1]) * 100

    def names_of_their_own(self, state: Cells) -> int:
        count: dict[int, int] = {}
        count_keys, dict_value, new_cell = 5, 3, 2
        for cell in state.cells:
            count[cell] = count.get(cell, 0) + 1
        cells = list(state.cells)
        cells[0] = cells[1] = 9
        return count_keys * 100 + dict_value * 10 + new_cell + count[2] + cells[0]

    def put(self, row: list[int], number: int) -> None:
        row[0] = number

    def parts(self, state: Cells) -> int:
        rows = [list(row) for row in state.rows]
        first, second = rows[0], rows[1]
        third = rows[1] if state.ply else rows[2]
        rows[0][1] = 9
        self.put(second, 8)
        for i in range(2):
            each = rows[i] if i else rows[2]
            each[2] += 3
        return first[1] + 10 * rows[1][0] + third[2] + sum(rows[2])


def test_both_lanes_are_equal() -> None:
    assert compare(Ordered(), games=5) == []
