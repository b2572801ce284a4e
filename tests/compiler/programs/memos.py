"""Tables that rules fill for themselves: left out where they are surely no more than a memory."""

from __future__ import annotations

from typing import Any

from tests.compiler.programs import SMALL, TEXTS, over

MISSING: dict[int, int] = {}
HIT: dict[tuple[int, int], Any] = {}
TRIED = dict()
ASKED: dict[Any, Any] = {}
FILLED: dict[Any, Any] = {}
OF_ROWS: dict[Any, Any] = {}
OTHER: dict[int, int] = {}
SCALED: dict[int, int] = {}
HALF: dict[int, int] = {}
AGAIN: dict[int, int] = {}
SHARED: dict[int, int] = {}
COUNTED: dict[int, int] = {}
NORMAL: dict[int, int] = {}
FULL: dict[int, int] = {3: 4}


@over(SMALL)
def where_missing(n: int) -> Any:
    if n not in MISSING:
        square = n * n
        MISSING[n] = square + 1
    return MISSING[n]


def pair(a: int, b: int) -> Any:
    key = (a, b)
    if key in HIT:
        return HIT[key]
    if a > 5:
        return "large"
    found = []
    for i in range(b):
        found.append(a + i)
    HIT[key] = tuple(found)
    return HIT[key]


@over(SMALL, SMALL)
def where_there(a: int, b: int) -> Any:
    return pair(a, b), pair(b, a), pair(a, b)


@over(SMALL)
def tried(n: int) -> Any:
    try:
        return TRIED[n]
    except KeyError:
        pass
    if n > 3:
        found = TRIED[n] = 3
        return found
    TRIED[n] = 10 // n
    return TRIED[n]


@over(TEXTS)
def asked_for(text: str) -> Any:
    found = ASKED.get(text)
    if found is not None:
        return found
    found = len(text), text[::-1]
    ASKED[text] = found
    return found


@over(TEXTS)
def filled_in(text: str) -> Any:
    found = FILLED.get(text)
    if found is None:
        found = text.count("a")
        FILLED[text] = found
    return found


def of_rows(rows: list[int]) -> Any:
    key = tuple(rows)
    if key not in OF_ROWS:
        OF_ROWS[key] = sum(rows), len(rows)
    return OF_ROWS[key]


@over(SMALL)
def of_a_list(n: int) -> Any:
    return of_rows([n, 1]), of_rows([]), of_rows([n, 1])


class Table:
    kept: dict[Any, Any] = {}

    def __init__(self, base: int) -> None:
        self.base = base
        self.seen: dict[int, int] = {}

    def power(self, n: int) -> Any:
        if n in self.seen:
            return self.seen[n]
        self.seen[n] = self.base ** abs(n)
        return self.seen[n]

    def text(self, n: int) -> Any:
        if n not in self.kept:
            self.kept[n] = f"{self.base}:{n}"
        return self.kept[n]

    def scaled(self, n: int) -> Any:
        if n not in SCALED:
            SCALED[n] = n * self.base
        return SCALED[n]


class Both(Table):
    pass


GAME = Both(3)


@over(SMALL)
def of_an_object(n: int) -> Any:
    return GAME.power(n), GAME.power(n + 1)


@over(SMALL)
def of_all_objects(n: int) -> Any:
    return GAME.text(n)


@over(SMALL)
def of_a_module(n: int) -> Any:
    return GAME.scaled(n)


def of_one(a: int, b: int) -> int:
    if a in OTHER:
        return OTHER[a]
    OTHER[a] = a + b
    return OTHER[a]


@over(SMALL, SMALL)
def more_than_the_key(a: int, b: int) -> Any:
    return of_one(a, b)


@over(SMALL)
def another_value(n: int) -> Any:
    if n in HALF:
        return HALF[n]
    HALF[n] = n + 1
    return n


@over(SMALL)
def calls_itself(n: int) -> Any:
    if n <= 0:
        return 0
    if n in AGAIN:
        return AGAIN[n]
    AGAIN[n] = calls_itself(n - 1) + 1
    return AGAIN[n]


@over(SMALL)
def known_elsewhere(n: int) -> Any:
    if n in SHARED:
        return SHARED[n]
    SHARED[n] = n
    return SHARED[n]


def size() -> int:
    return len(SHARED)


@over(SMALL)
def counted(n: int) -> Any:
    if n not in COUNTED:
        COUNTED[n] = 0
    COUNTED[n] += 1
    return COUNTED[n]


@over(SMALL)
def another_key(n: int) -> Any:
    if n in NORMAL:
        return NORMAL[n]
    n = abs(n)
    NORMAL[n] = n * 2
    return NORMAL[n]


@over(SMALL)
def begun(n: int) -> Any:
    if n in FULL:
        return FULL[n]
    FULL[n] = n
    return FULL[n]
