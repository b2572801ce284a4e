"""Values and estimates that are floats: compared exactly, in every lane."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.long import some
from zermelo import search
from zermelo.compiler.errors import RuleFault
from zermelo.engine import engine_for, scale
from zermelo.engine.faults import RulesBroken
from zermelo.engine.kernels.grains import GRAIN, SMALLEST
from zermelo.engine.scale import NARROW, ORDERED
from zermelo.game import MAX, Game
from zermelo.search import SearchWarning


class Heap(NamedTuple):
    left: int
    score: float | int
    player: int


class Tenths(Game[Heap, int]):
    """Take one to three; what is left over is worth tenths to whoever takes it."""

    worth = 0.1

    def initial(self) -> Heap:
        return Heap(12, 0, MAX)

    def to_move(self, state: Heap) -> int:
        return state.player

    def actions(self, state: Heap) -> list[int]:
        return [count for count in (1, 2, 3) if count <= state.left]

    def result(self, state: Heap, action: int) -> Heap:
        taken = (state.left * action) % 7 - 2
        return Heap(state.left - action, state.score + state.player * taken, -state.player)

    def is_terminal(self, state: Heap) -> bool:
        return state.left == 0

    def utility(self, state: Heap) -> float:
        return state.score * self.worth

    def evaluate(self, state: Heap) -> float:
        return state.score / 3

    def bounds(self, state: Heap) -> tuple[float, float]:
        return state.score * self.worth - 4.8, state.score * self.worth + 4.8


class Thirds(Tenths):
    worth = 1 / 3


class Tiny(Game[tuple[int, int, int], int]):
    """Two moves of three; the values differ by little, and those of the first moves too."""

    def __init__(self, unit: float = 1e-13, shift: float = 0.0) -> None:
        self.unit, self.shift = unit, shift

    def initial(self) -> tuple[int, int, int]:
        return 0, 0, 1

    def to_move(self, state: tuple[int, int, int]) -> int:
        return state[2]

    def actions(self, state: tuple[int, int, int]) -> list[int]:
        return [0, 1, 2] if state[1] < 2 else []

    def result(self, state: tuple[int, int, int], action: int) -> tuple[int, int, int]:
        return state[0] * 3 + action, state[1] + 1, -state[2]

    def is_terminal(self, state: tuple[int, int, int]) -> bool:
        return state[1] >= 2

    def utility(self, state: tuple[int, int, int]) -> float:
        return self.shift + self.unit * (state[0] * 5 % 9)

    def evaluate(self, state: tuple[int, int, int]) -> float:
        return self.shift + self.unit * state[0] / 7


@pytest.fixture
def unseen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As if rarely: random games show nothing."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    find = scale.scales
    monkeypatch.setattr(scale, "scales", lambda game, floats, states: find(game, floats, []))


@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.parametrize(
    "game",
    some(
        [Tenths(), Thirds(), Tiny(), Tiny(1e-6, 1e7), Tiny(0.1), Tiny(0.25), Tiny(-1e-100)],
        4,
    ),
    ids=["tenths", "thirds", "1e-13", "1e7", "0.1", "0.25", "1e-100"],
)
def test_floats_are_compared_exactly_by_the_engine(
    game: Game[Any, int], seen: bool, request: pytest.FixtureRequest
) -> None:
    if not seen:
        request.getfixturevalue("unseen")
    engine = engine_for(game)
    assert engine.lane == "compiled"
    truth = search.minimax(game, all_moves=True)
    finding = engine.solve(all_moves=True)
    assert finding.proven
    assert (finding.value, finding.values) == (truth.value, truth.values)
    assert finding.values[finding.action or 0] == truth.value
    assert engine.solve().value == truth.value
    for depth in (1, 2, 4):
        finding = engine_for(game).analyse(depth=depth)
        assert finding.value == search.minimax(game, depth=depth).value


@pytest.mark.parametrize("unit", [5e-324, 1e300])
def test_floats_without_a_place_are_left_to_the_textbook(unit: float) -> None:
    game = Tiny(unit)
    with pytest.warns(SearchWarning, match="use whole numbers; the textbook lane goes on"):
        engine = engine_for(game)
    assert engine.lane == "textbook"
    truth = search.minimax(game, all_moves=True)
    assert engine.solve(all_moves=True).values == truth.values


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize("unit", [5e-324, 1e300])
def test_floats_without_a_place_that_nobody_saw_are_refused(unit: float) -> None:
    with pytest.raises(RulesBroken, match=r"tiny: a float beyond 2\^53"):
        engine_for(Tiny(unit)).solve()


def test_a_scale_gives_back_what_it_was_given() -> None:
    grains = NARROW._replace(grain=GRAIN)
    for value in (0.1, -0.3, 0.99999, 2, -1):
        assert grains.value(grains.exact_grains(value) * grains.unit)[0] == value
    for uneven in (1 / 3, 6 * 0.1, 1e-13, 1e7 + 1e-6):
        with pytest.raises(RuleFault, match="more than five decimals"):
            grains.exact_grains(uneven)
    assert grains.grains(0.000001, up=True) == 1
    assert grains.grains(-0.000001) == -1


@given(st.lists(st.floats(-(2.0**53), 2.0**53), min_size=2, max_size=2))
def test_the_order_of_floats_is_theirs(pair: list[float]) -> None:
    low, high = sorted(value if abs(value) >= SMALLEST else 0.0 for value in pair)
    places = [ORDERED.exact_grains(value) for value in (low, high)]
    assert [ORDERED.value(place)[0] for place in places] == [low, high]
    assert (low < high) == (places[0] < places[1])
    assert ORDERED.exact_grains(-low) == -places[0]


def test_bounds_hold_whatever_they_are() -> None:
    tiny, huge = Fraction(1, 10**200), 10**20
    assert ORDERED.grains(tiny) == 0
    assert ORDERED.grains(tiny, up=True) == 1
    assert ORDERED.grains(-tiny) == -1
    assert ORDERED.grains(huge, up=True) == ORDERED.grains(math.inf) == ORDERED.grains(2**53)
    third = Fraction(1, 3)
    low, high = (ORDERED.value(ORDERED.grains(third, up))[0] for up in (False, True))
    assert low < third < high
    assert high == math.nextafter(low, 1)
