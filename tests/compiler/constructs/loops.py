"""Comprehensions, generators, and the functions that go over many things."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import reduce

from tests.compiler.constructs.table import Line, Row, construct


@construct("list comprehension")
class ListComprehension(Row):
    def actions(self, state: Line) -> list[int]:
        return [i for i in range(self.n) if state.cells[i] == 0]


@construct("nested comprehension")
class NestedComprehension(Row):
    def utility(self, state: Line) -> int:
        cells = state.cells
        return sum(
            [
                cells[i]
                for i in range(self.n)
                for j in (i + 1,)
                if j < self.n and cells[i] == cells[j]
            ]
        )


@construct("comprehension of comprehensions")
class Matrix(Row):
    def utility(self, state: Line) -> int:
        alike = [[int(a == b) for b in state.cells] for a in state.cells]
        return sum(alike[i][i + 1] * state.cells[i] for i in range(self.n - 1))


@construct("number in a tuple")
class NumberInTuple(Row):
    pairs = ((0, 1), (1, 2), (2, 3))

    def utility(self, state: Line) -> int:
        far = (9, 8, 7, 6, 5, 4, 3, 2, 1, 0)  # too long to be compared at once
        marks = [[i for i in range(4) if i in pair and i in far] for pair in self.pairs]
        return sum(state.cells[i] for i, j in marks if state.cells[i] == state.cells[j])


@construct("set comprehension")
class SetComprehension(Row):
    def is_terminal(self, state: Line) -> bool:
        kinds = {cell for cell in state.cells}
        return 0 not in kinds


@construct("dict comprehension")
class DictComprehension(Row):
    def is_terminal(self, state: Line) -> bool:
        counts = {mark: state.cells.count(mark) for mark in (-1, 0, 1)}
        return counts[0] == 0


@construct("tuple(generator)")
class TupleOfGenerator(Row):
    def result(self, state: Line, action: int) -> Line:
        cells = tuple(state.player if i == action else state.cells[i] for i in range(self.n))
        return Line(cells, -state.player)


@construct("enumerate")
class Enumerate(Row):
    def actions(self, state: Line) -> list[int]:
        return [i for i, cell in enumerate(state.cells) if cell == 0]


@construct("enumerate with a start")
class EnumerateFrom(Row):
    def evaluate(self, state: Line) -> int:
        total = 0
        for number, cell in enumerate(state.cells, 1):
            total += number * cell
        for number, cell in enumerate(state.cells, start=2):
            total -= number * cell
        return total


@construct("zip")
class Zip(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for a, b in zip(state.cells, state.cells[1:]):
            if a == b:
                score += a
        return score


@construct("zip of three")
class ZipOfThree(Row):
    def evaluate(self, state: Line) -> int:
        cells = state.cells
        return sum(b for a, b, c in zip(cells, cells[1:], cells[2:]) if a == b == c)


@construct("zip(*rows)")
class Transposed(Row):
    def evaluate(self, state: Line) -> int:
        rows = [state.cells[:2], state.cells[2:4]]
        totals = [sum(column) for column in zip(*rows)]
        return int(max(totals))


@construct("any")
class Any(Row):
    def is_terminal(self, state: Line) -> bool:
        return not any(cell == 0 for cell in state.cells)


@construct("all")
class All(Row):
    def is_terminal(self, state: Line) -> bool:
        return all(state.cells)


@construct("sum of a generator")
class SumOfGenerator(Row):
    def utility(self, state: Line) -> int:
        cells = state.cells
        return sum(cells[i] for i in range(self.n - 1) if cells[i] == cells[i + 1])


@construct("sum of truths")
class SumOfTruths(Row):
    def is_terminal(self, state: Line) -> bool:
        return sum(cell == 0 for cell in state.cells) == 0


@construct("sum with a start")
class SumFrom(Row):
    def evaluate(self, state: Line) -> int:
        return sum(state.cells, 10) - 10


@construct("len of a set")
class LenOfSet(Row):
    def utility(self, state: Line) -> int:
        pairs = zip(state.cells, state.cells[1:])
        return sum(pair[0] for pair in pairs if len(set(pair)) == 1)


@construct("min and max of several values")
class MinMax(Row):
    def evaluate(self, state: Line) -> int:
        first, second, third = state.cells[0], state.cells[1], state.cells[2]
        return max(first, second, third) + min(first, second)


@construct("min and max of a list")
class MinMaxOfList(Row):
    def is_terminal(self, state: Line) -> bool:
        return min([abs(cell) for cell in state.cells]) == max(1, max(state.cells))


@construct("max with a key")
class MaxKey(Row):
    def evaluate(self, state: Line) -> int:
        free = [i for i in range(self.n) if state.cells[i] == 0]
        return max(free, key=lambda i: abs(2 * i - self.n))


@construct("min with a default")
class MinDefault(Row):
    def is_terminal(self, state: Line) -> bool:
        return min((i for i, cell in enumerate(state.cells) if cell == 0), default=-1) == -1


@construct("sorted")
class Sorted(Row):
    def actions(self, state: Line) -> list[int]:
        return sorted({i for i, cell in enumerate(state.cells) if cell == 0})


@construct("sorted with reverse")
class SortedReverse(Row):
    def actions(self, state: Line) -> list[int]:
        falling = sorted((i for i in range(self.n) if state.cells[i] == 0), reverse=True)
        return falling[::-1]


@construct("sorted with a key")
class SortedKey(Row):
    def actions(self, state: Line) -> list[int]:
        free = [i for i in range(self.n) if state.cells[i] == 0]
        return sorted(free, key=lambda i: i - self.n)


@construct("sorted with a key of two parts")
class SortedPairs(Row):
    def evaluate(self, state: Line) -> int:
        free = [i for i in range(self.n) if state.cells[i] == 0]
        return sorted(free, key=lambda i: (-abs(2 * i - self.n + 1), i))[0]


@construct("reversed")
class Reversed(Row):
    def evaluate(self, state: Line) -> int:
        for i in reversed(range(self.n)):
            if state.cells[i] == 0:
                return i
        return self.n


@construct("range with a step")
class RangeStep(Row):
    def evaluate(self, state: Line) -> int:
        total = 0
        for i in range(0, self.n, 2):
            total += state.cells[i]
        for i in range(self.n - 1, 0, -2):
            total -= state.cells[i]
        return total


@construct("in a range")
class InRange(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for i in range(self.n):
            if i + 1 in range(self.n) and state.cells[i] == state.cells[i + 1]:
                score += state.cells[i]
        return score


@construct("map")
class Map(Row):
    def is_terminal(self, state: Line) -> bool:
        return sum(map(abs, state.cells)) == self.n


@construct("filter")
class Filter(Row):
    def is_terminal(self, state: Line) -> bool:
        return len(list(filter(None, state.cells))) == self.n


@construct("next of a generator")
class Next(Row):
    def is_terminal(self, state: Line) -> bool:
        return next((i for i in range(self.n) if state.cells[i] == 0), None) is None


@construct("yield in a helper")
class YieldInAHelper(Row):
    def pairs(self, state: Line) -> Iterator[tuple[int, int]]:
        for i in range(self.n - 1):
            yield state.cells[i], state.cells[i + 1]

    def utility(self, state: Line) -> int:
        return sum(a for a, b in self.pairs(state) if a == b)


@construct("yield from")
class YieldFrom(Row):
    def free(self, state: Line, start: int, end: int) -> Iterator[int]:
        for i in range(start, end):
            if state.cells[i] == 0:
                yield i

    def actions(self, state: Line) -> Iterator[int]:
        yield from self.free(state, 0, 2)
        yield from self.free(state, 2, self.n)


@construct("generator returned")
class GeneratorReturned(Row):
    def actions(self, state: Line) -> Iterator[int]:
        return (i for i in range(self.n) if state.cells[i] == 0)


@construct("functools.reduce")
class Reduce(Row):
    def is_terminal(self, state: Line) -> bool:
        return reduce(lambda product, cell: product * cell, state.cells, 1) != 0


@construct("itertools.product")
class Product(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for i, j in itertools.product(range(self.n), repeat=2):
            if j == i + 1 and state.cells[i] == state.cells[j]:
                score += state.cells[i]
        return score


@construct("itertools.combinations")
class Combinations(Row):
    def utility(self, state: Line) -> int:
        pairs = itertools.combinations(range(self.n), 2)
        cells = state.cells
        return sum(cells[i] for i, j in pairs if j - i == 1 and cells[i] == cells[j])


@construct("itertools.chain")
class Chain(Row):
    def actions(self, state: Line) -> list[int]:
        places = itertools.chain(range(2), range(2, self.n))
        return [i for i in places if state.cells[i] == 0]


@construct("itertools.groupby")
class GroupBy(Row):
    def utility(self, state: Line) -> int:
        runs = [(mark, len(list(run))) for mark, run in itertools.groupby(state.cells)]
        return sum(mark * (length - 1) for mark, length in runs)


@construct("itertools.pairwise")
class Pairwise(Row):
    def utility(self, state: Line) -> int:
        return sum(a for a, b in itertools.pairwise(state.cells) if a == b)
