"""Functions compiled for arguments of certain types, to be called from Python."""

from __future__ import annotations

import ctypes
import functools
import types as python_types
from collections.abc import Callable
from typing import Any

from tests.compiler.guard import GuardedContext, guarded
from zermelo.compiler import LEVEL
from zermelo.compiler.boundary import Memory, read, type_of
from zermelo.compiler.errors import RuleFault
from zermelo.compiler.layout import size_of
from zermelo.compiler.native.code import Code, Context, object_code
from zermelo.compiler.program import SITE_BITS, Program, Specialisation
from zermelo.compiler.types import Type, interned, join_all
from zermelo.compiler.values import Value
from zermelo.compiler.walk.functions import entry_types, module_text, new_program

Function = python_types.FunctionType


class Compiled:
    """Several functions, compiled together; `level` is that of LLVM's work.

    `guard`: in an arena that notices who leaves his own memory.
    """

    def __init__(
        self,
        roots: list[tuple[Function, Callable[[Program], list[Type]]]],
        program: Program | None = None,
        level: int = LEVEL,
        guard: bool = False,
    ) -> None:
        self.program = program or new_program()
        given: list[tuple[Function, Callable[[], list[Value]]]] = []
        for function, types in roots:
            found = [_argument(type) for type in types(self.program)]
            given.append((function, functools.partial(list, found)))
        self.program.infer(given)
        self.entries: dict[str, Specialisation] = {}
        for function, arguments in given:
            specialisation = self.program.specialise(function, arguments())
            self.entries[f"entry_{len(self.entries)}_{function.__name__}"] = specialisation
        text = module_text(self.program, self.entries)
        self.text = guarded(text) if guard else text
        self.context = GuardedContext() if guard else None
        self.code = Code(object_code(self.text, level), list(self.entries))

    def call(self, place: int, *arguments: Any, context: Context | None = None) -> Any:
        """Calls one of the functions, with Python's values."""
        name = list(self.entries)[place]
        specialisation = self.entries[name]
        types = entry_types(specialisation)
        memory = Memory()
        whole = interned("tuple", types) if types else None
        data = memory.bytes_of(whole, arguments) if whole else b""
        out = ctypes.create_string_buffer(size_of(specialisation.result.get()) + 16)
        given = ctypes.create_string_buffer(data, len(data) + 16)
        where = context or self.context or Context()
        where.begin()
        status = self.code.entries[name](where.address, out, given)
        if status:
            cause = self.program.exceptions[(status >> SITE_BITS) - 1]
            site = self.program.sites[status & (1 << SITE_BITS) - 1]
            raise RuleFault(site.where, site.file, site.line, cause)
        return read(specialisation.result.get(), ctypes.addressof(out))


def _argument(type: Type) -> Value:
    known = type.info if type.kind == "constant" else None
    return Value(type, "0", known) if type.kind == "constant" else Value(type, "0")


def compile_function(function: Any, *samples: tuple[Any, ...]) -> Callable[..., Any]:
    """A function for arguments like these, in machine code."""

    def types(program: Program) -> list[Type]:
        columns = zip(*samples, strict=True) if samples and samples[0] else ()
        return [join_all(type_of(each, program) for each in column) for column in columns]

    compiled = Compiled([(function, types)])
    return lambda *arguments: compiled.call(0, *arguments)
