"""How kernels are stopped, and what keeps them from going on."""

from __future__ import annotations

import math
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.patience import PATIENCE
from zermelo.compiler import AT_ONCE, LEVEL, SOON, rules
from zermelo.compiler.errors import RuleFault
from zermelo.compiler.rules import CompiledGame, compile
from zermelo.engine import base, engine_for
from zermelo.engine.block import Control
from zermelo.engine.machine import TooNarrow
from zermelo.engine.mcts import SamplingEngine
from zermelo.engine.plain import alphabeta, minimax, perft
from zermelo.engine.pvs import PVSEngine
from zermelo.game import MAX, Game, NoEstimate, ZermeloError
from zermelo.games import Connect4, Pig
from zermelo.games.mnk import MNK
from zermelo.search import TooDeep
from zermelo.search.errors import NotSolved


class Wrong(ValueError):
    """An error of the user's own."""


class Step(NamedTuple):
    """How far it is to the end, and who is to move."""

    left: int
    player: int


class Corridor(Game[Step, int]):
    """One way to go for `length` moves; `wrong` is where the rules have a mistake."""

    def __init__(self, length: int, wrong: int = 1 << 60) -> None:
        self.length, self.wrong = length, wrong

    def initial(self) -> Step:
        return Step(self.length, MAX)

    def to_move(self, state: Step) -> int:
        return state.player

    def actions(self, state: Step) -> Iterator[int]:
        yield 1

    def result(self, state: Step, action: int) -> Step:
        if state.left == self.wrong:
            raise Wrong(f"at {state.left}")
        return Step(state.left - action, -state.player)

    def is_terminal(self, state: Step) -> bool:
        return state.left == 0

    def utility(self, state: Step) -> int:
        return state.player


class Bounded(Corridor):
    """The same with bounds, which a score counts less by the plies to the end."""

    def bounds(self, state: Step) -> tuple[int, int]:
        return -1, 1


@pytest.mark.parametrize("length", [4094, 4095, 4096, 5001])
def test_however_far_the_end_is_a_win_is_a_win(length: int) -> None:
    finding = engine_for(Bounded(length)).solve(line=False)
    assert (finding.value, finding.proven) == (1 if length % 2 == 0 else -1, True)


@pytest.fixture(scope="module")
def long_game() -> CompiledGame:
    """A game that no plain search finishes."""
    game = compile(MNK(5, 5, 4))
    alphabeta(game, depth=2)
    perft(game, 2)
    return game


def test_another_thread_stops_a_search(long_game: CompiledGame) -> None:
    control, told = Control(), []

    def stop() -> None:
        told.append(time.perf_counter())
        control.stop()

    threading.Timer(0.2, stop).start()
    with pytest.raises(ZermeloError, match="stopped"):
        alphabeta(long_game, control=control)
    assert time.perf_counter() - told[0] < PATIENCE
    with pytest.raises(ZermeloError, match="stopped"):  # and it stays stopped
        alphabeta(long_game, control=control)
    with pytest.raises(ZermeloError, match="stopped"):
        perft(long_game, 20, control=control)


def test_a_stopped_search_gives_the_best_so_far(long_game: CompiledGame) -> None:
    control = Control()
    state = long_game.game.parse_state("...../ox.../.ox.x/xo.o./x.oox")
    whole = alphabeta(long_game, state)
    while True:  # how fast the machine is nobody knows
        threading.Timer(random.uniform(0, 0.5), control.stop).start()
        try:
            found = alphabeta(long_game, state, control=control)
        except ZermeloError:
            control = Control()
            continue
        break
    assert (found == whole) if found.proven else (found.stopped and found.nodes < whole.nodes)


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another matter there")
def test_ctrl_c(long_game: CompiledGame) -> None:
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    before = threading.active_count()
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        alphabeta(long_game)
    assert time.perf_counter() - start < PATIENCE
    assert threading.active_count() <= before


def test_counts_begin_anew() -> None:
    game, control = compile(MNK()), Control()
    assert [alphabeta(game, control=control).nodes for _ in range(2)] == [18_297, 18_297]


def test_several_searches_at_once() -> None:
    game = compile(MNK())
    found: list[int] = []
    threads = [threading.Thread(target=lambda: found.append(minimax(game).nodes)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [549_946] * 4


def test_long_games() -> None:
    found = alphabeta(compile(Corridor(20_000)))
    assert (found.nodes, found.depth, len(found.line)) == (20_001, 20_000, 20_000)


def test_games_that_are_too_long() -> None:
    with pytest.raises(TooDeep, match="250,000 plies deep without an end; set a depth limit"):
        alphabeta(compile(Corridor(-1)))


def test_a_depth_without_a_heuristic() -> None:
    with pytest.raises(NoEstimate, match="has no heuristic"):
        alphabeta(compile(Corridor(300)), depth=200)


def test_errors_in_the_rules_are_raised() -> None:
    game = compile(Corridor(300, wrong=100))
    with pytest.raises(RuleFault, match=r"Corridor\.result .*Wrong"):
        alphabeta(game)
    with pytest.raises(RuleFault, match=r"Corridor\.result .*Wrong"):
        perft(game, 299)
    assert perft(game, 199) == 1


def test_no_call_waits_for_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was met needs wider scores, whose kernel takes longer to compile than there is time."""
    engine = engine_for(MNK(3, 3, 3), memory=1)
    assert isinstance(engine, PVSEngine)
    engine.prepare()
    machine, compiled = engine.machine, threading.Event()

    def slow(*arguments: object) -> None:
        compiled.wait(PATIENCE)
        raise ZermeloError("no kernel")

    monkeypatch.setattr(machine.compiled, "kernel", slow)
    monkeypatch.setattr(engine, "_compile", lambda solving, shallow: None)
    with pytest.raises(TooNarrow):
        machine.widen(engine.game.initial())
    began = time.perf_counter()
    assert engine.analyse(time=0.05).nodes == 0
    with pytest.raises(NotSolved):
        engine.solve(time=0.05)
    assert time.perf_counter() - began < PATIENCE / 2
    compiled.set()
    with pytest.raises(ZermeloError, match="no kernel"):
        engine.analyse(depth=3)


@pytest.mark.parametrize("game", [Connect4(), Pig()], ids=["connect4", "pig"])
def test_code_made_in_a_hurry_finds_the_same(
    game: Game[Any, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    monkeypatch.setattr(rules, "_kernels", {})
    few, many = engine_for(game, memory=1), engine_for(game, memory=1)
    quick = few.analyse(depth=2, all_moves=True)
    assert [each.name[:6] for each in tmp_path.glob("zermelo/*kernel*")] == ["level0"]
    many.prepare()
    found = many.analyse(depth=2, all_moves=True)
    same = ("value", "proven", "line", "nodes", "moves")
    assert [getattr(quick, name) for name in same] == [getattr(found, name) for name in same]
    deeper = [engine.analyse(depth=4) for engine in (few, many)]
    assert len(list(tmp_path.glob("zermelo/kernel*"))) == 1  # a deep search is worth the time
    assert (deeper[0].value, deeper[0].nodes) == (deeper[1].value, deeper[1].nodes)


@pytest.mark.parametrize(
    "game", [Connect4(), MNK(4, 4, 3), Pig(goal=20)], ids=lambda game: game.name
)
def test_quick_code_finds_the_same(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    found = {}
    for short, level in ((math.inf, SOON), (0, LEVEL)):
        monkeypatch.setattr(base, "SHORT", short)
        levels: list[int] = []
        kernel = CompiledGame.kernel
        monkeypatch.setattr(
            CompiledGame,
            "kernel",
            lambda *given, k=kernel, n=levels: n.append(given[3]) or k(*given),
        )
        finding = engine_for(game, time=1e6).analyse(depth=5, time=1e6)
        monkeypatch.setattr(CompiledGame, "kernel", kernel)
        assert set(levels) == {level}
        found[level] = finding.value, finding.line, finding.nodes
    assert found[SOON] == found[LEVEL]


def test_only_the_first_short_call_runs_quick_code() -> None:
    engine = engine_for(Corridor(20), time=0.3)
    assert isinstance(engine, SamplingEngine)
    assert isinstance(engine.prover, PVSEngine)
    levels = []
    for limits in ({"time": 0.3}, {"time": 0.3}, {"depth": 1}, {"time": 0.1}):
        engine.analyse(**limits)
        levels.append(engine.prover.machine.level)
    assert levels == [SOON, LEVEL, AT_ONCE, LEVEL]


def test_for_a_moment_hardly_anything_is_optimised() -> None:
    engine = engine_for(Corridor(20), time=0.1)
    assert isinstance(engine, SamplingEngine)
    assert isinstance(engine.prover, PVSEngine)
    levels = []
    for seconds in (0.1, 0.1, 0.1, 0.3):
        assert engine.analyse(time=seconds, nodes=5000).nodes
        levels.append(engine.prover.machine.level)
    assert levels == [AT_ONCE, AT_ONCE, LEVEL, LEVEL]
