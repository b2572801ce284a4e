"""Complex numbers, as squares of a board and as numbers."""

from __future__ import annotations

import math
from collections import Counter, defaultdict, namedtuple
from enum import IntEnum
from itertools import product, starmap
from typing import Any

from hypothesis import strategies as st

from tests.compiler.boxed.programs import FLOATS, NUMBERS, SMALL, WIDE, calls, over

INF, NAN = math.inf, math.nan
STEPS = [1j**k for k in range(4)]
LEAPS = {(2 + 1j) * 1j**k for k in range(4)} | {(1 + 2j) * 1j**k for k in range(4)}
NAMES = {0j: "middle", 1: "east", 1j: "north", -1: "west", -1j: "south"}
BY_SET = {frozenset({1j, 2}): "both", frozenset({(1j, 1)}): "pair"}
Pair = namedtuple("Pair", "place steps")


class Weight(IntEnum):
    LIGHT = 1
    HEAVY = 3


SQUARES = st.builds(complex, SMALL, SMALL)
PARTS = st.one_of(FLOATS, SMALL.map(float), st.sampled_from([0.0, -0.0]))
COMPLEX = st.one_of(SQUARES, st.builds(complex, PARTS, PARTS))
ALL = st.one_of(COMPLEX, NUMBERS)
EDGES = (
    *(complex(a, b) for a in (0.0, -0.0, 1.0, -2.5) for b in (0.0, -0.0, 3.0)),
    *(complex(INF, 1), complex(-INF, NAN), complex(0, NAN), complex(1e308, 1.7e308), 1e-320j),
)


@over(ALL, ALL)
def sums(a: Any, b: Any) -> Any:
    return a + b, a - b, b - a, a + 1j, 1 - a * 1j


@over(ALL, ALL)
def products(a: Any, b: Any) -> Any:
    return a * b, a * 1j, 2 * a, (a + 0j) * b


@over(ALL, COMPLEX)
def quotients(a: Any, b: Any) -> Any:
    return b / 2, a / b


@over(COMPLEX, NUMBERS)
def quotients_by_numbers(a: Any, b: Any) -> Any:
    return a / b


@calls(*EDGES)
def edges(a: complex) -> Any:
    b = a + 0j
    return a + 1, a - 0.0, a * -1.0, a * a, -a, +a, a == a, b == b, [a] == [a], bool(a), a.real


@calls(*EDGES, unsuited="a length that no float holds")
def sizes_at_the_edge(a: complex) -> Any:
    return abs(a)


@calls(*EDGES)
def quotients_at_the_edge(a: complex) -> Any:
    found: list[Any] = []
    for b in (1j, 2.0, 0, 3 - 1j, a):
        try:
            found.append((a / b, b / (a + 1)))
        except ZeroDivisionError:
            found.append("zero")
    return found


@over(COMPLEX, st.integers(-6, 7), unsuited="beyond floats")
def powers(a: complex, n: int) -> Any:
    return a**n, pow(a, 2), a**2.0, (a * 0.25) ** (n + 0j), 1j**n


@over(SMALL, st.integers(-130, 130), unsuited="large exponents")
def powers_of_units(a: int, n: int) -> Any:
    return 1j**n, (-1j) ** n, (1 + 0j) ** n, a ** (2 + 0j), True ** (1 + 0j)


@over(COMPLEX, COMPLEX, unsuited="powers that are not whole")
def any_powers(a: complex, b: complex) -> Any:
    return a**b


@over(SMALL, SMALL)
def no_power(a: int, n: int) -> Any:
    return (a * 0j) ** n


@over(COMPLEX)
def parts(a: complex) -> Any:
    return a.real, a.imag, a.conjugate(), a.conjugate().imag, -a, +a, abs(a), not a


@over(NUMBERS)
def parts_of_other_numbers(a: Any) -> Any:
    return a.real, a.imag, a.conjugate(), a + 0j


@over(ALL, ALL)
def comparisons(a: Any, b: Any) -> Any:
    return a == b, a != b, a == a.real, a + 0j == a, a in (b, 1j, 2), (a, b) == (b, a)


@over(WIDE)
def beside_wide_numbers(a: int) -> Any:
    b = complex(a)
    return a == b, b == a, b.real, hash(b) == hash(b.real), {a: 1}.get(b), b in [a], a in {b}


@calls(1j, 1 + 0j, None, "1j", [], (1j,), Weight.LIGHT, 3 + 0j, True, 0.5, {1j})
def beside_anything(x: Any) -> Any:
    return x == 1j, x == 1 + 0j, 1 + 0j == x, x != 3 + 0j, x in [1j, 1], (1 + 0j) in range(3)


@calls(1j, 2 + 0j, 2.0, 2.5 + 0j, complex(2, -0.0), 1e30 + 0j, complex(NAN, 0), complex(2, NAN))
def in_ranges(x: Any) -> Any:
    return x in range(5), x in range(0, 9, 2), x in [1, 2, 3]


@over(COMPLEX, ALL)
def no_order(a: complex, b: Any) -> Any:
    found = []
    for ask in (
        lambda: a < b,
        lambda: b <= a,
        lambda: a > b,
        lambda: a // b,
        lambda: b % a,
        lambda: divmod(a, b),
        lambda: max(a, b),
        lambda: sorted([a, b]),
        lambda: int(a),
        lambda: round(a),
        lambda: range(3)[a],
        lambda: a + "x",
        lambda: [1] * a,
        lambda: len(a),
    ):
        try:
            found.append(ask())
        except TypeError:
            found.append("no")
    return found


@over(ALL, ALL)
def made(a: Any, b: Any) -> Any:
    return complex(a), complex(a, b), complex(), complex(imag=b), complex(b, imag=a), complex(*[a])


@calls(None, [], 1j, "1j", 2, (1, 2), (1, 2, 3), (), (1j, None), unsuited="numbers in texts")
def made_of_anything(x: Any) -> Any:
    return complex(x) if not isinstance(x, tuple) else complex(*x)


@calls(1j, complex(-0.0, -0.0))
def the_same_one(a: complex) -> Any:
    return complex(a) is a, +a is a, complex(a, 0) == a, complex(a, 0), complex(0, a), complex(a, a)


@over(ALL)
def kinds(a: Any) -> Any:
    match a:
        case complex():
            found = "complex"
        case 1:
            found = "one"
        case _:
            found = "other"
    return isinstance(a, complex), isinstance(a, (int, complex)), type(a) is complex, found


@over(COMPLEX, unsuited="floats with exponents as texts")
def texts(a: complex) -> Any:
    return str(a), repr(a), f"{a} {a!r}", "%s" % a, str([a, a.real])


@calls(0j, -0j, complex(-0.0, 1), complex(0, -0.0), 1.5 - 2j, complex(INF, -INF), complex(1, NAN))
def texts_at_the_edge(a: complex) -> Any:
    return str(a), repr((a, -a, a.conjugate()))


@over(SMALL, SMALL)
def literals(x: int, y: int) -> Any:
    z = x + y * 1j
    return z, -1j, 2 - 3j, -(2 + 1j), (1j, 0j, 2.5j), z + (1 + 1j), {1j, 2j, 1 + 1j} == {z}, 1e400j


@over(st.lists(ALL, max_size=9), unsuited="63 bits")
def hashes(items: list[Any]) -> Any:
    return [hash(each) for each in items], hash(1j), hash(-1 + 0j), hash(complex(-1.5, 2))


@over(st.lists(ALL, max_size=9))
def order_by_hashes(items: list[Any]) -> Any:
    return list(set(items)), len({*items, 1, 1j}), list({(each, 1) for each in items})


@over(st.lists(SQUARES, max_size=30))
def order_of_sets(items: list[complex]) -> Any:
    found = set(items)
    before = list(found)
    found |= {each * 1j for each in items}
    found.discard(1j)
    return before, list(found), list(frozenset(found) - LEAPS), [z for z in LEAPS if z in found]


@over(st.lists(ALL, max_size=9))
def keys(items: list[Any]) -> Any:
    table: dict[Any, int] = {}
    for each in items:
        table[each] = table.get(each, 0) + 1
    counts = Counter(items)
    made: dict[Any, Any] = defaultdict(complex)
    for each in items:
        made[each] += 1j
    return table, dict(made), [counts[each] for each in items], [NAMES.get(x) for x in items]


@calls(1, 1.0, 1 + 0j, True, complex(1, -0.0), Weight.LIGHT, 1j, 0, 0j, -1)
def one_key(x: Any) -> Any:
    return (
        {x: 1, 1: 2},
        len({x, 1, 1.0, 1 + 0j, True}),
        NAMES.get(x),
        x in LEAPS,
        {1 + 0j: 7}.get(x),
    )


@over(COMPLEX, SMALL)
def beside_members(a: complex, n: int) -> Any:
    return a + Weight.HEAVY, Weight.HEAVY * a, complex(Weight.HEAVY, n), 3 + 0j == Weight.HEAVY


@over(st.frozensets(SQUARES, max_size=5))
def sets_as_keys(found: frozenset[complex]) -> Any:
    return BY_SET.get(found), BY_SET.get(frozenset({(1j, 1 + 0j)})), found | {1j}, 2 in found


@over(st.lists(SQUARES, max_size=8))
def folded(items: list[complex]) -> Any:
    return (
        sum(items),
        sum(items, 1j),
        math.prod(items),
        min(items, key=abs, default=None),
        max(items, key=lambda z: (z.imag, z.real), default=0j),
        sorted(items, key=lambda z: (abs(z), z.real, z.imag)),
        [z.conjugate() for z in items],
        list(map(abs, items)),
        any(items),
        items.count(1j),
    )


@over(SMALL, SMALL)
def boards(w: int, h: int) -> Any:
    board = {complex(x, y): "." for x in range(abs(w)) for y in range(abs(h))}
    here = 0j
    step = 1 + 0j
    path = []
    for _ in range(20):
        if here + step not in board:
            step *= 1j
        else:
            here += step
            board[here] = "x"
            path.append((int(here.real), int(here.imag)))
    return path, list(board.items()), [here + d in board for d in STEPS]


@over(SMALL)
def made_by_functions(n: int) -> Any:
    maker = complex
    pairs = list(product(range(3), repeat=2))
    made = [maker(), maker(n), maker(n, 2)]
    return made, list(map(complex, range(3))), list(starmap(complex, pairs)), maker is complex


@over(SQUARES, SQUARES)
def in_records(a: complex, b: complex) -> Any:
    first = Pair(a, (b, 1))
    second = first._replace(place=b)
    return first, second, first == second, {first: 1}.get(Pair(a + 0, (b, True))), second.place.imag


@over(COMPLEX)
def in_place(a: complex) -> Any:
    b = a
    b += 1
    b *= 1j
    b -= 2j
    b /= 2
    b **= 2
    return a, b
