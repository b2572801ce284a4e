"""Alpha-beta: minimax without the branches that cannot change the result."""

from __future__ import annotations

from typing import Any

from zermelo.game import INFINITY, MAX, MIN, Value
from zermelo.language import mark
from zermelo.search.algorithm import algorithm
from zermelo.search.following import following
from zermelo.search.run import Line, Run, Search


@algorithm(mark("Alpha-beta pruning"), takes=("window", "cut", "returns"))
def alphabeta(run: Run[Any, Any]) -> tuple[Value, Line]:
    """Minimax that skips what cannot matter.

    alpha: what MAX is already sure of; beta: what MIN is already sure of. With the window
    (alpha, beta) and m the minimax value, the result v means:
        v <= alpha         m <= v   (an upper bound)
        alpha < v < beta   m == v
        v >= beta          m >= v   (a lower bound)
    Fail-soft gives the closest such v it has seen; fail-hard clips v to the window.
    """
    return run.root(following(run, alphabeta_search), *run.window)


def alphabeta_search(run: Run[Any, Any], recurse: Search | None = None) -> Search:
    """The recursive function of alpha-beta; its calls to itself go through `recurse`, if given."""
    game, watch, order, limit, settled = run.game, run.watch, run.order, run.limit, run.settled
    strict, hard = run.strict, run.hard

    def value(ply: int, state: Any, action: Any, alpha: Value, beta: Value) -> tuple[Value, Line]:
        watch.enter(ply, state, action, alpha, beta)
        if game.is_terminal(state):
            v = game.utility(state)
            watch.leaf(v, True)
            return v, None
        if ply >= limit and settled(ply, state):
            v = game.evaluate(state)
            watch.leaf(v, False)
            return v, None
        low, high = alpha, beta
        best: Value
        line: Line = None
        actions = iter(order.moves(state, ply))
        if game.to_move(state) == MAX:
            best = -INFINITY
            for action in actions:
                v, rest = descend(ply + 1, game.result(state, action), action, alpha, beta)
                if v > best:
                    best, line = v, (action, rest)
                    watch.best(ply, action, v)
                    if v > alpha:
                        alpha = v
                        watch.bound(MAX, v)
                if alpha >= beta and (alpha > beta or not strict):
                    order.cutoff(state, ply, action)
                    watch.cutoff(MAX, alpha, beta, actions)
                    break
        else:
            best = INFINITY
            for action in actions:
                v, rest = descend(ply + 1, game.result(state, action), action, alpha, beta)
                if v < best:
                    best, line = v, (action, rest)
                    watch.best(ply, action, v)
                    if v < beta:
                        beta = v
                        watch.bound(MIN, v)
                if alpha >= beta and (alpha > beta or not strict):
                    order.cutoff(state, ply, action)
                    watch.cutoff(MIN, beta, alpha, actions)
                    break
        if hard:
            best = min(max(best, low), high)
        watch.leave(best)
        return best, line

    descend = recurse or value
    return value
