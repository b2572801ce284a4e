"""Expressions and conditions whose value is known before the game begins."""

from __future__ import annotations

import ast
import enum
import operator
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from zermelo.compiler.constants import computed
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.source import placed

DYNAMIC: Final = object()  # the value of an expression that only the game gives

COMPARISONS: Final[dict[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda item, items: item in items,
    ast.NotIn: lambda item, items: item not in items,
}


class Folding(ast.NodeTransformer):
    """Rewrites one function: what is known takes the place of what works it out."""

    def refuse(self, node: ast.AST, what: str) -> CannotCompile:
        raise NotImplementedError

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements rewritten, as far as they can be reached."""
        changed: list[ast.stmt] = []
        for statement in body:
            new = self.visit(statement)
            changed.extend(new if isinstance(new, list) else [new])
            if isinstance(changed[-1], ast.Return | ast.Raise | ast.Break | ast.Continue):
                break
        return changed or [ast.Pass()]

    def folded(self, node: ast.AST, value: Any) -> ast.AST:
        """An expression whose value is known."""
        return ast.copy_location(ast.Constant(value), node)

    def visit_If(self, node: ast.If) -> Any:
        node.test = self.visit(node.test)
        if isinstance(node.test, ast.Constant):
            return self.statements(node.body if node.test.value else node.orelse)
        node.body = self.statements(node.body)
        node.orelse = self.statements(node.orelse) if node.orelse else []
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        node.test = self.visit(node.test)
        if isinstance(node.test, ast.Constant):
            chosen: ast.AST = self.visit(node.body if node.test.value else node.orelse)
            return chosen
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """Known values at the beginning decide, or do not matter."""
        decides = isinstance(node.op, ast.Or)
        values = node.values
        while len(values) > 1:
            values[0] = self.visit(values[0])
            if not isinstance(values[0], ast.Constant):
                break
            if bool(values[0].value) == decides:
                return values[0]
            values = values[1:]
        if len(values) == 1:
            last: ast.AST = self.visit(values[0])
            return last
        node.values = [values[0], *(self.visit(value) for value in values[1:])]
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        known = known_value(node.operand)
        if isinstance(node.op, ast.Not) and known is not DYNAMIC:
            return self.folded(node, not known)
        if isinstance(node.op, ast.USub | ast.Invert) and type(known) is int:
            return self.folded(node, -known if isinstance(node.op, ast.USub) else ~known)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        value = computed(node.op, known_value(node.left), known_value(node.right))
        return node if value is None else self.folded(node, value)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        for i, items in enumerate(node.comparators):
            if isinstance(items, ast.Set):  # x in {1, 2}
                node.comparators[i] = placed(ast.Tuple(items.elts, ast.Load()), items)
        self.generic_visit(node)
        if len(node.ops) > 1:
            return node
        left, right = known_value(node.left), known_value(node.comparators[0])
        if left is DYNAMIC or right is DYNAMIC:
            return node
        try:
            value = COMPARISONS[type(node.ops[0])](left, right)
        except TypeError as error:
            raise self.refuse(node, f"{ast.unparse(node)}: {error}") from None
        return self.folded(node, value)


def known_value(node: ast.expr) -> Any:
    """The value of a literal."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Tuple | ast.List):
        items = [known_value(item) for item in node.elts]
        return DYNAMIC if DYNAMIC in items else tuple(items)
    return DYNAMIC


def has_parts(value: Any, attribute: str) -> bool:
    """Whether an attribute of a known value is known too, and not a matter for Numba."""
    if isinstance(value, tuple):
        return attribute in getattr(value, "_fields", ())
    if isinstance(value, enum.Enum):
        return True
    return not isinstance(value, bool | int | float | str | list | range | np.ndarray)
