"""Lists, tuples and slices; two names for one list."""

from __future__ import annotations

from collections import deque
from typing import Any

from hypothesis import strategies as st

from tests.compiler.programs import ANY, COUNT, PAIRS, ROWS, SMALL, calls, over

ENDS = st.integers(-9, 9)
STEPS = st.integers(-3, 3)
EITHER = st.one_of(st.none(), ENDS)


@over(ROWS, ENDS, ENDS)
def slices(items: list[int], start: Any, stop: Any) -> Any:
    return (
        items[start:stop],
        tuple(items)[start:stop],
        items[start::2],
        items[:stop:-1],
        items[:stop],
    )


@over(ROWS, EITHER)
def slices_to_the_end_or_not(items: list[int], stop: Any) -> Any:
    return items[:stop]


@over(ROWS, EITHER, EITHER, st.one_of(st.none(), STEPS))
def slices_of_none_or_numbers(items: list[int], start: Any, stop: Any, step: Any) -> Any:
    found = items[start:stop]
    found.append(100)
    return (
        *(found, items, items[stop:start:-1], items[None:stop], items[start::step]),
        *(tuple(items)[start:stop:step], "abcdefgh"[start:stop], "abcdefgh"[start:stop:step]),
        ((1, "a", None) if step else (1, "a", 2))[start:stop],
    )


@over(ROWS, st.one_of(st.none(), COUNT, st.booleans(), st.just("a"), st.just(0.5)))
def slices_of_anything(items: list[int], stop: Any) -> Any:
    try:
        return items[stop:], items[:stop], "abc"[::stop]
    except TypeError:
        return "no number"


@over(ROWS, EITHER, EITHER)
def slice_of_none_or_number_assigned(items: list[int], start: Any, stop: Any) -> Any:
    same = items
    items[start:stop] = items[stop:start]
    same[:stop:None] = [7]
    return items, same is items


@over(ROWS, ENDS, STEPS)
def steps(items: list[int], start: Any, step: Any) -> Any:
    return items[start::step], items[:start:step], "abcdefgh"[start::step], items[::step]


@over(ROWS, ENDS, ENDS)
def slice_assigned(items: list[int], start: Any, stop: Any) -> Any:
    items[start:stop] = [100, 200, 300]
    return items


@over(ROWS, ENDS, STEPS)
def extended_slice_assigned(items: list[int], start: Any, step: Any) -> Any:
    items[start::step] = [100, 200]
    return items


@over(ROWS, ENDS, ENDS)
def slice_deleted(items: list[int], start: Any, stop: Any) -> Any:
    del items[start:stop]
    return items


@over(ROWS, STEPS)
def extended_slice_deleted(items: list[int], step: Any) -> Any:
    del items[::step]
    return items


@over(ROWS)
def slice_of_itself(items: list[int]) -> Any:
    items[1:1] = items
    items[len(items) :] = items[:2]
    items[:0] = (x + 1 for x in items)
    return items


@over(ROWS, SMALL)
def item_by_number(items: list[int], at: int) -> Any:
    return items[at], tuple(items)[at], items[-at - 1]


@over(ROWS, SMALL)
def changed(items: list[int], at: int) -> Any:
    items[at] = 100
    items[at] += 5
    return items


@over(ROWS, SMALL)
def inserted(items: list[int], at: int) -> Any:
    items.insert(at, 77)
    return items


@over(ROWS, SMALL)
def popped(items: list[int], at: int) -> Any:
    found = items.pop(at)
    last = items.pop()
    return found, last, items


@over(ROWS, SMALL)
def searched(items: list[int], x: int) -> Any:
    return x in items, items.count(x), items.index(x)


@over(ROWS, SMALL, SMALL)
def searched_from(items: list[int], x: int, start: int) -> Any:
    return items.index(x, start)


@over(ROWS, SMALL)
def removed(items: list[int], x: int) -> Any:
    items.remove(x)
    return items


@over(ROWS, SMALL)
def deleted(items: list[int], at: int) -> Any:
    del items[at]
    return items


@over(ROWS)
def two_names(items: list[int]) -> Any:
    other = items
    other.append(1)
    other += [2]
    copied = items[:]
    copied.append(3)
    items = items + [4]
    return items, other, copied, other is items, other == items[:-1]


def extend_given(items: list[int]) -> list[int]:
    items += [1]
    return items


def rebind_given(items: list[int]) -> list[int]:
    items = items + [1]
    return items


@over(ROWS)
def handed_on(items: list[int]) -> Any:
    first = extend_given(items)
    second = rebind_given(items)
    return items, first is items, second is items, second


@over(COUNT)
def rows_that_are_the_same(n: int) -> Any:
    board = [[0] * 3] * n
    if n:
        board[0][1] = 5
    other = [[0] * 3 for _ in range(n)]
    if n:
        other[0][1] = 5
    return board, other


@over(ROWS, SMALL)
def repeated(items: list[int], n: int) -> Any:
    return items * n, n * items, n * (1, 2), "ab" * n, [None] * n


@over(ROWS, SMALL)
def repeated_in_place(items: list[int], n: int) -> Any:
    other = items
    items *= n
    return other


@over(ROWS)
def in_tuple_in_place(items: list[int]) -> Any:
    pair = (items, 1)
    pair[0].append(9)
    pair[0].extend(x for x in (1, 2))
    try:
        pair[0] += [5]
    except TypeError:
        return pair, "but it is changed"
    return pair


@over(ROWS, ROWS)
def compared(a: list[int], b: list[int]) -> Any:
    return a < b, a <= b, a == b, a != b, tuple(a) > tuple(b), a >= b, [a, b] < [b, a]


@over(ANY, ANY)
def equal_or_not(a: Any, b: Any) -> Any:
    return a == b, a != b, [a] == [b], (a, 1) == (b, 1), a in (b, 1), a in [b, None], a is None


@over(ANY)
def truth(a: Any) -> Any:
    return bool(a), not a, a or "nothing", a and "something", 1 if a else 0, [a] and 1, bool([a])


@over(ANY, ANY)
def less(a: Any, b: Any) -> Any:
    return a < b


@over(ANY, ANY)
def added(a: Any, b: Any) -> Any:
    return a + b


@over(ANY, ANY)
def multiplied(a: Any, b: Any) -> Any:
    return a * b


@over(ROWS)
def grows_while_read(items: list[int]) -> Any:
    seen = []
    for x in items:
        seen.append(x)
        if len(items) < 12 and x > 0:
            items.append(x - 1)
    return seen, items


@over(ROWS)
def shrinks_while_read(items: list[int]) -> Any:
    seen = []
    for x in items:
        seen.append(x)
        if x % 2:
            items.remove(x)
    return seen, items


@over(ROWS)
def backwards_while_changed(items: list[int]) -> Any:
    seen = []
    for x in reversed(items):
        seen.append(x)
        if x < 0:
            items.pop()
        if x > 5 and len(items) < 15:
            items.append(1)
    return seen, items


@over(ROWS)
def numbered_while_changed(items: list[int]) -> Any:
    seen = []
    for i, x in enumerate(items):
        if x > 4 and len(items) < 20:
            items.insert(i + 1, x - 4)
        seen.append((i, x))
    return seen


@over(PAIRS)
def unpacked(pairs: list[tuple[int, int]]) -> Any:
    total = 0
    for i, (a, b) in enumerate(pairs, start=1):
        total += i * a - b
    xs, ys = zip(*pairs, strict=True)
    return total, xs, ys


@over(ROWS)
def starred(items: list[int]) -> Any:
    first, *middle, last = items
    (*start, end), [a, *rest] = items, items
    return first, middle, last, start, end, a, rest, [*items, 0, *middle], (*items,), {*items}


@over(ROWS)
def wrong_number(items: list[int]) -> Any:
    a, b, c = items
    return a + b + c


@over(ROWS, SMALL)
def turned(items: list[int], n: int) -> Any:
    line = deque(items)
    line.rotate(n)
    line.appendleft(100)
    line.append(200)
    return line, line.popleft(), line.pop(), list(line), len(line)


@over(ROWS)
def emptied(items: list[int]) -> Any:
    line = deque(items)
    total = 0
    while line:
        x = line.popleft()
        total += x
        if x > 5:
            line.append(x - 5)
    return total, line, line.pop()


@calls([[1, 2], [3]], [[], []], [[1], [1]])
def nested_copies(rows: list[list[int]]) -> Any:
    shallow = rows[:]
    deep = [row[:] for row in rows]
    tuples = tuple(map(tuple, rows))
    rows[0].append(9)
    rows.append([5])
    return rows, shallow, deep, tuples, list(zip(*rows, strict=False))


@over(ROWS)
def swapped(items: list[int]) -> Any:
    i = 0
    items.append(3)
    i, items[i] = len(items) - 1, 50
    items[0], items[-1] = items[-1], items[0]
    a, b, c = 1, 2, 3
    a, b, c = c, a, b
    return items, i, a, b, c


@over(ROWS)
def reversed_twice(items: list[int]) -> Any:
    items.reverse()
    back = items[::-1]
    return items, back, list(reversed(items)) == back, tuple(reversed(tuple(items)))


@over(COUNT, SMALL, STEPS)
def ranges(start: int, stop: int, step: Any) -> Any:
    r = range(start, stop, step or -1)
    return list(r), len(r), 3 in r, r[1:3] == range(1, 2), list(r[::-1]), list(reversed(r)), bool(r)


@over(COUNT, SMALL)
def range_items(stop: int, at: int) -> Any:
    r = range(2, 2 + stop * 3, 3)
    return r[at], r.index(5), r.count(2), sum(r), max(r)


@over(ROWS)
def cleared(items: list[int]) -> Any:
    other, copied = items, items.copy()
    items.clear()
    other.extend(range(2))
    return items, other, copied


@over(ROWS)
def self_extended(items: list[int]) -> Any:
    items.extend(items)
    items += items[:1]
    items += "ab"
    items += (1, 2)
    items.extend({5: 6})
    return items


@over(ROWS)
def loop_variable_after(items: list[int]) -> Any:
    x = None
    for x in items:
        if x == 3:
            break
    else:
        return "none", x
    return "found", x
