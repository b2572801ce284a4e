"""Lists inside tuples inside lists, and lists of lists whose items change places."""

from __future__ import annotations

from collections import deque
from typing import Any

from tests.compiler.constructs.table import Line, Row, construct
from zermelo import MAX, Game


def groups(cells: tuple[int, ...]) -> list[tuple[int, list[int]]]:
    """The neighbours that are equal, together: whose, and where."""
    found: list[tuple[int, list[int]]] = []
    for i, cell in enumerate(cells):
        if found and found[-1][0] == cell:
            found[-1][1].append(i)
        else:
            found.append((cell, [i]))
    return found


@construct("list of tuples with lists in them, which a helper makes")
class Grouped(Row):
    def utility(self, state: Line) -> int:
        return sum(cell * (len(where) - 1) for cell, where in groups(state.cells))


@construct("list in a tuple of a list, changed by the name of the tuple")
class ByTheTuple(Row):
    def utility(self, state: Line) -> int:
        sides = [(-1, [0]), (1, [0])]
        for i in range(self.n - 1):
            side, again = sides[state.cells[i] > 0], sides[state.cells[i] > 0]
            if state.cells[i] == state.cells[i + 1]:
                side[1].append(again[1][-1] + side[0])
        return sides[0][1][-1] + sides[1][1][-1]


@construct("list in a tuple of a list, changed after it is taken apart")
class TakenApart(Row):
    def utility(self, state: Line) -> int:
        sides = [(-1, [0]), (1, [0])]
        for i in range(self.n - 1):
            if state.cells[i] == state.cells[i + 1]:
                worth, found = sides[state.cells[i] > 0]
                found[0] += worth
        return sum(found[0] for _worth, found in sides)


@construct("queue of numbers with lists, of which the first is taken")
class QueueOfPaths(Row):
    def utility(self, state: Line) -> int:
        queue, total = deque([(0, [0])]), 0
        while queue:
            i, path = queue.popleft()
            if i == self.n - 1:
                total = sum(path)
            else:
                same = state.cells[i] == state.cells[i + 1]
                queue.append((i + 1, [*path, state.cells[i] * same]))
        return total


@construct("list of numbers with tuples, copied")
class NumbersWithTuples(Row):
    def utility(self, state: Line) -> int:
        pairs = [(i - 1, state.cells[i : i + 2]) for i in range(self.n - 1)]
        copies = list(pairs)
        pairs.append((9, (1, 1)))
        return sum(pair[0] for i, pair in copies if pair[0] == pair[1] and i < self.n)


@construct("list of lists, reversed in its place")
class ReversedRows(Row):
    def utility(self, state: Line) -> int:
        rows = [[state.cells[i], state.cells[i + 1], i] for i in range(self.n - 1)]
        rows.reverse()
        return sum(row[0] for i, row in enumerate(rows) if row[0] == row[1] and i + row[2] == 2)


@construct("list of lists, of which the first becomes the last")
class FirstIsLast(Row):
    def utility(self, state: Line) -> int:
        rows = [[state.cells[i], state.cells[i + 1]] for i in range(self.n - 1)]
        rows.append(rows.pop(0))
        rows.insert(0, rows[2])
        rows.pop()
        return sum(row[0] for row in rows if row[0] == row[1])


@construct("list of lists, a part of it by two names")
class TwoNamesOfAPart(Row):
    def utility(self, state: Line) -> int:
        score = [[0], [0]]
        for i in range(self.n - 1):
            if state.cells[i] == state.cells[i + 1]:
                one, other = score[0], score[0]
                one[0] += state.cells[i]
                score[1][0] = other[0]
        first = score[0]
        second = score[0]
        first.append(5)
        return score[1][0] if len(second) == 2 else 99


# --- tuples of any length -------------------------------------------------------------------------


@construct("tuple of pairs of texts that grows, as a state")
class GrowingPairs(Game[tuple[tuple[str, str], ...], str]):
    """The marks in the order in which they were made."""

    def initial(self) -> tuple[tuple[str, str], ...]:
        return ()

    def to_move(self, state: tuple[tuple[str, str], ...]) -> int:
        return MAX if len(state) % 2 == 0 else -MAX

    def actions(self, state: tuple[tuple[str, str], ...]) -> list[str]:
        marks = dict(state)
        return [cell for cell in "abcd" if cell not in marks]

    def result(self, state: tuple[tuple[str, str], ...], action: str) -> Any:
        return (*state, (action, "ox"[len(state) % 2 == 0]))

    def is_terminal(self, state: tuple[tuple[str, str], ...]) -> bool:
        return len(state) == 4

    def utility(self, state: tuple[tuple[str, str], ...]) -> int:
        marks, points = dict(state), {"x": 1, "o": -1}
        return sum(points[marks[a]] for a, b in zip("abc", "bcd") if marks[a] == marks[b])


@construct("path as an action, of one length by chance")
class ShortPaths(Row):
    def actions(self, state: Line) -> Any:
        paths = []
        for i in range(self.n):
            path = [(0, i)]
            while len(path) > self.n:
                path.append((1, i))
            if state.cells[i] == 0:
                paths.append(tuple(path))
        return paths

    def result(self, state: Line, action: Any) -> Line:
        return super().result(state, action[-1][1])
