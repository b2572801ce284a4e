"""Dicts, sets and lists: making, changing, combining them."""

from __future__ import annotations

import ast
from typing import Any, Final

from zermelo.compiler.errors import Refusal
from zermelo.compiler.types import NOTHING, SETS, Cell, Type, element, list_of, set_of, vartuple
from zermelo.compiler.values import NEVER, Arguments, Lazy, Value
from zermelo.compiler.walk import conversions, memory
from zermelo.compiler.walk.hashes import foreign
from zermelo.compiler.walk.iteration import dict_loop, iterate
from zermelo.compiler.walk.numbers import as_int
from zermelo.compiler.walker import Walker

# --- dicts ---------------------------------------------------------------------------------------


def set_entry(w: Walker, target: Value, key: Value, value: Value) -> None:
    """target[key] = value."""
    key, value = w.kept(key), w.kept(value)
    if NOTHING in (key.type, value.type) and not w.writing:
        return
    memory.writable(w, target)
    name, item = memory.join_item(w, target, key, 0), memory.join_item(w, target, value, 1)
    if NOTHING not in (target.type.cells[0].get(), target.type.cells[1].get()):
        w.library("dict_set", target, name, item)


def entry(w: Walker, target: Value, key: Value, node: Any) -> Value:
    """target[key]."""
    keys = target.type.cells[0].get()
    if keys is NOTHING and target.type.info is not None:
        keys = key.type
        memory.join_item(w, target, key, 0)
    if keys is NOTHING:
        return w.fault_if_empty(KeyError)
    make = target.type.info

    def one(each: Value) -> Value:
        if foreign(w, each, keys):
            return w.fault(KeyError)
        if make is COUNTER:
            return entry_or(w, target, each, w.constant(0), (node, "count"))
        if make is not None:
            _make_entry(w, target, each, make, node)
        return w.library("dict_get", target, each)

    return conversions.by_member(w, key, (node, "key"), one)


class Factory:
    """What makes the missing entries of a defaultdict."""

    def __init__(self, value: Value) -> None:
        self.type, self.known = value.type, value.known


COUNTER: Final = Factory(NEVER)  # of a Counter: missing entries are 0, and stay missing


def _make_entry(w: Walker, target: Value, key: Value, make: Factory, node: Any) -> None:
    """A missing entry is made by the factory."""
    place = w.library("dict_find", target, key)
    if place.type is NOTHING:
        return
    missing = w.b.op(f"icmp slt i64 {place.operand}, 0")

    def add() -> None:
        made = w.kept(w.call(Value(make.type, "0", make.known), Arguments([]), (node, "made")))
        set_entry(w, target, key, made)

    w.branches(missing, add, lambda: None)


def entry_or(w: Walker, target: Value, key: Value, default: Value, node: Any) -> Value:
    """target.get(key, default)."""
    keys, _values = (cell.get() for cell in target.type.cells)
    if keys is NOTHING:
        return default if w.writing else Value(default.type, default.operand)

    def one(each: Value) -> Value:
        if foreign(w, each, keys):
            return default
        place = w.library("dict_find", target, each)
        if place.type is NOTHING:
            return NEVER
        found = w.b.op(f"icmp sge i64 {place.operand}, 0")
        data = memory.get_field(w, target, "values")
        take = lambda: memory.load_item(w, data, place.operand)  # noqa: E731
        return w.choose((node, "get", each.kind), found, take, lambda: default)

    return conversions.by_member(w, key, (node, "key"), one)


def remove_entry(w: Walker, target: Value, key: Value) -> None:
    """Del target[key]."""
    keys = target.type.cells[0].get()
    memory.writable(w, target)
    if keys is NOTHING:
        w.fault_if_empty(KeyError)
        return

    def one(each: Value) -> None:
        if foreign(w, each, keys):
            w.fault(KeyError)
            return
        w.library("dict_remove", target, each)

    conversions.switch(w, key, one)


def update_dict(w: Walker, target: Value, other: Value, node: Any) -> None:
    """target.update(other)."""
    if isinstance(other, Lazy) or other.type.kind not in ("dict", "nothing"):

        def pair(item: Value) -> None:
            if item.type.kind == "tuple" and len(item.type.parts) == 2:
                name, value = conversions.parts(w, item)
                set_entry(w, target, name, value)
            else:
                raise Refusal("a dict made of something other than pairs; use a dict comprehension")

        w.iterate(other, pair, node)
        return
    if other.type.kind == "dict":
        dict_loop(w, other, lambda i: set_entry(w, target, *entry_at(w, other, i)))


def entry_at(w: Walker, target: Value, index: str) -> tuple[Value, Value]:
    keys, values = memory.get_field(w, target, "keys"), memory.get_field(w, target, "values")
    return memory.load_item(w, keys, index), memory.load_item(w, values, index)


def merged_dict(w: Walker, a: Value, b: Value, node: Any) -> Value:
    """A | b."""
    found = memory.new_container(w, "dict", ("merged", node))
    update_dict(w, found, a, node)
    update_dict(w, found, b, node)
    return found


def dict_view(w: Walker, target: Value, what: str, node: Any) -> Value:
    """target.keys(), values() or items(): gone through at once."""

    def at(index: str) -> Value:
        name, value = entry_at(w, target, index)
        if what == "items":
            return conversions.make_tuple(w, [name, value])
        return name if what == "keys" else value

    def produce(body: Any) -> None:
        dict_loop(w, target, lambda i: body(at(i)))

    return Lazy(produce, None, lambda: memory.length(w, target), sized=True)


# --- sets ----------------------------------------------------------------------------------------


def update_set(w: Walker, target: Value, item: Value) -> None:
    """target.add(item)."""
    item = w.kept(item)
    if item.type is NOTHING and not w.writing:
        return
    memory.writable(w, target)
    item = memory.join_item(w, target, item)
    if element(target.type) is not NOTHING:
        w.library("set_add", target, item)


def set_from(w: Walker, value: Value, node: Any, frozen: bool = False) -> Value:
    """set(value), in CPython's order."""
    if not isinstance(value, Lazy) and value.kind in SETS:
        return copied_set(w, value, node, frozen)
    found = memory.new_container(w, "frozenset" if frozen else "set", node)
    merge_set(w, found, value, node)
    return found


def merge_set(w: Walker, target: Value, value: Value, node: Any) -> None:
    """target.update(value), as CPython does it: a set or dict makes room first."""
    memory.writable(w, target)
    if isinstance(value, Lazy) or value.kind not in (*SETS, "dict"):
        iterate(w, value, lambda item: update_set(w, target, item), node, any_order=True)
        return
    if not memory.holding(w, target, element(value.type)) or element(value.type) is NOTHING:
        return
    if value.kind in SETS:
        w.library("set_merge", target, value)
    else:
        w.library("set_room", target, memory.length(w, value))
        iterate(w, value, lambda item: update_set(w, target, item), node)


def copied_set(w: Walker, value: Value, node: Any, frozen: bool) -> Value:
    """A copy; a frozenset of a frozenset is that one itself."""
    if frozen and value.kind == "frozenset":
        return value
    found = memory.blank(w, set_of(w.cell(("items", node, 0)), frozen))
    memory.holding(w, found, element(value.type))
    if element(value.type) is not NOTHING:
        w.library("set_merge", found, value)
    return found


NAMES = {
    ast.BitOr: "set_union", ast.BitAnd: "set_common", ast.Sub: "set_without",
    ast.BitXor: "set_either",
}  # fmt: skip


def set_operation(w: Walker, op: type[ast.operator], a: Value, b: Value, node: Any) -> Value:
    """A | b, a & b, a - b, a ^ b: of the kind of a."""
    found = memory.blank(w, Type(a.kind, (), (w.cell(("items", ("op", node), 0)),)))
    memory.holding(w, found, element(a.type))
    if op in (ast.BitOr, ast.BitXor):
        memory.holding(w, found, element(b.type))
    if element(found.type) is NOTHING:
        return found
    a, b = (_of_items(w, v, element(found.type)) for v in (a, b))
    w.library(NAMES[op], found, a, b)
    return found


def _of_items(w: Walker, value: Value, type: Type) -> Value:
    """A set that is empty and has no type yet, as one of these items."""
    if element(value.type) is not NOTHING or not w.writing:
        return value
    return Value(Type(value.kind, (), (Cell(type),)), value.operand)


def remove_item(w: Walker, target: Value, item: Value, must: bool) -> None:
    """target.remove(item) or target.discard(item)."""
    memory.writable(w, target)
    keys = element(target.type)
    if keys is NOTHING:
        if must:
            w.fault_if_empty(KeyError)
        return

    def one(each: Value) -> None:
        if foreign(w, each, keys):
            if must:
                w.fault(KeyError)
            return
        w.library("set_remove" if must else "set_discard", target, each)

    conversions.switch(w, w.kept(item), one)


# --- lists ---------------------------------------------------------------------------------------


def extend(w: Walker, target: Value, other: Value, node: Any) -> None:
    """Target += other."""
    memory.writable(w, target)
    if not isinstance(other, Lazy) and other.type.kind == "list":
        if memory.holding(w, target, element(other.type)) and element(other.type) is not NOTHING:
            w.library("list_extend", target, other)
        return
    w.iterate(other, lambda item: memory.append(w, target, item), node)


def repeat(w: Walker, value: Value, times: Value, node: Any) -> Value:
    """Value * times."""
    times = as_int(w, times)
    if value.is_known and times.is_known and value.kind in ("str", "tuple", "vartuple"):
        return w.constant(value.known * times.known)
    if value.kind in ("tuple", "record"):
        if times.is_known and len(conversions.parts(w, value)) * times.known <= 16:
            return conversions.make_tuple(w, conversions.parts(w, value) * times.known)
        value = conversions.spread(w, value)
    if value.kind == "list":
        found = memory.blank(w, list_of(w.cell(("items", ("repeat", node), 0))))
        memory.holding(w, found, element(value.type))
        if element(value.type) is not NOTHING:
            w.library("list_repeat", found, value, times)
        return found
    if value.kind != "str" and element(value.type) is NOTHING:
        return value
    data = w.library("items_repeat", memory.data_of(w, value), memory.length(w, value), times)
    count = w.library("repeated", memory.length(w, value), times)
    known = None
    if times.is_known and value.type.info is not None:
        known = max(0, times.known) * value.type.info
    type = value.type if value.kind == "str" else vartuple(element(value.type), known)
    return conversions.sequence_value(w, type, data.operand, count.operand)
