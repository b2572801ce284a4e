"""Sorting: keys, from the end, and what stays in its order."""

from __future__ import annotations

import bisect
import functools
import heapq
import operator
from typing import Any

from hypothesis import strategies as st

from tests.compiler.programs import (
    ANY,
    COUNT,
    LONG,
    NUMBERS,
    PAIRS,
    ROWS,
    SMALL,
    WORDS,
    calls,
    over,
)

MIXED = st.lists(NUMBERS, max_size=8)


@over(LONG)
def plain(items: list[int]) -> Any:
    before = sorted(items)
    items.sort(reverse=True)
    return before, items, sorted(items, reverse=True), sorted(tuple(items)), sorted(set(items))


@over(PAIRS)
def by_key(pairs: list[Any]) -> Any:
    return (
        sorted(pairs, key=lambda p: p[0]),
        sorted(pairs, key=lambda p: p[1], reverse=True),
        sorted(pairs, key=lambda p: (-p[0], p[1])),
        sorted(pairs, key=sum),
        sorted(pairs),
    )


@over(LONG)
def stable(items: list[int]) -> Any:
    pairs = [(x % 5, i) for i, x in enumerate(items)]
    pairs.sort(key=lambda p: p[0])
    turned = sorted(pairs, key=lambda p: p[0], reverse=True)
    return pairs, turned, sorted(items, key=lambda x: x % 3), sorted(items, key=abs)


@over(MIXED)
def mixed_numbers(items: list[Any]) -> Any:
    return sorted(items), min(items), max(items), sorted(items, key=lambda x: -x)


@over(st.lists(ANY, max_size=4))
def anything(items: list[Any]) -> Any:
    return sorted(items)


@over(WORDS)
def texts(words: list[str]) -> Any:
    return (
        sorted(words),
        sorted(words, key=len),
        sorted(words, key=lambda w: w.lower()),
        sorted(words, key=lambda w: (len(w), w)),
    )


@over(PAIRS)
def by_getter(pairs: list[Any]) -> Any:
    return sorted(pairs, key=operator.itemgetter(1)), max(
        pairs, key=operator.itemgetter(0), default=None
    )


@over(PAIRS)
def least(pairs: list[Any]) -> Any:
    return min(pairs, key=lambda p: p[1]), max(pairs, key=lambda p: p[1]), min(pairs), max(pairs)


@over(ROWS)
def by_comparing(items: list[int]) -> Any:
    return sorted(items, key=functools.cmp_to_key(lambda a, b: b - a))


@over(LONG, SMALL)
def searched(items: list[int], x: int) -> Any:
    items.sort()
    at = bisect.bisect_left(items, x), bisect.bisect(items, x), bisect.bisect_right(items, x)
    bisect.insort(items, x)
    return at, items


@over(LONG)
def heap(items: list[int]) -> Any:
    line: list[int] = []
    for x in items:
        heapq.heappush(line, x)
    kept = list(line)
    heapq.heapify(items)
    return (
        kept,
        items,
        [heapq.heappop(line) for _ in range(len(line))],
        heapq.nsmallest(3, items),
        heapq.nlargest(2, items),
    )


@over(PAIRS)
def heap_of_pairs(pairs: list[Any]) -> Any:
    line = [(b, a) for a, b in pairs]
    heapq.heapify(line)
    found = []
    while line:
        cost, x = heapq.heappop(line)
        found.append((cost, x))
        if cost > 3:
            heapq.heappush(line, (cost - 3, x))
    return found, heapq.heappop(line)


@over(LONG)
def nested_keys(items: list[int]) -> Any:
    rank = {x: i for i, x in enumerate(sorted(set(items)))}
    return sorted(items, key=rank.get), sorted(rank, key=lambda x: rank[x], reverse=True)


@over(ROWS, COUNT)
def key_with_effects(items: list[int], n: int) -> Any:
    seen = []

    def key(x: int) -> int:
        seen.append(x)
        return x % (n + 1)

    found = sorted(items, key=key)
    return found, seen


@over(ROWS)
def key_that_fails(items: list[int]) -> Any:
    return sorted(items, key=lambda x: 10 // x)


@calls([], [1], [2, 1], [(1, "a"), (1, "b"), (0, "c")])
def none_as_key(items: list[Any]) -> Any:
    return sorted(items, key=None), sorted(items, key=None, reverse=False), items.sort()


@over(ROWS)
def sorted_lists(items: list[int]) -> Any:
    rows = [[x % 3, x] for x in items]
    rows.sort()
    return rows, sorted(rows, key=lambda r: r[::-1]), sorted([tuple(r) for r in rows], reverse=True)


@over(ROWS)
def reversed_key(items: list[int]) -> Any:
    return (
        sorted(items, key=lambda x: (x > 0, -x)),
        sorted(items, key=lambda x: x == 3),
        sorted(items, reverse=len(items) > 3),
    )
