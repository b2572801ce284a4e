"""Positions that a search goes round from are solved by the values of all that can be reached."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.circles import Circles
from tests.engine.fuzzer import judge
from tests.engine.templates import CYCLIC, TWICE, Parameters, layers
from tests.engine.twins import Twin
from tests.tablebase.games import Hunt
from zermelo import api
from zermelo.compiler.rules import CompiledGame
from zermelo.engine import all_positions, chance, engine_for, pvs, textbook
from zermelo.engine.base import Call, Interrupted
from zermelo.engine.textbook import TextbookEngine
from zermelo.game import MAX, MIN, Game
from zermelo.games import Pig
from zermelo.search.errors import NotSolved
from zermelo.solver.limits import Limits


@pytest.fixture(autouse=True)
def search_ends_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for engine in (pvs, textbook):
        monkeypatch.setattr(engine, "SOON", 1)


def rounds() -> Iterator[Game[Any, Any]]:
    """Small graphs with cycles in them."""
    made = layers(("evaluate", "bounds"))
    for seed in range(12):
        for repetition in ("draw", "endless"):
            shape = CYCLIC | TWICE * (seed % 2)
            yield made(Parameters(seed, 3, 12, 4, 3, 5, shape, worth=2), repetition)


def test_the_textbook_s_values_are_those_of_the_twin() -> None:
    proven = 0
    for game in rounds():
        twin = Twin(game, game.initial())
        for all_moves in (False, True):
            found = TextbookEngine(game).solve(all_moves=all_moves)
            assert judge(found, twin, game, game.initial()) == []
            proven += found.proven
            assert len(found.moves) >= (3 if all_moves else 0)
    assert proven == 48


def test_a_compiled_game_has_a_tablebase_in_memory() -> None:
    game = Hunt()
    engine, state = engine_for(game, memory=1), game.initial()
    twin = Twin(game, state)
    found = engine.solve()
    assert (found.value, found.distance) == (twin.value.low, twin.value.distance)
    assert judge(found, twin, game, state) == []
    assert found.moves == ()
    every = engine.solve(all_moves=True)
    assert judge(every, twin, game, state) == []
    assert len(every.moves) == len(list(game.actions(state)))


def test_too_many_positions_are_searched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(rounds())
    monkeypatch.setattr(all_positions, "SMALL", 2)
    monkeypatch.setattr(Limits, "look", lambda self, states: self._tick(states))
    found = TextbookEngine(game).solve()
    assert judge(found, Twin(game, game.initial()), game, game.initial()) == []
    assert found.algorithm == "engine"
    assert found.depth > 0  # as a search has it


def test_a_limit_of_nodes_is_kept() -> None:
    with pytest.raises(NotSolved):
        TextbookEngine(Hunt()).solve(nodes=100)


def test_a_stop_is_heard_while_positions_are_counted() -> None:
    call = Call(Hunt().initial())
    call.stop.set()
    with pytest.raises(Interrupted):
        all_positions.by_tablebase(CompiledGame(Hunt()), call)


@pytest.mark.parametrize("game", [Hunt(), Pig(goal=40)], ids=lambda game: game.name)
def test_a_game_is_compiled_once(game: Game[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that is stopped may leave a thread behind, which would still be at it."""
    monkeypatch.setattr(chance, "FEW", 100)
    engine = engine_for(game)
    engine.prepare(solving=True)
    compiled: list[Any] = []
    monkeypatch.setattr(CompiledGame, "__init__", lambda self, *given: compiled.append(given))
    monkeypatch.setattr(all_positions, "SMALL", 0)  # so it is the tablebase that answers
    assert engine.solve(time=60).proven
    assert not compiled


class Ring(Game[tuple[int, int, int], int]):
    """A cat (MAX) and a mouse on a ring: 16,200 positions, and nothing but a catch ends it."""

    repetition = "draw"

    def __init__(self, cells: int = 90) -> None:
        self.cells = cells

    def initial(self) -> tuple[int, int, int]:
        return 0, self.cells // 2, MAX

    def to_move(self, state: tuple[int, int, int]) -> int:
        return state[2]

    def actions(self, state: tuple[int, int, int]) -> list[int]:
        return [] if self.is_terminal(state) else [-1, 1, 2]

    def result(self, state: tuple[int, int, int], action: int) -> tuple[int, int, int]:
        cat, mouse, player = state
        if player == MAX:
            return (cat + action) % self.cells, mouse, -player
        return cat, (mouse + action) % self.cells, -player

    def is_terminal(self, state: tuple[int, int, int]) -> bool:
        return state[0] == state[1]

    def utility(self, state: tuple[int, int, int]) -> int:
        return -state[2]


def test_a_small_game_that_goes_round_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain Python has its values before the compiler is loaded."""
    compiled: list[Any] = []
    monkeypatch.setattr(CompiledGame, "__init__", lambda self, *given: compiled.append(given))
    game, near = Ring(), (0, 2, MAX)
    engine = engine_for(game, solving=True)
    found = engine.solve()
    assert (found.value, found.nodes) == (0, 16_200)
    assert found.seconds > 0.01  # what it took before the call is told
    found = engine.solve(near, all_moves=True)
    assert (found.value, found.action, found.distance) == (1, 2, 1)
    assert {move.action: move.value for move in found.moves}[2] == 1
    assert engine.analyse(near, depth=1).proven
    assert engine_for(game, solving=True, state=near).solve(near).line == (2,)
    assert not compiled


def test_plain_python_comes_before_a_long_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that has its kernel solves no later than plain Python either."""
    asked: list[str] = []
    monkeypatch.setattr(all_positions, "by_tablebase", lambda *given: asked.append("tablebase"))
    found = engine_for(Ring()).solve()
    assert (found.value, asked) == (0, [])
    monkeypatch.setattr(all_positions, "BRIEF", 0.02)
    monkeypatch.setattr(pvs, "SOON", 1 << 40)  # so it is the time that ends it
    for _try in range(20):  # on a busy machine the search may enter no node in its time
        found = engine_for(Ring()).solve()
        assert (found.value, found.depth, asked) == (0, 1, [])
        if found.nodes > 16_200:  # those of the search too
            break
    assert found.nodes > 16_200


def test_what_was_solved_at_once_knows_no_history() -> None:
    """MIN must go back to 0, where MAX wins; but not when the game was there before."""
    engine = engine_for(Circles(((MAX, (1, 2)), (MIN, (0,)), 1), "draw"), solving=True)
    assert engine.solved
    for ask in (engine.solve, engine.analyse):
        assert ask(1).value == 1
        assert ask(1, history=[0]).value == 0
        assert ask(1).value == 1


def test_the_distance_of_a_move_does_not_lead_back() -> None:
    """From 1 the shortest win goes by 0, which ends the game when it comes back."""
    nodes = ((MAX, (1, 2)), (MAX, (0, 3)), 1, (MAX, (4,)), (MAX, (2,)))
    found = engine_for(Circles(nodes, "draw"), solving=True).solve(all_moves=True)
    assert [(move.value, move.distance) for move in found.moves] == [(1, 4), (1, 1)]


def test_who_knows_some_positions_is_not_asked_about_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[Any] = []

    def make(game: Any, *given: Any, solving: bool, state: Any, time: Any) -> Any:
        made.append(state)
        solved = all_positions.at_once(game, state) if solving else None
        return TextbookEngine(game, solved=solved)

    monkeypatch.setattr(api, "engine_for", make)
    game = Circles(((MAX, (1,)), (MAX, (2, 3)), (MAX, (1,)), 1), "draw")
    for state in (1, 2, 0, 1):
        assert api.solve(game, state).value == 1
    assert made == [1, 0]
    assert api.best_move(game, 2, history=[1], depth=3) == 0
    assert made == [1, 0, 2]  # with a history it is searched, which takes a fast engine
