"""min, max, sorted, sum, reduce, any, all."""

from __future__ import annotations

import ast
import functools
import math
import sys
from collections.abc import Callable
from typing import Any

from zermelo.compiler.classes import own_method
from zermelo.compiler.errors import Refusal
from zermelo.compiler.layout import header_llvm
from zermelo.compiler.tables import builtin, method
from zermelo.compiler.types import BOOL, NOTHING, SETS, Type, element
from zermelo.compiler.values import Arguments, Lazy, Value
from zermelo.compiler.walk.comparisons import before, truth
from zermelo.compiler.walk.iteration import iterate
from zermelo.compiler.walk.memory import append, collect, get_field, length, new_container, writable
from zermelo.compiler.walk.operators import binary
from zermelo.compiler.walker import Walker


def _quantified(w: Walker, source: Value, node: Any, wanted: bool) -> Value:
    """Whether some item is true, or none is false: it ends at the first one."""
    b = w.b
    place, end = b.variable("i1", "false" if wanted else "true"), b.label("decided")

    def each(item: Value) -> None:
        test = truth(w, item)
        if test.type is NOTHING:
            return
        on = b.label("on")
        b.store("i1", test.operand, place)
        b.branch(test.operand, *((end, on) if wanted else (on, end)))
        b.start(on)

    iterate(w, source, each, node, any_order=True)
    b.fall(end)
    return Value(BOOL, b.load("i1", place))


builtin(any)(lambda w, source, node: _quantified(w, source, node, True))
builtin(all)(lambda w, source, node: _quantified(w, source, node, False))


@builtin(sum, named="start")
def sum_(w: Walker, source: Value, start: Value | None = None, *, node: Any) -> Value:
    def add(old: Value, item: Value) -> Value:
        if sys.version_info >= (3, 12) and "float" in (item.type.kind, old.type.kind):
            raise Refusal("sum of floats; add them in a loop")
        return binary(w, ast.Add, old, item, (node, "add"))

    exact = w.cell((w.frame.path, (node, "total"))).get().kind != "float"
    return folded(w, source, start or w.constant(0), add, node, any_order=exact)


@builtin(math.prod, named="start")
def product(w: Walker, source: Value, *, start: Value | None = None, node: Any) -> Value:
    times = lambda old, item: binary(w, ast.Mult, old, item, (node, "times"))  # noqa: E731
    return folded(w, source, start or w.constant(1), times, node)


@builtin(functools.reduce)
def reduce(
    w: Walker, work: Value, source: Value, first: Value | None = None, *, node: Any
) -> Value:
    more = lambda old, item: w.call(work, Arguments([old, item]), node)  # noqa: E731
    return folded(w, source, first, more, node)


def folded(
    w: Walker, source: Value, first: Value | None, more: Callable[[Value, Value], Value], node: Any,
    any_order: bool = False,
) -> Value:  # fmt: skip
    """All items as one, from the first value on; without one, from the first item on."""
    total, some = (node, "total"), w.b.variable("i1", "true" if first else "false")
    if first:
        w.put(total, w.kept(first))

    def each(item: Value) -> None:
        item = w.kept(item)

        def add() -> None:
            found = w.kept(more(w.take(total), item))
            if found.type is not NOTHING:
                w.put(total, found)

        if first:
            add()
        else:
            w.branches(w.b.load("i1", some), add, lambda: w.put(total, item))
            w.b.store("i1", "true", some)

    iterate(w, source, each, node, any_order)
    if not first:
        w.fault_if(w.b.op(f"xor i1 {w.b.load('i1', some)}, true"), TypeError)
    return w.take(total)


def _extreme(
    w: Walker, which: str, given: tuple[Value, ...], key: Value | None, default: Value | None,
    node: Any,
) -> Value:  # fmt: skip
    """The first item than which no other is smaller, or larger."""
    key = _key(key)
    b = w.b
    best, best_key, some = (node, "best"), (node, "key"), b.variable("i1", "false")

    def keyed(item: Value) -> Value:
        return item if key is None else w.kept(w.call(key, Arguments([item]), node))

    def take(item: Value, its_key: Value) -> None:
        w.put(best, item)
        if key is not None:
            w.put(best_key, its_key)
        b.store("i1", "true", some)

    def compare(item: Value, its_key: Value) -> None:
        old = w.take(best if key is None else best_key)
        pair = (its_key, old) if which == "min" else (old, its_key)
        better = before(w, "<", *pair, which == "max")
        if better.type is NOTHING:
            take(item, its_key)
            return
        w.branches(better.operand, lambda: take(item, its_key), lambda: None)

    if len(given) > 1:
        for place, each in enumerate(given):
            item = w.kept(each)
            its_key = keyed(item)
            if place == 0:
                take(item, its_key)
            else:
                compare(item, its_key)
        return w.take(best)

    def consider(item: Value) -> None:
        item = w.kept(item)
        if item.type is NOTHING:
            return
        its_key = keyed(item)
        w.branches(b.load("i1", some), lambda: compare(item, its_key), lambda: take(item, its_key))

    iterate(w, given[0], consider, node, any_order=key is None)
    if default is not None:
        found = b.load("i1", some)
        kept = w.kept(default)
        return w.choose((node, "found"), found, lambda: w.take(best), lambda: kept)
    w.fault_if(b.op(f"xor i1 {b.load('i1', some)}, true"), ValueError)
    return w.take(best)


def _key(value: Value | None) -> Value | None:
    return None if value is None or value.kind == "none" else value


@builtin(min, named="key default")
def min_(w: Walker, *given: Value, key: Any = None, default: Any = None, node: Any) -> Value:
    return _extreme(w, "min", given, key, default, node)


@builtin(max, named="key default")
def max_(w: Walker, *given: Value, key: Any = None, default: Any = None, node: Any) -> Value:
    return _extreme(w, "max", given, key, default, node)


@builtin(sorted, named="key reverse")
def sorted_(
    w: Walker, source: Value, *, key: Value | None = None, reverse: Value | None = None, node: Any
) -> Value:
    found = new_container(w, "list", node)
    if isinstance(source, Lazy) or source.kind not in ("list", "vartuple"):
        iterate(w, source, lambda item: append(w, found, item), node, any_order=key is None)
    else:
        found = collect(w, source, node)
    _sort(w, found, _key(key), reverse, node)
    return found


@method("list", "sort", named="key reverse")
def sort(
    w: Walker, receiver: Value, *, key: Value | None = None, reverse: Value | None = None, node: Any
) -> None:
    writable(w, receiver)
    work = _sort if _key(key) is None or element(receiver.type) is NOTHING else _sort_hidden
    work(w, receiver, _key(key), reverse, node)


def _sort_hidden(
    w: Walker, receiver: Value, key: Value | None, reverse: Value | None, node: Any
) -> None:
    """As in Python: to the function that gives the keys the list is empty."""
    b, llvm = w.b, header_llvm("list")
    hidden = Value(receiver.type, b.alloca(llvm))
    b.store(llvm, b.load(llvm, receiver.operand), hidden.operand)
    b.store(llvm, "zeroinitializer", receiver.operand)
    status, handler, end = b.alloca("i32"), b.label("unsorted"), b.label("sorted")
    outer, w.frame.handler = w.frame.handler, (handler, status)
    _sort(w, hidden, key, reverse, node)
    w.frame.handler = outer
    changed = b.op(f"icmp ne i64 {get_field(w, receiver, 'capacity').operand}, 0")
    b.store(llvm, b.load(llvm, hidden.operand), receiver.operand)
    w.fault_if(changed, ValueError)
    b.jump(end)
    b.start(handler)
    b.store(llvm, b.load(llvm, hidden.operand), receiver.operand)
    if not b.dead:
        w.propagate(b.load("i32", status))
    b.start(end)


def _sort(w: Walker, target: Value, key: Value | None, reverse: Value | None, node: Any) -> None:
    """Stable; in reverse the items that are equal keep their order, too."""
    if element(target.type) is NOTHING:
        return
    flag = truth(w, reverse) if reverse is not None else w.constant(False)

    def turn(items: Value = target) -> None:
        def reverse_list() -> None:
            w.library("list_reverse", items)

        if not flag.is_known:
            w.branches(flag.operand, reverse_list, lambda: None)
        elif flag.known:
            reverse_list()

    if key is None:
        turn()
        _check_order(element(target.type))
        w.library("sort_items", get_field(w, target, "data"), length(w, target))
    else:
        keys = new_container(w, "list", ("keys", node))
        work = key

        def each(item: Value) -> None:
            append(w, keys, w.call(work, Arguments([item]), node))

        w.iterate(target, each, ("keys", node))
        if element(keys.type) is not NOTHING:
            turn()
            turn(keys)
            _check_order(element(keys.type))
            places = get_field(w, keys, "data"), get_field(w, target, "data")
            w.library("sort_by_keys", *places, length(w, target))
    turn()


def _check_order(type: Type) -> None:
    """Of two values always one must be smaller, or both equal: sorts of others are their own."""
    inside = [*type.parts, *(cell.get() for cell in type.cells)]
    if type.kind in ("record", "object"):
        inside = [cell.get() for cell in type.info.cells]
    unordered = type.kind in SETS or (type.kind == "object" and not type.info.ordered)
    if unordered or own_method(type, "__lt__") or own_method(type, "__eq__"):
        raise Refusal("a sort of {what}; sort by numbers: key=...", what=str(type))
    for each in inside:
        _check_order(each)
