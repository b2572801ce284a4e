"""The benchmark: what it makes of times, what it does without, and that it can tell weak play."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.cli.conftest import Run, run  # noqa: F401
from tests.long import some
from zermelo.bench import peers, positions, strength
from zermelo.bench.core import NODES
from zermelo.bench.limit import chess_moves, limit_program
from zermelo.bench.measure import (
    SECONDS,
    SPEED,
    Benchmark,
    Comparison,
    Missing,
    Row,
    Work,
    compare,
    measure,
)
from zermelo.game import Game


def taking(*seconds: float) -> Work:
    """A work that took these times, one after the other."""
    times: Iterator[float] = iter(seconds)
    return lambda: next(times)


def missing() -> Work:
    raise Missing("there is no such thing")


def not_installed() -> Work:
    raise ModuleNotFoundError("no module", name="thing")


THINGS = [
    Benchmark("limit", lambda: taking(3.0, 2.0, 4.0), nodes=100),
    Benchmark("ours", lambda: taking(5.0, 6.0, 4.0), nodes=300),
    Benchmark("slow", lambda: taking(7.0), rounds=1, slow=True),
    Benchmark("missing", missing),
    Benchmark("absent", not_installed),
]


def test_the_best_of_several_rounds_counts() -> None:
    told: list[str] = []
    assert measure(THINGS, 3, tell=told.append) == {
        "limit": 2.0,
        "ours": 4.0,
        "slow": 7.0,
        "missing": "there is no such thing",
        "absent": "thing is not installed",
    }
    rounds = [text for text in told if text.startswith("round")]
    assert rounds[:4] == [
        "round 1 of 3: limit",
        "round 1 of 3: ours",
        "round 1 of 3: slow",
        "round 2 of 3: limit",
    ]
    assert measure(THINGS, 1, quick=True)["slow"] == "left out of a quick run"


@pytest.mark.parametrize(
    ("comparison", "ratio", "kept"),
    [
        (Comparison("time", "ours", "limit", bound=2.0), 2.0, True),
        (Comparison("time", "ours", "limit", bound=1.9), 2.0, False),
        (Comparison("speed", "ours", "limit", SPEED, 1.5), 1.5, True),
        (Comparison("speed", "ours", "limit", SPEED, 1.6), 1.5, False),
        (Comparison("no nodes", "slow", "limit", SPEED, 0.3), 2.0 / 7.0, False),
        (Comparison("seconds", "ours", "limit", SECONDS, 4.0), 2.0, True),
        (Comparison("seconds", "ours", "limit", SECONDS, 3.9), 2.0, False),
        (Comparison("no bound", "ours", "limit"), 2.0, None),
        (Comparison("missing", "missing", "limit", bound=1.0), None, None),
        (Comparison("beside nothing", "ours", "absent", bound=1.0), None, None),
    ],
    ids=lambda given: given.name if isinstance(given, Comparison) else None,
)
def test_rows(comparison: Comparison, ratio: float | None, kept: bool | None) -> None:
    (row,) = compare(THINGS, [comparison], measure(THINGS, 3))
    assert isinstance(row, Row)
    assert row.ratio == (None if ratio is None else pytest.approx(ratio))
    assert row.as_json()["kept"] is row.passes is kept
    assert bool(row.note) == (ratio is None)


# --- what is measured against ----------------------------------------------------------------


@pytest.mark.skipif(not shutil.which("g++"), reason="there is no g++")
def test_the_limit_programs_enter_their_nodes() -> None:
    assert limit_program()() > 0
    promotions = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -"
    assert chess_moves(promotions, 4, 422_333)() > 0  # published
    en_passant = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"
    assert chess_moves(en_passant, 5, 674_624)() > 0  # published


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(Missing, match=r"no g\+\+"):
        limit_program()


def test_without_the_repository(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert len(positions.connect_four("ply16")) == 60
    monkeypatch.setattr("zermelo.__file__", str(tmp_path / "lib" / "zermelo" / "__init__.py"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Missing, match=r"ply16\.txt is part of the repository"):
        positions.connect_four("ply16")


def test_open_spiel_enters_the_same_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    entered, search = [], minimax._alpha_beta

    def counting(*arguments: Any, **named: Any) -> Any:
        entered.append(arguments)
        return search(*arguments, **named)

    monkeypatch.setattr(minimax, "_alpha_beta", counting)
    peers.open_spiel()()
    assert len(entered) == NODES


def test_easy_ai_enters_the_nodes_that_we_say() -> None:
    easy_ai = pytest.importorskip("easyAI")
    game = peers.tic_tac_toe()
    moves: list[int] = []
    make_move = game.make_move

    def counting(move: int) -> None:
        moves.append(move)
        make_move(move)

    game.make_move = counting
    search = easy_ai.Negamax(9)
    search(game)
    assert (search.alpha, len(moves) + 1) == (0, peers.EASYAI_NODES)


def test_python_chess_counts_right() -> None:
    pytest.importorskip("chess")
    assert peers.chess_moves()() > 0


# --- strength ----------------------------------------------------------------------------------


def silence(text: str) -> None:
    """Nobody listens."""


class First:
    """An engine that plays the first legal move."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game

    def analyse(self, state: Any, time: float) -> Any:
        return SimpleNamespace(action=next(iter(self.game.actions(state))))


@pytest.mark.parametrize("weak", some([True, False], 1))
def test_positions_that_must_be_held(monkeypatch: pytest.MonkeyPatch, weak: bool) -> None:
    monkeypatch.setattr(strength, "SECONDS", 5.0)  # at most: it proves what it plays, and sooner
    if weak:
        monkeypatch.setattr(strength, "_new_engine", First)
    score = strength.connect_four(2, seed=1, tell=silence)
    assert score.games == 2
    assert score.passes is not weak
    assert (score.good == score.games) is not weak


# --- the command -------------------------------------------------------------------------------


def test_the_command(run: Run) -> None:  # noqa: F811
    done = run("bench", "core", "--quick", "--json")
    assert done.status == 0
    assert set(done.json["machine"]) >= {"cpus", "python", "llvmlite"}
    names = [row["name"] for row in done.json["rows"]]
    assert len(set(names)) == len(names) == 7
    keys = {"name", "seconds", "beside", "reference_seconds", "ratio", "bound", "kept"}
    assert all(set(row) >= keys for row in done.json["rows"])
    assert all(name in done.err for name in names)  # the table


def test_a_benchmark_that_there_is_not(run: Run) -> None:  # noqa: F811
    done = run("bench", "cor")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "no benchmark 'cor'" in done.err
    assert "core" in done.err
