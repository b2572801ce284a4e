"""Dicts and sets of the module, and sets that are handed over, with keys of many kinds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.compiler.programs import Program, calls


@dataclass(frozen=True)
class OwnHash:
    x: int

    def __hash__(self) -> int:
        return 7 * self.x + 3


@dataclass(frozen=True)
class Partly:
    x: int
    s: str = field(default="a", compare=False)


@dataclass(frozen=True, slots=True)
class Slotted:
    x: int
    s: str = "b"


@dataclass(frozen=True)
class Unhashed:
    x: int
    y: int = field(default=2, hash=False)


class Thing:
    def __init__(self, x: int) -> None:
        self.x = x

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing) and self.x == other.x

    def __hash__(self) -> int:
        return hash(self.x) + 1


class Named(NamedTuple):
    x: int

    def __hash__(self) -> int:
        return 5


def keyed(make: Callable[[int], Any]) -> tuple[Program, list[Any]]:
    """A function with a set and a dict of its own, and calls with other sets."""
    whole = frozenset(make(i) for i in range(-3, 12))
    table = {make(i): i for i in range(-3, 12)}

    def look_up(some: Any) -> Any:
        found = [(key in whole, key in some, table[key]) for key in table]
        return found, len(whole | some), some <= whole, whole - some

    return look_up, [frozenset(make(j) for j in range(i, i + 6)) for i in range(-3, 9)]


def _keyed(name: str, make: Callable[[int], Any]) -> None:
    function, given = keyed(make)
    function.__name__ = function.__qualname__ = name
    calls(*given)(function)


_keyed("by_an_own_hash", OwnHash)
_keyed("by_a_part", Partly)
_keyed("by_slots", Slotted)
_keyed("without_a_field", Unhashed)
_keyed("by_things", Thing)
_keyed("by_named_tuples_with_a_hash", Named)
_keyed("by_floats", lambda x: x / 4)
_keyed("by_large_floats", lambda x: x * 2.0**61 + 0.0)

PIECES = tuple(object.__new__(type("Piece", (), {})) for _piece in range(12))
WORTH = {piece: place for place, piece in enumerate(PIECES)}
BLACK = frozenset(PIECES[6:])


@calls(0, 3, 7, 11)
def by_identity(n: int) -> Any:
    piece = PIECES[n]
    return WORTH[piece], piece in BLACK, PIECES[0] in BLACK, [WORTH[each] for each in PIECES][n]


def _one() -> int:
    return 1


def _two() -> int:
    return 2


FUNCTIONS = {_one: 3, _two: 4, int: 5, OwnHash: 6}


@calls(0, 1)
def by_functions(n: int) -> Any:
    return FUNCTIONS[_one if n else _two], FUNCTIONS[int], FUNCTIONS[OwnHash], len in FUNCTIONS


SETS = (frozenset({1, 2}), frozenset[int](), frozenset({70}), frozenset({-1, 5}))


@calls(0, 1, 2, 3)
def sets_that_are_handed_back(n: int) -> Any:
    return SETS[n], SETS
