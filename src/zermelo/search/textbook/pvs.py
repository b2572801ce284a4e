"""Principal-variation search: trust the first move, and only test the others."""

from __future__ import annotations

from typing import Any

from zermelo.game import INFINITY, MAX, MIN, Value
from zermelo.language import mark
from zermelo.search.algorithm import algorithm
from zermelo.search.run import Line, Run, Search
from zermelo.search.textbook.table import maybe_remembering


@algorithm(mark("Principal-variation search"), takes=("window", "table"))
def pvs(run: Run[Any, Any]) -> tuple[Value, Line]:
    """Alpha-beta that tests every move after the first with a window of width 1.

    The bound contract of alphabeta, fail-soft. A test either shows that the move is no better
    than the best so far, or its value lies inside the test's window and is exact, or the move
    is searched again with the whole window.
    """
    return run.root(maybe_remembering(run, pvs_search), *run.window)


def pvs_search(run: Run[Any, Any], recurse: Search | None = None) -> Search:
    """The recursive function of PVS; its calls to itself go through `recurse`, if given."""
    game, watch, order, limit, settled = run.game, run.watch, run.order, run.limit, run.settled

    def value(ply: int, state: Any, action: Any, alpha: Value, beta: Value) -> tuple[Value, Line]:
        watch.enter(ply, state, action, alpha, beta)
        if game.is_terminal(state):
            return run.leaf(game.utility(state), True)
        if ply >= limit and settled(ply, state):
            return run.leaf(game.evaluate(state), False)
        best: Value
        line: Line = None
        actions = iter(order.moves(state, ply))
        if game.to_move(state) == MAX:
            best = -INFINITY
            for action in actions:
                child = game.result(state, action)
                test = alpha + 1 if line and alpha < alpha + 1 < beta else beta
                if test < beta:
                    watch.window("test", action, alpha, test)
                v, rest = descend(ply + 1, child, action, alpha, test)
                if test <= v < beta:
                    watch.window("again", action, alpha, beta)
                    v, rest = descend(ply + 1, child, action, alpha, beta)
                if v > best:
                    best, line = v, (action, rest)
                    watch.best(ply, action, v)
                    if v > alpha:
                        alpha = v
                        watch.bound(MAX, v)
                if alpha >= beta:
                    order.cutoff(state, ply, action)
                    watch.cutoff(MAX, alpha, beta, actions)
                    break
        else:
            best = INFINITY
            for action in actions:
                child = game.result(state, action)
                test = beta - 1 if line and alpha < beta - 1 < beta else alpha
                if test > alpha:
                    watch.window("test", action, test, beta)
                v, rest = descend(ply + 1, child, action, test, beta)
                if alpha < v <= test:
                    watch.window("again", action, alpha, beta)
                    v, rest = descend(ply + 1, child, action, alpha, beta)
                if v < best:
                    best, line = v, (action, rest)
                    watch.best(ply, action, v)
                    if v < beta:
                        beta = v
                        watch.bound(MIN, v)
                if alpha >= beta:
                    order.cutoff(state, ply, action)
                    watch.cutoff(MIN, beta, alpha, actions)
                    break
        watch.leave(best)
        return best, line

    descend = recurse or value
    return value
