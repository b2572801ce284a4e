"""Compiled rules mean what Python means, or say that they cannot."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from zermelo import bits, search, tuples
from zermelo.compiler import CannotCompile, RuleFault, compare, compile
from zermelo.compiler.rules import Rules, Words
from zermelo.compiler.translate import Translator
from zermelo.game import MAX, Game
from zermelo.games import MNK, Connect4, Nim, Othello, Pig

LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1
edges = [0, 1, -1, 2, -2, 7, 62, 63, 64, 65, -63, -64, 1 << 31, 1 << 32, (1 << 53) + 1]
edges += [LOWEST, LOWEST + 1, HIGHEST, HIGHEST - 1, 3037000499, 3037000500, -(1 << 62)]
whole = st.sampled_from(edges) | st.integers(LOWEST, HIGHEST) | st.integers(-70, 70)
real = st.floats() | st.sampled_from([0.0, -0.0, 2.0**63, -(2.0**63), 2.0**63 - 1024, 0.5])
truth = st.booleans()


def compiled(function: Callable[..., Any], **bound: Any) -> Any:
    unit = Translator([]).unit(function, bound)
    unit.is_entry = True
    return unit.dispatcher


def outcome(function: Callable[..., Any], *arguments: Any) -> Any:
    """What Python gives; None where that is an error or has no place in 64 bits."""
    try:
        value = function(*arguments)
    except (ArithmeticError, ValueError, IndexError, TypeError, AssertionError):
        return None
    parts = value if isinstance(value, tuple) else (value,)
    beyond = any(isinstance(part, int) and not LOWEST <= part <= HIGHEST for part in parts)
    return None if beyond or isinstance(value, complex) else value


def agree(function: Callable[..., Any], machine: Any, *arguments: Any) -> None:
    expected = outcome(function, *arguments)
    if expected is None:
        with pytest.raises(RuleFault) as caught:
            machine(*arguments)
        assert caught.value.rule == function.__name__
        assert caught.value.file == Path(__file__).name
        assert caught.value.line == function.__code__.co_firstlineno + 1
    else:
        found = machine(*arguments)
        assert repr(found) == repr(expected) or found == expected, (
            function.__name__,
            arguments,
            expected,
            found,
        )
        assert isinstance(found, float) == isinstance(expected, float)


# --- every operator ------------------------------------------------------------------------------


def add(x: Any, y: Any) -> Any:
    return x + y


def subtract(x: Any, y: Any) -> Any:
    return x - y


def multiply(x: Any, y: Any) -> Any:
    return x * y


def floor_divide(x: Any, y: Any) -> Any:
    return x // y


def modulo(x: Any, y: Any) -> Any:
    return x % y


def divide(x: Any, y: Any) -> Any:
    return x / y


def both(x: Any, y: Any) -> Any:
    return divmod(x, y)


def shift_left(x: Any, y: Any) -> Any:
    return x << y


def shift_right(x: Any, y: Any) -> Any:
    return x >> y


def conjunction(x: Any, y: Any) -> Any:
    return x & y


def disjunction(x: Any, y: Any) -> Any:
    return x | y


def exclusion(x: Any, y: Any) -> Any:
    return x ^ y


def minimum(x: Any, y: Any) -> Any:
    return min(x, y)


def total(x: Any, y: Any) -> Any:
    return sum((x, y, y))


def maximum_of_sums(x: Any, y: Any) -> Any:
    return max(a + y for a in (x, y, x))


TWO = (
    add, subtract, multiply, floor_divide, modulo, both, shift_left, shift_right, conjunction,
    disjunction, exclusion, minimum, total, maximum_of_sums,
)  # fmt: skip
machines: dict[Any, Any] = {function: compiled(function) for function in (*TWO, divide)}


@pytest.mark.parametrize("function", [*TWO, divide], ids=lambda f: f.__name__)
@given(x=whole, y=whole)
@example(x=LOWEST, y=-1)
@example(x=HIGHEST, y=HIGHEST)
@example(x=(1 << 62) + 1, y=3)
def test_two_numbers(function: Any, x: int, y: int) -> None:
    parts = {total: ((0, x), (x, y)), maximum_of_sums: ((x, y), (y, y))}
    if any(outcome(add, *part) is None for part in parts.get(function, ())):
        return  # a part of the result leaves 64 bits, where the result may not
    if function is shift_left:
        y = min(y, 1000)  # Python would want all the memory there is
    agree(function, machines[function], x, y)


@pytest.mark.parametrize("function", [*TWO, divide], ids=lambda f: f.__name__)
@given(x=truth, y=truth, z=st.integers(0, 70))
def test_truth_values_are_numbers(function: Any, x: bool, y: bool, z: int) -> None:
    agree(function, machines[function], x, y)
    if function not in (total, maximum_of_sums):  # no loop goes over a tuple of several types
        agree(function, machines[function], x, z)
        agree(function, machines[function], z, x)


@given(st.integers(64, HIGHEST), whole)
def test_shifts_however_far(distance: int, x: int) -> None:
    if x == 0:
        assert machines[shift_left](x, distance) == 0
    else:
        with pytest.raises(RuleFault, match="a number leaves 64 bits"):
            machines[shift_left](x, distance)


FLOATS = (add, subtract, multiply, floor_divide, modulo, divide, both)


@pytest.mark.parametrize("function", FLOATS, ids=lambda f: f.__name__)
@given(x=real, y=real, n=st.integers(-(1 << 53), 1 << 53))
def test_floats(function: Any, x: float, y: float, n: int) -> None:
    agree(function, machines[function], x, n)
    large = not math.isfinite(x) or not math.isfinite(y) or (y and abs(x / y) > 1e15)
    if not (large and function in (floor_divide, modulo, both)):
        return
    agree(function, machines[function], x, y)


# --- one number ----------------------------------------------------------------------------------


def negative(x: Any) -> Any:
    return -x


def positive(x: Any) -> Any:
    return +x


def inverse(x: Any) -> Any:
    return ~x


def absolute(x: Any) -> Any:
    return abs(x)


def integer(x: Any) -> Any:
    return int(x)


def nearest(x: Any) -> Any:
    return round(x)


def floor(x: Any) -> Any:
    return math.floor(x)


def ceiling(x: Any) -> Any:
    return math.ceil(x)


def square(x: Any) -> Any:
    return x**2


def fifth(x: Any) -> Any:
    return x**5


def tenth_part(x: Any) -> Any:
    return x / 10


def with_constants(x: Any) -> Any:
    return (x // 7, x // -3, x % 5, x % -5, x // -1, x % -1, x >> 3, x >> 100)


ONE = (
    negative, positive, inverse, absolute, integer, nearest, floor, ceiling, square, fifth,
    tenth_part, with_constants,
)  # fmt: skip
machines |= {function: compiled(function) for function in ONE}


@pytest.mark.parametrize("function", ONE, ids=lambda f: f.__name__)
@given(x=whole | truth)
@example(x=LOWEST)
def test_one_number(function: Any, x: int) -> None:
    agree(function, machines[function], x)


CONVERSIONS = (integer, nearest, floor, ceiling, negative, absolute)


@pytest.mark.parametrize("function", CONVERSIONS, ids=lambda f: f.__name__)
@given(x=real)
def test_floats_become_whole_numbers(function: Any, x: float) -> None:
    agree(function, machines[function], x)


def power(x: Any, y: Any) -> Any:
    return x**y


def power_called(x: Any, y: Any) -> Any:
    return pow(x, y)


machines |= {function: compiled(function) for function in (power, power_called)}


@pytest.mark.parametrize("function", [power, power_called], ids=lambda f: f.__name__)
@given(x=whole | st.integers(-3, 3), y=st.integers(0, 200))
@example(x=-2, y=63)
@example(x=2, y=63)
@example(x=0, y=0)
def test_powers(function: Any, x: int, y: int) -> None:
    agree(function, machines[function], x, y)


@given(x=st.integers(-9, 9), y=st.integers(-9, -1))
def test_a_negative_power_is_a_fault(x: int, y: int) -> None:
    with pytest.raises(RuleFault, match="a negative power"):
        machines[power](x, y)


@given(x=st.floats(-1e10, 1e10), y=st.floats(-400, 400))
def test_powers_of_floats(x: float, y: float) -> None:
    expected = outcome(power, x, y)
    if expected is None:
        with pytest.raises(RuleFault, match="a power that is no finite number"):
            machines[power](x, y)
    else:
        assert machines[power](x, y) == pytest.approx(expected, rel=1e-12)


def compared(x: Any, y: Any) -> Any:
    return (x < y, x <= y, x > y, x >= y, x == y, x != y)


near = st.builds(lambda n, by: float(n) + by, whole, st.sampled_from([0.0, 0.5, -0.5, 1.0]))


@given(x=whole, y=near | real | whole | truth)
@example(x=(1 << 53) + 1, y=2.0**53)
@example(x=HIGHEST, y=2.0**63)
@example(x=LOWEST, y=-(2.0**63))
def test_comparisons_are_exact(x: int, y: float) -> None:
    if compared not in machines:
        machines[compared] = compiled(compared)
    assert machines[compared](x, y) == compared(x, y)
    assert machines[compared](y, x) == compared(y, x)


@pytest.mark.parametrize("x", [(1, 2, 3), (1, 2, 4)])
def test_tuples_are_compared_as_before(x: tuple[int, ...]) -> None:
    assert compiled(compared)(x, (1, 2, 3)) == compared(x, (1, 2, 3))


# --- longer expressions --------------------------------------------------------------------------


def remixed(x: int, y: int) -> int:
    worth, n = 0, x & 1023
    for i in range(n % 7):
        worth = i * (y & 15) - len((x, y))
    k = (y >> 60) + 8
    m = min(max(worth, 0), 40) << k
    return m * 3 + (x % 97) * (y % 89) + (-1 if x > y else bits.popcount(x)) - (x // 1000) % 10


def masked(x: int, y: int) -> int:
    low = (x * 31 + y) & 0xFFFF
    return low + ((x - y) << 3) % 64 + ((x + y) & 255 & ~y) + (x * y * 5) % 1024


def modular(x: int, y: int) -> int:
    mixed = bits.signed((x * 0x1234567 + (y << 7)) ^ -(x << 64))
    return bits.popcount(x + y) + bits.signed(mixed + (~y if x > y else x << (y & 127))) % 1000


def growing(x: int, y: int) -> int:
    step, seen = 1, 0
    while seen < (x & 31):
        step, seen = step * 2, seen + 1
    return step + seen


@pytest.mark.parametrize("function", [remixed, masked, modular, growing], ids=lambda f: f.__name__)
def test_what_the_ranges_leave_alone_is_right(function: Any) -> None:
    machine = compiled(function)
    looks = [name for name in machine.py_func.__code__.co_names if name.startswith("checked_")]
    assert bool(looks) == (function is growing) or "checked_invert" in looks, looks

    @given(x=whole, y=whole)
    def both_lanes(x: int, y: int) -> None:
        assert machine(x, y) == function(x, y)

    both_lanes()


def shifted_and(x: Any, y: Any) -> Any:
    return x << (y & 127) & y


def and_shifted(x: Any, y: Any) -> Any:
    x &= y << (x & 63)
    return x


def sum_and(x: Any, y: Any) -> Any:
    return (x + y & y) + (y & x - y) // 2


def any_shifted(x: Any, y: Any) -> Any:
    n = 1 if x << (y & 127) & y else 0
    n += 2 if y & x << (x & 63) != 0 and not x << 63 & y else 0
    return n + 4 * (x << 1 & y == 0)


def gathered(x: Any, y: Any) -> Any:
    found = 0
    for step, mask in ((1, 255), (40, -1), (63, 1 << 62)):
        found |= (x & mask) << step
        found += y << step
        found <<= step & 3
    return bits.signed(found ^ y)


@pytest.mark.parametrize("function", [shifted_and, and_shifted, any_shifted, gathered])
@given(x=whole, y=whole)
def test_bits_that_a_mask_takes_away_are_no_fault(function: Any, x: int, y: int) -> None:
    if function not in machines:
        machines[function] = compiled(function)
    expected = outcome(function, x, y)
    if expected is None:
        with pytest.raises(RuleFault, match="a number leaves 64 bits"):
            machines[function](x, y)
    else:
        assert machines[function](x, y) == expected


@given(x=whole, y=whole)
def test_sums_that_a_mask_cuts(x: int, y: int) -> None:
    if sum_and not in machines:
        machines[sum_and] = compiled(sum_and)
    parts = outcome(lambda: (x + y & y, y & x - y))
    if parts is not None and outcome(sum_and, x, y) is not None:
        assert machines[sum_and](x, y) == sum_and(x, y)


# --- items ---------------------------------------------------------------------------------------


class Board(NamedTuple):
    """A state with a row."""

    row: tuple[int, int, int]
    player: int


TABLE = (5, -7, 11, 13)
ARRAY = np.array([3, 1, 4, 1, 5])
GRID = ((1, 2), (3, 4), (5, 6))


def item(row: Any, i: int) -> Any:
    return row[i]


def constant_item(row: Any, i: int) -> Any:
    return TABLE[i]


def array_item(row: Any, i: int) -> Any:
    return ARRAY[i]


def grid_item(row: Any, i: int) -> Any:
    return GRID[i][1]


def local_item(row: Any, i: int) -> Any:
    return np.zeros(3, np.int64)[i] + 1


def new_row(row: Any, i: int) -> Any:
    return tuples.replace(row, i, 9)


@pytest.mark.parametrize(
    "function",
    [item, constant_item, array_item, grid_item, local_item, new_row],
    ids=lambda f: f.__name__,
)
def test_an_index_outside_is_a_fault(function: Any) -> None:
    machine = compiled(function)
    for i in (*range(-7, 8), LOWEST, HIGHEST, 1 << 32):
        agree(function, machine, (4, 5, 6), i)


def replaced_by_slices(row: Any, i: int) -> Any:
    return (*row[:i], 7, *row[i + 1 :])


def test_a_tuple_that_would_change_its_length_is_a_fault() -> None:
    machine = compiled(replaced_by_slices)
    for i in range(-5, 6):
        if 0 <= i < 3:
            assert machine((1, 2, 3), i) == replaced_by_slices((1, 2, 3), i)
        else:
            with pytest.raises(RuleFault, match="an index outside"):
                machine((1, 2, 3), i)


NARROW = np.array([200, 100], np.uint8)


def narrow(i: int) -> Any:
    return NARROW[i] + NARROW[i]


def test_an_array_that_counts_otherwise_is_refused() -> None:
    with pytest.raises(CannotCompile, match="an array of uint8, in which NumPy counts otherwise"):
        compiled(narrow)


def stored(i: int, n: int) -> int:
    row = np.zeros(5, np.int64)
    row[i] = n
    row[i] += n
    return int(row[i] + row[-1])


def test_a_store_outside_is_a_fault() -> None:
    machine = compiled(stored)
    for i in range(-8, 9):
        if -5 <= i < 5:
            assert machine(i, 3) == stored(i, 3)
        else:
            with pytest.raises(RuleFault, match="an index outside") as caught:
                machine(i, 3)
            assert caught.value.line == stored.__code__.co_firstlineno + 2


# --- what a fault says ---------------------------------------------------------------------------


def helper(x: int) -> int:
    assert x != 13
    if x == 14:
        raise ValueError("fourteen")
    return x * 10


def calling(x: int) -> int:
    y = x + 1
    return helper(y)


@pytest.mark.parametrize(
    ("x", "says"),
    [
        (12, "helper (line {1} of {file}): an assertion fails"),
        (13, "helper (line {3} of {file}): ValueError: fourteen"),
        (HIGHEST // 10, "helper (line {4} of {file}): a number leaves 64 bits"),
        (HIGHEST, "calling (line {6} of {file}): a number leaves 64 bits"),
    ],
)
def test_a_fault_names_rule_line_and_file(x: int, says: str) -> None:
    first = helper.__code__.co_firstlineno
    lines = {str(n): first + n for n in range(5)} | {"6": calling.__code__.co_firstlineno + 1}
    for n, line in lines.items():
        says = says.replace(f"{{{n}}}", str(line))
    with pytest.raises(RuleFault) as caught:
        compiled(calling)(x)
    fault = caught.value
    assert str(fault) == says.format(file=Path(__file__).name)
    assert "\n" not in str(fault)
    assert str(fault).startswith(fault.rule)
    assert str(type(fault)(*fault.__reduce__()[1])) == str(fault)


# --- games ---------------------------------------------------------------------------------------


class Count(NamedTuple):
    """A number, and how many moves were made."""

    x: int
    ply: int


class Moves(Game[Count, int]):
    """Ten moves of MAX; what `mixed` does with truth values decides."""

    last = 10

    def initial(self) -> Count:
        return Count(1, 0)

    def to_move(self, state: Count) -> int:
        return MAX

    def actions(self, state: Count) -> range:
        return range(2) if state.ply < self.last else range(0)

    def is_terminal(self, state: Count) -> bool:
        return state.ply >= self.last

    def utility(self, state: Count) -> int:
        return state.x

    def mixed(self, b: bool, c: bool) -> int:
        return 0

    def result(self, state: Count, action: int) -> Count:
        mixed = self.mixed(state.x % 3 == 1, action == 1)
        return Count((state.x * 5 + action + mixed) % 97, state.ply + 1)


class Invert(Moves):
    def mixed(self, b: bool, c: bool) -> int:
        return ~b


class Minus(Moves):
    def mixed(self, b: bool, c: bool) -> int:
        return -b


class Plus(Moves):
    def mixed(self, b: bool, c: bool) -> int:
        return +b


class Difference(Moves):
    def mixed(self, b: bool, c: bool) -> int:
        return b - c


class Sum(Moves):
    def mixed(self, b: bool, c: bool) -> int:
        return b + c + sum(x for x in (b, c, b))


class Exclusive(Moves):
    def mixed(self, b: bool, c: bool) -> int:
        return (b ^ c) * 3


class Shift(Moves):
    def mixed(self, b: bool, c: bool) -> int:
        return b << 3 | c


class Product(Moves):
    def mixed(self, b: bool, c: bool) -> int:
        return b * c + (b == c) * 2 + max(b, c) + abs(b) + int(c) + (not b)


class RareOverflow(Moves):
    """Only if all 19 moves are 1 is there a number beyond 64 bits: 10 ** 19."""

    last = 19

    def utility(self, state: Count) -> int:
        return 1 if state.x > 0 else 0

    def result(self, state: Count, action: int) -> Count:
        return Count(state.x * 10 if action else 0, state.ply + 1)


def worth(game: Rules, words: Words, depth: int) -> int:
    """The best that can be reached."""
    state = game.unpack(words)
    if game.is_terminal(state):
        return int(game.utility(state))
    best = -1000
    for action in game.actions(state):
        best = max(best, worth(game, game.pack(game.result(state, action)), depth + 1))
    return best


@pytest.mark.parametrize(
    "kind",
    [Invert, Minus, Plus, Difference, Sum, Exclusive, Shift, Product],
    ids=lambda kind: kind.__name__,
)
def test_truth_values_in_rules(kind: type[Moves]) -> None:
    assert compare(kind(), games=20) == []
    game = compile(kind())
    kernel = game.kernel(worth)
    assert kernel(game.state.words(game.game.initial()), 0) == search.minimax(game.game).value


def test_a_number_that_leaves_64_bits_on_a_rare_path_only() -> None:
    game = compile(RareOverflow())
    kernel = game.kernel(worth)
    with pytest.raises(RuleFault) as caught:
        kernel(game.state.words(game.game.initial()), 0)
    fault = caught.value
    line = RareOverflow.result.__code__.co_firstlineno + 1
    assert (fault.rule, fault.line) == ("RareOverflow.result", line)
    assert fault.what == "a number leaves 64 bits"
    assert kernel(game.state.words(Count(0, 5)), 0) == 0


def test_a_comparison_of_lanes_tells_of_a_fault() -> None:
    game = RareOverflow()
    game.initial = lambda: Count(10**18, 18)  # type: ignore[method-assign]
    details = [broken.detail for broken in compare(game, games=1)]
    assert any("RareOverflow.result (line" in detail for detail in details), details


@pytest.mark.parametrize(
    "game",
    [Connect4(), Connect4(4, 4, sooner=False), Nim((7, 5, 3)), Nim((9, 2, 3, 4), misere=True),
     Othello(), Othello(6), Pig(goal=20), MNK(), MNK(4, 4, 4, misere=True)],
    ids=lambda game: game.name,
)  # fmt: skip
def test_games_of_the_catalogue_have_no_faults(game: Any) -> None:
    assert compare(game, games=30) == []
