"""Sets: what they hold, and the order of loops over them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.compiler.programs import CELLS, LONG, ROWS, SETS, SMALL, TABLES, WORDS, calls, over

FAR = st.sets(st.one_of(st.integers(-5, 300), st.integers(-(1 << 61), (1 << 61) - 1)), max_size=40)
MIXED = st.sets(
    st.one_of(SMALL, st.booleans(), st.sampled_from([0.5, 2.0, -1.5, 1e10]), st.tuples(SMALL)),
    max_size=9,
)


@over(SETS)
def order(items: set[int]) -> Any:
    return list(items), tuple(items), [x for x in items], sorted(items), len(items)


@over(FAR)
def order_of_far(items: set[int]) -> Any:
    return list(items), list(frozenset(items)), list(set(items)), list(items | {7})


@over(CELLS)
def order_of_cells(items: set[Any]) -> Any:
    return list(items), [(y, x) for x, y in items], list({(y, x) for x, y in items})


@over(MIXED)
def order_of_mixed(items: set[Any]) -> Any:
    return list(items), len(items), 1 in items, True in items


@over(LONG)
def order_of_inserted(items: list[int]) -> Any:
    found = set()
    for x in items:
        found.add(x)
    return (
        list(found),
        list(set(items)),
        list({*items}),
        list(frozenset(items)),
        list({x for x in items}),
    )


@over(LONG)
def order_after_removing(items: list[int]) -> Any:
    found = set(items)
    for x in items[::3]:
        found.discard(x)
    for x in items[::2]:
        found.add(x * 7)
    return list(found), list(found.copy()), list(set(found))


@over(SETS, SETS)
def order_of_combined(a: set[int], b: set[int]) -> Any:
    return list(a | b), list(a & b), list(a - b)


@over(SETS, SETS)
def in_one_of_them(a: set[int], b: set[int]) -> Any:
    return list(a ^ b)


@over(CELLS, CELLS)
def order_of_combined_cells(a: set[Any], b: set[Any]) -> Any:
    return list(a | b), list(a & b), list(a - b), list(a.union(b))


@over(SETS, SETS)
def order_after_combining_in_place(a: set[int], b: set[int]) -> Any:
    c, d, e = a.copy(), a.copy(), a.copy()
    c |= b
    d &= b
    e -= b
    return list(c), list(d), list(e), c is a


@over(SETS, ROWS)
def order_after_methods(a: set[int], b: list[int]) -> Any:
    c, d, e, f = a.copy(), a.copy(), a.copy(), a.copy()
    c.update(b)
    d.intersection_update(b)
    e.difference_update(b)
    f.symmetric_difference_update(b)
    return list(c), list(d), list(e), list(f), list(a.union(b)), list(a.intersection(b))


@over(SETS, ROWS)
def order_of_methods(a: set[int], b: list[int]) -> Any:
    return list(a.difference(b)), list(a.symmetric_difference(b))


@over(SETS, ROWS)
def union_of_several(a: set[int], b: list[int]) -> Any:
    return a.union(b, [99])


@over(SETS)
def popped(items: set[int]) -> Any:
    found = []
    while items:
        found.append(items.pop())
        if len(found) == 3:
            items.add(1000)
    return found, items.pop()


@over(SETS, SETS)
def compared(a: set[int], b: set[int]) -> Any:
    return a <= b, a < b, a == b, a >= b, a.issubset(b), a.isdisjoint(b), a != b, a == frozenset(a)


@over(SETS, SMALL)
def changed(a: set[int], x: int) -> Any:
    a.add(x)
    a.discard(x + 1)
    b = a
    b |= {5}
    b.remove(x)
    return a, b is a, x in a


@over(SETS, SMALL)
def removed(a: set[int], x: int) -> Any:
    a.remove(x)
    return a


@over(SETS)
def changed_while_read(a: set[int]) -> Any:
    for x in a:
        if x > 30:
            a.add(x + 1000)
    return a


@over(SETS)
def kinds(a: set[int]) -> Any:
    b = frozenset(a)
    return type(a | b) is set, type(b | a) is frozenset, b & a, a - b, b == a, isinstance(b, set)


@over(CELLS)
def sets_of_sets(a: set[Any]) -> Any:
    lines = {frozenset({x, y}) for x, y in a}
    return len(lines), frozenset({1, 2}) in lines, {frozenset(a): 1}[frozenset(a)]


@over(CELLS)
def order_of_sets_of_sets(a: set[Any]) -> Any:
    lines = {frozenset({x, y}) for x, y in a}
    return [sorted(line) for line in lines]


@over(CELLS)
def flood(a: set[Any]) -> Any:
    left, parts = set(a), []
    while left:
        todo = [left.pop()]
        part = []
        while todo:
            x, y = todo.pop()
            part.append((x, y))
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if cell in left:
                    left.remove(cell)
                    todo.append(cell)
        parts.append(part)
    return parts


@over(SETS)
def first_of(a: set[int]) -> Any:
    return next(iter(a)), min(a), max(a), sum(a)


@over(WORDS)
def of_texts(words: list[str]) -> Any:
    found = set(words)
    return found, len(found), "a" in found, sorted(found), found - {"a"}, found == set(words[::-1])


@calls([-1, -2], [-2, -1], [-2, -1, 6, 14, 22, 30], [8, 0, 16, 24, 32], [7, 15, -1, -9])
def collisions(items: list[int]) -> Any:
    return list(set(items)), list(dict.fromkeys(items, 0)), list({(x,) for x in items})


@over(TABLES)
def of_dicts(table: dict[int, int]) -> Any:
    return list(set(table)), list(set(table.values())), list(set(table.items())), list({*table, 5})


@over(SETS)
def of_generators(a: set[int]) -> Any:
    return list({x % 16 for x in a}), list(set(x // 2 for x in a)), list(frozenset(map(abs, a)))


@calls(5, 9, 20, 33, 70, 200)
def of_ranges(n: int) -> Any:
    a = set(range(n)) - set(range(0, n, 3))
    a |= {x * 1009 for x in range(n)}
    return list(a), list(set(range(n, 0, -2))), a.pop(), a.pop()


@calls(0, 5, 17)
def of_whole_floats(n: int) -> Any:
    return list({n + 0.5, float(n), n + 1, -0.5}), list({True, False, n})


@over(SETS)
def truth(a: set[int]) -> Any:
    return bool(a), not a, len(a), a or {1}, a == set(), isinstance(a, set)
