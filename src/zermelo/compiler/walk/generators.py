"""Generators: their body stands in the consumer's, or they are coroutines of LLVM's.

A coroutine's frame lies in the arena. Its promise is a struct: the status of a fault, and the item.
"""

from __future__ import annotations

import ast
import types as python_types
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import llvmlite.binding as llvm

from zermelo.compiler.builder import LIKELY
from zermelo.compiler.errors import Refusal
from zermelo.compiler.frames import Frame
from zermelo.compiler.layout import llvm_type
from zermelo.compiler.program import SITE_BITS, Specialisation
from zermelo.compiler.source import Code
from zermelo.compiler.types import NOTHING, Cell, Type
from zermelo.compiler.values import Body, Lazy, Value
from zermelo.compiler.walker import Walker, is_trusted

MOST_YIELDS: Final = 4  # in a generator whose body stands in its consumer, once for each
DEEPEST: Final = 3  # generators inside generators that do
ENDS: Final = "void" if llvm.llvm_version_info[0] >= 22 else "i1"  # what a coroutine's end gives


def generator_type(specialisation: Specialisation) -> Type:
    """The type of the generators that a function makes."""
    if specialisation.generator_type is None:
        specialisation.generator_type = Type("generator", (), (Cell(),), specialisation)
    return specialisation.generator_type


def promise_llvm(type: Type) -> str:
    return f"{{i32, {llvm_type(type.cells[0].get())}}}"


class Coroutine:
    """The frame of a generator that is being walked as a coroutine."""

    def __init__(self, w: Walker) -> None:
        self.w, self.type = w, generator_type(w.specialisation)
        self.promise = w.b.alloca(promise_llvm(self.type))
        self.end, self.stop = "finished", "suspended"

    def begin(self) -> None:
        b = self.w.b
        b.emit(f"%id = call token @llvm.coro.id(i32 8, ptr {self.promise}, ptr null, ptr null)")
        b.emit("%size = call i64 @llvm.coro.size.i64()")
        b.emit("%memory = call ptr @allocate(ptr %context, i64 %size)")
        b.emit("%full = icmp eq ptr %memory, null")
        full, room = b.label("full"), b.label("room")
        b.branch("%full", full, room)
        b.start(full)  # whoever makes the generator sees that there is no memory
        b.emit("ret ptr null")
        b.start(room)
        b.emit("%handle = call ptr @llvm.coro.begin(token %id, ptr %memory)")
        b.store("i32", "0", b.field(promise_llvm(self.type), self.promise, 0))
        self.suspend()

    def suspend(self) -> None:
        b = self.w.b
        on = b.label("resumed")
        state = b.op("call i8 @llvm.coro.suspend(token none, i1 false)")
        b.switch("i8", state, self.stop, [(0, on), (1, self.stop)])
        b.start(on)

    def give(self, item: Value) -> None:
        """Yield."""
        w = self.w
        found = w.into(self.type.cells[0], item)
        if w.writing:
            place = w.b.field(promise_llvm(self.type), self.promise, 1)
            w.b.store(llvm_type(found.type), found.operand, place)
            self.suspend()

    def leave(self, status: str) -> None:
        """Ends with a fault."""
        b, program = self.w.b, self.w.program
        if StopIteration in program.exceptions:  # inside a generator it is a RuntimeError
            stop, error = (program.exception(e) << SITE_BITS for e in (StopIteration, RuntimeError))
            mine = b.op(f"and i32 {status}, {-(1 << SITE_BITS)}")
            moved = b.op(f"add i32 {status}, {error - stop}")
            status = b.select(b.op(f"icmp eq i32 {mine}, {stop}"), "i32", moved, status)
        b.store("i32", status, b.field(promise_llvm(self.type), self.promise, 0))
        b.jump(self.end)

    def finish(self) -> None:
        b = self.w.b
        b.jump(self.end)
        b.targets.add(self.end)  # a fault may lead there as well
        b.start(self.end)
        state = b.op("call i8 @llvm.coro.suspend(token none, i1 true)")
        over = b.label("over")
        b.switch("i8", state, self.stop, [(0, over), (1, self.stop)])
        b.start(over)
        b.unreachable()
        b.start(self.stop)
        b.emit(f"call {ENDS} @llvm.coro.end(ptr %handle, i1 false, token none)")
        b.emit("ret ptr %handle")
        b.dead = True


def resume(
    w: Walker, generator: Value, item: Callable[[Value], None], over: Callable[[], None]
) -> None:
    """next(generator): item(value), or over() at its end."""
    b = w.b
    llvm = promise_llvm(generator.type)
    ended, go, done = b.label("ended"), b.label("go"), b.label("done")
    on, bad, good, end = b.label("resume"), b.label("bad"), b.label("good"), b.label("resumed")
    # A generator that has ended, or that faulted, stays so.
    b.branch(b.op(f"call i1 @llvm.coro.done(ptr {generator.operand})"), done, on)
    b.start(on)
    b.emit(f"call void @llvm.coro.resume(ptr {generator.operand})")
    b.branch(b.op(f"call i1 @llvm.coro.done(ptr {generator.operand})"), ended, go)
    b.start(ended)
    promise = b.op(f"call ptr @llvm.coro.promise(ptr {generator.operand}, i32 8, i1 false)")
    place = b.field(llvm, promise, 0)
    status = b.load("i32", place)
    b.store("i32", "0", place)
    b.branch(b.op(f"icmp eq i32 {status}, 0"), good, bad, LIKELY)
    b.start(bad)
    if generator.type.info.may_fault:
        w.propagate(status, generator.type.info.is_library)
    else:
        b.unreachable()
    b.start(good)
    b.fall(done)
    over()
    b.jump(end)
    b.start(go)
    promise = b.op(f"call ptr @llvm.coro.promise(ptr {generator.operand}, i32 8, i1 false)")
    type = generator.type.cells[0].get()
    item(w.at(type, lambda _type: b.field(llvm, promise, 1)))
    b.fall(end)


def iterate_generator(w: Walker, generator: Value, body: Body, node: Any) -> None:
    """For item in generator, one that is kept or cannot stand here."""
    b = w.b
    if not w.writing:
        if generator.type.info.may_fault:
            w.may_fault()
        if generator.type.cells[0].get() is not NOTHING:
            body(Value(generator.type.cells[0].get(), "0"))
            w.b.dead = False
        return
    head, end = b.label("head"), b.label("end")
    b.fall(head)

    def item(value: Value) -> None:
        body(value)
        b.jump(head)

    resume(w, generator, item, lambda: b.jump(end))
    b.jump(head)
    b.start(end)


def generate(
    w: Walker,
    code: Code,
    function: python_types.FunctionType,
    bound: list[tuple[str, Value]],
    make: Callable[[], Value],
    node: Any,
) -> Value:
    """The call of a generator function: gone through here, or a coroutine where it is kept."""

    def produce(body: Body) -> None:
        if fits_here(w, code):
            stand_here(w, code, function, bound, body, node)
        else:
            w.iterate(make(), body, node)

    return Lazy(produce, make)


def fits_here(w: Walker, code: Code) -> bool:
    """Whether a generator's body can stand in its consumer."""
    return (
        len(code.yields) <= MOST_YIELDS
        and code not in w.inlined
        and len(w.inlined) < DEEPEST
        and code is not w.specialisation.code
        and not code.nested
        and _is_plain(code.node)
    )


@cache
def _is_plain(function: ast.AST) -> bool:
    """Whether nothing in a generator is different when its body stands elsewhere."""
    for node in ast.walk(function):
        yields = any(isinstance(n, ast.Yield | ast.YieldFrom) for n in ast.iter_child_nodes(node))
        if yields and not isinstance(node, ast.Expr):  # `x = yield`
            return False
        # What may raise StopIteration, which is another exception in a generator than outside it.
        if isinstance(node, ast.Name) and node.id in ("next", "StopIteration"):
            return False
        if isinstance(node, ast.Try | ast.With):
            return False
    return True


def stand_here(
    w: Walker,
    code: Code,
    function: python_types.FunctionType,
    bound: list[tuple[str, Value]],
    body: Body,
    node: Any,
) -> None:
    """Walks a generator's body in a frame of its own, with the consumer's where it yields."""
    consumer = w.frame
    frame = Frame(code, function, (*consumer.path, node))
    frame.handler = consumer.handler
    frame.trusted = is_trusted(function)
    end = w.b.label("exhausted")

    def give(item: Value) -> None:
        inner, w.frame = w.frame, consumer
        popped = w.inlined.pop()
        body(item)
        w.inlined.append(popped)
        w.frame = inner

    frame.yields = give
    frame.returns = lambda value: w.b.jump(end)
    values = [(name, w.kept(value)) for name, value in bound]
    w.inlined.append(code)
    with w.inside(frame):
        for name, value in values:
            w.store_variable(code.parameters[name], value)
        reset_flags(w, code)
        assert isinstance(code.node, ast.FunctionDef)
        w.statements(code.node.body)
    w.inlined.pop()
    w.b.fall(end)


def reset_flags(w: Walker, code: Code) -> None:
    """Variables of a call that stands in a loop have no value when it begins again."""
    given = set(code.parameters.values())
    for variable in dict.fromkeys(code.names.values()):
        if variable.checked and variable.code is code and variable not in given:
            w.b.store("i1", "false", w.flag(variable))


def give(w: Walker, item: Value) -> None:
    """yield, in whichever way the generator is walked."""
    if w.frame.yields is not None:
        w.frame.yields(item)
    else:
        raise Refusal("yield here; use return")
