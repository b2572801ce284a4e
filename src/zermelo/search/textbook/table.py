"""Alpha-beta with a transposition table: a state reached again is not searched again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.game import Value
from zermelo.language import mark
from zermelo.search.algorithm import algorithm
from zermelo.search.following import following
from zermelo.search.memory import Table
from zermelo.search.path import NOTHING
from zermelo.search.run import Line, Run, Search
from zermelo.search.textbook.alphabeta import CONVENTIONAL, alphabeta_search


@algorithm(
    mark("Alpha-beta with a transposition table"),
    takes=CONVENTIONAL,
    inherent={"table": "alphabeta"},
)
def table(run: Run[Any, Any]) -> tuple[Value, Line]:
    """Alpha-beta that remembers the states it has searched.

    The bound contract of alphabeta. An entry answers only where it decides: it is exact, its low
    end reaches beta, or its high end alpha; and only for the same depth, so that the table never
    changes a value.
    """
    return run.root(remembering(run, alphabeta_search), *run.window)


def remembering(run: Run[Any, Any], build: Callable[..., Search]) -> Search:
    """The search that `build` makes, with a table between it and its calls to itself."""
    return following(run, lambda run, recurse=None: _table_layer(run, build, recurse))


def _table_layer(
    run: Run[Any, Any], build: Callable[..., Search], recurse: Search | None
) -> Search:
    watch, tally, limit, path = run.watch, run.tally, run.limit, run.path
    symmetry = run.settings.get("symmetry", False) and not run.history  # which has none
    memory = run.memory = run.memory or Table(run.game, symmetry)
    run.order.remembered = memory.best_action
    if path:  # on a longer path a position may come back where an estimate was needed before
        memory.forget_estimates()

    def value(ply: int, state: Any, action: Any, alpha: Value, beta: Value) -> tuple[Value, Line]:
        known = ply and (path is None or path.may_recall())  # the root must give its action
        entry = memory.find(state, limit - ply) if known else None
        if entry and (entry.low >= beta or entry.high <= alpha or entry.low == entry.high):
            v = entry.high if entry.high <= alpha else entry.low
            watch.enter(ply, state, action, *run.visible(alpha, beta))
            watch.hit(entry.low, entry.high, not entry.guessed, entry.state)
            watch.leave(v)
            return v, None
        guesses = tally.guesses
        v, line = search(ply, state, action, alpha, beta)
        if line:  # leaves are looked at again, not looked up
            guessed = tally.guesses > guesses
            window = path.certain_window(v, alpha, beta) if path else (alpha, beta)
            if window != NOTHING or not memory.find(state, limit - ply):
                memory.store(state, limit - ply, window, v, line[0], guessed)
        return v, line

    search = build(run, recurse or value)
    return value


def maybe_remembering(run: Run[Any, Any], build: Callable[..., Search]) -> Search:
    """With a table unless the run is told to do without."""
    return (remembering if run.settings.get("table", True) else following)(run, build)
