"""The textbook lane beside OpenSpiel's Python alpha-beta: the same game, the same run.

OpenSpiel's rules are C++ behind Python bindings; ours are Python. Both searches enter the same
18,297 nodes of tic-tac-toe. The best of several interleaved runs counts, since machines are noisy.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import pyspiel
from open_spiel.python.algorithms import minimax as open_spiel

from zermelo.games import MNK
from zermelo.search import alphabeta, minimax, table

ROUNDS = 15
BOUND = 1.5


def timed(work: Callable[[], object]) -> float:
    """Seconds for one run."""
    began = perf_counter()
    work()
    return perf_counter() - began


def main() -> int:
    """Prints the table; 1 when alpha-beta is too slow."""
    theirs, ours = pyspiel.load_game("tic_tac_toe"), MNK()
    contestants: dict[str, Callable[[], object]] = {
        "OpenSpiel alpha_beta_search": lambda: open_spiel.alpha_beta_search(theirs),
        "zermelo alphabeta": lambda: alphabeta(ours),
        "zermelo table": lambda: table(ours),
    }
    best = dict.fromkeys(contestants, float("inf"))
    for _ in range(ROUNDS):
        for name, work in contestants.items():
            best[name] = min(best[name], timed(work))
    yardstick = best["OpenSpiel alpha_beta_search"]
    print(f"tic-tac-toe from the empty board, best of {ROUNDS} interleaved runs")
    for name, seconds in best.items():
        print(f"  {name:28} {seconds * 1000:7.1f} ms   {seconds / yardstick:5.2f} x OpenSpiel")
    seconds = timed(lambda: minimax(ours))
    print(f"  {'zermelo minimax (549,946)':28} {seconds * 1000:7.1f} ms, once")
    ratio = best["zermelo alphabeta"] / yardstick
    print(f"alphabeta / OpenSpiel = {ratio:.2f}, bound {BOUND}")
    return int(ratio > BOUND)
