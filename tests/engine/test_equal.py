"""The compiled searches find exactly what the textbook's do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.compiler.samples import Connect4, TupleTicTacToe
from tests.long import some
from zermelo import games, search
from zermelo.compiler.rules import CompiledGame, compile
from zermelo.engine.plain import alphabeta, minimax
from zermelo.game import Game
from zermelo.games import Grundy, Nim, Othello, Pig
from zermelo.games.mnk import MNK
from zermelo.search import Unsuitable

INFINITY = search.INFINITY


@dataclass
class Case:
    """A game, and how near to its end it is searched, and how deep."""

    game: Game[Any, Any]
    left: int  # plies, at most, to the end of positions that are searched to it
    depth: int = 0


CASES = {
    "mnk": Case(MNK(4, 3, 3, misere=True, heuristic="pieces", win=5, loss=-7, tie=-1), 6, 4),
    "nim": Case(Nim((4, 3, 2)), 9, 4),
    "grundy": Case(Grundy(12), 12),
    "connect4": Case(games.Connect4(4, 4), 9, 5),
    "othello": Case(Othello(), 7, 3),
    "samples, connect four": Case(Connect4(4, 4), 9, 5),
    "samples, tuples": Case(TupleTicTacToe(), 6, 4),
}


# Those that every run has: a kernel is compiled for each.
SHORT = ("mnk", "grundy", "othello", "samples, tuples")


@pytest.fixture(scope="module", params=some(CASES, lambda name: name in SHORT), ids=str)
def case(request: pytest.FixtureRequest) -> tuple[Case, CompiledGame]:
    found = CASES[request.param]
    return found, compile(found.game)


def positions(case: Case, count: int, left: int = 0) -> Iterator[Any]:
    """States of random games, some of them over; so many plies before the end, at most."""
    most = max(left, case.left)
    generator = random.Random(7)
    for _ in range(count):
        states = [case.game.initial()]
        while not case.game.is_terminal(states[-1]):
            action = generator.choice(list(case.game.actions(states[-1])))
            states.append(case.game.result(states[-1], action))
        yield states[-1 - generator.randint(0, min(most, len(states) - 1))]


def test_alphabeta(case: tuple[Case, CompiledGame]) -> None:
    found, game = case
    for state in positions(found, 15):
        assert alphabeta(game, state) == search.alphabeta(found.game, state)


def test_alphabeta_with_a_window(case: tuple[Case, CompiledGame]) -> None:
    found, game = case
    for state in positions(found, 5):
        for window in ((-1, 1), (0.5, 3), (-INFINITY, -2.5), (4, INFINITY), (-200, -199)):
            ours = alphabeta(game, state, window=window)
            assert ours == search.alphabeta(found.game, state, window=window)


@pytest.mark.parametrize(
    "case",
    some([name for name in CASES if CASES[name].depth], lambda name: name in SHORT),
    indirect=True,
)
def test_alphabeta_to_a_depth(case: tuple[Case, CompiledGame]) -> None:
    found, game = case
    for depth in range(found.depth + 1):
        for state in (found.game.initial(), *positions(found, 4, left=20)):
            ours = alphabeta(game, state, depth=depth, all_moves=depth > 1)
            assert ours == search.alphabeta(found.game, state, depth=depth, all_moves=depth > 1)


@pytest.mark.parametrize("name", ["nim", "samples, connect four"])
def test_minimax(name: str) -> None:
    game = CASES[name].game
    machine = compile(game)
    for state in positions(Case(game, 4), 10):
        assert minimax(machine, state) == search.minimax(game, state)
        assert minimax(machine, state, depth=3) == search.minimax(game, state, depth=3)


def test_whole_games() -> None:
    tictactoe = compile(MNK())
    assert alphabeta(tictactoe).nodes == 18_297
    assert alphabeta(tictactoe, window=(-1, 1)).nodes == 16_811
    assert minimax(tictactoe).nodes == 549_946


def test_the_benchmarks() -> None:
    found = alphabeta(compile(Connect4(5, 4)))
    assert (found.value, found.nodes, len(found.line)) == (0, 18_026_614, 20)
    assert found.proven
    nim = minimax(compile(Nim((7, 5, 3))))
    assert (nim.value, nim.nodes, nim.action) == (50, 39_861_780, (0, 1))


def test_chance_is_refused_in_the_words_of_the_textbook() -> None:
    game = Pig(10)
    machine = compile(game)
    with pytest.raises(Unsuitable) as ours:
        alphabeta(machine)
    with pytest.raises(Unsuitable) as theirs:
        search.alphabeta(game)
    assert str(ours.value) == str(theirs.value)
