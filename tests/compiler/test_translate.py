"""Python that becomes other Python before it becomes machine code, and still means the same."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from zermelo.compiler.loops import as_generator
from zermelo.compiler.source import syntax_tree
from zermelo.compiler.translate import Translator
from zermelo.compiler.unit import Unit


def compiled(function: Any, **bound: Any) -> tuple[Unit, Any]:
    unit = Translator([]).unit(function, bound)
    unit.is_entry = True
    return unit, unit.dispatcher


def yields(unit: Unit) -> bool:
    return any(isinstance(node, ast.Yield) for node in ast.walk(unit.tree))


# --- generators in loops -------------------------------------------------------------------------


class Source:
    """Ways to yield numbers."""

    limit = 4

    def pairs(self, n: int) -> Iterator[tuple[int, int]]:
        for i in range(n):
            if i == self.limit:
                return
            for j in range(i):
                if j == 3:
                    break
                yield i, j

    def all_of(self, n: int) -> Iterator[int]:
        yield -1
        yield from range(n)
        for i, j in self.pairs(n):
            if i == j + 1:
                continue
            yield i * j
        if n > 5:
            return
        yield 100

    def actions(self, n: int) -> Iterable[int]:
        if n < 0:
            return ()
        if n == 0:
            return [7]
        return [i for i in range(n) if i % 2] if n > 3 else (n, *range(n), -n)


def plain(source: Source, n: int) -> int:
    total = 0
    for i in source.all_of(n):
        total = 3 * total + i
    return total


def leaving(source: Source, n: int) -> int:
    total = 0
    for i, j in source.pairs(n):
        if (i + j) % 3 == 0:
            continue
        for k in source.all_of(j):
            if k > 1:
                break
            total += 1
        if total > 9:
            break
        total += i
    return total


def returning(source: Source, n: int) -> int:
    for i in source.all_of(n):
        for j in source.all_of(i):
            if i * j > 5:
                return 10 * i + j
    return -1


def returned(source: Source, n: int) -> int:
    total = 1
    for i in source.actions(n):
        total = 5 * total + i
    return total


@pytest.mark.parametrize("function", [plain, leaving, returning, returned])
def test_generators_go_into_loops(function: Any) -> None:
    source = Source()
    unit, machine = compiled(function, source=source)
    assert not any(
        isinstance(node, ast.Call) and "all_of" in ast.dump(node) for node in ast.walk(unit.tree)
    )
    for n in range(-1, 9):
        assert machine(n) == function(source, n), n


def many(source: Source, n: int) -> int:
    total = 0
    for i in source.all_of(n):
        for j in source.all_of(i):
            for k in source.all_of(j):
                for m in source.all_of(k):
                    total += i * j - k * m + (i ^ j) % 7 - (k | m) % 5 + (i & m) % 3
                    total %= 1000003
    return total


def test_what_would_grow_too_large_stays_a_generator() -> None:
    source = Source()
    unit, machine = compiled(many, source=source)
    assert sum(1 for _ in ast.walk(unit.tree)) < 20_000
    for n in range(4):
        assert machine(n) == many(source, n)


def collecting(n: int) -> list[int]:
    found = []
    for i in range(n):
        found.append(i)
        found.extend(range(i))
        found += [i, -i]
    return found


def counting_too(n: int) -> list[int]:
    found = [0]
    found.append(len(found))
    return found


@pytest.mark.parametrize(("function", "inside"), [(collecting, True), (counting_too, False)])
def test_lists_that_are_only_collected_become_generators(function: Any, inside: bool) -> None:
    tree = as_generator(syntax_tree(function))
    assert ("found" not in ast.unparse(tree)) == inside
    space: dict[str, Any] = {}
    exec(compile(ast.Module([tree], []), "test", "exec"), space)
    assert list(space[function.__name__](4)) == function(4)


# --- idioms --------------------------------------------------------------------------------------


class Table:
    """Constants of several kinds."""

    rows = ((1, 2, 3), (4, 5, 6))
    listed = [3, 1, 2]
    chosen = frozenset({2, 3})
    mode = "second"
    size = 3

    def __init__(self) -> None:
        self.inner = Source()

    @staticmethod
    def twice(x: int) -> int:
        return 2 * x

    @classmethod
    def sized(cls, x: int, by: int = 2) -> int:
        return x * cls.size * by


def reductions(table: Table, n: int) -> int:
    first = sum(x * n for row in table.rows for x in row if x != n)
    second = max(x - n for x in table.listed) * 10 + min((x - n) ** 2 for x in table.listed)
    third = any(x == n for x in table.listed) + 2 * all(
        any(y > n for y in row) for row in table.rows
    )
    fourth = len([x for x in table.listed if x > n]) + len(list(table.inner.all_of(n)))
    return first + 100 * second + 10_000 * third + 100_000 * fourth + sum(table.listed)


def tuples_built(table: Table, n: int) -> tuple[int, ...]:
    row = tuple(x * n for x in table.rows[0])
    row = (*row[:1], n, *row[1 + 1 :])
    row = row[:2] + (max(row[2], n, 4),) + row[3:]  # noqa: RUF005
    other = tuple(row[2 - i] for i in range(3))
    return min(row, tuple(x + i for i, x in enumerate(other)))


def known_conditions(table: Table, n: int) -> int:
    if table.mode == "first":
        return len({1: 2})  # never reached, and never compiled
    kind = 1 if table.mode in ("second", "third") and not table.size < 2 else 0
    inside = n in table.chosen or n in {7, 8}
    return (
        kind + 10 * inside + 100 * (table.twice(n) + table.sized(n, by=3)) + table.sized(by=1, x=n)
    )


def matched(table: Table, n: int) -> int:
    match n:
        case 0:
            return table.size
        case 1 | 2:
            return -1
        case other:
            return other * table.size


def factorial(table: Table, n: int) -> int:
    return 1 if n < 2 else n * factorial(table, n - 1)


@pytest.mark.parametrize(
    "function", [reductions, tuples_built, known_conditions, matched, factorial]
)
def test_idioms(function: Any) -> None:
    table = Table()
    _, machine = compiled(function, table=table)
    for n in range(9):
        assert machine(n) == function(table, n), n


def test_the_same_function_has_the_same_name_and_another_one_another() -> None:
    table = Table()
    names = {compiled(known_conditions, table=table)[0].name for _ in range(2)}
    assert len(names) == 1
    table.mode = "third"
    assert compiled(known_conditions, table=table)[0].name in names  # the same code comes out
    table.size = 4
    assert compiled(known_conditions, table=table)[0].name in names  # sized asks the class
    Table.size, before = 5, Table.size
    try:
        assert compiled(known_conditions, table=table)[0].name not in names
    finally:
        Table.size = before
