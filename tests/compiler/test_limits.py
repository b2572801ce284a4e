"""Between which ints a value lies: operations, programs at the ends of limits, states beyond."""

from __future__ import annotations

import ast
import builtins
import linecache
import random
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.compiler.agreement import HIGHEST, LOWEST, compiled, edges, outcome
from tests.compiler.test_faults import worth
from zermelo import search
from zermelo.cli.stages import show
from zermelo.compiler.errors import Narrow, RuleFault
from zermelo.compiler.rules import compile, with_room
from zermelo.compiler.state_layout import NarrowValue
from zermelo.compiler.types import INT, Cell
from zermelo.compiler.values import Value
from zermelo.compiler.walk.numbers import FOLDED, limits_of
from zermelo.engine import engine_for, plain
from zermelo.game import MAX, Game
from zermelo.games import Connect4
from zermelo.solver import values

# --- operations ----------------------------------------------------------------------------------

ints = st.sampled_from(edges) | st.integers(-9, 9) | st.integers(LOWEST, HIGHEST)
OPERATIONS: Final = [op for op in FOLDED if op not in (ast.Pow, ast.Div)]
SHIFTS: Final = (ast.LShift, ast.RShift)


@pytest.mark.parametrize("op", OPERATIONS, ids=lambda op: op.__name__)
@given(xs=st.tuples(ints, ints, ints), ys=st.tuples(ints, ints, ints), any_x=st.booleans())
def test_a_result_lies_between_its_limits(
    op: Any, xs: tuple[int, ...], ys: tuple[int, ...], any_x: bool
) -> None:
    if op in SHIFTS:
        ys = tuple(sorted(y % 70 for y in ys))
    (low, x, high), (least, y, most) = sorted(xs), sorted(ys)
    a = Value(INT, "%a", limits=None if any_x else (low, high))
    found = limits_of(op, a, Value(INT, "%b", limits=(least, most)))
    if found is not None and not (op in (ast.FloorDiv, ast.Mod) and y == 0):
        for one, other in ((x, y), (low, least), (low, most), (high, least), (high, most)):
            if other or op not in (ast.FloorDiv, ast.Mod):
                assert found[0] <= FOLDED[op](one, other) <= found[1]


def test_limits_of_a_cell_grow_a_few_times_and_are_none_then() -> None:
    cell = Cell()
    for each in range(3):
        cell.join(INT, (0, each))
        assert cell.limits == (0, each)
    cell.join(INT, (0, 1))
    assert cell.limits == (0, 2)
    cell.join(INT, (-1, 0))
    assert cell.limits is None


# --- programs ------------------------------------------------------------------------------------


class Program:
    """A function of two ints, written at random: masks, shifts, loops, tuples, helpers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = ["a", "b", "c"]
        lines = [f"    a = x & {self.mask()}", f"    b = (y & {self.mask()}) - {self.small()}"]
        lines += [f"    c = {self.term(['a', 'b'], 2)} & {self.mask()}"]
        for _line in range(5):
            lines += self.statement()
        helper = ["def helper(p, q):", f"    p = {self.term(['p', 'q'], 2)}", "    return p, q + 1"]
        self.source = "\n".join([*helper, "def main(x, y):", *lines, "    return a, b, c", ""])

    def mask(self) -> int:
        return (1 << self.random.choice((1, 3, 8, 20, 31, 49, 56, 60, 62, 63))) - 1

    def small(self) -> int:
        return self.random.choice((0, 1, 2, 7, 64, 1 << 20, 1 << 55))

    def term(self, names: list[str], depth: int) -> str:
        if depth == 0 or self.random.random() < 0.15:
            return self.random.choice([*names, *names, str(self.small()), str(self.mask())])
        x, y = self.term(names, depth - 1), self.term(names, depth - 1)
        return self.random.choice((
            f"({x} & {y})", f"({x} | {y})", f"({x} ^ {y})", f"({x} + {y})", f"({x} - {y})",
            f"({x} << {self.random.randrange(9)})", f"({x} >> {self.random.randrange(9)})",
            f"({x} << ({y} & 15) & {self.mask()})", f"({x} >> ({y} & 63))", f"({x} & -{x})",
            f"(~{x})", f"({x} % {1 + self.small()})", f"({x} // {1 + self.small()})",
            f"({x} * {self.random.randrange(5)})", f"(({x} & {self.mask()}) * ({y} & 255))",
            f"min({x}, {y})", f"abs({x})", f"({x} > {y})", f"({x} if {y} else {self.small()})",
            f"(({x} & 1023) % (1 + ({y} & 7)))", f"(({x} & 1023) // (1 + ({y} & 7)))",
        ))  # fmt: skip

    def statement(self) -> list[str]:
        target, term = self.random.choice(self.names), self.term(self.names, 2)
        sign = self.random.choice(("|", "&", "^", "+", "-", "<<", ">>"))
        step = f"({term}) & 7" if sign in ("<<", ">>") else term
        return self.random.choice((
            [f"    {target} = {term}"],
            [f"    {target} {sign}= {step}", f"    {target} &= {self.mask()}"],
            [f"    if {term}:", f"        {target} = {self.term(self.names, 1)}"],
            [f"    for i in range({self.random.randrange(4)}, 6):",
             f"        {target} = {self.term([*self.names, 'i'], 2)} & {self.mask()}"],
            ["    n = 0", "    while n < 4:", "        n += 1",
             f"        {target} {sign}= {step} & {self.mask()}"],
            ["    a, b = b, a"],
            [f"    b, {target} = helper({term}, a)"],
            [f"    a, c = ({term}, c) if b & 1 else (b, {self.small()})"],
        ))  # fmt: skip

    def function(self) -> Any:
        file = f"<limits {id(self)}>"
        linecache.cache[file] = len(self.source), None, self.source.splitlines(True), file
        space: dict[str, Any] = {}
        exec(builtins.compile(self.source, file, "exec"), space)
        return space["main"]


ENDS: Final = (0, 1, -1, 255, 256, (1 << 49) - 1, (1 << 56) - 1, 1 << 56, HIGHEST, LOWEST)


@pytest.mark.parametrize("first", range(0, 120, 20))
def test_programs_at_the_ends_of_limits(first: int) -> None:
    calls = [(x, y) for x in ENDS for y in ENDS]
    programs = [Program(seed) for seed in range(first, first + 20)]
    functions = [program.function() for program in programs]
    run = compiled([(function, calls) for function in functions])
    answered = 0
    for place, (program, function) in enumerate(zip(programs, functions, strict=True)):
        for call in calls:
            mine = outcome(lambda: run.call(place, *call))  # noqa: B023
            if mine is not None:
                answered += 1
                assert mine == outcome(lambda: function(*call)), (program.source, call)  # noqa: B023
    assert answered > len(calls) * len(programs) // 2


# --- states --------------------------------------------------------------------------------------


class Count(NamedTuple):
    x: int
    ply: int


FAR: Final = Count(-(1 << 50), 9)


class Rare(Game[Count, int]):
    """A number that grows eightfold by one of three moves, and is 1 again after another."""

    last = 8
    sign = 1

    def initial(self) -> Count:
        return Count(1, 0)

    def to_move(self, state: Count) -> int:
        return MAX

    def actions(self, state: Count) -> tuple[int, ...]:
        return () if self.is_terminal(state) else (0, 1, 2)

    def is_terminal(self, state: Count) -> bool:
        return state.ply >= self.last

    def utility(self, state: Count) -> int:
        return state.x << 2 & 0xFFFFFFFFFF | state.ply

    def result(self, state: Count, action: int) -> Count:
        x = self.sign * state.x * 8 if action == 2 else action + (state.x & 7)
        return Count(x, state.ply + 1)


class Negative(Rare):
    sign = -1

    def utility(self, state: Count) -> int:
        return -state.x >> 2


class LargeActions(Rare):
    """Moves that are large numbers, but only after moves that random games do not make."""

    def actions(self, state: Count) -> tuple[int, ...]:
        if state.ply >= self.last:
            return ()
        return (0, 1, 2 if state.x < 1 << 18 else 2 + (1 << 50))

    def result(self, state: Count, action: int) -> Count:
        if action > 2:
            return Count(action >> 40, state.ply + 1)
        return super().result(state, action)


class Constant(Rare):
    """A state that is written in the rules, and that no random game meets."""

    def result(self, state: Count, action: int) -> Count:
        return FAR if state.x >= 1 << 18 else super().result(state, action)


def value_of(game: Any, state: Any) -> Any:
    return with_room(game, lambda room: room.kernel(worth)(room.state.words(state), 0))


@pytest.mark.parametrize("kind", [Rare, Negative, LargeActions, Constant])
def test_what_is_beyond_the_limits_is_compiled_anew(kind: type[Rare]) -> None:
    game = compile(kind())
    start = game.game.initial()
    with pytest.raises(RuleFault) as caught:
        game.kernel(worth)(game.state.words(start), 0)
    assert caught.value.cause is Narrow
    right = search.minimax(game.game).value
    assert value_of(game, start) == right
    assert plain.minimax(compile(kind())).value == right


class LongRare(Rare):
    last = 16

    def utility(self, state: Count) -> int:
        return state.x >> 2 & 0xFFFF


def test_two_threads_that_meet_it_go_on_with_more_room() -> None:
    game = LongRare()
    right = values(game)[game.initial()]
    assert engine_for(game, threads=2).analyse(nodes=1_000_000).value == right


def test_a_state_from_outside_is_checked_too() -> None:
    game = compile(Rare())
    far = Count(1 << 50, 7)
    with pytest.raises(NarrowValue):
        game.state.words(far)
    assert value_of(game, far) == search.minimax(game.game, far).value


def test_what_surely_fits_is_not_checked() -> None:
    assert "label %fault" not in show(Connect4(), "ir", "threats")
