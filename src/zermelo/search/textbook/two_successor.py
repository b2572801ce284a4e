"""The two searches of the Nim agent of 2017: of all moves, the best and the worst looking."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zermelo.game import INFINITY, NoEstimate, Value
from zermelo.language import mark
from zermelo.search.algorithm import algorithm
from zermelo.search.following import following
from zermelo.search.ordering import Ordering, estimate
from zermelo.search.run import Line, Run
from zermelo.search.textbook.alphabeta import CONVENTIONAL, alphabeta_search
from zermelo.search.textbook.minimax import minimax_search


@algorithm(
    mark("Two-successor search"),
    takes=("ties", "ends"),
    needs=("evaluate",),
    exact=False,
    windowed=False,
)
def two_successor(run: Run[Any, Any]) -> tuple[Value, Line]:
    """Minimax that keeps two successors of each state: best and worst by the heuristic.

    Forward pruning: fast, and without any guarantee. The value is exact for the tree of the
    successors kept and says nothing certain about the game, unless no successor was dropped.
    """
    run.order = BestAndWorst(run)
    return run.root(following(run, minimax_search), -INFINITY, INFINITY)


@algorithm(
    mark("Two-successor alpha-beta"),
    takes=(*CONVENTIONAL, "ends", "plays"),
    needs=("evaluate",),
    exact=False,
)
def two_successor_ab(run: Run[Any, Any]) -> tuple[Value, Line]:
    """Alpha-beta that keeps two successors of each state: best and worst by the heuristic.

    The bound contract of alphabeta, for the tree of the successors kept. As the report prints it,
    it remembers the successor that it looked at last as its move, not the best: `plays="last"`.
    """
    order = run.order = BestAndWorst(run)
    value, line = run.root(following(run, alphabeta_search), *run.window)
    if run.settings.get("plays") == "last" and order.last is not None:
        line = order.last, None
    return value, line


class BestAndWorst(Ordering):
    """The successors that look best and worst to the player to move; right to left, worst first."""

    def __init__(self, run: Run[Any, Any]) -> None:
        super().__init__(run.game)
        self.all, self.watch = run.order, run.watch
        self.worst_first = run.settings.get("order") == "right"
        self.literal = run.settings.get("ends") == "heuristic"
        self.last: Any = None  # of the root's successors

    def moves(self, state: Any, ply: int) -> Iterable[Any]:
        actions = list(self.all.moves(state, ply))
        try:
            looks = {action: self.look(state, action) for action in actions}
        except NoEstimate:
            if len(actions) > 2:
                raise
            kept = actions  # nothing is to be left out: no estimate is needed
        else:
            kept = self.kept(actions, looks)
        if ply == 0 and kept:
            self.last = kept[-1]
        return kept

    def kept(self, actions: list[Any], looks: dict[Any, Value]) -> list[Any]:
        """The two that are searched, by how all of them look."""
        self.watch.look(looks.items())
        kept = sorted(actions, key=looks.__getitem__, reverse=True)
        if len(actions) > 2:
            best, worst = kept[0], min(actions, key=looks.__getitem__)
            kept = [best] if best == worst else [best, worst]
            self.watch.drop([action for action in actions if action not in kept])
        return kept[::-1] if self.worst_first else kept

    def look(self, state: Any, action: Any) -> Value:
        """How good a successor looks for the player who moves there."""
        child = self.game.result(state, action)
        value = self.game.evaluate(child) if self.literal else estimate(self.game, child)
        return value * self.game.to_move(state)
