"""Keyword arguments in dicts, `*args` and `**options`, `partial`, and lambdas in one line."""

from __future__ import annotations

import dataclasses
import functools
import operator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tests.compiler.programs import COUNT, ROWS, SMALL, over

NAMES = st.dictionaries(st.sampled_from(["a", "b", "c", "zz"]), SMALL, max_size=3)
KEYS = st.sampled_from(["x", "y", "z", "w"])


@dataclass(frozen=True)
class Board:
    a: int = 0
    b: int = 1
    c: tuple[int, ...] = ()
    total: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", self.a + self.b)

    def changed(self, **changes: Any) -> Board:
        return replace(self, **changes)

    def put(self, *cells: int, to: int = 1) -> Any:
        return self.changed(c=cells, b=to)

    def told(self, a: int, *rest: int, b: int = 2, **options: int) -> Any:
        return self.a, a, rest, b, sorted(options.items())


class Made(NamedTuple):
    a: int
    b: int = 5


class Bag:
    def __init__(self, *items: int, **options: int) -> None:
        self.items, self.options = list(items), options

    def __call__(self, x: int, y: int = 2) -> Any:
        return x, y, self.items


@dataclass
class Stack:
    a: int
    cells: list[int] = field(default_factory=list)


def three(a: int, b: int = 2, c: int = 3) -> Any:
    return a, b, c


def only(a: int, *, b: int = 1, **rest: int) -> Any:
    return a, b, rest


def anything(*args: int, **options: int) -> Any:
    return args, options


def passed_on(*args: Any, **options: Any) -> Any:
    return three(*args, **options)


def scaled(factor: int, x: int, plus: int = 0) -> int:
    return factor * x + plus


def shifts(n: int) -> Any:
    return (lambda x: x + n), (lambda x: x - n), (lambda x: lambda y: x + y * n)


TABLE = {
    "x": partial(scaled, 5),
    "y": partial(scaled, 2, plus=1),
    "z": partial(scaled, factor=3, plus=2),
    "w": partial(Made, b=7),
}
TWICE = partial(scaled, 2)
UP, DOWN, FAR = shifts(2)
STEPS = {"u": lambda r, c: (r - 1, c), "d": lambda r, c: (r + 1, c), "l": lambda r, c: (r, c - 1)}
OPTIONS = {"b": 7, "c": 8}


@over(SMALL)
def written_out(n: int) -> Any:
    return (
        three(**{"a": n, "c": 4}),
        three(n, **dict(c=5)),
        three(n, **OPTIONS),
        only(n, b=3, z=4, **{"y": n}),
        anything(n, 1, k=2),
        anything(),
        anything(*[n, n], **{"j": 1}, i=n),
        passed_on(n, c=5),
        passed_on(*(n, 1, 2)),
    )


@over(NAMES)
def from_a_dict(names: dict[str, int]) -> Any:
    return three(**names), sorted(names)


@over(NAMES)
def from_a_dict_besides(names: dict[str, int]) -> Any:
    return only(1, **names), anything(**names), names


@over(ROWS, NAMES)
def from_both(items: list[int], names: dict[str, int]) -> Any:
    return passed_on(*items[:3], **names)


@over(ROWS)
def spread_and_named(items: list[int]) -> Any:
    return three(*items[:3], b=4)


@over(NAMES)
def named_twice(names: dict[str, int]) -> Any:
    return three(1, b=2, **names)


@over(SMALL, NAMES)
def replaced_fields(n: int, names: dict[str, int]) -> Any:
    first = Board(n, 2, (1,))
    changes: dict[str, Any] = {"a": n}
    if n > 0:
        changes["c"] = (n, n)
    return (
        replace(first, **changes),
        dataclasses.replace(first, **{"b": n}),
        first.changed(a=5),
        first.put(1, n, to=4),
        first.put(),
        Made(1)._replace(**{"b": n}),
        dataclasses.replace(first, **names),
    )


@dataclass
class Counted:
    a: int
    seen: int = field(init=False, default=0)
    log: list[int] = field(init=False, default_factory=list)

    def see(self) -> Counted:
        self.seen += 1
        self.log.append(self.a)
        return self


@over(SMALL)
def replaced_afresh(n: int) -> Any:
    first = Counted(n).see().see()
    other = replace(first, a=1)
    return other.seen, other.log, first.seen, other.see().seen, first.log


@over(NAMES)
def methods_and_classes(names: dict[str, int]) -> Any:
    return Made(**names), Board(**names)


@over(SMALL, SMALL)
def methods_with_more(n: int, k: int) -> Any:
    board, bag = Board(n), Bag(n, k, top=k)
    return (
        board.told(k),
        board.told(k, 1, 2, b=3, d=4),
        board.told(a=k, e=5),
        bag.items,
        bag.options,
        bag(k),
        bag(k, y=3),
        Stack(**{"a": n}).cells,
        Bag().items,
    )


@over(SMALL)
def inner_with_stars(n: int) -> Any:
    def summed(*items: int, start: int = n) -> int:
        return sum(items, start)

    def named(a: int, b: int = n + 1, *, c: int = 3, **rest: int) -> Any:
        return a, b, c, rest

    handed: Any = [summed, named]
    return (
        summed(),
        summed(1, n),
        summed(*[1, 2], start=0),
        named(n),
        named(b=1, a=2),
        named(1, c=n, d=4),
        named(**{"a": 1, "z": n}),
        handed[0](1, 2, 3),
        handed[1](1),
    )


@over(SMALL, SMALL)
def partly_given(n: int, k: int) -> Any:
    add, times = partial(operator.add, n), partial(scaled, n)
    named = functools.partial(scaled, plus=n)
    return (
        add(k),
        times(k),
        times(k, 4),
        named(2, k),
        TWICE(n),
        TWICE(n, plus=k),
        list(map(partial(scaled, n), range(4))),
        sorted(range(4), key=partial(scaled, -1)),
        partial(only, b=n)(1),
        partial(Board, n)(k).total,
    )


@over(KEYS, SMALL)
def partly_given_in_a_table(key: str, n: int) -> Any:
    return TABLE[key](n)


@over(SMALL, COUNT)
def lambdas_in_a_line(n: int, k: int) -> Any:
    far = FAR(k)
    return UP(n), DOWN(n), far(n), STEPS["udl"[k % 3]](n, k)
