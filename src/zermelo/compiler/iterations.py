"""Functions of Python's library that go through items, written as rules are: compiled with them.

Where all their arguments are known before the game begins, so is what they give, and none of these
is used (see `natural`). Each makes the list that Python's own would go through once.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.selections import of_combinations, of_permutations


def nothing_more(items: Any) -> Any:
    """`chain(xs)`."""
    return list(items)


def chained(items: Any, others: Any) -> Any:
    """`chain(xs, ys)`."""
    return [*items, *others]


def flattened(parts: Any) -> Any:
    """`chain.from_iterable(xss)`."""
    return [item for part in parts for item in part]


def pairwise(items: Any) -> Any:
    """`pairwise(xs)`."""
    row = list(items)
    return [(row[i], row[i + 1]) for i in range(len(row) - 1)]


def two_of(items: Any) -> Any:
    """`combinations(xs, 2)`."""
    row = list(items)
    return [(row[i], row[j]) for i in range(len(row)) for j in range(i + 1, len(row))]


def three_of(items: Any) -> Any:
    """`combinations(xs, 3)`."""
    row = list(items)
    return [
        (row[i], row[j], row[k])
        for i in range(len(row))
        for j in range(i + 1, len(row))
        for k in range(j + 1, len(row))
    ]


def ordered_two_of(items: Any) -> Any:
    """`permutations(xs, 2)`."""
    row = list(items)
    return [(row[i], row[j]) for i in range(len(row)) for j in range(len(row)) if i != j]


def ordered_three_of(items: Any) -> Any:
    """`permutations(xs, 3)`."""
    row = list(items)
    return [
        (row[i], row[j], row[k])
        for i in range(len(row))
        for j in range(len(row))
        for k in range(len(row))
        if i not in (j, k) and j != k
    ]


def all_orders(items: Any) -> Any:
    """`permutations(xs)`."""
    row = list(items)
    count = len(row)
    places = list(range(count))
    orders = [row[:]]
    while True:
        at = count - 2
        while at >= 0 and places[at] > places[at + 1]:
            at -= 1
        if at < 0:
            return orders
        last = count - 1
        while places[last] < places[at]:
            last -= 1
        places[at], places[last] = places[last], places[at]
        places = places[: at + 1] + places[at + 1 :][::-1]
        orders.append([row[place] for place in places])


def two_of_with_repeats(items: Any) -> Any:
    """`combinations_with_replacement(xs, 2)`."""
    row = list(items)
    return [(row[i], row[j]) for i in range(len(row)) for j in range(i, len(row))]


def product_of_two(items: Any, others: Any) -> Any:
    """`product(xs, ys)`."""
    row = list(others)
    return [(a, b) for a in items for b in row]


def product_of_three(items: Any, others: Any, more: Any) -> Any:
    """`product(xs, ys, zs)`."""
    row, last = list(others), list(more)
    return [(a, b, c) for a in items for b in row for c in last]


def sums(items: Any) -> Any:
    """`accumulate(xs)`."""
    row = list(items)
    for i in range(1, len(row)):
        row[i] += row[i - 1]
    return row


def first_items(items: Any, stop: Any) -> Any:
    """`islice(xs, n)`."""
    return list(items)[:stop]


def some_items(items: Any, start: Any, stop: Any) -> Any:
    """`islice(xs, m, n)`."""
    return list(items)[start:stop]


def repeated(item: Any, times: Any) -> Any:
    """`repeat(x, n)`."""
    return [item for _ in range(times)]


def product_of_numbers(items: Any) -> Any:
    """`math.prod(xs)`."""
    total = 1
    for item in items:
        total *= item
    return total


def whole_root(number: Any) -> Any:
    """`math.isqrt(n)`."""
    if number < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    low, high = 0, 3037000500
    while high - low > 1:
        middle = (low + high) // 2
        if middle * middle <= number:
            low = middle
        else:
            high = middle
    return low


def factorial(number: Any) -> Any:
    """`math.factorial(n)`."""
    if number < 0:
        raise ValueError("factorial() not defined for negative values")
    total = 1
    for i in range(2, number + 1):
        total *= i
    return total


def padded_pairs(items: Any, others: Any, fill: Any) -> Any:
    """`zip_longest(xs, ys, fillvalue=x)`."""
    row, more = list(items), list(others)
    return [
        (row[i] if i < len(row) else fill, more[i] if i < len(more) else fill)
        for i in range(max(len(row), len(more)))
    ]


def number_in_base(text: Any, base: Any) -> Any:
    """`int(text, 2)`, of digits alone."""
    if len(text) == 0:
        raise ValueError("no digits")
    total = 0
    for letter in text:
        digit = int(letter)
        if digit >= base:
            raise ValueError("no digit")
        total = total * base + digit
    return total


def power_modulo(number: Any, power: Any, modulus: Any) -> Any:
    """`pow(x, y, z)`."""
    if power < 0:
        raise ValueError("a negative power")
    result, square, left = 1 % modulus, number % modulus, power
    while left > 0:
        if left % 2 == 1:
            result = result * square % modulus
        square = square * square % modulus
        left //= 2
    return result


NAMES: Final = {"number_in_base": number_in_base, "power_modulo": power_modulo}

# By function, and how many arguments there are; a number among them where it must be known.
PLAIN: Final[dict[tuple[Any, ...], Callable[..., Any]]] = {
    (itertools.chain, 1): nothing_more,
    (itertools.chain, 2): chained,
    (itertools.chain.from_iterable, 1): flattened,
    (itertools.pairwise, 1): pairwise,
    (itertools.combinations, 2, 2): two_of,
    (itertools.combinations, 2, 3): three_of,
    (itertools.permutations, 2, 2): ordered_two_of,
    (itertools.permutations, 2, 3): ordered_three_of,
    (itertools.permutations, 1): all_orders,
    (itertools.combinations_with_replacement, 2, 2): two_of_with_repeats,
    (itertools.product, 2): product_of_two,
    (itertools.product, 3): product_of_three,
    (itertools.accumulate, 1): sums,
    (itertools.islice, 2): first_items,
    (itertools.islice, 3): some_items,
    (itertools.repeat, 2): repeated,
    (math.prod, 1): product_of_numbers,
    (math.isqrt, 1): whole_root,
    (math.factorial, 1): factorial,
    (math.comb, 2): of_combinations,
    (math.perm, 2): of_permutations,
    (itertools.zip_longest, 3): padded_pairs,
}
