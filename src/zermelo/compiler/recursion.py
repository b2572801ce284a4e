"""Rules that call themselves: as deep as Python lets them, and no deeper.

    def reach(cell):                    def reach(cell):
        ... reach(cell + 1) ...             return reach_from(cell, 0)

                                        def reach_from(cell, depth):
                                            if depth > DEEPEST: raise RuleFault(...)
                                            ... reach_from(cell + 1, depth + 1) ...

Machine code that calls itself without end would leave the stack and end the process. A tuple that
grows from call to call (`path + (cell,)`) is a row from the first one on, for a type of its own for
every length would have no end either.
"""

from __future__ import annotations

import ast
import copy
from pathlib import Path
from typing import Any, Final

from zermelo.compiler.checks import RULE_FAULT
from zermelo.compiler.errors import TOO_DEEP, RuleFault
from zermelo.compiler.growth import to_row
from zermelo.compiler.memory import stack_address
from zermelo.compiler.source import call, name, nodes, placed
from zermelo.compiler.unit import ITSELF, Scope, Unit

DEEPEST: Final = 900  # a little less than Python's own limit
BUDGET: Final = 2 << 20  # bytes of the stack, which lists lie on
DEPTH: Final = "zermelo_depth"
ROW: Final = "zermelo_row"
ADDRESS: Final = "zermelo_stack_address"


def limited(
    tree: ast.FunctionDef, bindings: dict[str, Any], scope: Scope, returns: Any, rows: bool
) -> Unit:
    """The unit of a function that calls itself.

    `rows`: it may hand on tuples that grow, and the stack that it takes is counted, not the calls.
    """
    outer = copy.deepcopy(tree)
    growing = _growing(tree) if rows else set()
    inner = _Deeper().visit(tree)
    inner.name = f"{tree.name}_from"
    inner.args.args.append(ast.arg(DEPTH))
    where = (scope.where, Path(scope.file).name, tree.lineno, TOO_DEEP)
    fault = call(RULE_FAULT, [ast.Constant(part) for part in where])
    depth: ast.expr = name(DEPTH)
    if rows:  # it is an address then, where the first call began
        depth = ast.BinOp(depth, ast.Sub(), call(ADDRESS, []))
    too_deep = ast.Compare(depth, [ast.Gt()], [ast.Constant(BUDGET if rows else DEEPEST)])
    inner.body.insert(0, placed(ast.If(too_deep, [ast.Raise(fault)], []), tree))
    inner = ast.fix_missing_locations(inner)
    names = bindings | {RULE_FAULT: RuleFault} | ({ADDRESS: stack_address} if rows else {})
    unit = Unit(inner, names, scope.file, scope.where, returns=returns)
    arguments: list[ast.expr] = [
        call(ROW, [name(argument.arg)]) if argument.arg in growing else name(argument.arg)
        for argument in outer.args.args
    ]
    begin = call(unit.name, [*arguments, call(ADDRESS, []) if rows else ast.Constant(0)])
    outer.body = [placed(ast.Return(begin), tree)]
    names = {unit.name: unit} | ({ROW: to_row, ADDRESS: stack_address} if rows else {})
    return Unit(outer, names, scope.file, scope.where, returns=returns)


def _growing(tree: ast.FunctionDef) -> set[str]:
    """The parameters that are handed on with something added to them."""
    found = set()
    for node in nodes(tree):
        match node:
            case ast.Call(ast.Name(function), arguments) if function == ITSELF:
                for parameter, value in zip(tree.args.args, arguments, strict=False):
                    used = {part.id for part in nodes(value) if isinstance(part, ast.Name)}
                    added = any(isinstance(part, ast.Tuple) for part in nodes(value))
                    if added and parameter.arg in used and not isinstance(value, ast.Name):
                        found.add(parameter.arg)
    return found


class _Deeper(ast.NodeTransformer):
    """Each call of itself is one deeper."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == ITSELF:
            deeper = ast.BinOp(name(DEPTH), ast.Add(), ast.Constant(1))
            node.args.append(ast.copy_location(deeper, node))
        return node
