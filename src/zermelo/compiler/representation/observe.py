"""Random games, played in Python: what states and actions look like.

What is seen decides how values are laid out, never what they are: tuples that had one length in all
states are taken to have it. Compiled code checks that a value fits, and what does not fit is
compiled again with more room.
"""

from __future__ import annotations

import random
from typing import Any, Final, NamedTuple

from zermelo.compiler.boundary import type_of
from zermelo.compiler.limits import Ends
from zermelo.compiler.program import Program
from zermelo.compiler.types import (
    BITS,
    INT,
    LONGEST_TUPLE,
    Pinned,
    Type,
    join_all,
    tuple_of,
    vartuple,
)
from zermelo.game import CHANCE, Game, provides

GAMES: Final = 12
PLIES: Final = 200
SPARE: Final = 6  # bits more than ints were seen to need
LARGEST: Final = 62  # bits of ints whose limits are worth a check
ACTIONS: Final = 10_000  # in all games but the first: the same on every machine, and no clock


class Seen(NamedTuple):
    """States and actions of some games; `rolls` are the actions of CHANCE."""

    states: list[Any]
    actions: list[Any]
    rolls: list[Any]


def observe(game: Game[Any, Any], games: int = GAMES, seed: int = 1) -> Seen:
    """What some random games show."""
    chooser, found = random.Random(seed), Seen([], [], [])
    listed = 0
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
            listed += len(actions)
            if not actions or (number > 0 and listed > ACTIONS):
                break
            state = game.result(state, chooser.choice(actions))
        if listed > ACTIONS:
            break
    return found


# --- lengths of tuples ---------------------------------------------------------------------------


def shape(values: list[Any], program: Program) -> Type | None:
    """The type of tuples that all have one length, and so have those inside; None for others."""
    items = [each for value in values for each in (value if type(value) is frozenset else "?")]
    are_bits = items and all(type(each) is int and 0 <= each < 64 for each in items)
    if program.may_use_bits and are_bits:
        program.uses_bits = True
        return BITS
    if not values or any(type(value) is not tuple for value in values):
        return None
    lengths = {len(value) for value in values}
    if len(lengths) != 1 or lengths == {0}:
        return None
    columns = [list(column) for column in zip(*values, strict=True)]
    kinds = {type(item) for column in columns for item in column}
    if len(columns) > 2 and len(kinds) == 1:  # a board, or a row of one
        inner = _item([item for column in columns for item in column], program)
        return vartuple(inner, len(columns))
    if len(columns) > LONGEST_TUPLE:
        return None
    return tuple_of(_item(column, program) for column in columns)


def _item(values: list[Any], program: Program) -> Type:
    found = shape(values, program)
    return found if found is not None else join_all(type_of(value, program) for value in values)


def pin_fields(states: list[Any], program: Program) -> None:
    """Pins the fields of records that are states."""
    kinds = {type(state) for state in states}
    for kind in kinds:
        if not (hasattr(kind, "_fields") or hasattr(kind, "__dataclass_fields__")):
            continue
        info = program.class_info(kind)
        if info.mutable:
            continue
        same = [state for state in states if type(state) is kind]
        for place, name in enumerate(info.names):
            column = [getattr(state, name) for state in same]
            found = shape(column, program)
            if found is not None:
                info.cells[place] = Pinned(found)
            elif limits := limits_of(column, 0):
                info.cells[place] = Pinned(INT, limits)


def limits_of(values: list[Any], room: int) -> Ends | None:
    """Between which ints lie, with some bits to spare; None: they are no ints, or too large."""
    if not values or any(type(value) is not int for value in values):
        return None
    bits = max(map(int.bit_length, values)) + SPARE * (room + 1)
    high = (1 << bits) - 1
    return (-high if min(values) < 0 else 0, high) if bits < LARGEST else None
