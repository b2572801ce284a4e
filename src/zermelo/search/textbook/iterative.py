"""Iterative deepening, or incremental minimax: depth 1, then 2, until the time is over."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from zermelo.game import NoEstimate, Value
from zermelo.language import mark
from zermelo.search.algorithm import algorithm
from zermelo.search.run import Line, Run
from zermelo.search.textbook.alphabeta import CONVENTIONAL, alphabeta_search
from zermelo.search.textbook.table import maybe_remembering


@algorithm(mark("Iterative deepening"), takes=(*CONVENTIONAL, "table"))
def iterative(run: Run[Any, Any]) -> tuple[Value, Line]:
    """Alpha-beta to depth 1, 2, 3, ...; stopped, it answers with the last complete depth.

    Lectures also call it incremental minimax.

    Each iteration has the bound contract of alphabeta. It ends by itself when an iteration has
    seen the end of the game on every line, or at the depth asked for.
    """

    def iteration(value: Value | None) -> tuple[Value, Line]:
        return run.root(maybe_remembering(run, alphabeta_search), *run.window)

    return deepening(run, iteration)


def deepening(
    run: Run[Any, Any], iteration: Callable[[Value | None], tuple[Value, Line]]
) -> tuple[Value, Line]:
    """Calls `iteration` with the value of the one before, one ply deeper each time.

    A game without estimates is searched to its end at once. An iteration that meets a state
    without one is given up: the one that reaches the end of the game needs none.
    """
    if not run.game.has_heuristic:
        return iteration(None)
    last, value, line = run.limit, None, None
    for depth in count(1 if last else 0):
        run.limit = depth
        run.watch.iteration(depth + run.root_depth)
        try:
            value, line = iteration(value)
        except NoEstimate as missing:
            if depth == last:
                raise
            run.watch.give_up(str(missing))
            continue
        run.keep(value, line)
        if depth == last or not run.tally.guesses:
            break
    assert value is not None
    return value, line
