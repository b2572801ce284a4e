"""The corpus of small functions, on calls that Hypothesis makes up."""

from __future__ import annotations

import importlib
import pkgutil
import warnings
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.compiler import programs
from tests.compiler.agreement import Call, compiled, differences, refused, soiled
from tests.compiler.programs import PROGRAMS, Case
from tests.compiler.refusals import FUNCTIONS
from tests.compiler.traps import TRAPS

for _module in pkgutil.iter_modules(programs.__path__):
    importlib.import_module(f"{programs.__name__}.{_module.name}")

CALLS = 15
CASES = PROGRAMS + TRAPS


def calls_of(case: Case) -> list[Call]:
    """What a function is called with."""
    found = [tuple(call) for call in case.calls]

    @seed(1)
    @settings(
        max_examples=CALLS,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.tuples(*case.strategies))
    def collect(call: Call) -> None:
        found.append(call)

    if case.strategies:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            collect()
    return found or [()]


def disagreements(case: Case) -> list[Any]:
    """The calls on which machine code differs from the function."""
    calls = calls_of(case)
    level = {0: 2, 4: 1}.get(len(str(case)) % 8, 0)  # of LLVM's work: each, for some
    machine = compiled([(case.function, calls)], level=level)
    return differences(case.function, lambda *call: machine.call(0, *call, context=soiled()), calls)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_machine_code_does_what_the_function_does(case: Case) -> None:
    found, why = refused(lambda: disagreements(case))
    assert why == FUNCTIONS.get(str(case), "")
    assert not found
