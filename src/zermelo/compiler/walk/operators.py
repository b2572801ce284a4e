"""Operators: arithmetic, `and` and `or`, comparisons, subscripts."""

from __future__ import annotations

import ast
import enum
import functools
from typing import Any, Final

from zermelo.compiler.classes import own_method
from zermelo.compiler.errors import Refusal
from zermelo.compiler.names import Variable
from zermelo.compiler.tables import expression, operation
from zermelo.compiler.types import BOOL, INT, NOTHING, SETS
from zermelo.compiler.values import NEVER, Arguments, Value
from zermelo.compiler.walk import bits, comparisons, numbers
from zermelo.compiler.walk.containers import merged_dict, repeat, set_operation
from zermelo.compiler.walk.conversions import by_member, plain_text
from zermelo.compiler.walk.numbers import RING, Sum, arithmetic, both, is_number, settle
from zermelo.compiler.walk.sequences import concatenate, sequence_slice, slice_limits, subscript
from zermelo.compiler.walker import Walker

METHODS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Mod: "mod",
    ast.FloorDiv: "floordiv", ast.Pow: "pow", ast.LShift: "lshift", ast.RShift: "rshift",
    ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.MatMult: "matmul",
}  # fmt: skip


@expression(ast.BinOp)
def binary_expression(w: Walker, node: ast.BinOp) -> Value:
    return settle(w, sum_of(w, node))


@operation("sum")
def sum_of(w: Walker, node: ast.expr) -> Sum:
    """An expression whose overflow may not matter to what is around it."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, RING):
        a = sum_of(w, node.left)
        if a.value.kind == "bits" and isinstance(node.right, ast.Set):
            b = Sum(bits.written_out(w, node.right))
        else:
            b = sum_of(w, node.right)
        w.frame.line = node.lineno
        return combined(w, type(node.op), a, b, node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
        if isinstance(node.operand, ast.Constant) and type(node.operand.value) is int:
            sign = isinstance(node.op, ast.USub)
            return Sum(w.constant(-node.operand.value if sign else ~node.operand.value))
        a = sum_of(w, node.operand)
        if is_number(a.value):
            return (numbers.negative if isinstance(node.op, ast.USub) else numbers.inverted)(w, a)
        return Sum(unary(w, node.op, settle(w, a), node))
    if isinstance(node, ast.BinOp):
        left, right = w.expression(node.left), w.expression(node.right)
        w.frame.line = node.lineno
        return Sum(binary(w, type(node.op), left, right, node))
    if isinstance(node, ast.Name):
        variable = w.frame.code.names.get(node)
        if variable is not None and variable.loose and variable.code is w.frame.code:
            return loose(w, variable, w.load_variable(variable, low=True))
    return Sum(w.expression(node))


def loose(w: Walker, variable: Variable, low: Value) -> Sum:
    """A variable that may leave 64 bits, of which the low ones are given."""
    return Sum(low, "false" if low.limits else w.b.load("i1", w.flag(variable, "beyond")))


def combined(w: Walker, op: type[ast.operator], a: Sum, b: Sum, node: Any) -> Sum:
    if is_number(a.value) and is_number(b.value):  # noqa: SIM102
        if a.value.type.kind != "enum" and b.value.type.kind != "enum":
            return arithmetic(w, op, a, b)
    return Sum(binary(w, op, settle(w, a), settle(w, b), node))


def binary(w: Walker, op: type[ast.operator], a: Value, b: Value, node: Any) -> Value:
    """A op b, of any types."""
    a, b = w.kept(a), w.kept(b)
    if NOTHING in (a.type, b.type):
        return NEVER
    if a.type.kind == "union":
        return by_member(w, a, (node, "left"), lambda one: binary(w, op, one, b, node))
    if b.type.kind == "union":
        name = (node, "right", a.type.kind)
        return by_member(w, b, name, lambda one: binary(w, op, a, one, node))
    for x, y, prefix in ((a, b, "__"), (b, a, "__r")):
        if method := own_method(x.type, f"{prefix}{METHODS[op]}__"):
            found = w.call_function(method, Arguments([x, y]))
            if not comparisons.left_open(found):
                return found
    if is_number(a) and is_number(b):
        return settle(w, arithmetic(w, op, Sum(a), Sum(b)))
    if op is ast.Add:
        found_sum = concatenate(w, a, b, node)
        if found_sum is not None:
            return found_sum
    if op is ast.Mult:
        for x, y in ((a, b), (b, a)):
            if is_number(y) and x.type.kind in ("list", "str", "tuple", "vartuple", "record"):
                return repeat(w, x, y, node)
    if "bits" in (a.kind, b.kind):
        return bits.combined(w, op, a, b)
    if a.kind in SETS and b.kind in SETS and op in (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub):
        return set_operation(w, op, a, b, node)
    if any(v.kind == "dict" and v.type.info is not None for v in (a, b)):
        raise Refusal("an operator of Counter or defaultdict; use a loop over the items")
    if a.kind == b.kind == "dict" and op is ast.BitOr:
        return merged_dict(w, a, b, node)
    if "enum" in (a.kind, b.kind):
        if any(v.kind == "enum" and issubclass(v.type.info, enum.Flag) for v in (a, b)):
            raise Refusal("flags of an Enum; use plain integers")
        x, y = plain_text(w, a), plain_text(w, b)
        if x is not a or y is not b:
            return binary(w, op, x, y, node)
    if op is ast.BitOr and a.kind == b.kind == "constant" and isinstance(a.known, type):
        return w.constant(a.known | b.known)  # int | str, for isinstance
    if op is ast.Mod and a.kind == "str":
        raise Refusal("% of a string; use an f-string")
    return w.fault(TypeError)


@expression(ast.UnaryOp)
def unary_expression(w: Walker, node: ast.UnaryOp) -> Value:
    if isinstance(node.op, ast.Not):
        return _not(w, comparisons.truth(w, condition(w, node.operand)))
    if isinstance(node.op, ast.UAdd):
        return unary(w, node.op, w.expression(node.operand), node)
    return settle(w, sum_of(w, node))


def unary(w: Walker, op: ast.unaryop, value: Value, node: Any) -> Value:
    if value.type is NOTHING:
        return NEVER
    if value.type.kind == "union":
        return by_member(w, value, node, lambda one: unary(w, op, one, node))
    names = {ast.USub: "__neg__", ast.Invert: "__invert__", ast.UAdd: "__pos__"}
    if method := own_method(value.type, names[type(op)]):
        return w.call_function(method, Arguments([value]))
    if not is_number(value):
        return w.fault(TypeError)
    if isinstance(op, ast.UAdd):
        return numbers.as_int(w, value) if value.kind == "bool" else numbers.as_number(w, value)
    work = numbers.negative if isinstance(op, ast.USub) else numbers.inverted
    return settle(w, work(w, Sum(value)))


# --- tests ---------------------------------------------------------------------------------------


def condition(w: Walker, node: ast.expr) -> Value:
    """An expression of which only the truth matters: `and` and `or` give bools."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, RING):
        return _truth_of_sum(w, sum_of(w, node))
    if not isinstance(node, ast.BoolOp):
        return w.expression(node)
    is_or = isinstance(node.op, ast.Or)
    place, end = w.b.alloca("i1"), w.b.label("decided")
    unknown = False
    for each in node.values:
        found = comparisons.truth(w, condition(w, each))
        if found.type is NOTHING:
            if w.b.dead and not unknown:
                return NEVER
            break
        if found.is_known:
            if found.known != is_or:
                continue
            if not unknown:
                return found
            w.b.store("i1", found.operand, place)
            break
        unknown = True
        w.b.store("i1", found.operand, place)
        on = w.b.label("on")
        w.b.branch(found.operand, *((end, on) if is_or else (on, end)))
        w.b.start(on)
    if not unknown:
        return w.constant(not is_or)
    w.b.fall(end)
    return Value(BOOL, w.b.load("i1", place))


def _truth_of_sum(w: Walker, sum: Sum) -> Value:
    """A sum whose truth alone matters: bits beyond the 64th do where all others are 0."""
    if sum.beyond == "false" or sum.value.type is not INT:
        return settle(w, sum)
    zero = w.b.op(f"icmp eq i64 {sum.value.operand}, 0")
    return settle(w, Sum(sum.value, both(w, sum.beyond, zero)))


@expression(ast.BoolOp)
def bool_operation(w: Walker, node: ast.BoolOp) -> Value:
    """`and` and `or` as values: the last operand that was looked at."""
    is_or = isinstance(node.op, ast.Or)
    end = w.b.label("decided")
    pending = False
    for place, each in enumerate(node.values):
        value = w.kept(w.expression(each))
        last = place == len(node.values) - 1
        test = comparisons.truth(w, value)
        if value.type is NOTHING:
            break
        if test.is_known and not last and test.known != is_or:
            continue
        if last or test.is_known:
            if not pending:
                return value
            w.put(node, value)
            break
        pending = True
        w.put(node, value)
        on = w.b.label("on")
        w.b.branch(test.operand, *((end, on) if is_or else (on, end)))
        w.b.start(on)
    if not pending:
        return NEVER
    w.b.fall(end)
    return w.take(node)


@expression(ast.IfExp)
def if_expression(w: Walker, node: ast.IfExp) -> Value:
    test = comparisons.truth(w, condition(w, node.test))
    if test.type is NOTHING and w.b.dead:
        return NEVER
    if test.is_known:
        return w.kept(w.expression(node.body if test.known else node.orelse))

    yes, no = (functools.partial(w.expression, part) for part in (node.body, node.orelse))
    return w.choose(node, test.operand, yes, no)


@expression(ast.Compare)
def comparison(w: Walker, node: ast.Compare) -> Value:
    left = w.expression(node.left)
    if len(node.ops) == 1:
        right = w.expression(node.comparators[0])
        w.frame.line = node.lineno
        return compare(w, node.ops[0], left, right, node)
    place, end = w.b.alloca("i1"), w.b.label("decided")
    left = w.kept(left)
    for op, each in zip(node.ops, node.comparators, strict=True):
        right = w.kept(w.expression(each))
        found = comparisons.truth(w, compare(w, op, left, right, node))
        if found.type is NOTHING:
            if w.b.dead:
                break
            left = right
            continue
        w.b.store("i1", found.operand, place)
        w.b.go_on(found.operand, end)
        left = right
    w.b.fall(end)
    return Value(BOOL, w.b.load("i1", place))


def compare(w: Walker, op: ast.cmpop, a: Value, b: Value, node: Any) -> Value:
    if NOTHING in (a.type, b.type):
        return NEVER
    match op:
        case ast.Eq():
            return comparisons.equal(w, a, b)
        case ast.NotEq():
            return _unequal(w, a, b)
        case ast.Is():
            return comparisons.identical(w, a, b)
        case ast.IsNot():
            return _not(w, comparisons.identical(w, a, b))
        case ast.In():
            return comparisons.contains(w, b, a, node)
        case ast.NotIn():
            return _not(w, comparisons.contains(w, b, a, node))
        case ast.Lt():
            return comparisons.before(w, "<", a, b)
        case ast.Gt():
            return comparisons.before(w, "<", b, a, True)
        case ast.LtE():
            return comparisons.before(w, "<=", a, b)
    return comparisons.before(w, "<=", b, a, True)


def _not(w: Walker, value: Value) -> Value:
    return value if value.type is NOTHING else comparisons.negated(w, value)


def _unequal(w: Walker, a: Value, b: Value) -> Value:
    for x, y in ((a, b), (b, a)):
        if method := own_method(x.type, "__ne__"):
            return comparisons.truth(w, w.call_function(method, Arguments([x, y])))
    return _not(w, comparisons.equal(w, a, b))


@expression(ast.Subscript)
def subscript_expression(w: Walker, node: ast.Subscript) -> Value:
    value = w.kept(w.expression(node.value))
    if isinstance(node.slice, ast.Slice):
        limits = slice_limits(w, node.slice)
        w.frame.line = node.lineno
        return sequence_slice(w, value, limits, node)
    index = w.kept(w.expression(node.slice))
    w.frame.line = node.lineno
    return subscript(w, value, index, node)
