"""Classes whose objects never change: fields set through object.__setattr__; own __init__ of dataclasses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.compiler.programs import ANY, ROWS, SMALL, over


class Bowl:
    """Compared by what it has."""

    __slots__ = ("houses", "idle", "store")

    def __init__(self, houses: Any, store: int) -> None:
        object.__setattr__(self, "houses", tuple(houses))
        object.__setattr__(self, "store", store)
        object.__setattr__(self, "idle", len(self.houses) + self.store)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(name)

    def _parts(self) -> Any:
        return self.houses, self.store, self.idle

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Bowl):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def poured(self, n: int) -> Bowl:
        return Bowl((*self.houses[1:], n), self.store + self.houses[0])


@over(ROWS, SMALL)
def fields_of_slots(items: list[int], n: int) -> Any:
    bowl = Bowl(items or [n], n)
    other = bowl.poured(n)
    items.append(7)
    return bowl.houses, bowl.idle, other.houses, other.store, other == bowl, other.poured(0).idle


@over(ROWS, ROWS, SMALL)
def equal_ones_in_tables(a: list[int], b: list[int], n: int) -> Any:
    bowls = [Bowl(a, n), Bowl(b, 0), Bowl(a, n), Bowl(sorted(a), 0)]
    return (
        *(len(set(bowls)), bowls.index(Bowl(b, 0)), bowls[0] is bowls[2], bowls[0] in bowls[1:]),
        {bowl: place for place, bowl in enumerate(bowls)}[bowls[0]],
    )


@over(ROWS, ANY)
def equal_to_other_things(items: list[int], other: Any) -> Any:
    bowl = Bowl(items, 1)
    return bowl == other, other == bowl, bowl != other, bowl in [other], bowl == (tuple(items), 1)


@over(ROWS)
def set_plainly_is_refused(items: list[int]) -> Any:
    bowl = Bowl(items, 1)
    try:
        bowl.store = 5
    except AttributeError:
        return "never"
    return bowl.store


class Late:
    """Not all fields are set at once, one by way of a property, and one is the class's."""

    width = 3

    def __init__(self, n: int, wide: bool) -> None:
        if n > 0:
            object.__setattr__(self, "more", n)
        object.__setattr__(self, "a", n + 1)
        object.__setattr__(self, "double", n)
        if wide:
            object.__setattr__(self, "width", n)

    @property
    def double(self) -> int:
        return self.half * 4

    @double.setter
    def double(self, value: int) -> None:
        self.half = value


@over(SMALL, SMALL)
def fields_now_and_then(n: int, k: int) -> Any:
    late = Late(n, k > n)
    same = late
    found: Any = late.a, late.double, late.half, late.width
    object.__setattr__(same, "a", k)
    try:
        return found, late.a, late.more
    except AttributeError:
        return found, late.a


class Idle:
    def __setattr__(self, one: Any, name: Any, value: Any = None) -> None:
        pass


class Without:
    def __init__(self, object: Any, n: int) -> None:  # noqa: A002
        object.__setattr__(self, "a", n)
        self.b = n


@over(SMALL)
def another_object(n: int) -> Any:
    found = Without(Idle(), n)
    if n > 5:
        found.a = n + 1
    try:
        return found.a
    except AttributeError:
        return found.b


class Named:
    def __init__(self, n: int, names: tuple[str, ...]) -> None:
        for name in names:
            object.__setattr__(self, name, n)


@over(SMALL)
def computed_names(n: int) -> Any:
    return Named(n, ("a", "b")).__dict__


@dataclass(frozen=True)
class Cell:
    x: int
    y: int


@over(SMALL)
def a_value_that_is_changed_after_all(n: int) -> Any:
    cell = Cell(n, n)
    object.__setattr__(cell, "x", 5)
    return cell


@over(SMALL)
def field_of_a_number(n: int) -> Any:
    object.__setattr__(n, "x", 5)
    return n


@dataclass(order=True)
class Turned:
    """It has an __init__ of its own, and is compared by its fields."""

    a: int
    b: int

    def __init__(self, a: int, b: int = 0) -> None:
        self.b = b % 3
        self.a = a % 3


class Further(Turned):
    """A field that takes no part."""

    def __init__(self, a: int) -> None:
        super().__init__(a)
        self.c = a


@over(SMALL, SMALL)
def dataclass_with_an_init(n: int, k: int) -> Any:
    a, b = Turned(n, k), Turned(k, n)
    return (
        *(a == b, a != b, a < b, a <= b, a in [b], [a, b].index(b), a is b, sorted([a, b])[0].b),
        *(Further(n) == Further(k), Further(n) == Turned(n), Turned(n) == Further(n)),
    )


@over(SMALL)
def dataclass_with_an_init_as_a_key(n: int) -> Any:
    return {Turned(n): n}


@dataclass(unsafe_hash=True)
class Hashed:
    a: int


@over(SMALL)
def dataclass_with_a_hash(n: int) -> Any:
    return Hashed(1) in {Hashed(n % 3)}


@dataclass
class Unset:
    a: int
    b: int = 4

    def __init__(self, a: int) -> None:
        self.a = a


@over(SMALL)
def dataclass_with_a_field_left_out(n: int) -> Any:
    return Unset(n) == Unset(1), Unset(n).b


@dataclass(frozen=True)
class Still:
    a: int

    def __init__(self, a: int) -> None:
        object.__setattr__(self, "a", a % 3)


@over(SMALL)
def frozen_dataclass_with_an_init(n: int) -> Any:
    return Still(n) == Still(4), hash(Still(n)) == hash(Still(4))
