"""The same rules for a GPU: the functions that the processor runs, as PTX.

A kernel for a GPU is a function of the rules, of the address of a block of words, and of the number
of the thread; the first two words of its block are

    COUNT    how many threads there are
    FAULT    0, or 1 and the number of a thread that a rule has left by a fault

and what it returns is nobody's. Each thread has a context of its own (see `context`), and an arena
where anything allocates, in memory that ends with the thread.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import llvmlite.binding as llvm

from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.intrinsics import WORD
from zermelo.compiler.kernels import Rules
from zermelo.compiler.native.code import _lock
from zermelo.compiler.program import Specialisation
from zermelo.compiler.rules import CompiledGame
from zermelo.compiler.walk.functions import whole_text
from zermelo.language import _

if TYPE_CHECKING:
    from zermelo.compiler.rule_types import Types

COUNT: Final = 0 * WORD
FAULT: Final = 1 * WORD
ENTRY: Final = "zermelo_kernel"  # the name of the kernel in the code
THREADS: Final = 256  # of a group
ARENA: Final = 32 << 10  # bytes of a thread

_TRIPLE: Final = "nvptx64-nvidia-cuda"
# What the back end has, besides its own: anything else ends the process, or is not exact.
_INTRINSICS: Final = re.compile(
    r"llvm\.([su](add|sub|mul)\.with\.overflow|[su](add|sub)\.sat|[su](min|max|cmp)|ct(pop|lz|tz)"
    r"|abs|fsh[lr]|bswap|bitreverse|floor|ceil|trunc|sqrt|fabs|copysign|mem(cpy|move|set)"
    r"|lifetime|assume|experimental\.noalias|nvvm)(\.|$)"
)
_USED: Final = re.compile(r"\bcall [^@\n]*@([\w.]+)\(")


def device_code(game: CompiledGame, function: Any, rules: Rules, architecture: str) -> bytes:
    """The PTX of a kernel for an architecture such as sm_90, made or from its file.

    `CannotCompile` where the rules do what a GPU cannot.
    """
    name = game.file_name("ptx", function, rules, architecture)
    return game.kept(name, bytes, lambda: _made(game, function, rules, architecture))


def _made(game: CompiledGame, function: Any, rules: Rules, architecture: str) -> bytes:
    _program, _entry, text = game.written(function, rules, lambda *found: _text(game, *found))
    with _lock:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        machine = llvm.Target.from_triple(_TRIPLE).create_target_machine(cpu=architecture, opt=3)
        module = _optimised(text, machine)
        _refuse_missing(game, str(module))
        code: str = machine.emit_assembly(module)
    return code.encode() + b"\0"


def _text(game: CompiledGame, types: Types, entry: Specialisation) -> str:
    """The module of a kernel; a card has no stack for recursion and no coroutines."""
    program = types.program
    functions = program.write([entry])
    for each in program.specialisations.values():
        if each in program.written and (each.recursive or each.code.is_generator):
            words = _("{game} cannot run on a GPU: {rule} calls itself; write a loop")
            if not each.recursive:
                words = _(
                    "{game} cannot run on a GPU: the generator {rule} needs a coroutine; "
                    "return a list there"
                )
            raise CannotCompile(words.format(game=game.game.name, rule=each.code.name))
    arena = ARENA if any("call ptr @allocate(" in each for each in functions) else 0
    text = whole_text(program, [*functions, _entry_text(entry, program.shared_end, arena)])
    # Nobody stops a card from outside.
    return re.sub(r"load atomic (i64, ptr [^ ]+) monotonic", r"load \1", text)


def _entry_text(entry: Specialisation, context: int, arena: int) -> str:
    """The kernel: each thread below the count calls the function with its number."""
    result = entry.result_llvm
    status = f"extractvalue {result} %result, 1" if entry.may_fault else "add i32 0, 0"
    return f"""\
define ptx_kernel void @{ENTRY}(i64 %block) nounwind {{
  %context = alloca [{context} x i8], align 16
  %arena = alloca [{arena} x i8], align 16
  %here = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %group = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %place = zext i32 %here to i64
  %wide = zext i32 %group to i64
  %first = mul i64 %wide, {THREADS}
  %number = add i64 %first, %place
  %words = inttoptr i64 %block to ptr
  %count = load i64, ptr %words
  %inside = icmp slt i64 %number, %count
  br i1 %inside, label %work, label %over
work:
  call void @llvm.memset.p0.i64(ptr %context, i8 0, i64 {context}, i1 false)
  %end = getelementptr i8, ptr %arena, i64 {arena}
  %to.end = getelementptr i8, ptr %context, i64 8
  %to.node = getelementptr i8, ptr %context, i64 32
  store ptr %arena, ptr %context, !tbaa !8
  store ptr %end, ptr %to.end, !tbaa !8
  store i64 1, ptr %to.node, !tbaa !8
  %result = call {result} @{entry.name}(ptr %context, i64 %block, i64 %number)
  %status = {status}
  %good = icmp eq i32 %status, 0
  br i1 %good, label %over, label %bad, !prof !1
bad:
  %who = add i64 %number, 1
  %fault = getelementptr i8, ptr %words, i64 {FAULT}
  store i64 %who, ptr %fault
  br label %over
over:
  ret void
}}"""


def _optimised(text: str, machine: Any) -> Any:
    target = f'target triple = "{_TRIPLE}"\ntarget datalayout = "{machine.target_data}"\n'
    module = llvm.parse_assembly(target + text)  # which gives each load its alignment
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    options.inlining_threshold = 2000  # a call costs far more there
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    return module


def _refuse_missing(game: CompiledGame, text: str) -> None:
    """Asks for nothing that the back end lacks: LLVM would end the process."""
    own = set(re.findall(r"^define [^@\n]*@([\w.]+)\(", text, re.MULTILINE))
    for name in _USED.findall(text):
        if not (name in own or _INTRINSICS.match(name)):
            words = _("{game} cannot run on a GPU, which has no {function}; use whole numbers")
            what = re.sub(r"^llvm\.|\.f64$", "", name)
            raise CannotCompile(words.format(game=game.game.name, function=what))
