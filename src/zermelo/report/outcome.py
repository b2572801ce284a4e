"""Who has won, in words."""

from __future__ import annotations

from typing import Any

from zermelo.door import winner
from zermelo.game import MAX, MIN, Game, Value
from zermelo.language import _


def outcome_text(game: Game[Any, Any], state: Any) -> str:
    """How a game has ended at a terminal state."""
    return _words(winner(game, state))


def repetition_text(value: Value) -> str:
    """How a game has ended in which a position came back, by its value for MAX."""
    return _("The position was there before.") + " " + _words((value > 0) - (value < 0))


def _words(who: int) -> str:
    return {MAX: _("MAX wins."), MIN: _("MIN wins."), 0: _("A draw.")}[who]
