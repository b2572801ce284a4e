"""A stack full of what others left there: code that reads what it has not written shows itself."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from zermelo.compiler import lanes
from zermelo.compiler.untyped import cgutils, intrinsic, ir, njit, types

WORDS = 1 << 15
LOWEST = -(1 << 63)
LEFT = (LOWEST + 3, LOWEST, (1 << 63) - 1, -1)  # an atom, and numbers that few rules get along with


@intrinsic  # type: ignore[untyped-decorator]
def _fill(context: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        whole = ir.IntType(64)
        place = builder.alloca(whole, ir.Constant(whole, WORDS))
        with cgutils.for_range(builder, ir.Constant(whole, WORDS)) as loop:
            builder.store(args[0], builder.gep(place, [loop.index]))
        seen = ir.FunctionType(ir.VoidType(), [place.type])  # by whom, LLVM cannot know
        builder.call(ir.InlineAsm(seen, "", "r,~{memory}", True), [place])
        return args[0]

    return types.int64(types.int64), code


# Leaves a word everywhere below the caller's own part of the stack.
soil = njit(lambda word: _fill(word))


def soil_before_answers(patch: pytest.MonkeyPatch) -> None:
    """Before the compiled rules are asked about a state, the stack is soiled."""
    ask, left = lanes._Answers.__init__, itertools.cycle(LEFT)

    def asked(*arguments: Any) -> None:
        soil(next(left))
        ask(*arguments)

    patch.setattr(lanes._Answers, "__init__", asked)


@pytest.fixture
def soiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that compare the lanes."""
    soil_before_answers(monkeypatch)
