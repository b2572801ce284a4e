"""What random games tell about a game that no rule says."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from time import thread_time
from typing import Any, Final

from zermelo.game import Game, provides

GAMES: Final = 20
PLIES: Final = 500
SECONDS: Final = 0.2  # that all of it may take
KEY_BITS: Final = 58  # a `key` that stays below so many bits in random games is trusted to fit


def largest_value(game: Game[Any, Any], states: Iterable[Any]) -> int:
    """The largest value there can be, by the bounds or else, with room to spare, by some states."""
    if provides(game, "bounds"):
        low, high = game.bounds(game.initial())
        return max(-math.floor(low), math.ceil(high))
    ends = (state for state in states if game.is_terminal(state))
    return max((math.ceil(abs(float(game.utility(state)))) for state in ends), default=0) * 16 + 16


def key_fits(game: Game[Any, Any]) -> bool:
    """Whether the game's key can be trusted to fit into one word."""
    if not provides(game, "key"):
        return False
    keys = [game.key(state) for state in random_states(game)]
    return all(key >= 0 and key.bit_length() <= KEY_BITS for key in keys)


def random_states(game: Game[Any, Any]) -> Iterator[Any]:
    """The states of some games played at random, the same each time unless rules are slow."""
    dice, end = random.Random(0), thread_time() + SECONDS
    for _ in range(GAMES):
        state = game.initial()
        for _ply in range(PLIES):
            yield state
            if game.is_terminal(state) or thread_time() > end:
                break
            actions = list(game.actions(state))
            if not actions:  # the checker will say so
                break
            state = game.result(state, dice.choice(actions))
