"""Calls of functions and closures: parameters and defaults, specialisation, results."""

from __future__ import annotations

import ast
import functools
import types as python_types
from collections.abc import Callable
from typing import Any

from zermelo.compiler.errors import OutOfMemory, Refusal
from zermelo.compiler.layout import llvm_type
from zermelo.compiler.producers import producer_of
from zermelo.compiler.program import Closure, Specialisation, flow_back, is_kernel
from zermelo.compiler.source import Code, code_of
from zermelo.compiler.tables import CALLS, builtin_of, operation
from zermelo.compiler.types import NOTHING, Cell, Type, element, key, vartuple
from zermelo.compiler.values import NEVER, Arguments, Lazy, Value
from zermelo.compiler.walk import memory
from zermelo.compiler.walk.conversions import make_tuple
from zermelo.compiler.walk.generators import generate, generator_type
from zermelo.compiler.walk.sharing import is_shared, once
from zermelo.compiler.walker import Walker, size_text

Bound = list[tuple[str, Value]]  # the parameters of a call, with their values


@operation("function")
def call_function(
    w: Walker, function: python_types.FunctionType, arguments: Arguments, node: Any = None
) -> Value:
    """The call of a Python function, specialised by the types of its arguments."""
    handler = builtin_of(function)
    if handler is not None:
        return handler(w, arguments, node)
    known = _made_in_python(w, function, arguments)
    if known is not None:
        return known
    code = code_of(function)
    bound = bind(w, code, arguments, _defaults(w, function))
    if code.is_generator:
        make = lambda: start(w, _of(w, function, bound), bound)  # noqa: E731
        return generate(w, code, function, bound, make, node)
    callee = _of(w, function, bound)
    if is_kernel(w.frame.function) and not w.specialisation.is_probe and not callee.askers:
        producer = producer_of(function)
        if producer is not None:
            return generate(w, producer, function, bound, lambda: run(w, callee, bound), node)
    return run(w, callee, bound)


def _of(w: Walker, function: python_types.FunctionType, bound: Bound) -> Specialisation:
    values = widen(w, function, bound)
    return w.program.specialise(function, [value for _name, value in values])


def _made_in_python(w: Walker, function: Any, arguments: Arguments) -> Value | None:
    """`initial()` of the game depends on nothing: it is simply called."""
    if function.__name__ != "initial" or len(arguments.all) != 1:
        return None
    game = arguments.all[0]
    if game.kind != "constant":
        return None
    name = "initial", id(game.known)
    if name not in w.program.known:
        w.program.known[name] = function(game.known)
    return w.constant(w.program.known[name])


def _defaults(w: Walker, function: python_types.FunctionType) -> dict[str, Callable[[], Value]]:
    code = code_of(function)
    given = function.__defaults__ or ()
    names = code.positional[len(code.positional) - len(given) :]
    found = {**dict(zip(names, given, strict=True)), **(function.__kwdefaults__ or {})}
    return {name: functools.partial(w.constant, value) for name, value in found.items()}


def bind(
    w: Walker, code: Code, arguments: Arguments, defaults: dict[str, Callable[[], Value]]
) -> Bound:
    """The value of each parameter, in the order of the parameters."""
    if code.double_star:
        raise Refusal("a function with **{name}; name its parameters", name=code.double_star)
    if arguments.rest is not None and not code.star:
        arguments = _spread(w, code, arguments, arguments.rest, defaults)
    found = dict(zip(code.positional, arguments.positional, strict=False))
    rest = arguments.positional[len(code.positional) :]
    for name, value in arguments.named.items():
        if name not in (*code.positional, *code.keyword_only) or name in found:
            raise Refusal("{where} takes no {name}; leave it out", name=name, where=code.name)
        found[name] = value
    for name in (*code.positional, *code.keyword_only):
        if name not in found:
            if name not in defaults:
                raise Refusal("{where} without {name}; pass it", where=code.name, name=name)
            found[name] = defaults[name]()
    if arguments.rest is not None and code.star:
        if len(arguments.positional) < len(code.positional):
            raise Refusal("* of something of unknown length; write the arguments out")
        behind = CALLS["tuple"](w, arguments.rest, (code.node, "rest"))
        first, where = make_tuple(w, rest), (code.node, "star")
        ready = NOTHING not in (first.type, behind.type)
        found[code.star] = CALLS["concatenate"](w, first, behind, where) if ready else NEVER
    elif code.star:
        found[code.star] = make_tuple(w, rest)
    elif rest:
        raise Refusal("too many arguments for {name}; leave some out", name=code.name)
    return [(name, found[name]) for name in code.all_parameters]


def _spread(
    w: Walker, code: Code, arguments: Arguments, rest: Value, defaults: dict[str, Any]
) -> Arguments:
    """f(a, *rest) of a function that takes so many arguments, and no others."""
    missing = code.positional[len(arguments.positional) :]
    if any(name in arguments.named or name in defaults for name in missing):
        raise Refusal("* of something of unknown length; write the arguments out")
    items = CALLS["tuple"](w, rest, (code.node, "rest"))
    if items.type is NOTHING:
        return Arguments([*arguments.positional, *(NEVER for _name in missing)], arguments.named)
    given = memory.length(w, items).operand
    w.fault_if(w.b.op(f"icmp ne i64 {given}, {len(missing)}"), TypeError)
    spread = [memory.item_at(w, items, str(place)) for place in range(len(missing))]
    return Arguments(arguments.positional + spread, arguments.named)


def widen(w: Walker, which: Any, bound: Bound) -> Bound:
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
                    alike = len(other.parts) == len(value.type.parts)
                    if other.kind in ("tuple", "vartuple") and not alike:
                        w.program.widened.add((which, place))
        if (which, place) in w.program.widened:
            bound[place] = name, w.convert(value, vartuple(element(value.type)))
    return bound


def _infer(w: Walker, callee: Specialisation, values: list[Value]) -> None:
    """With the pen up: what the function does to what it is given."""
    w.program.visit(callee)
    for parameter, value in zip(callee.parameters, values, strict=True):
        flow_back(parameter, value.type, w.specialisation)


def run(w: Walker, callee: Specialisation, bound: Bound, environment: str | None = None) -> Value:
    """The result of a call of a specialisation."""
    values = [value for _name, value in bound]
    if any(value.type is NOTHING for value in values) and not w.writing:
        return NEVER
    callee.callers.add(w.specialisation)
    if not w.writing:
        _infer(w, callee, values)
        if callee.may_fault:
            w.may_fault()
        found = callee.result.get()
        if found is NOTHING and callee not in w.program.active:
            w.b.dead = w.b.dead or callee.may_fault
        return known_result(found, "0", callee)
    w.program.infer_late(callee)
    w.program.want(callee)
    operands = _operands(w, callee, values, environment)
    found_type = callee.result.get()

    def call_it() -> str:
        called = f"{callee.convention}{callee.result_llvm} @{callee.name}({operands})"
        return w.check_call(w.b.op(f"call {called}"), callee)

    if found_type is NOTHING:
        call_it()
        w.b.unreachable()
        return NEVER
    if is_shared(w, callee):
        return known_result(found_type, once(w, callee, values[1], call_it), callee)
    return known_result(found_type, call_it(), callee)


def known_result(type: Type, operand: str, callee: Specialisation) -> Value:
    if type.kind == "constant":
        return Value(type, "0", type.info)
    if type.kind == "none":
        return Value(type, "0", None)
    return Value(type, operand, limits=callee.result.limits)


def _operands(
    w: Walker, callee: Specialisation, values: list[Value], environment: str | None
) -> str:
    found = ["ptr %context"] + ([f"ptr {environment}"] if environment is not None else [])
    for value, type in zip(values, callee.parameters, strict=True):
        if type.kind == "constant":
            continue
        if key(value.type) != key(type):
            raise Refusal("types that keep changing; give each variable one type")
        found.append(f"{llvm_type(type)} {value.operand}")
    return ", ".join(found)


def start(w: Walker, callee: Specialisation, bound: Bound, environment: str | None = None) -> Value:
    """A generator as a value: a coroutine that waits to be resumed."""
    values = [value for _name, value in bound]
    if any(value.type is NOTHING for value in values) and not w.writing:
        return NEVER
    type = generator_type(callee)
    w.takes_memory()
    if not w.writing:
        _infer(w, callee, values)
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
    specialisation = w.program.specialise(closure, [value for _name, value in bound])
    environment = w.b.load("ptr", callee.operand) if closure.defaults else callee.operand
    if closure.code.is_generator:
        make = functools.partial(start, w, specialisation, bound, environment)
        return Lazy(lambda body: w.iterate(make(), body, node), make)
    return run(w, specialisation, bound, environment)


def define_closure(w: Walker, node: ast.FunctionDef | ast.Lambda) -> Value:
    """A function that is defined here: its environment, and the defaults that were computed."""
    closure = w.closure(node)
    defaults = [pair for pair in _defaults_of(closure) if not isinstance(pair[1], ast.Constant)]
    computed = {name: w.expression(default) for name, default in defaults}
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
