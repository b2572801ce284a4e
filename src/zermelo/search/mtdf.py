"""MTD(f): close in on the value with nothing but narrow windows."""

from __future__ import annotations

from typing import Any

from zermelo.game import MAX, Value
from zermelo.search.alphabeta import alphabeta_search
from zermelo.search.run import INFINITY, Line, Run, algorithm
from zermelo.search.table import maybe_remembering


@algorithm(takes=("guess", "table", "symmetry"))
def mtdf(run: Run[Any, Any]) -> tuple[Value, Line]:
    """A first guess, and alpha-beta with a window of width 1 until the bounds meet.

    Between passes low <= value <= high; a pass raises low, lowers high, or falls inside its
    window and is exact. The table makes a pass over known ground cheap.
    """
    search = maybe_remembering(run, alphabeta_search)

    def converge(
        ply: int, state: Any, action: Any, _low: Value, _high: Value
    ) -> tuple[Value, Line]:
        value, line = run.settings.get("guess", 0), None
        low: Value = -INFINITY
        high: Value = INFINITY
        while low < high:
            beta = value + 1 if value == low else value
            if low > -INFINITY or high < INFINITY:
                run.watch.research(action, beta - 1, beta)
            value, found = search(ply, state, action, beta - 1, beta)
            if value > beta - 1:
                low = value
            if value < beta:
                high = value
            # Only a pass that MAX's move survives, or MIN's, proves that move the best.
            if line is None or (value >= beta) == (run.game.to_move(state) == MAX):
                line = found
        return value, (line[0], None) if line else None

    return run.root(converge, -INFINITY, INFINITY)
