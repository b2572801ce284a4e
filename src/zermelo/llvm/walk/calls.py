"""Calls: of functions, closures, classes and methods; arguments and parameters."""

from __future__ import annotations

import ast
import functools
import inspect
import types as python_types
from collections.abc import Callable
from typing import Any

from zermelo.llvm.classes import is_enum
from zermelo.llvm.errors import OutOfMemory, Refusal
from zermelo.llvm.program import Closure, Specialisation, flow_back
from zermelo.llvm.source import MISSING, Code, code_of, static_attribute
from zermelo.llvm.tables import BUILTINS, CALLS, LOW_BITS, METHODS, TAKE_REST, expression, operation
from zermelo.llvm.types import (
    NOTHING,
    Cell,
    Type,
    element,
    interned,
    key,
    llvm_type,
    members,
    vartuple,
)
from zermelo.llvm.values import NEVER, Arguments, Lazy, Value
from zermelo.llvm.walk.conversions import by_member, item_of, make_tuple, narrow, parts
from zermelo.llvm.walk.generators import generate, generator_type
from zermelo.llvm.walk.objects import make_instance
from zermelo.llvm.walk.sharing import is_shared, once
from zermelo.llvm.walker import Special, Walker, size_text


@expression(ast.Call)
def call_expression(w: Walker, node: ast.Call) -> Value:
    if _is_super(w, node):
        raise Refusal("super() alone; call a method of it: super().method(...)")
    if isinstance(node.func, ast.Attribute):
        found = _super_method(w, node)
        if found is not None:
            return found
        receiver = w.expression(node.func.value)
        low = receiver.type.kind == "constant" and _is_low(
            getattr(receiver.known, node.func.attr, None)
        )
        arguments = walk_arguments(w, node, low)
        if arguments is None:
            return NEVER
        w.frame.line = node.lineno
        return call_method(w, receiver, node.func.attr, arguments, node)
    callee = w.expression(node.func)
    low = callee.type.kind == "constant" and _is_low(callee.known)
    found_arguments = walk_arguments(w, node, low)
    if found_arguments is None:
        return NEVER
    w.frame.line = node.lineno
    result: Value = call(w, callee, found_arguments, node)
    return result


def _is_low(callee: Any) -> bool:
    return isinstance(callee, python_types.FunctionType) and callee in LOW_BITS


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
                raise Refusal("* of something whose length is not known before other arguments")
        elif low:
            positional.append(CALLS["sum"](w, each).value)
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
    value = narrow(w, value, _is_sequence, TypeError)
    if value.type is NOTHING:
        return []
    if value.type.kind in ("tuple", "record"):
        return parts(w, value)
    if value.type.kind == "vartuple" and value.type.info is not None:
        return [item_of(w, value, str(i)) for i in range(value.type.info)]
    return None


def _is_sequence(type: Type) -> bool:
    return type.kind not in ("none", "int", "bool", "float", "constant", "closure")


@operation("call")
def call(w: Walker, callee: Value, arguments: Arguments, node: Any) -> Value:
    """callee(arguments)."""
    match callee.type.kind:
        case "nothing":
            return NEVER
        case "union":
            kept = Arguments(
                [w.kept(v) for v in arguments.positional],
                {name: w.kept(v) for name, v in arguments.named.items()},
            )
            return by_member(w, callee, node, lambda one: w.kept(call(w, one, kept, node)))
        case "closure":
            return call_closure(w, callee, arguments, node)
        case "bound":
            receiver = Value(
                callee.type.parts[0], w.b.extract(llvm_type(callee.type), callee.operand, 0)
            )
            if isinstance(callee.type.info, str):
                return call_method(w, receiver, callee.type.info, arguments, node)
            return call_object(w, callee.type.info, arguments.with_first(receiver), node)
        case "constant":
            return call_object(w, callee.known, arguments, node)
        case "object" | "record":
            return call_method(w, callee, "__call__", arguments, node)
    return w.fault(TypeError)


def call_object(w: Walker, callee: Any, arguments: Arguments, node: Any) -> Value:
    """The call of something that is known now."""
    if inspect.ismethod(callee):
        arguments = arguments.with_first(w.constant(callee.__self__))
        callee = callee.__func__
    handler = callee.walk if isinstance(callee, Special) else _builtin_of(callee)
    if handler is not None:
        if arguments.rest is not None and callee not in TAKE_REST:
            raise Refusal("* of something whose length is not known; write the arguments out")
        return handler(w, arguments, node)
    if isinstance(callee, functools.partial):
        first = [w.constant(each) for each in callee.args]
        named = {name: w.constant(each) for name, each in callee.keywords.items()}
        whole = Arguments([*first, *arguments.positional], {**named, **arguments.named})
        return call_object(w, callee.func, whole, node)
    if isinstance(callee, functools._lru_cache_wrapper):
        return _memoised(w, callee, arguments, node)
    if isinstance(callee, python_types.FunctionType):
        result: Value = call_function(w, callee, arguments, node)
        return result
    if isinstance(callee, type):
        if is_enum(callee):
            return _enum_member(w, callee, arguments)
        if issubclass(callee, BaseException):
            return w.constant(callee)  # raised by its class: what it says is not kept
        return make_instance(w, callee, arguments, node)
    if isinstance(callee, python_types.MethodDescriptorType) and arguments.positional:
        return _unbound(w, callee, arguments, node)
    written = static_attribute(type(callee), "__call__")
    if isinstance(written, python_types.FunctionType):
        return call_function(w, written, arguments.with_first(w.constant(callee)), node)
    name = getattr(callee, "__qualname__", str(callee))
    raise Refusal("{name}(...), which rules do not need; write it in another way", name=name)


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


def _unbound(w: Walker, callee: Any, arguments: Arguments, node: Any) -> Value:
    """str.lower(text): a method of a built-in type, by its class."""
    from zermelo.llvm.classes import class_of

    first, *rest = arguments.positional
    first = w.kept(first)
    if not all(issubclass(class_of(e) or object, callee.__objclass__) for e in members(first.type)):
        if first.type is not NOTHING:
            w.fault(TypeError)
        return NEVER
    return call_method(w, first, callee.__name__, Arguments(rest, arguments.named), node)


def _builtin_of(callee: Any) -> Callable[..., Value] | None:
    try:
        return BUILTINS.get(callee)
    except TypeError:  # what cannot be hashed is none
        return None


# --- functions -----------------------------------------------------------------------------------


@operation("function")
def call_function(
    w: Walker, function: python_types.FunctionType, arguments: Arguments, node: Any = None
) -> Value:
    """The call of a Python function, specialised by the types of its arguments."""
    handler = _builtin_of(function)
    if handler is not None:
        return handler(w, arguments, node)
    known = _made_in_python(w, function, arguments)
    if known is not None:
        return known
    code = code_of(function)
    bound = bind(w, code, arguments, _defaults(w, function))
    if code.is_generator:
        return generate(
            w, code, function, None, bound, lambda: start(w, _of(w, function, bound), bound), node
        )
    return run(w, _of(w, function, bound), bound)


def _of(
    w: Walker, function: python_types.FunctionType, bound: list[tuple[str, Value]]
) -> Specialisation:
    values = widen(w, function, bound)
    return w.program.specialise(function, [value for _name, value in values])


def _made_in_python(w: Walker, function: Any, arguments: Arguments) -> Value | None:
    """`initial()` of the game depends on nothing: it is simply called."""
    if function.__name__ != "initial" or len(arguments.all) != 1:
        return None
    game = arguments.all[0]
    if game.type.kind != "constant":
        return None
    name = "initial", id(game.known)
    if name not in w.program.known:
        w.program.known[name] = function(game.known)
    return w.constant(w.program.known[name])


def _defaults(w: Walker, function: python_types.FunctionType) -> dict[str, Callable[[], Value]]:
    code = code_of(function)
    given = function.__defaults__ or ()
    found: dict[str, Any] = dict(
        zip(code.positional[len(code.positional) - len(given) :], given, strict=True)
    )
    found.update(function.__kwdefaults__ or {})
    return {name: functools.partial(w.constant, value) for name, value in found.items()}


def bind(
    w: Walker, code: Code, arguments: Arguments, defaults: dict[str, Callable[[], Value]]
) -> list[tuple[str, Value]]:
    """The value of each parameter, in the order of the parameters."""
    found = dict(zip(code.positional, arguments.positional, strict=False))
    rest = arguments.positional[len(code.positional) :]
    for name, value in arguments.named.items():
        if name not in (*code.positional, *code.keyword_only) or name in found:
            raise Refusal(
                "an argument {name} that {where} does not take", name=name, where=code.name
            )
        found[name] = value
    for name in (*code.positional, *code.keyword_only):
        if name not in found:
            if name not in defaults:
                raise Refusal("a call of {where} without {name}", where=code.name, name=name)
            found[name] = defaults[name]()
    if code.double_star:
        raise Refusal("a function with **{name}; name its parameters", name=code.double_star)
    if arguments.rest is not None:
        if not code.star or len(arguments.positional) < len(code.positional):
            raise Refusal("* of something whose length is not known; write the arguments out")
        behind = CALLS["tuple"](w, arguments.rest, (code.node, "rest"))
        first, where = make_tuple(w, rest), (code.node, "star")
        ready = NOTHING not in (first.type, behind.type)
        found[code.star] = CALLS["concatenate"](w, first, behind, where) if ready else NEVER
    elif code.star:
        found[code.star] = make_tuple(w, rest)
    elif rest:
        raise Refusal("too many arguments for {where}", where=code.name)
    return [(name, found[name]) for name in code.all_parameters]


def widen(w: Walker, which: Any, bound: list[tuple[str, Value]]) -> list[tuple[str, Value]]:
    """Tuples that grow from call to call get one type, or inference would never end."""
    for place, (name, value) in enumerate(bound):
        value = w.kept(value)
        bound[place] = name, value
        if value.type.kind != "tuple":
            continue
        if not w.writing and (which, place) not in w.program.widened:
            for active in w.program.active:
                mine = active.function if active.owner is None else active.owner
                if mine is which and place < len(active.parameters):
                    other = active.parameters[place]
                    if other.kind in ("tuple", "vartuple") and len(other.parts) != len(
                        value.type.parts
                    ):
                        w.program.widened.add((which, place))
        if (which, place) in w.program.widened:
            bound[place] = name, w.convert(value, vartuple(element(value.type)))
    return bound


def run(
    w: Walker,
    callee: Specialisation,
    bound: list[tuple[str, Value]],
    environment: str | None = None,
) -> Value:
    """The result of a call of a specialisation."""
    values = [value for _name, value in bound]
    if any(value.type is NOTHING for value in values) and not w.writing:
        return NEVER
    callee.callers.add(w.specialisation)
    w.specialisation.callees.add(callee)
    if not w.writing:
        w.program.visit(callee)
        for parameter, value in zip(callee.parameters, values, strict=True):
            flow_back(parameter, value.type, w.specialisation)
        if callee.may_fault:
            w.may_fault()
        found = callee.result.get()
        if found is NOTHING and callee not in w.program.active:
            w.b.dead = w.b.dead or callee.may_fault
        return known_result(Value(found, "0"))
    w.program.infer_late(callee)
    w.program.want(callee)
    operands = _operands(w, callee, values, environment)
    found_type = callee.result.get()

    def call_it() -> str:
        return w.check_call(w.b.op(f"call {callee.result_llvm} @{callee.name}({operands})"), callee)

    if found_type is NOTHING:
        call_it()
        w.b.unreachable()
        return NEVER
    if is_shared(w, callee):
        return known_result(Value(found_type, once(w, callee, values[1], call_it)))
    return known_result(Value(found_type, call_it()))


def known_result(value: Value) -> Value:
    if value.type.kind == "constant":
        return Value(value.type, "0", value.type.info)
    if value.type.kind == "none":
        return Value(value.type, "0", None)
    return value


def _operands(
    w: Walker, callee: Specialisation, values: list[Value], environment: str | None
) -> str:
    found = ["ptr %context"] + ([f"ptr {environment}"] if environment is not None else [])
    for value, type in zip(values, callee.parameters, strict=True):
        if type.kind == "constant":
            continue
        if key(value.type) != key(type):
            raise Refusal("types that do not settle; give each variable one type")
        found.append(f"{llvm_type(type)} {value.operand}")
    return ", ".join(found)


def start(
    w: Walker,
    callee: Specialisation,
    bound: list[tuple[str, Value]],
    environment: str | None = None,
) -> Value:
    """A generator as a value: a coroutine that waits to be resumed."""
    values = [value for _name, value in bound]
    if any(value.type is NOTHING for value in values) and not w.writing:
        return NEVER
    type = generator_type(callee)
    if not w.writing:
        w.program.visit(callee)
        for parameter, value in zip(callee.parameters, values, strict=True):
            flow_back(parameter, value.type, w.specialisation)
        w.may_fault()
        return Value(type, "0")
    w.program.want(callee)
    made = w.b.op(f"call ptr @{callee.name}({_operands(w, callee, values, environment)})")
    w.fault_if(w.b.op(f"icmp eq ptr {made}, null"), OutOfMemory, always=True)
    return Value(type, made)


# --- closures ------------------------------------------------------------------------------------


def call_closure(w: Walker, callee: Value, arguments: Arguments, node: Any) -> Value:
    closure: Closure = callee.type.info
    bound = bind(w, closure.code, arguments, _closure_defaults(w, closure, callee.operand))
    bound = widen(w, closure, bound)
    specialisation = w.program.specialise_closure(closure, [value for _name, value in bound])
    environment = callee.operand
    if closure.defaults:
        environment = w.b.load("ptr", callee.operand)
    if closure.code.is_generator:
        return Lazy(
            lambda body: w.iterate(start(w, specialisation, bound, environment), body, node),
            lambda: start(w, specialisation, bound, environment),
        )
    return run(w, specialisation, bound, environment)


def define_closure(w: Walker, node: ast.FunctionDef | ast.Lambda) -> Value:
    """A function that is defined here: its environment, and the defaults that were computed."""
    closure = w.closure(node)
    computed = {n: w.expression(d) for n, d in _defaults_of(closure) if not _is_constant(d)}
    for name, value in computed.items():
        closure.defaults.setdefault(name, Cell())
        if not w.writing and not w.b.dead:
            closure.defaults[name].join(w.kept(value).type)
    if not computed or not w.writing:
        return Value(closure.type, w.frame.environment)
    llvm = _defaults_llvm(closure)
    place = w.allocate(size_text(llvm))
    w.b.store("ptr", w.frame.environment, place)
    for index, (name, cell) in enumerate(closure.defaults.items()):
        value = w.convert(computed[name], cell.get())
        w.b.store(llvm_type(value.type), value.operand, w.b.field(llvm, place, index + 1))
    return Value(closure.type, place)


def _defaults_of(closure: Closure) -> list[tuple[str, ast.expr]]:
    arguments = closure.code.node.args
    names = closure.code.positional[len(closure.code.positional) - len(arguments.defaults) :]
    pairs = [*zip(names, arguments.defaults, strict=True)]
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return pairs + [(each.arg, default) for each, default in named if default]


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant)


def _defaults_llvm(closure: Closure) -> str:
    parts_ = ["ptr", *(llvm_type(cell.get()) for cell in closure.defaults.values())]
    return "{" + ", ".join(parts_) + "}"


def _closure_defaults(w: Walker, closure: Closure, place: str) -> dict[str, Callable[[], Value]]:
    found: dict[str, Callable[[], Value]] = {}
    for name, default in _defaults_of(closure):
        if isinstance(default, ast.Constant):
            found[name] = functools.partial(w.constant, default.value)
        else:
            index = 1 + list(closure.defaults).index(name)
            found[name] = functools.partial(_default_at, w, closure, place, name, index)
    return found


def _default_at(w: Walker, closure: Closure, place: str, name: str, index: int) -> Value:
    llvm = _defaults_llvm(closure)
    return w.at(closure.defaults[name].get(), lambda type: w.b.field(llvm, place, index))


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
            kept = Arguments(
                [w.kept(v) for v in arguments.positional],
                {label: w.kept(v) for label, v in arguments.named.items()},
            )
            return by_member(
                w, receiver, (node, name), lambda one: w.kept(call_method(w, one, name, kept, node))
            )
        case "constant":
            return call_object(w, _attribute_of(receiver.known, name), arguments, node)
        case "record" | "object" | "enum":
            return _call_written(w, receiver, name, arguments, node)
    handler = METHODS.get((type.kind, name))
    if handler is None:
        w.fault(AttributeError)
        special = type.kind == "dict" and type.info is not None  # a Counter or defaultdict
        if special or _is_python_method(type, name):
            raise Refusal("{name} of a {type}; write it in another way", name=name, type=str(type))
        return NEVER
    return handler(w, receiver, arguments, node)


def _is_python_method(type: Type, name: str) -> bool:
    from zermelo.llvm.classes import class_of

    cls = class_of(type)
    return cls is None or hasattr(cls, name)


def _attribute_of(known: Any, name: str) -> Any:
    found = getattr(known, name, MISSING)
    if found is MISSING:
        raise Refusal("{what} has no {name}", what=str(known), name=name)
    return found


def _call_written(w: Walker, receiver: Value, name: str, arguments: Arguments, node: Any) -> Value:
    type = receiver.type
    cls = type.info if type.kind == "enum" else type.info.cls
    written = static_attribute(cls, name)
    if type.kind == "object" and name in type.info.names and written is not MISSING:
        raise Refusal("an attribute {name} that hides a method; use another name", name=name)
    if isinstance(written, python_types.FunctionType) and (type.kind, name) not in METHODS:
        result: Value = call_function(w, written, arguments.with_first(receiver), node)
        return result
    if isinstance(written, staticmethod):
        return call_object(w, written.__func__, arguments, node)
    if isinstance(written, classmethod):
        return call_object(w, written.__func__, arguments.with_first(w.constant(cls)), node)
    if isinstance(written, functools._lru_cache_wrapper):
        return _memoised(w, written, arguments.with_first(receiver), node)
    handler = METHODS.get((type.kind, name))
    if handler is not None:
        return handler(w, receiver, arguments, node)
    if type.kind == "record" and issubclass(cls, tuple) and ("tuple", name) in METHODS:
        return METHODS["tuple", name](w, make_tuple(w, parts(w, receiver)), arguments, node)
    if type.kind == "enum" and issubclass(cls, str) and ("str", name) in METHODS:
        from zermelo.llvm.walk.conversions import enum_value

        return METHODS["str", name](w, enum_value(w, receiver), arguments, node)
    from zermelo.llvm.walk.attributes import attribute

    return call(w, attribute(w, receiver, name, node), arguments, node)


# --- super ---------------------------------------------------------------------------------------


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
    raise Refusal("super().{name}, which no base class has", name=name)


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
    from zermelo.llvm.walk.comparisons import equal

    (value,) = arguments.positional
    if value.type.kind == "enum" and value.type.info is cls:
        return value
    if value.is_known:
        try:
            return w.constant(cls(value.known))
        except ValueError:
            return w.fault(ValueError)
    place = w.b.alloca("i64")
    w.b.store("i64", "-1", place)
    for index, each in enumerate(cls):
        same = equal(w, value, w.constant(each.value))
        before = w.b.load("i64", place)
        w.b.store("i64", w.b.select(same.operand, "i64", str(index), before), place)
    found = w.b.load("i64", place)
    w.fault_if(w.b.op(f"icmp slt i64 {found}, 0"), ValueError)
    return Value(interned("enum", (), cls), found)
