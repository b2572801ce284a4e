"""Small functions in which a compiler easily goes wrong: order, identity, laziness, late names."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.compiler.programs import COUNT, ROWS, SETS, SMALL, TABLES, Case

TRAPS: list[Case] = []


def over(*strategies: Any) -> Callable[[Any], Any]:
    """A function with arguments of these kinds."""

    def noted(function: Any) -> Any:
        TRAPS.append(Case(function, strategies=strategies))
        return function

    return noted


@over(COUNT)
def comprehensions_have_names_of_their_own(n: int) -> Any:
    made: list[Any] = []
    for k in range(n):
        made += [lambda: i * 10 for i in range(k + 1)]  # noqa: B023
    return [each() for each in made]


class Base:
    def __init__(self) -> None:
        self.__secret = 1

    def first(self) -> int:
        return self.__secret


class Derived(Base):
    def __init__(self) -> None:
        super().__init__()
        self.__secret = 2

    def second(self) -> int:
        return self.__secret


@over(SMALL)
def private_names(n: int) -> Any:
    found = Derived()
    return found.first(), found.second(), n


def endless(log: list[int]) -> Iterator[int]:
    i = 0
    while True:
        log.append(i)
        yield i
        i += 1


@over(ROWS)
def zip_asks_in_turn(items: list[int]) -> Any:
    log: list[int] = []
    pairs = [(a, b) for a, b in zip(items, endless(log))]  # noqa: B905
    more = [(a, b) for a, b in zip(endless(log), items)]  # noqa: B905
    return pairs, more, log


@over(ROWS)
def zip_ends_strictly(items: list[int]) -> Any:
    seen = []
    try:
        for a, b in zip(items, [1, 2], strict=True):
            seen.append((a, b))
    except ValueError:
        return seen, "no"
    return seen, "yes"


def stops(items: list[int]) -> Iterator[int]:
    given = iter(items)
    while True:
        yield next(given) + next(given)


@over(ROWS)
def stop_inside_a_generator(items: list[int]) -> Any:
    try:
        return list(stops(items))
    except RuntimeError:
        return "an error"


@over(ROWS)
def choices_are_of_a_copy(items: list[int]) -> Any:
    seen = []
    for a, b in itertools.combinations(items, 2):
        seen.append((a, b))
        if items:
            items.pop()
    return seen, items


@over(ROWS)
def reversed_while_it_shrinks(items: list[int]) -> Any:
    seen = []
    for x in reversed(items):
        seen.append(x)
        if len(items) > 1:
            items.pop()
            items.pop()
    return seen


@over(ROWS)
def deque_changed_while_read(items: list[int]) -> Any:
    line = deque(items)
    seen = []
    try:
        for x in line:
            seen.append(x)
            if x > 3:
                line.append(0)
                line.popleft()
    except RuntimeError:
        return seen, "changed"
    return seen, "same"


@over(TABLES)
def dict_changed_at_the_end(table: dict[int, int]) -> Any:
    try:
        for key in table:
            if len(table) == 1:
                del table[key]
    except RuntimeError:
        return "changed", table
    return "same", table


@over(ROWS)
def message_raises_another_error(items: list[int]) -> Any:
    try:
        raise ValueError(f"bad {items[3]}")
    except IndexError:
        return "index"
    except ValueError:
        return "value"


@over(SETS, SETS)
def sets_in_place(a: set[int], b: set[int]) -> Any:
    c, d, e = set(a), set(a), set(a)
    other = c
    c -= b
    d &= b
    e |= b
    a -= a
    return list(c), list(d), list(e), other is c, list(a)


@over(ROWS, SMALL)
def either_in_place(items: list[int], n: int) -> Any:
    both: Any = items if n > 0 else tuple(items)
    other = both
    both += (n,) if n <= 0 else [n]
    return other, both, other is both


class Grid:
    size = 3

    def __init__(self, n: int) -> None:
        self.n = n

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, Grid) or self.n < 0:
            return NotImplemented
        return self.n == other.n

    __hash__ = None  # type: ignore[assignment]


@over(SMALL, SMALL)
def not_implemented(a: int, b: int) -> Any:
    x, y = Grid(a), Grid(b)
    return x == y, y == x, x == x, x != y


@over(ROWS)
def keys_in_the_order_of_the_items(items: list[int]) -> Any:
    log: list[int] = []

    def key(x: int) -> int:
        log.append(x)
        return x % 3

    return sorted(items, key=key, reverse=True), log


@over(COUNT)
def ranges_as_patterns(n: int) -> Any:
    found: list[Any] = []
    for each in (range(n), deque([1, n])):
        match each:
            case [a, b]:
                found.append((a, b))
            case _:
                found.append(None)
    return found


# --- on which compiled rules once said something false --------------------------------------------


def min(a: int, b: int) -> int:
    """The author's own: despite its name, the larger."""
    return a if a > b else b


def board_of(cells: Any) -> Any:
    """The author's own, of a name that a compiler may have used itself."""
    return [-cell for cell in cells]


@over(SMALL, ROWS)
def names_of_the_author(n: int, items: list[int]) -> Any:
    return min(n, 3), list(items), board_of(items)


@over(ROWS, SMALL, SMALL)
def slices_backwards(items: list[int], i: int, j: int) -> Any:
    shorter, longer = list(items), list(items)
    del shorter[i:j]
    longer[i:j] = [7, 8]
    return shorter, longer, items[i:j]


class Step(NamedTuple):
    row: int
    column: int


@dataclass(frozen=True)
class Wall:
    row: int
    column: int


@dataclass(frozen=True)
class Gate:
    row: int
    column: int


@over(SMALL, SMALL)
def equal_only_to_its_kind(a: int, b: int) -> Any:
    kinds = [[a, b] == (a, b), Wall(a, b) == Gate(a, b), Wall(a, b) == (a, b)]  # type: ignore[comparison-overlap]
    return kinds, Step(a, b) == (a, b), Wall(a, b) in [Gate(a, b)], (a, [b]) == (a, (b,))  # type: ignore[comparison-overlap]


@over(ROWS)
def one_list_for_all_keys(items: list[int]) -> Any:
    rows: dict[int, list[int]] = dict.fromkeys((0, 1, 2), [])  # noqa: RUF024
    for item in items:
        rows[item % 3].append(item)
    return rows


@over(SMALL)
def not_bound_on_one_path(n: int) -> Any:
    if n > 3:
        found = n
    return found if n > 0 else -1


@over(SMALL)
def none_or_a_number(n: int) -> Any:
    x = None if n > 4 else n
    return x == 0, x != 5, x is None, (x, 1) == (None, 1)


@over(COUNT, SMALL)
def halves_among_whole_numbers(i: int, n: int) -> Any:
    score: list[Any] = [0, 0]
    seen = {1, 2}
    score[i % 2] += 0.5
    seen.add(n / 2)  # type: ignore[arg-type]
    score[0] = n / 2 if n == 7 else score[0]
    return score, sorted(seen), sum(score) == 0.5


@over(SMALL)
def truth_among_numbers(n: int) -> Any:
    flags = (0, 1, True) if n > 4 else (0, 1, 1)
    return [flag is True for flag in flags], flags, n == True  # noqa: E712
