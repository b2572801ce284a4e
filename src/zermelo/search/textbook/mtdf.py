"""MTD(f): close in on the value with nothing but narrow windows."""

from __future__ import annotations

from typing import Any

from zermelo.game import INFINITY, MAX, Value
from zermelo.language import mark
from zermelo.search.algorithm import algorithm
from zermelo.search.run import Line, Run
from zermelo.search.tally import Stopped
from zermelo.search.textbook.alphabeta import alphabeta_search
from zermelo.search.textbook.table import maybe_remembering


@algorithm(mark("MTD(f)"), takes=("guess", "table"))
def mtdf(run: Run[Any, Any]) -> tuple[Value, Line]:
    """A first guess, and alpha-beta with a window of width 1 until the bounds meet.

    Between passes low <= value <= high; a pass raises low, lowers high, or falls inside its
    window and is exact. The table makes a pass over known ground cheap.
    """
    search = maybe_remembering(run, alphabeta_search)

    def converge(
        ply: int, state: Any, action: Any, _low: Value, _high: Value
    ) -> tuple[Value, Line]:
        value: Value = run.settings.get("guess", 0)
        line: Line = None
        low: Value = -INFINITY
        high: Value = INFINITY
        while low < high:
            beta = value + 1 if value == low else value
            alpha = beta - 1
            if not alpha < beta or beta == low:  # 1 is nothing to a huge float
                alpha, beta = -INFINITY, INFINITY
            run.watch.window("test", action, alpha, beta)
            value, found = search(ply, state, action, alpha, beta)
            if value > alpha:
                low = value
            if value < beta:
                high = value
            # A move is proved the best by raising MAX's low end, or lowering MIN's high end.
            if (
                not found
                or line is None
                or (value > alpha if run.game.to_move(state) == MAX else value < beta)
            ):
                line = found
        return value, (line[0], None) if line else None

    try:
        return run.root(converge, -INFINITY, INFINITY)
    except Stopped:
        run.tally.root_best = None  # a pass cut short has no move to show
        raise
