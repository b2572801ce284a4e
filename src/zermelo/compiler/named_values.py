"""`:=` in conditions, as statements before them.

if (x := f()) > 3: ...                  x = f(); if x > 3: ...
if a and (x := f(a)): ...               holds = a; if holds: x = f(a); holds = x
if holds: ...
while (x := f()): ... else: ...         while True: x = f(); if not x: ...; break
[x for y in ys if (x := f(y))]          one loop, with x = f(y) before its condition
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Final

from zermelo.compiler.source import assign, name, nodes, placed

NewName = Callable[[], str]
COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def taken_out(test: ast.expr, new_name: NewName) -> tuple[list[ast.stmt], ast.expr]:
    """What `:=` does, as statements, and the condition without it; it is left where it cannot be.

    The condition is one that is only asked for its truth.
    """
    before, test = _first_values(copy.deepcopy(test))
    if isinstance(test, ast.BoolOp) and _has(test):
        later = _one_by_one(test, new_name)
        if later is not None:
            return [*before, *later[0]], later[1]
    return before, test


def _has(tree: ast.AST) -> bool:
    return any(isinstance(node, ast.NamedExpr) for node in nodes(tree))


def _one_by_one(test: ast.BoolOp, new_name: NewName) -> tuple[list[ast.stmt], ast.expr] | None:
    """The parts of `a and b`, each worked out where the one before does not decide."""
    holds = new_name()
    statements: list[ast.stmt] = []
    for part in reversed(test.values):
        before, rest = taken_out(part, new_name)
        if _has(rest):
            return None
        truth = ast.IfExp(rest, ast.Constant(True), ast.Constant(False))
        own = [*before, assign(holds, truth)]
        if statements:
            goes_on: ast.expr = name(holds)
            if isinstance(test.op, ast.Or):
                goes_on = ast.UnaryOp(ast.Not(), goes_on)
            own.append(ast.If(goes_on, statements, []))
        statements = own
    return [placed(each, test) for each in statements], placed(name(holds), test)


def _first_values(test: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
    """The values that are named before anything else in an expression is worked out."""
    found: list[ast.stmt] = []
    holder = ast.Expr(test)
    first = _first(test)
    while isinstance(first, ast.NamedExpr):
        if _has(first.value):
            inner, first.value = _first_values(first.value)
            found += inner
        if _has(first.value):
            break
        found.append(placed(assign(first.target.id, first.value), first))
        read = placed(name(first.target.id), first)
        for node in nodes(holder):
            for field, value in ast.iter_fields(node):
                if value is first:
                    setattr(node, field, read)
                elif isinstance(value, list) and first in value:
                    value[value.index(first)] = read
        first = _first(holder.value)
    return found, holder.value


def _first(test: ast.expr) -> ast.expr:
    """The part of an expression that is worked out before all others, and always."""
    match test:
        case ast.BoolOp(_, [left, *_]) | ast.Compare(left) | ast.BinOp(left):
            return left if isinstance(left, ast.NamedExpr) else _first(left)
        case ast.UnaryOp(_, inner) | ast.Attribute(inner) | ast.Subscript(inner):
            return inner if isinstance(inner, ast.NamedExpr) else _first(inner)
    return test


def leaking(tree: ast.AST) -> ast.AST | None:
    """The first comprehension that names a value with `:=` which is used outside of it, too."""
    for node in nodes(tree):
        if isinstance(node, COMPREHENSIONS):
            named = {each.target.id for each in nodes(node) if isinstance(each, ast.NamedExpr)}
            if named and _times(node, named) < _times(tree, named):
                return node
    return None


def _times(tree: ast.AST, named: set[str]) -> int:
    return sum(
        (isinstance(node, ast.Name) and node.id in named)
        or (isinstance(node, ast.arg) and node.arg in named)
        for node in nodes(tree)
    )


def conditions(node: ast.AST, tests: list[ast.expr], body: list[ast.stmt]) -> list[ast.stmt]:
    """Statements under the conditions of a comprehension, all of which must hold."""
    for test in reversed(tests):
        before, test = _first_values(copy.deepcopy(test))
        body = [*before, placed(ast.If(test, body, []), node)]
    return body


def while_loop(node: ast.While, new_name: NewName) -> ast.While:
    """A loop whose condition names values, as one that is left where it does not hold."""
    before, test = taken_out(node.test, new_name)
    if not before or _leaves(node.orelse):
        return node
    ends = [*copy.deepcopy(node.orelse), ast.Break()]
    end = ast.If(ast.UnaryOp(ast.Not(), test), ends, [])
    node.body = [*before, placed(end, node), *node.body]
    node.test, node.orelse = placed(ast.Constant(True), node), []
    return node


def _leaves(body: list[ast.stmt]) -> bool:
    """Whether statements leave a loop around them."""
    return any(isinstance(n, ast.Break | ast.Continue) for each in body for n in nodes(each))
