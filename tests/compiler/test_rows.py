"""Lists in rules: what is refused, what lies in whose memory, and boards that need more room."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.compiler.constructs import Row
from tests.compiler.natural import perft as slow_perft
from tests.compiler.natural import solve as slow_solve
from zermelo.compiler import compare, compile
from zermelo.compiler.aliases import changed_alias
from zermelo.compiler.growth import to_row
from zermelo.compiler.lanes import differences
from zermelo.compiler.observe import layouts
from zermelo.compiler.packed import Packed
from zermelo.compiler.packing import board_maker
from zermelo.compiler.rooms import known_room
from zermelo.compiler.rules import refusal
from zermelo.compiler.untyped import njit
from zermelo.compiler.widths import Room
from zermelo.engine import engine_for
from zermelo.engine.plain import alphabeta, perft
from zermelo.game import CHANCE, MAX, MIN, Game
from zermelo.search import expectiminimax

# --- two names for one list ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("a = list(b); c = a; c[0] = 1", ("a", "c")),
        ("a = list(b); c = a; a.append(1)", ("a", "c")),
        ("a = list(b); a[0] = 1; c = a", None),
        ("a = list(b); r = [a, a]; a[0] = 1", ("a", "")),
        ("a = list(b); r = (a, 1); r = 2; a.pop()", ("a", "")),
        ("a = list(b); r = [list(a)]; a[0] = 1", None),
        ("out = []\nfor x in b:\n p = [x]\n p.append(1)\n out.append(p)", None),
        ("out = []\np = []\nfor x in b:\n p.append(x)\n out.append(p)", ("p", "")),
        ("a = list(b); x = a[i]; a[i] = 0\nwhile x:\n i += 1\n a[i] += 1\n x -= 1", None),
        ("n = i; n += 1; c = (n, i)", None),
        ("a = list(b); a = c if i else a; a[0] = 1", ("c", "a")),
        ("c = list(b); c[0][1] = 2", ("c", "a copy")),
        ("c = [list(row) for row in b]; c[0][1] = 2", None),
        ("c = b[:]; c[0] = 2", None),
        ("c = [[0] * 3 for _ in b]; row = c[0]; row[1] = 2", None),
    ],
)
def test_a_list_with_two_names_that_is_changed(body: str, names: tuple[str, str] | None) -> None:
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    tree = ast.parse(f"def rule(b, c, i):\n{lines}").body[0]
    assert isinstance(tree, ast.FunctionDef)
    found = changed_alias(tree)
    assert (found and (found.name, found.other)) == names


# --- whose memory --------------------------------------------------------------------------------


class Cells(NamedTuple):
    """Nine numbers, how many are written, and who is to move."""

    cells: tuple[int, ...]
    ply: int
    player: int


class Growing(Game[Cells, int]):
    """Each move writes a number; who always multiplies gets one that random games never see."""

    plies = 7

    def initial(self) -> Cells:
        return Cells((1,) * 9, 0, MAX)

    def to_move(self, state: Cells) -> int:
        return state.player

    def actions(self, state: Cells) -> list[int]:
        return [0, 1, 2, 3]

    def result(self, state: Cells, action: int) -> Cells:
        cells = list(state.cells)
        cells[state.ply + 1] = cells[state.ply] * 19 if action == 3 else action
        return Cells(tuple(cells), state.ply + 1, -state.player)

    def is_terminal(self, state: Cells) -> bool:
        return state.ply == self.plies

    def utility(self, state: Cells) -> int:
        return state.cells[self.plies] % 11 - state.cells[self.plies - 1] % 7


class Helped(Growing):
    """Lists come back from helpers: alone, in tuples, and from generators too large for a loop."""

    def parts(self, state: Cells) -> tuple[list[int], list[int], int]:
        left, right = [], []
        for i, cell in enumerate(state.cells):
            if i % 2:
                left.append(cell)
            else:
                right.append(cell)
        return left, right, len(left)

    def evens(self, state: Cells) -> Iterator[int]:
        found: list[int] = []
        for cell in state.cells:
            found.append(cell)
            if len(found) % 2:
                yield found[-1] + len(found)
            else:
                yield found[0] - found[-1]
        yield sum(found)

    def evaluate(self, state: Cells) -> int:
        left, right, count = self.parts(state)
        again, _right, _count = self.parts(Cells(tuple(right) + tuple(left), 0, 1))
        total = left[0] * 3 + right[-1] * 5 + again[1] + count
        for number in self.evens(state):
            more, less, _ = self.parts(Cells((number % 5,) * 9, 0, 1))
            total += (number + sum(more) - sum(less)) % 1000
        return total % 1000


def test_lists_that_helpers_return() -> None:
    assert compile(Helped()).room
    assert compare(Helped(), games=20) == []


# --- boards that need more room ------------------------------------------------------------------


def test_numbers_larger_than_any_seen_before() -> None:
    game = Growing()
    assert layouts(game, Room())[0].size < len(game.initial().cells)
    value = slow_solve(game, game.initial(), {})
    engine = engine_for(game)
    assert engine.lane == "compiled"
    assert engine.solve().value == value
    assert engine.analyse(depth=game.plies).value == value
    assert alphabeta(compile(game)).value == value
    assert perft(compile(game), 7) == slow_perft(game, game.initial(), 7) == 4**7


class Path(NamedTuple):
    """A board that stays as it is, how many squares are walked, and who is to move."""

    cells: tuple[int, ...]
    walked: int
    player: int


class Walk(Game[Path, tuple[int, ...]]):
    """A move is a path, longer than any that random games see: only one leads on each time."""

    def initial(self) -> Path:
        return Path((1, -1, 0) * 8, 0, MAX)

    def to_move(self, state: Path) -> int:
        return state.player if self.actions(state) else 0

    def actions(self, state: Path) -> list[tuple[int, ...]]:
        if state.walked >= 2000 or state.walked < 0:
            return []
        length = 3 + state.walked // 100
        return [tuple(range(length)), *[(n, n + 1) for n in range(20)]]

    def result(self, state: Path, action: tuple[int, ...]) -> Path:
        walked = -1 if len(action) == 2 else state.walked + 500 + sum(action)
        return Path(state.cells, walked, -state.player)

    def is_terminal(self, state: Path) -> bool:
        """No way to go."""
        return not self.actions(state)

    def utility(self, state: Path) -> int:
        return state.player * (1 if state.walked < 0 else 5)


def test_a_path_longer_than_any_seen_needs_room_for_paths_alone() -> None:
    game = Walk()
    (state, action, _), (wide_state, wide_action, _) = (
        layouts(game, room) for room in (Room(), Room(1, 4))
    )
    assert (state, action.size < wide_action.size) == (wide_state, True)


@pytest.mark.long
def test_a_path_longer_than_any_seen_makes_that_room() -> None:
    game = Walk()
    state, _action, _roll = layouts(game, Room())
    engine = engine_for(game)
    assert engine.lane == "compiled"
    value = slow_solve(game, game.initial(), {})
    assert engine.analyse(depth=4).value == engine.solve().value == value
    assert known_room(game) == Room(1, 4), "the next process need not find out again"
    assert compile(game).state == state
    assert engine_for(game, threads=2).analyse(depth=4).value == value


@pytest.mark.parametrize(
    ("count", "bits"), [(3, 2), (9, 2), (64, 4), (21, 4), (13, 8), (5, 16), (3, 64)]
)
@settings(max_examples=20)
@given(data=st.data())
def test_numbers_of_a_board_in_loops_and_lists(count: int, bits: int, data: st.DataObject) -> None:
    number = st.integers(-(1 << bits - 1), (1 << bits - 1) - 1)
    items = data.draw(st.lists(number, min_size=count, max_size=count))
    kind = Packed(count, bits)
    weighed, listed = weighing(kind)
    weights = [(i * i + 1) * item for i, item in enumerate(items)]
    if all(abs(weight) < 1 << 63 for weight in weights) and abs(sum(weights)) < 1 << 63:
        words = tuple(kind.packed(items))
        assert weighed(words) == listed(words) == sum(weights)


@cache
def weighing(kind: Packed) -> tuple[Any, Any]:
    """Two compiled functions from the words of a board to the sum of its weighed numbers."""
    board_of = board_maker(kind, False)

    def weighed(words: Any) -> int:
        total = 0
        for i, item in enumerate(board_of(words)):
            total += (i * i + 1) * item
        return total

    def listed(words: Any) -> int:
        items, total = to_row(board_of(words)), 0
        for i in range(len(items)):
            total += (i * i + 1) * items[i]
        return total

    return njit(weighed), njit(listed)


@pytest.mark.long
def test_a_position_with_larger_numbers_than_any_seen() -> None:
    game = Growing()
    state = Cells((1, 10**12, 3, 4, 5, 1, 1, 1, 1), 4, MAX)
    found: Any = engine_for(game).solve(state)
    assert found.value == slow_solve(game, state, {})


class Rolled(Growing):
    """The same with dice: every other number is written by chance."""

    plies = 6

    def to_move(self, state: Cells) -> int:
        return CHANCE if state.ply % 2 else state.player

    def outcomes(self, state: Cells) -> list[tuple[int, int]]:
        return [(1, 2), (3, 1)]

    def actions(self, state: Cells) -> list[int]:
        return [1, 3] if state.ply % 2 else [0, 1, 2, 3]

    def result(self, state: Cells, action: int) -> Cells:
        cells = list(state.cells)
        cells[state.ply + 1] = cells[state.ply] * 19 if action == 3 else action
        return Cells(tuple(cells), state.ply + 1, MAX if state.ply % 4 == 1 else MIN)


@pytest.mark.long
def test_larger_numbers_with_dice() -> None:
    engine = engine_for(Rolled())
    assert engine.lane == "compiled"
    found = engine.analyse(depth=Rolled.plies)
    assert found.value == pytest.approx(float(expectiminimax(Rolled()).value))
    assert engine.compiled.room > 1  # type: ignore[attr-defined]


class Long(Growing):
    """A list that machine code has no room for."""

    def evaluate(self, state: Cells) -> int:
        numbers: list[int] = []
        for number in range(150):
            numbers.append(number + state.ply)
        return numbers[state.ply]


def test_a_list_too_long_for_the_stack_is_compiled_with_boxed_values() -> None:
    engine = engine_for(Long())
    assert engine.lane == "compiled"
    assert engine.solve().value == slow_solve(Long(), Long().initial(), {})
    room = known_room(Long())
    assert room
    assert room.boxed


class Lengths(Row):
    """A word in place of a tuple has a length, and items, in Python alone."""

    def actions(self, state: Any) -> Any:
        free = [i for i in range(self.n) if state.cells[i] == 0]
        return [(free[0],) * (i + 1) if i else "pass" for i in free]

    def result(self, state: Any, action: Any) -> Any:
        return super().result(state, state.cells.index(0) if len(action) < 4 else 0)


def test_the_length_of_a_word_in_place_of_a_tuple_is_that_of_the_word() -> None:
    """By types it has none: such a rule goes on with boxed values."""
    assert differences(compile(Lengths()), 4, 1, 9) == ([], {})
    room = known_room(Lengths())
    assert room
    assert room.boxed
    assert refusal(Lengths()) is None  # by types it is translated, and faults
    assert known_room(Lengths()) == room
