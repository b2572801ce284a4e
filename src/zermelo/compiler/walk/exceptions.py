"""raise, try, with: an exception is a status, and a handler a branch."""

from __future__ import annotations

import ast
import types as python_types
from typing import Any

from zermelo.compiler.errors import LIMITS, Refusal, Unsupported
from zermelo.compiler.program import SITE_BITS
from zermelo.compiler.source import static_attribute
from zermelo.compiler.tables import statement
from zermelo.compiler.types import NOTHING
from zermelo.compiler.values import Value
from zermelo.compiler.walker import Walker


@statement(ast.Raise)
def raise_(w: Walker, node: ast.Raise) -> None:
    if node.exc is None:
        if not w.frame.caught:
            w.fault(RuntimeError)
            return
        w.propagate(w.b.load("i32", w.frame.caught[-1]))
        w.b.dead = True
        return
    call = node.exc
    found = w.expression(call.func if isinstance(call, ast.Call) else call)
    if isinstance(call, ast.Call):  # what it says is for people: only the class is kept
        if _is_exception(found):
            for each in (*call.args, *(keyword.value for keyword in call.keywords)):
                _compute(w, each)
        else:
            found = w.expression(call)
    if _is_exception(found):
        w.fault(_raised(found.known))
    elif found.type is not NOTHING:
        raise Refusal("raise of no class of exceptions; write raise ValueError(...)")


def _compute(w: Walker, node: ast.expr) -> None:
    """What an exception says: computed for its effects and faults, and not kept.

    Where it cannot be compiled, raising it is left to Python.
    """
    if isinstance(node, ast.JoinedStr):
        for each in node.values:
            if isinstance(each, ast.FormattedValue):
                _compute(w, each.value)
        return
    refused = w.program.known.setdefault("said in Python", set())
    if node not in refused and not w.b.dead:
        try:
            w.kept(w.expression(node))
        except Refusal:
            if w.writing:
                raise
            refused.add(node)
            w.b.dead = False
    if node in refused:
        w.fault(Unsupported)


def _raised(cls: type[BaseException]) -> type[BaseException]:
    """The class; one with an __init__ of its own, which may fail, is left to Python."""
    own = isinstance(static_attribute(cls, "__init__"), python_types.FunctionType)
    return Unsupported if own else cls


def _is_exception(value: Value) -> bool:
    known = value.known
    return value.kind == "constant" and isinstance(known, type) and issubclass(known, BaseException)


@statement(ast.Try)
def try_(w: Walker, node: ast.Try) -> None:
    if node.finalbody:
        raise Refusal("finally; write what it does on each way out")
    b = w.b
    status, handler, end = b.alloca("i32"), b.label("handler"), b.label("end")
    before = w.frame.handler
    w.frame.handler = (handler, status)
    w.statements(node.body)
    w.frame.handler = before
    w.statements(node.orelse)
    b.jump(end)
    b.start(handler)
    found = b.load("i32", status)
    number = b.op(f"lshr i32 {found}, {SITE_BITS}")
    for each in node.handlers:
        classes = _classes(w, each)
        test = _matches(w, number, classes)
        go, other = b.label("except"), b.label("other")
        b.branch(test, go, other)
        b.start(go)
        inside = ast.walk(ast.Module(each.body, []))
        if each.name and any(isinstance(n, ast.Name) and n.id == each.name for n in inside):
            raise Refusal("an exception as a value ({name}); catch its class alone", name=each.name)
        w.frame.caught.append(status)
        w.statements(each.body)
        w.frame.caught.pop()
        b.jump(end)
        b.start(other)
    if not b.dead:
        w.propagate(b.load("i32", status))
    b.start(end)


def _classes(w: Walker, handler: ast.ExceptHandler) -> tuple[Any, ...]:
    if handler.type is None:
        return (BaseException,)
    nodes = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    found = []
    for each in nodes:
        value = w.expression(each)
        if value.type.kind == "constant" and isinstance(value.known, type):
            found.append(value.known)
        elif value.is_known and isinstance(value.known, tuple):
            found += value.known
        else:
            raise Refusal("except of something other than a class; name the class")
    return tuple(found)


def _matches(w: Walker, number: str, classes: tuple[Any, ...]) -> str:
    """Whether the exception is one of these, or of classes derived from them."""
    test = "false"
    for place, cls in enumerate(w.program.exceptions):
        if cls not in LIMITS and issubclass(cls, classes):
            one = w.b.op(f"icmp eq i32 {number}, {place + 1}")
            test = one if test == "false" else w.b.op(f"or i1 {test}, {one}")
    return test


@statement(ast.With)
def with_(w: Walker, node: ast.With) -> None:
    w.expression(node.items[0].context_expr)  # open(...) says more
    raise Refusal("with; rules need no contexts: call the functions plainly")
