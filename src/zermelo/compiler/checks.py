"""Puts Python's meaning into the arithmetic of a rule: what may fault becomes a call that looks.

    state.x * 10            checked_mul(state.x, 10, PLACE)
    total += worth          total = checked_iadd(total, worth, PLACE)
    self.table[i]           checked_item(table, i, PLACE)
    assert x                if not x: raise RuleFault(...)

and everything whose ranges show that it cannot (see `ranges`) stays as it is, and so does what is
meant modulo 2 ** 64: `+`, `-`, `*`, `<<`, `~` directly below `zermelo.bits.signed` and the like, or
below `&` with something that is not negative (see `modular`). Only rules are looked at, never our
own kernels.
"""

from __future__ import annotations

import ast
import copy
import math
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo import tuples
from zermelo.compiler import boards, growth
from zermelo.compiler.arithmetic import CHECKED, EXACT
from zermelo.compiler.atoms import same
from zermelo.compiler.comparisons import COMPARISONS
from zermelo.compiler.comparisons import NAMES as EXACT_NAMES
from zermelo.compiler.errors import FAILED, RuleFault
from zermelo.compiler.faults import Place, place_of
from zermelo.compiler.indexes import INDEX, INDEXES, ITEM, REPLACE
from zermelo.compiler.intervals import Interval, Known, fits, of_operation, of_unary
from zermelo.compiler.modular import FUNCTIONS, OPERATIONS, low_bits, modular_variables
from zermelo.compiler.ranges import Ranges
from zermelo.compiler.source import is_settled, negated, placed
from zermelo.compiler.unit import Scope
from zermelo.compiler.untyped import Intrinsic
from zermelo.game import NoEstimate

NAMES: Final[dict[type[ast.AST], str]] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Div: "truediv",
    ast.Pow: "pow",
    ast.USub: "neg",
    ast.UAdd: "pos",
    ast.Invert: "invert",
}
# Functions of Python's that are operations too.
CALLS: Final[dict[Any, str]] = {
    int: "int",
    round: "round",
    abs: "abs",
    math.floor: "floor",
    math.ceil: "ceil",
    math.trunc: "trunc",
    divmod: "divmod",
    pow: "pow",
}
PUTS: Final[dict[Any, str]] = {boards.put: boards.PUT, boards.put_in_row: boards.PUT_IN_ROW}
RULE_FAULT: Final = "zermelo_rule_fault"
BINDINGS: Final[dict[str, Any]] = {
    **CHECKED,
    **INDEXES,
    **boards.CHECKED,
    **COMPARISONS,
    **{each.__name__: each for each in growth.CHECKED.values()},
    **{RULE_FAULT: RuleFault, "same_atom": same},
}


class Checks(ast.NodeTransformer):
    """Rewrites one function whose names are worked out; `bindings` are what they stand for."""

    def __init__(
        self, tree: ast.FunctionDef, scope: Scope, bindings: Mapping[str, Any], rows: bool = False
    ) -> None:
        self.scope, self.bindings, self.rows = scope, bindings, rows
        self.ranges = Ranges(tree, bindings)
        self.returns: Known = self.ranges.returned(tree)
        self.modular = modular_variables(tree, self.ranges, bindings)
        self.used: dict[str, Any] = {}

    def visit(self, node: ast.AST) -> Any:
        if is_settled(node):
            return self.generic_visit(node)
        return super().visit(node)

    def checked(self, name: str, arguments: list[ast.expr], at: ast.AST) -> ast.expr:
        """The call of a function that looks."""
        self.used[name] = BINDINGS[name]
        place = place_of(Place(*self.place(at)))
        function = ast.Name(name, ast.Load())
        new: ast.expr = placed(ast.Call(function, [*arguments, ast.Constant(place)], []), at)
        return new

    def place(self, at: ast.AST) -> tuple[str, str, int]:
        return self.scope.where, Path(self.scope.file).name, getattr(at, "lineno", 0)

    # --- operations ----------------------------------------------------------------------------

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        safe = self.is_safe(node.op, node.left, node.right)
        low = low_bits(node, self.ranges)
        if isinstance(node.op, ast.BitAnd) and not any(low):
            masked = self.masked(node, node.left, node.right)
            masked = masked or self.masked(node, node.right, node.left)
            if masked:
                return masked
        turned = _goes_round(node)
        left = self.wrapped(node.left) if low[0] else self.visit(node.left)
        right = self.wrapped(node.right) if low[1] else self.visit(node.right)
        if safe:
            node.left, node.right = left, right
            return node
        operation = "turned" if turned else NAMES[type(node.op)]
        return self.checked(f"checked_{operation}", [left, right], node)

    def masked(self, node: ast.BinOp, number: ast.expr, mask: ast.expr) -> ast.expr | None:
        """`number & mask`, if the number may leave 64 bits: it may where the mask is positive."""
        match number:
            case ast.BinOp(left, ast.Add() | ast.Sub() | ast.LShift() as operation, right):
                if not is_settled(number) and not self.is_safe(operation, left, right):
                    parts = [self.visit(part) for part in (left, right, mask)]
                    return self.checked(f"checked_masked_{NAMES[type(operation)]}", parts, node)
        return None

    def wrapped(self, node: ast.expr) -> ast.expr:
        """An expression of which only the lowest 64 bits matter, at most."""
        match node:
            case _ if is_settled(node):
                pass
            case ast.BinOp(left, ast.LShift(), right):
                near = self.ranges.interval(right)
                left, right = self.wrapped(left), self.visit(right)
                if near is not None and near.low >= 0 and near.high < 64:
                    return ast.copy_location(ast.BinOp(left, node.op, right), node)
                return self.checked("checked_wrapping_lshift", [left, right], node)
            case ast.BinOp(left, operation, right) if isinstance(operation, OPERATIONS):
                node.left, node.right = self.wrapped(left), self.wrapped(right)
                return node
            case ast.UnaryOp(ast.Invert(), operand):
                return self.checked("checked_invert", [self.wrapped(operand)], node)
            case ast.UnaryOp(ast.USub(), operand):
                node.operand = self.wrapped(operand)
                return node
            case ast.IfExp(test, then, other):
                node.test = self.truth(test)
                node.body, node.orelse = self.wrapped(then), self.wrapped(other)
                return node
        new: ast.expr = self.visit(node)
        return new

    def is_safe(self, operation: ast.operator, left: ast.expr, right: ast.expr) -> bool:
        """Whether an operation cannot fault, or is none on whole numbers."""
        if isinstance(operation, ast.BitAnd | ast.BitOr | ast.BitXor | ast.MatMult):
            return True
        if _is_row(left) or _is_row(right):
            return True
        x, y = self.ranges.interval(left), self.ranges.interval(right)
        if isinstance(operation, ast.FloorDiv | ast.Mod):
            whole = _is_number(right, int) and y is not None and y.low != -1
            return whole or _is_number(right, float)
        if isinstance(operation, ast.Div):
            exact = _is_small(x) or (y is not None and y.low.bit_count() == 1)
            return _is_number(right, float) or (_is_number(right, int) and exact)
        if isinstance(operation, ast.Add | ast.Sub | ast.Mult) and (
            _is_number(left, float) or _is_number(right, float)
        ):
            return True
        if isinstance(operation, ast.RShift):
            return y is not None and y.low >= 0 and y.high < 64
        if isinstance(operation, ast.Pow):
            return False
        found = of_operation(operation, x, y)
        return found is not None and fits(found)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.Not):
            node.operand = self.truth(node.operand)
            return node
        x = self.ranges.interval(node.operand)
        found = None if x is None else of_unary(node.op, x)
        safe = found is not None and fits(found) and not isinstance(node.op, ast.Invert)
        node.operand = self.visit(node.operand)
        if safe or _is_number(node.operand, float):
            return node
        return self.checked(f"checked_{NAMES[type(node.op)]}", [node.operand], node)

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        match node.targets:
            case [ast.Name(name)] if name in self.modular:
                node.value = self.wrapped(node.value)
            case _:
                self.generic_visit(node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        target = node.target
        if not isinstance(target, ast.Name | ast.Subscript):
            return node
        old = placed(copy.deepcopy(target), node)
        old.ctx = ast.Load()
        whole = placed(ast.BinOp(old, node.op, node.value), node)
        if isinstance(target, ast.Subscript):
            new: ast.stmt = self.visit(placed(ast.Assign([target], whole), node))
            return new
        if target.id in self.modular and isinstance(node.op, OPERATIONS):
            value = self.wrapped(whole)
        elif isinstance(node.op, ast.Add | ast.Mult):  # which change a list in place
            safe = self.is_safe(node.op, old, node.value)
            node.value = self.visit(node.value)
            if safe:
                return node
            value = self.checked(f"checked_i{NAMES[type(node.op)]}", [old, node.value], node)
        else:
            value = self.visit(whole)
        changed: ast.stmt = placed(ast.Assign([target], value), node)
        return changed

    # --- truth values --------------------------------------------------------------------------

    def visit_If(self, node: ast.If | ast.While) -> ast.AST:
        node.test = self.truth(node.test)
        node.body = [self.visit(statement) for statement in node.body]
        node.orelse = [self.visit(statement) for statement in node.orelse]
        return node

    visit_While = visit_If  # noqa: N815

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        node.test = self.truth(node.test)
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        match node:
            case ast.Compare(left, [ast.Eq() | ast.NotEq() as sign], [ast.Constant(0)]):
                shifted = self.any_shifted(left)
                if shifted is not None:
                    return negated(shifted, isinstance(sign, ast.Eq))
            case ast.Compare(left, [ast.Is() | ast.IsNot() as sign], [right]):
                if not any(isinstance(each, ast.Constant) for each in (left, right)):
                    found = self.compared("same_atom", left, right, node)
                    return negated(found, isinstance(sign, ast.IsNot))
            case ast.Compare(left, [sign], [right]) if type(sign) in EXACT_NAMES:
                if not (self.is_exact(left) or self.is_exact(right)):
                    return self.compared(EXACT_NAMES[type(sign)], left, right, node)
        self.generic_visit(node)
        return node

    def compared(self, name: str, left: ast.expr, right: ast.expr, node: ast.expr) -> ast.expr:
        self.used[name] = BINDINGS[name]
        arguments = [self.visit(left), self.visit(right)]
        call: ast.expr = placed(ast.Call(ast.Name(name, ast.Load()), arguments, []), node)
        return call

    def is_exact(self, node: ast.expr) -> bool:
        """Whether a number is no other as a float; then Numba compares it as Python does."""
        number = isinstance(node, ast.Constant) and isinstance(node.value, float)
        return number or _is_row(node) or _is_small(self.ranges.interval(node))

    def truth(self, node: ast.expr) -> ast.expr:
        """An expression of which only matters whether it is 0."""
        match node:
            case _ if is_settled(node):
                pass
            case ast.BoolOp(_, values):
                node.values = [self.truth(value) for value in values]
                return node
            case ast.UnaryOp(ast.Not(), operand):
                node.operand = self.truth(operand)
                return node
        shifted = self.any_shifted(node)
        new: ast.expr = self.visit(node) if shifted is None else shifted
        return new

    def any_shifted(self, node: ast.expr) -> ast.expr | None:
        """Whether `x << distance & mask` is not 0, however large it is."""
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.BitAnd):
            return None
        if is_settled(node) or any(low_bits(node, self.ranges)):
            return None
        for number, mask in ((node.left, node.right), (node.right, node.left)):
            match number:
                case ast.BinOp(x, ast.LShift(), distance) if not is_settled(number):
                    if not self.is_safe(number.op, x, distance):
                        parts = [self.visit(part) for part in (x, distance, mask)]
                        return self.checked("checked_any_lshift", parts, node)
        return None

    # --- calls and items -----------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.expr:
        function = self.bindings.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if isinstance(function, Intrinsic) and function in growth.CHECKED:
            return self.checked(growth.CHECKED[function].__name__, self.inside(node).args, node)
        if function is None or not isinstance(function, _FUNCTIONS):
            return self.inside(node)
        if function in FUNCTIONS and node.args:
            first, *others = node.args
            node.args = [self.wrapped(first), *(self.visit(other) for other in others)]
            return node
        if function in PUTS:
            return self.checked(PUTS[function], self.inside(node).args, node)
        if function is tuples.replace and len(node.args) == 3 and not node.keywords:
            return self.checked(REPLACE, self.inside(node).args, node)
        wanted = 2 if function in (divmod, pow) else 1
        if function not in CALLS or len(node.args) != wanted or node.keywords:
            return self.inside(node)
        if function is abs:
            found = self.ranges.interval(node.args[0])
            if found is not None and fits(Interval(-found.high, -found.low)):
                return self.inside(node)
        return self.checked(f"checked_{CALLS[function]}", self.inside(node).args, node)

    def inside(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        index, value = node.slice, node.value
        proven = self.is_inside(value, index)
        node.value, node.slice = self.visit(value), self.visit(index)
        if proven:
            return node
        if isinstance(node.ctx, ast.Load):
            return self.checked(ITEM, [node.value, node.slice], node)
        node.slice = self.checked(INDEX, [node.value, node.slice], node)
        return node

    def is_inside(self, value: ast.expr, index: ast.expr) -> bool:
        """Whether an index is none of one item, or is known to be that of one that is there."""
        if isinstance(index, ast.Slice | ast.Tuple):
            return True
        known = self.bindings.get(value.id) if isinstance(value, ast.Name) else None
        if isinstance(value, ast.Name) and value.id in self.ranges.sources:
            known = None
        if not isinstance(known, tuple | np.ndarray):  # an item of a list may be a list itself
            return isinstance(index, ast.Constant) and not self.rows
        found = self.ranges.interval(index)
        return found is not None and -len(known) <= found.low and found.high < len(known)

    # --- what a rule raises --------------------------------------------------------------------

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        test = negated(self.visit(node.test))
        new: ast.stmt = placed(ast.If(test, [self.fault(node, FAILED)], []), node)
        return new

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        call = node.exc if isinstance(node.exc, ast.Call) else None
        raised = call.func if call else node.exc
        kind = self.bindings.get(raised.id) if isinstance(raised, ast.Name) else None
        if not isinstance(kind, type) or issubclass(kind, NoEstimate | RuleFault):
            return node
        text = " ".join(str(part.value) for part in call.args) if call else ""  # type: ignore[attr-defined]
        return self.fault(node, f"{kind.__name__}: {text}" if text else kind.__name__)

    def fault(self, node: ast.AST, what: str) -> ast.stmt:
        self.used[RULE_FAULT] = RuleFault
        arguments: list[ast.expr] = [ast.Constant(part) for part in (*self.place(node), what)]
        call = ast.Call(ast.Name(RULE_FAULT, ast.Load()), arguments, [])
        new: ast.stmt = placed(ast.Raise(call, None), node)
        return new


_FUNCTIONS: Final = (type, types.FunctionType, types.BuiltinFunctionType)


def _goes_round(node: ast.BinOp) -> bool:
    """Whether it is `(x + 1) % y`, the next place of a round."""
    match node:
        case ast.BinOp(ast.BinOp(_, ast.Add() | ast.Sub(), ast.Constant(int())), ast.Mod()):
            return True
    return False


def _is_row(node: ast.expr) -> bool:
    """Whether something is written as a tuple, a list or a text."""
    constant = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return constant or isinstance(node, ast.Tuple | ast.List | ast.ListComp)


def _is_number(node: ast.expr, kind: type) -> bool:
    """Whether it is a constant of a kind, other than zero."""
    return isinstance(node, ast.Constant) and type(node.value) is kind and node.value != 0


def _is_small(x: Interval | None) -> bool:
    """Whether a float holds it exactly."""
    return x is not None and x.low >= -EXACT and x.high <= EXACT
