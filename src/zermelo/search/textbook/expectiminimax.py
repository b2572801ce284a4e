"""Expectiminimax: minimax with chance nodes, worth the weighted mean of their outcomes."""

from __future__ import annotations

from typing import Any

from zermelo.game import CHANCE, INFINITY, MAX, Value
from zermelo.language import mark
from zermelo.numbers import mean
from zermelo.search.algorithm import algorithm
from zermelo.search.following import following
from zermelo.search.run import Line, Run, Search
from zermelo.search.textbook.table import remembering


@algorithm(mark("Expectiminimax"), takes=("chance_depth", "table"), chance=True, windowed=False)
def expectiminimax(run: Run[Any, Any]) -> tuple[Value, Line]:
    """Minimax with chance: MAX the largest, MIN the smallest, CHANCE the weighted mean.

    The result is exact; whole numbers and fractions in give whole numbers and fractions out.
    """
    build = expectiminimax_search
    search = (remembering if run.settings.get("table") else following)(run, build)
    return run.root(search, -INFINITY, INFINITY)


def expectiminimax_search(run: Run[Any, Any], recurse: Search | None = None) -> Search:
    """The recursive function of expectiminimax."""
    game, watch, order, limit = run.game, run.watch, run.order, run.limit
    cost = run.chance_depth  # 0: a chance node is no ply, and the depth limit looks through it

    def value(ply: int, state: Any, action: Any, alpha: Value, beta: Value) -> tuple[Value, Line]:
        watch.enter(ply, state, action, None, None)
        if game.is_terminal(state):
            return run.leaf(game.utility(state), True)
        player = game.to_move(state)
        best: Value
        line: Line = None
        if player == CHANCE and not (cost and ply >= limit):
            outcomes = list(game.outcomes(state))
            total = sum(weight for _, weight in outcomes)
            parts = []
            for action, weight in outcomes:
                v, _ = descend(ply + cost, game.result(state, action), action, alpha, beta)
                watch.weigh(action, weight, total, v, -INFINITY, INFINITY)
                parts.append((weight, v))
            best = mean(parts)
        elif ply >= limit:
            return run.leaf(game.evaluate(state), False)
        elif player == MAX:
            best = -INFINITY
            for action in order.moves(state, ply):
                v, rest = descend(ply + 1, game.result(state, action), action, alpha, beta)
                if v > best:
                    best, line = v, (action, rest)
                    watch.best(ply, action, v)
        else:
            best = INFINITY
            for action in order.moves(state, ply):
                v, rest = descend(ply + 1, game.result(state, action), action, alpha, beta)
                if v < best:
                    best, line = v, (action, rest)
                    watch.best(ply, action, v)
        watch.leave(best)
        return best, line

    descend = recurse or value
    return value
