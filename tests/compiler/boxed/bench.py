"""Many plain Python functions as boxed machine code, all of them in one module.

bench = Bench([first, second])
bench.run(first, [3, 1, 2])         what it gives, or an Outcome that names the error
"""

from __future__ import annotations

import ast
import ctypes
import inspect
from collections.abc import Callable, Iterable
from dataclasses import FrozenInstanceError, dataclass
from enum import Enum
from typing import Any, Final

from zermelo.compiler.boxed import objects
from zermelo.compiler.boxed.layout import BoxedLayout
from zermelo.compiler.boxed.machine import HEAD, Function
from zermelo.compiler.boxed.rules import BUDGET, ENTRY
from zermelo.compiler.boxed.runtime.memory import FIRST
from zermelo.compiler.boxed.translate import World
from zermelo.compiler.untyped import binding

WORK: Final = "encode_words(m, {name}(m, {given}), out, out + {room})"
ROOM: Final = 1 << 16  # bytes for what a function gives
PREFIX: Final = "bench_"
UNSUITED: Final = "unsuited"
ERRORS: Final[tuple[type[BaseException], ...]] = (
    IndexError, KeyError, ValueError, StopIteration, ZeroDivisionError, TypeError, AttributeError,
    AssertionError, Exception,
)  # fmt: skip

Program = Callable[..., Any]


@dataclass(frozen=True)
class Outcome:
    """How a call ended that gave nothing: the name of an error, or that it is unsuited."""

    kind: str


class Bench:
    """Functions as machine code; `kinds`: classes that arguments have; `level`: of optimising."""

    def __init__(
        self, functions: Iterable[Program], kinds: Iterable[type] = (), level: int = 0
    ) -> None:
        self.world = World()
        for kind in kinds:
            self.world.class_number(kind)
        names = {function: self.world.function(function, {}) for function in functions}
        self.world.translate()
        entries = [self._entry(function, name) for function, name in names.items()]
        program = self.world.program(entries)
        text = f"{HEAD}{self.world.statics.code(PREFIX)}\n{program.text(PREFIX)}"
        text = text.replace(f"define internal i64 @{PREFIX}run_", f"define i64 @{PREFIX}run_")
        self.layout = BoxedLayout(
            ROOM // 8,
            {
                kind: (objects.FIRST_CLASS + i, self.world.fields(kind))
                for i, kind in enumerate(self.world.kinds)
            },
            tuple(self.world.members),
        )
        self.errors = {
            self.world.error_number(kind): kind.__name__ for kind in (*ERRORS, *self.world.errors)
        }
        self.engine = _machine_code(text, level)
        self.calls = {
            function: self._call(entry, len(inspect.signature(function).parameters))
            for function, entry in zip(names, entries, strict=True)
        }
        self.out = ctypes.create_string_buffer(ROOM)

    def _entry(self, function: Program, name: str) -> str:
        """Writes what decodes the arguments of a function, calls it and encodes what it gives."""
        arguments = [f"a{i}" for i, _ in enumerate(inspect.signature(function).parameters)]
        given = ", ".join(f"decode(m, {each})" for each in arguments)
        work = WORK.format(name=name, given=given, room=ROOM)
        text = ENTRY.format(name=f"run_{name}", arguments=", ".join([*arguments, "out"]), work=work)
        tree = ast.parse(text).body[0]
        assert isinstance(tree, ast.FunctionDef)
        constants = {**objects.CONSTANTS, "FIRST": FIRST, "BUDGET": BUDGET}
        self.world.functions[tree.name] = Function(
            tree.name, (*arguments, "out"), tree.body, constants, attributes="noinline"
        )
        return tree.name

    def _call(self, entry: str, count: int) -> Any:
        kind = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_char_p] * (count + 1))
        return kind(self.engine.get_function_address(PREFIX + entry))

    def copy(self, value: Any) -> Any:
        """The same value as machine code gets it: made anew from its code."""
        return self.layout.decoded(self.layout.encoded(value))

    def run(self, function: Program, *arguments: Any) -> Any:
        """What a function gives as machine code."""
        codes = [self.layout.encoded(each) for each in arguments]
        kind = self.calls[function](*codes, self.out) >> 48
        if kind == 0:
            return self.layout.decoded(self.out.raw)
        return Outcome(self.errors[kind] if kind <= objects.LAST_ERROR else UNSUITED)

    def python(self, function: Program, *arguments: Any) -> Any:
        """What it gives in Python."""
        try:
            return function(*map(self.copy, arguments))
        except Exception as error:
            kind = type(error)
            return Outcome((AttributeError if kind is FrozenInstanceError else kind).__name__)


def _machine_code(text: str, level: int) -> Any:
    """LLVM's language, as code of this machine: at level 0 in a fifth of the time."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine(opt=level)
    module = binding.parse_assembly(text)
    options = binding.create_pipeline_tuning_options(speed_level=level)
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    engine = binding.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    return engine


def shape(value: Any) -> Any:
    """A value as one that is equal only to the same: in type, in order and in what lies in it."""
    kind = type(value)
    if isinstance(value, Enum):
        return kind.__name__, value.name
    if isinstance(value, dict):
        return kind.__name__, [(shape(key), shape(each)) for key, each in value.items()]
    if isinstance(value, set | frozenset):
        return kind.__name__, sorted((shape(each) for each in value), key=repr)
    if isinstance(value, tuple | list) or kind.__name__ == "deque":
        return kind.__name__, [shape(each) for each in value]
    if isinstance(value, Outcome) or hasattr(value, "__dict__") or hasattr(value, "__slots__"):
        names = [*getattr(value, "__dict__", ()), *getattr(kind, "__slots__", ())]
        return kind.__name__, [(name, shape(getattr(value, name))) for name in sorted(names)]
    return kind.__name__, repr(value)
