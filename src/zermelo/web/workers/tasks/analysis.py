"""Live analysis: the engine goes deeper and deeper and tells what each iteration found."""

from __future__ import annotations

import dataclasses
from typing import Any, Final, TypeAlias

from zermelo.engine import Engine, Stop
from zermelo.game import MAX, Game
from zermelo.history import came_back
from zermelo.numbers import plain
from zermelo.report.json import finding_json
from zermelo.report.moves import line_texts
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding, MoveValue
from zermelo.solver.lookup import Lookup, finding
from zermelo.web.positions import Start
from zermelo.web.workers.process import Context
from zermelo.web.workers.requests import AnalysisRequest
from zermelo.web.workers.tasks.verdicts import Verdict, mover_of, verdict, winner

MOMENT: Final = 2.0  # seconds

Player: TypeAlias = Engine[Any, Any] | Lookup[Any, Any]  # what knows how a game goes on


def analyse(context: Context, request: AnalysisRequest) -> dict[str, Any]:
    """Tells of each iteration; the result says why there are no more."""
    game, state, history = context.positions.find(request.start)
    if game.is_terminal(state) or came_back(game, state, history):
        return {"reason": "over"}
    table = context.positions.table(request.start)
    if table and (known := finding(table, state, history)).proven:
        context.tell("iteration", iteration(state, table, known, request.lines))
        return {"reason": "proven"}
    engine = engine_of(context, game)
    last = -1

    def tell(found: Finding[Any, Any]) -> None:
        nonlocal last
        last = found.nodes
        context.tell("iteration", iteration(state, engine, found, request.lines))

    try:
        found = engine.analyse(
            state,
            history=history,
            time=request.time,
            depth=request.depth,
            all_moves=request.all_moves,
            listen=tell,
            stop=context.token,
        )
    except NotSolved:
        return {"reason": "unsolved"}
    whole = with_plies(engine, state, history, found, context.token)
    if found.nodes != last or whole is not found:  # one that solves at once tells nothing before
        tell(whole)
    if found.proven:
        return {"reason": "proven"}
    return {"reason": "depth" if found.depth == request.depth else "time"}


def with_plies(
    engine: Engine[Any, Any],
    state: Any,
    history: tuple[Any, ...],
    found: Finding[Any, Any],
    stop: Stop,
) -> Finding[Any, Any]:
    """The finding with the plies to every win and loss, if that takes but a moment.

    A search that proves who wins does not always see the end: then the position is solved.
    """
    game, moves = engine.game, found.moves
    if game.has_chance or game.tells_when or not moves or not all(move.proven for move in moves):
        return found
    if all(move.distance is not None or not verdict(game, state, move).side for move in moves):
        return found
    try:
        solved = engine.solve(state, history=history, all_moves=True, time=MOMENT, stop=stop)
    except NotSolved:
        return found
    nodes, seconds = found.nodes + solved.nodes, found.seconds + solved.seconds
    depth = max(solved.depth, found.depth + 1)
    return dataclasses.replace(solved, nodes=nodes, seconds=seconds, depth=depth)


def prepare(context: Context, start: Start) -> dict[str, Any]:
    """Makes the engine of a game before somebody asks it; the events say what takes long."""
    engine = engine_of(context, context.positions.game(start))
    return {"lane": engine.lane}


def engine_of(context: Context, game: Game[Any, Any]) -> Engine[Any, Any]:
    """The engine for a game."""
    with context.preparing():
        return context.engines.engine(game, lambda text: context.tell("note", {"text": text}))


def iteration(state: Any, engine: Player, found: Finding[Any, Any], lines: int) -> dict[str, Any]:
    """What an iteration found, as JSON holds it: the moves with their verdicts, the best first."""
    game = engine.game
    judged = []
    for move in found.moves:
        line = line_of(engine, state, move.action, found)
        judged.append((move, line, verdict(game, state, move, line)))
    if not judged and found.line:
        move = MoveValue(found.line[0], found.value, found.proven, found.distance)
        judged = [(move, found.line, verdict(game, state, move, found.line))]
    shown = [move_json(found, move, how) for move, _line, how in judged if found.moves]
    mover = mover_of(game, state)

    def rank(each: tuple[MoveValue[Any], tuple[Any, ...], Verdict]) -> Any:
        move, _line, how = each
        return (
            how.rank(MAX if mover is None else mover, move.value),
            move.proven,
            move.action == found.action,
        )

    judged.sort(key=rank, reverse=True)
    page = {
        **finding_json(found),
        "winner": winner(found),
        "chance": None if found.proven else found.share(found.value),
        "nodes_per_second": round(found.nodes / found.seconds) if found.seconds else 0,
        "moves": shown,
        "lines": [
            {
                **move_json(found, move, how),
                "line": game.format_line(state, actions),
                "written": game.format_line(state, actions, people=True),
            }
            for move, line, how in judged[:lines]
            for actions in (whole(engine, state, line, how),)
        ],
    }
    if page["distance"] is None and found.proven and judged and mover is not None:
        page["distance"] = judged[0][2].distance
    return page


def move_json(finding: Finding[Any, Any], move: MoveValue[Any], how: Verdict) -> dict[str, Any]:
    """A move with its value and what that means."""
    return {
        "move": line_texts(finding, (move.action,))[0],
        "value": plain(move.value),
        "proven": move.proven,
        "winner": how.winner,
        "distance": how.distance,
        "chance": None if move.proven else finding.share(move.value),
    }


def line_of(engine: Player, state: Any, action: Any, found: Finding[Any, Any]) -> tuple[Any, ...]:
    """The line that begins with an action."""
    return found.line if found.line[:1] == (action,) else engine.line_of(state, action)


def whole(engine: Player, state: Any, line: tuple[Any, ...], how: Verdict) -> tuple[Any, ...]:
    """The line as far as its verdict says that it goes: a win in three is three moves long."""
    if how.distance in (None, len(line)):
        return line
    return engine.line_of(state, line[0], how.distance)
