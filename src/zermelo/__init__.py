"""Zermelo: write the rules of a game once, in plain Python; see it searched, play it, solve it."""

from zermelo.check import Broken, check_game
from zermelo.game import (
    CHANCE,
    MAX,
    MIN,
    Game,
    MissingRule,
    NoEstimate,
    NotationError,
    Value,
    ZermeloError,
    provides,
)

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "MAX",
    "MIN",
    "Broken",
    "Game",
    "MissingRule",
    "NoEstimate",
    "NotationError",
    "Value",
    "ZermeloError",
    "check_game",
    "provides",
]
