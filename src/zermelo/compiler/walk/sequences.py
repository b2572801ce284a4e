"""Subscripts, slices and sums of lists, tuples and strings."""

from __future__ import annotations

import ast
import enum
from typing import Any

from zermelo.compiler.classes import own_method
from zermelo.compiler.errors import Refusal
from zermelo.compiler.layout import llvm_type
from zermelo.compiler.tables import operation
from zermelo.compiler.types import INT, NONE, NOTHING, STR, Type, element, join, members, vartuple
from zermelo.compiler.values import NEVER, Arguments, Value
from zermelo.compiler.walk import conversions, memory
from zermelo.compiler.walk.containers import entry, extend, remove_entry, set_entry
from zermelo.compiler.walk.hashes import is_tuple
from zermelo.compiler.walk.numbers import as_int
from zermelo.compiler.walker import Walker

Limits = list[Value | None]


def slice_limits(w: Walker, node: ast.Slice) -> Limits:
    return [w.kept(w.expression(e)) if e else None for e in (node.lower, node.upper, node.step)]


def whole_index(w: Walker, index: Value) -> Value:
    """A subscript as an int, or a TypeError."""
    if method := own_method(index.type, "__index__"):
        index = w.call_function(method, Arguments([index]))
    elif any(own_method(each, "__index__") for each in members(index.type)):
        raise Refusal("an index of several types; use integers")
    index = conversions.narrow(w, index, _may_index, TypeError)
    return index if index.type is NOTHING else as_int(w, index)


def _may_index(type: Type) -> bool:
    return type.kind in ("int", "bool") or (type.kind == "enum" and issubclass(type.info, int))


def subscript(w: Walker, value: Value, index: Value, node: Any) -> Value:
    """value[index]."""
    if NOTHING in (value.type, index.type):
        return NEVER
    if value.type.kind == "union":
        return conversions.by_member(w, value, node, lambda one: subscript(w, one, index, node))
    if method := own_method(value.type, "__getitem__"):
        return w.call_function(method, Arguments([value, index]))
    kind = value.type.kind
    if kind == "dict":
        return entry(w, value, index, node)
    if kind == "constant":
        return _of_class(w, value, index)
    if kind not in ("tuple", "record", "vartuple", "list", "str", "range", "deque"):
        return w.fault(TypeError)
    index = whole_index(w, index)
    if index.type is NOTHING:
        return NEVER
    if kind in ("tuple", "record"):
        return _fixed_item(w, value, index)
    if value.is_known and index.is_known and kind in ("str", "vartuple", "range"):
        if not -len(value.known) <= index.known < len(value.known):
            return w.fault(IndexError)
        return w.constant(value.known[index.known])
    if kind != "range" and element(value.type) is NOTHING:
        return w.fault_if_empty(IndexError)
    return memory.item_at(w, value, memory.checked_index(w, index, memory.length(w, value)))


def _of_class(w: Walker, value: Value, index: Value) -> Value:
    """A member of an Enum by its name, or a type such as list[int], which is known."""
    known = value.known
    if isinstance(known, type) and issubclass(known, enum.Enum):
        if not index.is_known:
            raise Refusal("a member of an Enum by a computed name; use a dict of the members")
    elif isinstance(known, type):
        return value
    if index.is_known:
        try:
            return w.constant(known[index.known])
        except (KeyError, IndexError, TypeError):
            pass
    raise Refusal("a subscript of {what}; use a list, a dict or a tuple", what=str(value.type))


def _fixed_item(w: Walker, value: Value, index: Value) -> Value:
    items = conversions.parts(w, value)
    if not is_tuple(value.type):
        return w.fault(TypeError)
    if index.is_known:
        if not -len(items) <= index.known < len(items):
            return w.fault(IndexError)
        return items[int(index.known)]
    place = memory.checked_index(w, index, w.constant(len(items)))
    type = element(value.type)
    if value.is_known:
        return conversions.item_of(w, w.convert(value, vartuple(type)), place)
    if not w.writing:
        return Value(type, "0")
    llvm = f"[{len(items)} x {llvm_type(type)}]"
    whole = w.b.alloca(llvm)
    for at, item in enumerate(items):
        w.b.store(llvm_type(type), w.convert(item, type).operand, w.b.field(llvm, whole, at))
    return w.at(type, lambda t: w.b.item(llvm_type(t), whole, place))


def store_subscript(w: Walker, target: Value, index: Value, value: Value, node: Any) -> None:
    """target[index] = value."""
    if NOTHING in (target.type, index.type):
        return
    if target.type.kind == "union":
        conversions.switch(w, target, lambda one: store_subscript(w, one, index, value, node))
        return
    if method := own_method(target.type, "__setitem__"):
        w.call_function(method, Arguments([target, index, value]))
    elif target.kind == "dict":
        set_entry(w, target, index, value)
    elif target.kind in ("list", "deque"):
        memory.writable(w, target)
        item = memory.join_item(w, target, value)
        place = whole_index(w, index)
        if place.type is NOTHING:
            return
        at = memory.checked_index(w, place, memory.length(w, target))
        if element(target.type) is not NOTHING:
            name = "deque_store" if target.kind == "deque" else "list_store"
            w.library(name, target, Value(INT, at), item)
    else:
        w.fault(TypeError)


def delete_subscript(w: Walker, target: Value, index: Value, node: Any) -> None:
    """Del target[index]."""
    if NOTHING in (target.type, index.type):
        return
    if target.type.kind == "union":
        conversions.switch(w, target, lambda one: delete_subscript(w, one, index, node))
        return
    if method := own_method(target.type, "__delitem__"):
        w.call_function(method, Arguments([target, index]))
    elif target.kind == "dict":
        remove_entry(w, target, index)
    elif target.kind == "list":
        memory.writable(w, target)
        place = whole_index(w, index)
        if place.type is not NOTHING and element(target.type) is not NOTHING:
            at = memory.checked_index(w, place, memory.length(w, target))
            w.library("list_remove_at", target, Value(INT, at))
        else:
            w.fault_if_empty(IndexError)
    else:
        w.fault(TypeError)


def divided(w: Walker, value: Value, before: int, after: int, star: Any) -> list[Value]:
    """The first and the last items of a tuple or list, with a list of the others at a star."""
    if value.kind in ("tuple", "record"):
        items = conversions.parts(w, value)
        middle, lasts = items[before : len(items) - after], items[len(items) - after :]
        rest = memory.new_container(w, "list", star) if star else NEVER
        for item in middle if star else []:
            memory.append(w, rest, item)
        return [*items[:before], *([rest] if star else []), *lasts]
    size, data = memory.length(w, value), memory.data_of(w, value)
    found = [memory.item_at(w, value, str(i)) for i in range(before)]
    if star:
        at = w.b.item(llvm_type(data.type.parts[0]), data.operand, str(before))
        count = w.b.op(f"sub i64 {size.operand}, {before + after}")
        found.append(
            memory.collect(
                w, conversions.sequence_value(w, vartuple(data.type.parts[0]), at, count), star
            )
        )
    ends = [w.b.op(f"sub i64 {size.operand}, {after - i}") for i in range(after)]
    return found + [memory.item_at(w, value, end) for end in ends]


# --- slices --------------------------------------------------------------------------------------


def limits_of(w: Walker, limits: Limits, node: Any) -> list[Value]:
    """The limits of a slice, ints or None or either, and its step, an int."""

    def one(place: int, absent: Value) -> Value:
        whole = lambda each: absent if each.type is NONE else whole_index(w, each)  # noqa: E731
        return conversions.by_member(w, limits[place] or absent, (node, place), whole)

    none = w.constant(None)
    return [one(place, absent) for place, absent in enumerate((none, none, w.constant(1)))]


def window(w: Walker, size: Value, start: Value | None, end: Value | None) -> tuple[Value, Value]:
    """The limits between which something is looked for."""
    low = w.constant(0) if start is None else w.library("slice_limit", whole_index(w, start), size)
    high = size if end is None else w.library("slice_limit", whole_index(w, end), size)
    return low, high


def sequence_slice(w: Walker, value: Value, limits: Limits, node: Any) -> Value:
    """value[lower:upper:step]."""
    if value.type is NOTHING or any(e is not None and e.type is NOTHING for e in limits):
        return NEVER
    if value.type.kind == "union":
        return conversions.by_member(
            w, value, node, lambda one: sequence_slice(w, one, limits, node)
        )
    lower, upper, step = limits_of(w, limits, node)
    if NOTHING in (lower.type, upper.type, step.type):
        return NEVER
    kind = value.type.kind
    if own_method(value.type, "__getitem__"):
        raise Refusal("a slice of an object of your own class; write a method for it")
    known = all(each.is_known for each in (lower, upper, step))
    if known and (kind in ("tuple", "record") or value.is_known):
        cut = slice(lower.known, upper.known, step.known)
        if kind in ("tuple", "record"):
            return conversions.make_tuple(w, conversions.parts(w, value)[cut])
        if kind in ("str", "vartuple", "range"):
            return w.constant(value.known[cut])
    if kind == "range":
        raise Refusal("a slice of a range; write range(...) with other limits")
    if kind not in ("list", "str") and not is_tuple(value.type):
        return w.fault(TypeError)
    value = conversions.spread(w, value)
    if kind != "str" and element(value.type) is NOTHING:
        return memory.collect(w, value, node) if kind == "list" else value
    start, count, by = _cut(w, memory.length(w, value), lower, upper, step)
    return _sliced(w, value, start, count, by, node)


def _cut(
    w: Walker, count: Value, lower: Value, upper: Value, step: Value
) -> tuple[Value, Value, Value | None]:
    """The first place, how many, and the step of a slice; no step where it is 1."""
    one = step.is_known and step.known == 1
    if one and "union" not in (lower.kind, upper.kind):
        low, high = window(w, count, *(None if v.kind == "none" else v for v in (lower, upper)))
        return low, w.library("slice_count", low, high), None
    if step.is_known and step.known == 0:
        w.fault(ValueError)
        return w.constant(0), w.constant(0), step
    low = w.convert(w.library("step_start", lower, step, count), INT)
    high = w.convert(w.library("step_stop", upper, step, count), INT)
    return low, w.library("step_count", low, high, step), None if one else step


def _sliced(
    w: Walker, value: Value, start: Value, count: Value, step: Value | None, node: Any
) -> Value:
    data = memory.data_of(w, value)
    item = data.type.parts[0]
    if step is None:
        at = w.b.item(llvm_type(item), data.operand, start.operand)
    else:
        at = w.library("stepped", data, start, count, step).operand
    if value.kind != "list":
        type = STR if value.kind == "str" else vartuple(item)
        return conversions.sequence_value(w, type, at, count.operand)
    if item is NOTHING:
        return memory.new_list(w, node, None)
    return memory.collect(w, conversions.sequence_value(w, vartuple(item), at, count.operand), node)


def store_slice(w: Walker, target: Value, limits: Limits, value: Value, node: Any) -> None:
    """target[lower:upper] = value."""
    if target.type is NOTHING or value.type is NOTHING:
        return
    if target.type.kind != "list":
        raise Refusal("a slice of {what} that is changed; use a list", what=str(target.type))
    memory.writable(w, target)
    items = memory.collect(w, value, ("assigned", node))
    memory.holding(w, target, element(items.type))
    lower, upper, step = limits_of(w, limits, node)
    if not (step.is_known and step.known == 1):
        raise Refusal("a slice with a step that is changed; use a loop")
    if element(target.type) is NOTHING:
        return
    item = element(items.type)
    if w.writing and (item is NOTHING or llvm_type(item) != llvm_type(element(target.type))):
        items = _as_list(w, items, target.type)
    start, count, _step = _cut(w, memory.length(w, target), lower, upper, step)
    w.library("list_replace", target, start, count, items)


def _as_list(w: Walker, items: Value, type: Type) -> Value:
    found = memory.blank(w, type)
    if element(items.type) is not NOTHING:
        w.library("list_extend", found, items)
    return found


@operation("concatenate")
def concatenate(w: Walker, a: Value, b: Value, node: Any) -> Value | None:
    """A + b of sequences; None where they are none."""
    tuples = ("tuple", "vartuple")
    a, b = (
        conversions.make_tuple(w, conversions.parts(w, v))
        if v.kind == "record" and is_tuple(v.type)
        else v
        for v in (a, b)
    )
    if a.kind == b.kind == "str":
        if a.is_known and b.is_known:
            return w.constant(a.known + b.known)
        return w.library("text_sum", a, b)
    if a.kind in tuples and b.kind in tuples:
        if a.kind == b.kind == "tuple":
            return conversions.make_tuple(w, conversions.parts(w, a) + conversions.parts(w, b))
        item = join(element(a.type), element(b.type))
        if item is NOTHING:
            return a
        x, y = (w.convert(v, vartuple(item)) for v in (a, b))
        data = w.library(
            "items_sum",
            memory.data_of(w, x),
            memory.length(w, x),
            memory.data_of(w, y),
            memory.length(w, y),
        )
        count = w.b.op(f"add i64 {memory.length(w, x).operand}, {memory.length(w, y).operand}")
        known = [v.type.info if v.kind == "vartuple" else len(v.type.parts) for v in (a, b)]
        fixed = sum(known) if None not in known else None
        return conversions.sequence_value(w, vartuple(item, fixed), data.operand, count)
    if a.kind == b.kind == "list":
        found = memory.collect(w, a, ("sum", node))
        if memory.holding(w, found, element(b.type)) and element(b.type) is not NOTHING:
            extend(w, found, b, node)
        return found
    return None
