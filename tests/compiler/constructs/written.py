"""Records with operators of their own, formats, and states and actions of several shapes."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate, cycle
from operator import attrgetter, itemgetter, mul
from typing import Any, NamedTuple

from tests.compiler.constructs.table import Line, Row, construct
from zermelo import MAX, MIN, Game


class Step(NamedTuple):
    """A place, or a way to another."""

    x: int
    y: int

    def __add__(self, other: Any) -> Step:
        return Step(self.x + other[0], self.y + other[1])

    def __sub__(self, other: Step) -> Step:
        return self + (-other)

    def __neg__(self) -> Step:
        return Step(-self.x, -self.y)

    def __mul__(self, times: Any) -> Step:
        return Step(self.x * times, self.y * times)

    def __contains__(self, number: object) -> bool:
        return number in (self.x, self.x + self.y)

    def count(self, number: Any) -> int:
        """Not what a list means by it."""
        return self.x + int(number)


@dataclass(frozen=True)
class Pair:
    """Two cells."""

    cells: tuple[int, int]
    at: int

    def __getitem__(self, place: int) -> int:
        return self.cells[1 - place]

    def worth(self) -> int:
        """A point where both are alike."""
        return self.cells[0] if self[0] == self[1] else 0

    @cached_property
    def left(self) -> int:
        """How many are free."""
        return self.cells.count(0)


@dataclass(frozen=True)
class Place:
    """A cell; it has a method of the same name as a pair."""

    cell: int
    at: int

    def worth(self) -> int:
        """The number of the cell."""
        return self.at


class Cells:
    """A board as an object."""

    def __init__(self, cells: Iterable[int]) -> None:
        self.cells = list(cells)

    def __getitem__(self, place: tuple[int, int]) -> int:
        return self.cells[2 * place[0] + place[1]]

    def __setitem__(self, place: tuple[int, int], value: int) -> None:
        self.cells[2 * place[0] + place[1]] = value

    def __contains__(self, place: tuple[int, int]) -> bool:
        return 0 <= place[0] < 2 and 0 <= place[1] < 2

    def __len__(self) -> int:
        return len(self.cells)


class Twisted(NamedTuple):
    """A number that is smaller the larger it is."""

    number: int

    def __lt__(self, other: Any) -> bool:
        return self.number > int(other.number)


WAYS = (Step(1, 0), Step(0, 1))


@construct("operators of a record")
class Operators(Row):
    def evaluate(self, state: Line) -> int:
        total = Step(0, 0)
        for i, cell in enumerate(state.cells):
            total += WAYS[i % 2] * cell - Step(i, 1) + (1, i)
        return total.x * 10 + total.y + (3 in total) + sum(WAYS, Step(2, 2)).x


@construct("methods that two records have, and lists too")
class SameNames(Row):
    def utility(self, state: Line) -> int:
        pairs = [Pair((a, b), i) for i, (a, b) in enumerate(zip(state.cells, state.cells[1:]))]
        return sum(pair.worth() for pair in pairs)

    def evaluate(self, state: Line) -> int:
        places = [Place(cell, i) for i, cell in enumerate(state.cells)]
        pair = Pair((state.cells[0], state.cells[1]), 0)
        free = list(state.cells).count(0) + Step(1, 2).count(3)
        return sum(place.worth() for place in places) + pair.left + pair[0] + free


@construct("sorted records with an order of their own")
class OwnOrder(Row):
    def evaluate(self, state: Line) -> int:
        return sorted(Twisted(cell) for cell in state.cells)[0].number


@construct("object with [] and in")
class Brackets(Row):
    def evaluate(self, state: Line) -> int:
        board = Cells(state.cells)
        total = 0
        for r in range(3):
            if (r, 0) in board:
                total += board[r, 0] * 3 - board[r, 1]
        board[1, 1] = 7
        return total + board[1, 1] + len(board)


@construct("formats in texts")
class Formats(Row):
    def evaluate(self, state: Line) -> int:
        number, sign = sum(state.cells) * 7, "x" if state.player == MAX else "o"
        text = f"{number:03d}{number:>4}{sign:<2}|{number:+d}" + "%-3d|%02d" % (number, number)
        return len(text) + text.count("0") * 10 + text.find("|")


@construct("heapq")
class Heap(Row):
    def evaluate(self, state: Line) -> int:
        queue = [(cell, i) for i, cell in enumerate(state.cells)]
        heapq.heapify(queue)
        heapq.heappush(queue, (0, -1))
        total = 0
        while queue:
            cell, i = heapq.heappop(queue)
            total = total * 3 + cell + i
        return total


def alike(cells: tuple[int, ...], sign: int, place: int) -> bool:
    return cells[place] == sign == cells[place + 1]


@construct("partial")
class Partial(Row):
    def utility(self, state: Line) -> int:
        mine = partial(alike, state.cells, MAX)
        pairs = range(self.n - 1)
        return sum(map(mine, pairs)) - sum(map(partial(alike, state.cells, MIN), pairs))


@construct("list of lists of lists")
class Deep(Row):
    def evaluate(self, state: Line) -> int:
        cube = [[[0] * 2 for _ in range(2)] for _ in range(3)]
        for i, cell in enumerate(state.cells):
            cube[cell + 1][i // 2][i % 2] += i + 1
        return sum(n * (k + 1) for k, plane in enumerate(cube) for row in plane for n in row)


@construct("itemgetter, attrgetter, accumulate and cycle")
class Getters(Row):
    def evaluate(self, state: Line) -> int:
        pairs = sorted(enumerate(state.cells), key=itemgetter(1, 0))
        best = max((Place(cell, i) for i, cell in enumerate(state.cells)), key=attrgetter("cell"))
        rounds = sum(cell * weight for cell, weight in zip(state.cells, cycle((1, 5))))
        products = list(accumulate([cell + 2 for cell in state.cells], mul))
        return int(pairs[0][0] + best.at * 10 + rounds + products[-1] + max(0, *state.cells))


@construct("Counter of a dict")
class Counts(Row):
    def evaluate(self, state: Line) -> int:
        counts = Counter({cell: 3 for cell in state.cells})
        counts[0] += 1
        return counts[0] * 10 + counts[MAX]


@construct("rest of a state that is left")
class Rest(Row):
    def utility(self, state: Line) -> int:
        cells, *_ = state
        return sum(a for a, b in zip(cells, cells[1:]) if a == b)


@construct("tuples put back into a list")
class PutBack(Row):
    def evaluate(self, state: Line) -> int:
        halves: list[Any] = [((cell, 0), (0, cell)) for cell in state.cells]
        grid = [list(row) for row in halves[1]]
        grid[0][1] = 5
        halves[2] = tuple(tuple(row) for row in grid)
        halves[0] = tuple(zip(*halves[0]))
        return int(halves[2][0][1] + halves[0][1][1] * 3 + halves[0][0][0])


# --- states and actions of other shapes ----------------------------------------------------------


class Shaped(Game[Any, Any]):
    """The row, with other actions."""

    def initial(self) -> Line:
        return Line((0,) * 4, MAX)

    def to_move(self, state: Line) -> int:
        return state.player

    def put(self, state: Line, place: int) -> Line:
        cells = list(state.cells)
        cells[place] = state.player
        return Line(tuple(cells), -state.player)

    def is_terminal(self, state: Line) -> bool:
        return 0 not in state.cells

    def utility(self, state: Line) -> int:
        return sum(a for a, b in zip(state.cells, state.cells[1:]) if a == b)


@construct("actions that are a tuple or a word")
class TupleOrWord(Shaped):
    def actions(self, state: Line) -> list[Any]:
        moves: list[Any] = [((i, i + 1), "put") for i in range(3) if state.cells[i] == 0]
        if state.cells[3] == 0:
            moves.append("last")
        return moves

    def result(self, state: Line, action: Any) -> Line:
        if action == "last":
            return self.put(state, 3)
        (place, _next), _word = action
        return self.put(state, place)


@construct("pass that random games never show")
class SeldomPass(Shaped):
    def actions(self, state: Line) -> list[Any]:
        if self.is_terminal(state):
            return []
        moves = [(i, i) for i in range(4) if state.cells[i] == 0]
        return moves or ["pass"]

    def result(self, state: Line, action: Any) -> Line:
        if action == "pass":
            return Line(state.cells, -state.player)
        return self.put(state, action[0])


@construct("actions that are a number or a tuple")
class NumberOrTuple(Shaped):
    def actions(self, state: Line) -> list[Any]:
        moves: list[Any] = [i for i in range(3) if state.cells[i] == 0]
        return moves + [(3, 3)] if state.cells[3] == 0 else moves

    def result(self, state: Line, action: Any) -> Line:
        if isinstance(action, tuple):
            return self.put(state, action[0])
        return self.put(state, action)


class Written(Game[Any, int]):
    """The row as texts, each a place and a sign."""

    def initial(self) -> Any:
        return ((), MAX)

    def to_move(self, state: Any) -> int:
        return int(state[1])

    def actions(self, state: Any) -> list[int]:
        taken = [int(mark[1]) for mark in state[0]]
        return [i for i in range(4) if i not in taken]

    def result(self, state: Any, action: int) -> Any:
        return ((*state[0], f"{'x' if state[1] == MAX else 'o'}{action}"), -state[1])

    def is_terminal(self, state: Any) -> bool:
        return len(state[0]) == 4

    def utility(self, state: Any) -> int:
        score = 0
        for i in range(3):
            if f"x{i}" in state[0] and f"x{i + 1}" in state[0]:
                score += 1
            if f"o{i}" in state[0] and f"o{i + 1}" in state[0]:
                score -= 1
        return score


@construct("tuple of any number of texts, and actions that are texts")
class TupleOfTexts(Written):
    def actions(self, state: Any) -> list[Any]:
        return [f"at{i}" for i in range(4) if i not in [int(mark[1]) for mark in state[0]]]

    def result(self, state: Any, action: Any) -> Any:
        marks = list(state[0])
        marks.append(f"{'x' if state[1] == MAX else 'o'}{action[2]}")
        return (tuple(marks), -state[1])


@construct("frozenset of texts that are made")
class SetOfTexts(Written):
    def initial(self) -> Any:
        return (frozenset(), MAX)

    def result(self, state: Any, action: int) -> Any:
        return (state[0] | {f"{'x' if state[1] == MAX else 'o'}{action}"}, -state[1])
