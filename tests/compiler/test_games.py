"""Games in which boards and lists are easily laid out wrongly: rules and values are Python's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.games import boards, filled, growing, places, steps
from tests.compiler.natural import perft as slow_perft
from tests.compiler.natural import solve as slow_solve
from zermelo.compiler.rules import compile
from zermelo.engine import engine_for
from zermelo.engine.lanes import compare
from zermelo.engine.plain import perft
from zermelo.game import Game

COMPARED = (
    *(filled.Fill, filled.Twice, filled.Deep, filled.Answered, filled.Sorted, filled.Named),
    *(filled.Begun, filled.Counted, filled.March, filled.Stacks),
    *(boards.Sums, boards.Chosen, boards.ByIndex, boards.Left),
    *(places.Places, places.Ordered),
    *(growing.Helped, growing.Long, growing.Lengths),
    *(steps.Steps, steps.Duel),
)
SOLVED = (growing.Growing, growing.Rolled, growing.Walk, growing.Ladder, steps.Steps)


@pytest.mark.parametrize("kind", COMPARED, ids=lambda kind: kind.__name__)
def test_both_lanes_are_equal(kind: type[Game[Any, Any]]) -> None:
    assert compare(kind(), games=3) == []


@pytest.mark.parametrize("kind", SOLVED, ids=lambda kind: kind.__name__)
def test_values_larger_than_any_seen_before(kind: type[Game[Any, Any]]) -> None:
    game = kind()
    engine, start = engine_for(game), game.initial()
    assert engine.lane == "compiled"
    assert engine.solve(start).value == pytest.approx(float(slow_solve(game, start, {})))
    for depth in (1, 2, 3, 4):
        assert perft(compile(game), depth) == slow_perft(game, start, depth)


def test_a_position_with_larger_numbers_than_any_seen() -> None:
    numbers = growing.Growing()
    state = growing.Cells((1, 10**12, 3, 4, 5, 1, 1, 1, 1), 4, 1)
    assert engine_for(numbers).solve(state).value == slow_solve(numbers, state, {})
