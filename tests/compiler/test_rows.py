"""Lists in rules: what is refused, what lies in whose memory, and boards that need more room."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from tests.compiler.natural import perft as slow_perft
from tests.compiler.natural import solve as slow_solve
from zermelo.compiler import compare, compile
from zermelo.compiler.aliases import changed_alias
from zermelo.engine import engine_for
from zermelo.engine.plain import alphabeta, perft
from zermelo.game import CHANCE, MAX, MIN, Game
from zermelo.search import SearchWarning, expectiminimax

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
    assert compile(game).state.size < len(game.initial().cells)
    value = slow_solve(game, game.initial(), {})
    engine = engine_for(game)
    assert engine.lane == "compiled"
    assert engine.solve().value == value
    assert engine.analyse(depth=game.plies).value == value
    assert alphabeta(compile(game)).value == value
    assert perft(compile(game), 7) == slow_perft(game, game.initial(), 7) == 4**7


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


def test_a_list_too_long_for_machine_code_goes_on_in_the_textbook_lane() -> None:
    with pytest.warns(SearchWarning, match="grows too long"):
        engine = engine_for(Long())
    assert engine.lane == "textbook"
    assert engine.reason == "cannot compile long: a list or tuple grows too long"
