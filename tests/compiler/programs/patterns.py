"""Patterns of `match`: classes of Python's, dicts, and classes of the author's."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tests.compiler.programs import ANY, ROWS, SMALL, calls, over

RECORDS = st.dictionaries(st.sampled_from(["kind", "x", "y"]), st.one_of(SMALL, st.just("move")))
SIDE = "side"


class Names(Enum):
    KIND = "kind"


@dataclass(frozen=True)
class Step:
    x: int
    y: int = 0


class Drop(NamedTuple):
    piece: str
    at: tuple[int, int]


class Wall:
    __match_args__ = ("row", "is_flat")

    def __init__(self, row: int, is_flat: bool) -> None:
        self.row, self.is_flat = row, is_flat


@over(ANY)
def by_class(a: Any) -> Any:
    match a:
        case bool(x):
            return "bool", x
        case int(x) if x > 5:
            return "large", x
        case int(3 | 4 as x) | float(x):
            return "number", x
        case str(text):
            return text.upper()
        case tuple((int(x), int(y))):
            return x + y
        case list([first, *rest]):
            return first, rest
        case list() | tuple():
            return "empty"
    return None


@over(RECORDS)
def by_keys(a: Any) -> Any:
    match a:
        case {"kind": "move", "x": int(x), **rest}:
            return x, rest, len(rest)
        case {"kind": str() | 3 as kind}:
            return kind
        case {"x": x, "y": y}:
            return x, y
        case {**rest}:
            return rest
    return None


@over(ANY)
def of_other_kinds(a: Any) -> Any:
    match [a]:
        case [{}]:
            return "dict"
        case [{1: x}]:
            return x
        case [[x, *_]]:
            return x
    return "other"


@over(ROWS)
def of_other_dicts(items: list[int]) -> Any:
    counts = Counter(items)
    lists: Any = defaultdict(list)
    for x in items:
        lists[x % 3].append(x)
    found: list[Any] = []
    for each in (counts, lists, deque(items)):
        match each:
            case {1: x, **rest}:
                found.append((x, rest))
            case {2: x}:
                found.append(x)
            case [x, y, *_]:
                found.append((x, y))
    return found, len(lists)


@over(SMALL, SMALL)
def by_fields(a: int, b: int) -> Any:
    found = []
    moves: list[Any] = [Step(a, b), Drop("p", (a, b)), Wall(a, b > 0), ("pass",), Step(b)]
    for move in moves:
        match move:
            case Step(0, y) | Step(y, 0):
                found.append(("edge", y))
            case Step(x, y=y):
                found.append(("step", x, y))
            case Drop(at=(r, c)) if r < c:
                found.append(("below", r, c))
            case Drop(piece, (r, _)):
                found.append((piece, r))
            case Wall(row, True) as wall:
                found.append((row, wall.is_flat))
            case Wall():
                found.append("wall")
            case ("pass" | "resign" as word,):
                found.append(word)
    return found


@calls(("move", 1, 2), ("move", (1, 2)), ["go"], {"kind": 4}, {"side": None}, None, True, 1, "move")
def nested(a: Any) -> Any:
    match a:
        case ("move", int(x), int(y)) | ("move", (int(x), int(y))):
            return x, y
        case {Names.KIND.value: x}:
            return x
        case {"side": None}:
            return "no side"
        case [str(word)]:
            return word
        case None | True:
            return "single"
        case _:
            return a
