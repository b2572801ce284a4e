"""What people write without a thought: errors caught, stars, copies, tables of functions."""

from __future__ import annotations

import copy
import itertools
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

from tests.compiler.constructs.table import Line, Row, construct

# --- errors that are caught -----------------------------------------------------------------------


@construct("try: an index outside")
class TryIndex(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for i in range(self.n):
            try:
                if i >= 0 and state.cells[i] == state.cells[i + 1]:
                    score += state.cells[i]
            except IndexError:
                continue
        return score


@construct("try: a key that is missing, and what was done before it")
class TryKey(Row):
    def is_terminal(self, state: Line) -> bool:
        marks: dict[int, int] = {}
        tries = 0
        for cell in state.cells:
            try:
                tries += 1
                marks[cell] += 1
            except KeyError:
                marks[cell] = 1
        return tries == self.n and marks.get(0, 0) == 0


@construct("try: no such item, and else")
class TryValue(Row):
    def is_terminal(self, state: Line) -> bool:
        try:
            place = state.cells.index(0)
        except ValueError:
            place = -1
        else:
            place += 1
        return place == -1


@construct("try: next, and raise")
class TryNext(Row):
    def is_terminal(self, state: Line) -> bool:
        try:
            first = next(i for i, cell in enumerate(state.cells) if cell == 0)
            if first < self.n:
                raise ValueError(f"cell {first} is free")
        except (StopIteration, ValueError):
            return 0 not in state.cells
        return False


@construct("try: something is changed before the error")
class TryChanged(Row):
    def is_terminal(self, state: Line) -> bool:
        left = list(state.cells)
        try:
            last = left.pop() + state.cells[self.n]
        except IndexError:
            last = len(left)
        return last == self.n - 1 and 0 not in state.cells


# --- functions ------------------------------------------------------------------------------------


@construct("*args: several, none, from a star")
class Rest(Row):
    def total(self, first: int, *others: int) -> int:
        return first + sum(others)

    def is_terminal(self, state: Line) -> bool:
        marks = [abs(cell) for cell in state.cells]
        return self.total(0, *marks) == self.n and self.total(1, 2, 3) == 6


@construct("two stars in a call of *args")
class TwoStars(Row):
    def total(self, *numbers: int) -> int:
        return sum(numbers)

    def is_terminal(self, state: Line) -> bool:
        marks = [abs(cell) for cell in state.cells]
        return self.total(*marks[:2], *marks[2:]) == self.n


def pairs_of_max(cells: tuple[int, ...]) -> int:
    return sum(1 for a, b in itertools.pairwise(cells) if a == b == 1)


SCORES: dict[str, Callable[[tuple[int, ...]], int]] = {
    "max": pairs_of_max,
    "min": lambda cells: sum(1 for a, b in itertools.pairwise(cells) if a == b == -1),
}
TERMS = [(1, pairs_of_max), (-1, SCORES["min"]), (0, pairs_of_max)]


@construct("dict of functions, looked up")
class Looked(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for sign, kind in ((1, "max"), (-1, "min")):
            score += sign * SCORES[kind](state.cells)
        return score


@construct("table of functions, gone through")
class Terms(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for sign, term in TERMS:
            if sign == 0:
                break
            score += sign * term(state.cells)
        return score


SIGNS: list[Callable[[int], int]] = [lambda x: x + 1, lambda x: x - 1]


@construct("two lambdas alike in one line")
class AlikeLambdas(Row):
    def is_terminal(self, state: Line) -> bool:
        return sum(sign(0) for sign in SIGNS) == 0 and 0 not in state.cells


@construct("function handed to one with a deque")
class HandedWithQueue(Row):
    def is_terminal(self, state: Line) -> bool:
        return marked(self.n, lambda i: state.cells[i] != 0) == self.n


def marked(n: int, is_marked: Callable[[int], bool]) -> int:
    queue, count = deque(i for i in range(n)), 0
    while queue:
        count += is_marked(queue.popleft())
    return count


# --- copies, bits, attributes ---------------------------------------------------------------------


@construct("copy.copy and copy.deepcopy")
class Copies(Row):
    def result(self, state: Line, action: int) -> Line:
        cells = list(state.cells)
        table = [cells, [0]]
        other = copy.deepcopy(table)
        other[0][0] = 7
        new = copy.copy(cells)
        new[action] = state.player
        return Line(tuple(new), -state.player) if cells[0] != 7 else state


@construct("copy.copy has the same rows")
class SameRows(Row):
    def is_terminal(self, state: Line) -> bool:
        table = [[0], [0]]
        other = copy.copy(table)
        other[0][0] = 7
        return table[0][0] == 7 and 0 not in state.cells


@construct("bin(n).count, getattr, type(self)")
class Bin(Row):
    wanted = 4

    def is_terminal(self, state: Line) -> bool:
        marks = sum(1 << i for i, cell in enumerate(getattr(state, "cells")) if cell)  # noqa: B009
        return bin(-marks).count("1") == type(self).wanted


# --- := -------------------------------------------------------------------------------------------


@construct(":= in a comprehension, in a chain, in a while with else")
class Named(Row):
    def utility(self, state: Line) -> int:
        return sum(a for i in range(self.n - 1) if (a := state.cells[i]) == state.cells[i + 1])

    def is_terminal(self, state: Line) -> bool:
        i = 0
        while (cell := state.cells[i]) != 0:
            i += 1
            if i == self.n:
                break
        else:
            return False
        return i == self.n and (last := cell) != 0 and abs(last) == 1


@construct(":= in a comprehension for a name outside")
class Leaking(Row):
    def is_terminal(self, state: Line) -> bool:
        last = 0
        full = all((last := cell) != 0 for cell in state.cells)
        return full and last != 0


# --- itertools, collections -----------------------------------------------------------------------


@construct("groupby with a key, count, takewhile, starmap")
class Library(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for mark, run in itertools.groupby(state.cells, key=lambda cell: cell):
            score += mark * (len(list(run)) - 1)
        return score

    def is_terminal(self, state: Line) -> bool:
        for i in itertools.count():
            if i == self.n or state.cells[i] == 0:
                break
        marks = list(itertools.takewhile(lambda cell: cell != 0, state.cells))
        pairs = zip(state.cells, state.cells[::-1])  # noqa: B905 (as people write it)
        full = all(itertools.starmap(lambda a, b: a * b != 0, pairs))
        return full and i == len(marks) == self.n


@construct("groupby: a group gone through twice")
class Twice(Row):
    def is_terminal(self, state: Line) -> bool:
        total = 0
        for _mark, run in itertools.groupby(state.cells):
            total += len(list(run)) + len(list(run))
        return total == self.n and 0 not in state.cells


@construct("permutations of all, and of three")
class Orders(Row):
    def is_terminal(self, state: Line) -> bool:
        orders = sum(1 for order in itertools.permutations(state.cells[:3]) if order[0])
        some = sum(1 for a, b, c in itertools.permutations(state.cells, 3) if a and b and c)
        return orders == 6 and some == 24


@construct("Counter.most_common and total")
class MostCommon(Row):
    def is_terminal(self, state: Line) -> bool:
        marks = Counter(abs(cell) for cell in state.cells)
        mark, times = marks.most_common(1)[0]
        return mark == 1 and times == marks.total()


# --- dicts of dicts, and records that say nothing of being frozen ----------------------------------

WORTH = {-1: {-1: -1, 1: 0}, 1: {1: 1, -1: 0}}
ROADS = {0: {1: 1}, 1: {0: 1, 2: 2}, 2: {1: 2, 3: 3}, 3: {}}


@construct("dict of dicts; the best of a dict that begins empty; float('inf')")
class DictOfDicts(Row):
    def utility(self, state: Line) -> int:
        cells = state.cells
        ahead = sum(WORTH[a][b] for a, b in itertools.pairwise(cells))
        worth = 0
        for i in ROADS:
            for j, length in ROADS[i].items():
                if j > i and ROADS[i].get(j, 0) == length and j in ROADS[i]:
                    worth += WORTH[cells[i]][cells[j]]
        return worth if worth == ahead else 99

    def evaluate(self, state: Line) -> float:
        counts: dict[int, int] = {}
        for cell in state.cells:
            counts[cell] = counts.get(cell, 0) + 1
        best = -float("inf")
        for cell in counts:
            best = max(best, counts[cell])
        first, *_others, last = state.cells
        return best + max(counts, key=counts.get) / 8 + max(*state.cells[1:]) + first - last  # type: ignore[arg-type]


@dataclass
class Pair:
    """Two neighbours; nothing changes them."""

    left: int
    right: int = 0

    def points(self) -> int:
        return self.left if self.left == self.right else 0


@construct("dataclass that nothing changes, in lists; letters in order")
class PlainDataclass(Row):
    def utility(self, state: Line) -> int:
        pairs = [Pair(a, b) for a, b in itertools.pairwise(state.cells)]
        alike = [pair for pair in pairs if pair != Pair(1, -1) and pair.points()]
        return sum(pair.points() for pair in alike)

    def is_terminal(self, state: Line) -> bool:
        signs = ["oax"[cell + 1] for cell in state.cells]
        return not any("a" <= sign < "b" for sign in signs)
