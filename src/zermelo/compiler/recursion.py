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
from pathlib import Path
from typing import Any, Final

from zermelo.compiler.checks import RULE_FAULT
from zermelo.compiler.errors import TOO_DEEP, RuleFault
from zermelo.compiler.source import call, name, placed
from zermelo.compiler.unit import ITSELF, Scope, Unit

DEEPEST: Final = 900  # a little less than Python's own limit
DEPTH: Final = "zermelo_depth"


def limited(tree: ast.FunctionDef, bindings: dict[str, Any], scope: Scope, returns: Any) -> Unit:
    """The unit of a function that calls itself."""
    outer = copy.deepcopy(tree)
    inner = _Deeper().visit(tree)
    inner.name = f"{tree.name}_from"
    inner.args.args.append(ast.arg(DEPTH))
    where = (scope.where, Path(scope.file).name, tree.lineno, TOO_DEEP)
    fault = call(RULE_FAULT, [ast.Constant(part) for part in where])
    too_deep = ast.Compare(name(DEPTH), [ast.Gt()], [ast.Constant(DEEPEST)])
    inner.body.insert(0, placed(ast.If(too_deep, [ast.Raise(fault)], []), tree))
    inner = ast.fix_missing_locations(inner)
    names = bindings | {RULE_FAULT: RuleFault}
    unit = Unit(inner, names, scope.file, scope.where, returns=returns)
    arguments = [name(argument.arg) for argument in outer.args.args]
    begin = call(unit.name, [*arguments, ast.Constant(0)])
    outer.body = [placed(ast.Return(begin), tree)]
    return Unit(outer, {unit.name: unit}, scope.file, scope.where, returns=returns)


class _Deeper(ast.NodeTransformer):
    """Each call of itself is one deeper."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == ITSELF:
            deeper = ast.BinOp(name(DEPTH), ast.Add(), ast.Constant(1))
            node.args.append(ast.copy_location(deeper, node))
        return node
