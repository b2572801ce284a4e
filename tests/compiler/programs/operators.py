"""Operators of the author's classes: arithmetic, comparison, texts and keys.

Those that Python calls in loops and for items are in `own_methods`.
"""

from __future__ import annotations

from functools import total_ordering
from typing import Any

from tests.compiler.programs import COUNT, PAIRS, SMALL, over


class Vector:
    def __init__(self, x: int, y: int) -> None:
        self.x, self.y = x, y

    def __add__(self, other: Any) -> Vector:
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other: Vector) -> Vector:
        return Vector(self.x - other.x, self.y - other.y)

    def __mul__(self, by: int) -> Vector:
        return Vector(self.x * by, self.y * by)

    def __rmul__(self, by: int) -> Vector:
        return self * by

    def __neg__(self) -> Vector:
        return Vector(-self.x, -self.y)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vector) and (self.x, self.y) == (other.x, other.y)

    def __hash__(self) -> int:
        return hash((self.x, self.y))

    def __lt__(self, other: Vector) -> bool:
        return (self.x, self.y) < (other.x, other.y)

    def __abs__(self) -> int:
        return abs(self.x) + abs(self.y)

    def __bool__(self) -> bool:
        return self.x != 0 or self.y != 0

    def __str__(self) -> str:
        return f"<{self.x},{self.y}>"

    def __repr__(self) -> str:
        return f"Vector({self.x}, {self.y})"

    def __iter__(self) -> Any:
        yield self.x
        yield self.y

    def __getitem__(self, at: int) -> int:
        return (self.x, self.y)[at]

    def __len__(self) -> int:
        return 2

    def __contains__(self, value: int) -> bool:
        return value in (self.x, self.y)

    def __call__(self, n: int) -> int:
        return self.x * n + self.y


@over(SMALL, SMALL)
def arithmetic(a: int, b: int) -> Any:
    v, w = Vector(a, b), Vector(b, 1)
    return tuple(v + w), tuple(v - w), tuple(v * 2), tuple(3 * v), tuple(-v), v == w, v != w


@over(SMALL, SMALL)
def arithmetic_in_place(a: int, b: int) -> Any:
    v = Vector(a, b)
    w = v
    v += Vector(1, 1)
    u = v
    u -= Vector(5, 5)
    u *= 2
    return tuple(v), tuple(w), v is w, tuple(u), u is v


class Purse:
    def __init__(self, n: int) -> None:
        self.n = n

    def __iadd__(self, n: int) -> Purse:
        self.n += n
        return self


@over(SMALL)
def own_in_place(n: int) -> Any:
    a = b = Purse(n)
    a += 1
    return b.n


@over(SMALL)
def own_abs(n: int) -> Any:
    return abs(Vector(n, 1)), str([Vector(n, 0)])


@over(SMALL, SMALL)
def like_others(a: int, b: int) -> Any:
    v = Vector(a, b)
    x, y = v
    return (
        x,
        y,
        v[0],
        v[-1],
        len(v),
        a in v,
        100 in v,
        v(10),
        bool(v),
        not v,
        [*v],
        list(map(abs, v)),
        sum(v),
    )


@over(SMALL, SMALL)
def as_text(a: int, b: int) -> Any:
    v = Vector(a, b)
    return str(v), repr(v), f"{v} {v!r}", "%s" % v


@over(PAIRS)
def as_keys(pairs: list[Any]) -> Any:
    table: dict[Any, int] = {}
    for a, b in pairs:
        table[Vector(a, b)] = table.get(Vector(a, b), 0) + 1
    order = [tuple(v) for v in {Vector(a, b) for a, b in pairs}]
    return [(tuple(k), v) for k, v in table.items()], Vector(1, 1) in table, order


@over(PAIRS)
def sorted_objects(pairs: list[Any]) -> Any:
    vectors = [Vector(a, b) for a, b in pairs]
    return (
        [tuple(v) for v in sorted(vectors)],
        tuple(min(vectors)),
        tuple(max(vectors)),
        Vector(1, 1) in vectors,
    )


@over(SMALL)
def wrong_index(a: int) -> Any:
    return Vector(a, 1)[a]


@total_ordering
class Card:
    order = "23456789TJQKA"

    def __init__(self, rank: str) -> None:
        self.rank = rank

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.rank == other.rank

    def __lt__(self, other: Card) -> bool:
        return self.order.index(self.rank) < self.order.index(other.rank)


@over(COUNT, COUNT)
def total_order(a: int, b: int) -> Any:
    x, y = Card("A2TKJ3Q4"[a]), Card("A2TKJ3Q4"[b])
    return x < y, x <= y, x > y, x >= y, x == y, max(x, y).rank


class Money:
    def __init__(self, n: int) -> None:
        self.n = n

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, Money):
            return NotImplemented
        return self.n == other.n

    def __add__(self, other: Any) -> Any:
        if isinstance(other, int):
            return Money(self.n + other)
        if isinstance(other, Money):
            return Money(self.n + other.n)
        return NotImplemented

    __radd__ = __add__


@over(SMALL)
def not_implemented(n: int) -> Any:
    m = Money(n)
    return (
        m == Money(n),
        m == n,
        m != Money(3),
        (m + 1).n,
        (1 + m).n,
        sum([m, m]).n,
        m in [1, Money(n)],
    )


@over(SMALL)
def not_added(n: int) -> Any:
    return Money(n) + "x"


@over(SMALL)
def not_hashed(n: int) -> Any:
    return {Money(n): 1}


@over(SMALL)
def not_ordered(n: int) -> Any:
    return sorted([Money(n), Money(1)])
