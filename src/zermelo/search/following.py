"""The path as a layer between a search and its calls to itself, as the transposition table is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.game import Value
from zermelo.search.path import FAR
from zermelo.search.run import Line, Run, Search


def following(run: Run[Any, Any], build: Callable[..., Search]) -> Search:
    """The search that `build` makes, with the path between it and its calls to itself.

    Without it where the game says nothing of positions that come back.
    """
    path, watch = run.path, run.watch
    if path is None:
        search: Search = build(run)
        return search

    def value(ply: int, state: Any, action: Any, alpha: Value, beta: Value) -> tuple[Value, Line]:
        path.begin(action)
        place = path.places.get(run.game.uncounted(state))
        if place is not None:
            path.note(place)
            v = path.worth()
            watch.enter(ply, state, action, *run.visible(alpha, beta))
            watch.repeat(path.plies[place], v)
            watch.leaf(v, path.certain)
            return v, None
        path.push(state, ply)
        above, path.lowest = path.lowest, FAR
        try:
            return search(ply, state, action, alpha, beta)
        finally:
            path.pop()
            path.lowest = min(above, path.lowest)

    search = build(run, value)
    return value
