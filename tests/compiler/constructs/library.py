"""Python's standard library in rules, patterns, and functions that change what is around them."""

from __future__ import annotations

import itertools
import math
import operator
from collections import Counter, defaultdict, deque
from functools import reduce
from typing import Any

from tests.compiler.constructs.table import Line, Row, construct

# --- itertools, functools, operator, math ---------------------------------------------------------


@construct("reduce by an operator, with no first value")
class ReduceOperator(Row):
    def is_terminal(self, state: Line) -> bool:
        return reduce(operator.and_, (abs(cell) for cell in state.cells)) == 1


@construct("reduce by a function of the module")
class ReduceFunction(Row):
    def is_terminal(self, state: Line) -> bool:
        return reduce(product, state.cells) != 0


def product(a: int, b: int) -> int:
    return a * b


@construct("itertools.chain of what the state has")
class ChainOfState(Row):
    def is_terminal(self, state: Line) -> bool:
        head, tail = state.cells[:2], state.cells[2:]
        return 0 not in list(itertools.chain(head, (state.player,), tail))


@construct("chain.from_iterable")
class FromIterable(Row):
    def is_terminal(self, state: Line) -> bool:
        halves = [state.cells[:2], state.cells[2:]]
        return 0 not in list(itertools.chain.from_iterable(halves))


@construct("combinations of what the state has")
class CombinationsOfState(Row):
    def actions(self, state: Line) -> list[int]:
        free = [i for i, cell in enumerate(state.cells) if cell == 0]
        pairs = list(itertools.combinations(free, 2))
        return free if len(pairs) * 2 == len(free) * (len(free) - 1) else []


@construct("permutations of what the state has")
class PermutationsOfState(Row):
    def utility(self, state: Line) -> int:
        places = [i for i, cell in enumerate(state.cells) if cell]
        pairs = itertools.permutations(places, 2)
        return sum(
            state.cells[i] for i, j in pairs if j - i == 1 and state.cells[i] == state.cells[j]
        )


@construct("product of what the state has")
class ProductOfState(Row):
    def utility(self, state: Line) -> int:
        places = [i for i, cell in enumerate(state.cells) if cell]
        pairs = list(itertools.product(places, places))
        return sum(
            state.cells[i] for i, j in pairs if j - i == 1 and state.cells[i] == state.cells[j]
        )


@construct("accumulate and islice")
class Accumulate(Row):
    def is_terminal(self, state: Line) -> bool:
        marks = list(itertools.accumulate(abs(cell) for cell in state.cells))
        return list(itertools.islice(marks, self.n))[-1] == self.n


@construct("math.prod")
class Prod(Row):
    def is_terminal(self, state: Line) -> bool:
        return math.prod(state.cells) != 0


@construct("functions of operator")
class Operator(Row):
    def is_terminal(self, state: Line) -> bool:
        return operator.mul(state.cells[0], operator.mul(state.cells[1], state.cells[2])) != 0 and (
            state.cells[3] != 0
        )


# --- collections ----------------------------------------------------------------------------------


@construct("Counter that is filled")
class Filled(Row):
    def marks(self, state: Line) -> Counter[int]:
        found: Counter[int] = Counter()
        for cell in state.cells:
            found[cell] += 1
        return found

    def is_terminal(self, state: Line) -> bool:
        marks = self.marks(state)
        return marks[1] + marks[-1] == self.n and 0 not in marks and marks[7] == 0


@construct("Counter of pairs")
class Pairs(Row):
    def utility(self, state: Line) -> int:
        pairs = Counter(tuple(sorted((a, b))) for a, b in zip(state.cells, state.cells[1:]))
        return pairs[1, 1] - pairs[-1, -1]


@construct("defaultdict that is handed on and read")
class DefaultRead(Row):
    def marks(self, state: Line) -> defaultdict[int, int]:
        found: defaultdict[int, int] = defaultdict(int)
        for cell in state.cells:
            found[cell] += 1
        return found

    def evaluate(self, state: Line) -> int:
        marks = self.marks(state)
        before = len(marks)
        empty = marks[7]  # it is there from now on
        return empty + len(marks) - before


@construct("defaultdict of lists")
class DefaultLists(Row):
    def is_terminal(self, state: Line) -> bool:
        places: dict[int, list[int]] = defaultdict(list)
        for i, cell in enumerate(state.cells):
            places[cell].append(i)
        return sum(len(where) for cell, where in places.items() if cell != 0) == self.n


@construct("defaultdict of sets")
class DefaultSets(Row):
    def is_terminal(self, state: Line) -> bool:
        places: dict[int, set[int]] = defaultdict(set)
        for i, cell in enumerate(state.cells):
            places[cell].add(i)
        return len(places[1]) + len(places[-1]) == self.n


@construct("setdefault")
class SetDefault(Row):
    def is_terminal(self, state: Line) -> bool:
        places: dict[int, list[int]] = {}
        first: dict[int, int] = {}
        for i, cell in enumerate(state.cells):
            places.setdefault(cell, []).append(i)
            first.setdefault(cell, i)
        return 0 not in places and all(first[cell] == where[0] for cell, where in places.items())


@construct("list in a dict: added to, by another name, popped, handed on")
class ListInDict(Row):
    def note(self, row: list[int], i: int) -> None:
        row.append(i)

    def is_terminal(self, state: Line) -> bool:
        places = {0: [9], 1: [9], -1: [9]}
        for i, cell in enumerate(state.cells):
            if i == 0:
                places[cell].append(i)
            elif i == 1:
                row = places[cell]
                row.append(i)
            elif i == 2:
                self.note(places[cell], i)
            else:
                places[cell][0] = i
                places[cell].insert(0, 9)
                places[cell].pop(0)
                places[cell].extend([i])
        return len(places[0]) == 1


@construct("empty list in a dict")
class EmptyInDict(Row):
    def is_terminal(self, state: Line) -> bool:
        places: dict[int, list[int]] = {}
        for i, cell in enumerate(state.cells):
            if cell not in places:
                places[cell] = []
            places[cell].append(i)
        return not places.get(0, [])


@construct("defaultdict of lists that is read and counted")
class DefaultCounted(Row):
    def evaluate(self, state: Line) -> int:
        places: dict[int, list[int]] = defaultdict(list)
        places[state.cells[0]].append(0)
        return len(places[7]) + len(places)


@construct("deque from both ends")
class BothEnds(Row):
    def is_terminal(self, state: Line) -> bool:
        queue: deque[int] = deque()
        for cell in state.cells:
            queue.append(cell)
        queue.appendleft(queue.pop())
        while queue:
            if queue.popleft() == 0:
                return False
        return True


@construct("extend by a generator")
class ExtendGenerator(Row):
    def actions(self, state: Line) -> list[int]:
        found: list[int] = []
        for half in (range(2), range(2, self.n)):
            found.extend(i for i in half if state.cells[i] == 0)
        return found


@construct("extend by a generator that looks at the list")
class ExtendLooking(Row):
    def evaluate(self, state: Line) -> int:
        found = [0]
        found.extend(cell for cell in state.cells if cell not in found)
        return len(found)


# --- match ----------------------------------------------------------------------------------------


@construct("match with names and a guard")
class MatchNames(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for pair in zip(state.cells, state.cells[1:]):
            match pair:
                case (0, _) | (_, 0):
                    pass
                case (a, b) if a == b:
                    score += a
                case _:
                    score += 0
        return score


@construct("match: a text is no tuple")
class MatchText(Row):
    def is_terminal(self, state: Line) -> bool:
        for cell in state.cells:
            match "free" if cell == 0 else "full":
                case (_a, _b, _c, _d):  # never
                    return True
                case "free":
                    return False
        return True


@construct("match: a text made of letters is no tuple")
class MatchLetters(Row):
    def is_terminal(self, state: Line) -> bool:
        word = "".join("." if cell == 0 else "x" for cell in state.cells)
        match word:
            case [*_letters]:  # never
                return True
        return "." not in word


@construct("match with a star")
class MatchStar(Row):
    def is_terminal(self, state: Line) -> bool:
        match list(state.cells):
            case [0, *_]:
                return False
            case [first, *rest]:
                return 0 not in rest and first != 0
            case _:
                return True


@construct("match of a class")
class MatchClass(Row):
    def to_move(self, state: Line) -> int:
        match state:
            case Line(player=1):
                return 1
            case _:
                return -1


# --- functions that change what is around them ----------------------------------------------------


@construct("inner function that fills a set")
class FillsSet(Row):
    def is_terminal(self, state: Line) -> bool:
        found: set[int] = set()

        def visit(i: int) -> None:
            if i in found or i >= self.n or state.cells[i] == 0:
                return
            found.add(i)
            visit(i + 1)

        visit(0)
        return len(found) == self.n


@construct("inner function that fills a list and a dict")
class FillsTwo(Row):
    def actions(self, state: Line) -> list[int]:
        found: list[int] = []
        seen: dict[int, int] = {}

        def look(i: int) -> bool:
            seen[i] = state.cells[i]
            if seen[i] == 0:
                found.append(i)
                return True
            return False

        for i in range(self.n):
            if not look(i):
                continue
        return found


@construct("inner function that changes a number in an expression")
class ChangesInside(Row):
    def evaluate(self, state: Line) -> int:
        total = 0

        def more() -> int:
            nonlocal total
            total += 1
            return total

        return more() * 10 + more()


@construct("inner function whose result goes into the list that it fills")
class ResultIntoFilled(Row):
    def is_terminal(self, state: Line) -> bool:
        found: list[int] = []

        def visit(i: int) -> int:
            found.append(state.cells[i])
            return i

        visit(0)
        found[0] = visit(self.n - 1)
        return 0 not in state.cells and len(found) == 2


@construct("inner function that is handed the list that it fills")
class HandedFilled(Row):
    def is_terminal(self, state: Line) -> bool:
        found: list[int] = []

        def visit(cells: list[int], i: int) -> int:
            found.append(state.cells[i])
            return len(cells)

        count = visit(found, 0)
        return 0 not in state.cells and count == 1


# --- one type for another -------------------------------------------------------------------------


@construct("lists of tuples of two lengths")
class TwoLengths(Row):
    def groups(self, state: Line) -> Any:
        if state.cells[0] == 0:
            return [(0,)]
        return [(i, i + 1) for i in range(self.n - 1)]

    def evaluate(self, state: Line) -> int:
        return sum(len(group) for group in self.groups(state))


# --- functions that are handed on -----------------------------------------------------------------


@construct("lambda handed to an inner function")
class HandedInside(Row):
    def is_terminal(self, state: Line) -> bool:
        empty = 0

        def every(places: list[int], holds: Any) -> bool:
            if not places:
                return True
            return bool(holds(places[0])) and every(places[1:], holds)

        return every(list(range(self.n)), lambda i: state.cells[i] != empty)


@construct("lambda whose names are others inside")
class HandedShadow(Row):
    def is_terminal(self, state: Line) -> bool:
        first = 0

        def every(holds: Any) -> bool:
            first = 1
            return bool(holds(first)) and bool(holds(first - 1))

        return every(lambda i: state.cells[first + i] != 0) and 0 not in state.cells
