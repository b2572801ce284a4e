"""How many bits the items of a board, or of a set, need: found from those of some states."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from zermelo.compiler.atom_table import Atoms
from zermelo.compiler.atoms import Known
from zermelo.compiler.bit_sets import MOST, Bits
from zermelo.compiler.packed import WORD_BITS, Code, Packed
from zermelo.compiler.records import fields_of, is_made_of_fields, parts_of, twin
from zermelo.compiler.rows import ROOM
from zermelo.compiler.untyped import typeof


class Room(NamedTuple):
    """How many times what some games needed a board has: bits for a number, and items.

    `spelled`: every text of the game may be cut and joined (see `text_types`), which is slower.
    `free`: tuples of actions (1) or of states (2) that were of one length may be of others.
    `split`: actions of CHANCE have a layout of their own (see `chance_actions`).
    `boxed`: every value is a word that says what it is (see `boxed`), which is slower still.
    """

    bits: int = 1
    items: int = 1
    spelled: bool = False
    free: int = 0
    split: bool = False
    boxed: bool = False


SMALL: Final = 8  # a tuple of so many numbers is better off in registers, one for each


def board_for(
    values: Sequence[Any], room: Room, free: bool, atoms: Atoms | None = None, small: bool = True
) -> Packed | None:
    """The board for tuples of numbers, if there are many; `free`: of several lengths.

    `small`: a few numbers are better off without.
    """
    lengths = {len(value) for value in values if type(value) is tuple}
    if (len(lengths) > 1 and not free) or not all(type(value) is tuple for value in values):
        return None
    items = [item for value in values for item in value]
    if not items or not all(isinstance(item, int) or is_cell(item, atoms) for item in items):
        return _board_of_boards(values, items, room, atoms)
    if (
        small
        and len(lengths) == 1
        and max(lengths) <= SMALL
        and not any(is_cell(item, atoms) for item in items)
    ):
        return None
    if len(lengths) == 1 and max(lengths) <= SMALL and _are_columns(values, atoms):
        return None
    bits, code = bits_for(items, room, atoms)
    count = max(lengths)
    if len(lengths) > 1:
        a_word = WORD_BITS // bits  # and a word that is begun has room for more
        count = min(-(-2 * room.items * count // a_word) * a_word, ROOM)
    return Packed(count, bits, code)


def _are_columns(values: Sequence[Any], atoms: Atoms | None) -> bool:
    """Whether each item is always a number, or never, as in ("put", 3), and there are both."""
    kinds = [{is_cell(item, atoms) for item in column} for column in zip(*values, strict=True)]
    return {True} in kinds and {False} in kinds and {True, False} not in kinds


def sets_in(value: Any) -> Iterator[frozenset[Any]]:
    """The sets that a state has in it."""
    if isinstance(value, frozenset):
        yield value
    elif isinstance(value, tuple) or fields_of(type(value)):
        for part in parts_of(value):
            yield from sets_in(part)


def bits_of(values: Sequence[Any], atoms: Atoms, wide: bool = False) -> Bits | None:
    """The type for sets of few things; None where they are too many, or too different.

    All sets of a game are of one type if they can be, so that one may take the place of another.
    `wide`: something was missing in them.
    """
    every = _bits_of(atoms.sets, atoms, wide) if atoms.sets else None
    return every or _bits_of(values, atoms, wide)


def _bits_of(values: Sequence[Any], atoms: Atoms, wide: bool) -> Bits | None:
    items = {item for value in values for item in value}
    if all(type(item) is int and 0 <= item < MOST for item in items):
        return Bits(None)
    if len({_shape(item, atoms) for item in items}) > 1 or len(items) > MOST:
        return None
    if any(_shape(item, atoms) is None for item in items):
        return None
    items = _completed(items) if wide else items
    found = sorted(items, key=lambda item: atoms.word(item) if atoms.has(item) else parts_of(item))
    made = [tuple(_in_code(item, atoms, number) for item in found) for number in (bool, int)]
    alike = len({typeof(item) for item in made[0]}) < 2
    return Bits(made[0] if alike else made[1], tuple(found))


def _completed(items: set[Any]) -> set[Any]:
    """With all that are made of parts that these have, where that is not too much."""
    kinds = {type(item) for item in items}
    columns = list(zip(*map(parts_of, items), strict=True)) if _have_parts(items) else []
    parts = [dict.fromkeys(column) for column in columns]
    if len(kinds) > 1 or not parts or math.prod(map(len, parts)) > MOST:
        return items
    kind: Any = kinds.pop()
    made = itertools.product(*parts)
    if kind is tuple:
        return set(made)
    return {kind(*each) for each in made} if is_made_of_fields(kind) else items


def _have_parts(items: set[Any]) -> bool:
    return all(isinstance(parts_of(item), tuple) for item in items)


def _shape(item: Any, atoms: Atoms) -> Any:
    """What items of one set must have in common; None for what has no place there."""
    if atoms.has(item):
        return "atom"
    if isinstance(item, int):
        return "number"
    inner = parts_of(item)
    if not isinstance(inner, tuple):
        return None
    shapes = tuple(_shape(part, atoms) for part in inner)
    plain = all(shape == "number" or isinstance(shape, tuple) for shape in shapes)
    return (type(item), *shapes) if plain else None


def _in_code(item: Any, atoms: Atoms, truth: type) -> Any:
    """An item as compiled code has it; `truth`: what becomes of a truth value in a tuple."""
    if atoms.has(item):
        return Known(atoms.word(item))
    if isinstance(item, int):
        return int(item)
    parts = parts_of(item)
    inner = tuple(truth(p) if type(p) is bool else _in_code(p, atoms, truth) for p in parts)
    kind: Any = type(item)
    return inner if kind is tuple else twin(kind)(*inner)


def is_cell(value: Any, atoms: Atoms | None) -> bool:
    """Whether it is an atom that may stand on a board."""
    return atoms is not None and atoms.has(value)


def _board_of_boards(
    values: Sequence[Any], items: list[Any], room: Room, atoms: Atoms | None
) -> Packed | None:
    if not items or not all(type(item) is tuple and item for item in items):
        return None
    numbers = [number for item in items for number in item]
    if len({len(item) for item in items}) > 1:
        return None
    if not all(isinstance(n, int) or is_cell(n, atoms) for n in numbers):
        return None
    if len({len(value) for value in values}) > 1 or len(values[0]) * len(items[0]) <= SMALL:
        return None
    return Packed(len(values[0]), Packed(len(items[0]), *bits_for(numbers, room, atoms)))


def bits_for(items: Iterable[Any], room: Room, atoms: Atoms | None) -> tuple[int, Code]:
    """How many bits hold the items, and some more: a power of two; and what stands for them."""
    items = list(items)
    numbers = [item for item in items if not is_cell(item, atoms)]
    most = max((number if number >= 0 else ~number for number in numbers), default=0)
    if atoms is None or len(numbers) == len(items):
        needed = most.bit_length() + 1 + (most > 3)
        return min(64, room.bits * max(2, 1 << (needed - 1).bit_length())), "number"
    known = max(2 + len(atoms.seen), min(len(atoms.words), 16))
    if numbers or room.bits > 1:  # atoms have a quarter
        needed = max(most.bit_length() + 2 + (most > 3), (known - 1).bit_length() + 2)
    else:
        needed = (known - 1).bit_length()
    bits = min(64, room.bits * max(2, 1 << (needed - 1).bit_length()))
    return bits, "both" if numbers or room.bits > 1 else "atom"
