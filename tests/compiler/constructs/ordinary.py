"""What people write without a thought: errors caught, stars, copies, tables of functions."""

from __future__ import annotations

import copy
import itertools
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Any, NamedTuple

from tests.compiler.constructs.table import Line, Row, construct
from zermelo import MAX, Game

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


@construct("try: something is changed before the error", refused="what is left is not certain")
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


# --- dicts, sets, classes -------------------------------------------------------------------------


@construct("dict returned, joined, updated")
class Joined(Row):
    def board(self, state: Line) -> dict[int, int]:
        return {i: cell for i, cell in enumerate(state.cells)}  # noqa: C416 (as people write it)

    def result(self, state: Line, action: int) -> Line:
        board = self.board(state) | {action: 5}
        board.update({action: state.player})
        return Line(tuple(board[i] for i in range(self.n)), -state.player)


LINES = (frozenset({0, 1}), frozenset({1, 2}), frozenset({2, 3}))


@construct("sets that are known, and their methods")
class KnownSets(Row):
    def utility(self, state: Line) -> int:
        mine = {i for i, cell in enumerate(state.cells) if cell == 1}
        his = frozenset(i for i, cell in enumerate(state.cells) if cell == -1)
        return sum(line.issubset(mine) for line in LINES) - sum(
            1 for line in LINES if line.isdisjoint(mine) and len(line & his) == 2
        )


class Put(NamedTuple):
    """An action."""

    cell: int
    times: int = 1

    @classmethod
    def at(cls, cell: int) -> Put:
        return cls(cell)

    @staticmethod
    def last(cells: list[int]) -> int:
        return cells[-1]


@construct("match of a class with parts; methods of a record's class; isinstance")
class Puts(Game[Line, Put]):
    def initial(self) -> Line:
        return Line((0,) * 4, MAX)

    def to_move(self, state: Line) -> int:
        return state.player

    def actions(self, state: Line) -> list[Put]:
        return [Put.at(i) for i in range(4) if state.cells[i] == 0]

    def result(self, state: Line, action: Put) -> Line:
        assert isinstance(action, Put | tuple)
        match action:
            case Put(cell, times=1):
                cells = list(state.cells)
                cells[cell] = state.player
                assert action.last([0, cell]) == cell
                return Line(tuple(cells), -state.player)
        raise ValueError(action)

    def is_terminal(self, state: Line) -> bool:
        return 0 not in state.cells

    def utility(self, state: Line) -> int:
        return Row().utility(state) if not isinstance(state, tuple) else pairs(state)


def pairs(state: Line) -> int:
    return sum(a for a, b in itertools.pairwise(state.cells) if a == b)


@construct("isinstance: a word or a number as an action")
class WordOrNumber(Game[Line, Any]):
    def initial(self) -> Line:
        return Line((0,) * 4, MAX)

    def to_move(self, state: Line) -> int:
        return state.player

    def actions(self, state: Line) -> list[Any]:
        free = [i for i in range(4) if state.cells[i] == 0]
        return [*free[:-1], "last"] if free else []

    def result(self, state: Line, action: Any) -> Line:
        if isinstance(action, str):
            action = max(i for i in range(4) if state.cells[i] == 0)
        cells = list(state.cells)
        cells[action] = state.player
        return Line(tuple(cells), -state.player)

    def is_terminal(self, state: Line) -> bool:
        return 0 not in state.cells

    def utility(self, state: Line) -> int:
        return pairs(state)


class Take(NamedTuple):
    """Another action."""

    cell: int


@construct("actions of two classes")
class TwoClasses(Puts):
    def actions(self, state: Line) -> list[Any]:
        free = [i for i in range(4) if state.cells[i] == 0]
        return [Put(i) if i % 2 else Take(i) for i in free]

    def result(self, state: Line, action: Any) -> Line:
        cells = list(state.cells)
        cells[action.cell] = state.player
        return Line(tuple(cells), -state.player)


class Mark(Enum):
    """What is in a cell, and whose turn it is."""

    X = "x"
    O = "o"  # noqa: E741


class Way(Enum):
    """Where a mark goes."""

    RIGHT = (0, 1)
    LEFT = (0, -1)


@construct("values of two Enums")
class Enums(Game[tuple[tuple[Mark | None, ...], Mark], int]):
    def initial(self) -> tuple[tuple[Mark | None, ...], Mark]:
        return (None,) * 4, Mark.X

    def to_move(self, state: tuple[tuple[Mark | None, ...], Mark]) -> int:
        return 1 if state[1].value == "x" else -1

    def actions(self, state: tuple[tuple[Mark | None, ...], Mark]) -> list[int]:
        return [i for i, cell in enumerate(state[0]) if cell is None]

    def result(
        self, state: tuple[tuple[Mark | None, ...], Mark], action: int
    ) -> tuple[tuple[Mark | None, ...], Mark]:
        cells = list(state[0])
        cells[action] = state[1]
        return tuple(cells), Mark.O if state[1] is Mark.X else Mark.X

    def is_terminal(self, state: tuple[tuple[Mark | None, ...], Mark]) -> bool:
        return None not in state[0]

    def utility(self, state: tuple[tuple[Mark | None, ...], Mark]) -> int:
        score = 0
        for way in Way:  # each pair is seen from both sides
            _down, right = way.value
            for i in range(4):
                if 0 <= i + right < 4 and state[0][i] is state[0][i + right]:
                    score += 1 if state[0][i] is Mark.X else -1
        return score // 2


@construct("method of the state that yields, in a loop over its board")
class Yielding(Game[Any, int]):
    def initial(self) -> Any:
        return Board((("." * 2,) * 2), MAX)

    def to_move(self, state: Any) -> int:
        return int(state.player)

    def actions(self, state: Any) -> list[int]:
        return list(state.free())

    def result(self, state: Any, action: int) -> Any:
        rows = [list(row) for row in state.rows]
        rows[action // 2][action % 2] = "x" if state.player == MAX else "o"
        return Board(tuple("".join(row) for row in rows), -state.player)

    def is_terminal(self, state: Any) -> bool:
        return not any(True for _ in state.free())

    def utility(self, state: Any) -> int:
        cells = "".join(state.rows)
        return sum((1 if a == "x" else -1) for a, b in itertools.pairwise(cells) if a == b)


class Board(NamedTuple):
    """Rows of letters."""

    rows: tuple[str, ...]
    player: int

    def free(self) -> Iterator[int]:
        for r, row in enumerate(self.rows):
            for c, cell in enumerate(row):
                if cell == ".":
                    yield 2 * r + c


# --- sets and texts in a state --------------------------------------------------------------------


@construct("set of a dict's items, with words, as a state")
class Items(Game[tuple[frozenset[Any], int], tuple[int, int]]):
    def initial(self) -> tuple[frozenset[Any], int]:
        return frozenset(), MAX

    def to_move(self, state: tuple[frozenset[Any], int]) -> int:
        return state[1]

    def actions(self, state: tuple[frozenset[Any], int]) -> Iterable[tuple[int, int]]:
        board = dict(state[0])
        return [(r, c) for r in range(2) for c in range(2) if (r, c) not in board]

    def result(
        self, state: tuple[frozenset[Any], int], action: tuple[int, int]
    ) -> tuple[frozenset[Any], int]:
        board = dict(state[0])
        board[action] = "x" if state[1] == MAX else "o"
        return frozenset(board.items()), -state[1]

    def is_terminal(self, state: tuple[frozenset[Any], int]) -> bool:
        return len(state[0]) == 4

    def utility(self, state: tuple[frozenset[Any], int]) -> int:
        board = dict(state[0])
        cells = [board[r, c] for r in range(2) for c in range(2)]
        return sum((1 if a == "x" else -1) for a, b in itertools.pairwise(cells) if a == b)


@construct("text that is split, as a state")
class Split(Game[str, int]):
    def initial(self) -> str:
        return "x:...."

    def to_move(self, state: str) -> int:
        return MAX if state.startswith("x") else -MAX

    def actions(self, state: str) -> list[int]:
        _who, cells = state.split(":")
        return [i for i in range(len(cells)) if cells.startswith(".", i)]

    def result(self, state: str, action: int) -> str:
        who, cells = state.split(":")
        letters = list(cells)
        letters[action] = who
        return ("o" if who == "x" else "x") + ":" + "".join(letters)

    def is_terminal(self, state: str) -> bool:
        return "." not in state

    def utility(self, state: str) -> int:
        cells = state[2:]
        return sum((1 if a == "x" else -1) for a, b in itertools.pairwise(cells) if a == b)


class Counted(NamedTuple):
    """A state with a method that tuples have, too."""

    cells: tuple[int, ...]
    player: int

    @staticmethod
    def count(number: int) -> int:  # type: ignore[override]
        return number


@construct("static method of a record that tuples have too")
class OwnCount(Game[Counted, int]):
    def initial(self) -> Counted:
        return Counted((0,) * 4, MAX)

    def to_move(self, state: Counted) -> int:
        return state.player

    def actions(self, state: Counted) -> list[int]:
        return [i for i in range(state.count(4)) if state.cells[i] == 0]

    def result(self, state: Counted, action: int) -> Counted:
        cells = list(state.cells)
        cells[action] = state.player
        return Counted(tuple(cells), -state.player)

    def is_terminal(self, state: Counted) -> bool:
        return 0 not in state.cells

    def utility(self, state: Counted) -> int:
        return sum(a for a, b in itertools.pairwise(state.cells) if a == b)
