"""Hashes of constants, as the compiled code computes them (see `walk/hashes.py`).

Integers and tuples of them hash as in CPython, so that sets of them have its order. Strings and
members of an Enum have hashes of ours: their order in CPython's sets changes from run to run.
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
import struct
import sys
from collections.abc import Iterator
from typing import Any, Final

from zermelo.compiler.classes import is_written, own_method
from zermelo.compiler.errors import Refusal
from zermelo.compiler.layout import structure
from zermelo.compiler.types import Type

MASK: Final = (1 << 64) - 1
MODULUS: Final = (1 << 61) - 1
PRIME_1: Final = 11400714785074694791
PRIME_2: Final = 14029467366897019727
PRIME_5: Final = 2870177450012600261
TUPLE_END: Final = PRIME_5 ^ 3527539
MINUS_ONE: Final = 1546275796  # what a tuple's hash is in place of -1
TEXT_START: Final = 88172645463325252
TEXT_FACTOR: Final = 6364136223846793005
NONE_HASH: Final = 1117
ENUM_FACTOR: Final = 40503


def signed(word: int) -> int:
    """A 64-bit word as a signed number."""
    word &= MASK
    return word - (1 << 64) if word >> 63 else word


def constant_hash(value: Any) -> int:
    """The hash of a constant, the same as the compiled code's."""
    kind: Any = type(value)
    if value is None:
        return NONE_HASH
    if is_written(kind.__hash__):  # compiled code may compute another
        raise Refusal("a {type} in a dict or set made before; use tuples", type=kind.__name__)
    if isinstance(value, enum.Enum):
        if isinstance(value, int):
            return hash(int(value))
        return list(kind).index(value) * ENUM_FACTOR
    if isinstance(value, str):
        text = TEXT_START
        for letter in value:
            text = (text ^ ord(letter)) * TEXT_FACTOR & MASK
        return _not_minus_one(signed(text ^ text >> 32))
    if isinstance(value, float) and not (value.is_integer() and -1 << 63 <= value < 1 << 63):
        return _not_minus_one(*struct.unpack("<q", struct.pack("<d", value)))
    if isinstance(value, int | float):
        return hash(value)
    if isinstance(value, frozenset):
        total = 0
        for each in value:
            total = (total + constant_hash(each) * TEXT_FACTOR) & MASK
        return _not_minus_one(signed(total ^ total >> 29))
    if not isinstance(value, tuple):
        parameters = getattr(kind, "__dataclass_params__", None)
        if not (parameters and parameters.frozen):
            return 0  # of what exists when compiling only
        value = [getattr(value, f.name) for f in dataclasses.fields(value) if f.compare]
    return tuple_hash([constant_hash(each) for each in value])


def tuple_hash(hashes: list[int]) -> int:
    total = PRIME_5
    for each in hashes:
        total = (total + (each & MASK) * PRIME_2) & MASK
        total = (total << 31 | total >> 33) & MASK
        total = total * PRIME_1 & MASK
    total = (total + (len(hashes) ^ TUPLE_END)) & MASK
    return MINUS_ONE if total == MASK else signed(total)


def _not_minus_one(value: int) -> int:
    return -2 if value == -1 else value


SMALLEST: Final = 8  # slots of a set
NEAR: Final = 9  # slots that are tried in a row before the hash is stirred
SHIFT: Final = 5
EMPTY, USED, REMOVED = 0, 1, 2


def set_table(found: Any, in_order: bool) -> tuple[list[Any], list[int]]:
    """The items in the slots of a set, and the states of the slots.

    Where CPython's order changes from run to run, the hashes are ours, and the order is another.
    """
    real = real_table(found) if in_order else None
    if real is not None:
        return real
    mask = SMALLEST - 1
    while len(found) * 5 >= mask * 3:
        mask = 2 * mask + 1
    slots, states = [None] * (mask + 1), [EMPTY] * (mask + 1)
    for value in found:
        slot = next(each for each in tried(constant_hash(value), mask) if states[each] == EMPTY)
        slots[slot], states[slot] = value, USED
    return slots, states


def tried(hash_: int, mask: int) -> Iterator[int]:
    """The slots that CPython tries for a hash, one after the other."""
    at, perturbed = hash_ & mask, hash_ & MASK
    while True:
        yield from range(at, (at + NEAR if at + NEAR <= mask else at) + 1)
        perturbed >>= SHIFT
        at = (at * 5 + 1 + perturbed) & mask


def _takes_removed_slots() -> bool:
    """Whether this Python puts a new item into the slot of a removed one: 8 into that of 0."""
    found = {0, 1}
    found.discard(0)
    found.add(8)
    return next(iter(found)) == 8


TAKES_REMOVED: Final = _takes_removed_slots()


def real_table(found: set[Any] | frozenset[Any]) -> tuple[list[Any], list[int]] | None:
    """The items in the slots of a set of CPython's, and the states of the slots.

    Its order depends on what was in the set before: it is read from where the set lies. None in
    another Python.
    """
    if sys.implementation.name != "cpython" or set.__basicsize__ != SET_SIZE:
        return None
    fill, used, mask, table = (ctypes.c_ssize_t.from_address(id(found) + at).value for at in WORDS)
    if used != len(found) or not used <= fill <= mask:
        return None
    rest, items, states = iter(found), [], []
    for slot in range(mask + 1):
        key = ctypes.c_ssize_t.from_address(table + 16 * slot).value
        hash_ = ctypes.c_ssize_t.from_address(table + 16 * slot + 8).value
        states.append(EMPTY if key == 0 else REMOVED if hash_ == -1 else USED)
        items.append(next(rest) if states[-1] == USED else None)
    return items, states


SET_SIZE: Final = 200
WORDS: Final = (16, 24, 32, 40)  # fill, used, mask, table
FEW: Final = 8  # entries of a dict without an index


def index_table(hashes: list[int]) -> tuple[list[int], int]:
    """The index of a dict, and its mask; none for few entries."""
    if len(hashes) <= FEW:
        return [], 0
    size = 32
    while size < 3 * len(hashes):
        size *= 2
    table = [-1] * size
    for place, each in enumerate(hashes):
        at = (each ^ each >> 7) & (size - 1)
        while table[at] >= 0:
            at = (at + 1) & (size - 1)
        table[at] = place
    return table, size - 1


def in_order(type: Type) -> bool:
    """Whether sets of such items have CPython's order here, which is the same in every process."""
    if type.kind in ("int", "bool", "nothing"):
        return True
    if type.kind in ("tuple", "vartuple", "union"):
        return all(in_order(part) for part in type.parts)
    if type.kind == "record":
        return not own_method(type, "__hash__") and all(map(in_order, structure(type) or ()))
    return type.kind == "enum" and issubclass(type.info, int)


def has_any_order(type: Type) -> bool:
    """Whether the order of such items in CPython's sets changes from run to run: any will do."""
    if type.kind in ("str", "none", "object", "constant"):
        return True
    if type.kind == "enum":
        return not issubclass(type.info, int)
    inner = structure(type) or type.parts
    return own_method(type, "__hash__") is not None or any(map(has_any_order, inner))
