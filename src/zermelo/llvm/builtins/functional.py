"""functools, operator, copy."""

from __future__ import annotations

import ast
import copy
import functools
import operator
from typing import Any

from zermelo.llvm.errors import Refusal
from zermelo.llvm.types import NOTHING, Type, element, members
from zermelo.llvm.values import Arguments, Value
from zermelo.llvm.walk.attributes import attribute
from zermelo.llvm.walk.calls import builtin, call
from zermelo.llvm.walk.comparisons import before, contains, equal, negated, truth
from zermelo.llvm.walk.containers import copied_set, new_dict
from zermelo.llvm.walk.conversions import by_member
from zermelo.llvm.walk.expressions import binary, unary
from zermelo.llvm.walk.memory import collect
from zermelo.llvm.walk.sequences import subscript
from zermelo.llvm.walker import Walker

OPERATORS = {
    operator.add: ast.Add, operator.sub: ast.Sub, operator.mul: ast.Mult, operator.and_: ast.BitAnd,
    operator.or_: ast.BitOr, operator.xor: ast.BitXor, operator.floordiv: ast.FloorDiv,
    operator.mod: ast.Mod, operator.truediv: ast.Div, operator.lshift: ast.LShift,
    operator.rshift: ast.RShift, operator.pow: ast.Pow,
}  # fmt: skip


def pair(arguments: Arguments) -> tuple[Value, Value]:
    a, b = arguments.positional
    return a, b


def _binary(op: type[ast.operator]) -> Any:
    return lambda w, arguments, node: binary(w, op, *pair(arguments), node)


for _function, _op in OPERATORS.items():
    builtin(_function)(_binary(_op))

builtin(operator.neg)(lambda w, a, node: unary(w, ast.USub(), a.positional[0], node))
builtin(operator.eq)(lambda w, a, node: equal(w, *a.positional))
builtin(operator.ne)(lambda w, a, node: negated(w, equal(w, *a.positional)))
builtin(operator.lt)(lambda w, a, node: before(w, "<", *a.positional))
builtin(operator.le)(lambda w, a, node: before(w, "<=", *a.positional))
builtin(operator.gt)(lambda w, a, node: before(w, "<", *reversed(a.positional)))
builtin(operator.ge)(lambda w, a, node: before(w, "<=", *reversed(a.positional)))
builtin(operator.contains)(lambda w, a, node: contains(w, *pair(a), node))
builtin(operator.not_)(lambda w, a, node: negated(w, truth(w, a.positional[0])))
builtin(operator.getitem)(lambda w, a, node: subscript(w, *pair(a), node))


class Getter:
    """operator.itemgetter or attrgetter of constants."""

    def __init__(self, names: tuple[Any, ...], attributes: bool) -> None:
        self.names, self.attributes = names, attributes


@builtin(operator.itemgetter)
def itemgetter(w: Walker, arguments: Arguments, node: Any) -> Value:
    return _getter(w, arguments, node, False)


@builtin(operator.attrgetter)
def attrgetter(w: Walker, arguments: Arguments, node: Any) -> Value:
    return _getter(w, arguments, node, True)


def _getter(w: Walker, arguments: Arguments, node: Any, attributes: bool) -> Value:
    if not all(each.is_known for each in arguments.positional):
        raise Refusal("a getter of something computed; use a lambda")
    names = tuple(each.known for each in arguments.positional)
    place = ("getter", node)
    if place not in w.program.known:
        made = w.program.known[place] = Getter(names, attributes)
        builtin(made)(lambda w, a, node: _got(w, made, a.positional[0], node))
    return w.constant(w.program.known[place])


def _got(w: Walker, getter: Getter, value: Value, node: Any) -> Value:
    from zermelo.llvm.walk.conversions import make_tuple

    found = []
    for name in getter.names:
        if getter.attributes:
            found.append(attribute(w, value, name, (node, name)))
        else:
            found.append(subscript(w, value, w.constant(name), (node, name)))
    return found[0] if len(found) == 1 else make_tuple(w, found)


@builtin(functools.reduce)
def reduce(w: Walker, arguments: Arguments, node: Any) -> Value:
    work, source, *first = arguments.positional
    total, some = (node, "total"), w.b.alloca("i1")
    w.b.store("i1", "true" if first else "false", some)
    if first:
        w.put(total, first[0])

    def each(item: Value) -> None:
        item = w.kept(item)

        def more() -> None:
            found = w.kept(call(w, work, Arguments([w.take(total), item]), node))
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
def partial(w: Walker, arguments: Arguments, node: Any) -> Value:
    raise Refusal("partial; use a lambda")


@builtin(copy.copy)
def copy_(w: Walker, arguments: Arguments, node: Any) -> Value:
    return by_member(w, w.kept(arguments.positional[0]), node, lambda one: shallow(w, one, node))


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
def deepcopy(w: Walker, arguments: Arguments, node: Any) -> Value:
    return by_member(w, w.kept(arguments.positional[0]), node, lambda one: deep(w, one, node, 0))


def deep(w: Walker, value: Value, node: Any, depth: int) -> Value:
    if immutable(value.type):
        return value
    if value.type.kind == "list" and depth < 2:
        from zermelo.llvm.walk.memory import append, data_of, length, new_container

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
