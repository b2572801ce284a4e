"""Whole functions and modules as text of LLVM's: parameters, bodies, faults, entries."""

from __future__ import annotations

import ast
from typing import Final

import zermelo.compiler.builtins
import zermelo.compiler.library  # noqa: F401  (both fill the tables)
from zermelo.compiler.builder import IN_CONTEXT, METADATA
from zermelo.compiler.errors import CannotCompile, Refusal, mistake, refused
from zermelo.compiler.layout import llvm_type
from zermelo.compiler.program import SHARED, Program, Specialisation
from zermelo.compiler.types import NONE, Type
from zermelo.compiler.values import Value
from zermelo.compiler.walk import (  # noqa: F401  (they fill the tables)
    calls,
    constants,
    exceptions,
    expressions,
    iteration,
    objects,
    patterns,
)
from zermelo.compiler.walk.generators import Coroutine
from zermelo.compiler.walk.statements import leave_with
from zermelo.compiler.walker import Walker


def new_program() -> Program:
    program = Program()
    program.walk = lambda specialisation, writing: walk(program, specialisation, writing)
    return program


def walk(program: Program, specialisation: Specialisation, writing: bool) -> str:
    """Walks a function; with the pen down, its text."""
    w = Walker(program, specialisation, writing)
    try:
        return _walk(w)
    except (CannotCompile, RecursionError):  # in a function that it calls; `Program.infer` says it
        raise
    except Exception as error:
        refusal = error if isinstance(error, Refusal) else mistake(error)
        code = w.frame.code
        line = w.frame.line or code.node.lineno
        raise refused(code.name, code.file, line, refusal) from error


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
        limits = None if specialisation.is_library else specialisation.given[place].limits
        given = Value(type, f"%a{place}", limits=limits)
        values.append((name, Value(NONE, "0", None) if type is NONE else given))
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


ATTRIBUTES = {"inline": "alwaysinline ", "cold": "noinline cold "}


def _text(w: Walker, signature: list[str]) -> str:
    specialisation = w.specialisation
    hint = getattr(specialisation.function, "hint", "")
    attribute = ATTRIBUTES.get(hint, "")
    result = "ptr" if w.coroutine else specialisation.result_llvm
    if w.coroutine:
        attribute += "presplitcoroutine "
    lines = [
        f"define internal {specialisation.convention}{result} @{specialisation.name}"
        f"({', '.join(signature)}) "
        f"{attribute}nounwind {{"
    ]
    meets = specialisation.may_fault and not w.coroutine
    if meets:
        w.b.stack += [
            f"  %value = alloca {result}",
            f"  %status = getelementptr {result}, ptr %value, i32 0, i32 1",
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
            lines += [f"  store i32 {status}, ptr %status", "  br label %leave"]
    if meets:
        lines += ["leave:", f"  %pair = load {result}, ptr %value", f"  ret {result} %pair"]
    text = "\n".join([*lines, "}"])
    return unrolled(text, f"@{specialisation.name}") if hint == "unrolled" else text


def unrolled(text: str, name: str) -> str:
    """A recursive function, and a copy of it that is inlined at its calls."""
    head, body = text.split("\n", 1)
    copied = head.replace(f"{name}(", f"{name}.copy(").replace("nounwind", "alwaysinline nounwind")
    return "\n".join([head, body.replace(f"{name}(", f"{name}.copy("), copied, body])


# --- modules -------------------------------------------------------------------------------------

ALLOCATE: Final = """\
define internal ptr @allocate(ptr noalias %context, i64 %size) alwaysinline nounwind {
  %more = add i64 %size, 7
  %whole = and i64 %more, -8
  %top = load ptr, ptr %context, !tbaa !8, !nonnull !9
  %limit = getelementptr i8, ptr %context, i64 8
  %end = load ptr, ptr %limit, !tbaa !8
  %left.end = ptrtoint ptr %end to i64
  %left.top = ptrtoint ptr %top to i64
  %left = sub i64 %left.end, %left.top
  %fits = icmp ule i64 %whole, %left
  br i1 %fits, label %yes, label %no, !prof !1
yes:
  %new = getelementptr i8, ptr %top, i64 %whole
  store ptr %new, ptr %context, !tbaa !8
  ret ptr %top
no:
  ret ptr null
}"""
NEXT_NODE: Final = """\
define internal void @next_node(ptr noalias %context) alwaysinline nounwind {
  %step = load i64, ptr @step
  %place = getelementptr i8, ptr %context, i64 32
  %old = load i64, ptr %place, !tbaa !8
  %new = add i64 %old, %step
  store i64 %new, ptr %place, !tbaa !8
  ret void
}"""


def entry_text(name: str, specialisation: Specialisation) -> str:
    """A function that Python can call: status = name(context, result, arguments)."""
    types = entry_types(specialisation)
    arguments = "{" + ", ".join(map(llvm_type, types)) + "}"
    lines = [f"define i32 @{name}(ptr %context, ptr %out, ptr %in) nounwind {{"]
    operands = ["ptr %context"]
    for place, type in enumerate(types):
        lines += [
            f"  %p{place} = getelementptr {arguments}, ptr %in, i32 0, i32 {place}",
            f"  %a{place} = load {llvm_type(type)}, ptr %p{place}",
        ]
        operands.append(f"{llvm_type(type)} %a{place}")
    result = specialisation.result_llvm
    value = specialisation.value_llvm
    called = f"{specialisation.convention}{result} @{specialisation.name}"
    lines.append(f"  %r = call {called}({', '.join(operands)})")
    found, status = "%r", "0"
    if specialisation.may_fault:
        found, status = "%v", "%s"
        lines += [f"  %{part} = extractvalue {result} %r, {i}" for i, part in enumerate("vs")]
    return "\n".join([*lines, f"  store {value} {found}, ptr %out", f"  ret i32 {status}", "}"])


def entry_types(specialisation: Specialisation) -> list[Type]:
    return [type for type in specialisation.parameters if type.kind != "constant"]


def module_text(program: Program, entries: dict[str, Specialisation]) -> str:
    """The text of a module with an entry for each of these."""
    functions = program.write(list(entries.values()))
    return whole_text(program, functions + [entry_text(*each) for each in entries.items()])


def whole_text(program: Program, functions: list[str]) -> str:
    """These functions, and what all of them use."""
    # Where nothing is shared nobody looks at the number of a node.
    step = f"@step = internal constant i64 {int(program.shared_end > SHARED)}"
    return "\n".join([ALLOCATE, NEXT_NODE, step, *program.global_lines, *functions, *METADATA, ""])
