"""Values and estimates that are floats: the engine counts them in grains."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from zermelo import search
from zermelo.compiler.errors import RuleFault
from zermelo.engine import engine_for
from zermelo.engine.scale import NARROW
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


def test_floats_are_searched_by_the_engine_and_proven() -> None:
    game = Tenths()
    engine = engine_for(game)
    assert engine.lane == "compiled"
    truth = search.alphabeta(game).value
    finding = engine.solve()
    assert finding.proven
    assert float(finding.value) == pytest.approx(float(truth), abs=1e-12)


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_estimates_are_the_nearest_hundred_thousandth(depth: int) -> None:
    game = Tenths()
    truth = float(search.alphabeta(game, depth=depth).value)
    finding = engine_for(game).analyse(depth=depth)
    assert float(finding.value) == pytest.approx(truth, abs=1e-5)
    assert not finding.proven


def test_values_that_would_be_rounded_are_left_to_the_textbook() -> None:
    with pytest.warns(SearchWarning, match="more than five decimals"):
        engine = engine_for(Thirds())
    assert engine.lane == "textbook"
    assert engine.solve().value == search.alphabeta(Thirds()).value


def test_a_scale_gives_back_what_it_was_given() -> None:
    scale = NARROW._replace(grain=100_000)
    for value in (0.1, -0.3, 0.99999, 2, -1):
        assert scale.value(scale.exact_grains(value) * scale.unit)[0] == value
    assert scale.value(scale.exact_grains(6 * 0.1) * scale.unit)[0] == 0.6
    with pytest.raises(RuleFault, match="more than five decimals"):
        scale.exact_grains(1 / 3)
    assert scale.grains(0.000001, up=True) == 1
    assert scale.grains(-0.000001) == -1
