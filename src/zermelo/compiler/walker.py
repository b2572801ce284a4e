"""The walk over one function: constructs, variables, memory.

Each construct has one function, in `walk/` or `builtins/`, that computes its type and writes its
code; they are found through `tables.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from zermelo.compiler.builder import IN_CONTEXT
from zermelo.compiler.errors import (
    Beyond64Bits,
    Narrow,
    OutOfMemory,
    Refusal,
    Stopped,
    TooDeep,
    Unsupported,
)
from zermelo.compiler.frames import Faults, Frame
from zermelo.compiler.layout import llvm_type, size_of, structure
from zermelo.compiler.names import Variable
from zermelo.compiler.program import Closure, Program, Specialisation, is_kernel
from zermelo.compiler.source import Code
from zermelo.compiler.tables import CALLS, EXPRESSIONS, LIBRARY, STATEMENTS
from zermelo.compiler.types import NONE, NOTHING, Cell, Pinned, Type
from zermelo.compiler.values import NEVER, Arguments, Body, Lazy, Value

# Places in the context that every function is handed (see `native/code.py`).
TOP, END, STACK, STOP, NODE = 0, 8, 16, 24, 32
SHARED_END: Final = 4096
MANY: Final = 1 << 40  # items: more than any arena has room for


class Walker(Faults):
    """Walks one specialisation, with the pen up or down."""

    def __init__(self, program: Program, specialisation: Specialisation, writing: bool) -> None:
        super().__init__(program, specialisation, writing)
        self.places: dict[Any, str] = {}
        self.inlined: list[Code] = []  # generators whose bodies are being walked
        self.any_order = False  # whoever goes through items does not mind their order
        self.copies = 1  # of what is being walked, by loops over constants
        self.frame.trusted = is_trusted(specialisation.function)

    # --- constructs ------------------------------------------------------------------------------

    def expression(self, node: ast.expr) -> Value:
        self.frame.line = node.lineno
        walk = EXPRESSIONS.get(type(node))
        if walk is None:
            raise Refusal("this construct ({name}); write it in another way", name=_name(node))
        value: Value = walk(self, node)
        if value.type is NOTHING and self.writing:  # reached only where inference found no value
            self.fault(Unsupported)
        return value

    def statements(self, body: list[ast.stmt]) -> None:
        for node in body:
            if self.b.dead:
                return
            self.frame.line = node.lineno
            walk = STATEMENTS.get(type(node))
            if walk is None:
                raise Refusal("this statement ({name}); write it in another way", name=_name(node))
            walk(self, node)

    def call(self, callee: Value, arguments: Arguments, node: Any) -> Value:
        found: Value = CALLS["call"](self, callee, arguments, node)
        return found

    def iterate(self, value: Value, body: Body, node: Any) -> None:
        CALLS["iterate"](self, value, body, node)

    def convert(self, value: Value, type: Type) -> Value:
        """The same value as another type, or a fault where it is none of that type."""
        if value.type is type:
            return value
        if self.b.dead and self.writing:  # whatever is behind a fault need not fit
            return Value(type, "poison") if type is not NOTHING else NEVER
        found: Value = CALLS["convert"](self, value, type)
        return found

    def constant(self, value: Any) -> Value:
        found: Value = CALLS["constant"](self, value)
        return found

    def library(self, name: str, *arguments: Value) -> Value:
        """A call of the run-time library."""
        return self.call_function(LIBRARY[name], Arguments(list(arguments)))

    def call_function(self, function: Any, arguments: Arguments) -> Value:
        found: Value = CALLS["function"](self, function, arguments)
        return found

    # --- variables -------------------------------------------------------------------------------

    def cell(self, name: Any) -> Cell:
        return self.specialisation.slots.setdefault((self.frame.path, name), Cell())

    def put(self, name: Any, value: Value) -> None:
        """Into a place whose type is the join of all that is ever put there."""
        self.store(self.cell(name), value, lambda type: self.place(name, type))

    def into(self, cell: Cell, value: Value) -> Value:
        """A value that is put where a cell says what may be: its type is noted, or it gets that."""
        value = self.kept(value)
        if self.writing:
            return self.limited(self.convert(value, cell.get()), cell)
        if not self.b.dead:
            cell.join(value.type)
        return value

    def limited(self, value: Value, cell: Cell) -> Value:
        """An int that lies between the limits of a cell: a fault where it does not."""
        limits = cell.limits if isinstance(cell, Pinned) else None
        if not isinstance(limits, tuple) or value.is_within(*limits):
            return value
        moved = self.b.op(f"sub i64 {value.operand}, {limits[0]}")
        self.fault_if(self.b.op(f"icmp ugt i64 {moved}, {limits[1] - limits[0]}"), Narrow, True)
        return Value(value.type, value.operand, value.known, limits)

    def store(self, cell: Cell, value: Value, place: Callable[[Type], str]) -> None:
        """Puts a value into memory."""
        value, type = self.kept(value), cell.get()
        if not self.writing:
            if not self.b.dead:
                cell.join(value.type, value.limits)
        elif type.kind != "constant":
            at = place(type)
            self.b.store(llvm_type(type), self.convert(value, type).operand, at)

    def place(self, name: Any, type: Type) -> str:
        where = self.frame.path, name
        if where not in self.places:
            self.places[where] = self.b.alloca(llvm_type(type))
        return self.places[where]

    def take(self, name: Any) -> Value:
        cell = self.cell(name)
        found = self.at(cell.get(), lambda type: self.place(name, type))
        found.limits = cell.limits
        return found

    def at(self, type: Type, place: Callable[[Type], str]) -> Value:
        """The value of a type at a place in memory."""
        if type.kind == "constant":
            return Value(type, "0", type.info)
        if type is NONE:
            return Value(NONE, "0", None)
        if type is NOTHING:
            return NEVER
        return Value(type, self.b.load(llvm_type(type), place(type)))

    def store_variable(self, variable: Variable, value: Value, beyond: str = "false") -> None:
        """Gives a variable a value; `beyond`: whether it is only the low 64 bits of it."""
        if variable.code is self.frame.code and not variable.captured:
            self.put(variable, value)
            if variable.loose:
                self.b.store("i1", beyond, self.flag(variable, "beyond"))
            if variable.checked:
                self.b.store("i1", "true", self.flag(variable))
            return
        cell, place, flag = self.captured(variable)
        self.store(cell, value, lambda type: place)
        self.b.store("i1", "true", flag)

    def load_variable(self, variable: Variable, low: bool = False) -> Value:
        """The value of a variable; `low`: at least its low 64 bits."""
        if variable.code is self.frame.code and not variable.captured:
            if variable.checked:
                self.check_bound(self.flag(variable))
            if variable.loose and not low:
                flag = self.b.load("i1", self.flag(variable, "beyond"))
                self.fault_if(flag, Beyond64Bits)
            return self.take(variable)
        cell, place, flag = self.captured(variable)
        if variable.checked:
            self.check_bound(flag)
        return self.at(cell.get(), lambda type: place)

    def flag(self, variable: Variable, what: str = "bound") -> str:
        """The place that says whether a variable has a value; false when the call begins."""
        where = self.frame.path, variable, what
        if where not in self.places:
            self.places[where] = place = self.b.alloca("i1")
            if self.writing:
                self.b.stack.append(f"  store i1 false, ptr {place}")
        return self.places[where]

    def check_bound(self, flag: str) -> None:
        self.fault_if(self.b.op(f"xor i1 {self.b.load('i1', flag)}, true"), UnboundLocalError)

    # --- variables that functions inside use: in a struct, the environment -----------------------

    def captured(self, variable: Variable) -> tuple[Cell, str, str]:
        """The cell of such a variable, its place, and the place that says if it has a value."""
        specialisation, frame = self.specialisation, self.frame
        path, environment, code = frame.path, frame.environment, frame.code
        if variable.code is not code:
            owner = self.specialisation.owner
            environment = "%env"
            while owner is not None:
                specialisation, path = owner.specialisation, owner.path
                assert owner.code.parent is not None
                code = owner.code.parent
                if code is variable.code:
                    break
                environment = self.b.load("ptr", environment)
                owner = owner.specialisation.owner
        cell = specialisation.slots.setdefault((path, variable), Cell())
        llvm = environment_llvm(specialisation, path, code)
        index = 1 + 2 * code.captured.index(variable)
        place = self.b.field(llvm, environment, index)
        return cell, place, self.b.field(llvm, environment, index + 1)

    def open_environment(self) -> None:
        """At the beginning of a call: the struct for its captured variables."""
        code = self.frame.code
        if not code.nested:
            return
        llvm = environment_llvm(self.specialisation, self.frame.path, code)
        self.frame.environment = self.allocate(size_text(llvm))
        parent = "%env" if self.specialisation.owner else "null"
        self.b.store("ptr", parent, self.frame.environment)
        for place in range(len(code.captured)):
            self.b.store("i1", "false", self.b.field(llvm, self.frame.environment, 2 + 2 * place))

    def closure(self, node: ast.AST) -> Closure:
        """The function that is defined here, as a type."""
        known = self.specialisation.closures
        where = self.frame.path, node
        if where not in known:
            code = self.frame.code.nested[node]
            known[where] = Closure(code, self.specialisation, self.frame.path)
        return known[where]

    # --- memory ----------------------------------------------------------------------------------

    def takes_memory(self) -> None:
        """Notes it, so that searches give the memory of a node back."""
        self.specialisation.allocates = True
        if self.writing and not self.program.allocates and not self.b.dead:
            self.program.allocates = True
            Cell.changes += 1

    def allocate(self, size: str) -> str:
        """Memory of the arena, for as long as the node of the search lives."""
        self.takes_memory()
        place = self.b.op(f"call ptr @allocate(ptr %context, i64 {size})")
        self.fault_if(self.b.op(f"icmp eq ptr {place}, null"), OutOfMemory, always=True)
        return place

    def allocate_items(self, type: Type, count: str, header: int = 0) -> str:
        """Memory for so many items, behind a header of so many bytes."""
        if not count.isdigit():  # more than there is, and no small number by overflow
            count = self.b.op(f"call i64 @llvm.umin.i64(i64 {count}, i64 {MANY})")
        bytes_ = self.b.op(f"mul i64 {count}, {size_of(type)}")
        return self.allocate(self.b.op(f"add i64 {bytes_}, {header}") if header else bytes_)

    def next_node(self) -> None:
        """Another node: what was shared at the last one is no longer true."""
        self.b.emit("call void @next_node(ptr %context)")

    @property
    def gives_back(self) -> bool:
        """Whether nothing that the call allocates can outlive it."""
        mine = self.specialisation
        wanted = mine.is_kernel and mine.recursive and not mine.code.is_generator
        return wanted and self.program.allocates and is_plain(mine.result.get())

    def context_place(self, offset: int) -> str:
        return "%context" if offset == 0 else self.b.offset("%context", offset)

    def check_depth(self) -> None:
        """At the beginning of a function that calls itself: a fault where no stack is left."""
        here = self.b.op("call ptr @llvm.stacksave.p0()")
        limit = self.b.load("ptr", self.context_place(STACK), IN_CONTEXT)
        self.fault_if(self.b.op(f"icmp ult ptr {here}, {limit}"), TooDeep, always=True)

    # --- helpers ---------------------------------------------------------------------------------

    def kept(self, value: Value) -> Value:
        """A value that is stored or handed on: what is gone through at once becomes an iterator."""
        if not isinstance(value, Lazy):
            return value
        if value.keep is None:
            raise Refusal("an iterator that is stored; make it a list first")
        return value.keep()

    @contextmanager
    def inside(self, frame: Frame) -> Iterator[None]:
        """Walks in another frame for a while."""
        before = self.frame
        self.frame = frame
        try:
            yield
        finally:
            self.frame = before

    def branches(self, test: str, yes: Callable[[], None], no: Callable[[], None]) -> None:
        """If test: yes() else: no()."""
        b = self.b
        then, other, end = b.label("then"), b.label("else"), b.label("end")
        b.branch(test, then, other)
        b.start(then)
        if not b.dead:
            yes()
        b.jump(end)
        b.start(other)
        if not b.dead:
            no()
        b.jump(end)
        b.start(end)

    def choose(
        self, name: Any, test: str, yes: Callable[[], Value], no: Callable[[], Value]
    ) -> Value:
        """One of two values, of whichever types."""
        self.branches(test, lambda: self.put(name, yes()), lambda: self.put(name, no()))
        return self.take(name)


def is_plain(type: Type) -> bool:
    """Whether values of a type point to no memory."""
    if type.kind in ("int", "bool", "float", "none", "constant", "enum", "range", "bits"):
        return True
    return type.kind in ("tuple", "record") and all(map(is_plain, structure(type) or ()))


def check_stop(w: Walker) -> None:
    """A loop that may go on for ever can be stopped from outside."""
    if w.frame.trusted:
        return
    stop = w.b.op(f"load atomic i64, ptr {w.context_place(STOP)} monotonic, align 8, {IN_CONTEXT}")
    w.fault_if(w.b.op(f"icmp ne i64 {stop}, 0"), Stopped)


def is_trusted(function: Any) -> bool:
    """Whether a function is code of ours that needs no checks."""
    if getattr(function, "hint", "") == "checked":
        return False
    return function is not None and is_kernel(function)


def environment_llvm(specialisation: Specialisation, path: tuple[Any, ...], code: Any) -> str:
    parts = ["ptr"]
    for variable in code.captured:
        cell = specialisation.slots.setdefault((path, variable), Cell())
        parts += [llvm_type(cell.get()), "i1"]
    return "{" + ", ".join(parts) + "}"


def size_text(llvm: str) -> str:
    """The size of an LLVM type, as a constant expression."""
    return f"ptrtoint (ptr getelementptr ({llvm}, ptr null, i64 1) to i64)"


def _name(node: ast.AST) -> str:
    return type(node).__name__
