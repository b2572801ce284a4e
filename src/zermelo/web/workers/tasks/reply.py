"""An opponent's move, by one of the algorithms."""

from __future__ import annotations

import random
from typing import Any, Final

from zermelo.game import INFINITY, Game, choices
from zermelo.language import _
from zermelo.match.foreign import Foreign
from zermelo.match.players import Named
from zermelo.report.json import finding_json
from zermelo.search import NothingFound, Settings, mcts
from zermelo.search.errors import NotSolved
from zermelo.search.run import share
from zermelo.search.sighted import sighted_search
from zermelo.solver.lookup import TABLEBASE, finding
from zermelo.web.levels import OTHER
from zermelo.web.problems import Problem
from zermelo.web.questions import check_opponent, no_table
from zermelo.web.workers.process import Context
from zermelo.web.workers.requests import ThinkRequest
from zermelo.web.workers.tasks.settings import chosen_algorithm

RANDOM_GAMES: Final = 20  # at depth 1
BLIND: Final = 0.5  # seconds to look ahead without a heuristic, and as many for random games


def think(context: Context, request: ThinkRequest) -> dict[str, Any]:
    """The move with what was thought; chance decides among those of which nothing could be seen."""
    game, state, history = context.positions.find(request.start)
    if request.algorithm == TABLEBASE:
        table = context.positions.table(request.start)
        if table is None:
            raise Problem("invalid", no_table())
        return {**finding_json(finding(table, state, history)), "note": None}
    if request.algorithm.startswith(OTHER):
        check_opponent(context.positions, request.algorithm, game)  # what a saved match says
        with Foreign(game, Named.read(request.algorithm).settings, request.time) as player:
            return {**_in_words(game, state, (player(game, state, history),)), "note": None}
    try:
        return _thought(context, game, state, history, request)
    except (NothingFound, NotSolved):
        action = random.SystemRandom().choice(list(choices(game, state)))
        note = _("too far from the end to see: a move at random")
        return {**_in_words(game, state, (action,)), "note": note}


def _thought(
    context: Context,
    game: Game[Any, Any],
    state: Any,
    history: tuple[Any, ...],
    request: ThinkRequest,
) -> dict[str, Any]:
    algorithm = chosen_algorithm(context, request.algorithm, game)
    blind = request.depth is not None and not game.has_heuristic
    time = min(request.time, BLIND) if blind else request.time
    settings = Settings(time=time, stop=context.token, history=history)
    if request.convention is not None:
        settings["convention"] = request.convention
    if request.depth is not None:
        settings["depth"] = request.depth
    if game.has_chance and "table" in algorithm.takes:
        settings["table"] = True
    result = sighted_search(
        lambda view, given: algorithm(view, state, **given), game, settings, random.SystemRandom()
    )
    if result.moves and not (result.proven or _tells(result.value)):  # where 0 is unknown
        equals = [move.action for move in result.moves if not _tells(move.value)]
        if len(equals) < 2:
            return _in_words(game, state, result.line[:1])
        return _sampled(game, state, equals, settings)
    short = result.stopped and request.depth is not None
    return {**finding_json(result), "note": _("stopped by the clock") if short else None}


def _sampled(
    game: Game[Any, Any], state: Any, equals: list[Any], settings: Settings
) -> dict[str, Any]:
    """The one of some moves that does best in random games: the deeper the level, the more."""
    count, player = RANDOM_GAMES * (settings.get("depth") or 1) ** 2, game.to_move(state)
    given = Settings(time=settings["time"], stop=settings["stop"], history=settings["history"])
    found = mcts(game, state, **given | Settings(simulations=count, all_moves=True))
    ranks = {each.action: share(each.value, player) for each in found.moves}
    ranks[found.action] = INFINITY  # the one most often tried
    best = max(equals, key=lambda action: ranks.get(action, -INFINITY))
    note = _("too far from the end to see: what did best in {count} random games")
    return {**_in_words(game, state, (best,)), "note": note.format(count=found.leaves)}


def _tells(value: Any) -> bool:
    """Whether a value, or what each of several players gets, is another than 0."""
    return any(value) if isinstance(value, tuple) else bool(value)


def _in_words(game: Game[Any, Any], state: Any, line: tuple[Any, ...]) -> dict[str, Any]:
    """A thought that knows nothing but its line."""
    texts = game.format_line(state, line)
    unknown = dict.fromkeys(("value", "distance", "depth", "note"))
    return {"move": texts[0], "line": texts, **unknown, "proven": False, "nodes": 0}
