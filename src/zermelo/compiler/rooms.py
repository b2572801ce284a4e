"""How much room the values of a game have in machine code, and in which way they lie there."""

from __future__ import annotations

import contextlib
from typing import Any

from zermelo.compiler import cache
from zermelo.compiler.constants import digest
from zermelo.compiler.errors import FULL, LACKS, NARROW, NO_NUMBER, UNLIKE
from zermelo.compiler.layout import Narrow
from zermelo.compiler.observe import has_texts, layouts, two_shapes
from zermelo.compiler.source import source_of
from zermelo.compiler.widths import Room
from zermelo.game import Game


def known_room(game: Game[Any, Any]) -> Room | None:
    """The room that a game was found to need before; None where nothing is known."""
    with contextlib.suppress(ValueError, TypeError):  # nothing, or nothing that makes sense
        parts = map(int, (cache.read(_room_file(game)) or b"").split())
        bits, items, spelled, free, split, boxed = parts
        return Room(bits, items, bool(spelled), free, bool(split), bool(boxed))
    return None


def remember_room(game: Game[Any, Any], room: Room) -> None:
    """Lets every later process begin with so much."""
    cache.write(_room_file(game), " ".join(map(str, map(int, room))).encode())


def _room_file(game: Game[Any, Any]) -> str:
    return f"rows-{digest(source_of(type(game)) + cache.environment())}.bin"


def wider_room(game: Game[Any, Any], room: Room | None, reason: BaseException) -> Room | None:
    """The room with which a rule may do what it could not; None where none helps."""
    lack = NARROW if isinstance(reason, Narrow) else getattr(reason, "what", None)
    if room is None or lack not in (*LACKS, *UNLIKE):
        return None
    if lack in UNLIKE:
        if lack == NO_NUMBER and not room.spelled and has_texts(game):
            return room._replace(spelled=True)  # `"X" * 3`, where texts can be cut and joined
        if not room.split and two_shapes(game):
            return room._replace(split=True)
        return None if room.boxed else Room(boxed=True)
    more = room._replace(bits=2 * room.bits)
    if lack == FULL:
        more = room._replace(items=4 * room.items)
    if room.boxed:
        return more if room.bits * room.items < 64 else None
    return None if layouts(game, more) == layouts(game, room) else more
