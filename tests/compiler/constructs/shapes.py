"""Values that are of one shape at one time and of another at another."""

from __future__ import annotations

import copy
from typing import Any, NamedTuple

from tests.compiler.constructs.table import Line, Row, construct


class Mark(NamedTuple):
    place: int
    twice: bool = False


class Play(NamedTuple):
    mark: Mark | None
    how: str


class Hand(NamedTuple):
    places: tuple[int, ...]
    name: str


class Table(NamedTuple):
    hands: tuple[Hand, Hand]
    cells: tuple[int, ...]
    player: int


LAST = Play(None, "last")


@construct("function that gives a tuple of lists, or None")
class Placed(Row):
    def placed(self, cells: Any, action: int, player: int) -> Any:
        if cells[action] != 0:
            return None
        before, after = list(cells[:action]), list(cells[action + 1 :])
        return before + [player], after

    def actions(self, state: Line) -> Any:
        found = []
        for i in range(self.n):
            both = self.placed(state.cells, i, 1)
            if both is None:
                continue
            before, after = both
            if len(before) + len(after) == self.n:
                found.append(i)
        return found

    def result(self, state: Line, action: int) -> Line:
        before, after = self.placed(state.cells, action, state.player)
        return Line(tuple(before + after), -state.player)


@construct("variable that is None, then a pair of a number and a list")
class BestOfAll(Row):
    def utility(self, state: Line) -> int:
        score, best = 0, None
        for i in range(self.n - 1):
            if best is None or i > best[0]:
                best = (i, state.cells[i : i + 2])
            if best[1][0] == best[1][1]:
                score += state.cells[best[0]]
        return score


@construct("paths of pairs beside a word")
class Paths(Row):
    def actions(self, state: Line) -> Any:
        free = [i for i in range(self.n) if state.cells[i] == 0]
        found: list[Any] = [tuple((k, i) for k in range(i)) + ((9, i),) for i in free]
        return ["last"] if len(free) == 1 else found

    def result(self, state: Line, action: Any) -> Any:
        match action:
            case "last":
                return super().result(state, state.cells.index(0))
            case (*_before, (9, place)):
                return super().result(state, place)


@construct("range of a number that may be None")
class MaybeRange(Row):
    def until(self, state: Line) -> int | None:
        return None if state.cells[0] == 0 else self.n - 1

    def utility(self, state: Line) -> int:
        last, score = self.until(state), 0
        if last is not None:
            for i in range(last):
                if state.cells[i] == state.cells[i + 1]:
                    score += state.cells[i]
        return score


@construct("record that is known, with None for a record in it")
class KnownPlay(Row):
    def actions(self, state: Line) -> Any:
        free = [i for i in range(self.n) if state.cells[i] == 0]
        return [LAST] if len(free) == 1 else [Play(Mark(i), "mark") for i in free]

    def result(self, state: Line, action: Any) -> Line:
        if action == LAST:
            return super().result(state, state.cells.index(0))
        mark, _how = action
        return super().result(state, mark.place)


@construct("tuple of records with tuples in them, made of a list")
class Hands(Row):
    def initial(self) -> Any:
        return Table((Hand((), "one"), Hand((), "other")), (0,) * self.n, 1)

    def result(self, state: Any, action: int) -> Any:
        hands = list(state.hands)
        mine = 0 if state.player == 1 else 1
        hands[mine] = hands[mine]._replace(places=hands[mine].places + (action,))
        cells = list(state.cells)
        cells[action] = state.player
        return Table(tuple(hands), tuple(cells), -state.player)


@construct("action of two texts")
class TwoTexts(Row):
    NAMES = ("north", "east", "south", "west")

    def actions(self, state: Line) -> Any:
        return [(name, "now") for i, name in enumerate(self.NAMES) if state.cells[i] == 0]

    def result(self, state: Line, action: Any) -> Line:
        name, _when = action
        return super().result(state, self.NAMES.index(name))


class Cells:
    """An object that is handed its list."""

    def __init__(self, cells: list[int], player: int) -> None:
        self.cells = cells
        self.player = player

    def put(self, place: int) -> None:
        self.cells[place] = self.player
        self.player = -self.player


@construct("object that is handed a copy")
class HandedCopy(Row):
    def result(self, state: Line, action: int) -> Line:
        board = Cells(copy.copy(list(state.cells)), state.player)
        board.put(action)
        return Line(tuple(board.cells), board.player)


@construct("function that fills what it makes, calls itself with it, and returns it")
class Reached(Row):
    def run(self, state: Line, first: int, found: set[int] | None = None) -> set[int]:
        """The cells alike from one on."""
        if found is None:
            found = set()
        found.add(first)
        near = first + 1
        if near < self.n and near not in found and state.cells[near] == state.cells[first]:
            self.run(state, near, found)
        return found

    def utility(self, state: Line) -> int:
        return sum(state.cells[i] for i in range(self.n - 1) if len(self.run(state, i)) > 1)


@construct("function that is handed what it fills and returns")
class Handed(Reached):
    def utility(self, state: Line) -> int:
        score = 0
        for i in range(self.n - 1):
            mine: set[int] = set()
            self.run(state, i, mine)
            score += state.cells[i] if len(mine) > 1 else 0
        return score
