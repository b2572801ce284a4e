"""Attributes: fields, properties, methods as values, and what is known of constants."""

from __future__ import annotations

import ast
import dataclasses
import functools
import types as python_types
from typing import Any

from zermelo.llvm.classes import class_of, own_method
from zermelo.llvm.errors import Refusal
from zermelo.llvm.layout import llvm_type
from zermelo.llvm.source import MISSING, static_attribute
from zermelo.llvm.tables import METHODS, expression
from zermelo.llvm.types import INT, Type, vartuple
from zermelo.llvm.values import NEVER, Arguments, Value
from zermelo.llvm.walk.conversions import by_member, enum_value, item_of, parts
from zermelo.llvm.walk.objects import has_field, load_field, store_field
from zermelo.llvm.walker import Walker


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
            return _of_constant(w, value.known, name)
        case "record" | "object":
            return _of_instance(w, value, name, node)
        case "enum":
            return _of_enum(w, value, name, node)
        case "int" if name in ("real", "numerator"):
            return value
        case "range" if name in ("start", "stop", "step"):
            from zermelo.llvm.walk.memory import range_parts

            place = ("start", "stop", "step").index(name)
            return Value(INT, range_parts(w, value)[place])
    if name == "__class__":
        return w.constant(class_of(value.type))
    if (value.type.kind, name) in METHODS:
        return _bound(w, name, value)
    if hasattr(class_of(value.type) or object, name):
        raise Refusal(
            "{name} of a {type}; write it in another way", name=name, type=str(value.type)
        )
    return w.fault(AttributeError)


def field_value(w: Walker, value: Value, name: str) -> Value:
    """A field of a record or an object."""
    if value.type.kind == "object":
        return load_field(w, value, name)
    result: Value = parts(w, value)[value.type.info.names.index(name)]
    return result


def _of_constant(w: Walker, known: Any, name: str) -> Value:
    found = getattr(known, name, MISSING)
    if found is MISSING:
        raise Refusal(
            "{what} has no {name}", what=getattr(known, "__name__", type(known).__name__), name=name
        )
    if isinstance(found, property) or callable(found):
        return w.constant(found)
    written = static_attribute(type(known), name)
    if isinstance(written, property) and not isinstance(known, type) and written.fget:
        # Of the game itself: it depends on nothing that changes.
        return w.constant(found)
    return w.constant(found)


def _of_instance(w: Walker, value: Value, name: str, node: Any) -> Value:
    info = value.type.info
    written = static_attribute(info.cls, name)
    if isinstance(written, functools.cached_property) and info.mutable:
        return _cached(w, value, written, name, node)
    if name in info.names:
        test = has_field(w, value, name) if info.mutable else None
        if test is not None and written is not MISSING and not callable(written):
            other = w.constant(written)  # of the class, where the object has none of its own
            return w.choose((node, "own"), test, lambda: load_field(w, value, name), lambda: other)
        return field_value(w, value, name)
    if name == "__class__":
        return w.constant(info.cls)
    if written is MISSING:
        getter = own_method(value.type, "__getattr__")
        if getter is not None:
            raise Refusal("__getattr__; name the attributes")
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
        raise Refusal("{name} of an object; rules do not need it", name=name)
    return w.constant(getattr(info.cls, name))


def _cached(w: Walker, value: Value, written: Any, name: str, node: Any) -> Value:
    """A cached_property of an object: a field that is computed when it is first asked for."""
    if not value.type.info.plain:
        raise Refusal("cached_property of a dataclass that can change; use a method")

    def compute() -> Value:
        store_field(w, value, name, w.call_function(written.func, Arguments([value])))
        return load_field(w, value, name)

    value.type.info.cell(name)
    test = has_field(w, value, name)
    assert test is not None
    return w.choose((node, "cached"), test, lambda: load_field(w, value, name), compute)


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
    table = w.constant(tuple(found))
    if table.type.kind == "tuple":
        from zermelo.llvm.types import element

        table = w.convert(table, vartuple(element(table.type)))
    return item_of(w, table, value.operand)


def store_attribute(w: Walker, target: Value, name: str, value: Value, node: Any) -> None:
    """target.name = value."""
    from zermelo.llvm.walk.conversions import switch

    if target.type.kind == "union":
        switch(w, target, lambda one: store_attribute(w, one, name, value, node))
        return
    if target.type.kind == "nothing":
        return
    if target.type.kind == "constant":
        raise Refusal("an attribute of the game or a class that is set: nothing survives a call")
    if target.type.kind != "object":
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
    if own_method(target.type, "__setattr__"):
        raise Refusal("__setattr__; set the attributes plainly")
    store_field(w, target, name, value)
