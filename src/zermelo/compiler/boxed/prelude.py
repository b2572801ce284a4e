"""What rules use of Python's standard library, as plain Python that is compiled like an author's.

Each gives a list where the original gives an iterator, and is written with no more than lists,
loops and calls. `STANDS_FOR` says which is which.
"""

from __future__ import annotations

import bisect
import functools
import heapq
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

from zermelo.compiler.boxed.prelude_lazy import (
    OPERATORS,
    accumulate,
    chain,
    chain_from_iterable,
    compress,
    dropwhile,
    filterfalse,
    islice,
    kept_enumerate,
    kept_filter,
    kept_iter,
    kept_map,
    kept_reversed,
    kept_zip,
    pairwise,
    repeat,
    takewhile,
)
from zermelo.compiler.boxed.prelude_ordered import (
    bisect_left,
    bisect_right,
    heapify,
    heappop,
    heappush,
    heappushpop,
    heapreplace,
    insort_left,
    insort_right,
    nlargest,
    nsmallest,
)

# --- itertools -----------------------------------------------------------------------------------


def product(*pools: Iterable[Any], repeat: int = 1) -> list[Any]:
    """All ways to take one of each."""
    if repeat < 0:
        raise ValueError("repeat argument cannot be negative")
    kept = [list(pool) for pool in pools]
    found: list[Any] = [()]
    for _ in range(repeat):
        for pool in kept:
            found = [(*start, item) for start in found for item in pool]
    return found


def permutations(iterable: Iterable[Any], r: int | None = None) -> list[Any]:
    """All ways to take r, one after the other."""
    pool = list(iterable)
    count = len(pool)
    size = count if r is None else r
    if size < 0:
        raise ValueError("r must be non-negative")
    if size > count:
        return []
    found: list[Any] = [[]]
    for _ in range(size):
        found = [[*start, i] for start in found for i in range(count) if i not in start]
    return [tuple([pool[i] for i in places]) for places in found]


def combinations(iterable: Iterable[Any], r: int) -> list[Any]:
    """All ways to take r, in the order of the items."""
    pool = list(iterable)
    count = len(pool)
    if r < 0:
        raise ValueError("r must be non-negative")
    found: list[Any] = []
    if r > count:
        return found
    places = list(range(r))
    while True:
        found.append(tuple([pool[i] for i in places]))
        at = r - 1
        while at >= 0 and places[at] == at + count - r:
            at -= 1
        if at < 0:
            return found
        places[at] += 1
        for i in range(at + 1, r):
            places[i] = places[i - 1] + 1


def combinations_with_replacement(iterable: Iterable[Any], r: int) -> list[Any]:
    """All ways to take r, in the order of the items, each as often as one likes."""
    pool = list(iterable)
    count = len(pool)
    if r < 0:
        raise ValueError("r must be non-negative")
    found: list[Any] = []
    if count == 0 and r > 0:
        return found
    places = [0] * r
    while True:
        found.append(tuple([pool[i] for i in places]))
        at = r - 1
        while at >= 0 and places[at] == count - 1:
            at -= 1
        if at < 0:
            return found
        following = places[at] + 1
        for i in range(at, r):
            places[i] = following


def groupby(iterable: Iterable[Any], key: Any = None) -> list[Any]:
    """Runs of items with the same key."""
    found: list[Any] = []
    group: list[Any] = []
    last: Any = None
    is_first = True
    for item in iterable:
        name = item if key is None else key(item)
        if is_first or name != last:
            group = []
            found.append((name, iter(group)))
            last = name
            is_first = False
        group.append(item)
    return found


def zip_longest(*parts: Iterable[Any], fillvalue: Any = None) -> list[Any]:
    """The first of all parts, the second of all, and so on, to the end of the longest."""
    kept = [list(part) for part in parts]
    longest = 0
    for part in kept:
        longest = max(longest, len(part))
    return [
        tuple([part[i] if i < len(part) else fillvalue for part in kept]) for i in range(longest)
    ]


def starmap(function: Callable[..., Any], iterable: Iterable[Any]) -> list[Any]:
    """What a function gives for each tuple of arguments."""
    return [function(*item) for item in iterable]


# --- functools, collections ----------------------------------------------------------------------


def reduce(function: Callable[[Any, Any], Any], iterable: Iterable[Any], *initial: Any) -> Any:
    """One value, made of all items from the left."""
    kept = [*initial, *iterable]
    if len(kept) == 0:
        raise TypeError("reduce() of empty iterable with no initial value")
    total = kept[0]
    for i in range(1, len(kept)):
        total = function(total, kept[i])
    return total


def most_common(counter: Any, n: int | None = None) -> list[Any]:
    """The items of a Counter with their numbers, from the most frequent on."""
    found = sorted(counter.items(), key=lambda pair: pair[1], reverse=True)
    return found if n is None else found[: max(n, 0)]


# --- math ----------------------------------------------------------------------------------------


def math_comb(n: int, k: int) -> int:
    """How many ways there are to take k of n."""
    if n < 0 or k < 0:
        raise ValueError("comb() takes no negative numbers")
    if k > n:
        return 0
    k = min(k, n - k)
    found = 1
    for i in range(k):
        found = found * (n - i) // (i + 1)
    return found


def math_perm(n: int, k: int | None = None) -> int:
    """How many ways there are to take k of n, one after the other."""
    size = n if k is None else k
    if n < 0 or size < 0:
        raise ValueError("perm() takes no negative numbers")
    found = 1
    for i in range(size):
        found = found * (n - i)
    return found


def math_factorial(n: int) -> int:
    """The product of the numbers up to n."""
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    found = 1
    for i in range(2, n + 1):
        found = found * i
    return found


def math_gcd(*numbers: int) -> int:
    """The greatest number that divides all."""
    found = 0
    for number in numbers:
        a = found
        b = abs(number)
        while b != 0:
            rest = a % b
            a = b
            b = rest
        found = a
    return found


def math_lcm(*numbers: int) -> int:
    """The least number that all divide."""
    found = 1
    for number in numbers:
        if number == 0:
            return 0
        found = found // math_gcd(found, number) * abs(number)
    return found


def math_prod(iterable: Iterable[Any], *, start: Any = 1) -> Any:
    """The product of all."""
    total = start
    for item in iterable:
        total = total * item
    return total


def math_isqrt(n: int) -> int:
    """The whole part of a root."""
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    if n == 0:
        return 0
    found = 1 << ((n.bit_length() + 1) // 2)
    while True:
        better = (found + n // found) // 2
        if better >= found:
            return found
        found = better


def to_bin(number: int) -> str:
    """`bin(number)`."""
    left = abs(number)
    digits = ["01"[left & 1]]
    while left > 1:
        left >>= 1
        digits.append("01"[left & 1])
    return ("-0b" if number < 0 else "0b") + "".join(reversed(digits))


def maketrans(x: Any, y: Any = None, z: Any = None) -> dict[Any, Any]:
    """str.maketrans(x, y, z)."""
    found: dict[Any, Any] = {}
    if y is None:
        for key, value in x.items():
            found[ord(key) if isinstance(key, str) else key] = value
        return found
    if len(x) != len(y):
        raise ValueError("the first two maketrans arguments must have equal length")
    for i, letter in enumerate(x):
        found[ord(letter)] = ord(y[i])
    if z is not None:
        for letter in z:
            found[ord(letter)] = None
    return found


STANDS_FOR: Final[dict[Any, Callable[..., Any]]] = {
    **OPERATORS,
    map: kept_map,
    filter: kept_filter,
    enumerate: kept_enumerate,
    zip: kept_zip,
    reversed: kept_reversed,
    iter: kept_iter,
    bin: to_bin,
    str.maketrans: maketrans,
    itertools.product: product,
    itertools.permutations: permutations,
    itertools.combinations: combinations,
    itertools.combinations_with_replacement: combinations_with_replacement,
    itertools.chain: chain,
    itertools.chain.from_iterable: chain_from_iterable,
    itertools.accumulate: accumulate,
    itertools.pairwise: pairwise,
    itertools.groupby: groupby,
    itertools.islice: islice,
    itertools.zip_longest: zip_longest,
    itertools.takewhile: takewhile,
    itertools.dropwhile: dropwhile,
    itertools.filterfalse: filterfalse,
    itertools.starmap: starmap,
    itertools.repeat: repeat,
    itertools.compress: compress,
    functools.reduce: reduce,
    Counter.most_common: most_common,
    heapq.heapify: heapify,
    heapq.heappush: heappush,
    heapq.heappop: heappop,
    heapq.heappushpop: heappushpop,
    heapq.heapreplace: heapreplace,
    heapq.nlargest: nlargest,
    heapq.nsmallest: nsmallest,
    math.comb: math_comb,
    math.perm: math_perm,
    math.factorial: math_factorial,
    math.gcd: math_gcd,
    math.lcm: math_lcm,
    math.prod: math_prod,
    math.isqrt: math_isqrt,
    bisect.bisect_left: bisect_left,
    bisect.bisect_right: bisect_right,
    bisect.bisect: bisect_right,
    bisect.insort_left: insort_left,
    bisect.insort_right: insort_right,
    bisect.insort: insort_right,
}
