"""Who has won, in words."""

from __future__ import annotations

from typing import Any

from zermelo.game import MAX, MIN, Game
from zermelo.language import _


def outcome_text(game: Game[Any, Any], state: Any) -> str:
    """How a game has ended at a terminal state."""
    return {MAX: _("MAX wins."), MIN: _("MIN wins."), 0: _("A draw.")}[game.outcome(state)]
