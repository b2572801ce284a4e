"""Zermelo: write the rules of a game once, in plain Python; see it searched, play it, solve it.

import zermelo as z

z.best_move(game, state, seconds=1)
for finding in z.analyse(game, state): ...
z.solve(game, state)
z.search.alphabeta(game, state, depth=4)
"""

from zermelo import search
from zermelo.api import analyse, best_move, perft, solve
from zermelo.check import Broken, check_game
from zermelo.engine import Busy, Engine, Stop, engine_for
from zermelo.game import (
    CHANCE,
    MAX,
    MIN,
    Feature,
    Game,
    MissingRule,
    MultiplayerGame,
    NoEstimate,
    NotationError,
    Value,
    ZermeloError,
    provides,
)
from zermelo.match import Match, play_match
from zermelo.search.finding import Finding, MoveValue

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "MAX",
    "MIN",
    "Broken",
    "Busy",
    "Engine",
    "Feature",
    "Finding",
    "Game",
    "Match",
    "MissingRule",
    "MoveValue",
    "MultiplayerGame",
    "NoEstimate",
    "NotationError",
    "Stop",
    "Value",
    "ZermeloError",
    "analyse",
    "best_move",
    "check_game",
    "engine_for",
    "perft",
    "play_match",
    "provides",
    "search",
    "solve",
]
