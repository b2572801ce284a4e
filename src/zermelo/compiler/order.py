"""What Python works out once, and in which order, where an item of a list gets another value.

    xs[f(i)] += 1            index__of_1 = f(i)
                             xs[index__of_1] += 1
    xs[f(i)] = ys.pop()      value__of_1 = ys.pop()
                             index__of_2 = f(i)
                             xs[index__of_2] = value__of_1

Later steps write such a statement in other words, with the index before the value, or twice. That
only matters where one of them does something, which is rare.
"""

from __future__ import annotations

import ast
from typing import Any, Final

from zermelo.compiler.source import assign, name, nodes, placed

# What does nothing besides giving a value.
PURE: Final = (
    *("len", "sum", "any", "all", "min", "max", "sorted", "enumerate", "tuple", "zip", "range"),
    *("abs", "bool", "divmod", "int", "pow", "round"),
)
METHODS: Final = ("count", "index", "get", "items", "keys", "values")


def in_order(tree: ast.FunctionDef) -> None:
    """Rewrites one function."""
    _Order().visit(tree)


class _Order(ast.NodeTransformer):
    def __init__(self) -> None:
        self.before: list[ast.stmt] = []
        self.count = 0

    def visit_Assign(self, node: ast.Assign) -> Any:
        match node.targets:
            case [ast.Subscript() as target] if acts(target) or (
                acts(node.value) and _looks_up(target)
            ):
                node.value = self.first("value", node.value)
                return self.settled(target, node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if isinstance(node.target, ast.Subscript) and acts(node.target):
            return self.settled(node.target, node)
        return node

    def settled(self, target: ast.expr, node: ast.stmt) -> list[ast.stmt]:
        """The statement, with each index of its target worked out before it."""
        parts = []
        while isinstance(target, ast.Subscript):
            parts.append(target)
            target = target.value
        for part in reversed(parts):
            if not isinstance(part.slice, ast.Slice):
                part.slice = self.first("index", part.slice)
        done, self.before = [*self.before, node], []
        return done

    def first(self, what: str, value: ast.expr) -> ast.expr:
        self.count += 1
        given = f"{what}__of_{self.count}"
        self.before.append(placed(assign(given, value), value))
        return placed(name(given), value)


def acts(tree: ast.AST) -> bool:
    """Whether something may do more than give a value."""
    for node in nodes(tree):
        match node:
            case ast.NamedExpr():
                return True
            case ast.Call(ast.Name(function)) if function in PURE:
                continue
            case ast.Call(ast.Attribute(_, method)) if method in METHODS:
                continue
            case ast.Call():
                return True
    return False


def _looks_up(target: ast.Subscript) -> bool:
    """Whether an index is itself looked up in something, which may have been changed."""
    inner: ast.expr = target
    while isinstance(inner, ast.Subscript):
        if any(isinstance(part, ast.Subscript | ast.Call) for part in nodes(inner.slice)):
            return True
        inner = inner.value
    return False
