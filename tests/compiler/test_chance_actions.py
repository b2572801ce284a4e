"""Dice whose rolls are of another shape than the players' moves."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from tests.compiler.natural import perft as slow_perft
from tests.compiler.natural import solve
from zermelo import CHANCE, MAX, Game
from zermelo.compiler import compile
from zermelo.compiler.chance_actions import Sides
from zermelo.compiler.lanes import differences
from zermelo.compiler.source import syntax_tree
from zermelo.engine import engine_for
from zermelo.engine.plain import perft


class Track(NamedTuple):
    """How far each has come."""

    mine: int
    yours: int
    player: int
    die: int | None
    turns: int


class Steps(Game[Track, Any]):
    """A roll is a number or a word; a move is a path of pairs, of any length, or "rest"."""

    def initial(self) -> Track:
        return Track(0, 0, MAX, None, 0)

    def to_move(self, state: Track) -> int:
        return CHANCE if state.die is None else state.player

    def outcomes(self, state: Track) -> Iterator[Any]:
        for roll in self.actions(state):
            yield roll, 1 if roll == "joker" else 2

    def actions(self, state: Track) -> Any:
        if state.die is None:
            return [1, 2, "joker"]
        moves: list[Any] = []
        for length in range(1, state.die + 1):
            moves.append(tuple((step, length) for step in range(length)))
        return moves if state.die < 3 else [*moves, "rest"]

    def result(self, state: Track, action: Any) -> Any:
        chance = state.die is None
        if chance and action == "joker":
            return state._replace(die=3)
        if chance:
            return state._replace(die=action)
        way = 0 if action == "rest" else sum(a + b for a, b in action)
        return self.moved(state, way, action)

    def moved(self, state: Track, way: int, action: Any) -> Track:
        bonus = 1 if action != "rest" and len(action) > 2 else 0
        mine, yours = state.mine + way + bonus, state.yours
        return Track(yours, mine, -state.player, None, state.turns + 1)

    def is_terminal(self, state: Track) -> bool:
        return state.turns == 3

    def utility(self, state: Track) -> int:
        return (state.mine - state.yours) * state.player


def test_either_side_has_what_ran_for_it_and_a_fault_for_the_rest() -> None:
    sides = Sides(Steps())
    texts = []
    for side in (0, 1):
        tree = syntax_tree(Steps.result)
        sides.leave_out(side)(tree, Steps.result)
        texts.append(ast.unparse(tree))
    players, chance = texts
    assert "sum(" in players
    assert "die=action" not in players
    assert "die=action" in chance
    assert "sum(" not in chance
    assert all("raise zermelo_rule_fault('Steps.result'," in text for text in texts)


@pytest.mark.usefixtures("soiled")
def test_rolls_and_moves_of_several_shapes_are_compiled() -> None:
    game = Steps()
    compiled = compile(game)
    assert compiled.action.in_code.is_either is compiled.roll.in_code.is_either is False
    assert differences(compiled, 6, 1, 20) == ([], {})
    start = game.initial()
    for depth in (1, 2, 3, 4):
        assert perft(compiled, depth) == slow_perft(game, start, depth)
    engine = engine_for(game)
    assert engine.lane == "compiled"
    assert engine.solve(start).value == pytest.approx(float(solve(game, start, {})))
