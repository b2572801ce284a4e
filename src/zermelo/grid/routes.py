"""The cells that an action goes through: read in the action itself, or seen in what it changes."""

from __future__ import annotations

import dataclasses
import enum
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from zermelo.grid.forms import Cells
from zermelo.grid.layout import Cell, Layout

Route: TypeAlias = tuple[Cell, ...]


class Reading(NamedTuple):
    """What an action says: words before its cells, the cells, and words after them."""

    before: tuple[str, ...]
    route: Route
    after: tuple[str, ...]


Reader: TypeAlias = Callable[[Any], Reading]
Taker: TypeAlias = Callable[[list[Any], Layout], tuple[Route, int] | None]


def leaves(action: Any) -> Iterator[Any]:
    """The plain things that an action consists of."""
    if isinstance(action, tuple):
        for each in action:
            yield from leaves(each)
    elif dataclasses.is_dataclass(action) and not isinstance(action, type):
        for field in dataclasses.fields(action):
            yield from leaves(getattr(action, field.name))
    else:
        yield action


def _pair(items: list[Any], layout: Layout) -> tuple[Route, int] | None:
    """A row and a column."""
    if len(items) > 1 and type(items[0]) is type(items[1]) is int and layout.has(*items[:2]):
        return ((items[0], items[1]),), 2
    return None


def _turned(items: list[Any], layout: Layout) -> tuple[Route, int] | None:
    """A column and a row."""
    return _pair([items[1], items[0]], layout) if len(items) > 1 else None


def _coded(codes: Mapping[int, Cell]) -> Taker:
    """A number that stands for a cell."""

    def take(items: list[Any], layout: Layout) -> tuple[Route, int] | None:
        number = items[0]
        return ((codes[number],), 1) if type(number) is int and number in codes else None

    return take


def _named(items: list[Any], layout: Layout) -> tuple[Route, int] | None:
    """Names of cells in a text."""
    if not isinstance(items[0], str) or not re.fullmatch(r"([a-z]+\d+[-x]?)+", items[0]):
        return None
    cells = [layout.find(name) for name in re.findall(r"[a-z]+\d+", items[0])]
    return (tuple(cell for cell in cells if cell), 1) if all(cells) else None


def takers(layout: Layout, listed: Iterable[Cell]) -> tuple[Taker, ...]:
    """The ways to say a cell; `listed`: the order in which the author lists them."""
    cells = list(layout.cells())
    codes = [dict(enumerate(cells)), dict(enumerate(listed))]
    for stride in (layout.columns, layout.columns + 1):  # of bits from row to row
        bits = {1 << stride * row + column: (row, column) for row, column in cells}
        codes.append(bits | {-bit: cell for bit, cell in bits.items()})  # a sign is a bit too
    in_order, as_listed, *by_bit = map(_coded, codes)
    return _pair, in_order, _named, *by_bit, _turned, as_listed


def reader(take: Taker, layout: Layout) -> Reader:
    """Reads the actions of a game in one way."""

    def read(action: Any) -> Reading:
        items, route = list(leaves(action)), list[Cell]()
        words: tuple[list[str], list[str]] = [], []
        while items:
            found = take(items, layout)
            if found is None:
                words[bool(route)].append(_word(items.pop(0)))
            else:
                route += found[0]
                del items[: found[1]]
        return Reading(tuple(words[0]), tuple(route), tuple(words[1]))

    return read


def _word(leaf: Any) -> str:
    return leaf.name.lower() if isinstance(leaf, enum.Enum) else str(leaf).replace(" ", "")


def agrees(route: Route, before: Cells, after: Cells) -> bool:
    """Whether an action went along these cells.

    It changed the last of them, and the first, or put there the same as stays on the first.
    """
    first, last = route[0], route[-1]
    came = before.get(last) != after.get(last)
    return came and (before.get(first) != after.get(first) or after.get(first) == after.get(last))


def seen(before: Cells, after: Cells, is_empty: Callable[[Any], bool], own: Iterable[Any]) -> Route:
    """The cells that an action went through, by what it changed; none where that is not clear.

    A thing that left a cell and stands on another has moved; one that is new has been placed, and
    one that is gone alone was taken away. `own` are the mover's.
    """
    changed = [cell for cell in before if before[cell] != after[cell]]
    left = [cell for cell in changed if not is_empty(before[cell])]
    come = [cell for cell in changed if not is_empty(after[cell])]
    moved = [(a, b) for a in left for b in come if a != b and before[a] == after[b]]
    mine = [(a, b) for a, b in moved if before[a] in own] or moved
    if len(mine) == 1:
        more = [cell for cell in come if cell not in mine[0] and is_empty(before[cell])]
        return (*mine[0], *more) if len(more) < 2 else ()
    gone = [cell for cell in left if is_empty(after[cell])]
    lifted = [cell for cell in gone if before[cell] in own]
    placed = [cell for cell in come if is_empty(before[cell])] or come
    if mine or len(placed) > 1:
        return ()
    if placed:
        return (*lifted, *placed) if len(lifted) < 2 else ()
    return tuple(gone) if len(gone) == 1 else ()
