"""Functions inside functions, lambdas, default arguments, recursion, stars."""

from __future__ import annotations

import functools
import operator
from typing import Any

from tests.compiler.programs import ANY, COUNT, PAIRS, ROWS, SMALL, TABLES, over


@over(COUNT)
def counter(n: int) -> Any:
    total = 0

    def more(by: int = 1) -> int:
        nonlocal total
        total += by
        return total

    return [more(i) for i in range(n)], more(), total


@over(COUNT)
def late(n: int) -> Any:
    functions = []
    for i in range(n):
        functions.append(lambda: i)
    i = 100
    return [f() for f in functions]


@over(COUNT)
def late_in_comprehension(n: int) -> Any:
    fs = [lambda x: x + i for i in range(n)]
    i = 50
    return [f(1) for f in fs], i


@over(COUNT)
def fixed_by_default(n: int) -> Any:
    functions = [lambda x, i=i: x * i for i in range(n)]
    return [f(2) for f in functions], [f(2, 5) for f in functions]


def make_adder(n: int) -> Any:
    def adder(x: int) -> int:
        return x + n

    return adder


def make_pair() -> Any:
    value = [0]

    def get() -> int:
        return value[0]

    def put(x: int) -> None:
        value[0] = x

    return get, put


@over(SMALL, SMALL)
def made(a: int, b: int) -> Any:
    one, two = make_adder(a), make_adder(b)
    get, put = make_pair()
    other, _ = make_pair()
    put(a)
    return one(1), two(1), one(two(0)), get(), other()


@over(SMALL)
def shared_cell(a: int) -> Any:
    x = a

    def plus() -> None:
        nonlocal x
        x += 1

    def twice() -> int:
        plus()
        plus()
        return x

    first = twice()
    x = 0
    return first, twice(), x


@over(SMALL)
def seen_after_change(a: int) -> Any:
    def show() -> int:
        return x * 2

    x = a
    first = show()
    x = a + 1
    return first, show()


@over(COUNT)
def recursion(n: int) -> Any:
    def fact(k: int) -> int:
        return 1 if k == 0 else k * fact(k - 1)

    def even(k: int) -> bool:
        return True if k == 0 else odd(k - 1)

    def odd(k: int) -> bool:
        return False if k == 0 else even(k - 1)

    return fact(n), even(n), odd(n), is_even(n), fib(n)


def is_even(n: int) -> bool:
    return n == 0 or is_odd(n - 1)


def is_odd(n: int) -> bool:
    return n != 0 and is_even(n - 1)


@functools.cache
def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@over(COUNT)
def deep(n: int) -> Any:
    def down(k: int) -> int:
        return 0 if k == 0 else 1 + down(k - 1)

    return down(n * 100)


@over(ROWS)
def quick(items: list[int]) -> Any:
    def sort(part: list[int]) -> list[int]:
        if len(part) < 2:
            return part
        first, *rest = part
        return (
            sort([x for x in rest if x < first]) + [first] + sort([x for x in rest if x >= first])
        )

    return sort(items)


@over(COUNT)
def queens(n: int) -> Any:
    found = []

    def place(row: int, columns: tuple[int, ...]) -> None:
        if row == min(n, 5):
            found.append(columns)
            return
        for c in range(min(n, 5)):
            if all(c != x and abs(c - x) != row - r for r, x in enumerate(columns)):
                place(row + 1, (*columns, c))

    place(0, ())
    return found


def defaults(a: int, b: int = 2, *, c: int = 3) -> Any:
    return a, b, c


def rest(first: Any, *others: Any, last: Any = None) -> Any:
    return first, others, last


@over(SMALL, ROWS)
def stars(a: int, items: list[int]) -> Any:
    return (
        defaults(a),
        defaults(a, c=1),
        defaults(b=a, a=1),
        rest(a),
        rest(*[a, *items]),
        rest(a, *items, last=0),
    )


@over(ROWS)
def stars_that_may_not_fit(items: list[int]) -> Any:
    return defaults(*items)


def keywords(**options: int) -> Any:
    return options


@over(SMALL)
def double_stars(a: int) -> Any:
    return keywords(x=a, y=1), defaults(**{"a": a, "c": 5})


@over(SMALL)
def handed_on(a: int) -> Any:
    def apply(f: Any, *args: Any) -> Any:
        return f(*args)

    return apply(abs, a), apply(max, a, 3), apply(lambda x, y: x - y, a, 1), apply(make_adder(2), a)


def apply(f: Any, *args: Any) -> Any:
    return f(*args)


def compose(f: Any, g: Any) -> Any:
    return lambda x: f(g(x))


@over(SMALL)
def composed(a: int) -> Any:
    return (
        compose(make_adder(1), lambda x: x * 2)(a),
        apply(lambda x, y: x - y, a, 1),
        apply(make_adder(2), a),
    )


@over(SMALL)
def table_of_functions(a: int) -> Any:
    table = {"add": lambda x, y: x + y, "sub": lambda x, y: x - y, "max": max}
    return table["add"](a, 2), table["sub"](a, 2), [f(a, 1) for f in (operator.add, operator.mul)]


@over(SMALL, SMALL)
def conditional_function(a: int, b: int) -> Any:
    if a > b:

        def pick(x: int) -> int:
            return x + 1
    else:

        def pick(x: int) -> int:
            return x - 1

    return pick(a)


@over(ROWS)
def reduced(items: list[int]) -> Any:
    return functools.reduce(operator.add, items, 0), functools.reduce(lambda a, b: a * 2 + b, items)


@over(SMALL)
def partial(a: int) -> Any:
    add = functools.partial(operator.add, a)
    return add(1), functools.partial(defaults, c=a)(5)


def with_list(x: int, seen: Any = None) -> Any:
    if seen is None:
        seen = []
    seen.append(x)
    return seen


@over(SMALL)
def default_none(a: int) -> Any:
    return with_list(a), with_list(a + 1), with_list(1, [a])


@over(COUNT)
def names_in_loops(n: int) -> Any:
    found = []
    for i in range(n):

        def show() -> int:
            return i

        found.append(show())
        i += 10
        found.append(show())
    return found


@over(COUNT)
def names_of_parameters(n: int) -> Any:
    def outer(x: int) -> Any:
        def inner() -> int:
            return x

        x += 1
        return inner

    return outer(n)(), [outer(i)() for i in range(3)]


@over(SMALL)
def three_deep(a: int) -> Any:
    x = a

    def one() -> Any:
        y = x + 1

        def two() -> Any:
            nonlocal x
            x += y

            def three() -> int:
                nonlocal y
                y += x
                return y

            return three(), y

        return two(), y

    return one(), x


@over(SMALL)
def lambdas(a: int) -> Any:
    pick = (lambda x: "up") if a > 0 else (lambda x: "down")
    return pick(a), (lambda: a)(), (lambda x, y=2: x + y)(a)


@over(SMALL)
def wrong_count(a: int) -> Any:
    f: Any = make_adder(a)
    if a > 0:
        return f(1, 2)
    return f(1)


@over(ANY)
def called_value(a: Any) -> Any:
    return a(1)


@over(TABLES)
def method_as_value(table: dict[int, int]) -> Any:
    get = table.get
    found: list[int] = []
    add = found.append
    for key in range(3):
        add(get(key, 0))
    return found


@over(PAIRS)
def memo_inside(pairs: list[Any]) -> Any:
    memo: dict[Any, int] = {}

    def best(i: int, left: int) -> int:
        if i == len(pairs):
            return 0
        key = i, left
        if key not in memo:
            cost, gain = pairs[i]
            memo[key] = best(i + 1, left)
            if cost <= left:
                memo[key] = max(memo[key], gain + best(i + 1, left - cost))
        return memo[key]

    return best(0, 9), len(memo)


@over(SMALL)
def shadowed(a: int) -> Any:
    sum = a + 1
    list = [sum]

    def max(x: int) -> int:
        return -x

    return sum, list, max(a)


@over(SMALL)
def cell_of_loop_in_generator(a: int) -> Any:
    total = 0
    for k in range(3):
        total += sum(x * k + a for x in range(k))
    return total, [[(x, y) for y in range(x)] for x in range(3)]


@over(SMALL)
def wrapped(a: int) -> Any:
    def twice(f: Any) -> Any:
        def inner(x: int) -> int:
            return f(f(x))

        return inner

    @twice
    def plus(x: int) -> int:
        return x + a

    return plus(1)
