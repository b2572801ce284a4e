"""How the table knows states: small words share one, and a number too large costs no answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from zermelo import search
from zermelo.compiler.errors import RuleFault
from zermelo.engine.entry import NO_INDEX
from zermelo.engine.pvs import PVSEngine
from zermelo.game import MAX, MIN, Game
from zermelo.games import Othello

FAR = 1 << 61


class Climb(NamedTuple):
    left: int
    score: int
    far: int
    side: str


class Climbing(Game[Climb, int]):
    """Take one to three of what is left; `far` is 0 in every game, and makes no difference."""

    def initial(self) -> Climb:
        return Climb(14, 0, 0, "max")

    def to_move(self, state: Climb) -> int:
        return MAX if state.side == "max" else MIN

    def actions(self, state: Climb) -> Iterator[int]:
        yield from range(1, min(3, state.left) + 1)

    def result(self, state: Climb, action: int) -> Climb:
        score = state.score + self.to_move(state) * (action * action - state.left % 4)
        side = "min" if state.side == "max" else "max"
        return Climb(state.left - action, score, state.far, side)

    def is_terminal(self, state: Climb) -> bool:
        return state.left == 0

    def utility(self, state: Climb) -> int:
        return state.score


@pytest.fixture(scope="module")
def engine() -> PVSEngine[Climb, int]:
    return PVSEngine(Climbing(), memory=1)


def test_small_words_share_one(engine: PVSEngine[Climb, int]) -> None:
    keys = engine.machine.keys
    assert (engine.compiled.state.keys.size, keys.words) == (4, 1)
    starts = [Climb(left, score, far, side) for left in (0, 5, 14) for score in (-9, 0, 9)
              for far in (0, 1) for side in ("max", "min")]  # fmt: skip
    assert len({keys.of(state) for state in starts}) == len(starts)
    with pytest.raises(RuleFault):
        keys.of(Climb(3, 0, FAR, "max"))


def test_python_and_compiled_code_give_a_state_the_same_key(
    engine: PVSEngine[Climb, int],
) -> None:
    found = engine.analyse(depth=6)
    state, met = engine.game.initial(), 0
    for action in found.line:
        met += engine.machine.best_index(state) != NO_INDEX
        state = engine.game.result(state, action)
    assert met == 6


@pytest.mark.parametrize("all_moves", [False, True])
def test_a_number_beyond_its_bits_costs_no_answer(all_moves: bool) -> None:
    engine = PVSEngine(Climbing(), memory=1)
    joined = []
    for far in (0, FAR, -FAR, 0):
        state = Climb(9, 2, far, "min")
        exact = search.minimax(engine.game, state).value
        assert engine.solve(state, all_moves=all_moves).value == exact
        joined.append(bool(engine.machine.keys.parts))
    assert joined == [True, False, False, False]
    assert engine.machine.keys.of(Climb(3, 0, FAR, "max"))[:3] == (3, 0, FAR)


def test_words_without_room_to_spare_stay_as_they_are() -> None:
    keys = PVSEngine(Othello(), memory=1).machine.keys
    assert (keys.words, keys.parts) == (2, [])
    assert keys.of(keys.game.initial()) == keys.layout.words(keys.game.initial())
