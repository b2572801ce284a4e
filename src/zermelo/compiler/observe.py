"""How the states and actions of a game lie in words, found from those of a few random games."""

from __future__ import annotations

import contextlib
import random
from typing import Any, Final

from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.layout import Layout
from zermelo.game import Game
from zermelo.language import _

GAMES: Final = 12
PLIES: Final = 60


def layouts(game: Game[Any, Any], room: int) -> tuple[Layout, Layout]:
    """How states and actions lie in words."""
    Layout.of([game.initial()], _("the state"))  # or it says at once what it cannot be
    states, actions = observe(game, GAMES if room else 0)
    return (
        Layout.of(states, _("the state"), room),
        Layout.of(actions, _("an action"), room, free=room > 0),
    )


def observe(game: Game[Any, Any], games: int) -> tuple[list[Any], list[Any]]:
    """Some states, the initial one first, and some actions; always the same."""
    start = game.initial()
    if game.is_terminal(start):
        words = _("cannot compile {game}: it is over at once, and has no actions")
        raise CannotCompile(words.format(game=game.name))
    first = next(iter(game.actions(start)))
    if not _has_tuple(start) and not _has_tuple(first):
        return [start], [first]
    states, actions = [start], [first]
    dice = random.Random(0)
    with contextlib.suppress(Exception):  # what the rules raise is the checker's business
        for _game in range(games):
            state = start
            for _ply in range(PLIES):
                if game.is_terminal(state):
                    break
                moves = list(game.actions(state))
                actions += moves
                state = game.result(state, dice.choice(moves))
                states.append(state)
    return states, actions


def _has_tuple(value: Any) -> bool:
    """Whether a plain tuple is in it, which may be a board."""
    if isinstance(value, int):
        return False
    if type(value) is tuple:
        return True
    parts = value if isinstance(value, tuple) else vars(value).values() if _open(value) else ()
    return any(map(_has_tuple, parts))


def _open(value: Any) -> bool:
    return hasattr(value, "__dict__")
