"""Whether compiled functions do what Python does: the same value, or the same error there."""

from __future__ import annotations

import copy
import ctypes
import enum
import functools
from collections.abc import Callable, Iterable
from typing import Any, Final

import pytest
from hypothesis import strategies as st

from tests.compiler.compiled import Compiled
from zermelo.compiler.boundary import type_of
from zermelo.compiler.errors import CannotCompile, Limit, Refusal, RuleFault
from zermelo.compiler.native.code import SIZE, Code, Context, object_code
from zermelo.compiler.program import Program
from zermelo.compiler.types import Type, constant, join_all

Call = tuple[Any, ...]

# --- functions of the corpus ---------------------------------------------------------------------


def refused(run: Callable[[], Any]) -> tuple[Any, str]:
    """What compiling gives, or why it is refused, without the place."""
    try:
        return run(), ""
    except CannotCompile as error:
        return None, str(error).partition("): ")[2] or str(error)
    except Refusal as error:
        return None, str(error)


def compiled(
    functions: list[tuple[Any, list[Call]]],
    fixed: Call = (),
    level: int = 0,
    guard: bool = False,
) -> Compiled:
    """Functions for calls like these, each behind arguments that are known when compiling."""

    def types(calls: list[Call], program: Program) -> list[Type]:
        columns = [
            join_all(type_of(each, program) for each in column)
            for column in zip(*calls, strict=True)
        ]
        return [*map(constant, fixed), *columns]

    roots: list[Any] = [(each, functools.partial(types, calls)) for each, calls in functions]
    return Compiled(roots, level=level, guard=guard)


def outcome(run: Callable[[], Any]) -> Any:
    """A value, or the class of an exception; None where machine code leaves it to Python."""
    try:
        return "value", shown(run())
    except RuleFault as error:
        return None if issubclass(error.cause, Limit) else ("error", error.cause.__name__)
    except Refusal:  # a value that Python cannot be given
        raise
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
        return f"{name}{shown(dict(sorted(vars(value).items())))}"
    return f"{name} {value!r}"


def differences(function: Any, machine: Callable[..., Any], calls: Iterable[Call]) -> list[Any]:
    """The calls of which the results differ; a Refusal where all of them are left to Python."""
    found, answered, asked = [], 0, 0
    for call in calls:
        mine, others = copy.deepcopy(call), copy.deepcopy(call)
        right = outcome(functools.partial(function, *mine))
        wrong = outcome(functools.partial(machine, *others))
        asked, answered = asked + 1, answered + (wrong is not None)
        if wrong is not None and wrong != right and right != ("error", "RecursionError"):
            found.append((call, right, wrong))
    if asked and not answered:
        raise Refusal(LIMITS)
    return found


LIMITS: Final = "every call meets a limit of machine code"

# Fills the stack below its caller: code that reads what it has not written shows itself.
SOIL: Final = """
define i32 @soil(ptr %a, ptr %b, ptr %c) {
entry:
  %stack = alloca [8192 x i64]
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %at = getelementptr i64, ptr %stack, i64 %i
  store volatile i64 -6510615555426900571, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 8192
  br i1 %more, label %loop, label %end
end:
  ret i32 0
}
"""


@functools.cache
def _soiling() -> tuple[Code, Context]:
    return Code(object_code(SOIL), ["soil"]), Context()


def soiled() -> Context:
    """A context whose memory, like the stack, is full of what others left there."""
    code, context = _soiling()
    code.entries["soil"](None, None, None)
    ctypes.memset(context.address + SIZE, 0xA5, 1 << 16)
    return context


# --- arithmetic ----------------------------------------------------------------------------------

LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1
edges = [0, 1, -1, 2, -2, 7, 62, 63, 64, 65, -63, -64, 1 << 31, 1 << 32, (1 << 53) + 1]
edges += [LOWEST, LOWEST + 1, HIGHEST, HIGHEST - 1, 3037000499, 3037000500, -(1 << 62)]
whole = st.sampled_from(edges) | st.integers(LOWEST, HIGHEST) | st.integers(-70, 70)
real = st.floats() | st.sampled_from([0.0, -0.0, 2.0**63, -(2.0**63), 2.0**63 - 1024, 0.5])
truth = st.booleans()
ERRORS = (ArithmeticError, ValueError, IndexError, TypeError, AssertionError)


class Machine:
    """A function as machine code, compiled anew for arguments of other types."""

    def __init__(self, function: Callable[..., Any], *fixed: Any) -> None:
        self.function, self.fixed = function, fixed
        self.known: dict[Any, Compiled] = {}

    def __call__(self, *arguments: Any) -> Any:
        kinds = tuple(map(kind, arguments))
        if kinds not in self.known:
            self.known[kinds] = compiled([(self.function, [arguments])], self.fixed, level=2)
        return self.known[kinds].call(0, *arguments, context=soiled())


@functools.cache
def machine(function: Callable[..., Any], *fixed: Any) -> Machine:
    """The function as machine code; the same for all tests."""
    return Machine(function, *fixed)


def kind(value: Any) -> Any:
    """The type of a value and of its items."""
    return tuple(map(kind, value)) if isinstance(value, tuple) else type(value)


def expected(function: Callable[..., Any], *arguments: Any) -> Any:
    """What Python gives; None where that is an error or has no place in 64 bits."""
    try:
        value = function(*arguments)
    except ERRORS:
        return None
    parts = value if isinstance(value, tuple) else (value,)
    beyond = any(isinstance(part, int) and not LOWEST <= part <= HIGHEST for part in parts)
    return None if beyond or isinstance(value, complex) else value


def agree(function: Any, *arguments: Any, limited: bool = False) -> None:
    """The value is Python's; or there is a fault that says which error, in which line.

    `limited`: where Python has a value, machine code may say that it cannot have it.
    """
    right = expected(function, *arguments)
    if right is None:
        with pytest.raises(RuleFault) as caught:
            machine(function)(*arguments)
        fault, code = caught.value, function.__code__
        assert fault.rule == function.__name__
        assert (fault.file, fault.line) == (code.co_filename, code.co_firstlineno + 1)
        if not issubclass(fault.cause, Limit):
            with pytest.raises(fault.cause):
                function(*arguments)
    else:
        try:
            found = machine(function)(*arguments)
        except RuleFault as fault:
            assert limited and issubclass(fault.cause, Limit), (function.__name__, arguments)  # noqa: PT017, PT018
            return
        message = (function.__name__, arguments, right, found)
        assert repr(found) == repr(right), message
