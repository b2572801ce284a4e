"""The same rules for a GPU: what Numba makes of a kernel, in LLVM's language, as PTX.

Numba has translated, checked and typed a kernel before it becomes code of this machine; the very
same is handed to LLVM's other back end, so that a rule means there what it means here, faults and
all. A kernel for a GPU is a function of the rules, of the address of a block of words, and of the
number of the thread; the first two words of its block are

    COUNT    how many threads there are
    FAULT    0, or 1 and the number of a thread that a rule has left by a fault

and what it returns is nobody's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from zermelo.compiler import cache
from zermelo.compiler.constants import digest
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.memory import WORD
from zermelo.compiler.rule_table import Rules
from zermelo.compiler.rules import CompiledGame, _compiling, refusal
from zermelo.compiler.unit import Unit, calls_itself
from zermelo.compiler.untyped import binding, cpu_target, ir, types
from zermelo.language import _

COUNT: Final = 0 * WORD
FAULT: Final = 1 * WORD
ENTRY: Final = "zermelo_kernel"  # the name of the kernel in the code
THREADS: Final = 256  # of a group

_INT, _SMALL = ir.IntType(64), ir.IntType(32)
_TRIPLE: Final = "nvptx64-nvidia-cuda"
_REGISTERS: Final = {name: f"llvm.nvvm.read.ptx.sreg.{name}" for name in ("tid.x", "ctaid.x")}


def device_code(
    game: CompiledGame[Any, Any], function: Callable[..., int], rules: Rules, architecture: str
) -> bytes:
    """The PTX of a kernel for an architecture such as sm_90, made or from the cache.

    `CannotCompile` where the rules do what a GPU cannot.
    """
    if game.room and game.room.boxed:
        words = _("cannot compile {game} for a GPU: {reason}")
        raise CannotCompile(words.format(game=game.game.name, reason=refusal(game.game)))
    with _compiling:
        recipe = game._recipe(function, rules)
        name = f"ptx-{digest(f'{recipe} {architecture}')}.bin" if recipe else None
        known = cache.read(name) if name else None
        if known is not None:
            return known
        unit = game.translator.unit(function, {"game": rules})
        _refuse_recursion(unit, game)
        code = _compiled(unit, game, architecture)
        if name:
            cache.write(name, code)
        return code


def _refuse_recursion(unit: Unit, game: CompiledGame[Any, Any]) -> None:
    for each in _units(unit, {}):
        if calls_itself(each.tree):
            words = _("{game} cannot run on a GPU: {rule} calls itself; write a loop")
            raise CannotCompile(words.format(game=game.game.name, rule=each.where))


def _units(unit: Unit, seen: dict[int, Unit]) -> Iterator[Unit]:
    """A unit and all that it calls."""
    if id(unit) in seen:
        return
    seen[id(unit)] = unit
    yield unit
    for value in unit.bindings.values():
        if isinstance(value, Unit):
            yield from _units(value, seen)


def _compiled(unit: Unit, game: CompiledGame[Any, Any], architecture: str) -> bytes:
    signature = types.int64(types.int64, types.int64)
    try:
        unit.dispatcher.compile(signature)
    except Exception as error:
        game.check_rules()
        raise game._complaint(unit, error) from error
    result = unit.dispatcher.overloads[signature.args]
    # Not optimised yet: that is left to whoever calls it (see `library`), which is what follows.
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    target = binding.Target.from_triple(_TRIPLE)
    machine = target.create_target_machine(cpu=architecture, opt=3)
    layout = str(machine.target_data)
    module = binding.parse_assembly(_for_the_card(str(result.library._final_module), layout))
    entry = str(_entry(result.fndesc.mangled_name, signature))
    module.link_in(binding.parse_assembly(_for_the_card(entry, layout)))
    for function in module.functions:
        if not function.is_declaration and function.name != ENTRY:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    _optimise(module, machine)
    for function in module.functions:
        if function.is_declaration and not function.name.startswith("llvm."):
            words = _("{game} cannot run on a GPU: its rules need {function}")
            name = game.game.name
            raise CannotCompile(words.format(game=name, function=function.name))
    return machine.emit_assembly(module).encode() + b"\0"


def _for_the_card(text: str, layout: str) -> str:
    """LLVM's language without what is said of this processor."""
    text = re.sub(r"^target (triple|datalayout) = .*$", "", text, flags=re.MULTILINE)
    text = f'target triple = "{_TRIPLE}"\ntarget datalayout = "{layout}"\n{text}'
    return re.sub(
        r"^attributes .*$",
        lambda line: re.sub(r'"[^"]*"(="[^"]*")?', "", line[0]),
        text,
        flags=re.MULTILINE,
    )


def _optimise(module: Any, machine: Any) -> None:
    options = binding.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    options.inlining_threshold = 2000  # a call costs far more there
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def _entry(inner: str, signature: Any) -> Any:
    """The kernel: each thread below the count calls the function with its number."""
    convention, module = cpu_target.target_context.call_conv, ir.Module("entry")
    kind = convention.get_function_type(signature.return_type, signature.args)
    thread = ir.Function(module, kind, inner)
    entry = ir.Function(module, ir.FunctionType(ir.VoidType(), [_INT]), ENTRY)
    entry.calling_convention = "ptx_kernel"
    registers = {
        name: ir.Function(module, ir.FunctionType(_SMALL, []), full)
        for name, full in _REGISTERS.items()
    }
    build = ir.IRBuilder(entry.append_basic_block())
    here, group = (build.zext(build.call(registers[n], []), _INT) for n in ("tid.x", "ctaid.x"))
    number = build.add(build.mul(group, ir.Constant(_INT, THREADS)), here)
    block = entry.args[0]

    def place(offset: int) -> Any:
        address = build.add(block, ir.Constant(_INT, offset))
        return build.inttoptr(address, _INT.as_pointer())

    with build.if_then(build.icmp_signed("<", number, build.load(place(COUNT)))):
        slots = [build.alloca(pointer.pointee) for pointer in kind.args[:2]]
        status = build.call(thread, [*slots, block, number])
        with build.if_then(build.icmp_signed("!=", status, ir.Constant(_SMALL, 0)), likely=False):
            build.store(build.add(number, ir.Constant(_INT, 1)), place(FAULT))
    build.ret_void()
    return module
