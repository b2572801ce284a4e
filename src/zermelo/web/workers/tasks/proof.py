"""What of a finding is certain: the value of each move, and who wins."""

from __future__ import annotations

from typing import Any, Final

from zermelo.game import MAX, MIN, Game
from zermelo.search.analysis import Analysis
from zermelo.search.finding import MoveValue

WINNERS: Final = {MAX: "MAX", MIN: "MIN", 0: "nobody"}


def move_values(found: Analysis[Any]) -> list[MoveValue[Any]]:
    """Every action with its value, and whether that is certain.

    Where the engine says it only of the whole, just the best move has the value that is.
    """
    return [
        MoveValue(
            entry[0],
            entry[1],
            getattr(entry, "proven", found.proven and entry[0] == found.action),
        )
        for entry in found.moves
    ]


def ranked(game: Game[Any, Any], state: Any, found: Analysis[Any]) -> list[MoveValue[Any]]:
    """The moves, the best for who is to move first; of equals, what is certain comes first."""
    sign = game.to_move(state)
    return sorted(
        move_values(found),
        key=lambda move: (sign * move.value, move.proven, move.action == found.action),
        reverse=True,
    )


def winner(game: Game[Any, Any], state: Any, found: Analysis[Any]) -> str | None:
    """Who wins with best play, as the game says at the end of the line; None: not certain."""
    if not found.proven or game.has_chance:
        return None
    for action in found.line:
        state = game.result(state, action)
    if not game.is_terminal(state) or game.utility(state) != found.value:
        return None
    return WINNERS[game.outcome(state)]
