"""What gives its items one by one, as plain Python that is compiled like an author's."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final


def chain(*parts: Iterable[Any]) -> Iterator[Any]:
    """The items of all parts."""
    for part in parts:
        yield from part


def chain_from_iterable(parts: Iterable[Any]) -> Iterator[Any]:
    """The items of all parts."""
    for part in parts:
        yield from part


def accumulate(iterable: Iterable[Any], func: Any = None, *, initial: Any = None) -> Iterator[Any]:
    """Sums, or what a function makes of them, of the first, the first two and so on."""
    total = initial
    is_first = initial is None
    if not is_first:
        yield total
    for item in iterable:
        if is_first:
            total = item
            is_first = False
        elif func is None:
            total = total + item
        else:
            total = func(total, item)
        yield total


def pairwise(iterable: Iterable[Any]) -> Iterator[Any]:
    """Each with the one behind it."""
    last: Any = None
    is_first = True
    for item in iterable:
        if not is_first:
            yield (last, item)
        last = item
        is_first = False


def islice(
    iterable: Iterable[Any], first: Any, stop: Any = "missing", step: Any = None
) -> Iterator[Any]:
    """A slice, by one limit or by two and a step."""
    start = 0 if stop == "missing" or first is None else first
    end = first if stop == "missing" else stop
    by = 1 if step is None else step
    if start < 0 or (end is not None and end < 0) or by < 1:
        raise ValueError("islice() takes no negative numbers")
    if end == 0:
        return
    for i, item in enumerate(iterable):
        if i >= start and (i - start) % by == 0:
            yield item
        if i + 1 == end:
            return


def takewhile(predicate: Callable[[Any], Any], iterable: Iterable[Any]) -> Iterator[Any]:
    """The items before the first one for which it does not hold."""
    for item in iterable:
        if not predicate(item):
            return
        yield item


def dropwhile(predicate: Callable[[Any], Any], iterable: Iterable[Any]) -> Iterator[Any]:
    """The items from the first one for which it does not hold."""
    is_dropping = True
    for item in iterable:
        if is_dropping and predicate(item):
            continue
        is_dropping = False
        yield item


def filterfalse(predicate: Any, iterable: Iterable[Any]) -> Iterator[Any]:
    """The items for which it does not hold."""
    for item in iterable:
        if not (item if predicate is None else predicate(item)):
            yield item


def repeat(object: Any, times: int) -> Iterator[Any]:
    """The same again and again."""
    for _ in range(times):
        yield object


def compress(data: Iterable[Any], selectors: Iterable[Any]) -> Iterator[Any]:
    """The items beside which something true stands."""
    for item, chosen in zip(data, selectors, strict=False):
        if chosen:
            yield item


# --- loops over objects --------------------------------------------------------------------------


def items_by_next(iterator: Any) -> Iterator[Any]:
    """What an object gives by `__next__`, one after the other."""
    while True:
        try:
            item = iterator.__next__()
        except StopIteration:
            return
        yield item


def items_by_index(items: Any) -> Iterator[Any]:
    """What an object gives by `__getitem__`, from 0 on."""
    i = 0
    while True:
        try:
            item = items[i]
        except (IndexError, StopIteration):
            return
        yield item
        i += 1


# --- Python's own --------------------------------------------------------------------------------


def kept_map(function: Callable[..., Any], *parts: Iterable[Any]) -> Iterator[Any]:
    """map(function, *parts), of one or two parts."""
    if len(parts) == 1:
        for item in parts[0]:
            yield function(item)
    elif len(parts) == 2:
        for item, other in zip(parts[0], parts[1], strict=False):
            yield function(item, other)
    else:
        raise NotImplementedError


def kept_filter(function: Any, items: Iterable[Any]) -> Iterator[Any]:
    """`filter(function, items)`."""
    for item in items:
        if item if function is None else function(item):
            yield item


def kept_enumerate(iterable: Iterable[Any], start: int = 0) -> Iterator[Any]:
    """`enumerate(iterable, start)`."""
    number = start
    for item in iterable:
        yield (number, item)
        number += 1


def kept_zip(*parts: Iterable[Any], strict: bool = False) -> Iterator[Any]:
    """`zip(*parts)`."""
    steps = [iter(part) for part in parts]
    while steps:
        row = []
        for step in steps:
            try:
                row.append(next(step))
            except StopIteration:
                return
        yield tuple(row)


def kept_reversed(items: Any) -> Iterator[Any]:
    """reversed(items), which has a place in them from the beginning."""
    if isinstance(items, list):
        return kept_backwards(items, len(items) - 1)
    return kept_iter([item for item in reversed(items)])  # noqa: C416


def kept_backwards(items: list[Any], last: int) -> Iterator[Any]:
    """The items from one of them back to the first."""
    place = last
    while 0 <= place < len(items):
        yield items[place]
        place -= 1


def kept_iter(items: Iterable[Any]) -> Iterator[Any]:
    """`iter(items)`."""
    yield from items


OPERATORS: Final[dict[Any, Callable[..., Any]]] = {
    operator.add: lambda a, b: a + b,
    operator.sub: lambda a, b: a - b,
    operator.mul: lambda a, b: a * b,
    operator.floordiv: lambda a, b: a // b,
    operator.truediv: lambda a, b: a / b,
    operator.mod: lambda a, b: a % b,
    operator.and_: lambda a, b: a & b,
    operator.or_: lambda a, b: a | b,
    operator.xor: lambda a, b: a ^ b,
    operator.eq: lambda a, b: a == b,
    operator.ne: lambda a, b: a != b,
    operator.lt: lambda a, b: a < b,
    operator.le: lambda a, b: a <= b,
    operator.gt: lambda a, b: a > b,
    operator.ge: lambda a, b: a >= b,
    operator.neg: lambda a: -a,
    operator.not_: lambda a: not a,
    operator.getitem: lambda a, b: a[b],
    operator.contains: lambda a, b: b in a,
}
