"""Minimax: MAX takes the largest value, MIN the smallest."""

from __future__ import annotations

from typing import Any

from zermelo.game import INFINITY, MAX, Value
from zermelo.language import mark
from zermelo.search.algorithm import algorithm
from zermelo.search.run import Line, Run, Search


@algorithm(mark("Minimax"), windowed=False)
def minimax(run: Run[Any, Any]) -> tuple[Value, Line]:
    """The whole tree, or all of it down to a depth.

    The result is the exact value for MAX: of the game, or, with a depth limit, of the tree cut
    off there with the heuristic's estimates for leaves.
    """
    return run.root(minimax_search(run), -INFINITY, INFINITY)


def minimax_search(run: Run[Any, Any]) -> Search:
    """The recursive function of minimax."""
    game, watch, order, limit = run.game, run.watch, run.order, run.limit

    def value(
        ply: int, state: Any, action: Any, _: Any = None, __: Any = None
    ) -> tuple[Value, Line]:
        watch.enter(ply, state, action, None, None)
        if game.is_terminal(state):
            return leaf(game.utility(state), True)
        if ply >= limit:
            return leaf(game.evaluate(state), False)
        best: Value
        line: Line = None
        if game.to_move(state) == MAX:
            best = -INFINITY
            for action in order.moves(state, ply):
                v, rest = value(ply + 1, game.result(state, action), action)
                if v > best:
                    best, line = v, (action, rest)
                    watch.best(ply, action, v)
        else:
            best = INFINITY
            for action in order.moves(state, ply):
                v, rest = value(ply + 1, game.result(state, action), action)
                if v < best:
                    best, line = v, (action, rest)
                    watch.best(ply, action, v)
        watch.leave(best)
        return best, line

    def leaf(v: Value, exact: bool) -> tuple[Value, Line]:
        watch.leaf(v, exact)
        return v, None

    return value
