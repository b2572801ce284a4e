"""One function of words to LLVM's language: its statements, tests and values."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from zermelo.compiler.boxed.assembly import POINTER, RESUME, Assembly, Function
from zermelo.compiler.boxed.intrinsics import FLOAT_TESTS, INTRINSICS, OVERFLOWS
from zermelo.compiler.boxed.objects import GENERATOR, PLACE

GOES_ON: Final = 8  # where an object has the number of a `yield`
FRAME: Final = 24  # and its variables
FINISHED: Final = -1

_SIGNS: Final = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "sdiv", ast.Mod: "srem",
    ast.LShift: "shl", ast.RShift: "ashr", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
}  # fmt: skip
_TESTS: Final = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge",
}  # fmt: skip


class Emitter(Assembly):
    """Writes one function; `fails`: which functions may fail."""

    def __init__(self, function: Function, prefix: str, fails: Mapping[str, bool]) -> None:
        super().__init__(function, prefix)
        self.fails = fails
        self.loops: list[tuple[str, str]] = []  # where `continue` and `break` go
        self.yields: list[str] = []  # where it goes on after each

    def text(self) -> str:
        """The whole function."""
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
        words |= dict.fromkeys(places.values(), "0") | given
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

    # --- statements ------------------------------------------------------------------------------

    def block(self, body: list[ast.stmt]) -> None:
        """Statements, as far as they are reached."""
        for statement in body:
            if not self.is_open:
                return  # what follows is never reached
            self.line = getattr(statement, "lineno", self.line)
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        """One statement."""
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

    def when(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> None:
        """`if`."""
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
        """`while`."""
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
        """`for i in range(...)`."""
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
        """`try`: what fails goes to the handler."""
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
            case ast.Call(ast.Name(name), [left, right]) if name in FLOAT_TESTS:
                a, b = self.double(left), self.double(right)
                return self.new(f"fcmp {FLOAT_TESTS[name]} double {a}, {b}")
            case ast.Call(ast.Name(name), [left, right]) if name in OVERFLOWS:
                a, b = self.value(left), self.value(right)
                called = f"@llvm.{OVERFLOWS[name]}.with.overflow.i64"
                pair = self.new(f"call {{i64, i1}} {called}(i64 {a}, i64 {b})")
                return self.new(f"extractvalue {{i64, i1}} {pair}, 1")
        return self.new(f"icmp ne i64 {self.value(node)}, 0")

    # --- values ----------------------------------------------------------------------------------

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
        """`a if test else b`."""
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
        """A call, and the test whether it failed."""
        if name in INTRINSICS:
            return INTRINSICS[name](self, *arguments)
        line = self.line
        given = ", ".join(f"i64 {self.value(each)}" for each in arguments)
        self.line = line
        found = self.new(f"call i64 @{self.prefix}{name}({given})")
        if self.fails.get(name):  # not so of what goes on with a generator
            self.check(found)
        return found
