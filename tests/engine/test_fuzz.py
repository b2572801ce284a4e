"""Some of `scripts/soak`: random games and random positions, against their twins."""

from __future__ import annotations

from collections import Counter

import pytest

from tests import batches
from tests.engine import positions, rare
from tests.engine.fuzzer import make
from tests.engine.tables import Place, TableBounds
from tests.engine.templates import CYCLIC, Parameters, layers
from tests.engine.twins import Truth, Twin
from zermelo.engine import engine_for
from zermelo.engine.textbook import TextbookEngine
from zermelo.game import MAX, MIN, Game

GAMES = 11
SEEDS = range(3, 5)  # each some eight positions, and few kernels among them
POSITIONS = 6


def soak(command: list[str], seeds: range) -> tuple[list[str], Counter[str]]:
    """What failed, with the seeds, and what was counted."""
    failures, counts = [], Counter[str]()
    for outcome in batches.outcomes(["-m", "tests.soak", *command], seeds):
        counts += outcome.counts
        where = f"scripts/soak {' '.join(command)} --only {outcome.seed}"
        failures += [f"{where}: {failure}" for failure in outcome.failures]
    return failures, counts


def test_random_games() -> None:
    failures, counts = soak(["fuzz", "--short"], SEEDS)
    assert failures == []
    assert counts["games"] >= GAMES
    assert counts["proven"] >= GAMES  # it does not refuse them all
    assert counts["without a twin"] < counts["games"] / 10


def test_games_that_are_odd_where_no_sample_looks() -> None:
    failures, counts = soak(["rare", "--short"], range(len(rare.SHORT)))
    assert failures == []
    assert counts["games"] == len(rare.SHORT)
    assert counts["proven"] >= len(rare.SHORT)


@pytest.mark.long
def test_a_child_that_is_searched_twice_stands_on_the_path_each_time() -> None:
    """Once the second search, with the whole window, took a deeper state for it."""
    game = TableBounds(0, repetition="loss")
    ways = (3, 2, 5, 2, 7, 2, 4, 7, 1, 4, 0, 5, 2, 2, 6, 5)
    game.start = state = Place(ways, (2, -2, -2, 1, 0, 3, 3, -2), -1, 6, MAX)
    truth = Twin(game, state)
    assert truth.value == Truth(3, 3, 16)
    engine = engine_for(game, memory=1)
    found = engine.solve()
    assert (found.value, found.distance) == (3, 16)
    found = engine_for(game, memory=1).solve(all_moves=True)
    assert {move.action: move.value for move in found.moves} == {0: 3, 1: 3}


@pytest.mark.long
def test_moves_that_a_repetition_above_them_saves() -> None:
    """What is found below one position once was believed below another."""
    game = layers(("evaluate", "bounds"))(Parameters(931669239, 6, 5, 2, 3, 3, CYCLIC), "draw")
    there = game.result(game.initial(), 0)  # MAX may end it with -1, or let MIN do so or come back
    here = game.result(there, 1)
    engine = engine_for(game, memory=1)
    assert engine.solve(there).value == -1
    found = engine.solve(here, all_moves=True)
    assert found.value == -1
    assert {move.action: move.value for move in found.moves} == {0: -1, 1: 0}
    assert found.line == (0,)
    assert engine.solve(there).value == -1
    slow = TextbookEngine(Drawn()).solve(Drawn().initial(), all_moves=True)
    assert (slow.value, slow.action) == (1, 1)
    assert {move.action: move.value for move in slow.moves} == {0: 0, 1: 1}


class Drawn(Game[int, int]):
    """MAX at 0 goes to 1 (MIN, who may come back or lose) or ends it at 2; dice at 3, never met."""

    repetition = "draw"
    has_chance = True

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return MIN if state == 1 else MAX

    def actions(self, state: int) -> tuple[int, ...]:
        return () if state == 2 else (0, 1)

    def result(self, state: int, action: int) -> int:
        return {(0, 0): 1, (0, 1): 2, (1, 0): 0, (1, 1): 2}[state, action]

    def is_terminal(self, state: int) -> bool:
        return state == 2

    def utility(self, state: int) -> int:
        return 1


def test_random_positions_of_every_game() -> None:
    assert positions.missing() == set()
    failures, counts = soak(["positions", "--short"], range(POSITIONS))
    assert failures == []
    assert counts["games"] == POSITIONS
    assert counts["without a twin"] < POSITIONS / 5


def test_a_seed_is_always_the_same_game() -> None:
    for seed in range(200):
        first, second = make(seed), make(seed)
        assert (first.kind, first.positions, first.threads) == (
            second.kind,
            second.positions,
            second.threads,
        ), seed
