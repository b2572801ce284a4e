"""What a heuristic counts at a state (`Game.features`), as JSON holds it."""

from __future__ import annotations

from math import isclose
from typing import Any, TypeAlias

from zermelo.game import Feature, Game, NoEstimate, Value, ZermeloError, provides
from zermelo.language import _
from zermelo.numbers import plain

Parts: TypeAlias = list[dict[str, Any]]  # name, count, weight, worth, where


def features_at(game: Game[Any, Any], state: Any, value: Value) -> Parts:
    """The parts of the estimate `value`; none where the game tells none, or none that add up."""
    if not provides(game, "features") or game.is_terminal(state):
        return []
    try:
        parts = list(game.features(state))
    except NoEstimate:
        return []
    if not all(isinstance(part, Feature) for part in parts):
        words = _("features of {game} must give Feature(name, count, weight)")
        raise ZermeloError(words.format(game=game.name))
    if not isclose(sum(part.worth for part in parts), value):  # a position that came back, say
        return []
    return [
        {
            "name": part.name,
            "count": plain(part.count),
            "weight": plain(part.weight),
            "worth": plain(part.worth),
            "where": [list(group) for group in part.where],
        }
        for part in parts
    ]
