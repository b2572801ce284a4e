"""States of any kind, operators of one's own, objects of the module, numbers of other kinds."""

from __future__ import annotations

import dataclasses
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.compiler.agreement import agree
from tests.compiler.compiled import compile_function
from tests.compiler.test_refusals import Colour, Pile, Take
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.rules import compile
from zermelo.engine import engine_for
from zermelo.engine.lanes import compare
from zermelo.game import MAX, MIN, Game
from zermelo.search import SearchWarning, alphabeta


class Held(NamedTuple):
    """Something that stays as it is, how many moves were made, and who is to move."""

    thing: Any
    ply: int
    player: int


class Hold(Game[Held, int]):
    """Two moves each; the thing decides whether 1 is good."""

    thing: Any = 0

    def initial(self) -> Held:
        return Held(self.thing, 0, MAX)

    def to_move(self, state: Held) -> int:
        return state.player

    def actions(self, state: Held) -> list[int]:
        return [1, 2] if state.ply < 4 else []

    def result(self, state: Held, action: int) -> Held:
        return Held(state.thing, state.ply + action, -state.player)

    def is_terminal(self, state: Held) -> bool:
        return state.ply >= 4

    def utility(self, state: Held) -> int:
        return state.player * (2 if state.thing else 1)


@pytest.mark.parametrize(
    "thing", [frozenset({1}), "abc", "", 1.5, None, (1, (2, "x")), Colour.RED, range(3)], ids=repr
)
def test_states_of_any_kind(thing: Any) -> None:
    game = Hold()
    game.thing = thing
    assert compare(game, games=3) == []


@pytest.mark.parametrize("thing", [[1, 2], {1: 2}, {1}], ids=repr)
def test_states_that_can_change_have_no_keys(thing: Any) -> None:
    game = Hold()
    game.thing = thing
    with pytest.raises(CannotCompile, match=r"a state with .* in it; use tuples of numbers"):
        assert compile(game).state.keys


# --- operators of one's own ----------------------------------------------------------------------

OPERATORS = {
    "__eq__": lambda self, other: self.count == other.count,
    "__lt__": lambda self, other: self.count > other.count,
    "__len__": lambda self: self.count,
    "__iter__": lambda self: iter((self.count, 7)),
    "__bool__": lambda self: self.count > 4,
}


@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize("written", [Pile, dataclasses.make_dataclass], ids=["tuple", "dataclass"])
def test_an_operator_of_ones_own_is_not_taken_for_that_of_a_tuple(
    operator: str, written: Any
) -> None:
    own = {operator: OPERATORS[operator], "__hash__": lambda self: hash(self.count)}
    if written is Pile:
        kind: Any = type("Heap", (Pile,), own)
    else:
        fields = [("count", int), ("player", int, MAX)]
        kind = written("Heap", fields, frozen=True, namespace=own)

    class Own(Take):
        def initial(self) -> Any:
            return kind(10)

        def result(self, state: Any, action: Any) -> Any:
            return kind(state.count - action, -state.player)

        def evaluate(self, state: Any) -> Any:
            found = 1 if state else 0
            if operator == "__eq__":
                found += 2 * (state == kind(state.count, 0)) + 4 * (state != kind(3))
            if operator == "__lt__":
                found += 8 * (state < kind(5)) + 16 * (state > kind(5))
            if operator in ("__len__", "__iter__") and written is Pile:
                found += 32 * len(state) + sum(state) + 3 * list(state)[1]
            return found

    assert compare(Own(), games=3) == []


class Place:
    """Where a player stands; how long the walk was does not count."""

    def __init__(self, place: int, clock: int) -> None:
        self.place, self.clock = place, clock

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and self.place == other.place

    def __hash__(self) -> int:
        return hash(self.place)


class Round(Game[Place, int]):
    """MAX and MIN walk round, or end it: who comes back to a place draws."""

    repetition = "draw"

    def initial(self) -> Place:
        return Place(0, 0)

    def to_move(self, state: Place) -> int:
        return MAX if state.place % 2 == 0 else MIN

    def actions(self, state: Place) -> list[int]:
        return [] if self.is_terminal(state) else [0, 1] if state.place == 3 else [0]

    def result(self, state: Place, action: int) -> Place:
        return Place(4 if action else (state.place + 1) % 4, state.clock + 1)

    def is_terminal(self, state: Place) -> bool:
        return state.place == 4

    def utility(self, state: Place) -> int:
        return 1

    def evaluate(self, state: Place) -> int:
        return 5


def test_states_that_are_equal_though_they_differ_come_back() -> None:
    with pytest.warns(SearchWarning, match="states that are equal yet differ"):
        engine = engine_for(Round())
    assert engine.lane == "textbook"
    assert engine.analyse(depth=9).value == alphabeta(Round(), depth=9).value == 0


class Twice:
    """An object of the module's, with operators."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __add__(self, other: int) -> int:
        return 2 * self.number + other

    __radd__ = __add__

    def __eq__(self, other: object) -> bool:
        return self.number * 2 == (other.number * 2 if isinstance(other, Twice) else other)

    def __hash__(self) -> int:
        return hash(2 * self.number)

    def __le__(self, other: int) -> bool:
        return 2 * self.number <= other

    def __bool__(self) -> bool:
        return self.number > 3

    def __neg__(self) -> int:
        return -2 * self.number

    def __len__(self) -> int:
        return self.number

    def __contains__(self, item: int) -> bool:
        return item == self.number


TWICE, SAME = Twice(2), Twice(2)


def with_an_object(x: int) -> Any:
    sums = TWICE + x, x + TWICE, -TWICE, len(TWICE)
    tests = TWICE == x, x == TWICE, TWICE <= x, x in TWICE, not TWICE, x in (TWICE, 7)  # noqa: SIM300
    return sums, tests, TWICE == SAME, [x, 4].count(TWICE), isinstance(TWICE, Twice)  # type: ignore[arg-type]


def test_an_object_of_the_module_has_its_own_operators() -> None:
    for x in (1, 2, 4, 9):
        agree(with_an_object, x)


FOREIGN = {"Fraction": Fraction(2), "Decimal": Decimal(2), "complex": 2 + 0j, "int64": np.int64(2)}


@pytest.mark.parametrize("name", FOREIGN)
def test_numbers_of_other_kinds_are_refused(name: str) -> None:
    """Where they would be calculated with, or compared: no other number is taken for them."""
    number = FOREIGN[name]
    said = "a NumPy array or number" if name == "int64" else f"{name}; use integers or floats"

    def compared(x: int) -> bool:
        return bool(x == number)

    def among(x: int) -> bool:
        return x in (number, 5)

    for function in (compared, among):
        with pytest.raises(CannotCompile, match=said):
            compile_function(function, (1,))
