"""Zermelo: write the rules of a game once, in plain Python; see it searched, play it, solve it.

import zermelo as z

z.best_move(game, state, seconds=1)
for finding in z.analyse(game, state): ...
z.solve(game, state)
z.search.alphabeta(game, state, depth=4)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

# Where the names are. They load when they are used: the program has the first word, for Ctrl-C.
_HOMES = {
    "search": ("search",),
    "search.finding": ("Finding", "MoveValue"),
    "api": ("analyse", "best_move", "perft", "solve"),
    "check": ("Broken", "check_game"),
    "engine": ("Busy", "Engine", "Stop", "engine_for"),
    "match": ("Match", "play_match"),
}


if not TYPE_CHECKING:  # or any name would do

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module 'zermelo' has no attribute '{name}'")
        home = next((home for home, names in _HOMES.items() if name in names), "game")
        module = import_module(f"zermelo.{home}")
        found = module if name == home else getattr(module, name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
