"""Methods of lists, tuples, deques, dicts and sets."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from zermelo.compiler.builtins.functional import shallow
from zermelo.compiler.builtins.types import push
from zermelo.compiler.errors import Refusal
from zermelo.compiler.hashing import has_any_order, in_order
from zermelo.compiler.layout import HEADERS
from zermelo.compiler.tables import method, methods
from zermelo.compiler.types import BOOL, INT, NOTHING, SETS, element, vartuple
from zermelo.compiler.values import NEVER, Lazy, Value
from zermelo.compiler.walk.containers import (
    dict_view,
    entry_at,
    entry_or,
    extend,
    merge_set,
    remove_item,
    set_entry,
    set_from,
    set_operation,
    update_dict,
    update_set,
)
from zermelo.compiler.walk.conversions import make_tuple
from zermelo.compiler.walk.hashes import foreign, may_equal
from zermelo.compiler.walk.memory import (
    append,
    checked_index,
    data_of,
    get_field,
    holding,
    join_item,
    length,
    new_container,
    set_field,
    writable,
)
from zermelo.compiler.walk.sequences import whole_index, window
from zermelo.compiler.walker import Walker

# --- lists, tuples and deques --------------------------------------------------------------------


def _reverse(w: Walker, receiver: Value) -> None:
    writable(w, receiver)
    if element(receiver.type) is not NOTHING:
        w.library("list_reverse", receiver)


def _clear(w: Walker, receiver: Value) -> None:
    writable(w, receiver)
    if receiver.kind in ("list", "deque"):
        set_field(w, receiver, "count", w.constant(0))
    else:
        w.library(f"{receiver.kind}_clear", receiver)


methods("list", {"append": append, "extend": extend, "reverse": _reverse})
methods("list deque dict set", {"clear": _clear})
methods("list dict set", {"copy": shallow})
methods("frozenset", {"copy": lambda w, receiver: receiver})


@method("list", "pop")
def list_pop(w: Walker, receiver: Value, at: Value | None = None) -> Value:
    writable(w, receiver)
    if element(receiver.type) is NOTHING:
        return w.fault_if_empty(IndexError)
    if at is None:
        return w.library("list_pop", receiver)
    index = whole_index(w, at)
    if index.type is NOTHING:
        return NEVER
    place = checked_index(w, index, length(w, receiver))
    return w.library("list_remove_at", receiver, Value(INT, place))


@method("list", "insert")
def list_insert(w: Walker, receiver: Value, index: Value, item: Value) -> None:
    writable(w, receiver)
    value = join_item(w, receiver, item)
    if element(receiver.type) is not NOTHING:
        w.library("list_insert", receiver, whole_index(w, index), value)


@method("list", "remove")
def list_remove(w: Walker, receiver: Value, item: Value) -> None:
    writable(w, receiver)
    if element(receiver.type) is not NOTHING:
        w.library("list_remove", receiver, w.kept(item))
    else:
        w.fault_if_empty(ValueError)


def _sequence(w: Walker, value: Value) -> Value:
    return w.convert(value, vartuple(element(value.type))) if value.kind == "tuple" else value


@method("list tuple vartuple", "count")
def count(w: Walker, receiver: Value, item: Value) -> Value:
    items = _sequence(w, receiver)
    if element(items.type) is NOTHING:
        return w.constant(0) if w.writing else Value(INT, "0")
    item = w.kept(item)
    return w.library("items_count", data_of(w, items), length(w, items), item)


@method("list tuple vartuple", "index")
def index(
    w: Walker, receiver: Value, item: Value, start: Value | None = None, end: Value | None = None
) -> Value:
    items, item = _sequence(w, receiver), w.kept(item)
    if element(items.type) is NOTHING or not may_equal(item.type, element(items.type)):
        return w.fault_if_empty(ValueError)
    limits = window(w, length(w, items), start, end)
    found = w.library("items_find", data_of(w, items), *limits, item)
    w.fault_if(w.b.op(f"icmp slt i64 {found.operand}, 0"), ValueError)
    return found


def _deque_pop(name: str) -> Callable[..., Value]:
    def walk(w: Walker, receiver: Value) -> Value:
        if element(receiver.type) is NOTHING:
            return w.fault_if_empty(IndexError)
        return w.library(name, receiver)

    return walk


methods("deque", {
    "append": lambda w, receiver, item: push(w, receiver, item),
    "appendleft": lambda w, receiver, item: push(w, receiver, item, "deque_append_left"),
    "extend": lambda w, receiver, source, node: w.iterate(
        source, lambda item: push(w, receiver, item), node
    ),
    "pop": _deque_pop("deque_pop"),
    "popleft": _deque_pop("deque_pop_left"),
})  # fmt: skip


@method("deque", "rotate")
def deque_rotate(w: Walker, receiver: Value, steps: Value | None = None) -> None:
    by = whole_index(w, steps) if steps is not None else w.constant(1)
    if element(receiver.type) is not NOTHING:
        w.library("deque_rotate", receiver, by)


# --- dicts ---------------------------------------------------------------------------------------


def _view(what: str) -> Callable[..., Value]:
    return lambda w, receiver, node: dict_view(w, receiver, what, node)


methods("dict", {name: _view(name) for name in ("keys", "values", "items")})


@method("dict", "get")
def dict_get(
    w: Walker, receiver: Value, key: Value, default: Value | None = None, *, node: Any
) -> Value:
    key, other = w.kept(key), w.kept(default or w.constant(None))
    return entry_or(w, receiver, key, other, node)


@method("dict", "setdefault")
def setdefault(w: Walker, receiver: Value, key: Value, default: Value | None = None) -> Value:
    writable(w, receiver)
    key, value = w.kept(key), w.kept(default or w.constant(None))
    name, item = join_item(w, receiver, key, 0), join_item(w, receiver, value, 1)
    if NOTHING in (receiver.type.cells[0].get(), receiver.type.cells[1].get()):
        return NEVER
    place = w.library("dict_find", receiver, name)
    missing = w.b.op(f"icmp slt i64 {place.operand}, 0")
    w.branches(missing, lambda: _enter(w, receiver, name, item), lambda: None)
    return w.library("dict_get", receiver, name)


def _enter(w: Walker, receiver: Value, name: Value, item: Value) -> None:
    w.library("dict_set", receiver, name, item)


@method("dict", "pop")
def dict_pop(
    w: Walker, receiver: Value, key: Value, default: Value | None = None, *, node: Any
) -> Value:
    writable(w, receiver)
    key, other = w.kept(key), w.kept(default) if default else None
    keys = receiver.type.cells[0].get()
    if keys is NOTHING or foreign(w, key, keys):
        return other or w.fault_if_empty(KeyError)
    if other is None:
        return w.library("dict_remove", receiver, key)
    place = w.library("dict_find", receiver, key)
    found = w.b.op(f"icmp sge i64 {place.operand}, 0")
    take = lambda: w.library("dict_remove_at", receiver, place)  # noqa: E731
    return w.choose((node, "pop"), found, take, lambda: other)


@method("dict", "popitem")
def popitem(w: Walker, receiver: Value) -> Value:
    writable(w, receiver)
    if receiver.type.cells[0].get() is NOTHING:
        return w.fault_if_empty(KeyError)
    place = w.library("dict_last", receiver)
    key, value = entry_at(w, receiver, place.operand)
    w.library("dict_remove_at", receiver, place)
    return make_tuple(w, [key, value])


@method("dict", "update", named="*")
def dict_update(
    w: Walker, receiver: Value, *others: Value, named: dict[str, Value], node: Any
) -> None:
    for each in others:
        update_dict(w, receiver, each, node)
    for name, value in named.items():
        set_entry(w, receiver, w.constant(name), value)


# --- sets ----------------------------------------------------------------------------------------

methods("set", {
    "add": update_set,
    "discard": lambda w, receiver, item: remove_item(w, receiver, item, must=False),
    "remove": lambda w, receiver, item: remove_item(w, receiver, item, must=True),
})  # fmt: skip


@method("set", "pop")
def set_pop(w: Walker, receiver: Value) -> Value:
    writable(w, receiver)
    item = element(receiver.type)
    if item is NOTHING:
        return w.fault_if_empty(KeyError)
    if not in_order(item) and not has_any_order(item):
        raise Refusal("set.pop of floats or sets; use min(...) and remove")
    return w.library("set_pop", receiver)


@method("set", "update")
def set_update(w: Walker, receiver: Value, *others: Value, node: Any) -> None:
    for each in others:
        merge_set(w, receiver, each, node)


def _is_set(value: Value) -> bool:
    return not isinstance(value, Lazy) and value.kind in SETS


def _sets(others: tuple[Value, ...]) -> tuple[Value, ...]:
    """Other sets; of other things CPython's methods make sets in an order of their own."""
    if not all(map(_is_set, others)):
        raise Refusal("a method of sets with something other than a set; make it a set: set(...)")
    return others


def _keep(w: Walker, target: Value, other: Value, node: Any) -> None:
    """Target &= other: a new set, whose table the old one takes over."""
    found = set_operation(w, ast.BitAnd, target, other, node)
    for field in HEADERS["set"]:
        set_field(w, target, field, get_field(w, found, field))


def _toggle(w: Walker, target: Value, other: Value, node: Any) -> None:
    """Target ^= other."""
    if holding(w, target, element(other.type)) and element(other.type) is not NOTHING:
        w.library("set_toggle", target, other)


def _take(w: Walker, target: Value, other: Value, node: Any) -> None:
    """Target -= other."""
    if NOTHING not in (element(target.type), element(other.type)):
        w.library("set_take", target, other)


def _changed(change: Callable[[Walker, Value, Value, Any], None]) -> Callable[..., None]:
    """S -= t and the like: s is changed, as CPython changes it."""

    def walk(w: Walker, receiver: Value, *others: Value, node: Any) -> None:
        writable(w, receiver)
        for place, each in enumerate(_sets(others)):
            change(w, receiver, each, (node, place))

    return walk


def _combine(op: type[ast.operator]) -> Callable[..., Value]:
    def walk(w: Walker, receiver: Value, *others: Value, node: Any) -> Value:
        if not others and receiver.kind == "frozenset":
            return receiver
        if not others or (op is ast.BitOr and not all(map(_is_set, others))):
            found = new_container(w, receiver.kind, node)
            for each in (receiver, *others):
                merge_set(w, found, each, node)
            return found
        found = receiver
        for place, each in enumerate(_sets(others)):
            found = set_operation(w, op, found, each, (node, place))
        return found

    return walk


OPERATIONS = {
    "union": ast.BitOr, "intersection": ast.BitAnd, "difference": ast.Sub,
    "symmetric_difference": ast.BitXor,
}  # fmt: skip
methods("set frozenset", {name: _combine(op) for name, op in OPERATIONS.items()})
methods("set", {
    "intersection_update": _changed(_keep),
    "difference_update": _changed(_take),
    "symmetric_difference_update": _changed(_toggle),
})  # fmt: skip


def _within(w: Walker, a: Value, b: Value) -> Value:
    if NOTHING in (element(a.type), element(b.type)):
        return Value(BOOL, w.b.op(f"icmp eq i64 {length(w, a).operand}, 0"))
    return w.library("set_within", a, b)


def _apart(w: Walker, a: Value, b: Value) -> Value:
    if NOTHING in (element(a.type), element(b.type)):
        return w.constant(True) if w.writing else Value(BOOL, "true")
    return w.library("set_apart", a, b)


def _set_test(test: Callable[[Walker, Value, Value], Value]) -> Callable[..., Value]:
    def walk(w: Walker, receiver: Value, other: Value, node: Any) -> Value:
        return test(w, receiver, other if _is_set(other) else set_from(w, other, (node, "other")))

    return walk


methods("set frozenset", {
    "issubset": _set_test(_within),
    "issuperset": _set_test(lambda w, a, b: _within(w, b, a)),
    "isdisjoint": _set_test(_apart),
})  # fmt: skip
