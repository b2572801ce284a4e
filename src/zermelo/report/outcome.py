"""Who has won, in words."""

from __future__ import annotations

from typing import Any

from zermelo.door import checked_utility, winner, winner_by
from zermelo.game import MAX, MIN, Game
from zermelo.language import _
from zermelo.names import is_for_two
from zermelo.numbers import short


def outcome_text(game: Game[Any, Any], state: Any) -> str:
    """How a game has ended at a terminal state."""
    value = checked_utility(game, state)
    return _words(game, value, winner(game, state))


def repetition_text(game: Game[Any, Any], value: Any) -> str:
    """How a game has ended in which a position came back, by its value."""
    return _("The position was there before.") + " " + _words(game, value, winner_by(value))


def _words(game: Game[Any, Any], value: Any, who: int | None) -> str:
    if is_for_two(game):
        return {MAX: _("MAX wins."), MIN: _("MIN wins."), 0: _("A draw.")}[who or 0]
    if not isinstance(value, tuple):
        return _("Over: {payoffs}.").format(payoffs=short(value))
    pairs = zip(game.players, value, strict=True)
    payoffs = ", ".join(f"{name} {short(payoff)}" for name, payoff in pairs)
    if who is None:
        return _("Over: {payoffs}.").format(payoffs=payoffs)
    return _("{player} wins: {payoffs}.").format(player=game.players[who], payoffs=payoffs)
