"""What any programmer writes in a board game: generators, small classes, functions chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any, NamedTuple

from tests.compiler.constructs.table import Line, Row, construct
from zermelo import MAX, Game

# --- generators that are kept ---------------------------------------------------------------------


@construct("generator kept by a name")
class KeptGenerator(Row):
    def actions(self, state: Line) -> list[int]:
        free = (i for i in range(self.n) if state.cells[i] == 0)
        first = next(free, -1)
        return [] if first < 0 else [first, *free]

    def is_terminal(self, state: Line) -> bool:
        free = (cell == 0 for cell in state.cells)
        return not any(free)


@construct("map and filter kept by a name")
class KeptMap(Row):
    def utility(self, state: Line) -> int:
        products = map(self.alike, state.cells, state.cells[1:])
        marked = filter(None, products)
        return sum(marked)

    def alike(self, one: int, other: int) -> int:
        return one if one == other else 0


@construct("generator kept, whose items change before they are made")
class LateGenerator(Row):
    def evaluate(self, state: Line) -> int:
        factor = 1
        values = (factor * cell for cell in state.cells)
        factor = 2
        return sum(values)


@construct("generator that is asked for its truth")
class GeneratorTruth(Row):
    def evaluate(self, state: Line) -> int:
        free = (i for i in range(self.n) if state.cells[i] == 0)
        return 1 if free else 2


# --- selections of so many ------------------------------------------------------------------------


@construct("product, combinations and permutations of so many")
class Selections(Row):
    def evaluate(self, state: Line) -> int:
        total, free = 0, [i for i in range(self.n) if state.cells[i] == 0]
        for size in range(3):
            for chosen in combinations(free, size):
                total = (31 * total + sum(chosen)) % 10007
            for chosen in permutations(free, size):
                if size and chosen[0] == 1:
                    continue
                total = (37 * total + sum(chosen)) % 10007
            several = combinations_with_replacement(free, size)
            total += sum(sum(chosen) for chosen in several)
        faces = [sum(dice) for dice in product((1, 2), repeat=len(free))]
        return total + max(faces)


# --- small classes --------------------------------------------------------------------------------


class Counters:
    """How many points each has, as a mutable object."""

    STEP = 1

    def __init__(self, cells: Any) -> None:
        self.cells = list(cells)
        self.points = 0

    @property
    def size(self) -> int:
        return len(self.cells)

    def at(self, place: int) -> int:
        return int(self.cells[place])

    def look(self, place: int) -> None:
        if self.at(place) == self.at(place + self.STEP):
            self.points += self.at(place)

    def put(self, place: int, mark: int) -> None:
        self.cells[place] = mark


@construct("object of a mutable class")
class Mutable(Row):
    def result(self, state: Line, action: int) -> Line:
        board = Counters(state.cells)
        board.put(action, state.player)
        return Line(tuple(board.cells), -state.player)

    def utility(self, state: Line) -> int:
        board = Counters(state.cells)
        for i in range(board.size - 1):
            board.look(i)
        return board.points

    def is_terminal(self, state: Line) -> bool:
        return Counters(state.cells).cells.count(0) == 0


@dataclass
class Purse:
    """A mutable dataclass."""

    coins: int
    owner: int = MAX

    def add(self, coins: int) -> None:
        self.coins += coins


@construct("object of a mutable dataclass")
class MutableData(Row):
    def utility(self, state: Line) -> int:
        purse = Purse(0)
        for a, b in zip(state.cells, state.cells[1:]):
            if a == b:
                purse.add(a * purse.owner)
        return purse.coins


@construct("object that is handed on")
class HandedOn(Row):
    def evaluate(self, state: Line) -> int:
        return self.worth([Counters(state.cells)])

    def worth(self, boards: list[Counters]) -> int:
        return boards[0].at(0)


@construct("inner function that changes a list after it has another place")
class ChangedLater(Row):
    def evaluate(self, state: Line) -> int:
        cells = list(state.cells)

        def put() -> None:
            cells[0] = 7

        kept = [cells, cells]
        put()
        return kept[0][0]


@construct("inner function that fills a list with two names")
class FilledByAnother(Row):
    def evaluate(self, state: Line) -> int:
        def add(cell: int) -> None:
            found.append(cell)

        found: list[int] = []
        again = found
        add(state.cells[0])
        return len(again)


# --- functions that are chosen --------------------------------------------------------------------


def doubled(number: int) -> int:
    return 2 * number


@construct("function that is chosen by a condition")
class ChosenFunction(Row):
    def evaluate(self, state: Line) -> int:
        best = max if state.player == MAX else min
        change: Callable[[int], int] = doubled if state.cells[0] else abs
        look = self.at
        return best(state.cells) + change(-3) + sum(map(change, state.cells)) + look(state, 0)

    def at(self, state: Line, place: int) -> int:
        return state.cells[place]


@construct("table of one function")
class TableOfOne(Row):
    def evaluate(self, state: Line) -> int:
        return {MAX: doubled}[state.player](3) if state.player == MAX else 0


# --- asked and caught -----------------------------------------------------------------------------


@construct("type(x) is a class, isinstance of bool")
class AskedType(Row):
    def evaluate(self, state: Line) -> int:
        is_max = state.player == MAX
        return isinstance(is_max, bool) + (type(state.player) is int) + (type(state) is not Line)


@construct("try: finally")
class TryFinally(Row):
    def utility(self, state: Line) -> int:
        score, seen = 0, 0
        for i in range(self.n):
            try:
                score += state.cells[i] if state.cells[i] == state.cells[i + 1] else 0
            except IndexError:
                score += 0
            finally:
                seen += 1
        try:
            return score if seen == self.n else -99
        finally:
            seen = 0


@construct("try: finally in a loop that is left")
class TryFinallyLeft(Row):
    def evaluate(self, state: Line) -> int:
        seen = 0
        for cell in state.cells:
            try:
                if cell:
                    continue
                seen += 1
            finally:
                seen += 10
        return seen


# --- and besides ----------------------------------------------------------------------------------


@construct("enumerate from one, in a comprehension; dict.pop with a default")
class CountedFromOne(Row):
    def evaluate(self, state: Line) -> int:
        worth = {i: cell for i, cell in enumerate(state.cells)}
        taken = worth.pop(1) + worth.pop(77, 5)
        return sum(i * cell for i, cell in enumerate(state.cells, 1)) + taken + len(worth)


class Step(NamedTuple):
    """A place, as an object."""

    place: int
    wide: int


@construct("actions of records beside None on the board")
class NobodyAndRecords(Game[Any, Any]):
    """The row with None for a free cell; an action is a tuple of a record."""

    def initial(self) -> Any:
        return Board((None,) * 4, MAX)

    def to_move(self, state: Any) -> int:
        return int(state.player)

    def free(self, state: Any) -> Iterator[Step]:
        for i, cell in enumerate(state.cells):
            if cell is None:
                yield Step(i, 1)

    def actions(self, state: Any) -> list[Any]:
        return [(step,) for step in self.free(state)]

    def result(self, state: Any, action: Any) -> Any:
        cells = list(state.cells)
        for step in action:
            cells[step.place] = state.player
        return Board(tuple(cells), -state.player)

    def is_terminal(self, state: Any) -> bool:
        return None not in state.cells

    def utility(self, state: Any) -> int:
        pairs = zip(state.cells, state.cells[1:])
        return sum(a for a, b in pairs if a == b)


class Board(NamedTuple):
    cells: tuple[int | None, ...]
    player: int


@construct("action of a pair or None, and a place")
class FromSomewhere(Row):
    def actions(self, state: Line) -> Any:
        for i in range(self.n):
            if state.cells[i] == 0:
                yield ((i, i), i) if i % 2 else (None, i)

    def result(self, state: Line, action: Any) -> Line:
        source, place = action
        if source is not None and source[0] != place:
            place = source[0]
        return super().result(state, place)
