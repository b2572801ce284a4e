"""The engine for games with chance: what expectiminimax finds, only sooner."""

from __future__ import annotations

import dataclasses
import random
import threading
from collections.abc import Iterator
from functools import cache
from time import perf_counter
from typing import Any, NamedTuple

import pytest

from tests.long import some
from tests.patience import PATIENCE
from zermelo.engine import Stop
from zermelo.engine.chance import ChanceEngine
from zermelo.engine.factory import engine_for
from zermelo.game import CHANCE, MAX, Game, ZermeloError
from zermelo.games import MNK, Pig
from zermelo.search import Unsuitable, expectiminimax
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding
from zermelo.solver import values

# Goals of Pig (0: the race); Star1, Star2 or neither; with a table or without.
MODES = [(20, 0, False), (20, 1, False), (20, 2, True), (0, 2, True)]


class Place(NamedTuple):
    """How far MAX is ahead, the turns so far, whose turn it is, and the die picked (0: none)."""

    lead: int
    turns: int
    player: int
    die: int


class Race(Game[Place, int]):
    """MAX and MIN take turns picking a die: every chance node's children are one player's."""

    def initial(self) -> Place:
        return Place(0, 0, MAX, 0)

    def to_move(self, state: Place) -> int:
        return CHANCE if state.die else state.player

    def actions(self, state: Place) -> Iterator[int]:
        for number in range(3):
            yield number + 1

    def outcomes(self, state: Place) -> Iterator[tuple[int, int]]:
        for face in range(3):
            yield face + 1, 1 + face % 2

    def result(self, state: Place, action: int) -> Place:
        lead, turns, player, die = state
        if die == 0:
            return Place(lead, turns, player, action)
        gain = (die * action * 5 + lead * die + turns * action) % 7 - 2
        return Place(lead + player * gain, turns + 1, -player, 0)

    def is_terminal(self, state: Place) -> bool:
        return state.die == 0 and (state.turns >= 8 or abs(state.lead) >= 12)

    def utility(self, state: Place) -> int:
        return max(-12, min(12, state.lead))

    def evaluate(self, state: Place) -> float:
        return max(-12.0, min(12.0, state.lead + 0.5 * state.player))

    def bounds(self, state: Place) -> tuple[int, int]:
        return -12, 12


@cache
def engine(goal: int, star: int, remember: bool) -> ChanceEngine[Any, Any]:
    """An engine for Pig, or, with no goal, for the race."""
    game: Game[Any, Any] = Pig(goal=goal) if goal else Race()
    return ChanceEngine(game, memory=4, star=star, remember=remember)


def some_states(game: Game[Any, Any], count: int) -> list[Any]:
    """States of random games, those in which the dice roll as well."""
    dice = random.Random(7)
    found: list[Any] = []
    while len(found) < count:
        state = game.initial()
        for _ in range(dice.randrange(30)):
            following = game.result(state, dice.choice(list(game.actions(state))))
            if game.is_terminal(following):
                break
            state = following
        found.append(state)
    return found


@pytest.mark.parametrize(("goal", "star", "remember"), some(MODES, lambda mode: mode[1] == 2))
def test_the_same_as_expectiminimax(goal: int, star: int, remember: bool) -> None:
    searched = engine(goal, star, remember)
    for state in some_states(searched.game, 12):
        for depth in (5, 1, 2, 3, 4) if goal else (4, 1, 2, 3):
            exact = expectiminimax(searched.game, state, depth=depth)
            found = searched.analyse(state, depth=depth)
            assert found.value == pytest.approx(float(exact.value), rel=1e-9)
            assert (found.action is None) == (searched.game.to_move(state) == CHANCE)


def test_the_values_of_all_moves() -> None:
    searched = engine(20, 2, True)
    for state in some_states(searched.game, 8):
        exact = expectiminimax(searched.game, state, depth=4, all_moves=True)
        found = searched.analyse(state, depth=4, all_moves=True)
        assert found.value == pytest.approx(float(exact.value), rel=1e-9)
        values = {move.action: move.value for move in found.moves}
        assert values == pytest.approx(
            {move.action: float(move.value) for move in exact.moves}, rel=1e-9
        )
        assert list(values) == [move.action for move in exact.moves]
        if found.action is not None:
            assert values[found.action] == found.value


def test_star1_enters_fewer_nodes() -> None:
    searched = engine(20, 1, False)
    plain = [expectiminimax(searched.game, depth=depth) for depth in range(1, 6)]
    star1 = searched.analyse(depth=5)
    assert star1.nodes < 0.95 * sum(found.nodes for found in plain)
    assert star1.value == pytest.approx(float(plain[-1].value), rel=1e-9)


def test_a_game_that_ends_is_proven_and_solved() -> None:
    searched = engine(0, 2, True)
    exact = values(searched.game)
    found = searched.analyse()
    assert found.proven
    assert found.value == pytest.approx(float(exact[searched.game.initial()]), rel=1e-9)
    assert searched.solve().value == pytest.approx(found.value)
    over = Place(12, 3, MAX, 0)
    assert searched.analyse(over).value == 12
    assert searched.analyse(over).proven


def test_it_keeps_to_its_time() -> None:
    told: list[Finding[Any, Any]] = []
    searched = engine(20, 2, True)
    searched.prepare()
    began = perf_counter()
    found = searched.analyse(time=0.3, listen=told.append)
    assert 0.2 < perf_counter() - began < PATIENCE
    assert [each.depth for each in told] == list(range(1, found.depth + 1))
    assert dataclasses.replace(told[-1], nodes=found.nodes) == found
    assert found.nodes >= told[-1].nodes  # what was begun and not finished counts as well
    with pytest.raises(NotSolved):
        engine_for(Pig(goal=100)).solve(time=0.05)


def test_it_stops_when_told_to() -> None:
    searched = engine(20, 2, True)
    searched.prepare()
    stopped, token = [], Stop()
    iterated = threading.Event()

    def stop() -> None:
        iterated.wait()
        stopped.append(perf_counter())
        token.set()

    threading.Thread(target=stop).start()
    found = searched.analyse(listen=lambda _each: iterated.set(), stop=token)
    assert perf_counter() - stopped[0] < PATIENCE
    assert found.depth > 0
    assert not found.proven


def test_the_same_nodes_give_the_same_answer() -> None:
    searched = engine(20, 1, False)
    first, second = (searched.analyse(nodes=50_000) for _ in range(2))
    assert (first.value, first.depth, first.nodes) == (second.value, second.depth, second.nodes)
    assert first.nodes <= 50_000
    assert searched.analyse(nodes=1).action is not None


def test_engine_for_takes_it() -> None:
    game = Pig(goal=10)
    found = engine_for(game, memory=4)
    assert isinstance(found, ChanceEngine)
    state = game.parse_state("6 7 max 2")
    assert found.solve(state).value == pytest.approx(values(game, state)[state])


def test_bad_input() -> None:
    with pytest.raises(Unsuitable, match="has none"):
        ChanceEngine(MNK())
    with pytest.raises(ZermeloError, match="memory must be"):
        ChanceEngine(Pig(), memory=0)
    with pytest.raises(ZermeloError, match="depth must be more than 0"):
        engine(20, 1, False).analyse(depth=0)
