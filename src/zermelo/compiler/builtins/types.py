"""int, str, list, tuple, dict, set and the like as functions; len, isinstance, type."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Callable
from typing import Any

from zermelo.compiler.builtins.texts import to_text
from zermelo.compiler.classes import class_of, own_method
from zermelo.compiler.errors import Refusal
from zermelo.compiler.hashing import in_order
from zermelo.compiler.tables import builtin, builtins, method, operation
from zermelo.compiler.types import FLOAT, INT, NOTHING, RANGE, STR, Type, element, vartuple
from zermelo.compiler.values import NEVER, Arguments, Lazy, Value
from zermelo.compiler.walk import containers, memory, numbers
from zermelo.compiler.walk.calls import call_method
from zermelo.compiler.walk.comparisons import truth
from zermelo.compiler.walk.conversions import by_member, make_tuple, narrow, parts, typed_by_member
from zermelo.compiler.walk.hashes import hash_value, is_tuple
from zermelo.compiler.walk.objects import attribute, make_instance, make_record
from zermelo.compiler.walk.patterns import is_instance
from zermelo.compiler.walk.sequences import whole_index
from zermelo.compiler.walker import Walker

builtins({
    len: memory.length,
    bool: lambda w, value=None: w.constant(False) if value is None else truth(w, value),
    str: lambda w, value=None, *, node: to_text(w, value, node) if value else w.constant(""),
})  # fmt: skip


@builtin(int)
def int_(w: Walker, number: Value | None = None, base: Value | None = None) -> Value:
    if number is None:
        return w.constant(0)
    value = w.kept(number)
    if base is not None:
        raise Refusal("int with a base; use arithmetic")

    def one(each: Value) -> Value:
        if method := own_method(each.type, "__int__") or own_method(each.type, "__index__"):
            return w.call_function(method, Arguments([each]))
        if numbers.is_number(each):
            return numbers.to_int(w, numbers.as_number(w, each))
        if each.type is STR:
            return w.library("text_int", each)
        return w.fault(TypeError)

    return typed_by_member(w, value, INT, one)


@builtin(float)
def float_(w: Walker, number: Value | None = None) -> Value:
    if number is None:
        return w.constant(0.0)
    value = w.kept(number)
    if value.is_known and isinstance(value.known, str):
        try:
            return w.constant(float(value.known))
        except ValueError:
            return w.fault(ValueError)

    def one(each: Value) -> Value:
        if numbers.is_number(each):
            return w.convert(numbers.as_number(w, each), FLOAT)
        if each.type is STR:
            raise Refusal("float of a string; use numbers")
        return w.fault(TypeError)

    return typed_by_member(w, value, FLOAT, one)


def _made(
    empty: Callable[[Walker, Any], Value], make: Callable[[Walker, Value, Any], Value]
) -> Callable[..., Value]:
    """What a class of containers makes of nothing, and of the items of something."""

    def walk(w: Walker, source: Value | None = None, *, node: Any) -> Value:
        if source is None:
            return empty(w, node)
        if isinstance(source, Lazy):
            return make(w, source, node)
        return by_member(w, source, (node, "kind"), lambda one: make(w, one, node))

    return walk


@operation("tuple")
def as_tuple(w: Walker, value: Value, node: Any) -> Value:
    """tuple(value)."""
    if not isinstance(value, Lazy):
        if value.kind in ("tuple", "vartuple"):
            return value
        if is_tuple(value.type):
            return make_tuple(w, parts(w, value))
        if value.is_known and value.kind in ("str", "range") and len(value.known) <= 1000:
            return w.constant(tuple(value.known))
    found = memory.collect_tuple(w, value, node)
    size = value.length() if isinstance(value, Lazy) and value.length else None
    if size is not None and size.is_known and element(found.type) is not NOTHING:
        return Value(vartuple(element(found.type), size.known), found.operand)
    return found


def _empty(kind: str) -> Callable[[Walker, Any], Value]:
    return lambda w, node: memory.new_container(w, kind, node)


builtins({
    list: _made(_empty("list"), memory.collect),
    tuple: _made(lambda w, node: w.constant(()), as_tuple),
    set: _made(_empty("set"), containers.set_from),
    frozenset: _made(_empty("frozenset"), lambda w, x, node: containers.set_from(w, x, node, True)),
})  # fmt: skip


@builtin(dict, named="*")
def dict_(w: Walker, *sources: Value, named: dict[str, Value], node: Any) -> Value:
    found = memory.new_container(w, "dict", node)
    for each in sources:
        containers.update_dict(w, found, each, node)
    for name, value in named.items():
        containers.set_entry(w, found, w.constant(name), value)
    return found


@builtin(dict.fromkeys)
def from_keys(w: Walker, keys: Value, default: Value | None = None, *, node: Any) -> Value:
    value = w.kept(default or w.constant(None))
    found = memory.new_container(w, "dict", node)
    w.iterate(keys, lambda key: containers.set_entry(w, found, key, value), node)
    return found


@builtin(collections.deque, named="maxlen")
def deque(
    w: Walker, source: Value | None = None, *, maxlen: Value | None = None, node: Any
) -> Value:
    if maxlen is not None:
        raise Refusal("a deque with maxlen; take items out by popleft")
    found = memory.new_container(w, "deque", node)
    if source is not None:
        w.iterate(source, lambda item: push(w, found, item), node)
    return found


def push(w: Walker, target: Value, item: Value, name: str = "deque_append") -> None:
    value = memory.join_item(w, target, item)
    if element(target.type) is not NOTHING:
        w.library(name, target, value)


@builtin(collections.Counter)
def counter(w: Walker, source: Value | None = None, *, node: Any) -> Value:
    found = memory.blank(w, Type("dict", (), memory.site_cells(w, node, 2), containers.COUNTER))
    if not w.writing:
        found.type.cells[1].join(INT)

    def count(item: Value) -> None:
        item = w.kept(item)
        old = containers.entry_or(w, found, item, w.constant(0), (node, "old"))
        if old.type is NOTHING:
            memory.join_item(w, found, item, 0)
            return
        containers.set_entry(w, found, item, Value(INT, w.b.op(f"add i64 {old.operand}, 1")))

    if source is not None and not isinstance(source, Lazy) and source.kind == "dict":
        containers.update_dict(w, found, source, node)
    elif source is not None:
        w.iterate(source, count, node)
    return found


@builtin(collections.defaultdict)
def defaultdict(w: Walker, factory: Value | None = None, *, node: Any) -> Value:
    if factory is None or factory.kind != "constant":
        raise Refusal("a defaultdict of something computed; use int, list, set or a function")
    place = ("factory", node)
    if place not in w.program.known:
        w.program.known[place] = containers.Factory(factory)
    return memory.blank(w, Type("dict", (), memory.site_cells(w, node, 2), w.program.known[place]))


@builtin(range)
def range_(w: Walker, *limits: Value) -> Value:
    given = [whole_index(w, w.kept(each)) for each in limits]
    if any(each.type is NOTHING for each in given):
        return NEVER
    if len(given) == 1:
        given = [w.constant(0), *given]
    if len(given) == 2:
        given.append(w.constant(1))
    step = given[2]
    if step.is_known and step.known == 0:
        return w.fault(ValueError)
    if not step.is_known:
        w.fault_if(w.b.op(f"icmp eq i64 {step.operand}, 0"), ValueError)
    known: Any = range(*(each.known for each in given)) if all(e.is_known for e in given) else None
    pairs = [("i64", each.operand) for each in given]
    operand = w.b.aggregate("{i64, i64, i64}", pairs)
    return Value(RANGE, operand) if known is None else Value(RANGE, operand, known)


@builtin(isinstance)
def isinstance_(w: Walker, value: Value, cls: Value) -> Value:
    value, cls = w.kept(value), w.kept(cls)
    classes = cls.known
    if cls.type.kind == "tuple":
        classes = tuple(part.info for part in cls.type.parts)
    if not (isinstance(classes, type | tuple) or hasattr(classes, "__args__")):
        raise Refusal("isinstance with a class that is computed; name the class")
    if hasattr(classes, "__args__") and not isinstance(classes, type):
        classes = classes.__args__
    return is_instance(w, value, classes)


@builtin(type)
def type_(w: Walker, value: Value, node: Any) -> Value:
    def one(each: Value) -> Value:
        cls = type(each.known) if each.type.kind == "constant" else class_of(each.type)
        if cls is None:
            raise Refusal("type of {what}; use isinstance", what=str(each.type))
        return w.constant(cls)

    return by_member(w, w.kept(value), node, one)


@builtin(getattr)
def getattr_(
    w: Walker, value: Value, name: Value, default: Value | None = None, *, node: Any
) -> Value:
    if default is not None:
        raise Refusal("getattr with a default; give the attribute a value in __init__")
    if not name.is_known:
        raise Refusal("getattr of a name that is computed; name the attribute")
    return attribute(w, w.kept(value), name.known, node)


@builtin(ord)
def ord_(w: Walker, letter: Value) -> Value:
    value = narrow(w, letter, lambda t: t is STR, TypeError)
    if value.type is NOTHING:
        return NEVER
    if value.is_known and len(value.known) == 1:
        return w.constant(ord(value.known))
    size = memory.length(w, value)
    w.fault_if(w.b.op(f"icmp ne i64 {size.operand}, 1"), TypeError)
    return memory.load_item(w, memory.data_of(w, value), "0")


@builtin(chr)
def chr_(w: Walker, number: Value) -> Value:
    value = numbers.as_int(w, number)
    if value.is_known:
        return w.constant(chr(value.known))
    return w.library("letter_text", value)


@builtin(bin)
def bin_(w: Walker, number: Value) -> Value:
    return w.library("bits_text", numbers.as_int(w, number))


@builtin(hash)
def hash_(w: Walker, value: Value) -> Value:
    value = w.kept(value)
    own = w.frame.code.name.endswith("__hash__")  # where only the hash of equal values counts
    if value.type is not NOTHING and not own and not in_order(value.type):
        raise Refusal("hash of strings, which changes from run to run; compare the strings")
    return hash_value(w, value) if value.type is not NOTHING else NEVER


@builtin(dataclasses.replace, named="*")
def replace(w: Walker, value: Value, *, named: dict[str, Value], node: Any) -> Value:
    return call_method(w, value, "_replace", Arguments([], named), node)


@method("record", "_replace", named="*")
def record_replace(w: Walker, receiver: Value, *, named: dict[str, Value], node: Any) -> Value:
    info = receiver.type.info
    fields = dict(zip(info.names, parts(w, receiver), strict=True))
    for name, value in named.items():
        if name not in fields:
            cls = info.cls.__name__
            raise Refusal("{name} has no field {field}; give each field once", name=cls, field=name)
        fields[name] = value
    if info.cls.__dict__.get("__post_init__"):
        return make_instance(w, info.cls, Arguments([], fields), node)
    return make_record(w, info, fields)


@method("object", "_replace", named="*")
def object_replace(w: Walker, receiver: Value, *, named: dict[str, Value]) -> Value:
    raise Refusal("replace of an object that can change; use a frozen dataclass")
