"""Several things at once, as in the rules of games, and constants of modules."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.compiler.programs import (
    ANY,
    COUNT,
    LONG,
    PAIRS,
    ROWS,
    SETS,
    SMALL,
    TABLES,
    calls,
    over,
)

LINES = [[0, 1, 2], [3, 4, 5], [0, 4, 8]]
SCORES = {"p": 1, "n": 3, "": 0}
LEFT_OVER = set(range(100))
LEFT_OVER -= set(range(3, 93))
FROZEN = frozenset({(0, 1), (5, 3), (2, 2), (-1, -2), (7, 7)})
DELETED = {i: i * i for i in range(10)}
for _key in (3, 5, 0):
    del DELETED[_key]
DELETED[3] = 0
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@over(SMALL)
def constants_in_order(n: int) -> Any:
    return (
        list(LEFT_OVER),
        list(FROZEN),
        list(DELETED),
        list(DELETED.items()),
        n in LEFT_OVER,
        (n, n) in FROZEN,
    )


@over(SMALL)
def constants_combined(n: int) -> Any:
    return (
        list(LEFT_OVER | {n}),
        list(set(LEFT_OVER)),
        list(FROZEN - {(2, 2)}),
        list(LEFT_OVER.copy()),
        {**DELETED, n: 1},
    )


@over(COUNT)
def constants_copied(n: int) -> Any:
    lines = copy.deepcopy(LINES)
    lines[0][0] = n
    rows = [row[:] for row in LINES]
    rows[1].append(n)
    return lines, rows, LINES, [*LINES[0], n], LINES[n % 3], sorted(LINES, reverse=True)


@over(COUNT)
def constants_changed(n: int) -> Any:
    row = LINES[0] + []
    if n > 100:
        LINES[0].append(n)
    row.append(n)
    return row


@over(PAIRS)
def deep_copy_keeps_names(pairs: list[Any]) -> Any:
    row = [1]
    rows = copy.deepcopy([row, row, pairs])
    rows[0].append(2)
    return rows, row, rows[0] is rows[1], rows[0] is row


def early(log: list[Any], n: int) -> Iterator[int]:
    try:
        for i in range(n):
            yield i
    finally:
        log.append("closed")


@over(COUNT)
def left_early(n: int) -> Any:
    log: list[Any] = []
    for x in early(log, n):
        log.append(x)
        if x == 1:
            break
    log.append("behind")
    return log


def first_of(items: list[int]) -> Iterator[int]:
    yield next(iter(items))
    yield next(x for x in items if x > 5)


@over(ROWS)
def stop_inside(items: list[int]) -> Any:
    return list(first_of(items))


@over(ROWS)
def stop_inside_a_loop(items: list[int]) -> Any:
    steps = iter(items)
    found = []
    for x in first_of(items):
        found.append(x)
        found.append(next(steps))
    return found


def paths(n: int, path: list[int]) -> Iterator[list[int]]:
    if n == 0:
        yield path
        return
    for step in (1, 2):
        if step <= n:
            path.append(step)
            yield from paths(n - step, path)
            path.pop()


@over(COUNT)
def same_list_each_time(n: int) -> Any:
    return [p[:] for p in paths(n, [])], [len(p) for p in paths(n, [])], list(paths(min(n, 3), []))


@over(ROWS)
def hashes(items: list[int]) -> Any:
    a = tuple(items)
    return (
        hash(a),
        hash((a, True)),
        hash(frozenset(items)),
        hash(0.5),
        hash(2.0),
        hash(-1),
        hash(()),
        hash((a, 1.5)),
    )


@over(ROWS)
def loop_variables(items: list[int]) -> Any:
    found = []
    for i in range(len(items)):
        found.append(i)
        i += 5
        if items[-1] > 3:
            items.pop()
            items.append(0)
    for a, b in ["xy", "zw"]:
        found.append(b + a)
    for head, *rest in [[1, 2, 3], (4,), "ab"]:
        found.append((head, rest))
    return found, i


@over(ROWS)
def targets_of_loops(items: list[int]) -> Any:
    row = [0, 0]
    table: dict[Any, Any] = {}
    for row[0] in items:
        table[row[0]] = row[1]
    for i, table[i] in enumerate(items):
        row[1] += 1
    return row, table


@over(ROWS)
def summed_lists(items: list[int]) -> Any:
    return (
        sum([[x] for x in items], []),
        sum(((x,) for x in items), ()),
        sum([x / 2 for x in items]),
    )


@over(ANY)
def kinds(a: Any) -> Any:
    return (
        type(a) is int,
        type(a) == bool,
        isinstance(a, (int, str)),
        isinstance(a, tuple | list),
        a is None,
        type(a) in (str, float),
    )


@over(ANY, ANY)
def either(a: Any, b: Any) -> Any:
    return (
        a or b,
        a and b,
        not (a or b),
        a if a else b,
        (a or b) and 1,
        bool(a) == bool(b),
        [x for x in (a, b) if x],
    )


@over(SMALL, SMALL, SMALL)
def several_tests(a: int, b: int, c: int) -> Any:
    log: list[int] = []

    def see(x: int) -> int:
        log.append(x)
        return x

    return see(a) < see(b) <= see(c) != see(3), a not in (b, c), a not in [b], a is not None, log


@over(TABLES)
def over_tables(table: dict[int, int]) -> Any:
    if not table:
        return min(table, default="none")
    best = max(table.items(), key=lambda item: item[1])
    return (
        max(table),
        best,
        min(table.values()),
        sum(table),
        sorted(table.items(), key=lambda kv: (-kv[1], kv[0])),
        tuple(table),
        [*table],
    )


@over(TABLES, SMALL)
def default_is_always_worked_out(table: dict[int, int], key: int) -> Any:
    log: list[Any] = []

    def default() -> str:
        log.append("asked")
        return "new"

    found = table.setdefault(key, default()), table.get(key, default()), table.pop(key, default())
    return found, log


@dataclass
class Cell:
    x: int
    marks: list[int]


@over(ROWS)
def far_targets(items: list[int]) -> Any:
    cells = [Cell(x, []) for x in items]
    if cells:
        cells[0].x += 10
        cells[-1].marks.append(1)
        cells[-1].marks[0] += 5
        cells[0].marks += [7]
        first, cells[0] = cells[0], Cell(0, cells[0].marks)
        first.marks.append(8)
    return cells


class Odd:
    """Equal and hashed as few things are."""

    def __init__(self, n: int) -> None:
        self.n = n

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odd) and self.n % 7 == other.n % 7

    def __hash__(self) -> int:
        return self.n % 7 % 3

    def __lt__(self, other: Odd) -> bool:
        return self.n % 5 < other.n % 5


@over(ROWS)
def own_equality(items: list[int]) -> Any:
    odds = [Odd(x) for x in items]
    table = {odd: odd.n for odd in odds}
    kept = list(odds)
    if Odd(1) in kept:
        kept.remove(Odd(1))
    return (
        [odd.n for odd in set(odds)],
        [(k.n, v) for k, v in table.items()],
        odds.count(Odd(2)),
        [odd.n for odd in kept],
        [odd.n for odd in sorted(odds)],
        [o.n for o in sorted(odds, reverse=True)],
        [odd.n for odd in sorted(odds, key=lambda o: (o, 1))],
        (Odd(1), 2) == (Odd(8), 2),
        [Odd(3)] == [Odd(10)],
    )


@over(ROWS)
def own_equality_searched(items: list[int]) -> Any:
    odds = [Odd(x) for x in items]
    return odds.index(Odd(8)), max(odds).n, min(odds).n


class Closed(Exception):
    pass


@over(ROWS)
def found_by_error(items: list[int]) -> Any:
    log = []

    def look(x: int) -> int:
        if x > 4:
            raise Closed
        if x < -4:
            raise ValueError(x)
        return x

    for x in items:
        try:
            log.append([look(y) for y in (x, x + 1)])
        except Closed:
            log.append("closed")
            continue
        except ValueError:
            break
        finally:
            log.append(x)
    else:
        log.append("all")
    return log


@over(ROWS)
def tries_in_generators(items: list[int]) -> Any:
    def gen() -> Iterator[Any]:
        for x in items:
            try:
                if x == 0:
                    continue
                if x == 7:
                    return
                yield 10 // (x - 1)
            except ZeroDivisionError:
                yield "zero"
            finally:
                yield "finally"

    return list(gen())


@over(ROWS)
def list_returned_and_changed(items: list[int]) -> Any:
    def take() -> list[int]:
        found = items[:2]
        try:
            return found
        finally:
            found.append(99)

    return take()


@over(SMALL)
def error_as_value(n: int) -> Any:
    error = ValueError("x")
    if n > 0:
        raise error
    return n


@over(SMALL, SMALL)
def local_import(a: int, b: int) -> Any:
    import math as m
    from itertools import product

    return m.gcd(a, b), list(product([a], [b])), math.inf > a, -math.inf < b


@over(SMALL)
def displayed_sets(n: int) -> Any:
    """What is constant lies in one frozenset, from which Python makes the set."""
    return (
        list({8, 0, 16, 24, 5}),
        list({(1, 2), (3, 4), (5, 6)}),
        list({8, 0, n, 16}),
        [x for x in {40, 8, 16, 0}],
    )


@over(COUNT)
def life(n: int) -> Any:
    cells = {(0, 0), (0, 1), (0, 2), (1, 2), (2, 1)}
    for _ in range(n):
        near: dict[tuple[int, int], int] = {}
        for x, y in cells:
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    if dx or dy:
                        place = x + dx, y + dy
                        near[place] = near.get(place, 0) + 1
        cells = {p for p, k in near.items() if k == 3 or (k == 2 and p in cells)}
    return list(cells), list(near) if n else None


@over(COUNT, COUNT)
def breadth_first(a: int, b: int) -> Any:
    seen, line = {(0, 0): None}, [(0, 0)]
    for x, y in line:
        for dx, dy in STEPS:
            to = x + dx, y + dy
            if 0 <= to[0] < 5 and 0 <= to[1] < 5 and to not in seen and to != (1, 1):
                seen[to] = (x, y)
                line.append(to)
    path = []
    at: Any = (a, b)
    while at is not None:
        path.append(at)
        at = seen[at]
    return path[::-1]


@over(LONG)
def windows(items: list[int]) -> Any:
    best = max((sum(items[i : i + 3]) for i in range(len(items) - 2)), default=None)
    runs, last = [], None
    for x in items:
        if last is not None and x == last + 1:
            runs[-1].append(x)
        else:
            runs.append([x])
        last = x
    return (
        best,
        max(runs, key=len, default=[]),
        [a - b for a, b in zip(items, items[1:], strict=False)],
    )


@over(ROWS, SMALL)
def negative_places(items: list[int], n: int) -> Any:
    board = [items[i % 3 : i % 3 + 2] for i in range(-3, 3)]
    board[-1], board[n % 6] = board[n % 6], board[-1]
    return (
        board,
        [row[::-1] for row in board[::-1]],
        list(map(list, zip(*board, strict=False))),
        board[n:][:n],
    )


@over(SETS)
def least_of_sets(items: set[int]) -> Any:
    return (
        sorted(items)[:3],
        min(items, key=lambda x: (x % 10, x)),
        max(items, key=lambda x: x % 5),
        [x for x in items if x - 1 in items],
    )


@calls(0, 1, 5)
def unusual(n: int) -> Any:
    x = y = [n]
    y += [1]
    a, (b, c), *d = n, (1, 2), 3, 4
    z = (n,) + (1,) * 2
    return (
        x,
        a,
        b,
        c,
        d,
        z,
        [[]] * 2,
        {},
        (),
        {1: {}},
        ((),),
        [(), [], {}],
        -(n**2),
        not n,
        n if n else (),
    )


@over(COUNT)
def counted_down(n: int) -> Any:
    out = []
    while n:
        n -= 1
        if n % 2:
            continue
        if n == 4:
            break
        out.append(n)
    else:
        out.append("end")
    for i in range(10, 0, -3):
        out.append(i)
    for i in range(5, 5):
        out.append("never")
    return out, i


@over(ROWS)
def changed_in_function(items: list[int]) -> Any:
    def clear(rows: list[int], total: int = 0) -> int:
        while rows:
            total += rows.pop()
        return total

    copied = list(items)
    return clear(items), items, clear(copied[:]), copied, clear(items, 5)


@over(SMALL)
def fields_of_text(n: int) -> Any:
    name, value = f"cell_{n}={n * 2}".split("=")
    key = name.partition("_")[2]
    return {key: int(value)}, f"{n=}", f"{'yes' if n > 0 else 'no'}{n:d}", f"{n!s}{[n]}{(n, 'a')}"
