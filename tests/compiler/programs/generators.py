"""Comprehensions and generators."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from tests.compiler.programs import (
    COUNT,
    LONG,
    PAIRS,
    ROWS,
    SETS,
    SMALL,
    TABLES,
    TEXTS,
    calls,
    over,
)


@over(ROWS, ROWS)
def nested(a: list[int], b: list[int]) -> Any:
    return [(x, y) for x in a if x > 0 for y in b if y != x], [[y for y in b if y > x] for x in a]


@over(ROWS)
def names_apart(items: list[int]) -> Any:
    x = "outside"
    found = [x for x in items]
    i = [x for x in [x, x]]
    return x, found, i, {x: x for x in items}


@over(ROWS)
def lazy_source_changes(items: list[int]) -> Any:
    gen = (x for x in items)
    items.append(99)
    first = list(gen)
    return first, list(gen)


@over(ROWS, SMALL)
def lazy_condition_changes(items: list[int], n: int) -> Any:
    limit = n
    gen = (x for x in items if x > limit)
    limit = 0
    return list(gen), limit


@over(ROWS)
def lazy_source_is_taken_at_once(items: list[int]) -> Any:
    gen = (x for x in items)
    items = [1, 2]
    return list(gen), items


def count_up(n: int) -> Iterator[int]:
    i = 0
    while i < n:
        yield i
        i += 1


@over(COUNT)
def taken_by_next(n: int) -> Any:
    gen = count_up(n)
    a = next(gen, None)
    b = next(gen, "end")
    rest = list(gen)
    return a, b, rest, next(gen, -1), list(gen)


@over(COUNT)
def next_fails(n: int) -> Any:
    gen = count_up(n)
    return next(gen), next(gen)


@over(COUNT)
def in_two_loops(n: int) -> Any:
    gen = count_up(n)
    first = []
    for x in gen:
        first.append(x)
        if x == 2:
            break
    second = [x for x in gen]
    return first, second


def noted(log: list[Any], n: int) -> Iterator[int]:
    log.append("start")
    for i in range(n):
        log.append(i)
        yield i
    log.append("end")


@over(COUNT)
def noted_to_the_end(n: int) -> Any:
    log: list[Any] = []
    found = [x * 2 for x in noted(log, n)]
    return found, log


@over(COUNT)
def started_when_asked(n: int) -> Any:
    log: list[Any] = []
    gen = noted(log, n)
    before = len(log)
    for x in gen:
        log.append(("got", x))
    return before, log


@over(COUNT)
def tried_inside(n: int) -> Any:
    def inner() -> Iterator[Any]:
        for i in range(n):
            try:
                yield 10 // (i - 2)
            except ZeroDivisionError:
                yield "zero"
            else:
                yield "fine"

    return list(inner())


@over(COUNT)
def fails_inside(n: int) -> Any:
    def inner() -> Iterator[Any]:
        for i in range(n):
            yield 10 // (i - 2)

    found = []
    gen = inner()
    try:
        for x in gen:
            found.append(x)
    except ZeroDivisionError:
        found.append("error")
    return found, list(gen)


def walk(tree: Any) -> Iterator[Any]:
    if isinstance(tree, tuple):
        for part in tree:
            yield from walk(part)
    else:
        yield tree


@calls(1, (), (1, 2), ((1, (2, 3)), (), (4,)))
def recursive(tree: Any) -> Any:
    return list(walk(tree)), sum(1 for _ in walk(tree)), max(walk(tree), default=None)


def moves(board: list[int]) -> Iterator[tuple[int, int]]:
    for i, x in enumerate(board):
        if x < 0:
            continue
        for j in range(i + 1, len(board)):
            if board[j] == x:
                yield i, j
                break
        else:
            yield i, -1


@over(ROWS)
def of_moves(board: list[int]) -> Any:
    return (
        list(moves(board)),
        next(moves(board), None),
        any(j >= 0 for _, j in moves(board)),
        len(tuple(moves(board))),
    )


@over(ROWS)
def stops_early(items: list[int]) -> Any:
    log = []

    def see(x: int) -> bool:
        log.append(x)
        return x > 2

    return (
        any(see(x) for x in items),
        all(see(x) for x in items),
        next((x for x in items if see(x)), None),
        log,
    )


@over(ROWS)
def in_from_generator(items: list[int]) -> Any:
    gen = (x * 2 for x in items)
    return 4 in gen, list(gen), 4 in (x for x in items), 3 in map(abs, items)


def both_ways(items: list[int]) -> Iterator[Any]:
    yield from items
    yield "middle"
    yield from reversed(items)
    yield from (x for x in items if x > 0)
    result = yield from inner_value(items)
    yield result


def inner_value(items: list[int]) -> Iterator[Any]:
    yield "inner"
    return len(items)


@over(ROWS)
def from_others(items: list[int]) -> Any:
    return list(both_ways(items))


def yields_from(items: list[int]) -> Iterator[Any]:
    yield from items
    yield "middle"
    yield from reversed(items)
    yield from (x for x in items if x > 0)
    yield from count_up(2)


@over(ROWS)
def from_others_without_value(items: list[int]) -> Any:
    gen = yields_from(items)
    first = next(gen)
    items.append(77)
    return first, list(gen)


def endless() -> Iterator[int]:
    n = 0
    while True:
        yield n
        n += 3


@over(COUNT)
def of_endless(n: int) -> Any:
    found = []
    for x in endless():
        if x > n * 2:
            break
        found.append(x)
    return found, list(itertools.islice(endless(), n)), next(x for x in endless() if x > n)


@over(ROWS)
def zipped(items: list[int]) -> Any:
    gen = iter(items)
    pairs = list(zip(gen, gen))
    return pairs, list(zip(items, items[1:])), list(zip(items, "abc", count_up(2)))


@over(ROWS, ROWS)
def zipped_strictly(a: list[int], b: list[int]) -> Any:
    return [x + y for x, y in zip(a, b, strict=True)]


@over(ROWS, ROWS)
def zip_kept_strictly(a: list[int], b: list[int]) -> Any:
    pairs = zip(a, b, strict=True)
    return list(pairs)


@over(ROWS)
def kept_iterators(items: list[int]) -> Any:
    a, b, c, d = map(abs, items), filter(None, items), enumerate(items), reversed(items)
    items.append(5)
    return list(a), list(b), list(c), list(d), list(a)


@over(ROWS)
def maps(items: list[int]) -> Any:
    return (
        list(map(lambda x: x + 1, items)),
        list(filter(lambda x: x > 0, items)),
        list(map(lambda a, b: a - b, items, items[::-1])),
    )


@over(ROWS)
def maps_are_lazy(items: list[int]) -> Any:
    log = []
    gen = map(log.append, items)
    before = len(log)
    next(gen, None)
    return before, len(log), list(gen), log


@over(COUNT)
def late_names(n: int) -> Any:
    functions = [lambda: i for i in range(n)]
    fixed = [lambda i=i: i for i in range(n)]
    gens = [(x * k for x in range(2)) for k in range(n)]
    return [f() for f in functions], [f() for f in fixed], [list(g) for g in gens]


@over(COUNT)
def late_names_of_closures(n: int) -> Any:
    functions = [lambda: i for i in range(n)]
    return [f() for f in functions]


@over(COUNT)
def generators_in_list(n: int) -> Any:
    gens = [count_up(i) for i in range(n)]
    found = []
    while gens:
        gen = gens.pop(0)
        x = next(gen, None)
        if x is not None:
            found.append(x)
            gens.append(gen)
    return found


@over(PAIRS)
def with_unpacking(pairs: list[Any]) -> Any:
    return (
        [a + b for a, b in pairs],
        {a: b for a, b in pairs},
        {(b, a) for a, b in pairs},
        sum(a * b for a, b in pairs),
    )


@over(TEXTS)
def over_text(text: str) -> Any:
    return (
        [c for c in text if c != " "],
        {c: text.count(c) for c in text},
        "".join(c for c in text for _ in range(2)),
    )


@over(SETS)
def over_sets(items: set[int]) -> Any:
    return [x for x in items if x % 2], list(x for x in items), [i * x for i, x in enumerate(items)]


@over(TABLES)
def over_dicts(table: dict[int, int]) -> Any:
    gen = (k for k, v in table.items() if v > 0)
    first = next(gen, None)
    return first, list(gen), [k for k in table], [*table.values()]


@over(ROWS)
def library(items: list[int]) -> Any:
    return (
        list(itertools.chain(items, [1], (2,))),
        list(itertools.accumulate(items)),
        list(itertools.pairwise(items)),
        list(itertools.takewhile(lambda x: x > 0, items)),
        list(itertools.dropwhile(lambda x: x > 0, items)),
        [(k, list(g)) for k, g in itertools.groupby(items, key=lambda x: x > 0)],
        list(itertools.zip_longest(items, [1, 2], fillvalue="-")),
    )


@over(COUNT)
def library_of_choices(n: int) -> Any:
    items = range(min(n, 4))
    return (
        list(itertools.product(items, "ab")),
        list(itertools.permutations(items)),
        list(itertools.combinations(items, 2)),
        list(itertools.product([0, 1], repeat=min(n, 3))),
        list(itertools.combinations_with_replacement(items, 2)),
    )


@over(COUNT)
def endless_library(n: int) -> Any:
    found = []
    for i in itertools.count(3, 2):
        if i > n + 4:
            break
        found.append(i)
    turn = itertools.cycle([1, 2, 3])
    return found, [next(turn) for _ in range(n)], list(zip(range(n), itertools.repeat(0)))


@over(ROWS)
def groups_in_turn(items: list[int]) -> Any:
    groups = itertools.groupby(items)
    return [(k, sum(1 for _ in g)) for k, g in groups], next(groups, None)


@over(ROWS)
def returns_end_it(items: list[int]) -> Any:
    def gen() -> Iterator[int]:
        for x in items:
            if x < 0:
                return
            yield x
        yield 100

    return list(gen())


@over(COUNT)
def kept_in_variables(n: int) -> Any:
    def fib() -> Iterator[int]:
        a, b = 0, 1
        while True:
            yield a
            a, b = b, a + b

    one, two = fib(), fib()
    return (
        [next(one) for _ in range(n)],
        next(two),
        [next(one), next(two)],
        [x for _, x in zip(range(n), two)],
    )


@over(LONG)
def sieve(items: list[int]) -> Any:
    return [x for x in items if x > 1 and all(x % d for d in range(2, x))], not any(
        x > 40 for x in items
    )


@over(COUNT)
def spread(n: int) -> Any:
    return (
        [*count_up(n), *(x for x in "ab")],
        (*count_up(n),),
        max(*count_up(n + 2)),
        {**dict.fromkeys(range(n), 1)},
    )


@over(ROWS)
def send_nothing(items: list[int]) -> Any:
    def gen() -> Iterator[Any]:
        for x in items:
            got = yield x
            yield got

    return list(gen())
