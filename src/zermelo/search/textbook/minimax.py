"""Minimax: MAX takes the largest value, MIN the smallest."""

from __future__ import annotations

from typing import Any

from zermelo.game import INFINITY, MAX, Value
from zermelo.language import mark
from zermelo.search.algorithm import algorithm
from zermelo.search.following import following
from zermelo.search.run import Line, Run, Search


@algorithm(mark("Minimax"), takes=("ties",), windowed=False)
def minimax(run: Run[Any, Any]) -> tuple[Value, Line]:
    """The whole tree, or all of it down to a depth.

    The result is the exact value for MAX: of the game, or, with a depth limit, of the tree cut
    off there with the heuristic's estimates for leaves.
    """
    return run.root(following(run, minimax_search), -INFINITY, INFINITY)


def minimax_search(run: Run[Any, Any], recurse: Search | None = None) -> Search:
    """The recursive function of minimax; its calls to itself go through `recurse`, if given."""
    game, watch, order, limit = run.game, run.watch, run.order, run.limit
    last = run.settings.get("ties") == "last"

    def value(ply: int, state: Any, action: Any, _: Value, __: Value) -> tuple[Value, Line]:
        watch.enter(ply, state, action, None, None)
        if game.is_terminal(state):
            return run.leaf(game.utility(state), True)
        if ply >= limit:
            return run.leaf(game.evaluate(state), False)
        best: Value
        line: Line = None
        if game.to_move(state) == MAX:
            best = -INFINITY
            for action in order.moves(state, ply):
                v, rest = descend(ply + 1, game.result(state, action), action, -INFINITY, INFINITY)
                if v > best or (last and v == best):
                    best, line = v, (action, rest)
                    watch.best(ply, action, v)
        else:
            best = INFINITY
            for action in order.moves(state, ply):
                v, rest = descend(ply + 1, game.result(state, action), action, -INFINITY, INFINITY)
                if v < best or (last and v == best):
                    best, line = v, (action, rest)
                    watch.best(ply, action, v)
        watch.leave(best)
        return best, line

    descend = recurse or value
    return value
