"""Programs of one construct each: all are valid games, and all are the same game."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.compiler.constructs import PROGRAMS, Program, Row
from tests.compiler.constructs.refusals import REFUSALS
from tests.compiler.natural import perft, solve
from zermelo.check import check_game
from zermelo.compiler import CannotCompile, compare, compile
from zermelo.compiler.lanes import differences
from zermelo.compiler.rules import CompiledGame, refusal
from zermelo.compiler.widths import Room
from zermelo.game import Game

# Of the row with four cells.
VALUE = 0
PERFT = (4, 12, 24, 24, 0)


def states(game: Row) -> list[Any]:
    """All states."""
    found, todo = [], [game.initial()]
    while todo:
        found.append(todo.pop())
        todo += [game.result(found[-1], action) for action in game.actions(found[-1])]
    return found


def test_there_are_many_and_some_are_to_be_refused() -> None:
    assert len(PROGRAMS) >= 100
    assert 0 < sum(bool(program.refused) for program in PROGRAMS) < 10


@pytest.mark.parametrize("program", PROGRAMS, ids=str)
def test_the_programs_are_all_the_same_game(program: Program) -> None:
    game = program.game
    assert check_game(game, games=2) == []
    assert solve(game, game.initial(), {}) == VALUE
    assert tuple(perft(game, game.initial(), depth) for depth in range(1, 6)) == PERFT
    if program.is_row:
        assert_says_what_the_row_says(game)


def assert_says_what_the_row_says(game: Game[Any, Any]) -> None:
    row = Row()
    for state in states(row):
        assert game.to_move(state) == row.to_move(state)
        assert game.is_terminal(state) == row.is_terminal(state)
        assert list(game.actions(state)) == list(row.actions(state))
        for action in row.actions(state):
            assert game.result(state, action) == row.result(state, action)
        if row.is_terminal(state):
            assert game.utility(state) == row.utility(state)


# --- compiled -------------------------------------------------------------------------------------

# The largest whole number of Python's has no place in machine code: the rule stops there.
BEYOND = "whole number beyond 64 bits"
COMPILED = [program for program in PROGRAMS if program.construct not in {*REFUSALS, BEYOND}]


def test_the_table_of_refusals_is_about_these_programs() -> None:
    assert REFUSALS.keys() < {program.construct for program in PROGRAMS}
    assert {program.construct for program in PROGRAMS if program.refused} <= REFUSALS.keys()
    assert len(COMPILED) >= 100


# Some, and none that takes long to compile; all of them by `scripts/soak constructs`.
LONG = ("in a string",)
SHORT = [
    program
    for place, program in enumerate(COMPILED)
    if program.construct not in LONG and (place % 12 == 0 or "sort" in program.construct)
]


@pytest.mark.usefixtures("soiled")
@pytest.mark.parametrize("program", SHORT, ids=str)
def test_both_lanes_are_equal(program: Program) -> None:
    assert compare(program.game, games=4) == []


REFUSED = [program for program in PROGRAMS if program.construct in REFUSALS]
# What lives on after the call, or is seen outside: it is never compiled.
OUTLIVES = [p for p in PROGRAMS if re.search("outlives|same at every call|shows", p.refused)]
# What boxed values cannot do; a number beyond 62 bits is a fault.
UNSUITED = {
    "**kwargs",
    "dict of functions, looked up",
    "f-string of a float",
    "formats in texts",
    "itemgetter, attrgetter, accumulate and cycle",
    "methods of texts",
    "partial",
    "sorted records with an order of their own",
    "table of functions, gone through",
    BEYOND,
}
BOXED_TOO = [p for p in PROGRAMS if p not in OUTLIVES and p.construct not in UNSUITED]
BOXED = [program for program in BOXED_TOO if program in REFUSED]
SOON = [program for program in REFUSED if program.construct not in LONG]


@pytest.mark.parametrize("program", SOON, ids=str)
def test_the_refusal_says_where_and_what_to_do(program: Program) -> None:
    assert_refused(program)


def assert_refused(program: Program) -> None:
    """It is, by types, in one line that says where, and how it is to be written instead."""
    told = refusal(program.game) or ""
    assert told.endswith(REFUSALS[program.construct])
    assert "Numba" not in told
    assert "(line " in told or " of the state " in told or "an action is" in told


@pytest.mark.parametrize("program", BOXED[::15], ids=str)
def test_what_is_refused_is_compiled_with_boxed_values(program: Program) -> None:
    assert_boxed(program, 4)


def assert_boxed(program: Program, games: int) -> None:
    """Both lanes are equal, with every value boxed."""
    compiled = CompiledGame(program.game, None, Room(boxed=True))
    assert differences(compiled, games, 0, 100) == ([], {})


@pytest.mark.parametrize("program", OUTLIVES, ids=str)
def test_what_outlives_a_call_is_never_compiled(program: Program) -> None:
    with pytest.raises(CannotCompile):
        differences(compile(program.game), 4, 0, 100)
