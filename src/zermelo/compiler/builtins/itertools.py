"""itertools: gone through at once."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from typing import Any

from zermelo.compiler.builtins.iterators import MANY, Endless, copied, generator, indexed
from zermelo.compiler.errors import Refusal
from zermelo.compiler.tables import builtin
from zermelo.compiler.types import INT, NOTHING
from zermelo.compiler.values import Arguments, Body, Lazy, Value
from zermelo.compiler.walk.comparisons import truth
from zermelo.compiler.walk.conversions import make_tuple
from zermelo.compiler.walk.memory import index_loop, item_at, length
from zermelo.compiler.walk.operators import binary
from zermelo.compiler.walker import Walker


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


@builtin(itertools.count)
def count(w: Walker, start: Value | None = None, step: Value | None = None) -> Value:
    first = w.convert(start, INT) if start else w.constant(0)
    by = w.convert(step, INT) if step else w.constant(1)

    def item(index: str) -> Value:
        far = w.b.op(f"mul i64 {index}, {by.operand}")
        return Value(INT, w.b.op(f"add i64 {first.operand}, {far}"))

    return Endless(item, lambda body: index_loop(w, lambda: str(MANY), lambda i: body(item(i))))


@builtin(itertools.cycle)
def cycle(w: Walker, source: Value, node: Any) -> Value:
    items = indexed(w, source, node)

    def item(index: str) -> Value:
        return item_at(w, items, w.b.op(f"srem i64 {index}, {length(w, items).operand}"))

    def produce(body: Body) -> None:
        raise Refusal("a loop over itertools.cycle; use zip or an index")

    return Endless(item, produce)


@builtin(itertools.repeat)
def repeat(w: Walker, value: Value, times: Value | None = None) -> Value:
    value = w.kept(value)
    count = w.convert(times, INT).operand if times else str(MANY)
    produce = lambda body: index_loop(w, lambda: count, lambda i: body(value))  # noqa: E731
    return Lazy(produce) if times else Endless(lambda index: value, produce)


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


@builtin(itertools.dropwhile)
def drop_while(w: Walker, work: Value, source: Value, node: Any) -> Value:
    def produce(body: Body) -> None:
        begun = w.b.variable("i1", "false")

        def each(item: Value) -> None:
            item = w.kept(item)
            test, on, skip = w.b.label("test"), w.b.label("on"), w.b.label("skip")
            w.b.branch(w.b.load("i1", begun), on, test)
            w.b.start(test)
            found = truth(w, w.call(work, Arguments([item]), node))
            w.b.branch(found.operand, skip, on)
            w.b.start(on)
            w.b.store("i1", "true", begun)
            body(item)
            w.b.fall(skip)

        w.iterate(source, each, node)

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


@builtin(itertools.groupby)
def groupby(w: Walker, *given: Value) -> Value:
    raise Refusal("groupby; use a loop that keeps the last key")
