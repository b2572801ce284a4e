"""How the states and actions of a game lie in words, found from those of a few random games."""

from __future__ import annotations

import contextlib
import random
from typing import Any, Final

from zermelo.compiler import cache
from zermelo.compiler.atom_table import (
    SHORT,
    Atoms,
    atoms_in,
    atoms_of_text,
    files_of,
    joins_texts,
    letters_made,
    makes_texts,
    numbers_in,
    texts_in,
    texts_known,
)
from zermelo.compiler.constants import digest
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.layout import Layout
from zermelo.compiler.pieces import pieces_in
from zermelo.compiler.records import operator_of, own_operator
from zermelo.compiler.rows import ROOM
from zermelo.compiler.seen_layouts import layout_of
from zermelo.compiler.several_classes import several_in
from zermelo.compiler.source import source_of
from zermelo.compiler.text_types import Spelling
from zermelo.compiler.widths import Room, sets_in
from zermelo.compiler.written_actions import written_actions
from zermelo.game import Game, ZermeloError
from zermelo.language import _

GAMES: Final = 12
PLIES: Final = 60


def layouts(game: Game[Any, Any], room: Room | None) -> tuple[Layout, Layout]:
    """How states and actions lie in words."""
    _refuse_own_operators([game.initial()], room is not None)
    if not room:
        layout_of([game.initial()], _("the state"))  # or it says at once what it cannot be
    try:
        states, actions = observe(game, GAMES * max((room or Room())[:2]))
    except ZermeloError:
        raise
    except Exception:  # what the rules raise may be because the state is of such a type
        layout_of([game.initial()], _("the state"))
        raise
    _refuse_own_operators([*states, *actions], room is not None)
    atoms = None
    if room:
        actions += written_actions(game, actions)
        several = several_in(actions)
        if several:
            states, actions = (list(map(several.inward, each)) for each in (states, actions))
        atoms = atoms_for(game, [*states, *actions], room.spelled)
        atoms.several = several
        for kind in atoms.pieces:
            _refuse_own_operator(kind, operator_of(kind))
        atoms.sets = [found for value in (*states, *actions) for found in sets_in(value)]
    free = room is not None
    rooms = [room and room._replace(free=int(room.free == part)) for part in (1, 2)]
    return (
        layout_of(states, _("the state"), rooms[1], free, atoms),
        layout_of(actions, _("an action"), rooms[0], free, atoms),
    )


def atoms_for(game: Game[Any, Any], values: list[Any], spelled: bool = False) -> Atoms:
    """The atoms of a game, and the texts that its rules make of others."""
    files, pieces = files_of(type(game)), pieces_in(values)
    texts = [text for file in files for text in texts_in(file)]
    if files:
        texts += texts_known(game)
    if spelled:
        texts += letters_made(files)
    known = {*texts, *(letter for text in texts for letter in text)}
    found = {text for value in values for text in atoms_in(value, pieces) if isinstance(text, str)}
    made = frozenset(text for text in found - known if len(text) > 1) if texts else frozenset()
    longest = ROOM if spelled or made or any(map(joins_texts, files)) else SHORT
    seen = Atoms(values, pieces=pieces, made=made).seen
    atoms = Atoms(seen, atoms_of_text(texts, seen, longest), pieces, made)
    atoms.spelled = spelled
    atoms.plain_numbers = all(type(n) is int for value in values for n in numbers_in(value))
    if longest > SHORT:
        atoms.spelling = Spelling({text: atoms.word(text) for text in atoms.texts()})
    return atoms


def has_texts(game: Game[Any, Any]) -> bool:
    """Whether its rules have texts in them, other than to show something."""
    return any(map(makes_texts, files_of(type(game))))


def _refuse_own_operators(values: list[Any], known: bool) -> None:
    own = own_operator(values, known)
    if own:
        _refuse_own_operator(*own)


def _refuse_own_operator(kind: type, operator: str | None) -> None:
    if operator:
        words = _("cannot compile a game whose {name} has its own {operator}: write a plain method")
        raise CannotCompile(words.format(name=kind.__name__, operator=operator))


def known_room(game: Game[Any, Any]) -> Room | None:
    """The room that a game was found to need before; None where nothing is known."""
    with contextlib.suppress(ValueError, TypeError):  # nothing, or nothing that makes sense
        bits, items, spelled, free = map(int, (cache.read(_room_file(game)) or b"").split())
        return Room(bits, items, bool(spelled), free)
    return None


def remember_room(game: Game[Any, Any], room: Room) -> None:
    """Lets every later process begin with so much."""
    cache.write(_room_file(game), " ".join(map(str, map(int, room))).encode())


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
