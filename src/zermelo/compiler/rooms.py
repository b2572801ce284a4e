"""How much room the values of a game have in machine code, and in which way they lie there."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, Final, Protocol

from zermelo.compiler import cache
from zermelo.compiler.constants import digest
from zermelo.compiler.errors import (
    FULL,
    LACKS,
    NARROW,
    NO_NUMBER,
    UNLIKE,
    CannotCompile,
    OneLength,
)
from zermelo.compiler.layout import Narrow
from zermelo.compiler.observe import has_texts, layouts, two_shapes
from zermelo.compiler.source import source_of
from zermelo.compiler.widths import Room
from zermelo.game import Game

MOST_ROOM: Final = 64  # times what some games needed, for boxed values


class Prepared(Protocol):
    """A game on its way to machine code (see `CompiledGame`)."""

    game: Game[Any, Any]

    def prepare(self, room: Room | None) -> None:
        """Translates the rules."""

    def missing(self) -> list[str]:
        """The optional rules that cannot be translated."""


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


def choose_room(compiled: Prepared) -> None:
    """Prepares a game in the fastest way that does for all its rules."""
    game = compiled.game
    missing = None  # which optional rules it would have to do without
    with contextlib.suppress(CannotCompile):
        compiled.prepare(None)
        missing = compiled.missing()
    if missing == []:
        return
    rooms = [Room(), Room(spelled=True)] if has_texts(game) else [Room()]
    refusal: CannotCompile | None = None
    for room in rooms:
        try:
            compiled.prepare(room)
        except CannotCompile as error:
            if not room.free:
                refusal = error
                if isinstance(error, OneLength):
                    rooms += [room._replace(free=1), room._replace(free=2)]
            if room is rooms[-1] and not room.split and two_shapes(game):
                rooms += [each._replace(split=True) for each in rooms if not each.free]
            if missing is None and room is rooms[-1]:
                if room.free and refusal:  # which says more of what is written
                    raise refusal from None
                raise
            continue
        fewer = compiled.missing()
        if missing is None or len(fewer) < len(missing):
            return
        break
    compiled.prepare(None)


def wider_rooms(game: Game[Any, Any], room: Room | None, reason: BaseException) -> Iterator[Room]:
    """The rooms with which a rule may do what it could not, the fastest first."""
    lack = NARROW if isinstance(reason, Narrow) else getattr(reason, "what", None)
    if room is None:
        return
    if lack in LACKS:
        more = room._replace(bits=2 * room.bits)
        if lack == FULL:
            more = room._replace(items=4 * room.items)
        if room.boxed:
            yield from [more] * (room.bits * room.items < MOST_ROOM)
            return
        yield from [more] * (layouts(game, more) != layouts(game, room))
        yield from [Room(boxed=True)] * (lack == FULL)  # where lists may be of any length
    elif lack in UNLIKE and not room.boxed:
        if lack == NO_NUMBER and not room.spelled and has_texts(game):
            yield room._replace(spelled=True)  # `"X" * 3`, where texts can be cut and joined
        if not room.split and two_shapes(game):
            yield room._replace(split=True)
        yield Room(boxed=True)
