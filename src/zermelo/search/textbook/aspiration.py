"""Aspiration windows: guess the value from the iteration before."""

from __future__ import annotations

from typing import Any

from zermelo.game import INFINITY, Value
from zermelo.language import mark
from zermelo.search.algorithm import algorithm
from zermelo.search.run import Line, Run
from zermelo.search.textbook.alphabeta import alphabeta_search
from zermelo.search.textbook.iterative import deepening
from zermelo.search.textbook.table import maybe_remembering


@algorithm(mark("Aspiration windows"), takes=("delta", "cut", "table"))
def aspiration(run: Run[Any, Any]) -> tuple[Value, Line]:
    """Iterative deepening, each time with a narrow window around the last value.

    A value inside the window is exact. A value outside is only a bound: the search is repeated
    with the window open on that side, so that the result is always exact.
    """
    delta = run.settings.get("delta", 1)

    def iteration(value: Value | None) -> tuple[Value, Line]:
        search = maybe_remembering(run, alphabeta_search)
        narrow = value is not None and value - delta < value < value + delta
        if value is None or not narrow or run.settings.get("all_moves"):
            return run.root(search, -INFINITY, INFINITY)
        alpha, beta = value - delta, value + delta
        run.watch.window("guess", None, alpha, beta)
        found, line = run.root(search, alpha, beta)
        while not alpha < found < beta:
            if found <= alpha:
                alpha = -INFINITY
            else:
                beta = INFINITY
            run.watch.window("again", None, alpha, beta)
            found, line = run.root(search, alpha, beta)
        return found, line

    return deepening(run, iteration)
