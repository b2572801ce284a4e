"""Meanings of Python that a translation loses easily."""

from __future__ import annotations

from tests.compiler.constructs.table import Line, Row, construct


@construct("negative index")
class NegativeIndex(Row):
    def evaluate(self, state: Line) -> int:
        return sum(state.cells[i - 1] * state.cells[i] for i in range(self.n))


@construct("slice beyond the end")
class SliceBeyond(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for i in range(self.n):
            window = state.cells[i : i + 2]
            if len(window) == 2 and window[0] == window[1]:
                score += window[0]
        return score


@construct("index guarded by and")
class Guard(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for i in range(self.n):
            if i + 1 < self.n and state.cells[i] == state.cells[i + 1]:
                score += state.cells[i]
        return score


@construct("name of a builtin for a variable")
class Shadow(Row):
    def utility(self, state: Line) -> int:
        sum = 0
        for i in range(self.n - 1):
            if state.cells[i] == state.cells[i + 1]:
                sum += state.cells[i]
        return sum


@construct("variable of a loop after the loop")
class AfterTheLoop(Row):
    def evaluate(self, state: Line) -> int:
        for i in range(self.n):
            if state.cells[i] == 0:
                break
        return i


@construct("variable of a comprehension is its own")
class OwnVariable(Row):
    def evaluate(self, state: Line) -> int:
        i = 7
        free = [i for i in range(self.n) if state.cells[i] == 0]
        return i - len(free)


@construct("closures see the last value")
class LateBinding(Row):
    def evaluate(self, state: Line) -> int:
        readers = []
        for i in range(self.n):
            readers.append(lambda: state.cells[i])
        return readers[0]()


@construct("generator used twice")
class UsedTwice(Row):
    def evaluate(self, state: Line) -> int:
        marks = (cell for cell in state.cells if cell != 0)
        return len(list(marks)) + 10 * len(list(marks))


@construct("list changed while it is gone over")
class ChangedInLoop(Row):
    def evaluate(self, state: Line) -> int:
        cells = list(state.cells)
        for cell in cells:
            if cell == 0:
                cells.remove(cell)
        return len(cells)


@construct("range counted before the loop")
class RangeFixed(Row):
    def evaluate(self, state: Line) -> int:
        n, steps = len(state.cells), 0
        for i in range(n):
            n -= 1
            i += 2
            steps += i
        return steps


@construct("copy of a list is another list")
class AnotherList(Row):
    def evaluate(self, state: Line) -> int:
        before = list(state.cells)
        after = before[:]
        after[0] = 9
        return before[0]


@construct("rows of a copied list are the same rows")
class ShallowCopy(Row):
    def evaluate(self, state: Line) -> int:
        rows = [list(state.cells), list(state.cells)]
        copy = list(rows)
        copy[0][0] = 9
        return rows[0][0] + rows[1][0]


@construct("xs += ys changes the list of another name")
class InPlace(Row):
    def evaluate(self, state: Line) -> int:
        first = [state.cells[0]]
        second = first
        second += [state.cells[1]]
        third = second
        third = third + [state.cells[2]]
        return len(first) * 10 + len(third)


@construct("order of ties")
class Ties(Row):
    def evaluate(self, state: Line) -> int:
        free = [i for i in range(self.n) if state.cells[i] == 0]
        odd_first = sorted(free, key=lambda i: -(i % 2))
        even = sorted(free, key=lambda i: i % 2, reverse=True)
        best = max(free, key=lambda i: i % 2)
        return odd_first[0] * 100 + even[-1] * 10 + best


@construct("whole number beyond 64 bits")
class Large(Row):
    def evaluate(self, state: Line) -> int:
        number = 3
        for cell in state.cells:
            number = number**3 + cell
        return number % 1009


@construct("round to even")
class Round(Row):
    def evaluate(self, state: Line) -> int:
        total = sum(i * cell for i, cell in enumerate(state.cells))
        return round(total / 2) + int(total / 2)


@construct("variable of several types")
class SeveralTypes(Row):
    def evaluate(self, state: Line) -> int:
        best = None
        for i, cell in enumerate(state.cells):
            if cell == 0 and (best is None or i > best):
                best = i
        return -1 if best is None else best


@construct("truth value as a number")
class Truth(Row):
    def evaluate(self, state: Line) -> int:
        alike = state.cells[0] == state.cells[1]
        return 3 * alike - (state.cells[2] != 0) + (True, False)[alike]


@construct("comparison of tuples")
class TupleOrder(Row):
    def evaluate(self, state: Line) -> int:
        left, right = state.cells[:2], state.cells[2:]
        return 1 if left > right else 0 if left == right else -1


@construct("tuples of two lengths compared")
class TupleLengths(Row):
    def evaluate(self, state: Line) -> int:
        marks = tuple(cell for cell in state.cells if cell)
        return int(marks < state.cells) + 2 * int(marks == state.cells)


@construct("and that stops early")
class StopsEarly(Row):
    def is_terminal(self, state: Line) -> bool:
        free = [i for i in range(self.n) if state.cells[i] == 0]
        return not (len(free) > 0 and state.cells[free[0]] == 0)


@construct("arguments are evaluated from left to right")
class LeftToRight(Row):
    def evaluate(self, state: Line) -> int:
        cells = list(state.cells)
        pair = (cells.pop(), cells.pop(0))
        return pair[0] - 2 * pair[1]


@construct("assignment from left to right")
class Targets(Row):
    def evaluate(self, state: Line) -> int:
        places, i = [0, 0, 0, 0], 0
        i, places[i] = 2, 7
        return places[2] - places[0] + state.cells[i]


@construct("variable bound on either branch")
class Either(Row):
    def evaluate(self, state: Line) -> int:
        if state.cells[0] != 0:
            mark = state.cells[0]
        if state.cells[0] == 0:
            mark = 5
        return mark
