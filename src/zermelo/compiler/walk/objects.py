"""Instances of users' classes, records by value and objects by reference; attributes."""

from __future__ import annotations

import ast
import dataclasses
import functools
import types as python_types
from typing import Any

from zermelo.compiler.classes import ClassInfo, class_of, is_written, own_method
from zermelo.compiler.errors import Refusal
from zermelo.compiler.layout import llvm_type
from zermelo.compiler.source import MISSING, code_of, static_attribute
from zermelo.compiler.tables import METHODS, builtin, expression
from zermelo.compiler.types import INT, Cell, Type
from zermelo.compiler.values import NEVER, Arguments, Value
from zermelo.compiler.walk.conversions import by_member, enum_value, item_of, parts, switch
from zermelo.compiler.walk.memory import range_parts
from zermelo.compiler.walker import Walker, size_text


def make_instance(w: Walker, cls: type, arguments: Arguments, node: Any) -> Value:
    """cls(arguments)."""
    info = w.program.class_info(cls)
    if info.plain:
        return _plain(w, info, arguments)
    values = _fields(w, info, arguments, node)
    after = static_attribute(cls, "__post_init__")
    if info.mutable:
        place = blank_object(w, info)
        for name, value in values.items():
            store_field(w, place, name, value)
        if is_written(after):
            w.call_function(after, Arguments([place]))
        return place
    if len(values) < len(info.names):
        raise Refusal("a field of a frozen dataclass that __post_init__ sets; use a property")
    made = make_record(w, info, values)
    if is_written(after):
        inside = [n.attr for n in ast.walk(code_of(after).node) if isinstance(n, ast.Attribute)]
        if "__setattr__" in inside:
            raise Refusal("object.__setattr__ in __post_init__; compute it before")
        w.call_function(after, Arguments([made]))
    return made


def make_record(w: Walker, info: ClassInfo, values: dict[str, Value]) -> Value:
    """A record of its fields."""
    given = [w.kept(values[name]) for name in info.names]
    items = [w.into(cell, value) for cell, value in zip(info.cells, given, strict=True)]
    if not w.writing:
        return Value(info.type, "")
    pairs = [(llvm_type(each.type), each.operand) for each in items] or [("i8", "0")]
    return Value(info.type, w.b.aggregate(llvm_type(info.type), pairs))


def _fields(w: Walker, info: ClassInfo, arguments: Arguments, node: Any) -> dict[str, Value]:
    names = [n for n in info.names if n not in info.keyword_only and n not in info.no_init]
    cls = info.cls.__name__
    if len(arguments.positional) > len(names):
        raise Refusal("too many arguments for {name}; leave some out", name=cls)
    given = dict(zip(names, arguments.positional, strict=False))
    for name, value in arguments.named.items():
        if name not in info.names or name in given or name in info.no_init:
            raise Refusal("{name} has no field {field}; give each field once", name=cls, field=name)
        given[name] = value
    found = {}
    for name in info.names:
        if name in given:
            found[name] = given[name]
        elif name in info.defaults:
            found[name] = w.constant(info.defaults[name])
        elif name in info.factories:
            factory = w.constant(info.factories[name])
            found[name] = w.call(factory, Arguments([]), (node, info, name))
        elif name in info.no_init:
            continue
        else:
            raise Refusal("{name} without {field}; give every field a value", name=cls, field=name)
    return found


def object_llvm(info: ClassInfo) -> str:
    """The struct of an object: flags of fields that may be missing, then the fields."""
    return "{" + ", ".join(["i64", *(llvm_type(cell.get()) for cell in info.cells)]) + "}"


def blank_object(w: Walker, info: ClassInfo) -> Value:
    place = w.allocate(size_text(object_llvm(info) if w.writing else "i8"))
    w.b.store("i64", "0", place)
    return Value(info.type, place)


def _plain(w: Walker, info: ClassInfo, arguments: Arguments) -> Value:
    place = blank_object(w, info)
    init = static_attribute(info.cls, "__init__")
    if isinstance(init, python_types.FunctionType):
        w.call_function(init, arguments.with_first(place))
    elif arguments.all:
        raise Refusal("{name} takes no arguments; leave them out", name=info.cls.__name__)
    return place


def store_field(w: Walker, place: Value, name: str, value: Value) -> None:
    """object.name = value."""
    info: ClassInfo = place.type.info
    value = w.kept(value)
    if w.b.dead and not w.writing:
        return
    cell, index = info.cell(name), info.names.index(name) + 1
    w.store(cell, value, lambda type: w.b.field(object_llvm(info), place.operand, index))
    if w.writing and name in info.flags():
        flags = w.b.load("i64", place.operand)
        bit = 1 << info.flags().index(name)
        w.b.store("i64", w.b.op(f"or i64 {flags}, {bit}"), place.operand)


def has_field(w: Walker, place: Value, name: str) -> str | None:
    """Whether an object has a value in a field; None where all have."""
    flags = place.type.info.flags()
    if name not in flags:
        return None
    bit = w.b.op(f"and i64 {w.b.load('i64', place.operand)}, {1 << flags.index(name)}")
    return w.b.op(f"icmp ne i64 {bit}, 0")


def load_field(w: Walker, place: Value, name: str) -> Value:
    """object.name, where it is a field."""
    info: ClassInfo = place.type.info
    index = info.names.index(name)
    test = has_field(w, place, name)
    if test is not None:
        w.fault_if(w.b.op(f"xor i1 {test}, true"), AttributeError)
    cell: Cell = info.cells[index]
    return w.at(cell.get(), lambda type: w.b.field(object_llvm(info), place.operand, index + 1))


@builtin(object.__setattr__)
def set_plainly(w: Walker, target: Value, name: Value, value: Value, node: Any) -> None:
    """object.__setattr__(target, name, value)."""
    if not (name.is_known and isinstance(name.known, str)):
        raise Refusal("object.__setattr__ with a computed name; write the name out")
    store_attribute(w, target, name.known, value, node, plain=True)


def fields_of(w: Walker, value: Value, names: list[str] | None = None) -> list[Value]:
    """The fields of a record or an object: those of some names, or all."""
    names = value.type.info.names if names is None else names
    if value.type.kind == "object":
        return [load_field(w, value, name) for name in names]
    found = dict(zip(value.type.info.names, parts(w, value), strict=True))
    return [found[name] for name in names]


# --- attributes ----------------------------------------------------------------------------------


@expression(ast.Attribute)
def attribute_expression(w: Walker, node: ast.Attribute) -> Value:
    value = w.kept(w.expression(node.value))
    w.frame.line = node.lineno
    return attribute(w, value, node.attr, node)


def attribute(w: Walker, value: Value, name: str, node: Any) -> Value:
    """value.name."""
    match value.type.kind:
        case "nothing":
            return NEVER
        case "union":
            return by_member(w, value, (node, name), lambda one: attribute(w, one, name, node))
        case "constant":
            return w.constant(attribute_of(value.known, name))
        case "record" | "object":
            return _of_instance(w, value, name, node)
        case "enum":
            return _of_enum(w, value, name, node)
        case "range" if name in ("start", "stop", "step"):
            place = ("start", "stop", "step").index(name)
            return Value(INT, range_parts(w, value)[place])
    if name == "__class__":
        return w.constant(class_of(value.type))
    if (value.type.kind, name) in METHODS:
        return _bound(w, name, value)
    if hasattr(class_of(value.type) or object, name):
        what = str(value.type)
        raise Refusal("{name} of a {type}; write it in another way", name=name, type=what)
    return w.fault(AttributeError)


def attribute_of(known: Any, name: str) -> Any:
    """An attribute of an object that is known now."""
    found = getattr(known, name, MISSING)
    if found is MISSING:
        what = getattr(known, "__name__", type(known).__name__)
        raise Refusal("{what} has no {name}; define it first", what=what, name=name)
    return found


def _of_instance(w: Walker, value: Value, name: str, node: Any) -> Value:
    info = value.type.info
    written = static_attribute(info.cls, name)
    if isinstance(written, functools.cached_property) and info.mutable:
        raise Refusal("cached_property of an object that can change; use a method")
    if name in info.names:
        test = has_field(w, value, name) if info.mutable else None
        if test is not None and written is not MISSING and not callable(written):
            other = w.constant(written)  # of the class, where the object has none of its own
            return w.choose((node, "own"), test, lambda: load_field(w, value, name), lambda: other)
        if info.mutable:
            return load_field(w, value, name)
        return parts(w, value)[info.names.index(name)]
    if name == "__class__":
        return w.constant(info.cls)
    if written is MISSING:
        if own_method(value.type, "__getattr__"):
            raise Refusal("__getattr__; set the attributes in __init__")
        if value.type.kind == "object" and not w.writing:
            return NEVER  # it may be set elsewhere
        return w.fault(AttributeError)
    if isinstance(written, property):
        assert isinstance(written.fget, python_types.FunctionType)
        return w.call_function(written.fget, Arguments([value]))
    if isinstance(written, functools.cached_property):
        return w.call_function(written.func, Arguments([value]))
    if isinstance(written, python_types.FunctionType):
        return _bound(w, written, value)
    if isinstance(written, staticmethod):
        return w.constant(written.__func__)
    if name.startswith("__"):
        raise Refusal("{name} of an object; use its fields", name=name)
    return w.constant(getattr(info.cls, name))


def _bound(w: Walker, function: Any, receiver: Value) -> Value:
    """A method as a value: the function with its receiver."""
    type = Type("bound", (receiver.type,), (), function)
    pair = [(llvm_type(receiver.type), receiver.operand)]
    return Value(type, w.b.aggregate(llvm_type(type), pair))


def _of_enum(w: Walker, value: Value, name: str, node: Any) -> Value:
    cls = value.type.info
    if name in ("value", "_value_"):
        return enum_value(w, value)
    if name in ("name", "_name_"):
        table = w.constant(tuple(each.name for each in cls))
        return w.constant(value.known.name) if value.is_known else item_of(w, table, value.operand)
    written = static_attribute(cls, name)
    if isinstance(written, property) and isinstance(written.fget, python_types.FunctionType):  # noqa: SIM102
        if written.fget.__module__ != "enum":
            return w.call_function(written.fget, Arguments([value]))
    if isinstance(written, python_types.FunctionType):
        return _bound(w, written, value)
    # An attribute that each member has, such as one that __init__ sets.
    found = [getattr(each, name, MISSING) for each in cls]
    if MISSING in found:
        return w.fault(AttributeError)
    if value.is_known:
        return w.constant(getattr(value.known, name))
    return item_of(w, w.constant(tuple(found)), value.operand)


def store_attribute(
    w: Walker, target: Value, name: str, value: Value, node: Any, plain: bool = False
) -> None:
    """target.name = value; `plain`: whatever `__setattr__` the class may have."""
    if target.type.kind == "union":
        switch(w, target, lambda one: store_attribute(w, one, name, value, node, plain))
        return
    if target.type.kind == "nothing":
        return
    if target.type.kind == "constant":
        raise Refusal("an assignment to an attribute of the game; keep the value in the state")
    if target.type.kind != "object":
        if plain:
            raise Refusal("object.__setattr__ of {what}; make another", what=str(target.type))
        frozen = target.type.kind == "record" and dataclasses.is_dataclass(target.type.info.cls)
        w.fault(dataclasses.FrozenInstanceError if frozen else AttributeError)
        return
    written = static_attribute(target.type.info.cls, name)
    if isinstance(written, property):
        if written.fset is None:
            w.fault(AttributeError)
            return
        w.call_function(written.fset, Arguments([target, value]))
        return
    if own_method(target.type, "__setattr__") and not plain:
        raise Refusal("__setattr__; set the attributes plainly")
    store_field(w, target, name, value)
