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
from zermelo.compiler.types import BOOL, INT, NOTHING, SETS, element
from zermelo.compiler.values import NEVER, Lazy, Value
from zermelo.compiler.walk import containers, memory
from zermelo.compiler.walk.conversions import spread
from zermelo.compiler.walk.hashes import foreign, may_equal
from zermelo.compiler.walk.sequences import whole_index, window
from zermelo.compiler.walker import Walker

# --- lists, tuples and deques --------------------------------------------------------------------


def _reverse(w: Walker, receiver: Value) -> None:
    memory.writable(w, receiver)
    if element(receiver.type) is not NOTHING:
        w.library("list_reverse", receiver)


def _clear(w: Walker, receiver: Value) -> None:
    memory.writable(w, receiver)
    if receiver.kind in ("list", "deque"):
        memory.set_field(w, receiver, "count", w.constant(0))
    else:
        w.library(f"{receiver.kind}_clear", receiver)


methods("list", {"append": memory.append, "extend": containers.extend, "reverse": _reverse})
methods("list deque dict set", {"clear": _clear})
methods("list dict set", {"copy": shallow})
methods("frozenset", {"copy": lambda w, receiver: receiver})


@method("list", "pop")
def list_pop(w: Walker, receiver: Value, at: Value | None = None) -> Value:
    memory.writable(w, receiver)
    if element(receiver.type) is NOTHING:
        return w.fault_if_empty(IndexError)
    if at is None:
        return w.library("list_pop", receiver)
    index = whole_index(w, at)
    if index.type is NOTHING:
        return NEVER
    place = memory.checked_index(w, index, memory.length(w, receiver))
    return w.library("list_remove_at", receiver, Value(INT, place))


@method("list", "insert")
def list_insert(w: Walker, receiver: Value, index: Value, item: Value) -> None:
    memory.writable(w, receiver)
    value = memory.join_item(w, receiver, item)
    if element(receiver.type) is not NOTHING:
        w.library("list_insert", receiver, whole_index(w, index), value)


@method("list", "remove")
def list_remove(w: Walker, receiver: Value, item: Value) -> None:
    memory.writable(w, receiver)
    if element(receiver.type) is not NOTHING:
        w.library("list_remove", receiver, w.kept(item))
    else:
        w.fault_if_empty(ValueError)


@method("list tuple vartuple", "count")
def count(w: Walker, receiver: Value, item: Value) -> Value:
    items = spread(w, receiver)
    if element(items.type) is NOTHING:
        return w.constant(0) if w.writing else Value(INT, "0")
    item = w.kept(item)
    return w.library("items_count", memory.data_of(w, items), memory.length(w, items), item)


@method("list tuple vartuple", "index")
def index(
    w: Walker, receiver: Value, item: Value, start: Value | None = None, end: Value | None = None
) -> Value:
    items, item = spread(w, receiver), w.kept(item)
    if element(items.type) is NOTHING or not may_equal(item.type, element(items.type)):
        return w.fault_if_empty(ValueError)
    limits = window(w, memory.length(w, items), start, end)
    found = w.library("items_find", memory.data_of(w, items), *limits, item)
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


# --- dicts ---------------------------------------------------------------------------------------


def _view(what: str) -> Callable[..., Value]:
    return lambda w, receiver, node: containers.dict_view(w, receiver, what, node)


methods("dict", {name: _view(name) for name in ("keys", "values", "items")})


@method("dict", "get")
def dict_get(
    w: Walker, receiver: Value, key: Value, default: Value | None = None, *, node: Any
) -> Value:
    key, other = w.kept(key), w.kept(default or w.constant(None))
    return containers.entry_or(w, receiver, key, other, node)


@method("dict", "setdefault")
def setdefault(w: Walker, receiver: Value, key: Value, default: Value | None = None) -> Value:
    memory.writable(w, receiver)
    key, value = w.kept(key), w.kept(default or w.constant(None))
    name, item = memory.join_item(w, receiver, key, 0), memory.join_item(w, receiver, value, 1)
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
    memory.writable(w, receiver)
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


@method("dict", "update", named="*")
def dict_update(
    w: Walker, receiver: Value, *others: Value, named: dict[str, Value], node: Any
) -> None:
    for each in others:
        containers.update_dict(w, receiver, each, node)
    for name, value in named.items():
        containers.set_entry(w, receiver, w.constant(name), value)


# --- sets ----------------------------------------------------------------------------------------

methods("set", {
    "add": containers.update_set,
    "discard": lambda w, receiver, item: containers.remove_item(w, receiver, item, must=False),
    "remove": lambda w, receiver, item: containers.remove_item(w, receiver, item, must=True),
})  # fmt: skip


@method("set", "pop")
def set_pop(w: Walker, receiver: Value) -> Value:
    memory.writable(w, receiver)
    item = element(receiver.type)
    if item is NOTHING:
        return w.fault_if_empty(KeyError)
    if not in_order(item) and not has_any_order(item):
        raise Refusal("set.pop of floats or sets; use min(...) and remove")
    return w.library("set_pop", receiver)


@method("set", "update")
def set_update(w: Walker, receiver: Value, *others: Value, node: Any) -> None:
    for each in others:
        containers.merge_set(w, receiver, each, node)


def _set(value: Value) -> Value:
    """Another set; of other things CPython's methods make sets in an order of their own."""
    if isinstance(value, Lazy) or value.kind not in SETS:
        raise Refusal("a method of sets with something other than a set; make it a set: set(...)")
    return value


def _keep(w: Walker, target: Value, other: Value, node: Any) -> None:
    """Target &= other: a new set, whose table the old one takes over."""
    found = containers.set_operation(w, ast.BitAnd, target, other, node)
    for field in HEADERS["set"]:
        memory.set_field(w, target, field, memory.get_field(w, found, field))


def _toggle(w: Walker, target: Value, other: Value, node: Any) -> None:
    """Target ^= other."""
    if memory.holding(w, target, element(other.type)) and element(other.type) is not NOTHING:
        w.library("set_toggle", target, other)


def _take(w: Walker, target: Value, other: Value, node: Any) -> None:
    """Target -= other."""
    if NOTHING not in (element(target.type), element(other.type)):
        w.library("set_take", target, other)


def _changed(change: Callable[[Walker, Value, Value, Any], None]) -> Callable[..., None]:
    """S -= t and the like: s is changed, as CPython changes it."""

    def walk(w: Walker, receiver: Value, *others: Value, node: Any) -> None:
        memory.writable(w, receiver)
        for place, each in enumerate(others):
            change(w, receiver, _set(each), (node, place))

    return walk


def _combine(op: type[ast.operator]) -> Callable[..., Value]:
    def walk(w: Walker, receiver: Value, *others: Value, node: Any) -> Value:
        if not others:
            raise Refusal("a method of sets without another set; use copy()")
        if op is ast.BitOr:  # of anything: a copy that takes up the items
            found = memory.new_container(w, receiver.kind, node)
            for each in (receiver, *others):
                containers.merge_set(w, found, each, node)
            return found
        found = receiver
        for place, each in enumerate(others):
            found = containers.set_operation(w, op, found, _set(each), (node, place))
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
        return Value(BOOL, w.b.op(f"icmp eq i64 {memory.length(w, a).operand}, 0"))
    return w.library("set_within", a, b)


def _apart(w: Walker, a: Value, b: Value) -> Value:
    if NOTHING in (element(a.type), element(b.type)):
        return w.constant(True) if w.writing else Value(BOOL, "true")
    return w.library("set_apart", a, b)


def _set_test(test: Callable[[Walker, Value, Value], Value]) -> Callable[..., Value]:
    return lambda w, receiver, other: test(w, receiver, _set(other))


methods("set frozenset", {
    "issubset": _set_test(_within),
    "issuperset": _set_test(lambda w, a, b: _within(w, b, a)),
    "isdisjoint": _set_test(_apart),
})  # fmt: skip
