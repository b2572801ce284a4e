"""max^n: minimax for several players, each of whom takes what is most for themselves."""

from __future__ import annotations

from typing import Any

from zermelo.door import checked_mover, checked_utility
from zermelo.game import INFINITY
from zermelo.language import mark
from zermelo.search.algorithm import SEVERAL, algorithm
from zermelo.search.following import following
from zermelo.search.run import Line, Run, Search


@algorithm(mark("max^n"), common=SEVERAL, several=True, windowed=False)
def maxn(run: Run[Any, Any]) -> tuple[Any, Line]:
    """Minimax for several players: each takes the payoffs that are most for themselves.

    The result is a tuple, what each player gets. Of payoffs that are equal for who moves, the
    first stay, whatever the others get: so this is one equilibrium of the game, and where there
    are ties perhaps not the only one.
    """
    return run.root(following(run, maxn_search), -INFINITY, INFINITY)


def maxn_search(run: Run[Any, Any], recurse: Search | None = None) -> Search:
    """The recursive function of max^n; its calls to itself go through `recurse`, if given."""
    game, watch, order, limit = run.game, run.watch, run.order, run.limit

    def value(ply: int, state: Any, action: Any, alpha: Any, beta: Any) -> tuple[Any, Line]:
        watch.enter(ply, state, action, None, None)
        if game.is_terminal(state):
            return run.leaf(checked_utility(game, state), True)
        if ply >= limit:
            return run.leaf(game.evaluate(state), False)
        player = checked_mover(game, state)
        best: Any = ()
        line: Line = None
        for action in order.moves(state, ply):
            v: Any
            v, rest = descend(ply + 1, game.result(state, action), action, alpha, beta)
            if not best or v[player] > best[player]:
                best, line = v, (action, rest)
                watch.best(ply, action, v)
        watch.leave(best)
        return best, line

    descend = recurse or value
    return value
