"""The compiled lane and the engine beside hand-written C++: every speed as a ratio to it.

"The limit" is plain alpha-beta over connect four with 5 columns and 4 rows, 18,026,614 nodes, in
C++ (`connect4_5x4.cpp`), built with `g++ -O3 -march=native` when the benchmark runs. Everything is
run several times, one after the other, and the best counts, since machines are noisy.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from zermelo import compiled
from zermelo.compiled.engine import Engine
from zermelo.games import Connect4, Nim, Othello
from zermelo.search import alphabeta

HERE = Path(__file__).parent
ORACLES = HERE.parent / "tests" / "oracles"
ROUNDS = 5
NODES = 18_026_614


def limit_program(folder: str) -> Callable[[], float]:
    """Builds the C++ program; each call runs it and returns its own seconds."""
    program = Path(folder) / "limit"
    source = HERE / "connect4_5x4.cpp"
    build = ["g++", "-O3", "-march=native", str(source), "-o", str(program)]
    subprocess.run(build, check=True)

    def run() -> float:
        out = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout
        nodes, seconds = out.split()[3], out.split()[5]
        assert int(nodes) == NODES, out
        return float(seconds)

    return run


def timed(work: Callable[[], object]) -> float:
    """Seconds for one run."""
    began = perf_counter()
    work()
    return perf_counter() - began


def contestants() -> dict[str, Callable[[], object]]:
    """What is measured, each already compiled and run once."""
    plain = compiled.compile(Connect4(5, 4, sooner=False))
    nim = compiled.compile(Nim())
    four, othello = Engine(Connect4(), memory=4), Engine(Othello(), memory=16)
    positions = {
        name: [four.game.parse_state(line.split()[0]) for line in lines(f"connect4/{name}.txt")]
        for name in ("ply16", "ply20")
    }
    ffo = [othello.game.parse_state(line.split(";")[0]) for line in lines("othello-ffo-1-19.txt")]

    def solve_all(engine: Engine, states: list) -> Callable[[], object]:  # type: ignore[type-arg]
        def work() -> None:
            engine.table.fill(0)
            engine.run(lambda: [engine.solve(state, line=False) for state in states])

        return work

    def searched(count: int, result: object) -> None:
        assert result == count, f"{result} nodes, not {count}"

    return {
        "alpha-beta 5x4": lambda: searched(NODES, compiled.alphabeta(plain).nodes),
        "minimax Nim 7-5-3": lambda: searched(39_861_780, compiled.minimax(nim).nodes),
        "solve ply16 (60)": solve_all(four, positions["ply16"]),
        "solve ply20 (300)": solve_all(four, positions["ply20"]),
        "solve FFO 1-19": solve_all(othello, ffo),
    }


BOUNDS = {
    "alpha-beta 5x4": 1 / 0.7,
    "minimax Nim 7-5-3": 4.0,
    "solve ply16 (60)": 3.0,
    "solve ply20 (300)": 1.9,
    "solve FFO 1-19": 100.0,
}


def lines(name: str) -> list[str]:
    """The lines of an oracle file."""
    return (ORACLES / name).read_text().splitlines()


def main() -> int:
    """Prints the table, and the figures as JSON; 1 when a ratio is over its bound."""
    with tempfile.TemporaryDirectory() as folder:
        limit = limit_program(folder)
        works = contestants()
        for work in works.values():
            work()  # compiles, or loads
        best = dict.fromkeys(works, float("inf"))
        yardstick = float("inf")
        for _ in range(ROUNDS):
            yardstick = min(yardstick, limit())
            for name, work in works.items():
                best[name] = min(best[name], timed(work))
    print(f"the limit, C++: {yardstick:.4f} s, {NODES / yardstick / 1e6:.0f} M nodes/s")
    for name, seconds in best.items():
        print(
            f"  {name:20} {seconds:8.4f} s  {seconds / yardstick:6.2f} x, bound {BOUNDS[name]:.2f}"
        )
    small = Connect4(4, 4, sooner=False)
    slow = alphabeta(small).nodes / min(timed(lambda: alphabeta(small)) for _ in range(2))
    textbook = NODES / best["alpha-beta 5x4"] / slow
    print(f"  compiled / textbook, nodes a second: {textbook:.0f} x, bound 150")
    ratios = {name: seconds / yardstick for name, seconds in best.items()}
    print(json.dumps({"limit_seconds": yardstick, "ratios": ratios, "textbook": textbook}))
    return int(any(ratios[name] > BOUNDS[name] for name in ratios))
