"""The rules of the games of one construct each, on every state that can be reached."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.constructs import PROGRAMS, Program
from tests.llvm.agreement import compiled, differences, refused
from tests.llvm.refusals import GAMES
from zermelo.game import provides

pytestmark = pytest.mark.long  # the corpus is run as a whole while the compiler is being written


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
    machine = compiled(rules, (game,))
    found = []
    for place, (rule, calls) in enumerate(rules):
        python = lambda *call, rule=rule: rule(game, *call)  # noqa: E731
        code = lambda *call, place=place: machine.call(place, *call)  # noqa: E731
        found += [(rule.__name__, *each) for each in differences(python, code, calls)]
    return found


@pytest.mark.parametrize("program", PROGRAMS, ids=str)
def test_machine_code_follows_the_rules(program: Program) -> None:
    found, why = refused(lambda: disagreements(program.game))
    assert why == GAMES.get(str(program), "")
    assert not found
