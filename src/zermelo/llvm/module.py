"""A whole module of LLVM's language: declarations, constants, functions, entries."""

from __future__ import annotations

from typing import Final

from zermelo.llvm.builder import METADATA
from zermelo.llvm.layout import llvm_type
from zermelo.llvm.program import Program, Specialisation
from zermelo.llvm.types import Type

# Bump allocation in the arena of the context: null where it is full.
ALLOCATE: Final = """\
define internal ptr @allocate(ptr noalias %context, i64 %size) alwaysinline nounwind {
  %more = add i64 %size, 7
  %whole = and i64 %more, -8
  %top = load ptr, ptr %context, !tbaa !8
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
DECLARATIONS: Final = """\
declare {i64, i1} @llvm.sadd.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.ssub.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.smul.with.overflow.i64(i64, i64)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.abs.i64(i64, i1)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare double @llvm.floor.f64(double)
declare double @llvm.ceil.f64(double)
declare double @llvm.trunc.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.fabs.f64(double)
declare double @llvm.exp.f64(double)
declare double @llvm.log.f64(double)
declare double @llvm.log2.f64(double)
declare double @llvm.log10.f64(double)
declare double @llvm.sin.f64(double)
declare double @llvm.cos.f64(double)
declare double @llvm.pow.f64(double, double)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare ptr @llvm.frameaddress.p0(i32)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i64 @llvm.coro.size.i64()
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare i1 @llvm.coro.done(ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)"""


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
    lines.append(f"  %r = call {result} @{specialisation.name}({', '.join(operands)})")
    if specialisation.may_fault:
        lines += [
            f"  %v = extractvalue {result} %r, 0",
            f"  %s = extractvalue {result} %r, 1",
            "  %good = icmp eq i32 %s, 0",
            "  br i1 %good, label %yes, label %no",
            "yes:",
            f"  store {value} %v, ptr %out",
            "  ret i32 0",
            "no:",
            "  ret i32 %s",
        ]
    else:
        lines += [f"  store {value} %r, ptr %out", "  ret i32 0"]
    return "\n".join([*lines, "}"])


def entry_types(specialisation: Specialisation) -> list[Type]:
    return [type for type in specialisation.parameters if type.kind != "constant"]


def module_text(program: Program, entries: dict[str, Specialisation]) -> str:
    """The text of a module with an entry for each of these."""
    functions = program.write(list(entries.values()))
    functions += [entry_text(name, each) for name, each in entries.items()]
    return "\n".join([ALLOCATE, DECLARATIONS, *program.global_lines, *functions, *METADATA, ""])
