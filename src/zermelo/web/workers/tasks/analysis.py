"""Live analysis: the engine goes deeper and deeper and tells what each iteration found."""

from __future__ import annotations

from typing import Any

from zermelo.engine.factory import Engine
from zermelo.game import Game
from zermelo.search.analysis import Analysis, NotSolved
from zermelo.search.record import plain
from zermelo.web.workers.process import Context
from zermelo.web.workers.requests import AnalysisRequest


def analyse(context: Context, request: AnalysisRequest) -> dict[str, Any]:
    """Tells of each iteration; the result says why there are no more."""
    game, state = context.positions.find(request.start)
    if game.is_terminal(state):
        return {"reason": "over"}
    engine = engine_of(context, game)
    told = -1

    def tell(found: Analysis[Any]) -> None:
        nonlocal told
        told = found.nodes
        context.tell("iteration", iteration(game, state, engine, found, request.lines))

    try:
        found = engine.analyse(
            state, time=request.time, depth=request.depth, moves=request.every, tell=tell
        )
    except NotSolved:
        return {"reason": "unsolved"}
    if found.nodes != told:  # an engine that solves at once tells nothing on the way
        tell(found)
    if found.proven:
        return {"reason": "proven"}
    return {"reason": "depth" if found.depth == request.depth else "time"}


def engine_of(context: Context, game: Game[Any, Any]) -> Engine:
    """The engine for a game, which stops when the job does."""
    with context.preparing():
        engine = context.engines.engine(game, lambda text: context.tell("note", {"text": text}))
    context.when_stopped(engine.stop)
    return engine


def iteration(
    game: Game[Any, Any], state: Any, engine: Engine, found: Analysis[Any], lines: int
) -> dict[str, Any]:
    """What an iteration found, as JSON holds it."""
    best = [(found.value, found.line)] if found.line else []
    if found.moves:
        sign = game.to_move(state)
        ranked = sorted(found.moves, key=lambda move: sign * move[1], reverse=True)
        best = [(value, line_of(engine, state, action, found)) for action, value in ranked[:lines]]
    texts = game.format_line(state, found.line)
    return {
        "depth": found.depth,
        "value": plain(found.value),
        "proven": found.proven,
        "distance": found.distance,
        "nodes": found.nodes,
        "nodes_per_second": round(found.nodes / found.seconds) if found.seconds else 0,
        "seconds": round(found.seconds, 3),
        "move": texts[0] if texts else None,
        "lines": [
            {"move": told[0], "value": plain(value), "line": told}
            for value, line in best
            for told in [game.format_line(state, line)]
        ],
        "moves": [
            {"move": game.format_action(state, action), "value": plain(value)}
            for action, value in found.moves
        ],
    }


def line_of(engine: Engine, state: Any, action: Any, found: Analysis[Any]) -> tuple[Any, ...]:
    """The line that begins with an action."""
    return found.line if found.line[:1] == (action,) else engine.line_of(state, action)
