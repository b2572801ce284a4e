"""Who wins, where that is certain."""

from __future__ import annotations

from typing import Any, Final

from zermelo.game import MAX, MIN
from zermelo.search.finding import Finding

WINNERS: Final = {MAX: "MAX", MIN: "MIN", 0: "nobody"}


def winner(finding: Finding[Any, Any]) -> str | None:
    """Who wins with best play, as the game says at the end of the line; None: not certain."""
    assert finding.about is not None
    game, state = finding.about
    if not finding.proven or game.has_chance:
        return None
    for action in finding.line:
        state = game.result(state, action)
    if not game.is_terminal(state) or game.utility(state) != finding.value:
        return None
    return WINNERS[game.outcome(state)]
