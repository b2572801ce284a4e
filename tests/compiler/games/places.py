"""Lists that have two places, and cells that are changed whoever else looks at them."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.game import MAX, Game


class Grid(NamedTuple):
    """A board in a row of cells and one in rows."""

    cells: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    marks: tuple[str, ...]
    player: int


class Places(Game[Grid, int]):
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
