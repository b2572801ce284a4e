"""Frames of calls that are being walked, and the faults that leave them, which are statuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.compiler.builder import LIKELY, UNLIKELY, Builder
from zermelo.compiler.program import SITE_BITS, Program, Specialisation
from zermelo.compiler.source import Code
from zermelo.compiler.values import NEVER, Body, Value

Handler = tuple[str, str]  # the block that handles a fault, and the place of its status


class Loop(NamedTuple):
    """A loop that is being walked: where `continue` and `break` lead."""

    again: str
    end: str


class Frame:
    """A call that is being walked: a function, or a generator whose body stands in its consumer."""

    def __init__(self, code: Code, function: Any, path: tuple[Any, ...]) -> None:
        self.code, self.function, self.path = code, function, path
        self.loops: list[Loop] = []
        self.handler: Handler | None = None
        self.returns: Callable[[Value], None] | None = None
        self.yields: Body | None = None
        self.environment = "null"  # the operand of the struct that holds captured variables
        self.line = 0
        self.trusted = False  # code of ours, without checks
        self.caught: list[str] = []  # places of the statuses that are being handled


class Faults:
    """The part of a walker that writes exceptions."""

    def __init__(self, program: Program, specialisation: Specialisation, writing: bool) -> None:
        self.program, self.specialisation = program, specialisation
        self.b, self.writing = Builder(writing), writing
        self.faults: dict[tuple[int, Handler | None], str] = {}
        self.coroutine: Any = None
        self.frame = Frame(specialisation.code, specialisation.root_function, ())

    def status(self, cls: type[BaseException]) -> int:
        is_rule = not self.frame.trusted or self.specialisation.is_library
        site = self.site() if is_rule else 0
        return self.program.exception(cls) << SITE_BITS | site

    def site(self) -> int:
        """The number of the place in the source."""
        return self.program.site(self.frame.code.name, self.frame.code.file, self.frame.line)

    def fault_if(self, test: str, cls: type[BaseException], always: bool = False) -> None:
        """An exception where the test is true. Code of ours needs no checks but `always` ones."""
        if test == "false" or (self.frame.trusted and not always):
            return
        if test == "true":
            self.fault(cls)
            return
        if self.b.dead:
            return
        good = self.b.label("good")
        self.b.branch(test, self.fault_block(self.status(cls)), good, UNLIKELY)
        self.b.start(good)

    def fault(self, cls: type[BaseException]) -> Value:
        """An exception, always: nothing behind it is reached."""
        if not self.b.dead:
            self.b.jump(self.fault_block(self.status(cls)))
        self.b.dead = True
        return NEVER

    def fault_if_empty(self, cls: type[BaseException]) -> Value:
        """An exception of something that is empty, unless inference still finds items for it."""
        self.program.exception(cls)
        self.may_fault()
        if self.writing:
            self.fault(cls)
        return NEVER

    def fault_block(self, status: int) -> str:
        self.may_fault()
        name = status, self.frame.handler
        if name not in self.faults:
            self.faults[name] = self.b.label("fault")
        return self.faults[name]

    def may_fault(self) -> None:
        if self.frame.handler is not None and not self.b.dead:
            self.b.targets.add(self.frame.handler[0])
        if not self.specialisation.may_fault and not self.b.dead:
            self.specialisation.may_fault = True
            self.specialisation.result.changed()

    def propagate(self, status: str, from_library: bool = False) -> None:
        """Goes on with a fault of a call: to the handler, or out of this call."""
        if from_library and not self.frame.trusted:
            high = self.b.op(f"and i32 {status}, {-(1 << SITE_BITS)}")
            status = self.b.op(f"or i32 {high}, {self.site()}")
        self.may_fault()
        if self.frame.handler is not None:
            block, place = self.frame.handler
            self.b.store("i32", status, place)
            self.b.jump(block)
        else:
            self.leave(status)

    def leave(self, status: str, value: str = "poison") -> None:
        """Ends the call with a fault or a value, in the one block that returns."""
        if self.coroutine is not None:
            self.coroutine.leave(status)
        else:
            self.b.store(self.specialisation.value_llvm, value, "%value")
            self.b.store("i32", status, "%status")
            self.b.emit("br label %leave")
        self.b.dead = True

    def check_call(self, result: str, callee: Specialisation) -> str:
        """The value of a call whose result may be a fault."""
        if not callee.may_fault:
            return result
        llvm = callee.result_llvm
        status = self.b.extract(llvm, result, 1)
        good, bad = self.b.label("good"), self.b.label("bad")
        self.b.branch(self.b.op(f"icmp eq i32 {status}, 0"), good, bad, LIKELY)
        self.b.start(bad)
        self.propagate(status, callee.is_library)
        self.b.start(good)
        return self.b.extract(llvm, result, 0)
