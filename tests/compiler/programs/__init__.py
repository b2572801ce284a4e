"""Small functions that use Python as people do, by subject, with what they are called with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

Program = Callable[..., Any]
PROGRAMS: list[Case] = []

SMALL = st.integers(-9, 9)
COUNT = st.integers(0, 7)
INTS = st.one_of(SMALL, st.integers(-1000, 1000), st.integers(-(1 << 40), 1 << 40))
WIDE = st.one_of(
    SMALL,
    *(st.integers(base - 3, base + 3) for base in (1 << 31, -(1 << 31), 1 << 61, -(1 << 61))),
    st.integers(-(1 << 62), (1 << 62) - 1),
)
FLOATS = st.one_of(
    st.sampled_from([0.0, -0.0, 0.5, 1.5, 2.5, -0.5, -2.5, 1e16, 2.0**53, 0.1, 1e-5, 1e300]),
    st.floats(-1000, 1000, allow_nan=False),
    st.floats(-20, 20, allow_nan=False, width=16),
)
NUMBERS = st.one_of(SMALL, FLOATS, st.booleans())
LETTERS = st.text("abcAB", max_size=5)
TEXTS = st.one_of(LETTERS, st.text(" ab,1-\n", max_size=9), st.text("aß€éΩ😀 ", max_size=4))
ROWS = st.lists(SMALL, max_size=8)
LONG = st.lists(st.integers(-50, 50), max_size=60)
PAIRS = st.lists(st.tuples(COUNT, COUNT), max_size=8)
WORDS = st.lists(LETTERS, max_size=6)
SETS = st.sets(st.integers(-40, 90), max_size=25)
CELLS = st.sets(st.tuples(SMALL, SMALL), max_size=12)
TABLES = st.dictionaries(SMALL, st.integers(-99, 99), max_size=7)
ANY = st.one_of(st.none(), st.booleans(), SMALL, FLOATS, LETTERS, ROWS, st.tuples(SMALL, SMALL))
TRUTHS = st.booleans()


@dataclass
class Case:
    """A function, and its arguments or where they come from."""

    function: Program
    strategies: tuple[st.SearchStrategy[Any], ...] = ()
    calls: tuple[tuple[Any, ...], ...] = ()

    def __str__(self) -> str:
        return f"{self.function.__module__.rpartition('.')[2]}.{self.function.__name__}"


def over(*strategies: st.SearchStrategy[Any]) -> Callable[[Program], Program]:
    """A function with arguments of these kinds, one for each parameter."""

    def noted(function: Program) -> Program:
        PROGRAMS.append(Case(function, strategies=strategies))
        return function

    return noted


def calls(*arguments: Any) -> Callable[[Program], Program]:
    """A function of one parameter with these arguments."""

    def noted(function: Program) -> Program:
        PROGRAMS.append(Case(function, calls=tuple((each,) for each in arguments)))
        return function

    return noted
