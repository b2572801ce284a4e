"""Helpers that call themselves, as deep as Python lets them."""

from __future__ import annotations

import pytest

from zermelo.compiler import RuleFault
from zermelo.compiler.translate import Translator


def steps(number: int, most: int) -> int:
    if number == most:
        return 0
    return 1 + steps(number + 1, most)


def ackermann(rows: int, columns: int) -> int:
    if rows == 0:
        return columns + 1
    if columns == 0:
        return ackermann(rows - 1, 1)
    return ackermann(rows - 1, ackermann(columns=columns - 1, rows=rows))


def both(number: int) -> int:
    return steps(0, number) + ackermann(2, number)


def test_what_python_says() -> None:
    unit = Translator([]).unit(both)
    unit.is_entry = True
    for number in (0, 1, 7, 60):
        assert unit.dispatcher(number) == both(number)
    assert unit.dispatcher(400) - ackermann(2, 0) == 400 + 2 * 400  # Python itself gives up here


def test_without_end() -> None:
    unit = Translator([]).unit(both)
    unit.is_entry = True
    with pytest.raises(RuleFault) as caught:
        unit.dispatcher(-5)
    assert (caught.value.rule, caught.value.file) == ("steps", "test_recursion.py")
    assert caught.value.line == steps.__code__.co_firstlineno
    assert "calls itself without end" in str(caught.value)
