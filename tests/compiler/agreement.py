"""What Python gives and what machine code gives must be the same, or a fault with its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from zermelo.compiler import RuleFault
from zermelo.compiler.translate import Translator

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
        assert caught.value.file == Path(function.__code__.co_filename).name
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
