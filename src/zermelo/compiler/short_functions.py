"""Functions of kernels that are one expression take the place of their calls.

Numba takes some thirty milliseconds for a function, however short, and a kernel is made of a
hundred. And what a function is known to give (False: this game never comes back) is known to its
caller then, which leaves out what is never done.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from typing import Any, Final

from zermelo.compiler.memory import load, load_shared
from zermelo.compiler.source import nodes, placed
from zermelo.compiler.unit import ITSELF, Unit

LOADS: Final = (load, load_shared)  # calls that do nothing, whenever they are made
NAMES_OF_ITS_OWN: Final = (
    ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr, ast.Yield,
)  # fmt: skip


def in_place(call: ast.Call, unit: Unit, known: dict[str, Any]) -> ast.expr | None:
    """What stands for a call; None where it is better called. `known`: the names of its place."""
    value = _value(unit)
    if value is None:
        return None
    given = dict(zip((argument.arg for argument in unit.tree.args.args), call.args, strict=True))
    uses = Counter(node.id for node in nodes(value) if isinstance(node, ast.Name))
    names = {**unit.bindings, **known}
    for parameter, argument in given.items():
        if uses[parameter] > 1 and not _is_simple(argument):
            return None
        if not _does_nothing(argument, names):
            return None
    new = _Given(given).visit(copy.deepcopy(value))
    for node in nodes(new):
        ast.copy_location(node, call)
    result: ast.expr = placed(new, call)
    return result


def _value(unit: Unit) -> ast.expr | None:
    """The one expression that a function returns; None where it does more."""
    if ITSELF in unit.bindings or not unit.is_ours:
        return None
    body = [statement for statement in unit.tree.body if not isinstance(statement, ast.Pass)]
    match body:
        case [] | [ast.Return(None)]:
            return ast.Constant(None)
        case [ast.Return(ast.expr() as value)]:
            own = any(isinstance(node, NAMES_OF_ITS_OWN) for node in nodes(value))
            return None if own else value
    return None


def _is_simple(node: ast.expr) -> bool:
    """Whether it may be worked out twice."""
    match node:
        case ast.Name() | ast.Constant() | ast.BinOp(ast.Name(), _, ast.Name() | ast.Constant()):
            return True
    return False


def _does_nothing(node: ast.expr, names: dict[str, Any]) -> bool:
    """Whether an expression may be worked out later than it stands, or not at all."""
    for part in nodes(node):
        if isinstance(part, ast.Call):
            function = names.get(part.func.id) if isinstance(part.func, ast.Name) else None
            if not any(function is each for each in LOADS):
                return False
    return True


class _Given(ast.NodeTransformer):
    """Puts arguments in the place of parameters."""

    def __init__(self, given: dict[str, ast.expr]) -> None:
        self.given = given

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self.given[node.id]) if node.id in self.given else node
