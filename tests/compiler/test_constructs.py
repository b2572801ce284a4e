"""Games of one construct each: all are the same game, and machine code follows their rules."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.compiler.agreement import compiled, differences, refused, soiled
from tests.compiler.constructs import PROGRAMS, Program, Row, words
from tests.compiler.natural import perft, solve
from tests.compiler.refusals import GAMES
from zermelo.check import check_game
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.rules import compile
from zermelo.game import Game, provides

# Of the row with four cells.
VALUE = 0
PERFT = (4, 12, 24, 24, 0)


def rule_to_move(game: Any, state: Any) -> Any:
    return game.to_move(state)


def rule_actions(game: Any, state: Any) -> Any:
    return list(game.actions(state))


def rule_result(game: Any, state: Any, action: Any) -> Any:
    return game.result(state, action)


def rule_is_terminal(game: Any, state: Any) -> Any:
    return game.is_terminal(state)


def rule_utility(game: Any, state: Any) -> Any:
    return game.utility(state)


def rule_evaluate(game: Any, state: Any) -> Any:
    return game.evaluate(state)


def reached(game: Any) -> tuple[list[Any], list[Any]]:
    """All states, and all moves from them."""
    states, moves, seen, todo = [], [], set(), [game.initial()]
    while todo:
        state = todo.pop()
        if repr(state) in seen:
            continue
        seen.add(repr(state))
        states.append((state,))
        for action in [] if game.is_terminal(state) else list(game.actions(state)):
            moves.append((state, action))
            todo.append(game.result(state, action))
    return states, moves


def disagreements(game: Any) -> list[Any]:
    """Where the machine code of a rule differs from the rule."""
    states, moves = reached(game)
    ends = [call for call in states if game.is_terminal(*call)]
    open_ = [call for call in states if not game.is_terminal(*call)]
    rules = [(rule_to_move, open_), (rule_actions, open_), (rule_result, moves)]
    rules += [(rule_is_terminal, states), (rule_utility, ends)]
    if provides(game, "evaluate"):
        rules.append((rule_evaluate, open_))
    level = {0: 2, 4: 1}.get(len(game.name) % 8, 0)  # of LLVM's work: each, for some
    machine = compiled(rules, (game,), level)
    found = []
    for place, (rule, calls) in enumerate(rules):
        python = lambda *call, rule=rule: rule(game, *call)  # noqa: E731
        code = lambda *call, place=place: machine.call(place, *call, context=soiled())  # noqa: E731
        found += [(rule.__name__, *each) for each in differences(python, code, calls)]
    return found


@pytest.mark.parametrize("program", PROGRAMS, ids=str)
def test_machine_code_follows_the_rules(program: Program) -> None:
    words.SEEN.clear()  # what the rules of a program have filled, in Python or in another test
    found, why = refused(lambda: disagreements(program.game))
    assert why == GAMES.get(str(program), "")
    assert not found


# --- in Python -----------------------------------------------------------------------------------


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
    for (state,) in reached(row)[0]:
        assert game.to_move(state) == row.to_move(state)
        assert game.is_terminal(state) == row.is_terminal(state)
        assert list(game.actions(state)) == list(row.actions(state))
        for action in row.actions(state):
            assert game.result(state, action) == row.result(state, action)
        if row.is_terminal(state):
            assert game.utility(state) == row.utility(state)


# --- refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize("program", [p for p in PROGRAMS if p.refused], ids=str)
def test_what_outlives_a_call_is_never_compiled(program: Program) -> None:
    assert str(program) in GAMES


@pytest.mark.parametrize("program", [p for p in PROGRAMS if str(p) in GAMES], ids=str)
def test_the_refusal_says_where_and_what_to_do(program: Program) -> None:
    """Or the rules meet a limit as soon as they are run."""
    try:
        compile(program.game)
    except CannotCompile as error:
        told = str(error)
        assert re.match(r"cannot compile \S+ \(line \d+ of \w+\.py\): .+", told), told
        assert "\n" not in told
