"""Whether compiled functions do what Python does."""

from __future__ import annotations

import copy
import enum
import functools
from collections.abc import Callable, Iterable
from typing import Any

from zermelo.llvm.boundary import type_of
from zermelo.llvm.compiled import Compiled
from zermelo.llvm.errors import CannotCompile, Limit, Refusal, RuleFault
from zermelo.llvm.program import Program
from zermelo.llvm.types import Type, constant, join_all

Call = tuple[Any, ...]


def refused(run: Callable[[], Any]) -> tuple[Any, str]:
    """What compiling gives, or why it is refused, without the place."""
    try:
        return run(), ""
    except CannotCompile as error:
        return None, str(error).partition("): ")[2] or str(error)
    except Refusal as error:
        return None, error.why.format(**error.values)


def compiled(functions: list[tuple[Any, list[Call]]], fixed: Call = ()) -> Compiled:
    """Functions for calls like these, each behind arguments that are known when compiling."""

    def types(calls: list[Call], program: Program) -> list[Type]:
        columns = [
            join_all(type_of(each, program) for each in column)
            for column in zip(*calls, strict=True)
        ]
        return [*map(constant, fixed), *columns]

    return Compiled([(function, functools.partial(types, calls)) for function, calls in functions])


def outcome(run: Callable[[], Any]) -> Any:
    """A value, or the class of an exception; None where machine code leaves it to Python."""
    try:
        return "value", shown(run())
    except RuleFault as error:
        return None if issubclass(error.cause, Limit) else ("error", error.cause.__name__)
    except Exception as error:
        return "error", type(error).__name__


def shown(value: Any) -> str:
    """A value with its types; the items of sets in no order."""
    name = type(value).__name__
    if isinstance(value, set | frozenset):
        return f"{name}{sorted(map(shown, value))}"
    if isinstance(value, list | tuple):
        return f"{name}{list(map(shown, value))}"
    if isinstance(value, dict):
        return f"{name}{[(shown(a), shown(b)) for a, b in value.items()]}"
    if hasattr(value, "__dict__") and not isinstance(value, enum.Enum | type):
        return f"{name}{shown(vars(value))}"
    return f"{name} {value!r}"


def differences(function: Any, machine: Callable[..., Any], calls: Iterable[Call]) -> list[Any]:
    """The calls of which the results differ, and how many were left to Python."""
    found = []
    for call in calls:
        mine, others = copy.deepcopy(call), copy.deepcopy(call)
        right = outcome(functools.partial(function, *mine))
        wrong = outcome(functools.partial(machine, *others))
        if wrong is not None and wrong != right and right != ("error", "RecursionError"):
            found.append((call, right, wrong))
    return found
