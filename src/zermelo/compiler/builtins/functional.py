"""functools, operator, copy, itertools."""

from __future__ import annotations

import ast
import copy
import functools
import itertools
import math
import operator
from collections.abc import Callable
from typing import Any

from zermelo.compiler.builtins.iterators import copied, generator, indexed
from zermelo.compiler.errors import Refusal
from zermelo.compiler.tables import builtin, builtins
from zermelo.compiler.types import INT, NOTHING, Type, element, members
from zermelo.compiler.values import Arguments, Body, Lazy, Value
from zermelo.compiler.walk.comparisons import before, contains, equal, negated, truth
from zermelo.compiler.walk.containers import copied_set, new_dict
from zermelo.compiler.walk.conversions import by_member, make_tuple
from zermelo.compiler.walk.memory import (
    append,
    collect,
    data_of,
    index_loop,
    item_at,
    length,
    new_container,
)
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


# --- itertools: gone through at once -------------------------------------------------------------


@builtin(itertools.chain)
def chain(w: Walker, *sources: Value, node: Any) -> Value:
    def produce(body: Body) -> None:
        for each in sources:
            w.iterate(each, body, node)

    def keep() -> Value:
        if len(sources) != 2:
            raise Refusal("a stored chain of other than two sources; make it a list first")
        return generator(w, "two_behind_another", *sources)

    return Lazy(produce, keep)


@builtin(itertools.chain.from_iterable)
def chain_from(w: Walker, source: Value, node: Any) -> Value:
    return Lazy(lambda body: w.iterate(source, lambda inner: w.iterate(inner, body, node), node))


@builtin(itertools.product, named="repeat")
def product(w: Walker, *sources: Value, repeat: Value | None = None, node: Any) -> Value:
    if repeat is not None:
        if not repeat.is_known:
            raise Refusal("product with a repeat that is not a constant; use loops")
        sources *= repeat.known

    def produce(body: Body) -> None:
        items = [copied(w, each, (node, i)) for i, each in enumerate(sources)]
        if any(each.type is NOTHING for each in items):
            return

        def level(depth: int, chosen: list[Value]) -> None:
            if depth == len(items):
                body(make_tuple(w, chosen))
                return
            source = items[depth]
            more = lambda i: level(depth + 1, [*chosen, item_at(w, source, i)])  # noqa: E731
            index_loop(w, lambda: length(w, source).operand, more)

        level(0, [])

    return Lazy(produce)


def _chosen(name: str, ordered: bool) -> Callable[..., Value]:
    def walk(w: Walker, source: Value, r: Value | None = None, *, node: Any) -> Value:
        if r is None or not r.is_known or r.known > 4:
            raise Refusal("{name} without a constant r of at most 4; use loops", name=name)
        count = r.known

        def produce(body: Body) -> None:
            items = copied(w, source, node)
            if items.type is NOTHING:
                return

            def level(chosen: list[str]) -> None:
                if len(chosen) == count:
                    body(make_tuple(w, [item_at(w, items, i) for i in chosen]))
                    return

                def each(index: str) -> None:
                    skip, on = w.b.label("skip"), w.b.label("on")
                    test = "true"
                    for other in chosen if ordered else chosen[-1:]:
                        sign = "ne" if ordered else "sgt"
                        one = w.b.op(f"icmp {sign} i64 {index}, {other}")
                        test = one if test == "true" else w.b.op(f"and i1 {test}, {one}")
                    w.b.branch(test, on, skip)
                    w.b.start(on)
                    level([*chosen, index])
                    w.b.fall(skip)

                index_loop(w, lambda: length(w, items).operand, each)

            level([])

        return Lazy(produce)

    return walk


builtin(itertools.combinations, named="r")(_chosen("combinations", False))
builtin(itertools.permutations, named="r")(_chosen("permutations", True))


@builtin(itertools.pairwise)
def pairwise(w: Walker, source: Value, node: Any) -> Value:
    def produce(body: Body) -> None:
        items = indexed(w, source, node)
        if items.type is NOTHING:
            return

        def each(i: str) -> None:
            following = w.b.op(f"add i64 {i}, 1")
            body(make_tuple(w, [item_at(w, items, i), item_at(w, items, following)]))

        index_loop(w, lambda: w.b.op(f"sub i64 {length(w, items).operand}, 1"), each)

    return Lazy(produce)


@builtin(itertools.islice)
def islice(w: Walker, source: Value, *limits: Value, node: Any) -> Value:
    if len(limits) > 2:
        raise Refusal("islice with a step; use range and an index")
    stop = limits[-1]
    start = w.constant(0) if len(limits) == 1 or limits[0].kind == "none" else limits[0]

    def produce(body: Body) -> None:
        place, end = w.b.variable("i64", "0"), w.b.label("sliced")

        def check_stop() -> None:  # before another item is asked for
            if stop.kind != "none":
                limit, at = w.convert(stop, INT).operand, w.b.load("i64", place)
                w.b.go_on(w.b.op(f"icmp slt i64 {at}, {limit}"), end)

        def each(item: Value) -> None:
            at, skip = w.b.counted(place), w.b.label("skip")
            w.b.go_on(w.b.op(f"icmp sge i64 {at}, {w.convert(start, INT).operand}"), skip)
            body(item)
            w.b.fall(skip)
            check_stop()

        check_stop()
        w.iterate(source, each, node)
        w.b.fall(end)

    return Lazy(produce)


@builtin(itertools.takewhile)
def take_while(w: Walker, work: Value, source: Value, node: Any) -> Value:
    def produce(body: Body) -> None:
        end = w.b.label("taken")

        def each(item: Value) -> None:
            item = w.kept(item)
            w.b.go_on(truth(w, w.call(work, Arguments([item]), node)).operand, end)
            body(item)

        w.iterate(source, each, node)
        w.b.fall(end)

    return Lazy(produce)


@builtin(itertools.accumulate, named="func initial")
def accumulate(
    w: Walker, source: Value, func: Value | None = None, *, initial: Any = None, node: Any
) -> Value:
    if initial is not None:
        raise Refusal("accumulate with initial; use a loop")

    def produce(body: Body) -> None:
        total, some = (node, "total"), w.b.variable("i1", "false")

        def each(item: Value) -> None:
            item = w.kept(item)

            def more() -> None:
                old = w.take(total)
                if func:
                    w.put(total, w.kept(w.call(func, Arguments([old, item]), node)))
                else:
                    w.put(total, binary(w, ast.Add, old, item, (node, "add")))

            w.branches(w.b.load("i1", some), more, lambda: w.put(total, item))
            w.b.store("i1", "true", some)
            body(w.take(total))

        w.iterate(source, each, node)

    return Lazy(produce)


# --- what rules may try ---------------------------------------------------------------------------

REFUSED = {
    functools.partial: Refusal("partial; use a lambda"),
    itertools.groupby: Refusal("groupby; use a loop that keeps the last key"),
    math.dist: Refusal("math.dist or math.hypot; use math.sqrt of a sum of squares"),
    math.hypot: Refusal("math.dist or math.hypot; use math.sqrt of a sum of squares"),
    print: Refusal("print; leave it out of the rules"),
}


def _refuse(refusal: Refusal) -> Callable[..., Value]:
    def walk(w: Walker, *given: Value, named: dict[str, Value]) -> Value:
        raise refusal

    return walk


for _callable, _refusal in REFUSED.items():
    builtin(_callable, named="*")(_refuse(_refusal))
