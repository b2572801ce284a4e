"""What a heuristic counts at a state (`Game.features`), as JSON holds it."""

from __future__ import annotations

from typing import Any, TypeAlias

from zermelo.game import Game, NoEstimate, provides
from zermelo.numbers import plain

Parts: TypeAlias = list[dict[str, Any]]  # name, count, weight, worth, where


def features_at(game: Game[Any, Any], state: Any) -> Parts:
    """The parts of the estimate; none where the game does not tell them."""
    if not provides(game, "features"):
        return []
    try:
        parts = list(game.features(state))
    except NoEstimate:
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
