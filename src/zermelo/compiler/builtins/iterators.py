"""enumerate, zip, map, filter, reversed, iter, next, count: gone through at once."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.classes import own_method
from zermelo.compiler.errors import Refusal
from zermelo.compiler.tables import BUILTINS, TAKE_REST, builtin
from zermelo.compiler.types import INT, NOTHING, STR, element, members, pointer, vartuple
from zermelo.compiler.values import Arguments, Body, Lazy, Value
from zermelo.compiler.walk import memory
from zermelo.compiler.walk.comparisons import truth
from zermelo.compiler.walk.conversions import make_tuple, narrow, parts, sequence_value, spread
from zermelo.compiler.walk.generators import resume
from zermelo.compiler.walker import Walker

ROWS = ("vartuple", "tuple", "list", "str", "record")
MANY: Final = 1 << 62
INDEXED = ("list", "vartuple", "str", "range")


def indexed(w: Walker, value: Value, name: Any) -> Value:
    """A sequence whose items can be asked for by their place."""
    if not isinstance(value, Lazy) and value.kind in (*INDEXED, "tuple", "nothing"):
        return spread(w, value)
    return memory.collect_tuple(w, value, ("indexed", name))


def copied(w: Walker, value: Value, name: Any) -> Value:
    """The same of a copy: who goes through it may change the list meanwhile."""
    if not isinstance(value, Lazy) and value.kind in ("list", "deque"):
        return memory.collect_tuple(w, value, ("indexed", name))
    return indexed(w, value, name)


@builtin(itertools.count)
def count(w: Walker, start: Value | None = None, step: Value | None = None) -> Value:
    first = w.convert(start, INT) if start else w.constant(0)
    by = w.convert(step, INT) if step else w.constant(1)

    def produce(body: Body) -> None:
        def each(index: str) -> None:
            far = w.b.op(f"mul i64 {index}, {by.operand}")
            body(Value(INT, w.b.op(f"add i64 {first.operand}, {far}")))

        memory.index_loop(w, lambda: str(MANY), each)

    return Lazy(produce)


@builtin(enumerate, named="start")
def enumerate_(w: Walker, source: Value, start: Value | None = None, *, node: Any) -> Value:
    first = start or w.constant(0)

    def produce(body: Body) -> None:
        place = w.b.variable("i64", w.convert(first, INT).operand)

        def each(item: Value) -> None:
            body(make_tuple(w, [Value(INT, w.b.counted(place)), item]))

        w.iterate(source, each, node)

    return Lazy(produce, lambda: generator(w, "numbered", source, first), length_of(w, source))


def generator(w: Walker, name: str, *given: Value) -> Value:
    """An iterator that is kept: a generator of the library's."""
    return w.kept(w.library(name, *(w.kept(each) for each in given)))


def length_of(w: Walker, source: Value) -> Callable[[], Value] | None:
    if isinstance(source, Lazy):
        return source.length
    if source.kind in ("list", "vartuple", "tuple", "str", "range", "set", "frozenset", "dict"):
        return lambda: memory.length(w, source)
    return None


@builtin(zip, named="strict")
def zip_(w: Walker, *sources: Value, strict: Value | None = None, node: Any) -> Value:
    if not sources:
        return Lazy(lambda body: None)
    if not all(has_places(each) for each in sources):
        raise Refusal("zip of iterators; make them lists first")
    if strict is not None and not strict.is_known:
        raise Refusal("zip with strict that is computed; compare the lengths first")

    def produce(body: Body) -> None:
        items = [indexed(w, s, (node, i)) for i, s in enumerate(sources)]
        if any(element(each.type) is NOTHING for each in items):
            return

        def shortest() -> str:
            found = memory.length(w, items[0]).operand
            for each in items[1:]:
                other = memory.length(w, each).operand
                less = w.b.op(f"icmp slt i64 {other}, {found}")
                found = w.b.select(less, "i64", other, found)
            return found

        def each_at(index: str) -> None:
            body(make_tuple(w, [memory.item_at(w, each, index) for each in items]))

        memory.index_loop(w, shortest, each_at)
        if strict is not None and truth(w, strict).known is True:
            first = memory.length(w, items[0]).operand
            for each in items[1:]:
                w.fault_if(
                    w.b.op(f"icmp ne i64 {memory.length(w, each).operand}, {first}"), ValueError
                )

    keep = lambda: generator(w, "in_pairs", *sources)  # noqa: E731
    return Lazy(produce, keep if len(sources) == 2 and strict is None else None)


def _zip_rest(w: Walker, arguments: Arguments, node: Any) -> Value:
    """zip(*rows), of a number of rows that is not known."""
    rows = arguments.rest
    if rows is None:
        return _zip(w, arguments, node)
    if arguments.all:
        raise Refusal("zip of several sources and *; use one list of rows")
    return Lazy(lambda body: columns(w, rows, body, node))


_zip, BUILTINS[zip] = BUILTINS[zip], _zip_rest
TAKE_REST.add(zip)


def has_places(value: Value) -> bool:
    """Whether the items can be asked for by their places, while others change it or not."""
    return not isinstance(value, Lazy) and value.kind in (*INDEXED, "tuple", "record", "nothing")


def columns(w: Walker, source: Value, body: Body, node: Any) -> None:
    """zip(*rows): the columns of rows, each a tuple."""
    rows = indexed(w, source, (node, "rows"))
    row_type = element(rows.type)
    if row_type is NOTHING:
        return
    kinds = [each for each in members(row_type) if each.kind in ROWS]
    if len(kinds) != 1:
        raise Refusal("zip(*rows) of {what}; make the rows lists or tuples", what=str(row_type))
    row_type = kinds[0]
    item = STR if row_type.kind == "str" else element(row_type)
    if item is NOTHING:
        return
    count = memory.length(w, rows).operand
    shortest = w.b.variable("i64", str(MANY))

    def row_at(index: str) -> Value:
        row = narrow(w, memory.item_at(w, rows, index), lambda type: type.kind in ROWS, TypeError)
        if row.kind in ("tuple", "record"):
            row = w.convert(row, vartuple(item))
        return row

    def measure(index: str) -> None:
        size, least = memory.length(w, row_at(index)).operand, w.b.load("i64", shortest)
        less = w.b.op(f"icmp slt i64 {size}, {least}")
        w.b.store("i64", w.b.select(less, "i64", size, least), shortest)

    memory.index_loop(w, lambda: count, measure)
    none = w.b.op(f"icmp eq i64 {count}, 0")
    w.b.store("i64", w.b.select(none, "i64", "0", w.b.load("i64", shortest)), shortest)

    def column(index: str) -> None:
        data = Value(pointer(item), w.allocate_items(item, count))
        memory.index_loop(
            w,
            lambda: count,
            lambda j: memory.store_item(w, data, j, memory.item_at(w, row_at(j), index)),
        )
        body(sequence_value(w, vartuple(item), data.operand, count))

    memory.index_loop(w, lambda: w.b.load("i64", shortest), column)


@builtin(map)
def map_(w: Walker, work: Value, source: Value, *others: Value, node: Any) -> Value:
    zipped = zip_(w, source, *others, node=node) if others else source

    def produce(body: Body) -> None:
        def each(item: Value) -> None:
            body(w.call(work, Arguments(parts(w, item) if others else [item]), node))

        w.iterate(zipped, each, node)

    keep = None if others else lambda: generator(w, "mapped", work, source)
    return Lazy(produce, keep, None if others else length_of(w, source))


@builtin(filter)
def filter_(w: Walker, work: Value, source: Value, node: Any) -> Value:
    def produce(body: Body) -> None:
        def each(item: Value) -> None:
            item = w.kept(item)
            test = item if work.kind == "none" else w.call(work, Arguments([item]), node)
            found, skip = truth(w, test), w.b.label("skip")
            if found.type is not NOTHING:
                w.b.go_on(found.operand, skip)
                body(item)
                w.b.fall(skip)

        w.iterate(source, each, node)

    keep = lambda: generator(w, "filtered", work, source)  # noqa: E731
    return Lazy(produce, None if work.kind == "none" else keep)


@builtin(reversed)
def reversed_(w: Walker, source: Value, node: Any) -> Value:
    if not has_places(source):
        raise Refusal("reversed of {what}; make it a list first", what=str(source.type))

    def produce(body: Body) -> None:
        items = indexed(w, source, node)
        if element(items.type) is NOTHING:
            return
        size, end = memory.length(w, items).operand, w.b.label("reversed")
        last = w.b.op(f"sub i64 {size}, 1")

        def each(index: str) -> None:
            place = w.b.op(f"sub i64 {last}, {index}")
            if items.kind == "list":  # it may have become shorter
                w.b.go_on(w.b.op(f"icmp slt i64 {place}, {memory.length(w, items).operand}"), end)
            body(memory.item_at(w, items, place))

        memory.index_loop(w, lambda: size, each)
        w.b.fall(end)

    return Lazy(produce, None, length_of(w, source))


@builtin(iter)
def iter_(w: Walker, source: Value, node: Any) -> Value:
    if isinstance(source, Lazy):
        return Lazy(source.produce, source.keep, source.length)
    if source.kind == "generator" or source.type is NOTHING:
        return source
    if source.kind == "union":
        raise Refusal("iter of several types; use one")
    if method := own_method(source.type, "__iter__"):
        return w.call_function(method, Arguments([source]))
    keep = lambda: generator(w, "each_of", source)  # noqa: E731
    return Lazy(lambda body: w.iterate(source, body, node), keep, length_of(w, source))


@builtin(next)
def next_(w: Walker, source: Value, default: Value | None = None, *, node: Any) -> Value:
    place = (node, "next")
    if isinstance(source, Lazy):
        return _first(w, source, default, node)
    if source.kind in ("union", "object", "record"):
        raise Refusal("next of {what}; use a generator or an index", what=str(source.type))
    if source.kind != "generator":
        return w.fault(TypeError)

    def over() -> None:
        if default:
            w.put(place, default)
        else:
            w.fault(StopIteration)

    resume(w, source, lambda item: w.put(place, item), over)
    w.b.dead = w.b.dead and w.writing
    return w.take(place)


def _first(w: Walker, source: Value, default: Value | None, node: Any) -> Value:
    """next() of something that is made for this call alone: its first item."""
    place, end, found = (node, "next"), w.b.label("first"), w.b.variable("i1", "false")

    def first(item: Value) -> None:
        w.put(place, item)
        w.b.store("i1", "true", found)
        w.b.jump(end)

    w.iterate(source, first, node)
    w.b.fall(end)
    if default is None:
        w.fault_if(w.b.op(f"xor i1 {w.b.load('i1', found)}, true"), StopIteration)
        return w.take(place)
    other = w.kept(default)
    return w.choose((node, "or"), w.b.load("i1", found), lambda: w.take(place), lambda: other)
