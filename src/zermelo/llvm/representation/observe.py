"""Random games, played in Python: what states and actions look like.

What is seen decides how values are laid out, never what they are: compiled code checks that a
value fits, and what does not fit is compiled again with more room.
"""

from __future__ import annotations

import random
import time
from typing import Any, Final, NamedTuple

from zermelo.game import CHANCE, Game, provides

GAMES: Final = 12
PLIES: Final = 200
SECONDS: Final = 0.5  # for all games: rules may be slow


class Seen(NamedTuple):
    """States and actions of some games; `rolls` are the actions of CHANCE."""

    states: list[Any]
    actions: list[Any]
    rolls: list[Any]


def observe(game: Game[Any, Any], games: int = GAMES, seed: int = 1) -> Seen:
    """What some random games show."""
    chooser, found = random.Random(seed), Seen([], [], [])
    end = time.monotonic() + SECONDS
    for number in range(games):
        state = game.initial()
        for _ply in range(PLIES):
            found.states.append(state)
            if game.is_terminal(state):
                break
            by_chance = provides(game, "outcomes") and game.to_move(state) == CHANCE
            if by_chance:
                actions = [action for action, _weight in game.outcomes(state)]
                found.rolls.extend(actions)
            else:
                actions = list(game.actions(state))
                found.actions.extend(actions)
            if not actions or (number > 0 and time.monotonic() > end):
                break
            state = game.result(state, chooser.choice(actions))
        if time.monotonic() > end:
            break
    return found
