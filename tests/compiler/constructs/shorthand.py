"""What Python's library and its short forms save one from writing."""

from __future__ import annotations

import itertools
from collections import deque, namedtuple
from enum import IntEnum
from typing import Any

from tests.compiler.constructs.table import Line, Row, construct

# --- functions that call themselves ---------------------------------------------------------------


@construct("inner function that calls itself in any, and fills a set")
class Reach(Row):
    def is_terminal(self, state: Line) -> bool:
        seen = set()

        def reach(i: int) -> bool:
            if i in seen or not 0 <= i < self.n or state.cells[i] == 0:
                return False
            seen.add(i)
            return i == self.n - 1 or any(reach(i + step) for step in (1, -1))

        return reach(0)


@construct("method that is handed an empty set, fills it and gives a number")
class Flood(Row):
    def flood(self, state: Line, i: int, seen: set[int]) -> int:
        if i in seen or not 0 <= i < self.n or state.cells[i] == 0:
            return 0
        seen.add(i)
        return 1 + sum(self.flood(state, i + step, seen) for step in (-1, 1))

    def is_terminal(self, state: Line) -> bool:
        seen: set[int] = set()
        marked = self.flood(state, 0, seen)
        return marked == self.n == len(seen)


# --- names ----------------------------------------------------------------------------------------


class Mark(IntEnum):
    MAX = 1
    MIN = -1

    def other(self) -> Mark:
        return Mark.MIN if self is Mark.MAX else Mark.MAX


@construct("method of an IntEnum")
class Others(Row):
    def result(self, state: Line, action: int) -> Line:
        mark = Mark.MAX if state.player == 1 else Mark.MIN
        cells = list(state.cells)
        cells[action] = int(mark)
        return Line(tuple(cells), int(mark.other()))


Place = namedtuple("Place", "at step")  # noqa: PYI024 (as people write it)


@construct("import in a rule, a private method, _replace of a record that no state has")
class Imports(Row):
    def __free(self, state: Line, place: Any) -> bool:
        return bool(state.cells[place.at] == 0)

    def is_terminal(self, state: Line) -> bool:
        from math import prod

        first = Place(0, 1)
        free = [self.__free(state, first._replace(at=i)) for i in range(self.n)]
        return prod(1 - int(each) for each in free) == 1 and not (not state.cells)


# --- the library ----------------------------------------------------------------------------------


@construct(
    "chain and union of a star, compress, zip with repeat, rotate, pow of three, int of base 2"
)
class Library(Row):
    def is_terminal(self, state: Line) -> bool:
        halves = [state.cells[:2], state.cells[2:]]
        queue = deque(itertools.chain(*halves))
        queue.rotate(1)
        queue.rotate(-2)
        marked = list(itertools.compress(range(self.n), queue))
        pairs = zip(marked, itertools.repeat(2))
        places = set().union(*[{i, i * two} for i, two in pairs])
        digits = "".join("1" if cell else "0" for cell in queue)
        first = min(range(self.n), key=state.cells.__getitem__)
        whole = int(digits, 2) == pow(3, 3, 28) - 12
        return len(places) == 6 and whole and state.cells[first] != 0


@construct("text by %, whose parts stand nowhere else")
class Percent(Row):
    def utility(self, state: Line) -> int:
        score = 0
        for i in range(self.n - 1):
            if state.cells[i] == state.cells[i + 1]:
                text = "cell%d/%s" % (state.cells[i], "end")  # noqa: UP031 (as people write it)
                score += int(text[4:].split("/")[0])
        return score


@construct("text that grows in a loop inside a loop")
class GrownText(Row):
    def is_terminal(self, state: Line) -> bool:
        text = ""
        for half in (state.cells[:2], state.cells[2:]):
            for cell in half:
                text += "X" if cell else "."
        return text.count("X") == self.n
