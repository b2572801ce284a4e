"""Games in which boards and lists are easily laid out wrongly: rules and values are Python's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.games import boards, filled, growing, listed, places, sets, steps
from tests.compiler.natural import perft as slow_perft
from tests.compiler.natural import solve as slow_solve
from zermelo.compiler.producers import producer_of
from zermelo.compiler.rules import compile
from zermelo.engine import engine_for
from zermelo.engine.lanes import compare
from zermelo.engine.plain import perft
from zermelo.game import Game
from zermelo.search import SearchWarning

LAID_OUT = (
    *(filled.Fill, filled.Twice, filled.Deep, filled.Answered, filled.Sorted, filled.Named),
    *(filled.Begun, filled.Counted, filled.March, filled.Stacks),
    *(boards.Sums, boards.Chosen, boards.ByIndex, boards.Left),
    *(places.Places, places.Ordered),
    *(growing.Helped, growing.Long, growing.Lengths),
    *(steps.Steps, steps.Duel),
)
LISTED = (
    *(listed.Appended, listed.Comprehended, listed.Extended, listed.Begun, listed.Asked),
    *(listed.Several, listed.Shared, listed.Helped),
)
SETS = (sets.Takes, sets.Compared, sets.Foreign, sets.Walked, sets.Optional, sets.Late, sets.Named)
KINDS = (sets.Holds, sets.Hexes, sets.Stones, sets.Gaps, sets.Signed, sets.Halves, sets.Nests)
COMPARED = (*LAID_OUT, *LISTED, *SETS, *KINDS)
SOLVED = (
    *(growing.Growing, growing.Rolled, growing.Walk, growing.Ladder, steps.Steps),
    *(listed.Comprehended, listed.Extended, sets.Compared, sets.Foreign, sets.Late, *KINDS),
)


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


@pytest.mark.parametrize("kind", [sets.Owns, sets.Parts], ids=lambda kind: kind.__name__)
def test_sets_of_what_is_equal_by_a_part_of_it_are_refused(kind: type[Game[Any, Any]]) -> None:
    with pytest.warns(SearchWarning, match="a state with a set of .*; use tuples"):
        assert engine_for(kind()).lane == "textbook"


def test_sets_of_small_numbers_are_words_where_nobody_goes_through_them() -> None:
    words = {kind.__name__: compile(kind()).is_plain for kind in SETS}
    used = ("Takes", "Compared", "Foreign", "Late")
    assert words == {kind.__name__: kind.__name__ in used for kind in SETS}


def test_lists_that_are_only_made_are_not_made() -> None:
    read = {kind.__name__: producer_of(kind.actions) is not None for kind in LISTED}
    used = ("Appended", "Comprehended", "Extended", "Shared")
    assert read == {kind.__name__: kind.__name__ in used for kind in LISTED}
