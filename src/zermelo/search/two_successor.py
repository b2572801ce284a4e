"""The two-successor search of the Nim agent of 2017: of all moves, the best and worst looking."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zermelo.game import INFINITY, Value
from zermelo.language import mark
from zermelo.search.algorithm import algorithm
from zermelo.search.following import following
from zermelo.search.minimax import minimax_search
from zermelo.search.ordering import Ordering, estimate
from zermelo.search.run import Line, Run


@algorithm(mark("Two-successor search"), needs=("evaluate",), exact=False, windowed=False)
def two_successor(run: Run[Any, Any]) -> tuple[Value, Line]:
    """Minimax that keeps two successors of each state: best and worst by the heuristic.

    Forward pruning: fast, and without any guarantee. The value is exact for the tree of the
    successors kept and says nothing certain about the game, unless no successor was dropped.
    """
    order = run.order

    class BestAndWorst(Ordering):
        def moves(self, state: Any, ply: int) -> Iterable[Any]:
            actions = list(order.moves(state, ply))
            if len(actions) <= 2:
                return actions
            sign = self.game.to_move(state)
            looks = {a: sign * estimate(self.game, self.game.result(state, a)) for a in actions}
            best, worst = max(actions, key=looks.__getitem__), min(actions, key=looks.__getitem__)
            run.watch.drop([a for a in actions if a not in (best, worst)])
            return [best] if best == worst else [best, worst]

    run.order = BestAndWorst(run.game)
    return run.root(following(run, minimax_search), -INFINITY, INFINITY)
