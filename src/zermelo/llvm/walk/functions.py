"""A whole function: its parameters, its body, its faults; as text of LLVM's."""

from __future__ import annotations

import ast

import zermelo.llvm.builtins
import zermelo.llvm.library  # noqa: F401  (both fill the tables)
from zermelo.llvm.builder import IN_CONTEXT
from zermelo.llvm.errors import Refusal, refused
from zermelo.llvm.layout import llvm_type
from zermelo.llvm.program import Program, Specialisation
from zermelo.llvm.types import NONE
from zermelo.llvm.values import Value
from zermelo.llvm.walk import (  # noqa: F401  (they fill the tables)
    calls,
    constants,
    exceptions,
    expressions,
    iteration,
    objects,
    patterns,
)
from zermelo.llvm.walk.generators import Coroutine
from zermelo.llvm.walk.statements import leave_with
from zermelo.llvm.walker import Walker


def new_program() -> Program:
    program = Program()
    program.walk = lambda specialisation, writing: walk(program, specialisation, writing)
    return program


def walk(program: Program, specialisation: Specialisation, writing: bool) -> str:
    """Walks a function; with the pen down, its text."""
    w = Walker(program, specialisation, writing)
    try:
        return _walk(w)
    except Refusal as refusal:
        frame, code = w.frame, w.frame.code
        if refusal.values.get("placed"):
            raise
        error = refused(code.name, code.file, frame.line or code.node.lineno, refusal)
        raise error from refusal


def _walk(w: Walker) -> str:
    specialisation = w.specialisation
    code, node = specialisation.code, specialisation.code.node
    signature = ["ptr noalias %context"] + (["ptr %env"] if specialisation.owner else [])
    if code.is_generator:
        w.coroutine = Coroutine(w)
        w.frame.yields = w.coroutine.give
        w.frame.returns = lambda value: w.b.jump(w.coroutine.end)
    values = []
    for place, (name, type) in enumerate(
        zip(code.all_parameters, specialisation.parameters, strict=True)
    ):
        if type.kind == "constant":
            values.append((name, Value(type, "0", type.info)))
            continue
        signature.append(f"{llvm_type(type)} %a{place}")
        values.append((name, Value(NONE, "0", None) if type is NONE else Value(type, f"%a{place}")))
    if w.coroutine is not None:
        w.coroutine.begin()
    if specialisation.recursive:
        w.check_depth()
    if w.writing and w.gives_back:
        w.b.emit(f"%mark = load ptr, ptr %context, {IN_CONTEXT}")
        w.next_node()
    w.open_environment()
    for name, value in values:
        w.store_variable(code.parameters[name], value)
    if isinstance(node, ast.Lambda):
        leave_with(w, w.expression(node.body))
    else:
        w.statements(node.body)
    if w.coroutine is not None:
        w.coroutine.finish()
    elif not w.b.dead:
        leave_with(w, w.constant(None))
    return _text(w, signature) if w.writing else ""


ATTRIBUTES = {"inline": "alwaysinline ", "cold": "noinline cold ", "apart": "noinline "}


def _text(w: Walker, signature: list[str]) -> str:
    specialisation = w.specialisation
    function = specialisation.function
    attribute = ATTRIBUTES.get(getattr(function, "hint", ""), "")
    result = "ptr" if w.coroutine else specialisation.result_llvm
    if w.coroutine:
        attribute += "presplitcoroutine "
    lines = [
        f"define internal {result} @{specialisation.name}({', '.join(signature)}) "
        f"{attribute}nounwind {{"
    ]
    lines += ["entry:", *w.b.stack, *w.b.lines]
    for (status, handler), label in w.faults.items():
        lines.append(f"{label}:")
        if handler is not None:
            lines += [f"  store i32 {status}, ptr {handler[1]}", f"  br label %{handler[0]}"]
        elif w.coroutine is not None:
            w.b.lines, w.b.dead = [], False
            w.coroutine.leave(str(status))
            lines += w.b.lines
        else:
            lines.append(f"  ret {result} {{{specialisation.value_llvm} poison, i32 {status}}}")
    lines.append("}")
    return "\n".join(lines)
