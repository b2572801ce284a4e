"""Instances of users' classes: records by value, objects by reference."""

from __future__ import annotations

import ast
import types as python_types
from typing import Any

from zermelo.llvm.classes import ClassInfo, is_written
from zermelo.llvm.errors import Refusal
from zermelo.llvm.layout import llvm_type
from zermelo.llvm.source import code_of, static_attribute
from zermelo.llvm.types import Cell
from zermelo.llvm.values import Arguments, Value
from zermelo.llvm.walker import Walker, size_text


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
            raise Refusal(
                "object.__setattr__ in __post_init__; compute it where the object is made"
            )
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
    if len(arguments.positional) > len(names):
        raise Refusal("too many arguments for {name}", name=info.cls.__name__)
    given = dict(zip(names, arguments.positional, strict=False))
    for name, value in arguments.named.items():
        if name not in info.names or name in given or name in info.no_init:
            raise Refusal("{name} has no field {field}", name=info.cls.__name__, field=name)
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
            raise Refusal("{name} without {field}", name=info.cls.__name__, field=name)
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
        raise Refusal("{name} takes no arguments", name=info.cls.__name__)
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
