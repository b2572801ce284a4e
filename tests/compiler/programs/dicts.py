"""Dicts and what is like them."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from typing import Any

from tests.compiler.programs import (
    ANY,
    COUNT,
    LONG,
    PAIRS,
    ROWS,
    SMALL,
    TABLES,
    TEXTS,
    WORDS,
    calls,
    over,
)


@over(TABLES, SMALL)
def looked_up(table: dict[int, int], key: int) -> Any:
    return table.get(key), table.get(key, "no"), key in table, table[key]


@over(TABLES, SMALL)
def put(table: dict[int, int], key: int) -> Any:
    table[key] = 5
    table[key] += 1
    table[key + 1] = table.get(key + 1, 0) + 1
    return table, list(table), list(table.values()), list(table.items()), len(table)


@over(TABLES, SMALL)
def taken(table: dict[int, int], key: int) -> Any:
    gone = table.pop(key, None)
    table[key] = 1
    del table[key]
    last = table.popitem()
    return gone, table, last


@over(TABLES, SMALL)
def taken_or_error(table: dict[int, int], key: int) -> Any:
    table.pop(key)
    return table


@over(LONG)
def order_after_deleting(items: list[int]) -> Any:
    table = {}
    for x in items:
        if x in table:
            del table[x]
        else:
            table[x] = len(table)
    return table


@over(PAIRS)
def grouped(pairs: list[tuple[int, int]]) -> Any:
    groups = defaultdict(list)
    for key, value in pairs:
        groups[key].append(value)
    more: dict[int, list[int]] = {}
    for key, value in pairs:
        more.setdefault(key, []).append(value)
    return dict(groups), more, more == groups, len(groups), 100 in groups


@over(ROWS)
def default_is_made(items: list[int]) -> Any:
    numbers: Any = defaultdict(int)
    for x in items:
        numbers[x] += 1
        numbers[x + 1]
    return dict(numbers), numbers.get(77), 77 in numbers


@over(ROWS)
def counted(items: list[int]) -> Any:
    count = Counter(items)
    return dict(count), count[100], 100 in count, count.most_common(2), sum(count.values())


@over(ROWS, ROWS)
def counters_added(a: list[int], b: list[int]) -> Any:
    x, y = Counter(a), Counter(b)
    x.update(b)
    x[3] -= 1
    return dict(x), dict(y), x == y


@over(ROWS, ROWS)
def counters_calculated(a: list[int], b: list[int]) -> Any:
    x, y = Counter(a), Counter(b)
    return dict(x + y), dict(x - y), dict(x & y), dict(x | y)


@over(TABLES, TABLES)
def merged(a: dict[int, int], b: dict[int, int]) -> Any:
    both = a | b
    other = {**b, **a, 3: "three"}
    a.update(b)
    b |= {1: 1}
    return both, other, a, b, both == a


@over(TABLES)
def comprehended(table: dict[int, int]) -> Any:
    turned = {v: k for k, v in table.items()}
    kept = {k: v for k, v in table.items() if v > 0 and k % 2}
    return turned, kept, {k for k in table}, sorted(table), max(table, key=table.get, default=0)


@over(TABLES, TABLES)
def compared(a: dict[int, int], b: dict[int, int]) -> Any:
    return a == b, a != b, a == dict(a), list(a.keys()) == list(b)


@over(TABLES, TABLES)
def keys_like_sets(a: dict[int, int], b: dict[int, int]) -> Any:
    return sorted(a.keys() & b.keys()), sorted(a.keys() | b.keys()), sorted(a.keys() - b.keys())


@over(TABLES)
def views_see_changes(table: dict[int, int]) -> Any:
    keys, items, values = table.keys(), table.items(), table.values()
    table[50] = 1
    return list(keys), list(items), list(values), len(keys), 50 in keys, (50, 1) in items


@over(TABLES)
def changed_while_read(table: dict[int, int]) -> Any:
    for key in table:
        if key > 2:
            table[key + 100] = 1
    return table


@over(TABLES)
def deleted_while_read(table: dict[int, int]) -> Any:
    for key in list(table):
        if table[key] > 0:
            del table[key]
    for key in table:
        del table[key]
    return table


@over(TABLES)
def values_changed_while_read(table: dict[int, int]) -> Any:
    for key in table:
        table[key] *= 2
    for key, value in table.items():
        table[key] = value + 1
    return table


@calls(0, 1, 2)
def equal_keys(n: int) -> Any:
    table: dict[Any, Any] = {1: "a"}
    table[True] = "b"
    table[1.0] = "c"
    table[n] = "n"
    table[0.0] = "zero"
    table[-0.0] = "-zero"
    table[False] = "false"
    return table, {1}, {True}, (1,) in {(True,): 2}, {(1.0, 2): 1}.get((1, 2))


@over(ANY, ANY)
def any_keys(a: Any, b: Any) -> Any:
    table = {a: 1}
    table[b] = 2
    return table, len(table), table[a], (a, b) in {(a, b): 0}


@over(WORDS)
def words_counted(words: list[str]) -> Any:
    table: dict[str, int] = {}
    for word in words:
        for letter in word:
            table[letter] = table.get(letter, 0) + 1
    return table, sorted(table.items(), key=lambda pair: (-pair[1], pair[0]))


@over(TEXTS, COUNT)
def by_text(text: str, n: int) -> Any:
    table = {"a": 1, "": 2, "ab": 3, " ": n}
    return table.get(text), text[:1] in table, dict.fromkeys(text, n), dict.fromkeys(text)


@over(PAIRS)
def made(pairs: list[tuple[int, int]]) -> Any:
    return dict(pairs), dict(zip("abc", pairs)), dict(a=1, b=pairs), dict(enumerate(pairs))


@over(TABLES)
def reversed_order(table: dict[int, int]) -> Any:
    return list(reversed(table)), list(reversed(list(table.items())))


@over(TABLES)
def ordered(table: dict[int, int]) -> Any:
    line = OrderedDict(table)
    line[3] = 0
    line.move_to_end(3, last=False)
    return list(line)


@over(TABLES)
def next_key(table: dict[int, int]) -> Any:
    return next(iter(table)), next(iter(table.values()), None), min(table.values())


@over(ROWS)
def nested(items: list[int]) -> Any:
    table: dict[int, dict[int, list[int]]] = {}
    for x in items:
        table.setdefault(x % 3, {}).setdefault(x % 2, []).append(x)
    deep = {k: {a: list(b) for a, b in v.items()} for k, v in table.items()}
    for inner in table.values():
        inner.clear()
    return table, deep


@over(LONG)
def much_deleted(items: list[int]) -> Any:
    table = {x: i for i, x in enumerate(items)}
    for x in items[::2]:
        table.pop(x, None)
    for x in items:
        table[x * 3] = x
        table.pop(x + 1, None)
    copied = table.copy()
    table.clear()
    table[1] = 1
    return copied, table, copied.get(3), sorted(copied)


@over(TABLES)
def truth(table: dict[int, int]) -> Any:
    return bool(table), not table, "empty" if not table else "full", bool(table.keys()), len(table)


@over(LONG)
def memo(items: list[int]) -> Any:
    seen: dict[tuple[int, ...], int] = {}
    for i in range(len(items)):
        key = tuple(sorted(items[i : i + 3]))
        if key in seen:
            continue
        seen[key] = i
    return seen
