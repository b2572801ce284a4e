"""Methods of the author's classes that Python calls itself: loops, items, operators, numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.compiler.programs import COUNT, ROWS, SMALL, over


class Steps:
    def __init__(self, n: int) -> None:
        self.n = n

    def __iter__(self) -> Steps:
        return self

    def __next__(self) -> int:
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        if self.n == 5:
            raise KeyError
        return self.n


class Fresh:
    """Every loop over it begins anew."""

    def __init__(self, n: int) -> None:
        self.n = n

    def __iter__(self) -> Steps:
        return Steps(self.n)


class Grid:
    def __init__(self, size: int) -> None:
        self.size = size
        self.cells: dict[Any, int] = {}

    def __getitem__(self, key: Any) -> int:
        return self.cells[key]

    def __setitem__(self, key: Any, value: int) -> None:
        self.cells[key] = value

    def __delitem__(self, key: Any) -> None:
        del self.cells[key]

    def __contains__(self, key: Any) -> bool:
        return key in self.cells

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Any]:
        yield from self.cells

    def __bool__(self) -> bool:
        return self.size > 3

    def __call__(self, x: int, y: int = 2) -> int:
        return self.size + x * y


class Row:
    def __init__(self, items: list[int]) -> None:
        self.items = items

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, at: int) -> int:
        return self.items[at]


class Number:
    def __init__(self, n: int) -> None:
        self.n = n

    def __floordiv__(self, other: Any) -> Any:
        return self.n // int(other)

    def __mod__(self, other: int) -> Any:
        return Number(self.n % other)

    def __rmod__(self, other: Any) -> Any:
        return other, self.n

    def __truediv__(self, other: int) -> float:
        return self.n / other

    def __pow__(self, other: int) -> int:
        return int(self.n**other)

    def __lshift__(self, other: int) -> int:
        return self.n << other

    def __rrshift__(self, other: int) -> int:
        return other - self.n

    def __matmul__(self, other: Number) -> int:
        return self.n * other.n

    def __invert__(self) -> Number:
        return Number(-self.n)

    def __pos__(self) -> int:
        return self.n

    def __index__(self) -> int:
        return self.n

    def __iadd__(self, other: int) -> Number:
        self.n += other
        return self

    def __isub__(self, other: int) -> int:
        return self.n - other


class Lazy:
    def __getattr__(self, text: str) -> int:
        return 5


@over(COUNT)
def iterators(n: int) -> Any:
    steps = Steps(n)
    found: list[Any] = []
    for x in steps:
        found.append(x)
        if x == 2:
            break
    found.append(next(steps, "none"))
    return found, list(steps), [*Fresh(3)], max(Fresh(3)), 1 in Fresh(n), dict(zip("abc", Fresh(4)))


@over(COUNT)
def begun_anew(n: int) -> Any:
    fresh = Fresh(n)
    return sorted(fresh), sum(x for x in fresh), [(a, b) for a in fresh for b in fresh]


@over(COUNT)
def no_more_of_them(n: int) -> Any:
    steps = Steps(n)
    return next(steps), next(steps)


@over(COUNT, SMALL)
def items(n: int, k: int) -> Any:
    grid = Grid(n)
    grid[1, 2] = k
    grid[k] = 4
    grid[k] += 1
    del grid[1, 2]
    return (
        len(grid),
        bool(grid),
        list(grid),
        k in grid,
        (1, 2) in grid,
        grid(k),
        grid(k, y=5),
        grid(x=1),
        [*grid],
        max(grid),
        "yes" if grid else "no",
    )


@over(COUNT)
def deleted_twice(n: int) -> Any:
    grid = Grid(n)
    del grid[n]
    return grid


@over(ROWS)
def by_index(numbers: list[int]) -> Any:
    row = Row(numbers)
    return list(row), [x for x in row], list(reversed(row)), 3 in row, sum(row), sorted(row)


@over(SMALL, COUNT)
def operators(n: int, k: int) -> Any:
    a, b = Number(n), Number(k)
    c: Any = a
    c += 3
    d: Any = b
    d -= 1
    return (
        a // (k + 1),
        (a % 5).n,
        7 % b,
        a / 2,
        a**2,
        a << k,
        9 >> b,
        a @ b,
        (~a).n,
        +b,
        c is a,
        c.n,
        d,
    )


@over(COUNT)
def as_numbers(n: int) -> Any:
    a, row = Number(n), [5, 6, 7, 8]
    row[Number(1)] = 0
    return int(a), row[Number(n % 4)], row[: Number(2)], list(range(a)), "ab"[Number(1)]


@over(SMALL)
def no_such_operator(n: int) -> Any:
    return Row([n]) // 2


@over(SMALL)
def lazy_fields(n: int) -> Any:
    return Lazy().anything
