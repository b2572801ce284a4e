"""enumerate, zip, map, filter, reversed, iter, next, and itertools: gone through at once."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from zermelo.llvm.classes import own_method
from zermelo.llvm.errors import Refusal
from zermelo.llvm.types import INT, NOTHING, STR, element, members, pointer, vartuple
from zermelo.llvm.values import Arguments, Body, Lazy, Value
from zermelo.llvm.walk.calls import TAKE_REST, builtin, call
from zermelo.llvm.walk.comparisons import truth
from zermelo.llvm.walk.conversions import by_member, make_tuple, narrow, sequence_value
from zermelo.llvm.walk.exceptions import attempt
from zermelo.llvm.walk.generators import resume
from zermelo.llvm.walk.iteration import next_item
from zermelo.llvm.walk.memory import collect, frozen_list, index_loop, item_at, length, store_item
from zermelo.llvm.walker import Walker

ROWS = ("vartuple", "tuple", "list", "str", "record")
INDEXED = ("list", "vartuple", "str", "range", "deque")


def indexed(w: Walker, value: Value, name: Any) -> Value:
    """A sequence whose items can be asked for by their place."""
    if not isinstance(value, Lazy):
        if value.kind in INDEXED or value.type is NOTHING:
            return value
        if value.kind == "tuple":
            from zermelo.llvm.types import vartuple

            return w.convert(value, vartuple(element(value.type)))
    return frozen_list(w, collect(w, value, ("indexed", name)))


def copied(w: Walker, value: Value, name: Any) -> Value:
    """The same of a copy: who goes through it may change the list meanwhile."""
    if not isinstance(value, Lazy) and value.kind in ("list", "deque"):
        return frozen_list(w, collect(w, value, ("indexed", name)))
    return indexed(w, value, name)


def is_endless(value: Value) -> bool:
    return isinstance(value, Endless)


class Endless(Lazy):
    """itertools.count, cycle, repeat: an item for each place."""

    __slots__ = ("item",)

    def __init__(self, item: Callable[[str], Value], produce: Callable[[Body], None]) -> None:
        super().__init__(produce)
        self.item = item


@builtin(enumerate, named="start")
def enumerate_(w: Walker, arguments: Arguments, node: Any) -> Value:
    source, *start = arguments.positional
    first = start[0] if start else arguments.named.get("start", w.constant(0))

    def produce(body: Body) -> None:
        place = w.b.alloca("i64")
        w.b.store("i64", w.convert(first, INT).operand, place)

        def each(item: Value) -> None:
            number = w.b.load("i64", place)
            w.b.store("i64", w.b.op(f"add i64 {number}, 1"), place)
            body(make_tuple(w, [Value(INT, number), item]))

        w.iterate(source, each, node)

    return Lazy(produce, lambda: generator(w, "numbered", source, first), length_of(w, source))


def generator(w: Walker, name: str, *given: Value) -> Value:
    """An iterator that is kept: a generator of the library's."""
    return w.kept(w.library(name, *(w.kept(each) for each in given)))


def iterator(w: Walker, value: Value) -> Value:
    """iter(value), to be kept."""
    if isinstance(value, Lazy) and not value.sized:
        return w.kept(value)
    if value.kind == "generator" or own_method(value.type, "__next__"):
        return value
    return w.kept(iter_(w, Arguments([value]), None))


def length_of(w: Walker, source: Value) -> Callable[[], Value] | None:
    if isinstance(source, Lazy):
        return source.length
    if source.kind in ("list", "vartuple", "tuple", "str", "range", "set", "frozenset", "dict"):
        return lambda: length(w, source)
    return None


@builtin(zip, named="strict")
def zip_(w: Walker, arguments: Arguments, node: Any) -> Value:
    sources = arguments.positional
    strict = arguments.named.get("strict")
    if arguments.rest is not None:
        if sources or strict is not None:
            raise Refusal("zip of several sources and *; use one list of rows")
        rows = arguments.rest
        return Lazy(lambda body: columns(w, rows, body, node))
    if not sources:
        return Lazy(lambda body: None)
    if strict is not None and (not strict.is_known or any(isinstance(s, Lazy) for s in sources)):
        raise Refusal("zip with strict of iterators; compare the lengths first")

    def produce(body: Body) -> None:
        if not all(
            is_endless(s) or (not isinstance(s, Lazy) and s.kind in (*INDEXED, "tuple"))
            for s in sources
        ):
            _in_turn(w, sources, body, node)
            return
        items = [s if is_endless(s) else indexed(w, s, (node, i)) for i, s in enumerate(sources)]
        finite = [each for each in items if not is_endless(each)]
        if any(i.kind not in ("str", "range") and element(i.type) is NOTHING for i in finite):
            return

        def shortest() -> str:
            found = length(w, finite[0]).operand if finite else str(1 << 62)
            for each in finite[1:]:
                other = length(w, each).operand
                less = w.b.op(f"icmp slt i64 {other}, {found}")
                found = w.b.select(less, "i64", other, found)
            return found

        def each_at(index: str) -> None:
            body(
                make_tuple(
                    w,
                    [
                        e.item(index) if isinstance(e, Endless) else item_at(w, e, index)
                        for e in items
                    ],
                )
            )

        index_loop(w, shortest, each_at)
        if strict is not None and truth(w, strict).known is True:
            _same_lengths(w, finite)

    def keep() -> Value:
        if strict is not None or len(sources) > 3:
            raise Refusal("zip of so many, or with strict, that is kept; make it a list first")
        name = ("one_by_one", "in_pairs", "in_threes")[len(sources) - 1]
        return generator(w, name, *(iterator(w, each) for each in sources))

    return Lazy(produce, keep)


def _in_turn(w: Walker, sources: list[Value], body: Body, node: Any) -> None:
    """Zip of iterators: each is asked for one item in its turn."""
    first, *rest = sources
    end, place = w.b.label("zipped"), w.b.alloca("i64")
    w.b.store("i64", "0", place)
    others = [
        s if is_endless(s) or (not isinstance(s, Lazy) and s.kind in INDEXED) else iterator(w, s)
        for s in rest
    ]

    def each(item: Value) -> None:
        found = [w.kept(item)]
        index = w.b.load("i64", place)
        w.b.store("i64", w.b.op(f"add i64 {index}, 1"), place)
        for at, other in enumerate(others):
            if isinstance(other, Endless):
                found.append(other.item(index))
            elif other.kind == "generator":
                name = (node, "zipped", at)
                resume(w, other, lambda one, name=name: w.put(name, one), lambda: w.b.jump(end))  # type: ignore[misc]
                w.b.dead = w.b.dead and w.writing
                found.append(w.take(name))
            elif other.kind in INDEXED:
                on = w.b.label("on")
                test = w.b.op(f"icmp slt i64 {index}, {length(w, other).operand}")
                w.b.branch(test, on, end)
                w.b.start(on)
                found.append(item_at(w, other, index))
            else:
                raise Refusal("zip of {what}; make it a list first", what=str(other.type))
        if not any(one.type is NOTHING for one in found):
            body(make_tuple(w, found))

    w.iterate(first, each, node)
    w.b.fall(end)


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
    count = length(w, rows).operand
    shortest = w.b.alloca("i64")
    w.b.store("i64", str(1 << 62), shortest)

    def row_at(index: str) -> Value:
        row = narrow(w, item_at(w, rows, index), lambda type: type.kind in ROWS, TypeError)
        if row.kind in ("tuple", "record"):
            row = w.convert(row, vartuple(item))
        return row

    def measure(index: str) -> None:
        size, least = length(w, row_at(index)).operand, w.b.load("i64", shortest)
        less = w.b.op(f"icmp slt i64 {size}, {least}")
        w.b.store("i64", w.b.select(less, "i64", size, least), shortest)

    index_loop(w, lambda: count, measure)
    none = w.b.op(f"icmp eq i64 {count}, 0")
    w.b.store("i64", w.b.select(none, "i64", "0", w.b.load("i64", shortest)), shortest)

    def column(index: str) -> None:
        data = Value(pointer(item), w.allocate_items(item, count))
        index_loop(w, lambda: count, lambda j: store_item(w, data, j, item_at(w, row_at(j), index)))
        body(sequence_value(w, vartuple(item), data.operand, count))

    index_loop(w, lambda: w.b.load("i64", shortest), column)


TAKE_REST.add(zip)


def _same_lengths(w: Walker, items: list[Value]) -> None:
    first = length(w, items[0]).operand
    for each in items[1:]:
        w.fault_if(w.b.op(f"icmp ne i64 {length(w, each).operand}, {first}"), ValueError)


@builtin(map)
def map_(w: Walker, arguments: Arguments, node: Any) -> Value:
    work, *sources = arguments.positional
    if len(sources) > 1:
        zipped = zip_(w, Arguments(sources), node)
        from zermelo.llvm.walk.conversions import parts

        return Lazy(
            lambda body: w.iterate(
                zipped, lambda item: body(call(w, work, Arguments(parts(w, item)), node)), node
            ),
            lambda: generator(w, "mapped_pairs", work, _only_pairs(sources, zipped)),
        )
    source = sources[0]

    def produce(body: Body) -> None:
        w.iterate(source, lambda item: body(call(w, work, Arguments([item]), node)), node)

    return Lazy(produce, lambda: generator(w, "mapped", work, source), length_of(w, source))


def _only_pairs(sources: list[Value], zipped: Value) -> Value:
    if len(sources) != 2:
        raise Refusal("map over so many that is kept; make it a list first")
    return zipped


@builtin(filter)
def filter_(w: Walker, arguments: Arguments, node: Any) -> Value:
    return _filtered(w, arguments, node, True)


@builtin(itertools.filterfalse)
def filterfalse(w: Walker, arguments: Arguments, node: Any) -> Value:
    return _filtered(w, arguments, node, False)


def _filtered(w: Walker, arguments: Arguments, node: Any, wanted: bool) -> Value:
    work, source = arguments.positional

    def produce(body: Body) -> None:
        def each(item: Value) -> None:
            item = w.kept(item)
            test = item if work.type.kind == "none" else call(w, work, Arguments([item]), node)
            found = truth(w, test)
            if found.type is NOTHING:
                return
            keep, skip = w.b.label("keep"), w.b.label("skip")
            w.b.branch(found.operand, *((keep, skip) if wanted else (skip, keep)))
            w.b.start(keep)
            body(item)
            w.b.fall(skip)

        w.iterate(source, each, node)

    def keep() -> Value:
        if not wanted:
            raise Refusal("filterfalse that is kept; make it a list first")
        if work.type.kind == "none":
            return generator(w, "true_items", source)
        return generator(w, "filtered", work, source)

    return Lazy(produce, keep)


@builtin(reversed)
def reversed_(w: Walker, arguments: Arguments, node: Any) -> Value:
    source = arguments.positional[0]
    if (isinstance(source, Lazy) and not source.sized) or source.kind in (
        "generator",
        "set",
        "frozenset",
    ):
        return w.fault(TypeError)
    if own_method(source.type, "__reversed__") or source.kind in ("object", "union"):
        raise Refusal("reversed of {what}; make it a list first", what=str(source.type))

    def produce(body: Body) -> None:
        items = indexed(w, source, node)
        if items.type is NOTHING or (
            items.kind not in ("str", "range") and element(items.type) is NOTHING
        ):
            return
        size, end = length(w, items).operand, w.b.label("reversed")
        last = w.b.op(f"sub i64 {size}, 1")

        def each(index: str) -> None:
            place = w.b.op(f"sub i64 {last}, {index}")
            if items.kind in ("list", "deque"):  # it may have become shorter
                w.b.go_on(w.b.op(f"icmp slt i64 {place}, {length(w, items).operand}"), end)
            body(item_at(w, items, place))

        index_loop(w, lambda: size, each)
        w.b.fall(end)

    def keep() -> Value:
        if source.kind not in (*INDEXED, "tuple"):
            raise Refusal(
                "reversed of {what} that is kept; make it a list first", what=str(source.type)
            )
        last = Value(INT, w.b.op(f"sub i64 {length(w, source).operand}, 1"))
        return generator(w, "each_reversed", source, last)

    return Lazy(produce, keep, length_of(w, source))


@builtin(iter, most=1)
def iter_(w: Walker, arguments: Arguments, node: Any) -> Value:
    (source,) = arguments.positional
    if isinstance(source, Lazy):
        return Lazy(source.produce, source.begin, source.length)
    if source.kind == "generator" or source.type is NOTHING:
        return source
    if source.kind == "union":
        raise Refusal("iter of several types; use one")
    if method := own_method(source.type, "__iter__"):
        return w.call_function(method, Arguments([source]))
    keep = lambda: generator(w, "each_of", source)  # noqa: E731
    return Lazy(lambda body: w.iterate(source, body, node), keep, length_of(w, source))


@builtin(next)
def next_(w: Walker, arguments: Arguments, node: Any) -> Value:
    source, *default = arguments.positional
    place = (node, "next")
    if source.type.kind == "union":
        rest = [w.kept(each) for each in default]
        name = (node, "iterator")
        return by_member(
            w, source, name, lambda one: next_(w, Arguments([one, *rest]), (node, one.kind))
        )
    if isinstance(source, Lazy):  # made for this call alone: its first item
        end = w.b.label("first")
        found = w.b.alloca("i1")
        w.b.store("i1", "false", found)

        def first(item: Value) -> None:
            w.put(place, item)
            w.b.store("i1", "true", found)
            w.b.jump(end)

        w.iterate(source, first, node)
        w.b.fall(end)
        if not default:
            test = w.b.op(f"xor i1 {w.b.load('i1', found)}, true")
            w.fault_if(test, StopIteration)
            return w.take(place)
        other = w.kept(default[0])
        return w.choose((node, "or"), w.b.load("i1", found), lambda: w.take(place), lambda: other)
    if own_method(source.type, "__next__"):
        if not default:
            return next_item(w, source)
        take = lambda item: w.put(place, item)  # noqa: E731
        attempt(
            w, lambda: next_item(w, source), StopIteration, take, lambda: w.put(place, default[0])
        )
        return w.take(place)
    if source.kind != "generator":
        return w.fault(TypeError)

    def over() -> None:
        if default:
            w.put(place, default[0])
        else:
            w.fault(StopIteration)

    resume(w, source, lambda item: w.put(place, item), over)
    w.b.dead = w.b.dead and w.writing
    return w.take(place)


# --- itertools -----------------------------------------------------------------------------------


@builtin(itertools.chain)
def chain(w: Walker, arguments: Arguments, node: Any) -> Value:
    def produce(body: Body) -> None:
        for each in arguments.positional:
            w.iterate(each, body, node)

    def keep() -> Value:
        if len(arguments.positional) != 2:
            raise Refusal("chain of so many that is kept; make it a list first")
        return generator(w, "two_behind_another", *arguments.positional)

    return Lazy(produce, keep)


@builtin(itertools.chain.from_iterable)
def chain_from(w: Walker, arguments: Arguments, node: Any) -> Value:
    (source,) = arguments.positional
    return Lazy(lambda body: w.iterate(source, lambda inner: w.iterate(inner, body, node), node))


@builtin(itertools.product, named="repeat")
def product(w: Walker, arguments: Arguments, node: Any) -> Value:
    sources = list(arguments.positional)
    again = arguments.named.get("repeat")
    if again is not None:
        if not again.is_known:
            raise Refusal("product with a repeat that is not a constant; use loops")
        sources *= again.known

    def produce(body: Body) -> None:
        items = [copied(w, each, (node, i)) for i, each in enumerate(sources)]
        if any(each.type is NOTHING for each in items):
            return

        def level(depth: int, chosen: list[Value]) -> None:
            if depth == len(items):
                body(make_tuple(w, chosen))
                return
            source = items[depth]
            index_loop(
                w,
                lambda: length(w, source).operand,
                lambda i: level(depth + 1, [*chosen, item_at(w, source, i)]),
            )

        level(0, [])

    return Lazy(produce)


def _chosen(ordered: bool) -> Any:
    def walk(w: Walker, arguments: Arguments, node: Any) -> Value:
        source, *rest = arguments.positional
        size = rest[0] if rest else arguments.named.get("r")
        if size is None or not size.is_known or size.known > 4:
            raise Refusal("combinations of a number that is not a small constant; use loops")
        count = size.known

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


builtin(itertools.combinations, named="r")(_chosen(False))
builtin(itertools.permutations, named="r")(_chosen(True))


@builtin(itertools.pairwise)
def pairwise(w: Walker, arguments: Arguments, node: Any) -> Value:
    (source,) = arguments.positional

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
def count(w: Walker, arguments: Arguments, node: Any) -> Value:
    start = w.convert(arguments.positional[0], INT) if arguments.positional else w.constant(0)
    step = w.convert(arguments.positional[1], INT) if arguments.positional[1:] else w.constant(1)

    def item(index: str) -> Value:
        far = w.b.op(f"mul i64 {index}, {step.operand}")
        return Value(INT, w.b.op(f"add i64 {start.operand}, {far}"))

    def produce(body: Body) -> None:
        index_loop(w, lambda: str(1 << 62), lambda i: body(item(i)))

    return Endless(item, produce)


@builtin(itertools.cycle)
def cycle(w: Walker, arguments: Arguments, node: Any) -> Value:
    items = indexed(w, arguments.positional[0], node)

    def item(index: str) -> Value:
        return item_at(w, items, w.b.op(f"srem i64 {index}, {length(w, items).operand}"))

    def produce(body: Body) -> None:
        raise Refusal("a loop over itertools.cycle; use zip or an index")

    return Endless(item, produce)


@builtin(itertools.repeat)
def repeat(w: Walker, arguments: Arguments, node: Any) -> Value:
    value = w.kept(arguments.positional[0])
    if arguments.positional[1:]:
        times = w.convert(arguments.positional[1], INT)
        return Lazy(lambda body: index_loop(w, lambda: times.operand, lambda i: body(value)))
    return Endless(
        lambda index: value, lambda body: index_loop(w, lambda: str(1 << 62), lambda i: body(value))
    )


@builtin(itertools.islice)
def islice(w: Walker, arguments: Arguments, node: Any) -> Value:
    source, *limits = arguments.positional
    if len(limits) == 1:
        start, stop = w.constant(0), limits[0]
    elif len(limits) == 2:
        start, stop = limits
    else:
        raise Refusal("islice with a step; use range and an index")
    if start.type.kind == "none":
        start = w.constant(0)

    def produce(body: Body) -> None:
        place, end = w.b.alloca("i64"), w.b.label("sliced")
        w.b.store("i64", "0", place)

        def each(item: Value) -> None:
            at = w.b.load("i64", place)
            w.b.store("i64", w.b.op(f"add i64 {at}, 1"), place)
            if stop.type.kind != "none":
                w.b.go_on(w.b.op(f"icmp slt i64 {at}, {w.convert(stop, INT).operand}"), end)
            inside, skip = w.b.label("inside"), w.b.label("skip")
            w.b.branch(w.b.op(f"icmp sge i64 {at}, {w.convert(start, INT).operand}"), inside, skip)
            w.b.start(inside)
            body(item)
            w.b.fall(skip)

        w.iterate(source, each, node)
        w.b.fall(end)

    return Lazy(produce)


@builtin(itertools.takewhile)
def take_while(w: Walker, arguments: Arguments, node: Any) -> Value:
    work, source = arguments.positional

    def produce(body: Body) -> None:
        end = w.b.label("taken")

        def each(item: Value) -> None:
            item = w.kept(item)
            test = truth(w, call(w, work, Arguments([item]), node))
            w.b.go_on(test.operand, end)
            body(item)

        w.iterate(source, each, node)
        w.b.fall(end)

    return Lazy(produce)


@builtin(itertools.dropwhile)
def drop_while(w: Walker, arguments: Arguments, node: Any) -> Value:
    work, source = arguments.positional

    def produce(body: Body) -> None:
        begun = w.b.alloca("i1")
        w.b.store("i1", "false", begun)

        def each(item: Value) -> None:
            item = w.kept(item)
            test, on, skip = w.b.label("test"), w.b.label("on"), w.b.label("skip")
            w.b.branch(w.b.load("i1", begun), on, test)
            w.b.start(test)
            found = truth(w, call(w, work, Arguments([item]), node))
            w.b.branch(found.operand, skip, on)
            w.b.start(on)
            w.b.store("i1", "true", begun)
            body(item)
            w.b.fall(skip)

        w.iterate(source, each, node)

    return Lazy(produce)


@builtin(itertools.accumulate, named="func initial")
def accumulate(w: Walker, arguments: Arguments, node: Any) -> Value:
    import ast

    from zermelo.llvm.walk.expressions import binary

    source, *work = arguments.positional
    work += [arguments.named["func"]] if "func" in arguments.named else []
    if "initial" in arguments.named:
        raise Refusal("accumulate with initial; use a loop")

    def produce(body: Body) -> None:
        total, some = (node, "total"), w.b.alloca("i1")
        w.b.store("i1", "false", some)

        def each(item: Value) -> None:
            item = w.kept(item)

            def more() -> None:
                old = w.take(total)
                if work:
                    w.put(total, w.kept(call(w, work[0], Arguments([old, item]), node)))
                else:
                    w.put(total, binary(w, ast.Add, old, item, (node, "add")))

            w.branches(w.b.load("i1", some), more, lambda: w.put(total, item))
            w.b.store("i1", "true", some)
            body(w.take(total))

        w.iterate(source, each, node)

    return Lazy(produce)


@builtin(itertools.groupby)
def groupby(w: Walker, arguments: Arguments, node: Any) -> Value:
    raise Refusal("groupby; use a loop that keeps the last key")
