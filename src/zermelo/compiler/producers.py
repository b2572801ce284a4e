"""Functions that make a list, as generators of its items: a search needs no list of moves.

    moves = []                         for cell in board:
    for cell in board:                     if is_free(cell):
        if is_free(cell):     =====>           yield cell
            moves.append(cell)             return
    return moves

Also `return [... for ...]`, `return []`, `extend` and `+=`. A function that does anything else with
its list stays as it is.
"""

from __future__ import annotations

import ast
import copy
import types
from functools import cache

from zermelo.compiler.source import Code, code_of, own_nodes, resolve_code


@cache
def producer_of(function: types.FunctionType) -> Code | None:
    """The function as a generator; None where it is more than that."""
    code = code_of(function)
    if code.is_generator or not isinstance(code.node, ast.FunctionDef):
        return None
    values = [r.value for r in _returns(code.node) if r.value]
    names = {value.id for value in values if isinstance(value, ast.Name)}
    writer = _Yields(names.pop() if len(names) == 1 else "")
    if names or not isinstance(code.node.body[-1], ast.Return):
        return None
    if not all(isinstance(each, ast.Name | ast.ListComp) or _is_empty(each) for each in values):
        return None
    node = copy.deepcopy(code.node)
    node.body = [statement for each in node.body for statement in writer.top(each)]
    used = any(isinstance(n, ast.Name) and n.id == writer.name for n in ast.walk(node))
    if used or writer.made > 1 or any(r.value for r in _returns(node)):
        return None
    found = Code(ast.fix_missing_locations(node), code.file, code.name)
    resolve_code(found, set(function.__code__.co_freevars))
    return found if found.is_generator else None


def _returns(node: ast.AST) -> list[ast.Return]:
    return [each for each in own_nodes(node) if isinstance(each, ast.Return)]


class _Yields(ast.NodeTransformer):
    """Writes `yield` where an item is put into the list; other uses of its name stay."""

    def __init__(self, name: str) -> None:
        self.name, self.made = name, 0

    def top(self, node: ast.stmt) -> list[ast.stmt]:
        """A statement of the function itself, where the list is made."""
        if isinstance(node, ast.Assign | ast.AnnAssign) and _is_empty(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if len(targets) == 1 and self._is_list(targets[0]):
                self.made += 1
                return []
        found = self.visit(node)
        return found if isinstance(found, list) else [found]

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        match node.value:
            case ast.Call(func=ast.Attribute(value=owner, attr=name), args=[item], keywords=[]):
                if self._is_list(owner) and name in ("append", "extend"):
                    made = ast.Yield(item) if name == "append" else ast.YieldFrom(item)
                    return ast.copy_location(ast.Expr(ast.copy_location(made, node)), node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        if not self._is_list(node.target) or not isinstance(node.op, ast.Add):
            return node
        made = ast.copy_location(ast.YieldFrom(node.value), node)
        return ast.copy_location(ast.Expr(made), node)

    def visit_Return(self, node: ast.Return) -> ast.AST | list[ast.stmt]:
        end = ast.copy_location(ast.Return(None), node)
        if self._is_list(node.value) or _is_empty(node.value):
            return end
        if not isinstance(node.value, ast.ListComp):
            return node
        body: ast.stmt = ast.Expr(ast.Yield(node.value.elt))
        for each in reversed(node.value.generators):
            for test in reversed(each.ifs):
                body = ast.If(test, [body], [])
            body = ast.For(each.target, each.iter, [body], [])
        return [ast.copy_location(body, node), end]

    def _is_list(self, node: ast.AST | None) -> bool:
        return isinstance(node, ast.Name) and node.id == self.name


def _is_empty(node: ast.expr | None) -> bool:
    return isinstance(node, ast.List) and not node.elts
