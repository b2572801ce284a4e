"""Live analysis: the engine goes deeper and deeper and tells what each iteration found."""

from __future__ import annotations

from typing import Any

from zermelo.engine import Engine
from zermelo.game import Game
from zermelo.report.json import finding_json, lines_json
from zermelo.report.moves import ranked
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding, MoveValue
from zermelo.web.workers.process import Context
from zermelo.web.workers.requests import AnalysisRequest
from zermelo.web.workers.tasks.proof import winner


def analyse(context: Context, request: AnalysisRequest) -> dict[str, Any]:
    """Tells of each iteration; the result says why there are no more."""
    game, state = context.positions.find(request.start)
    if game.is_terminal(state):
        return {"reason": "over"}
    engine = engine_of(context, game)
    last = -1

    def tell(found: Finding[Any, Any]) -> None:
        nonlocal last
        last = found.nodes
        context.tell("iteration", iteration(state, engine, found, request.lines))

    try:
        found = engine.analyse(
            state,
            time=request.time,
            depth=request.depth,
            all_moves=request.all_moves,
            listen=tell,
            stop=context.token,
        )
    except NotSolved:
        return {"reason": "unsolved"}
    if found.nodes != last:  # an engine that solves at once tells nothing on the way
        tell(found)
    if found.proven:
        return {"reason": "proven"}
    return {"reason": "depth" if found.depth == request.depth else "time"}


def engine_of(context: Context, game: Game[Any, Any]) -> Engine[Any, Any]:
    """The engine for a game."""
    with context.preparing():
        return context.engines.engine(game, lambda text: context.tell("note", {"text": text}))


def iteration(
    state: Any, engine: Engine[Any, Any], found: Finding[Any, Any], lines: int
) -> dict[str, Any]:
    """What an iteration found, as JSON holds it."""
    best: list[tuple[MoveValue[Any], tuple[Any, ...]]] = [
        (move, line_of(engine, state, move.action, found)) for move in ranked(found)[:lines]
    ]
    if not best and found.line:
        best = [(MoveValue(found.line[0], found.value, found.proven), found.line)]
    return {
        **finding_json(found),
        "winner": winner(found),
        "nodes_per_second": round(found.nodes / found.seconds) if found.seconds else 0,
        "lines": lines_json(found, best),
    }


def line_of(
    engine: Engine[Any, Any], state: Any, action: Any, found: Finding[Any, Any]
) -> tuple[Any, ...]:
    """The line that begins with an action."""
    return found.line if found.line[:1] == (action,) else engine.line_of(state, action)
