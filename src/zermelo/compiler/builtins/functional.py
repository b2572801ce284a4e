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

from zermelo.compiler.builtins.iterators import copied, generator
from zermelo.compiler.errors import Refusal
from zermelo.compiler.tables import builtin, builtins
from zermelo.compiler.types import INT, NOTHING, Type, element, members, same
from zermelo.compiler.values import Arguments, Body, Lazy, Value
from zermelo.compiler.walk import memory
from zermelo.compiler.walk.comparisons import before, contains, equal, negated, truth
from zermelo.compiler.walk.containers import copied_set, update_dict
from zermelo.compiler.walk.conversions import by_member, make_tuple
from zermelo.compiler.walk.numbers import FOLDED
from zermelo.compiler.walk.operators import binary, unary
from zermelo.compiler.walk.sequences import subscript
from zermelo.compiler.walker import Walker


def _binary(op: type[ast.operator]) -> Callable[..., Value]:
    return lambda w, a, b, node: binary(w, op, a, b, node)


builtins({function: _binary(op) for op, function in FOLDED.items()})
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
    operator.itemgetter: lambda w, *names, node: _getter(w, names, node),
    copy.copy: lambda w, value, node: by_member(
        w, w.kept(value), node, lambda one: shallow(w, one, node)
    ),
    copy.deepcopy: lambda w, value, node: by_member(
        w, w.kept(value), node, lambda one: deep(w, one, node, 0)
    ),
})  # fmt: skip


class Getter:
    """operator.itemgetter of constants."""


def _getter(w: Walker, given: tuple[Value, ...], node: Any) -> Value:
    if not all(each.is_known for each in given):
        raise Refusal("itemgetter of something computed; use a lambda")
    place = ("getter", node)
    if place not in w.program.known:
        names = [each.known for each in given]
        made = w.program.known[place] = Getter()
        builtin(made)(lambda w, value, node: _got(w, names, value, node))
    return w.constant(w.program.known[place])


def _got(w: Walker, names: list[Any], value: Value, node: Any) -> Value:
    found = [subscript(w, value, w.constant(name), (node, name)) for name in names]
    return found[0] if len(found) == 1 else make_tuple(w, found)


def shallow(w: Walker, value: Value, node: Any) -> Value:
    """A copy of a container; what cannot change is its own copy."""
    match value.type.kind:
        case "list":
            return memory.collect(w, value, node)
        case "dict":
            found = memory.new_container(w, "dict", node)
            pairs = zip(found.type.cells, value.type.cells, strict=True)
            if not all(same(mine.get(), theirs.get()) for mine, theirs in pairs):
                update_dict(w, found, value, node)
            elif value.type.cells[0].get() is not NOTHING:
                w.library("dict_copy", found, value)
            return found
        case "set":
            return copied_set(w, value, node, False)
        case "object" | "deque" | "generator":
            raise Refusal("copy of {what}; make a new one", what=str(value.type))
    return value


def deep(w: Walker, value: Value, node: Any, depth: int) -> Value:
    if immutable(value.type):
        return value
    if value.type.kind == "list" and depth < 2:
        found = memory.new_container(w, "list", (node, depth))
        if element(value.type).kind in ("list", "set", "dict"):
            w.library("all_different", memory.data_of(w, value), memory.length(w, value))
        w.iterate(value, lambda item: memory.append(w, found, deep(w, item, node, depth + 1)), node)
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

    keep = lambda: generator(w, "one_behind_other", *sources)  # noqa: E731
    return Lazy(produce, keep if len(sources) == 2 else None)


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
            more = lambda i: level(depth + 1, [*chosen, memory.item_at(w, source, i)])  # noqa: E731
            memory.index_loop(w, lambda: memory.length(w, source).operand, more)

        level(0, [])

    return Lazy(produce)


def _chosen(name: str, ordered: bool) -> Callable[..., Value]:
    def walk(w: Walker, source: Value, r: Value | None = None, *, node: Any) -> Value:
        if r is not None and not r.is_known and not ordered:
            pool = copied(w, source, node)
            return pool if pool.type is NOTHING else w.library("combinations_of", pool, r)
        if r is None or not r.is_known or r.known > 4:
            raise Refusal("{name} without a constant r of at most 4; use loops", name=name)
        count = r.known

        def produce(body: Body) -> None:
            items = copied(w, source, node)
            if items.type is NOTHING:
                return

            def level(chosen: list[str]) -> None:
                if len(chosen) == count:
                    body(make_tuple(w, [memory.item_at(w, items, i) for i in chosen]))
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

                memory.index_loop(w, lambda: memory.length(w, items).operand, each)

            level([])

        return Lazy(produce)

    return walk


builtin(itertools.combinations, named="r")(_chosen("combinations", False))
builtin(itertools.permutations, named="r")(_chosen("permutations", True))


@builtin(itertools.pairwise)
def pairwise(w: Walker, source: Value, node: Any) -> Value:
    def produce(body: Body) -> None:
        last, some = (node, "last"), w.b.variable("i1", "false")

        def each(item: Value) -> None:
            item = w.kept(item)
            pair = lambda: body(make_tuple(w, [w.take(last), item]))  # noqa: E731
            if w.cell(last).get() is not NOTHING:
                w.branches(w.b.load("i1", some), pair, lambda: None)
            w.put(last, item)
            w.b.store("i1", "true", some)

        w.iterate(source, each, node)

    return Lazy(produce)


@builtin(itertools.islice)
def islice(w: Walker, source: Value, *limits: Value, node: Any) -> Value:
    if len(limits) != 1 or limits[0].kind == "none":
        raise Refusal("islice with more than a stop; use range and an index")

    def produce(body: Body) -> None:
        place, end = w.b.variable("i64", w.convert(limits[0], INT).operand), w.b.label("sliced")

        def go_on() -> None:  # before another item is asked for
            w.b.go_on(w.b.op(f"icmp sgt i64 {w.b.load('i64', place)}, 0"), end)

        def each(item: Value) -> None:
            body(item)
            left = w.b.op(f"sub i64 {w.b.load('i64', place)}, 1")
            w.b.store("i64", left, place)
            go_on()

        go_on()
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
