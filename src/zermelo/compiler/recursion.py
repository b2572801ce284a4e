"""Rules that call themselves: as deep as Python lets them, and no deeper.

    def reach(cell):                    def reach(cell):
        ... reach(cell + 1) ...             return reach_from(cell, 0)

                                        def reach_from(cell, depth):
                                            if depth > DEEPEST: raise RuleFault(...)
                                            ... reach_from(cell + 1, depth + 1) ...

Machine code that calls itself without end would leave the stack and end the process.
"""

from __future__ import annotations

import ast
import copy
from typing import Any, Final

from zermelo.compiler.errors import TOO_DEEP, RuleFault
from zermelo.compiler.unit import ITSELF, Scope, Unit

DEEPEST: Final = 900  # a little less than Python's own limit
DEPTH: Final = "zermelo_depth"
RULE_FAULT: Final = "zermelo_rule_fault"


def limited(tree: ast.FunctionDef, bindings: dict[str, Any], scope: Scope, returns: Any) -> Unit:
    """The unit of a function that calls itself."""
    outer = copy.deepcopy(tree)
    inner = _Deeper().visit(tree)
    inner.name = f"{tree.name}_from"
    inner.args.args.append(ast.arg(DEPTH))
    fault = (scope.where, scope.file.rpartition("/")[2], tree.lineno, TOO_DEEP)
    inner.body.insert(
        0,
        ast.If(
            ast.Compare(_read(DEPTH), [ast.Gt()], [ast.Constant(DEEPEST)]),
            [ast.Raise(ast.Call(_read(RULE_FAULT), [ast.Constant(part) for part in fault], []))],
            [],
        ),
    )
    for statement in inner.body[:1]:
        ast.copy_location(statement, tree)
    inner = ast.fix_missing_locations(inner)
    names = bindings | {RULE_FAULT: RuleFault}
    unit = Unit(inner, names, scope.file, scope.where, returns=returns)
    arguments = [_read(argument.arg) for argument in outer.args.args]
    call = ast.Call(_read(unit.name), [*arguments, ast.Constant(0)], [])
    outer.body = [ast.Return(call)]
    ast.copy_location(outer.body[0], tree)
    outer = ast.fix_missing_locations(outer)
    return Unit(outer, {unit.name: unit}, scope.file, scope.where, returns=returns)


class _Deeper(ast.NodeTransformer):
    """Each call of itself is one deeper."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == ITSELF:
            deeper = ast.BinOp(_read(DEPTH), ast.Add(), ast.Constant(1))
            node.args.append(ast.copy_location(deeper, node))
        return node


def _read(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())
