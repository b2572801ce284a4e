"""Live analysis: the engine goes deeper and deeper and tells what each iteration found."""

from __future__ import annotations

import dataclasses
from functools import cached_property
from typing import Any, Final, TypeAlias

from zermelo.engine import Engine, Stop
from zermelo.game import MAX, Game
from zermelo.history import came_back
from zermelo.numbers import plain
from zermelo.report.json import finding_json
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding, MoveValue
from zermelo.solver.lookup import Lookup, finding
from zermelo.web.positions import Start
from zermelo.web.workers.process import Context
from zermelo.web.workers.requests import AnalysisRequest
from zermelo.web.workers.tasks.verdicts import mover_of, verdict, winner

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


class Judged:
    """A move with its value, what that means, and the line that the move begins."""

    def __init__(self, player: Player, state: Any, found: Finding[Any, Any], move: MoveValue[Any]):
        self.player, self.game, self.state = player, player.game, state
        self.found, self.action, self.value, self.proven = (
            found,
            move.action,
            move.value,
            move.proven,
        )
        known = move.action is None or found.line[:1] == (move.action,)
        self.begun = found.line if known else player.line_of(state, move.action)
        self.verdict = verdict(self.game, state, move, self.begun)
        self.mover = mover_of(self.game, state)
        self.rank = self.verdict.rank(MAX if self.mover is None else self.mover, move.value)

    @cached_property
    def actions(self) -> tuple[Any, ...]:
        """The line as far as its verdict says that it goes: a win in three is three moves long."""
        if self.verdict.distance in (None, len(self.begun)):
            return self.begun
        return self.player.line_of(self.state, self.begun[0], self.verdict.distance)

    @property
    def line(self) -> list[str]:
        """The line as the game writes it."""
        return self.game.format_line(self.state, self.actions)

    @property
    def told(self) -> list[str]:
        """The line as people write it."""
        return self.game.format_line(self.state, self.actions, people=True)

    def as_json(self) -> dict[str, Any]:
        """The move with its value and what that means."""
        return {
            "move": self.game.format_line(self.state, self.begun[:1])[0] if self.begun else None,
            "value": plain(self.value),
            "proven": self.proven,
            "winner": self.verdict.winner,
            "distance": self.verdict.distance,
        }


def iteration(state: Any, engine: Player, found: Finding[Any, Any], lines: int) -> dict[str, Any]:
    """What an iteration found, as JSON holds it: the moves with their verdicts, the best first."""
    moves = found.moves
    if not moves and found.line:
        moves = (MoveValue(found.line[0], found.value, found.proven, found.distance),)
    judged = [Judged(engine, state, found, move) for move in moves]

    def shown(each: Judged) -> dict[str, Any]:
        return {**each.as_json(), "chance": None if each.proven else found.share(each.value)}

    page = {
        **finding_json(found),
        "winner": winner(found),
        "chance": None if found.proven else found.share(found.value),
        "nodes_per_second": round(found.nodes / found.seconds) if found.seconds else 0,
        "moves": [shown(each) for each in judged if found.moves],
    }
    judged.sort(
        key=lambda each: (each.rank, each.proven, each.action == found.action), reverse=True
    )
    page["lines"] = [
        {**shown(each), "line": each.line, "written": each.told} for each in judged[:lines]
    ]
    if page["distance"] is None and found.proven and judged and judged[0].mover is not None:
        page["distance"] = judged[0].verdict.distance
    return page
