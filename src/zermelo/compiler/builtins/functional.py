"""functools, operator, copy."""

from __future__ import annotations

import ast
import copy
import functools
import operator
from collections.abc import Callable
from typing import Any

from zermelo.compiler.errors import Refusal
from zermelo.compiler.tables import builtin, builtins
from zermelo.compiler.types import NOTHING, Type, element, members
from zermelo.compiler.values import Arguments, Value
from zermelo.compiler.walk.comparisons import before, contains, equal, negated, truth
from zermelo.compiler.walk.containers import copied_set, new_dict
from zermelo.compiler.walk.conversions import by_member, make_tuple
from zermelo.compiler.walk.memory import append, collect, data_of, length, new_container
from zermelo.compiler.walk.objects import attribute
from zermelo.compiler.walk.operators import binary, unary
from zermelo.compiler.walk.sequences import subscript
from zermelo.compiler.walker import Walker

OPERATORS = {
    operator.add: ast.Add, operator.sub: ast.Sub, operator.mul: ast.Mult, operator.and_: ast.BitAnd,
    operator.or_: ast.BitOr, operator.xor: ast.BitXor, operator.floordiv: ast.FloorDiv,
    operator.mod: ast.Mod, operator.truediv: ast.Div, operator.lshift: ast.LShift,
    operator.rshift: ast.RShift, operator.pow: ast.Pow,
}  # fmt: skip


def _binary(op: type[ast.operator]) -> Callable[..., Value]:
    return lambda w, a, b, node: binary(w, op, a, b, node)


builtins({function: _binary(op) for function, op in OPERATORS.items()})
builtins({
    operator.neg: lambda w, a, node: unary(w, ast.USub(), a, node),
    operator.eq: equal,
    operator.ne: lambda w, a, b: negated(w, equal(w, a, b)),
    operator.lt: lambda w, a, b: before(w, "<", a, b),
    operator.le: lambda w, a, b: before(w, "<=", a, b),
    operator.gt: lambda w, a, b: before(w, "<", b, a, True),
    operator.ge: lambda w, a, b: before(w, "<=", b, a, True),
    operator.contains: contains,
    operator.not_: lambda w, a: negated(w, truth(w, a)),
    operator.getitem: subscript,
    operator.itemgetter: lambda w, *names, node: _getter(w, names, node, False),
    operator.attrgetter: lambda w, *names, node: _getter(w, names, node, True),
})  # fmt: skip


class Getter:
    """operator.itemgetter or attrgetter of constants."""


def _getter(w: Walker, given: tuple[Value, ...], node: Any, attributes: bool) -> Value:
    if not all(each.is_known for each in given):
        raise Refusal("itemgetter or attrgetter of something computed; use a lambda")
    place = ("getter", node)
    if place not in w.program.known:
        names = [each.known for each in given]
        made = w.program.known[place] = Getter()
        builtin(made)(lambda w, value, node: _got(w, names, attributes, value, node))
    return w.constant(w.program.known[place])


def _got(w: Walker, names: list[Any], attributes: bool, value: Value, node: Any) -> Value:
    if attributes:
        found = [attribute(w, value, name, (node, name)) for name in names]
    else:
        found = [subscript(w, value, w.constant(name), (node, name)) for name in names]
    return found[0] if len(found) == 1 else make_tuple(w, found)


@builtin(functools.reduce)
def reduce(
    w: Walker, work: Value, source: Value, first: Value | None = None, *, node: Any
) -> Value:
    total, some = (node, "total"), w.b.variable("i1", "true" if first else "false")
    if first:
        w.put(total, first)

    def each(item: Value) -> None:
        item = w.kept(item)

        def more() -> None:
            found = w.kept(w.call(work, Arguments([w.take(total), item]), node))
            if found.type is not NOTHING:
                w.put(total, found)

        if first:
            more()
        else:
            w.branches(w.b.load("i1", some), more, lambda: w.put(total, item))
            w.b.store("i1", "true", some)

    w.iterate(source, each, node)
    if not first:
        w.fault_if(w.b.op(f"xor i1 {w.b.load('i1', some)}, true"), TypeError)
    return w.take(total)


@builtin(functools.partial, named="*")
def partial(w: Walker, *given: Value, named: dict[str, Value]) -> Value:
    raise Refusal("partial; use a lambda")


@builtin(copy.copy)
def copy_(w: Walker, value: Value, node: Any) -> Value:
    return by_member(w, w.kept(value), node, lambda one: shallow(w, one, node))


def shallow(w: Walker, value: Value, node: Any) -> Value:
    """A copy of a container; what cannot change is its own copy."""
    match value.type.kind:
        case "list":
            return collect(w, value, node)
        case "dict":
            found = new_dict(w, node)
            if not w.writing:
                for mine, theirs in zip(found.type.cells, value.type.cells, strict=True):
                    mine.join(theirs.get())
            if value.type.cells[0].get() is not NOTHING:
                w.library("dict_copy", found, value)
            return found
        case "set":
            return copied_set(w, value, node, False)
        case "object" | "deque" | "generator":
            raise Refusal("copy of {what}; make a new one", what=str(value.type))
    return value


@builtin(copy.deepcopy)
def deepcopy(w: Walker, value: Value, node: Any) -> Value:
    return by_member(w, w.kept(value), node, lambda one: deep(w, one, node, 0))


def deep(w: Walker, value: Value, node: Any, depth: int) -> Value:
    if immutable(value.type):
        return value
    if value.type.kind == "list" and depth < 2:
        found = new_container(w, "list", (node, depth))
        if element(value.type).kind in ("list", "set", "dict"):
            w.library("all_different", data_of(w, value), length(w, value))
        w.iterate(value, lambda item: append(w, found, deep(w, item, node, depth + 1)), node)
        return found
    if value.type.kind in ("dict", "set") and all(immutable(c.get()) for c in value.type.cells):
        return shallow(w, value, (node, depth))
    raise Refusal("deepcopy of {what}; copy the lists inside", what=str(value.type))


def immutable(type: Type) -> bool:
    """Whether nothing in values of a type can be changed."""
    if type.kind == "union":
        return all(immutable(each) for each in members(type))
    if type.kind in ("list", "dict", "set", "deque", "object", "generator", "closure"):
        return False
    if type.kind == "record":
        return all(immutable(cell.get()) for cell in type.info.cells)
    return all(immutable(part) for part in type.parts)
