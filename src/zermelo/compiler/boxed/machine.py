"""Functions of words to LLVM's language: what boxed rules, and their runtime, are made of.

A function of words is written as Python, and means less: every value is a word of 64 bits, `+` and
its like go round, `//` and `%` cut towards nought, comparisons are signed, and the only memory is
what `load` and `store` reach. Assignments, `if`, `while`, `for i in range(...)`, `return`, calls.

A function may fail: `return fail(m, KIND)`. It gives 0 then, which is no value of a function that
can fail, and whoever calls one leaves as well, or goes on in the handler of the `try` around the
call. So there are no exceptions in machine code, only a test behind each call.

A function that yields keeps its variables in an object, and goes on where it stopped:

    word   0     1                        2           3 ...
           head  which `yield` it was at  its number  its variables

What is called makes that object; `resume` goes on, and gives 0 at the end.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from zermelo.compiler.untyped import binding

POINTER: Final = "ptr" if binding.llvm_version_info >= (17,) else "i64*"
BYTE: Final = "ptr" if binding.llvm_version_info >= (17,) else "i8*"

# Where the memory of a call begins (see `objects`): how it failed, and where.
ERROR: Final = 16
PLACE: Final = 24
GENERATOR: Final = 11
GOES_ON: Final = 8  # where an object has the number of a `yield`
FRAME: Final = 24  # and its variables
FINISHED: Final = -1
RESUME: Final = "go_on_with__"  # how the name of what goes on with a function begins

_SIGNS: Final = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "sdiv", ast.Mod: "srem",
    ast.LShift: "shl", ast.RShift: "ashr", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
}  # fmt: skip
_TESTS: Final = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge",
}  # fmt: skip
_FLOATS: Final = {
    "float_add": "fadd", "float_sub": "fsub", "float_mul": "fmul", "float_div": "fdiv",
}  # fmt: skip
_FLOAT_TESTS: Final = {"float_less": "olt", "float_same": "oeq"}
_OVERFLOWS: Final = {"add_leaves": "sadd", "sub_leaves": "ssub", "mul_leaves": "smul"}
_ROUNDED: Final = {"float_floor": "floor", "float_root": "sqrt", "float_even": "rint"}
LIBRARY: Final = ("exp", "log", "log2", "log10", "sin", "cos", "tan", "tanh", "atan")  # of C


@dataclass
class Function:
    """One function of words; `places`: the numbers of its lines, for what fails there."""

    name: str
    parameters: tuple[str, ...]
    body: list[ast.stmt]
    constants: Mapping[str, Any] = field(default_factory=dict)
    places: Callable[[int], int] | None = None
    attributes: str = ""
    number: int = -1  # of one that yields

    @property
    def yields(self) -> bool:
        return self.number >= 0


class Program:
    """The functions of words that a game needs, and the data beside them."""

    def __init__(self, find: Callable[[str], Function]) -> None:
        self.find = find
        self.functions: dict[str, Function] = {}
        self.fails: dict[str, bool] = {}

    def reach(self, entries: Iterable[str]) -> None:
        """Takes in what these call, and finds which of all may fail."""
        left, calls = list(entries), dict[str, set[str]]()
        while left:
            name = left.pop().removeprefix(RESUME)
            if name not in calls:
                function = self.functions[name] = self.find(name)
                called = [each for part in function.body for each in _calls(part)]
                calls[name] = {each for each, is_checked in called if is_checked}
                left += {each for each, _ in called} - INTRINSICS.keys()
                left += ["alloc"] if function.yields else []
        self.fails = {name: "fail" in called for name, called in calls.items()}
        self.fails |= {name: True for name, each in self.functions.items() if each.yields}
        while found := [
            name
            for name, called in calls.items()
            if not self.fails[name] and any(self.fails.get(each) for each in called)
        ]:
            self.fails |= dict.fromkeys(found, True)

    def text(self, prefix: str) -> str:
        """All of it in LLVM's language; the functions' names begin with a prefix."""
        return "\n".join(_Emitter(self, each, prefix).text() for each in self.functions.values())


def _calls(tree: ast.AST) -> Iterable[tuple[str, bool]]:
    """What a function calls, and whether it fails where that does: not so in `unchecked`."""
    unchecked = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id, id(node) not in unchecked
            if node.func.id == "unchecked":
                unchecked.add(id(node.args[0]))


class _Emitter:
    """Writes one function."""

    def __init__(self, program: Program, function: Function, prefix: str) -> None:
        self.program, self.function, self.prefix = program, function, prefix
        self.lines: list[str] = []
        self.count = 0
        self.slots: dict[str, str] = {}
        self.loops: list[tuple[str, str]] = []  # where `continue` and `break` go
        self.handlers: list[str] = ["failed"]
        self.marks: dict[tuple[int, str], str] = {}
        self.line = 0
        self.is_open = True  # whether what is written next is reached
        self.yields: list[str] = []  # where it goes on after each
        self.room = ""  # what is on the stack besides variables

    def text(self) -> str:
        if self.function.yields:
            return self.generator()
        function = self.function
        for i, name in enumerate(function.parameters):
            self.emit(f"store i64 %arg{i}, {POINTER} {self.slot(name)}")
        self.block(function.body)
        if self.is_open:
            self.emit("ret i64 2")
        for (place, target), label in self.marks.items():
            self.mark(place, target, label)
        self.label("failed")
        self.emit("ret i64 0")
        slots = [f"  {slot} = alloca i64" for slot in self.slots.values()]
        arguments = ", ".join(f"i64 %arg{i}" for i in range(len(function.parameters)))
        head = f"define internal i64 @{self.prefix}{function.name}({arguments}) nounwind"
        head += f" {function.attributes} {{\nentry:"
        begin = f"{self.room}  br label %begin"
        return "\n".join([head, *slots, begin, "begin:", *self.lines, "}"])

    def generator(self) -> str:
        """What makes the object of a function that yields, and what goes on with it."""
        function = self.function
        for each in function.parameters:
            self.slot(each)
        self.block(function.body)
        if self.is_open:
            self.finish()
        for (place, target), label in self.marks.items():
            self.mark(place, target, label)
        self.label("failed")
        self.finish()
        places = {name: FRAME + 8 * i for i, name in enumerate(self.slots)}
        entry = [f"  %p.{i} = add i64 %arg1, {at}" for i, at in enumerate(places.values())]
        entry += [
            f"  {slot} = inttoptr i64 %p.{i} to {POINTER}"
            for i, slot in enumerate(self.slots.values())
        ]
        entry += [f"  store i64 %arg0, {POINTER} {self.slots['m']}"]
        entry += [f"  %at = add i64 %arg1, {GOES_ON}", f"  %on = inttoptr i64 %at to {POINTER}"]
        entry += [f"  %which = load i64, {POINTER} %on"]
        cases = " ".join(f"i64 {i}, label %{each}" for i, each in enumerate(self.yields, 1))
        entry += [f"  switch i64 %which, label %over [i64 0, label %begin {cases}]"]
        entry += ["over:", "  ret i64 0", "begin:"]
        head = f"define internal i64 @{self.prefix}{RESUME}{function.name}(i64 %arg0, i64 %arg1)"
        resume = "\n".join([f"{head} nounwind {{\nentry:", *entry, *self.lines, "}"])
        return f"{resume}\n{self.maker(places)}"

    def maker(self, places: dict[str, int]) -> str:
        """What makes the object of a function that yields."""
        function = self.function
        arguments = ", ".join(f"i64 %arg{i}" for i in range(len(function.parameters)))
        size = FRAME + 8 * len(places)
        lines = [f"define internal i64 @{self.prefix}{function.name}({arguments}) nounwind {{"]
        lines += [f"  %o = call i64 @{self.prefix}alloc(i64 %arg0, i64 {size})"]
        lines += ["  %no = icmp eq i64 %o, 0", "  br i1 %no, label %end, label %fill", "fill:"]
        given = {places[each]: f"%arg{i}" for i, each in enumerate(function.parameters)}
        words = {0: str(GENERATOR), GOES_ON: "0", 16: str(function.number)}
        words |= {at: "0" for at in places.values()} | given
        for at, value in words.items():
            lines += [f"  %a.{at} = add i64 %o, {at}"]
            lines += [f"  %b.{at} = inttoptr i64 %a.{at} to {POINTER}"]
            lines += [f"  store i64 {value}, {POINTER} %b.{at}"]
        return "\n".join([*lines, "  br label %end", "end:", "  ret i64 %o", "}"])

    def finish(self) -> None:
        """Ends a function that yields."""
        self.emit(f"store i64 {FINISHED}, {POINTER} %on")
        self.emit("ret i64 0")
        self.is_open = False

    def mark(self, place: int, target: str, label: str) -> None:
        """Notes the place where it first failed."""
        self.label(label)
        at = self.address(self.value(ast.Name("m")), PLACE)
        old = self.new(f"load i64, {POINTER} {at}")
        known = self.new(f"icmp ne i64 {old}, 0")
        put = self.new(f"select i1 {known}, i64 {old}, i64 {place}")
        self.emit(f"store i64 {put}, {POINTER} {at}")
        self.jump(target)

    # --- lines ---------------------------------------------------------------------------------

    def emit(self, line: str) -> None:
        if self.is_open:
            self.lines.append("  " + line)

    def new(self, code: str) -> str:
        self.count += 1
        self.emit(f"%t{self.count} = {code}")
        return f"%t{self.count}"

    def new_label(self) -> str:
        self.count += 1
        return f"l{self.count}"

    def label(self, name: str) -> None:
        if self.is_open and not (self.lines and self.lines[-1].startswith(("  br", "  ret"))):
            self.lines.append(f"  br label %{name}")
        self.lines.append(f"{name}:")
        self.is_open = True

    def jump(self, target: str) -> None:
        self.emit(f"br label %{target}")
        self.is_open = False

    def branch(self, condition: str, yes: str, no: str) -> None:
        self.emit(f"br i1 {condition}, label %{yes}, label %{no}")
        self.is_open = False

    def slot(self, name: str) -> str:
        return self.slots.setdefault(name, f"%v.{name}")

    def address(self, base: str, offset: int = 0) -> str:
        if offset:
            base = self.new(f"add i64 {base}, {offset}")
        return self.new(f"inttoptr i64 {base} to {POINTER}")

    # --- statements ----------------------------------------------------------------------------

    def block(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if not self.is_open:
                return  # what follows is never reached
            self.line = getattr(statement, "lineno", self.line)
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, value):
                assert value is not None
                self.put(name, self.value(value))
            case ast.AugAssign(ast.Name(name) as target, sign, value):
                self.put(name, self.value(ast.BinOp(target, sign, value)))
            case ast.Expr(ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(ast.Yield(ast.expr() as value)):
                found = self.value(value)
                self.yields.append(self.new_label())
                self.emit(f"store i64 {len(self.yields)}, {POINTER} %on")
                self.emit(f"ret i64 {found}")
                self.is_open = False
                self.label(self.yields[-1])
            case ast.Expr(value):
                self.value(value)
            case ast.Return() if self.function.yields:
                self.finish()
            case ast.Return(value):
                found = self.value(value) if value else "2"
                self.emit(f"ret i64 {found}")
                self.is_open = False
            case ast.If(test, body, orelse):
                self.when(test, body, orelse)
            case ast.While(test, body, _):
                self.loop(test, body)
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), limits), body, _):
                self.count_up(name, limits, body)
            case ast.Break():
                self.jump(self.loops[-1][1])
            case ast.Continue():
                self.jump(self.loops[-1][0])
            case ast.Try(body, [handler], [], []):
                self.attempt(body, handler.body)
            case ast.Raise():
                self.jump(self.handlers[-1])
            case _:
                raise TypeError(f"{self.function.name}: {ast.unparse(node)}")

    def put(self, name: str, value: str) -> None:
        self.emit(f"store i64 {value}, {POINTER} {self.slot(name)}")

    def when(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> None:
        yes, no, after = self.new_label(), self.new_label(), self.new_label()
        self.test(test, yes, no)
        reached = False
        for label, part in ((yes, body), (no, orelse)):
            self.label(label)
            self.block(part)
            if self.is_open:
                reached = True
                self.jump(after)
        if reached:
            self.label(after)

    def loop(self, test: ast.expr, body: list[ast.stmt]) -> None:
        again, inside, after = self.new_label(), self.new_label(), self.new_label()
        self.label(again)
        self.test(test, inside, after)
        self.loops.append((again, after))
        self.label(inside)
        self.block(body)
        if self.is_open:
            self.jump(again)
        self.loops.pop()
        self.label(after)

    def count_up(self, name: str, limits: list[ast.expr], body: list[ast.stmt]) -> None:
        first, end = limits if len(limits) == 2 else (ast.Constant(0), limits[0])
        again, inside, step, after = (self.new_label() for _ in range(4))
        limit = self.value(end)
        self.put(name, self.value(first))
        self.label(again)
        self.branch(self.new(f"icmp slt i64 {self.get(name)}, {limit}"), inside, after)
        self.loops.append((step, after))
        self.label(inside)
        self.block(body)
        self.label(step)
        self.put(name, self.new(f"add i64 {self.get(name)}, 1"))
        self.jump(again)
        self.loops.pop()
        self.label(after)

    def attempt(self, body: list[ast.stmt], handler: list[ast.stmt]) -> None:
        caught, after = self.new_label(), self.new_label()
        self.handlers.append(caught)
        self.block(body)
        self.handlers.pop()
        reached = self.is_open
        if reached:
            self.jump(after)
        self.label(caught)
        self.block(handler)
        if self.is_open:
            reached = True
            self.jump(after)
        if reached:
            self.label(after)

    # --- tests -----------------------------------------------------------------------------------

    def test(self, node: ast.expr, yes: str, no: str) -> None:
        """Goes to one label or the other."""
        match node:
            case ast.BoolOp(sign, values):
                for value in values[:-1]:
                    further = self.new_label()
                    goes = (further, no) if isinstance(sign, ast.And) else (yes, further)
                    self.test(value, *goes)
                    self.label(further)
                self.test(values[-1], yes, no)
            case ast.UnaryOp(ast.Not(), value):
                self.test(value, no, yes)
            case ast.Constant(value):
                self.jump(yes if value else no)
            case _:
                self.branch(self.flag(node), yes, no)

    def flag(self, node: ast.expr) -> str:
        """A comparison as a bit."""
        match node:
            case ast.Compare(left, [sign], [right]) if type(sign) in _TESTS:
                a, b = self.value(left), self.value(right)
                return self.new(f"icmp {_TESTS[type(sign)]} i64 {a}, {b}")
            case ast.Call(ast.Name(name), [left, right]) if name in _FLOAT_TESTS:
                a, b = self.double(left), self.double(right)
                return self.new(f"fcmp {_FLOAT_TESTS[name]} double {a}, {b}")
            case ast.Call(ast.Name(name), [left, right]) if name in _OVERFLOWS:
                a, b = self.value(left), self.value(right)
                called = f"@llvm.{_OVERFLOWS[name]}.with.overflow.i64"
                pair = self.new(f"call {{i64, i1}} {called}(i64 {a}, i64 {b})")
                return self.new(f"extractvalue {{i64, i1}} {pair}, 1")
        return self.new(f"icmp ne i64 {self.value(node)}, 0")

    # --- values ----------------------------------------------------------------------------------

    def get(self, name: str) -> str:
        return self.new(f"load i64, {POINTER} {self.slot(name)}")

    def double(self, node: ast.expr) -> str:
        return self.new(f"bitcast i64 {self.value(node)} to double")

    def word(self, double: str) -> str:
        return self.new(f"bitcast double {double} to i64")

    def value(self, node: ast.expr) -> str:
        """The word that an expression gives."""
        match node:
            case ast.Constant(int(number)):
                return str(int(number))
            case ast.Name(name) if name in self.slots or name not in self.function.constants:
                if name not in self.slots and name.startswith("static_"):
                    return f"ptrtoint ({POINTER} @{self.prefix}{name} to i64)"
                return self.get(name)
            case ast.Name(name):
                return str(int(self.function.constants[name]))
            case ast.BinOp(left, sign, right):
                a, b = self.value(left), self.value(right)
                return self.new(f"{_SIGNS[type(sign)]} i64 {a}, {b}")
            case ast.UnaryOp(ast.USub(), ast.Constant(int(number))):
                return str(-number)
            case ast.UnaryOp(ast.USub(), value):
                return self.new(f"sub i64 0, {self.value(value)}")
            case ast.UnaryOp(ast.Invert(), value):
                return self.new(f"xor i64 {self.value(value)}, -1")
            case ast.IfExp(test, then, orelse):
                return self.choice(test, then, orelse)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(ast.Not()):
                return self.choice(node, ast.Constant(1), ast.Constant(0))
            case ast.NamedExpr(ast.Name(name), value):
                found = self.value(value)
                self.put(name, found)
                return found
            case ast.Call(ast.Name(name), arguments):
                return self.call(name, arguments)
        raise TypeError(f"{self.function.name}: {ast.unparse(node)}")

    def choice(self, test: ast.expr, then: ast.expr, orelse: ast.expr) -> str:
        self.count += 1
        kept = f"choice.{self.count}"
        self.slot(kept)
        yes, no, after = self.new_label(), self.new_label(), self.new_label()
        self.test(test, yes, no)
        for label, part in ((yes, then), (no, orelse)):
            self.label(label)
            self.put(kept, self.value(part))
            self.jump(after)
        self.label(after)
        return self.get(kept)

    def call(self, name: str, arguments: list[ast.expr]) -> str:
        if name in INTRINSICS:
            return INTRINSICS[name](self, *arguments)
        line = self.line
        given = ", ".join(f"i64 {self.value(each)}" for each in arguments)
        self.line = line
        found = self.new(f"call i64 @{self.prefix}{name}({given})")
        if self.program.fails.get(name):  # not so of what goes on with a generator
            self.check(found)
        return found

    def check(self, found: str) -> None:
        """Leaves where a call has failed."""
        target = self.handlers[-1]
        if self.function.places and self.line:
            key = self.function.places(self.line), target
            target = self.marks.setdefault(key, f"mark{len(self.marks)}")
        going_on = self.new_label()
        failed = self.new(f"icmp eq i64 {found}, 0")
        self.emit(f"br i1 {failed}, label %{target}, label %{going_on}, !prof !0")
        self.is_open = False
        self.label(going_on)


# --- what functions of words are made of besides --------------------------------------------------


def _load(emitter: _Emitter, address: ast.expr) -> str:
    at = emitter.address(emitter.value(address))
    return emitter.new(f"load i64, {POINTER} {at}")


def _store(emitter: _Emitter, address: ast.expr, word: ast.expr) -> str:
    at, found = emitter.value(address), emitter.value(word)
    emitter.emit(f"store i64 {found}, {POINTER} {emitter.address(at)}")
    return "0"


def _byte_at(emitter: _Emitter, address: ast.expr) -> str:
    at = emitter.new(f"inttoptr i64 {emitter.value(address)} to {BYTE}")
    return emitter.new(f"zext i8 {emitter.new(f'load i8, {BYTE} {at}')} to i64")


def _put_byte(emitter: _Emitter, address: ast.expr, byte: ast.expr) -> str:
    at = emitter.new(f"inttoptr i64 {emitter.value(address)} to {BYTE}")
    small = emitter.new(f"trunc i64 {emitter.value(byte)} to i8")
    emitter.emit(f"store i8 {small}, {BYTE} {at}")
    return "0"


def _copy(emitter: _Emitter, to: ast.expr, source: ast.expr, size: ast.expr) -> str:
    """Copies bytes; the places may overlap."""
    ends = [emitter.new(f"inttoptr i64 {emitter.value(each)} to {BYTE}") for each in (to, source)]
    count = emitter.value(size)
    kind = "p0.p0" if BYTE == "ptr" else "p0i8.p0i8"
    given = f"{BYTE} {ends[0]}, {BYTE} {ends[1]}, i64 {count}, i1 false"
    emitter.emit(f"call void @llvm.memmove.{kind}.i64({given})")
    return "0"


def _fail(emitter: _Emitter, memory: ast.expr, kind: ast.expr) -> str:
    """Fails, with a kind of error."""
    at = emitter.address(emitter.value(memory), ERROR)
    emitter.emit(f"store i64 {emitter.value(kind)}, {POINTER} {at}")
    emitter.check("0")
    return "0"


def _malloc(emitter: _Emitter, size: ast.expr) -> str:
    found = emitter.new(f"call {BYTE} @malloc(i64 {emitter.value(size)})")
    return emitter.new(f"ptrtoint {BYTE} {found} to i64")


def _free(emitter: _Emitter, address: ast.expr) -> str:
    at = emitter.new(f"inttoptr i64 {emitter.value(address)} to {BYTE}")
    emitter.emit(f"call void @free({BYTE} {at})")
    return "0"


def _on_stack(emitter: _Emitter, size: ast.expr) -> str:
    """So many bytes, a constant, in the frame of the function."""
    assert isinstance(size, ast.Name)
    count = emitter.function.constants[size.id] // 8
    emitter.room = f"  %room = alloca [{count} x i64], align 16\n"
    kind = "ptr" if POINTER == "ptr" else f"[{count} x i64]*"
    return emitter.new(f"ptrtoint {kind} %room to i64")


def _stack_address(emitter: _Emitter) -> str:
    emitter.room = "  %here = alloca i64\n"
    return emitter.new(f"ptrtoint {POINTER} %here to i64")


def _float(sign: str) -> Callable[..., str]:
    def emit(emitter: _Emitter, left: ast.expr, right: ast.expr) -> str:
        a, b = emitter.double(left), emitter.double(right)
        return emitter.word(emitter.new(f"{sign} double {a}, {b}"))

    return emit


def _rounded(how: str) -> Callable[..., str]:
    def emit(emitter: _Emitter, value: ast.expr) -> str:
        found = emitter.double(value)
        return emitter.word(emitter.new(f"call double @llvm.{how}.f64(double {found})"))

    return emit


def _of_library(function: str) -> Callable[..., str]:
    def emit(emitter: _Emitter, value: ast.expr) -> str:
        found = emitter.double(value)
        return emitter.word(emitter.new(f"call double @{function}(double {found})"))

    return emit


def _flag(emitter: _Emitter, *arguments: ast.expr, name: str) -> str:
    flag = emitter.flag(ast.Call(ast.Name(name), list(arguments), []))
    return emitter.new(f"zext i1 {flag} to i64")


def _as_value(name: str) -> Callable[..., str]:
    return lambda emitter, *arguments: _flag(emitter, *arguments, name=name)


def _to_float(emitter: _Emitter, number: ast.expr) -> str:
    return emitter.word(emitter.new(f"sitofp i64 {emitter.value(number)} to double"))


def _to_int(emitter: _Emitter, number: ast.expr) -> str:
    return emitter.new(f"fptosi double {emitter.double(number)} to i64")


def _logical_shift(emitter: _Emitter, number: ast.expr, by: ast.expr) -> str:
    return emitter.new(f"lshr i64 {emitter.value(number)}, {emitter.value(by)}")


def _times_high(emitter: _Emitter, left: ast.expr, right: ast.expr) -> str:
    """The upper word of a product of two that have no sign."""
    wide = [emitter.new(f"zext i64 {emitter.value(each)} to i128") for each in (left, right)]
    product = emitter.new(f"mul i128 {wide[0]}, {wide[1]}")
    upper = emitter.new(f"lshr i128 {product}, 64")
    return emitter.new(f"trunc i128 {upper} to i64")


def _unchecked(emitter: _Emitter, call: ast.expr) -> str:
    """What a call gives, 0 where it has failed."""
    assert isinstance(call, ast.Call)
    assert isinstance(call.func, ast.Name)
    given = ", ".join(f"i64 {emitter.value(each)}" for each in call.args)
    return emitter.new(f"call i64 @{emitter.prefix}{call.func.id}({given})")


def _bits_set(emitter: _Emitter, word: ast.expr) -> str:
    return emitter.new(f"call i64 @llvm.ctpop.i64(i64 {emitter.value(word)})")


def _leading(emitter: _Emitter, word: ast.expr) -> str:
    return emitter.new(f"call i64 @llvm.ctlz.i64(i64 {emitter.value(word)}, i1 false)")


INTRINSICS: Final[dict[str, Callable[..., str]]] = {
    "load": _load,
    "store": _store,
    "byte_at": _byte_at,
    "put_byte": _put_byte,
    "copy_bytes": _copy,
    "fail": _fail,
    "malloc": _malloc,
    "free": _free,
    "on_stack": _on_stack,
    "stack_address": _stack_address,
    "float_of": _to_float,
    "int_of": _to_int,
    "logical_shift": _logical_shift,
    "times_high": _times_high,
    "unchecked": _unchecked,
    "bits_set": _bits_set,
    "leading_noughts": _leading,
    **{name: _float(sign) for name, sign in _FLOATS.items()},
    **{name: _rounded(how) for name, how in _ROUNDED.items()},
    **{f"float_{name}": _of_library(name) for name in LIBRARY},
    **{name: _as_value(name) for name in (*_FLOAT_TESTS, *_OVERFLOWS)},
    "range": lambda emitter, *limits: "0",
}

_KIND: Final = "p0.p0" if BYTE == "ptr" else "p0i8.p0i8"
HEAD: Final = f"""
declare {{i64, i1}} @llvm.sadd.with.overflow.i64(i64, i64)
declare {{i64, i1}} @llvm.ssub.with.overflow.i64(i64, i64)
declare {{i64, i1}} @llvm.smul.with.overflow.i64(i64, i64)
declare void @llvm.memmove.{_KIND}.i64({BYTE}, {BYTE}, i64, i1)
declare double @llvm.floor.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.rint.f64(double)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
{"".join(f"declare double @{name}(double)" + chr(10) for name in LIBRARY)}declare {BYTE} @malloc(i64)
declare void @free({BYTE})
!0 = !{{!"branch_weights", i32 1, i32 2000}}
"""
