"""What is left out of Numba's work changes nothing that it finds."""

from __future__ import annotations

from collections.abc import Iterator
from types import FunctionType
from typing import Any

from numba.core import ir
from numba.core.compiler import run_frontend

from zermelo.compiler import shortcuts
from zermelo.compiler.untyped import njit, overload
from zermelo.engine.kernels import moves, pvs
from zermelo.games import Connect4, Othello


def statements() -> Iterator[Any]:
    functions = [vars(Connect4)["result"], vars(Othello)["actions"]]
    for module in (moves, pvs):
        own = [f for f in vars(module).values() if isinstance(f, FunctionType)]
        functions += [f for f in own if f.__module__ == module.__name__]
    for function in functions:
        for block in run_frontend(function).blocks.values():
            yield from block.body


def variables(value: Any) -> list[Any]:
    """Those in a part of a statement, in order: the slow and obvious way."""
    if isinstance(value, ir.Var):
        return [value]
    if isinstance(value, ir.Inst):  # not by its own list_vars, which takes the shortcut
        value = value._kws if isinstance(value, ir.Expr) else vars(value)
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return [found for part in value for found in variables(part)]
    return []


def test_every_variable_of_a_statement_is_found_in_order() -> None:
    found = 0
    for statement in statements():
        expected = variables(vars(statement))
        assert shortcuts._list_vars(statement, vars(statement)) == expected
        found += len(expected)
    assert found > 1000


def test_what_is_registered_later_is_found() -> None:
    def later(number: int) -> int:
        raise NotImplementedError

    def calls(number: int) -> Any:
        return later(number)

    njit(lambda number: number + 1)(1)  # so that there is nothing new

    @overload(later)  # type: ignore[untyped-decorator]
    def compiled(number: Any) -> Any:
        def body(number: Any) -> Any:
            return number + 41

        return body

    assert njit(calls)(1) == 42
