"""How the states and actions of a game lie in words, found from those of a few random games."""

from __future__ import annotations

import contextlib
import random
from typing import Any, Final

from zermelo.compiler import cache
from zermelo.compiler.atom_table import Atoms, atoms_of_text
from zermelo.compiler.constants import digest
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.layout import Layout
from zermelo.compiler.pieces import pieces_in
from zermelo.compiler.source import source_of
from zermelo.compiler.widths import Room
from zermelo.game import Game, ZermeloError
from zermelo.language import _

GAMES: Final = 12
PLIES: Final = 60


def layouts(game: Game[Any, Any], room: Room | None) -> tuple[Layout, Layout]:
    """How states and actions lie in words."""
    if not room:
        Layout.of([game.initial()], _("the state"))  # or it says at once what it cannot be
    try:
        states, actions = observe(game, GAMES * max(room or Room()))
    except ZermeloError:
        raise
    except Exception:  # what the rules raise may be because the state is of such a type
        Layout.of([game.initial()], _("the state"))
        raise
    atoms = None
    if room:
        pieces = pieces_in([*states, *actions])
        seen = Atoms([*states, *actions], pieces=pieces).seen
        atoms = Atoms(seen, atoms_of_text(type(game), seen), pieces)
    return (
        Layout.of(states, _("the state"), room, atoms=atoms),
        Layout.of(actions, _("an action"), room, free=room is not None, atoms=atoms),
    )


def known_room(game: Game[Any, Any]) -> Room | None:
    """The room that a game was found to need before; None where nothing is known."""
    with contextlib.suppress(ValueError, TypeError):  # nothing, or nothing that makes sense
        bits, items = map(int, (cache.read(_room_file(game)) or b"").split())
        return Room(bits, items)
    return None


def remember_room(game: Game[Any, Any], room: Room) -> None:
    """Lets every later process begin with so much."""
    cache.write(_room_file(game), f"{room.bits} {room.items}".encode())


def _room_file(game: Game[Any, Any]) -> str:
    return f"rows-{digest(source_of(type(game)) + cache.environment())}.bin"


def observe(game: Game[Any, Any], games: int) -> tuple[list[Any], list[Any]]:
    """Some states, the initial one first, and some actions; always the same."""
    start = game.initial()
    if game.is_terminal(start):
        words = _("cannot compile {game}: it is over at once, and has no actions")
        raise CannotCompile(words.format(game=game.name))
    first = next(iter(game.actions(start)))
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
