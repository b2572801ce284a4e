"""The compiled lane and the engine beside hand-written C++, the textbook lane and themselves."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Final

from zermelo.bench import positions
from zermelo.bench.core import CHESS
from zermelo.bench.limit import CHESS_LIMIT, LIMIT, NODES
from zermelo.bench.measure import (
    SECONDS,
    SPEED,
    Benchmark,
    Comparison,
    Missing,
    Work,
    after_warmup,
    stopwatch,
)
from zermelo.compiler.rules import compile
from zermelo.engine import plain
from zermelo.engine.factory import engine_for
from zermelo.games import Connect4, Nim, Othello
from zermelo.language import _
from zermelo.search import alphabeta

SMALL_NODES: Final = 62_889  # of alpha-beta over connect four 4x4
NIM_NODES: Final = 39_861_780  # of minimax over Nim 7-5-3
# The first six lines of ply16.txt whose first eight plies take a second or more, on one thread.
HARD: Final = ("73725712", "66577473", "31441222", "13536733", "66216517", "76565475")
HARDEST: Final = ("66216517",)  # of them; threads have something to share
OTHELLO_DEPTH: Final = 16


def plain_alphabeta() -> Work:
    """The compiled alpha-beta over what the C++ program searches."""
    game = compile(Connect4(5, 4, sooner=False))
    return after_warmup(lambda: plain.alphabeta(game).nodes, NODES)


def textbook() -> Work:
    """The textbook's over a smaller board."""
    game = Connect4(4, 4, sooner=False)
    return stopwatch(lambda: alphabeta(game).nodes, SMALL_NODES)


def nim() -> Work:
    """Minimax over the whole of Nim 7-5-3."""
    game = compile(Nim((7, 5, 3)))
    return after_warmup(lambda: plain.minimax(game).nodes, NIM_NODES)


def batch(game: str, name: str) -> Work:
    """`zermelo solve GAME --batch FILE`, in a process of its own, by its own clock."""
    command = ["solve", game, "--batch", str(positions.file(name))]
    known = [re.split(r"[ :;]+", line) for line in positions.lines(name)]

    def run() -> float:
        done = _zermelo(*command)
        values = [line.split()[0] for line in done.stdout.splitlines()]
        # Connect four: X is to move. Othello: the value is for X, the score for who is to move.
        for value, words in zip(values, known, strict=True):
            score = int(words[1]) if game == "connect4" else int(words[3])
            sign = -1 if words[1] == "O" else 1
            assert int(value) * sign == score, (words, value)
        found = re.search(r"([\d.]+) s$", done.stderr.strip())
        assert found, done.stderr
        return float(found[1])

    return run


def connect_four(threads: int, hard: tuple[str, ...] = HARD) -> Work:
    """Positions that take a second or more, each with an empty table."""
    _needs_cores(threads)
    game = Connect4()
    states = [game.parse_state(moves) for moves in hard]

    def run() -> float:
        seconds = 0.0
        for state in states:
            engine = engine_for(game, threads)
            engine.prepare(solving=True)
            began = perf_counter()
            engine.solve(state, line=False)
            seconds += perf_counter() - began
        return seconds

    return run


def othello(threads: int) -> Work:
    """Othello from the beginning, to a fixed depth."""
    _needs_cores(threads)

    def run() -> float:
        engine = engine_for(Othello(), threads)
        engine.prepare()
        began = perf_counter()
        engine.analyse(depth=OTHELLO_DEPTH)
        return perf_counter() - began

    return run


def _needs_cores(threads: int) -> None:
    cores = os.cpu_count() or 1
    if cores < threads:
        raise Missing(_("this machine has {cores} core").format(cores=cores))


def empty_process() -> Work:
    """Python, doing nothing."""
    return after_warmup(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True))


def first_move() -> Work:
    """A new process, from its start to its first move (and its end), with a filled cache."""
    return after_warmup(_play)


def first_move_cold() -> Work:
    """The same with an empty cache."""

    def work() -> None:
        with tempfile.TemporaryDirectory() as folder:
            _play(folder)

    return stopwatch(work)


def _play(cache: str | None = None) -> None:
    arguments = ("play", "connect4", "--side", "min", "--time", "0.1")
    done = _zermelo(*arguments, given="quit\n", cache=cache)
    assert "MAX plays" in done.stdout, done


def _zermelo(
    *arguments: str, given: str = "", cache: str | None = None
) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LANGUAGE": "en"}
    if cache:
        environment["ZERMELO_CACHE"] = str(Path(cache))
    return subprocess.run(
        [sys.executable, "-m", "zermelo", *arguments],
        input=given,
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )


THINGS: Final = [
    LIMIT,
    Benchmark("compiled 5x4", plain_alphabeta, NODES),
    Benchmark("textbook 4x4", textbook, SMALL_NODES),
    Benchmark("Nim", nim, NIM_NODES),
    CHESS_LIMIT,
    CHESS,
    Benchmark("ply16", lambda: batch("connect4", "connect4/ply16.txt")),
    Benchmark("ply20", lambda: batch("connect4", "connect4/ply20.txt")),
    Benchmark("FFO", lambda: batch("othello", "othello-ffo-1-19.txt")),
    Benchmark("connect four, 1 thread", lambda: connect_four(1), rounds=2, slow=True),
    Benchmark("connect four, 2 threads", lambda: connect_four(2), rounds=2, slow=True),
    Benchmark("hardest, 1 thread", lambda: connect_four(1, HARDEST), rounds=2, slow=True),
    Benchmark("hardest, 8 threads", lambda: connect_four(8, HARDEST), rounds=2, slow=True),
    Benchmark("Othello, 1 thread", lambda: othello(1), rounds=2, slow=True),
    Benchmark("Othello, 2 threads", lambda: othello(2), rounds=2, slow=True),
    Benchmark("empty process", empty_process),
    Benchmark("first move", first_move),
    Benchmark("first move, cold", first_move_cold, rounds=1, slow=True),
]
COMPARISONS: Final = [
    Comparison("alpha-beta 5x4, nodes/s", "compiled 5x4", LIMIT.name, SPEED, 0.85),
    Comparison("alpha-beta, nodes/s", "compiled 5x4", "textbook 4x4", SPEED, 150),
    Comparison("chess, moves/s", CHESS.name, CHESS_LIMIT.name, SPEED, 0.2),
    Comparison("minimax of Nim 7-5-3", "Nim", LIMIT.name, bound=4),
    Comparison("solve connect4, 60 of ply 16", "ply16", LIMIT.name, bound=3),
    Comparison("solve connect4, 300 of ply 20", "ply20", LIMIT.name, bound=1.9),
    Comparison("solve othello, FFO 1 to 19", "FFO", LIMIT.name, bound=100),
    Comparison(
        "two threads, connect four", "connect four, 2 threads", "connect four, 1 thread", SPEED, 1.8
    ),
    Comparison("eight threads, one position", "hardest, 8 threads", "hardest, 1 thread", SPEED, 6),
    Comparison("two threads, Othello", "Othello, 2 threads", "Othello, 1 thread", SPEED, 1.6),
    Comparison("start to first move", "first move", "empty process", SECONDS, 1),
    Comparison("the same, cold cache", "first move, cold", "empty process", SECONDS, 6),
]
