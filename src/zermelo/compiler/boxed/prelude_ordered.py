"""What rules use of `bisect` and `heapq`, as plain Python that is compiled like an author's.

A heap lies in its list exactly as CPython's does, comparison by comparison.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

# --- bisect --------------------------------------------------------------------------------------


def bisect_left(a: Any, x: Any, lo: int = 0, hi: int | None = None, *, key: Any = None) -> int:
    """Where x belongs in a sorted list, before those that are equal."""
    if lo < 0:
        raise ValueError("lo must be non-negative")
    low = lo
    high = len(a) if hi is None else hi
    while low < high:
        middle = (low + high) // 2
        item = a[middle] if key is None else key(a[middle])
        if item < x:
            low = middle + 1
        else:
            high = middle
    return low


def bisect_right(a: Any, x: Any, lo: int = 0, hi: int | None = None, *, key: Any = None) -> int:
    """Where x belongs in a sorted list, behind those that are equal."""
    if lo < 0:
        raise ValueError("lo must be non-negative")
    low = lo
    high = len(a) if hi is None else hi
    while low < high:
        middle = (low + high) // 2
        item = a[middle] if key is None else key(a[middle])
        if x < item:
            high = middle
        else:
            low = middle + 1
    return low


def insort_left(a: Any, x: Any, *, key: Any = None) -> None:
    """Puts x where it belongs in a sorted list, before those that are equal."""
    a.insert(bisect_left(a, x if key is None else key(x), key=key), x)


def insort_right(a: Any, x: Any, *, key: Any = None) -> None:
    """Puts x where it belongs in a sorted list, behind those that are equal."""
    a.insert(bisect_right(a, x if key is None else key(x), key=key), x)


# --- heapq ---------------------------------------------------------------------------------------


def heappush(heap: Any, item: Any) -> None:
    """Puts an item into a heap."""
    heap.append(item)
    sift_down(heap, 0, len(heap) - 1)


def heappop(heap: Any) -> Any:
    """Takes the least item out of a heap."""
    last = heap.pop()
    if len(heap) == 0:
        return last
    found = heap[0]
    heap[0] = last
    sift_up(heap, 0)
    return found


def heapreplace(heap: Any, item: Any) -> Any:
    """Takes the least item out of a heap, and then puts another one in."""
    found = heap[0]
    heap[0] = item
    sift_up(heap, 0)
    return found


def heappushpop(heap: Any, item: Any) -> Any:
    """Puts an item into a heap, and then takes the least one out."""
    if len(heap) > 0 and heap[0] < item:
        found = heap[0]
        heap[0] = item
        sift_up(heap, 0)
        return found
    return item


def heapify(heap: Any) -> None:
    """Makes a heap of a list."""
    for i in range(len(heap) // 2):
        sift_up(heap, len(heap) // 2 - 1 - i)


def sift_down(heap: Any, start: int, place: int) -> None:
    """Moves an item towards the first one, past those that are greater."""
    item = heap[place]
    while place > start:
        parent = (place - 1) // 2
        if not (item < heap[parent]):
            break
        heap[place] = heap[parent]
        place = parent
    heap[place] = item


def sift_up(heap: Any, place: int) -> None:
    """Moves an item to the leaves along the lesser children, and back to where it belongs."""
    end = len(heap)
    start = place
    item = heap[place]
    child = 2 * place + 1
    while child < end:
        if child + 1 < end and not (heap[child] < heap[child + 1]):
            child += 1
        heap[place] = heap[child]
        place = child
        child = 2 * place + 1
    heap[place] = item
    sift_down(heap, start, place)


def nlargest(n: int, iterable: Iterable[Any], key: Any = None) -> list[Any]:
    """The n largest, from the largest on."""
    if key is None:
        return sorted(iterable, reverse=True)[: max(n, 0)]
    return sorted(iterable, key=key, reverse=True)[: max(n, 0)]


def nsmallest(n: int, iterable: Iterable[Any], key: Any = None) -> list[Any]:
    """The n smallest, from the smallest on."""
    if key is None:
        return sorted(iterable)[: max(n, 0)]
    return sorted(iterable, key=key)[: max(n, 0)]
