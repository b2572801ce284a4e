"""Calls: what is called, by which method, and with which arguments."""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import types as python_types
from typing import Any

from zermelo.compiler import tables
from zermelo.compiler.classes import class_of, is_enum
from zermelo.compiler.errors import CannotCompile, Refusal
from zermelo.compiler.layout import llvm_type
from zermelo.compiler.source import MISSING, static_attribute
from zermelo.compiler.types import NOTHING, interned
from zermelo.compiler.values import NEVER, Arguments, Lazy, Value
from zermelo.compiler.walk.comparisons import equal
from zermelo.compiler.walk.conversions import by_member, enum_value, item_of, narrow, parts
from zermelo.compiler.walk.invoke import call_closure, call_function
from zermelo.compiler.walk.objects import attribute, attribute_of, make_instance
from zermelo.compiler.walker import Walker
from zermelo.fingerprint import origin_of


@tables.expression(ast.Call)
def call_expression(w: Walker, node: ast.Call) -> Value:
    if _is_super(w, node):
        raise Refusal("super() alone; call a method of it: super().method(...)")
    if isinstance(node.func, ast.Attribute):
        found = _super_method(w, node)
        if found is not None:
            return found
        receiver = w.expression(node.func.value)
        known = getattr(receiver.known, node.func.attr, None) if receiver.is_known else None
    else:
        receiver = w.expression(node.func)
        known = receiver.known
    low = isinstance(known, python_types.FunctionType) and known in tables.LOW_BITS
    arguments = walk_arguments(w, node, low)
    if arguments is None:
        return NEVER
    w.frame.line = node.lineno
    if isinstance(node.func, ast.Attribute):
        return call_method(w, receiver, node.func.attr, arguments, node)
    return call(w, receiver, arguments, node)


def walk_arguments(w: Walker, node: ast.Call, low: bool = False) -> Arguments | None:
    """The arguments of a call; None where one has no value as yet.

    `low`: bits beyond the 64th do not matter.
    """
    positional: list[Value] = []
    rest: Value | None = None
    for each in node.args:
        if isinstance(each, ast.Starred):
            value = w.kept(w.expression(each.value))
            if value.type is NOTHING:
                return None
            found_items = starred(w, value)
            if found_items is not None:
                positional += found_items
            elif each is node.args[-1]:
                rest = value
            else:
                raise Refusal("* of something of unknown length before others; put it last")
        elif low:
            positional.append(tables.CALLS["sum"](w, each).value)
        else:
            positional.append(w.expression(each))
    named: dict[str, Value] = {}
    for keyword in node.keywords:
        value = w.expression(keyword.value)
        if keyword.arg is None:
            raise Refusal("** in a call; write the arguments out")
        named[keyword.arg] = value
    found = Arguments(positional, named, rest)
    return None if any(each.type is NOTHING for each in found.all) else found


def starred(w: Walker, value: Value) -> list[Value] | None:
    """The items of a value behind a * in a call, where its type says how many there are."""
    others = ("none", "int", "bool", "float", "constant", "closure")
    value = narrow(w, value, lambda type: type.kind not in others, TypeError)
    if value.type is NOTHING:
        return []
    if value.type.kind in ("tuple", "record"):
        return parts(w, value)
    if value.type.kind == "vartuple" and value.type.info is not None:
        return [item_of(w, value, str(i)) for i in range(value.type.info)]
    return None


@tables.operation("call")
def call(w: Walker, callee: Value, arguments: Arguments, node: Any) -> Value:
    """callee(arguments)."""
    match callee.type.kind:
        case "nothing":
            return NEVER
        case "union":
            kept = _kept(w, arguments)
            return by_member(w, callee, node, lambda one: w.kept(call(w, one, kept, node)))
        case "closure":
            return call_closure(w, callee, arguments, node)
        case "bound":
            operand = w.b.extract(llvm_type(callee.type), callee.operand, 0)
            receiver = Value(callee.type.parts[0], operand)
            if isinstance(callee.type.info, str):
                return call_method(w, receiver, callee.type.info, arguments, node)
            return call_object(w, callee.type.info, arguments.with_first(receiver), node)
        case "constant":
            return call_object(w, callee.known, arguments, node)
        case "object" | "record":
            return call_method(w, callee, "__call__", arguments, node)
    return w.fault(TypeError)


def _kept(w: Walker, arguments: Arguments) -> Arguments:
    """Arguments that several calls are given, of which one is made."""
    named = {name: w.kept(each) for name, each in arguments.named.items()}
    return Arguments([w.kept(each) for each in arguments.positional], named)


def call_object(w: Walker, callee: Any, arguments: Arguments, node: Any) -> Value:
    """The call of something that is known now."""
    if inspect.ismethod(callee):
        arguments = arguments.with_first(w.constant(callee.__self__))
        callee = callee.__func__
    special = tables.SPECIALS.get(type(callee))
    if special is not None:
        return special(w, callee, arguments, node)
    handler = tables.builtin_of(callee)
    if handler is not None:
        if arguments.rest is not None and callee not in tables.TAKE_REST:
            raise Refusal("* of something of unknown length; write the arguments out")
        return handler(w, arguments, node)
    if isinstance(callee, functools._lru_cache_wrapper):
        return _memoised(w, callee, arguments, node)
    if isinstance(callee, python_types.FunctionType | type):
        module = callee.__module__ or ""
        own = module.partition(".")[0] != "numpy" and origin_of(module) != "Python"
        try:
            if own or not inspect.isgeneratorfunction(callee):
                return _call_python(w, callee, arguments, node)
        except (CannotCompile, Refusal):
            if own:
                raise
        raise _unknown(callee)  # where it is called, not inside of it
    written = static_attribute(type(callee), "__call__")
    if isinstance(written, python_types.FunctionType):
        return call_function(w, written, arguments.with_first(w.constant(callee)), node)
    raise _unknown(callee)


def _call_python(w: Walker, callee: Any, arguments: Arguments, node: Any) -> Value:
    if isinstance(callee, python_types.FunctionType):
        return call_function(w, callee, arguments, node)
    if is_enum(callee):
        return _enum_member(w, callee, arguments)
    if issubclass(callee, BaseException):
        return w.constant(callee)  # raised by its class: what it says is not kept
    return make_instance(w, callee, arguments, node)


def _unknown(callee: Any) -> Refusal:
    """Of a function or class of a library: its name, and what to write instead."""
    name = getattr(callee, "__name__", type(callee).__name__)
    me = getattr(callee, "__self__", None)
    owner = me if isinstance(me, type) else type(me)
    module = (getattr(callee, "__module__", None) or owner.__module__).strip("_")
    if module != "builtins" and getattr(builtins, name, None) is not callee:
        name = f"{module}.{name}"
    match name.split("."):
        case ["random" | "secrets", *_]:
            return Refusal("{name}; rules are pure functions: dice are outcomes", name=name)
        case ["fractions" | "decimal", *_]:
            return Refusal("{name}; use integers or floats", name=name)
        case ["heapq", *_]:
            return Refusal("{name}; use sorted, min or a deque", name=name)
        case ["itertools", *_]:
            return Refusal("{name}; use a loop", name=name)
        case ["numpy" | "collections" | "queue", *_]:
            return Refusal("{name}; use tuples, lists or dicts", name=name)
        case ["open" | "input" | "time" | "datetime" | "os" | "sys", *_]:
            return Refusal("{name}; rules see the state alone: read it in __init__", name=name)
    return Refusal("{name}, which is not compiled; write your own", name=name)


def _memoised(w: Walker, callee: Any, arguments: Arguments, node: Any) -> Value:
    """A function with a memory, which changes nothing; of constants it is simply called."""
    if not arguments.rest and all(each.is_known for each in arguments.all):
        given = [each.known for each in arguments.positional]
        named = {name: each.known for name, each in arguments.named.items()}
        place = ("memo", callee, *((type(e), e) for e in (*given, *named.items())))
        if place not in w.program.known:
            w.program.known[place] = callee(*given, **named)
        return w.constant(w.program.known[place])
    return call_object(w, callee.__wrapped__, arguments, node)


# --- methods -------------------------------------------------------------------------------------


def call_method(w: Walker, receiver: Value, name: str, arguments: Arguments, node: Any) -> Value:
    """receiver.name(arguments)."""
    if isinstance(receiver, Lazy):
        receiver = w.kept(receiver)
    type = receiver.type
    match type.kind:
        case "nothing":
            return NEVER
        case "union":
            kept = _kept(w, arguments)
            each = lambda one: w.kept(call_method(w, one, name, kept, node))  # noqa: E731
            return by_member(w, receiver, (node, name), each)
        case "constant":
            return call_object(w, attribute_of(receiver.known, name), arguments, node)
        case "record" | "object" | "enum":
            return _call_written(w, receiver, name, arguments, node)
    handler = tables.METHODS.get((type.kind, name))
    if handler is None:
        w.fault(AttributeError)
        special = type.kind == "dict" and type.info is not None  # a Counter or defaultdict
        if special or (cls := class_of(type)) is None or hasattr(cls, name):
            raise Refusal("{name} of a {type}; write it in another way", name=name, type=str(type))
        return NEVER
    return handler(w, receiver, arguments, node)


def _call_written(w: Walker, receiver: Value, name: str, arguments: Arguments, node: Any) -> Value:
    type = receiver.type
    cls = type.info if type.kind == "enum" else type.info.cls
    written = static_attribute(cls, name)
    if type.kind == "object" and name in type.info.names and written is not MISSING:
        raise Refusal("an attribute {name} with the name of a method; use another name", name=name)
    if isinstance(written, python_types.FunctionType) and (type.kind, name) not in tables.METHODS:
        return call_object(w, written, arguments.with_first(receiver), node)
    if isinstance(written, staticmethod):
        return call_object(w, written.__func__, arguments, node)
    if isinstance(written, classmethod):
        return call_object(w, written.__func__, arguments.with_first(w.constant(cls)), node)
    if isinstance(written, functools._lru_cache_wrapper):
        return _memoised(w, written, arguments.with_first(receiver), node)
    handler = tables.METHODS.get((type.kind, name))
    if handler is not None:
        return handler(w, receiver, arguments, node)
    if type.kind == "record" and issubclass(cls, tuple) and ("tuple", name) in tables.METHODS:
        items = tables.CALLS["tuple"](w, receiver, node)
        return tables.METHODS["tuple", name](w, items, arguments, node)
    if type.kind == "enum" and issubclass(cls, str) and ("str", name) in tables.METHODS:
        return tables.METHODS["str", name](w, enum_value(w, receiver), arguments, node)
    return call(w, attribute(w, receiver, name, node), arguments, node)


def _is_super(w: Walker, node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "super"
        and node.func not in w.frame.code.names
        and not node.args
    )


def _super_method(w: Walker, node: ast.Call) -> Value | None:
    assert isinstance(node.func, ast.Attribute)
    if not _is_super(w, node.func.value):
        return None
    function, name = w.frame.function, node.func.attr
    me = w.load_variable(w.frame.code.parameters[w.frame.code.positional[0]])
    if me.type is NOTHING:
        return NEVER
    cls = type(me.known) if me.type.kind == "constant" else me.type.info.cls
    if me.type.kind == "constant" and isinstance(me.known, type):
        cls = me.known
    order = cls.__mro__
    home = next(i for i, each in enumerate(order) if _defines(each, function))
    arguments = walk_arguments(w, node)
    if arguments is None:
        return NEVER
    for each in order[home + 1 :]:
        if name in vars(each):
            found = vars(each)[name]
            if isinstance(found, staticmethod):
                return call_object(w, found.__func__, arguments, node)
            if found is object.__init__:
                return w.constant(None)
            found = found.__func__ if isinstance(found, classmethod) else found
            return call_object(w, found, arguments.with_first(me), node)
    raise Refusal("super().{name}, which no base class has; define it there", name=name)


def _defines(cls: type, function: python_types.FunctionType) -> bool:
    code = function.__code__
    for each in vars(cls).values():
        inner = getattr(each, "fget", None) or getattr(each, "__func__", each)
        inner = getattr(inner, "__wrapped__", inner)
        if getattr(inner, "__code__", None) is code:
            return True
    return False


def _enum_member(w: Walker, cls: Any, arguments: Arguments) -> Value:
    """Colour(value)."""
    (value,) = arguments.positional
    if value.type.kind == "enum" and value.type.info is cls:
        return value
    if value.is_known:
        try:
            return w.constant(cls(value.known))
        except ValueError:
            return w.fault(ValueError)
    place = w.b.variable("i64", "-1")
    for index, each in enumerate(cls):
        same = equal(w, value, w.constant(each.value))
        before = w.b.load("i64", place)
        w.b.store("i64", w.b.select(same.operand, "i64", str(index), before), place)
    found = w.b.load("i64", place)
    w.fault_if(w.b.op(f"icmp slt i64 {found}, 0"), ValueError)
    return Value(interned("enum", (), cls), found)
