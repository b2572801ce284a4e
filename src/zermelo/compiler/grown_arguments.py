"""A function that fills a set or a list of its own, calls itself with it, and returns it.

    def group(cell, found=None):            def group(cell, found):
        if found is None:
            found = set()
        found.add(cell)                         found = found | {cell}
        for each in near(cell):                 for each in near(cell):
            if each not in found:                   if each not in found:
                group(each, found)                      found = group(each, found)
        return found                            return found

Whoever calls it without an argument hands it an empty one. Nobody else may hand it any: it would
have to change what its caller has.
"""

from __future__ import annotations

import ast
from functools import cache
from typing import Any, Final

from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.returns import returns_of, yields_items
from zermelo.compiler.source import assign, empty_kind, name, nodes, placed, syntax_tree

ASKED: Final = (ast.In, ast.NotIn)


@cache
def grown(function: Any) -> str:
    """The parameter that a function makes, fills and returns; no name where there is none."""
    try:
        tree = syntax_tree(function)
    except CannotCompile:  # which will be told where it matters
        return ""
    match _first(tree):
        case ast.If(
            ast.Compare(ast.Name(asked), [ast.Is()], [ast.Constant(None)]),
            [ast.Assign([ast.Name(given)], value)],
            [],
        ) if asked == given and empty_kind(value):
            pass
        case _:
            return ""
    defaults = dict(zip(reversed(tree.args.args), reversed(tree.args.defaults), strict=False))
    found = [each for each in defaults if each.arg == asked]
    nothing = found and isinstance(defaults[found[0]], ast.Constant) and not tree.args.kwonlyargs
    if not nothing or defaults[found[0]].value is not None or yields_items(tree):  # type: ignore[attr-defined]
        return ""
    own = returns_of(tree)
    whole = own and all(isinstance(e.value, ast.Name) and e.value.id == asked for e in own)
    if not whole or not isinstance(tree.body[-1], ast.Return):
        return ""
    uses = [n for n in nodes(tree) if isinstance(n, ast.Name) and n.id == asked]
    return asked if len(uses) == len(_Growing(tree, asked).known) else ""


def grow(tree: ast.FunctionDef, parameter: str) -> None:
    """Writes out what it does with it."""
    growing = _Growing(tree, parameter)
    first = _first(tree)
    tree.body = [growing.visit(each) for each in tree.body if each is not first]


def _first(tree: ast.FunctionDef) -> ast.stmt:
    """The first statement, below what the function says of itself."""
    return next((each for each in tree.body if not isinstance(each, ast.Pass)), tree.body[0])


class _Growing(ast.NodeTransformer):
    """`known`: the uses of the parameter that can be written out, or leave it as it is."""

    def __init__(self, tree: ast.FunctionDef, parameter: str) -> None:
        self.function, self.parameter = tree.name, parameter
        self.known: list[ast.AST] = []
        inner = (ast.FunctionDef, ast.Lambda)
        theirs = {
            node
            for each in nodes(tree)
            if isinstance(each, inner) and each is not tree
            for node in nodes(each)
        }
        for node in nodes(tree):
            found = self.use(node)
            if found is not None and found not in theirs:
                self.known.append(found)
        match _first(tree):
            case ast.If(ast.Compare(asked), [ast.Assign([given])]):
                self.known += [asked, given]

    def use(self, node: ast.AST) -> ast.AST | None:
        """The parameter, where a part of a function uses it so."""
        used: Any = None
        match node:
            case ast.Return(ast.Name() as used):
                pass
            case ast.Compare(_, [sign], [ast.Name() as used]) if isinstance(sign, ASKED):
                pass
            case ast.Call(ast.Name("len"), [ast.Name() as used], []):
                pass
            case ast.Expr(ast.Call(ast.Attribute(ast.Name() as used, "add" | "append"), [_], [])):
                pass
            case ast.Expr(ast.Call() as call) if self.is_itself(call):
                handed = [each for each in call.args if self.is_parameter(each)]
                handed += [each.value for each in call.keywords if self.is_parameter(each.value)]
                used = handed[0] if len(handed) == 1 else None
        return used if self.is_parameter(used) else None

    def is_parameter(self, node: Any) -> bool:
        return isinstance(node, ast.Name) and node.id == self.parameter

    def is_itself(self, call: ast.Call) -> bool:
        match call.func:
            case ast.Name(called) | ast.Attribute(ast.Name("self"), called):
                return called == self.function
        return False

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if self.use(node) is None:
            return node
        value: ast.expr = node.value
        match node.value:
            case ast.Call(ast.Attribute(_, "add"), [item]):
                value = ast.BinOp(name(self.parameter), ast.BitOr(), ast.Set([item]))
            case ast.Call(ast.Attribute(_, "append"), [item]):
                value = ast.BinOp(name(self.parameter), ast.Add(), ast.List([item], ast.Load()))
        new: ast.AST = placed(assign(self.parameter, value), node)
        return new
