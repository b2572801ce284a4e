"""The twins agree with each other where two of them apply: the slowest is the most obvious."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.engine.cases.dither import Dither
from tests.engine.cases.pursuit import Line, Pursuit
from tests.engine.cases.slowmix import Slow
from tests.engine.expressions import rules
from tests.engine.tables import Stones, Table
from tests.engine.templates import CYCLIC, Parameters, layers
from tests.engine.twins import Graph, TooLarge, Truth, Twin, _by_strategies, _Paths, _settled
from zermelo.game import MAX, MIN, Game, Repetition
from zermelo.games import MNK, Nim
from zermelo.solver import values


def test_without_cycles_as_a_table_of_all_values() -> None:
    games: list[Game[Any, Any]] = [MNK(), Nim(rows=(3, 2, 2))]
    for game in games:
        exact = values(game)
        for state in list(exact)[:: max(1, len(exact) // 40)]:
            twin = Twin(game, state, 10_000)
            assert twin.value.low == twin.value.high == exact[state]
            for action, worth in twin.moves.items():
                assert worth.low == exact[game.result(state, action)]


def minimax(game: Game[Any, Any], state: Any, path: frozenset[Any], mover: int) -> Any:
    """The rules read aloud: a state of the path that comes back is an end."""
    if state in path:
        return game.repeated(mover)
    if game.is_terminal(state):
        return game.utility(state)
    player = game.to_move(state)
    worth = [
        minimax(game, game.result(state, action), path | {state}, player)
        for action in game.actions(state)
    ]
    return max(worth) if player == MAX else min(worth)


@pytest.mark.parametrize("seed", range(60))
def test_repetitions_as_a_plain_search_finds_them(seed: int) -> None:
    parameters = Parameters(seed, 1, 4, 4, 2, 4, CYCLIC, 2)
    repetitions: tuple[Repetition, ...] = ("draw", "loss")
    for repetition in repetitions:
        game: Any = layers(("bounds",))(parameters, repetition)
        state = game.result(game.initial(), 0)
        twin = Twin(game, state)
        assert twin.value.low == minimax(game, state, frozenset(), 0)
        player = game.to_move(state)
        for action, worth in twin.moves.items():
            child = game.result(state, action)
            assert worth.low == minimax(game, child, frozenset({state}), player)


@pytest.mark.parametrize("seed", range(40))
def test_every_path_and_repeated_backing_up_agree_on_draws(seed: int) -> None:
    game = Table(seed, repetition="draw")
    graph = Graph(game, game.initial(), 100)
    assert _Paths(game, graph, 0).score(0, 1) == _settled(graph, 0)[0]


@pytest.mark.parametrize("seed", range(20))
def test_strategies_and_repeated_backing_up_agree_without_chance(seed: int) -> None:
    game = Stones(seed, "endless")
    graph = Graph(game, game.initial(), 1000)
    try:
        found = _by_strategies(graph, 0)
    except TooLarge:
        game2 = Table(seed, repetition="endless")
        graph = Graph(game2, game2.initial(), 100)
        try:
            found = _by_strategies(graph, 0)
        except TooLarge:
            return
    assert found[0] == _settled(graph, 0)[0][0]


def test_known_values() -> None:
    assert Twin(Slow(10**16), Slow().initial()).value == Truth(Fraction(10), Fraction(10))
    assert not Twin(Dither(), Dither().initial()).value.certain
    assert not Twin(Pursuit(), Pursuit().initial()).value.certain  # the mouse runs for ever
    assert Twin(Line(), Line().initial()).value[:2] == (-1, -1)


def test_a_state_at_which_the_rules_break_leaves_open_what_rests_on_it(tmp_path: Any) -> None:
    class Broken(Nim):
        def to_move(self, state: Any) -> int:
            return 2 if sum(state.rows) == 1 else state.player

    game = Broken(rows=(2, 1))
    assert not Twin(game, game.initial()).value.certain
    made: Any = rules(3, True, tmp_path)
    twin = Twin(made(5, 3), made(5, 3).initial())
    assert twin.value.certain
    assert not twin.graph.broken
    assert MIN in twin.graph.players
