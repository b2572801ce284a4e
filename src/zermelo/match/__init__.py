"""Matches of players, who may be functions, the engine or the algorithms of lectures."""

from zermelo.match.play import MOST_PLIES, IllegalMove, Match, Player, play_match
from zermelo.match.players import (
    algorithm_player,
    engine_player,
    ordered_player,
    random_player,
)

__all__ = [
    "MOST_PLIES",
    "IllegalMove",
    "Match",
    "Player",
    "algorithm_player",
    "engine_player",
    "ordered_player",
    "play_match",
    "random_player",
]
