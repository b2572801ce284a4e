"""Which variables of a rule are meant modulo 2 ** 64: only their lowest bits ever matter.

moves |= line << step               `moves` may grow beyond 64 bits in Python,
return signed(moves & empty)        but what is left in the end is the same
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, Final

from zermelo import bits
from zermelo.compiler.ranges import Ranges
from zermelo.compiler.source import nodes

# Functions that look at the lowest 64 bits of their first argument only.
FUNCTIONS: Final = (
    bits.signed,
    bits.popcount,
    bits.lowest_bit,
    bits.trailing_zeros,
    bits.shift_left,
    bits.shift_right,
)
# Operations whose lowest bits depend on nothing but the lowest bits of their operands.
OPERATIONS: Final = (
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.BitAnd,
    ast.BitOr,
    ast.BitXor,
    ast.LShift,
)


def low_bits(node: ast.BinOp, ranges: Ranges) -> tuple[bool, bool]:
    """Whether of the left, and of the right operand only the lowest 63 bits matter."""
    match node.op, node.right:
        case ast.Mod(), ast.Constant(int(number)):
            return number > 0 and number & (number - 1) == 0, False
    if isinstance(node.op, ast.BitAnd):
        if _is_positive(node.left, ranges):
            return False, True
        if _is_positive(node.right, ranges):
            return True, False
    return False, False


def _is_positive(node: ast.expr, ranges: Ranges) -> bool:
    found = ranges.interval(node)
    return found is not None and found.low >= 0


def modular_variables(
    tree: ast.FunctionDef, ranges: Ranges, bindings: Mapping[str, Any]
) -> set[str]:
    """The variables that are never used but for their lowest 64 bits."""
    names = {
        node.id
        for node in nodes(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    while True:
        uses = _Uses(names, ranges, bindings)
        for statement in tree.body:
            uses.visit(statement)
        if not uses.whole & names:
            return names
        names -= uses.whole


class _Uses(ast.NodeVisitor):
    """Collects the names of which more than the lowest bits matter, if `modular` names do not."""

    def __init__(self, modular: set[str], ranges: Ranges, bindings: Mapping[str, Any]) -> None:
        self.modular, self.ranges, self.bindings = modular, ranges, bindings
        self.whole: set[str] = set()

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self.whole.add(node.id)

    def visit_Assign(self, node: ast.Assign) -> None:
        match node.targets:
            case [ast.Name(name)] if name in self.modular:
                self.low(node.value)
            case _:
                self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        name = node.target.id if isinstance(node.target, ast.Name) else ""
        if not isinstance(node.op, OPERATIONS):
            self.whole.add(name)
        if name in self.modular and isinstance(node.op, OPERATIONS):
            if isinstance(node.op, ast.LShift):
                self.visit(node.value)
            else:
                self.low(node.value)
        else:
            self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        left, right = low_bits(node, self.ranges)
        (self.low if left else self.visit)(node.left)
        (self.low if right else self.visit)(node.right)

    def visit_Call(self, node: ast.Call) -> None:
        function = self.bindings.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if node.args and any(function is known for known in FUNCTIONS):
            self.low(node.args[0])
            for other in node.args[1:]:
                self.visit(other)
        else:
            self.generic_visit(node)

    def low(self, node: ast.expr) -> None:
        """An expression of which only the lowest bits matter."""
        match node:
            case ast.Name():
                return
            case ast.BinOp(left, ast.LShift(), right):
                self.low(left)
                self.visit(right)
            case ast.BinOp(left, operation, right) if isinstance(operation, OPERATIONS):
                self.low(left)
                self.low(right)
            case ast.UnaryOp(ast.Invert() | ast.USub(), operand):
                self.low(operand)
            case ast.IfExp(test, then, other):
                self.visit(test)
                self.low(then)
                self.low(other)
            case _:
                self.visit(node)
