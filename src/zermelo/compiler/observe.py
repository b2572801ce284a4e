"""How the states and actions of a game lie in words, found from those of a few random games."""

from __future__ import annotations

import contextlib
import random
from typing import Any, Final

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
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.layout import Layout
from zermelo.compiler.pieces import pieces_in
from zermelo.compiler.records import operator_of, own_operator
from zermelo.compiler.rows import ROOM
from zermelo.compiler.seen_layouts import layout_of
from zermelo.compiler.several_classes import several_in
from zermelo.compiler.text_types import Spelling
from zermelo.compiler.widths import Room, sets_in
from zermelo.compiler.written_actions import written_actions
from zermelo.game import CHANCE, Game, ZermeloError
from zermelo.language import _

GAMES: Final = 12
PLIES: Final = 60


def layouts(game: Game[Any, Any], room: Room | None) -> tuple[Layout, Layout, Layout]:
    """How states, actions and, where these are others, actions of CHANCE lie in words."""
    _refuse_own_operators([game.initial()], room is not None)
    if not room:
        layout_of([game.initial()], _("the state"))  # or it says at once what it cannot be
    try:
        states, seen = observe(game, GAMES * max((room or Room())[:2]))
    except ZermeloError:
        raise
    except Exception:  # what the rules raise may be because the state is of such a type
        layout_of([game.initial()], _("the state"))
        raise
    rolls = [action for action, by_chance in seen if by_chance and room and room.split]
    actions = [action for action, by_chance in seen if not (by_chance and rolls)]
    _refuse_own_operators([*states, *actions, *rolls], room is not None)
    atoms = None
    if room:
        actions += written_actions(game, [*actions, *rolls])
        several = several_in(actions)
        if several:
            states, actions, rolls = (
                list(map(several.inward, each)) for each in (states, actions, rolls)
            )
        atoms = atoms_for(game, [*states, *actions, *rolls], room.spelled)
        atoms.several = several
        for kind in atoms.pieces:
            _refuse_own_operator(kind, operator_of(kind))
        atoms.sets = [found for value in (*states, *actions, *rolls) for found in sets_in(value)]
    free = room is not None
    rooms = [room and room._replace(free=int(room.free == part)) for part in (1, 2)]
    state = layout_of(states, _("the state"), rooms[1], free, atoms)
    action = layout_of(actions, _("an action"), rooms[0], free, atoms)
    if not rolls:
        return state, action, action
    return state, action, layout_of(rolls, _("an action of CHANCE"), rooms[0], free, atoms)


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


def observe(game: Game[Any, Any], games: int) -> tuple[list[Any], list[tuple[Any, bool]]]:
    """Some states, the initial one first, and some actions, each with whether it is CHANCE's."""
    start = game.initial()
    if game.is_terminal(start):
        words = _("cannot compile {game}: it is over at once, and has no actions")
        raise CannotCompile(words.format(game=game.name))
    states = [start]
    actions = [(next(iter(game.actions(start))), by_chance(game, start))]
    dice = random.Random(0)
    with contextlib.suppress(Exception):  # what the rules raise is the checker's business
        for _game in range(games):
            state = start
            for _ply in range(PLIES):
                if game.is_terminal(state):
                    break
                moves = list(game.actions(state))
                chance = by_chance(game, state)
                actions += [(move, chance) for move in moves]
                state = game.result(state, dice.choice(moves))
                states.append(state)
    return states, actions


def by_chance(game: Game[Any, Any], state: Any) -> bool:
    """Whether CHANCE is to move."""
    return game.has_chance and bool(game.to_move(state) == CHANCE)


def two_shapes(game: Game[Any, Any]) -> bool:
    """Whether actions of CHANCE may be of another shape than those of the players."""
    seen = observe(game, GAMES)[1] if game.has_chance else []
    return len({by_chance for _, by_chance in seen}) > 1
