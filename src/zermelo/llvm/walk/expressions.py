"""Expressions: names, literals, operators, tests, comprehensions."""

from __future__ import annotations

import ast
import enum
import types as python_types
from collections.abc import Callable
from typing import Any, Final

from zermelo.llvm.classes import own_method
from zermelo.llvm.errors import Refusal
from zermelo.llvm.source import MISSING, global_value
from zermelo.llvm.tables import CALLS, expression, operation
from zermelo.llvm.types import BOOL, NOTHING, SETS
from zermelo.llvm.values import NEVER, Arguments, Body, Lazy, Value
from zermelo.llvm.walk import numbers
from zermelo.llvm.walk.comparisons import (
    before,
    contains,
    equal,
    identical,
    left_open,
    negated,
    truth,
)
from zermelo.llvm.walk.containers import (
    copied_set,
    merge_set,
    new_dict,
    new_set,
    repeat,
    set_entry,
    set_operation,
    update_set,
)
from zermelo.llvm.walk.conversions import by_member, make_tuple, parts, plain_text
from zermelo.llvm.walk.generators import give
from zermelo.llvm.walk.invoke import define_closure
from zermelo.llvm.walk.iteration import iterate
from zermelo.llvm.walk.memory import append, frozen_list, new_container
from zermelo.llvm.walk.numbers import RING, Sum, arithmetic, is_number, settle
from zermelo.llvm.walk.sequences import concatenate, sequence_slice, slice_limits, subscript
from zermelo.llvm.walker import Walker

METHODS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Mod: "mod",
    ast.FloorDiv: "floordiv", ast.Pow: "pow", ast.LShift: "lshift", ast.RShift: "rshift",
    ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.MatMult: "matmul",
}  # fmt: skip


@expression(ast.Constant)
def constant(w: Walker, node: ast.Constant) -> Value:
    if isinstance(node.value, bytes | complex):
        raise Refusal("{kind} in rules; use tuples of integers", kind=type(node.value).__name__)
    return w.constant(node.value)


@expression(ast.Name)
def name(w: Walker, node: ast.Name) -> Value:
    variable = w.frame.code.names.get(node)
    if variable is not None:
        return w.load_variable(variable)
    found = global_value(w.frame.function, node.id)
    if found is MISSING:
        return w.fault(NameError)
    return w.constant(found)


@expression(ast.NamedExpr)
def named(w: Walker, node: ast.NamedExpr) -> Value:
    value = w.kept(w.expression(node.value))
    w.store_variable(w.frame.code.names[node.target], value)
    return value


@expression(ast.Lambda)
def function(w: Walker, node: ast.Lambda) -> Value:
    return define_closure(w, node)


@expression(ast.Tuple)
def tuple_(w: Walker, node: ast.Tuple) -> Value:
    if any(isinstance(each, ast.Starred) for each in node.elts):
        found = _elements(w, node.elts)
        if found is not None:
            return make_tuple(w, found)
        return frozen_list(w, _listed(w, node))
    return make_tuple(w, [w.expression(each) for each in node.elts])


def _elements(w: Walker, nodes: list[ast.expr]) -> list[Value] | None:
    """Items with those behind a * in place; None where their number is not known."""
    behind: dict[ast.expr, Value] = {}
    for each in nodes:
        if isinstance(each, ast.Starred):
            if not isinstance(each.value, ast.Name | ast.Attribute):
                return None
            behind[each] = w.expression(each.value)
            if behind[each].type.kind not in ("tuple", "record"):
                return None
    found: list[Value] = []
    for each in nodes:
        found += parts(w, behind[each]) if each in behind else [w.expression(each)]
    return found


def _listed(w: Walker, node: ast.Tuple | ast.List) -> Value:
    found = new_container(w, "list", node)
    for each in node.elts:
        if isinstance(each, ast.Starred):
            w.iterate(w.expression(each.value), lambda item: append(w, found, item), each)
        else:
            append(w, found, w.expression(each))
    return found


@expression(ast.List)
def list_(w: Walker, node: ast.List) -> Value:
    return _listed(w, node)


@expression(ast.Set)
def set_(w: Walker, node: ast.Set) -> Value:
    frozen = displayed(w, node)
    if frozen is not None:
        return copied_set(w, frozen, node, False)
    found = new_set(w, node)
    for each in node.elts:
        if isinstance(each, ast.Starred):
            merge_set(w, found, w.expression(each.value), each)
        else:
            update_set(w, found, w.expression(each))
    return found


def displayed(w: Walker, node: ast.expr) -> Value | None:
    """A set that is written out with constants: Python keeps a frozenset of them."""
    if not isinstance(node, ast.Set):
        return None
    try:
        wanted = {(type(each), each) for each in map(ast.literal_eval, node.elts)}
    except (ValueError, TypeError):
        return None
    todo = [w.frame.function.__code__]
    for code in todo:
        for each in code.co_consts:
            if isinstance(each, frozenset) and {(type(one), one) for one in each} == wanted:
                return w.constant(each)
            if isinstance(each, python_types.CodeType):
                todo.append(each)
    return None


def source(w: Walker, node: ast.expr) -> Value:
    """What a loop goes through: of a set that is written out, Python's own frozenset."""
    return displayed(w, node) or w.expression(node)


@expression(ast.Dict)
def dict_(w: Walker, node: ast.Dict) -> Value:
    found = new_dict(w, node)
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            from zermelo.llvm.walk.containers import update_dict

            update_dict(w, found, w.expression(value), value)
        else:
            name = w.expression(key)
            set_entry(w, found, name, w.expression(value))
    return found


# --- comprehensions ------------------------------------------------------------------------------


def comprehend(
    w: Walker,
    generators: list[ast.comprehension],
    first: Value,
    inner: Callable[[], None],
    any_order: bool = False,
) -> None:
    """The loops of a comprehension around what is done with each item."""

    def level(depth: int, over: Value) -> None:
        generator = generators[depth]
        if generator.is_async:
            raise Refusal("async for; rules are plain functions")

        def each(item: Value) -> None:
            skip = w.b.label("skip")
            CALLS["assign"](w, generator.target, item)
            for test in generator.ifs:
                found = truth(w, condition(w, test))
                if found.is_known and found.known:
                    continue
                w.b.go_on(found.operand, skip)
            if depth + 1 < len(generators):
                level(depth + 1, source(w, generators[depth + 1].iter))
            else:
                inner()
            w.b.fall(skip)

        iterate(w, over, each, generator.iter, any_order)

    level(0, first)


@expression(ast.ListComp)
def list_comprehension(w: Walker, node: ast.ListComp) -> Value:
    found = new_container(w, "list", node)
    first = source(w, node.generators[0].iter)
    if len(node.generators) == 1 and not isinstance(first, Lazy):
        from zermelo.llvm.walk.memory import reserve

        reserve(w, found, first)
    comprehend(w, node.generators, first, lambda: append(w, found, w.expression(node.elt)))
    return found


@expression(ast.SetComp)
def set_comprehension(w: Walker, node: ast.SetComp) -> Value:
    found = new_set(w, node)
    first = source(w, node.generators[0].iter)
    add = lambda: update_set(w, found, w.expression(node.elt))  # noqa: E731
    comprehend(w, node.generators, first, add, any_order=True)
    return found


@expression(ast.DictComp)
def dict_comprehension(w: Walker, node: ast.DictComp) -> Value:
    found = new_dict(w, node)
    first = source(w, node.generators[0].iter)

    def entry() -> None:
        key = w.expression(node.key)
        set_entry(w, found, key, w.expression(node.value))

    comprehend(w, node.generators, first, entry)
    return found


@expression(ast.GeneratorExp)
def generator_expression(w: Walker, node: ast.GeneratorExp) -> Value:
    made = w.frame.code.kept.get(node)
    if made is not None:
        first = w.kept(w.expression(node.generators[0].iter))
        return (
            NEVER
            if first.type is NOTHING
            else w.call(define_closure(w, made), Arguments([first]), node)
        )
    first = source(w, node.generators[0].iter)
    frame = w.frame

    def produce(body: Body) -> None:
        any_order, w.any_order = w.any_order, False
        with w.inside(frame):
            comprehend(w, node.generators, first, lambda: body(w.expression(node.elt)), any_order)

    length = None
    single = len(node.generators) == 1 and not node.generators[0].ifs
    if single and not isinstance(first, Lazy):
        from zermelo.llvm.walk.memory import length as length_of

        if first.type.kind in ("list", "vartuple", "tuple", "str"):
            length = lambda: length_of(w, first)  # noqa: E731
    return Lazy(produce, lambda: _kept_expression(w, node), length)


def _kept_expression(w: Walker, node: ast.GeneratorExp) -> Value:
    raise Refusal("a generator expression that is kept; make it a list: [...]")


@expression(ast.Yield)
def yield_(w: Walker, node: ast.Yield) -> Value:
    give(w, w.expression(node.value) if node.value else w.constant(None))
    return w.constant(None)


@expression(ast.YieldFrom)
def yield_from(w: Walker, node: ast.YieldFrom) -> Value:
    raise Refusal("what a generator returns to `yield from`; yield it")


def pass_on(w: Walker, node: ast.YieldFrom) -> None:
    """Yield from, as a statement."""
    w.iterate(w.expression(node.value), lambda item: give(w, item), node)


# --- operators -----------------------------------------------------------------------------------


@expression(ast.BinOp)
def binary_expression(w: Walker, node: ast.BinOp) -> Value:
    return settle(w, _sum(w, node))


@operation("sum")
def _sum(w: Walker, node: ast.expr) -> Sum:
    """An expression whose overflow may not matter to what is around it."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, RING):
        a = _sum(w, node.left)
        b = _sum(w, node.right)
        w.frame.line = node.lineno
        return combined(w, type(node.op), a, b, node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
        if isinstance(node.operand, ast.Constant) and type(node.operand.value) is int:
            sign = isinstance(node.op, ast.USub)
            return Sum(w.constant(-node.operand.value if sign else ~node.operand.value))
        a = _sum(w, node.operand)
        if is_number(a.value):
            return (numbers.negative if isinstance(node.op, ast.USub) else numbers.inverted)(w, a)
        return Sum(unary(w, node.op, settle(w, a), node))
    if isinstance(node, ast.BinOp):
        left, right = w.expression(node.left), w.expression(node.right)
        w.frame.line = node.lineno
        return Sum(binary(w, type(node.op), left, right, node))
    return Sum(w.expression(node))


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
            if left_open(found):
                continue
            return found
    if is_number(a) and is_number(b):
        return settle(w, arithmetic(w, op, Sum(a), Sum(b)))
    if op is ast.Add:
        found_sum = concatenate(w, a, b, node)
        if found_sum is not None:
            result: Value = found_sum
            return result
    if op is ast.Mult:
        for x, y in ((a, b), (b, a)):
            if is_number(y) and x.type.kind in ("list", "str", "tuple", "vartuple", "record"):
                return repeat(w, x, y, node)
    if a.kind in SETS and b.kind in SETS and op in (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub):
        return set_operation(w, op, a, b, node)
    if any(v.kind == "dict" and v.type.info is not None for v in (a, b)):
        raise Refusal("an operator of Counter or defaultdict; use a loop over the items")
    if a.kind == b.kind == "dict" and op is ast.BitOr:
        from zermelo.llvm.walk.containers import merged_dict

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
        found = truth(w, condition(w, node.operand))
        return found if found.type is NOTHING else negated(w, found)
    return (
        settle(w, _sum(w, node))
        if not isinstance(node.op, ast.UAdd)
        else unary(w, node.op, w.expression(node.operand), node)
    )


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
    if not isinstance(node, ast.BoolOp):
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            found = truth(w, condition(w, node.operand))
            return found if found.type is NOTHING else negated(w, found)
        return w.expression(node)
    is_or = isinstance(node.op, ast.Or)
    place, end = w.b.alloca("i1"), w.b.label("decided")
    unknown = False
    for each in node.values:
        found = truth(w, condition(w, each))
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


@expression(ast.BoolOp)
def bool_operation(w: Walker, node: ast.BoolOp) -> Value:
    """`and` and `or` as values: the last operand that was looked at."""
    is_or = isinstance(node.op, ast.Or)
    end = w.b.label("decided")
    pending = False
    for place, each in enumerate(node.values):
        value = w.kept(w.expression(each))
        last = place == len(node.values) - 1
        test = truth(w, value)
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
    test = truth(w, condition(w, node.test))
    if test.type is NOTHING and w.b.dead:
        return NEVER
    if test.is_known:
        return w.kept(w.expression(node.body if test.known else node.orelse))

    def branch(part: ast.expr) -> Value:
        return w.kept(w.expression(part))

    return w.choose(node, test.operand, lambda: branch(node.body), lambda: branch(node.orelse))


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
        found = truth(w, compare(w, op, left, right, node))
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
            return equal(w, a, b)
        case ast.NotEq():
            return _unequal(w, a, b)
        case ast.Is():
            return identical(w, a, b)
        case ast.IsNot():
            return _not(w, identical(w, a, b))
        case ast.In():
            return contains(w, b, a, node)
        case ast.NotIn():
            return _not(w, contains(w, b, a, node))
        case ast.Lt():
            return before(w, "<", a, b)
        case ast.Gt():
            return before(w, "<", b, a)
        case ast.LtE():
            return before(w, "<=", a, b)
    return before(w, "<=", b, a)


def _not(w: Walker, value: Value) -> Value:
    return value if value.type is NOTHING else negated(w, value)


def _unequal(w: Walker, a: Value, b: Value) -> Value:
    for x, y in ((a, b), (b, a)):
        if method := own_method(x.type, "__ne__"):
            return truth(w, w.call_function(method, Arguments([x, y])))
    return _not(w, equal(w, a, b))


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
