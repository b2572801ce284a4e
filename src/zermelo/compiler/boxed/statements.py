"""Statements of boxed rules."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.boxed.body import DYNAMIC, M, NOTHING, both, boxed, call, name, raw, word
from zermelo.compiler.boxed.calls import Calls
from zermelo.compiler.boxed.expressions import OPERATORS
from zermelo.compiler.boxed.objects import (
    ASSERTION_ERROR,
    ERROR,
    LAST_ERROR,
    NO_ESTIMATE,
    PLACE,
    TRUE,
)
from zermelo.compiler.errors import SYNTAX
from zermelo.game import NoEstimate
from zermelo.language import _

IN_PLACE: Final[dict[type[ast.operator], str]] = {
    ast.Add: "add_in_place", ast.Sub: "sub_in_place", ast.Mult: "mul_in_place",
    ast.BitOr: "or_in_place", ast.BitAnd: "and_in_place", ast.BitXor: "xor_in_place",
}  # fmt: skip
ERRORS: Final[list[type[BaseException]]] = [
    IndexError, KeyError, ValueError, StopIteration, ZeroDivisionError, TypeError, AttributeError,
    AssertionError, Exception,
]  # fmt: skip


class Statements(Calls):
    """What translates statements, and with them a whole function."""

    def __init__(self, world: Any, scope: Any) -> None:
        super().__init__(world, scope)
        self.finals: list[tuple[int, list[ast.stmt]]] = []  # with how many loops are around it

    def statements(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if self.surely is None:
                return
            self.line = statement.lineno
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(ast.Constant()) | ast.Pass() | ast.Import() | ast.ImportFrom():
                pass
            case ast.Expr(ast.Yield(value)):
                self.emit(ast.Expr(ast.Yield(self.value(value) if value else NOTHING)))
            case ast.Expr(ast.YieldFrom(value)):
                step = self.stepper(self.prepared(value))
                self.loop(lambda: self.emit(ast.Expr(ast.Yield(self.joined_item(step())))))
            case ast.Expr(value):
                self.value(value)
            case ast.Assign(targets, value):
                self.assigned(targets, value)
            case ast.AnnAssign(target, _, value):
                if value:
                    self.assigned([target], value)
            case ast.AugAssign(target, sign, value):
                self.changed(node, target, sign, value)
            case ast.Return(value):
                found = self.value(value) if value else NOTHING
                self.leave(ast.Return(found))
            case ast.If(test, body, orelse):
                condition = self.test(test)
                self.when(condition, lambda: self.statements(body), lambda: self.statements(orelse))
            case ast.While() | ast.For():
                self.repeated(node)
            case ast.Break():
                flag = self.loops[-1]
                if flag:
                    self.put(flag, word(1))
                self.leave(ast.Break())
            case ast.Continue():
                self.leave(ast.Continue())
            case ast.Assert(test, _):
                self.when(self.test(test), lambda: None, lambda: self.raises(ASSERTION_ERROR))
            case ast.Raise(error, _):
                self.raised(node, error)
            case ast.Try():
                self.attempt(node)
            case ast.FunctionDef():
                self.write_name(node.name, self.closure(node))
            case ast.Delete(targets):
                for target in targets:
                    self.deleted(target)
            case ast.Match(subject, cases):
                self.matched(self.temp(self.value(subject)), cases)
            case ast.Nonlocal():
                pass
            case _:
                what = SYNTAX.get(type(node))
                raise self.refuse(node, str(what)) if what else self.unknown(node)

    def assigned(self, targets: list[ast.expr], value: ast.expr) -> None:
        match targets, value:
            case [ast.Tuple(parts)], ast.Tuple(values) if len(parts) == len(values) and not any(
                isinstance(each, ast.Starred) for each in (*parts, *values)
            ):
                found: Any = [self.copied(self.value(each)) for each in values]
            case _:
                found = self.value(value)
                if len(targets) > 1:
                    found = self.copied(found)
        for target in targets:
            self.assign(target, found)

    def copied(self, value: ast.expr) -> ast.expr:
        """A value that does not change with a variable."""
        return self.temp(value)

    def changed(
        self, node: ast.stmt, target: ast.expr, sign: ast.operator, value: ast.expr
    ) -> None:
        """`x += 1`"""
        function = IN_PLACE.get(type(sign), OPERATORS[type(sign)])
        match target:
            case ast.Name(text):
                old = self.read_name(ast.Name(text, ast.Load()))
                self.write_name(text, self.run(function, old, self.value(value)))
            case ast.Subscript(items, key) if not isinstance(key, ast.Slice):
                whole, at = self.copied(self.value(items)), self.copied(self.value(key))
                old = self.run("item", whole, at)
                self.do("put_item", whole, at, self.run(function, old, self.value(value)))
            case ast.Attribute(owner, attribute) if self.static(owner) is DYNAMIC:
                whole = self.copied(self.value(owner))
                old = self.run(self.world.attribute(attribute), whole)
                new = self.run(function, old, self.value(value))
                self.do(self.world.attribute_store(attribute), whole, new)
            case _:
                words = _("{code} = ...; rules never change anything")
                raise self.refuse(node, words.format(code=ast.unparse(target)))

    def deleted(self, target: ast.expr) -> None:
        match target:
            case ast.Subscript(items, ast.Slice(step=None) as part):
                ends = self.slice_ends(part)[:2]
                none = self.run("new_list", word(0))
                self.do("put_slice", self.value(items), *ends, none)
            case ast.Subscript(items, key) if not isinstance(key, ast.Slice):
                self.do("delete_item", self.value(items), self.value(key))
            case ast.Name(text) if self.variable(text) and not self.is_cell(text):
                self.put(str(self.variable(text)), word(0))
                if self.surely is not None:
                    self.surely.discard(str(self.variable(text)))
            case _:
                raise self.unknown(target)

    # --- loops -------------------------------------------------------------------------------------

    def repeated(self, node: ast.While | ast.For) -> None:
        """A loop, and its `else`."""
        flag = ""
        if node.orelse:
            flag = self.new_name("broken")
            self.put(flag, word(0))
        self.loops.append(flag)
        if isinstance(node, ast.For):
            self.over(self.prepared(node.iter), node.target, lambda: self.statements(node.body))
        else:
            self.while_(node)
        self.loops.pop()
        if flag:
            self.when(raw(name(flag), ast.Eq, word(0)), lambda: self.statements(node.orelse))

    def while_(self, node: ast.While) -> None:
        always = isinstance(node.test, ast.Constant) and node.test.value

        def turn() -> None:
            if not always:
                self.stop_unless(self.test(node.test))
            self.statements(node.body)

        self.loop(turn)
        leaves = any(isinstance(each, ast.Break) for each in _own_loop(node.body))
        if always and not leaves:
            self.surely = None

    # --- errors --------------------------------------------------------------------------------------

    def error_kind(self, node: ast.AST, kind: Any) -> int:
        """The number of an error."""
        if kind is NoEstimate:
            return NO_ESTIMATE
        if not isinstance(kind, type) or not issubclass(kind, Exception):
            raise self.unknown(node)
        found: int = self.world.error_number(kind)
        return found

    def raised(self, node: ast.Raise, error: ast.expr | None) -> None:
        if error is None:
            raise self.unknown(node)
        self.raises(
            self.error_kind(node, self.static(error.func if isinstance(error, ast.Call) else error))
        )
        self.surely = None

    def attempt(self, node: ast.Try) -> None:
        if node.finalbody:
            self.at_last(node)
            return
        if any(isinstance(each, ast.Return | ast.Break | ast.Continue) for each in node.orelse):
            pass
        before = self.surely
        done = self.new_name("done")
        self.put(done, word(0))
        with self.block() as body:
            self.statements(node.body)
            if self.surely is not None:
                self.put(done, word(1))
            after = self.surely
        with self.block() as caught:
            self.surely = None if before is None else set(before)
            self.handlers(node.handlers)
            after_caught = self.surely
        handler = ast.ExceptHandler(None, None, caught or [ast.Pass()])
        self.emit(ast.Try(body or [ast.Pass()], [handler], [], []))
        self.surely = both(after, after_caught)
        if node.orelse and after is not None:
            self.when(raw(name(done), ast.Eq, word(1)), lambda: self.statements(node.orelse))

    def handlers(self, handlers: list[ast.ExceptHandler]) -> None:
        """The first that is for the error; where there is none, it goes on."""
        if not handlers:
            self.emit(ast.Raise())
            self.surely = None
            return
        first, rest = handlers[0], handlers[1:]
        if first.name and any(
            isinstance(n, ast.Name) and n.id == first.name for s in first.body for n in ast.walk(s)
        ):
            raise self.refuse(first, _("the error itself; test the condition before instead"))
        self.line = first.lineno
        kind = self.temp(call("load", ast.BinOp(M, ast.Add(), word(ERROR))))
        test = raw(kind, ast.LtE, word(LAST_ERROR))
        if first.type is not None:
            parts = first.type.elts if isinstance(first.type, ast.Tuple) else [first.type]
            kinds = {n for part in parts for n in self.kinds_below(part)}
            tests: list[ast.expr] = [raw(kind, ast.Eq, word(number)) for number in sorted(kinds)]
            test = ast.BoolOp(ast.Or(), tests) if len(tests) > 1 else tests[0]  # type: ignore[assignment]

        def inside() -> None:
            for place in (ERROR, PLACE):
                at = ast.BinOp(M, ast.Add(), word(place))
                self.emit(ast.Expr(call("store", at, word(0))))
            self.statements(first.body)

        self.when(test, inside, lambda: self.handlers(rest))

    def kinds_below(self, node: ast.expr) -> list[int]:
        kind = self.static(node)
        if kind is NoEstimate:
            return [NO_ESTIMATE]
        if not isinstance(kind, type) or not issubclass(kind, BaseException):
            raise self.unknown(node)
        return self.world.error_numbers(kind)  # type: ignore[no-any-return]

    def at_last(self, node: ast.Try) -> None:
        """`finally`: whichever way the rest is left."""
        leaves = (ast.Return, ast.Break, ast.Continue, ast.Yield)
        if any(isinstance(part, leaves) for each in node.finalbody for part in ast.walk(each)):
            raise self.unknown(node)
        before = self.surely
        self.finals.append((len(self.loops), node.finalbody))
        with self.block() as body:
            if node.handlers:
                self.attempt(
                    ast.copy_location(ast.Try(node.body, node.handlers, node.orelse, []), node)
                )
            else:
                self.statements([*node.body, *node.orelse])
            after = self.surely
        self.finals.pop()
        with self.block() as caught:
            self.surely = None if before is None else set(before)
            kept = [
                self.temp(call("load", ast.BinOp(M, ast.Add(), word(at)))) for at in (ERROR, PLACE)
            ]
            self.statements(node.finalbody)
            for at, value in zip((ERROR, PLACE), kept, strict=True):
                self.emit(ast.Expr(call("store", ast.BinOp(M, ast.Add(), word(at)), value)))
            self.emit(ast.Raise())
        handler = ast.ExceptHandler(None, None, caught)
        self.emit(ast.Try(body or [ast.Pass()], [handler], [], []))
        self.surely = after
        if after is not None:
            self.statements(node.finalbody)

    def leave(self, statement: ast.stmt) -> None:
        """Leaves a loop or the function, after each `finally` on the way."""
        if isinstance(statement, ast.Return):
            on_the_way, statement.value = self.finals, self.temp(statement.value or NOTHING)
        else:
            on_the_way = [each for each in self.finals if each[0] >= len(self.loops)]
        kept, before = self.finals, self.surely
        for i, (_depth, body) in enumerate(reversed(on_the_way)):
            self.finals = on_the_way[: len(on_the_way) - 1 - i]
            self.statements(body)
        self.finals, self.surely = kept, before
        self.emit(statement)
        self.surely = None

    # --- patterns --------------------------------------------------------------------------------------

    def matched(self, subject: ast.expr, cases: list[ast.match_case]) -> None:
        if not cases:
            return
        first, rest = cases[0], cases[1:]
        hit = self.new_name("hit")
        self.put(hit, word(0))

        def guard() -> None:
            if first.guard:
                self.when(self.test(first.guard), lambda: self.put(hit, word(1)))
            else:
                self.put(hit, word(1))

        before = None if self.surely is None else set(self.surely)
        self.pattern(first.pattern, subject, guard)
        bound = {f"u_{n.name}" for n in ast.walk(first.pattern) if getattr(n, "name", None)}

        def inside() -> None:
            if self.surely is not None:
                self.surely |= bound
            self.statements(first.body)

        self.surely = before
        self.when(raw(name(hit), ast.Eq, word(1)), inside, lambda: self.matched(subject, rest))

    def pattern(self, pattern: ast.pattern, subject: ast.expr, then: Callable[[], None]) -> None:
        """Writes what asks whether something is as a pattern says, and then goes on."""
        match pattern:
            case ast.MatchAs(None, None):
                then()
            case ast.MatchAs(inner, str(text)):

                def bind() -> None:
                    self.write_name(text, subject)
                    then()

                if inner:
                    self.pattern(inner, subject, bind)
                else:
                    bind()
            case ast.MatchValue(value):
                self.when(self.comparison(subject, ast.Eq(), self.value(value)), then)
            case ast.MatchSingleton(value):
                self.when(raw(subject, ast.Eq, self.constant(ast.Constant(value), value)), then)
            case ast.MatchOr(patterns):
                hit = self.new_name("hit")
                self.put(hit, word(0))
                for each in patterns:
                    missed = raw(name(hit), ast.Eq, word(0))
                    self.when(
                        missed,
                        lambda each=each: self.pattern(  # type: ignore[misc]
                            each, subject, lambda: self.put(hit, word(1))
                        ),
                    )
                self.when(raw(name(hit), ast.Eq, word(1)), then)
            case ast.MatchSequence(patterns):
                self.sequence_pattern(patterns, subject, then)
            case ast.MatchClass(kind, parts, named, values):
                owner = self.static(kind)
                if not isinstance(owner, type) or (parts and not hasattr(owner, "__match_args__")):
                    raise self.unknown(kind)
                names = [*getattr(owner, "__match_args__", ())[: len(parts)], *named]
                patterns = [*parts, *values]

                def fields(i: int) -> None:
                    if i == len(names):
                        then()
                        return
                    value = self.run(self.world.attribute(names[i]), subject)
                    self.pattern(patterns[i], value, lambda: fields(i + 1))

                self.when(self.is_instance(pattern, subject, owner), lambda: fields(0))
            case _:
                raise self.refuse(pattern, _(SYNTAX[ast.MatchClass]))

    def sequence_pattern(
        self, patterns: list[ast.pattern], subject: ast.expr, then: Callable[[], None]
    ) -> None:
        """`[a, *rest, b]`"""
        stars = [i for i, each in enumerate(patterns) if isinstance(each, ast.MatchStar)]
        count = len(patterns) - len(stars)
        asked = "is_sequence_from" if stars else "is_sequence_of"
        fits = self.run(asked, subject, boxed(count))

        def inner_ones(i: int) -> None:
            if i == len(patterns):
                then()
                return
            each = patterns[i]
            length = call("length_of", subject)
            if isinstance(each, ast.MatchStar):
                end = ast.BinOp(length, ast.Sub(), word(len(patterns) - 1 - i))
                shifted = ast.BinOp(ast.BinOp(end, ast.LShift(), word(1)), ast.BitOr(), word(1))
                part = self.run("slice_of", subject, boxed(i), self.temp(shifted), NOTHING)
                if each.name:
                    self.write_name(each.name, self.run("list_from", part))
                inner_ones(i + 1)
                return
            place: ast.expr = word(i)
            if stars and i > stars[0]:
                place = ast.BinOp(length, ast.Sub(), word(len(patterns) - i))
            item = self.temp(call("item_at", M, subject, place))
            self.pattern(each, item, lambda: inner_ones(i + 1))

        self.when(raw(fits, ast.Eq, word(TRUE)), lambda: inner_ones(0))


def _own_loop(body: list[ast.stmt]) -> list[ast.AST]:
    """The statements of a loop, without those of loops and functions inside."""
    found: list[ast.AST] = []
    left: list[ast.AST] = list(body)
    while left:
        node = left.pop()
        found.append(node)
        if not isinstance(node, ast.For | ast.While | ast.FunctionDef | ast.Lambda):
            left += list(ast.iter_child_nodes(node))
        elif isinstance(node, ast.For | ast.While):
            left += node.orelse
    return found


__all__ = ["Statements", "builtins"]
