"""The textbook's alpha-beta with a table, which of two equal wins prefers the sooner one.

A value is compared first, exactly; only where two are equal do the plies to the end decide: few for
a win, many for a loss. An estimate has no plies. Values are counted from their own node, so that a
table may keep them.
"""

from __future__ import annotations

from functools import total_ordering
from typing import Any

from zermelo.door import checked_mover, checked_utility
from zermelo.game import INFINITY, Action, Game, State, Value, altered
from zermelo.language import mark
from zermelo.search.algorithm import algorithm
from zermelo.search.run import Line, Run, Search
from zermelo.search.textbook.alphabeta import CONVENTIONAL, alphabeta_search
from zermelo.search.textbook.table import remembering


@total_ordering
class Timed:
    """What somebody gets at the end of the game, and in how many plies."""

    __slots__ = ("order", "value")

    def __init__(self, value: Value, later: int = 0) -> None:
        self.value = value
        self.order = value, later  # `later`: minus the plies of a win, the plies of a loss

    @property
    def plies(self) -> int:
        """How far away the end is."""
        return abs(self.order[1])

    def __lt__(self, other: Any) -> bool:
        return self.order < (other.order if type(other) is Timed else (other, 0))

    def __gt__(self, other: Any) -> bool:
        return self.order > (other.order if type(other) is Timed else (other, 0))

    def __eq__(self, other: object) -> bool:
        return self.order == (other.order if type(other) is Timed else (other, 0))

    def __hash__(self) -> int:
        return hash(self.order)

    def __neg__(self) -> Timed:
        return Timed(-self.value, -self.order[1])

    def __rmul__(self, sign: int) -> Timed:
        return self if sign > 0 else -self


def timed(game: Game[State, Action], wanted: bool) -> Game[State, Action]:
    """The game, in which who moves is looked at; the values of its ends are `Timed` if `wanted`."""
    owner = type(game)

    def at_end(value: Value) -> Any:  # a draw may come when it likes
        return Timed(value) if value and wanted and -INFINITY < value < INFINITY else value

    rules = {
        "to_move": lambda self, state: checked_mover(game, state),
        "utility": lambda self, state: at_end(checked_utility(game, state)),
        "repeated": lambda self, mover: at_end(owner.repeated(self, mover)),
    }
    return altered(game, rules)


def moved(bound: Any, later: int) -> Any:
    """A bound, so many steps further up."""
    value, place = bound.order if type(bound) is Timed else (bound, 0)
    return Timed(value, place + later)


def counting(search: Search) -> Search:
    """The search of a child, as its parent sees it: one ply further away.

    The window is as much wider as it takes for estimates, which come no nearer.
    """

    def value(ply: int, state: Any, action: Any, alpha: Any, beta: Any) -> tuple[Any, Line]:
        if ply == 0:
            return search(ply, state, action, alpha, beta)
        low = moved(alpha, -1) if alpha < 0 else alpha
        high = moved(beta, 1) if beta > 0 else beta
        found: Any
        found, line = search(ply, state, action, low, high)
        if type(found) is Timed:
            found = moved(found, -1 if found.value > 0 else 1)
        return found, line

    return value


@algorithm(mark("Alpha-beta with a transposition table"), takes=CONVENTIONAL)
def soonest(run: Run[Any, Any]) -> tuple[Value, Line]:
    """Alpha-beta that remembers states, and of equal wins takes the soonest.

    The bound contract of alphabeta; the game is `timed`.
    """

    def build(run: Run[Any, Any], recurse: Search) -> Search:
        return alphabeta_search(run, counting(recurse))

    return run.root(counting(remembering(run, build)), *run.window)
