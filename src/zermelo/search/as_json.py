"""What a search found, as the command line and the web tell it."""

from __future__ import annotations

from typing import Any

from zermelo.game import Game
from zermelo.search.record import plain
from zermelo.search.run import Result


def result_as_json(game: Game[Any, Any], state: Any, result: Result[Any, Any]) -> dict[str, Any]:
    """The object that tells it; the values of all moves only where they were asked for."""
    line = game.format_line(state, result.line)
    found: dict[str, Any] = {
        "value": plain(result.value),
        "move": line[0] if line else None,
        "line": line,
        "nodes": result.nodes,
        "leaves": result.leaves,
        "cutoffs": result.cutoffs,
        "depth": result.depth,
        "complete": result.complete,
        "bound": result.bound,
    }
    if result.moves is not None:
        found["moves"] = [
            {"move": game.format_action(state, action), "value": plain(value)}
            for action, value in result.moves
        ]
    return found
