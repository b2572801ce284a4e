"""An opponent's move: by one of the algorithms, or by the engine."""

from __future__ import annotations

import random
from typing import Any

from zermelo.engine.factory import ENGINE
from zermelo.game import Game, NoEstimate
from zermelo.language import _
from zermelo.search import NothingFound, Settings, algorithm_named
from zermelo.search.analysis import NotSolved
from zermelo.search.record import plain
from zermelo.web.registry import choices
from zermelo.web.workers.process import Context
from zermelo.web.workers.requests import ThinkRequest
from zermelo.web.workers.tasks.analysis import engine_of


def think(context: Context, request: ThinkRequest) -> dict[str, Any]:
    """The move with what was thought; at random where nothing could be seen."""
    game, state = context.positions.find(request.start)
    try:
        return _thought(context, game, state, request)
    except (NoEstimate, NothingFound, NotSolved):
        action = random.SystemRandom().choice(list(choices(game, state)))
        note = _("too far from the end to see: a move at random")
        return {**_told(game, state, (action,)), "note": note}


def _thought(
    context: Context, game: Game[Any, Any], state: Any, request: ThinkRequest
) -> dict[str, Any]:
    if request.algorithm == ENGINE.name:
        engine = engine_of(context, game)
        found = engine.analyse(state, time=request.time, depth=request.depth)
        return {
            **_told(game, state, found.line),
            "value": plain(found.value),
            "proven": found.proven,
            "distance": found.distance,
            "depth": found.depth,
            "nodes": found.nodes,
        }
    algorithm = algorithm_named(request.algorithm)
    settings = Settings(time=request.time, stop=context.stopped)
    if request.depth is not None:
        settings["depth"] = request.depth
    if game.has_chance and "table" in algorithm.takes:
        settings["table"] = True
    result = algorithm(game, state, **settings)
    return {
        **_told(game, state, result.line),
        "value": plain(result.value),
        "proven": result.complete,
        "depth": result.depth,
        "nodes": result.nodes,
        "note": _("stopped by the clock") if result.stopped else None,
    }


def _told(game: Game[Any, Any], state: Any, line: tuple[Any, ...]) -> dict[str, Any]:
    """A thought that knows nothing but its line."""
    texts = game.format_line(state, line)
    unknown = dict.fromkeys(("value", "distance", "depth", "note"))
    return {"move": texts[0], "line": texts, **unknown, "proven": False, "nodes": 0}
