"""What the compiler makes of a game, stage by stage: types, LLVM's language, machine code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from zermelo.compiler.kernels import SPARED
from zermelo.compiler.names import Variable
from zermelo.compiler.native.code import optimised, target_machine
from zermelo.compiler.program import Program, Specialisation
from zermelo.compiler.rules import CompiledGame
from zermelo.game import Game

IN_LLVM: Final = r"^define [^\n]*@(\w+)\(.*?^}"
IN_ASSEMBLY: Final = r"^_?([a-z]\w*):.*?(?=^\.?Lfunc_end|^_?[a-z]\w*:|\Z)"


def show(game: Game[Any, Any], stage: str, function: str | None = None) -> str:
    """One stage of all functions of a game's rules, or of those whose name ends so."""
    program, text = _rules(CompiledGame(game))
    if stage == "types":
        return "\n\n".join(_types(program, function))
    if stage == "ir":
        return "\n\n".join(_functions(text, program, function))
    module = optimised(text)
    if stage == "llvm":
        return "\n\n".join(_functions(str(module), program, function))
    code = str(target_machine().emit_assembly(module))
    return "\n\n".join(_functions(code, program, function, IN_ASSEMBLY)) if function else code


def _rules(compiled: CompiledGame) -> tuple[Program, str]:
    """The rules alone, as a module."""
    types, entries = compiled.types(), {}
    rules = [rule for rule in SPARED if getattr(compiled.rules, f"has_{rule}")]
    for function, arguments in [*types.roots(), *map(types.root, rules)]:
        entries[f"entry_{function.__name__}"] = types.program.specialise(function, arguments())
    return types.program, types.module_text(entries)


def _wanted(specialisation: Specialisation, function: str | None) -> bool:
    """Whether a function was asked for; what is gone through at once is a part of its rule."""
    if specialisation.is_library:
        return False
    name = specialisation.code.name.split(".")[-1]
    return function is None or name in (function, f"rule_{function}")


def _types(program: Program, function: str | None) -> Iterator[str]:
    for each in sorted(program.written, key=lambda one: one.name):
        if not _wanted(each, function):
            continue
        names = each.code.all_parameters
        given = [f"{n}: {t}" for n, t in zip(names, each.parameters, strict=True)]
        lines = [f"{each.code.name}({', '.join(given)}) -> {each.result.get()}"]
        for (path, name), cell in each.slots.items():
            if isinstance(name, Variable) and (path or name.name not in names):
                lines.append(f"    {name!r}: {cell.get()}")
        yield "\n".join(lines)


def _functions(
    text: str, program: Program, function: str | None, pattern: str = IN_LLVM
) -> Iterator[str]:
    wanted = {each.name for each in program.written if _wanted(each, function)}
    wanted |= {f"entry_{each.code.name}" for each in program.written if _wanted(each, function)}
    for found in re.finditer(pattern, text, re.MULTILINE | re.DOTALL):
        if found[1] in wanted:
            yield found[0]
