"""How many bits the items of a board, or of a set, need: found from those of some states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from zermelo.compiler.atom_table import Atoms
from zermelo.compiler.atoms import Known
from zermelo.compiler.bit_sets import MOST, Bits
from zermelo.compiler.packed import WORD_BITS, Code, Packed
from zermelo.compiler.rows import ROOM


class Room(NamedTuple):
    """How many times what some games needed a board has: bits for a number, and items."""

    bits: int = 1
    items: int = 1


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
    bits, code = bits_for(items, room, atoms)
    count = max(lengths)
    if len(lengths) > 1:
        a_word = WORD_BITS // bits  # and a word that is begun has room for more
        count = min(-(-2 * room.items * count // a_word) * a_word, ROOM)
    return Packed(count, bits, code)


def bits_of(values: Sequence[Any], atoms: Atoms) -> Bits | None:
    """The type for sets of few things; None where they are too many, or too different."""
    items = {item for value in values for item in value}
    if all(type(item) is int and 0 <= item < MOST for item in items):
        return Bits(None)
    shapes = {tuple(map(type, item)) if type(item) is tuple else atoms.has(item) for item in items}
    numbers = all(set(shape) <= {int} for shape in shapes if isinstance(shape, tuple))
    if len(shapes) > 1 or not numbers or len(items) > MOST:
        return None
    found = sorted(items, key=lambda item: atoms.word(item) if atoms.has(item) else item)
    return Bits(tuple(Known(atoms.word(i)) if atoms.has(i) else i for i in found), tuple(found))


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
