"""The lab: games, algorithms and depths, each with each; what every search took."""

from __future__ import annotations

from collections import Counter
from time import perf_counter
from typing import Any, Final

from zermelo.game import Game, ZermeloError, choices
from zermelo.numbers import plain
from zermelo.search import Tally
from zermelo.web.workers.process import Context
from zermelo.web.workers.requests import LabRequest
from zermelo.web.workers.tasks.settings import chosen_algorithm, settings_of, with_warnings

MOST_SEEN: Final = 20_000  # states to count the branches of a game
EVERY: Final = 0.5  # seconds between two words on how far it is


def lab(context: Context, request: LabRequest) -> dict[str, Any]:
    """Tells of each search; one that is stopped ends the deeper ones of its kind."""
    total = len(request.starts) * len(request.runs) * len(request.depths)
    done = 0
    for number, start in enumerate(request.starts):
        game, state, history = context.positions.find(start)
        lines = lines_by_depth(game, state, max(request.depths))
        about = {"game": number, "name": game.name, "position": game.format_state(state)}
        # Of chance, and of positions that come back, the formulas of alpha-beta say nothing.
        known = [] if game.has_chance or game.repetition is not None else lines
        context.tell("game", {**about, "branching": branching(lines), "leaves": known})
        for place, run in enumerate(request.runs):
            for deeper, depth in enumerate(request.depths):
                if context.token():
                    return {}
                row = {"game": number, "run": place, "depth": depth}
                row |= _row(context, game, state, {**run, "depth": depth}, history, (done, total))
                context.tell("row", row)
                done += 1
                if row["stopped"] or row["problem"]:
                    done += len(request.depths) - deeper - 1
                    break
            context.tell("progress", {"done": done, "total": total, "nodes": 0})
    return {}


def _row(
    context: Context,
    game: Game[Any, Any],
    state: Any,
    given: dict[str, Any],
    history: tuple[Any, ...],
    progress: tuple[int, int],
) -> dict[str, Any]:
    reported = perf_counter()

    def tick(tally: Tally) -> None:
        nonlocal reported
        if perf_counter() > reported + EVERY:
            reported = perf_counter()
            done, total = progress
            context.tell("progress", {"done": done, "total": total, "nodes": tally.nodes})

    row: dict[str, Any] = dict.fromkeys(("value", "nodes", "leaves", "cutoffs", "seconds"))
    row |= {"algorithm": given["algorithm"], "stopped": False, "problem": None}
    try:
        algorithm = chosen_algorithm(context, given["algorithm"], game)
        row["algorithm"] = algorithm.name
        settings = settings_of(given, context.limits)
        settings["stop"], settings["tick"] = context.token, tick
        settings["history"] = history
        result, _notes = with_warnings(lambda: algorithm(game, state, **settings))
    except ZermeloError as error:
        return {**row, "problem": str(error)}
    counts = {name: getattr(result, name) for name in ("nodes", "leaves", "cutoffs", "stopped")}
    return {**row, **counts, "value": plain(result.value), "seconds": round(result.seconds, 6)}


def lines_by_depth(game: Game[Any, Any], state: Any, depth: int) -> list[int]:
    """How many lines there are 0, 1, 2 ... plies long: the leaves of minimax at these depths.

    A line that ends sooner counts. As deep as is easily counted: equal positions of a level are
    followed once.
    """
    level, ended, found = Counter([state]), 0, [1]
    while len(found) <= depth:
        below: Counter[Any] = Counter()
        for each, times in level.items():
            if game.is_terminal(each):
                ended += times
                continue
            for action in choices(game, each):
                below[game.result(each, action)] += times
        if not below or len(below) > MOST_SEEN:
            break
        level = below
        found.append(ended + below.total())
    return found


def branching(lines: list[int]) -> float:
    """The b for which b^d is the number of lines d plies long, for the largest d counted."""
    return round(float(lines[-1] ** (1 / max(len(lines) - 1, 1))), 4)
