"""Plain Python functions, and the same as boxed machine code: the same answers and errors."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.compiler.boxed import programs
from tests.compiler.boxed.bench import UNSUITED, Bench, Outcome, shape
from tests.compiler.boxed.programs import PROGRAMS, Case
from zermelo.compiler.errors import CannotCompile

EXAMPLES = 15

for module in pkgutil.iter_modules(programs.__path__):
    importlib.import_module(f"{programs.__name__}.{module.name}")

COMPILED = [case for case in PROGRAMS if not case.refused]
REFUSED = [case for case in PROGRAMS if case.refused]


def bench(level: int) -> Bench:
    """All programs, in one module."""
    kinds = dict.fromkeys(kind for case in COMPILED for kind in case.kinds)
    return Bench([case.function for case in COMPILED], kinds, level)


@cache
def examples(strategies: tuple[st.SearchStrategy[Any], ...]) -> list[tuple[Any, ...]]:
    """Some arguments, the same for all programs that take such, and at every run."""
    found: list[tuple[Any, ...]] = []

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.tuples(*strategies))
    def collect(arguments: tuple[Any, ...]) -> None:
        found.append(arguments)

    collect()
    return found


def differences(case: Case, both: Bench) -> Iterator[str]:
    """Where the two lanes do not say the same."""
    for arguments in case.calls or examples(case.strategies):
        before = shape(arguments)
        expected, found = (run(case.function, *arguments) for run in (both.python, both.run))
        assert shape(arguments) == before
        if found == Outcome(UNSUITED) and (case.unsuited or isinstance(expected, Outcome)):
            continue
        if shape(found) != shape(expected):
            yield f"{arguments}: {expected!r} in Python, {found!r} as machine code"


def wrong(both: Bench) -> list[str]:
    """The programs of which the lanes say different things, and those that are mended by now."""
    found = []
    for case in COMPILED:
        first = min(differences(case, both), key=len, default="")
        if first and not case.bug:
            found.append(f"{case}: {first}")
        elif case.bug and not first:
            found.append(f"{case}: equal by now, {case.bug}")
    return found


def test_machine_code_says_what_python_says() -> None:
    """All in one test: each process that runs one would have to compile them all."""
    assert wrong(bench(level=0)) == []


@pytest.mark.long
def test_so_does_optimised_code() -> None:
    assert wrong(bench(level=1)) == []


def test_what_is_refused_is_refused_with_a_reason() -> None:
    for case in REFUSED:
        with pytest.raises(CannotCompile):
            Bench([case.function])


def test_there_are_many_programs_and_few_are_left_to_python() -> None:
    assert len(COMPILED) >= 150
    assert len(REFUSED) < len(PROGRAMS) // 10
    assert sum(bool(case.unsuited) for case in COMPILED) < len(PROGRAMS) // 10
