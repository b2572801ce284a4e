"""Alpha-beta: minimax without the branches that cannot change the result."""

from __future__ import annotations

from typing import Any, Final

from zermelo.game import INFINITY, MAX, MIN, Value
from zermelo.language import mark
from zermelo.search.algorithm import algorithm
from zermelo.search.following import following
from zermelo.search.run import Line, Run, Search

CONVENTIONAL: Final = ("window", "cut", "test", "returns")


@algorithm(mark("Alpha-beta pruning"), takes=CONVENTIONAL)
def alphabeta(run: Run[Any, Any]) -> tuple[Value, Line]:
    """Minimax that skips what cannot matter.

    alpha: what MAX is already sure of; beta: what MIN is already sure of. With the window
    (alpha, beta) and m the minimax value, the result v means:
        v <= alpha         m <= v   (an upper bound)
        alpha < v < beta   m == v
        v >= beta          m >= v   (a lower bound)
    Fail-soft gives the closest such v it has seen; fail-hard clips v to the window; with "bound"
    MAX gives alpha and MIN beta, which clips v on one side.
    """
    return run.root(following(run, alphabeta_search), *run.window)


def alphabeta_search(run: Run[Any, Any], recurse: Search | None = None) -> Search:
    """The recursive function of alpha-beta; its calls to itself go through `recurse`, if given."""
    game, watch, order, limit, settled = run.game, run.watch, run.order, run.limit, run.settled
    strict, test_first, hard, bound = run.strict, run.test_first, run.hard, run.bound

    def value(ply: int, state: Any, action: Any, alpha: Value, beta: Value) -> tuple[Value, Line]:
        watch.enter(ply, state, action, alpha, beta)
        if game.is_terminal(state):
            return run.leaf(game.utility(state), True)
        if ply >= limit and settled(ply, state):
            return run.leaf(game.evaluate(state), False)
        low, high = alpha, beta
        best: Value
        line: Line = None
        actions = iter(order.moves(state, ply))
        if game.to_move(state) == MAX:
            best = alpha if bound else -INFINITY
            for action in actions:
                v, rest = descend(ply + 1, game.result(state, action), action, alpha, beta)
                if v > best:
                    best, line = v, (action, rest)
                    watch.best(ply, action, v)
                cut = best > beta if strict else best >= beta
                if best > alpha and not (cut and test_first):
                    alpha = best
                    watch.bound(MAX, alpha)
                if cut:
                    order.cutoff(state, ply, action)
                    watch.cutoff(MAX, best, beta, actions)
                    break
        else:
            best = beta if bound else INFINITY
            for action in actions:
                v, rest = descend(ply + 1, game.result(state, action), action, alpha, beta)
                if v < best:
                    best, line = v, (action, rest)
                    watch.best(ply, action, v)
                cut = best < alpha if strict else best <= alpha
                if best < beta and not (cut and test_first):
                    beta = best
                    watch.bound(MIN, beta)
                if cut:
                    order.cutoff(state, ply, action)
                    watch.cutoff(MIN, best, alpha, actions)
                    break
        if hard:
            best = min(max(best, low), high)
        watch.leave(best)
        return best, line

    descend = recurse or value
    return value
