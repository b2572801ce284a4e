"""Errors of boxed rules: `raise`, `try`, `except` and `finally`."""

from __future__ import annotations

import ast
import contextlib
import inspect
import types
from abc import abstractmethod
from typing import Any

from zermelo.compiler.boxed.body import NOTHING, M, as_value, both, call, name, plus, raw, word
from zermelo.compiler.boxed.calls import Calls
from zermelo.compiler.boxed.objects import (
    ERROR,
    LAST_ERROR,
    NO_ESTIMATE,
    PLACE,
)
from zermelo.compiler.boxed.scopes import Scope
from zermelo.compiler.errors import SYNTAX
from zermelo.game import NoEstimate
from zermelo.language import _


class Attempts(Calls):
    """What translates errors, and what leaves a `try`."""

    def __init__(self, world: Any, scope: Scope) -> None:
        super().__init__(world, scope)
        # What `finally` does, how many loops are around it, and what notes that it has begun.
        self.finals: list[tuple[int, list[ast.stmt], str]] = []
        # The errors that are caught: their names, and what they are.
        self.caught: list[tuple[str | None, list[ast.expr]]] = []

    @abstractmethod
    def statements(self, body: list[ast.stmt]) -> None:
        """Writes statements, as far as they are reached."""

    def error_kind(self, node: ast.AST, kind: Any) -> int:
        """The number of an error."""
        if kind is NoEstimate:
            return NO_ESTIMATE
        if not isinstance(kind, type) or not issubclass(kind, Exception):
            raise self.unknown(node)
        found: int = self.world.error_number(kind)
        return found

    def raised(self, node: ast.Raise, error: ast.expr | None) -> None:
        """`raise`; what the error says is never asked for."""
        for text, kept in reversed(self.caught):
            if error is None or (isinstance(error, ast.Name) and error.id == text):
                self.raised_again(kept)
                return
        if error is None:
            raise self.unknown(node)
        kind = self.static(error.func if isinstance(error, ast.Call) else error)
        if not isinstance(error, ast.Call) and not is_made_of_nothing(kind):
            raise self.unknown(node)
        self.raises(self.error_kind(node, kind))
        self.surely = None

    def raised_again(self, kept: list[ast.expr]) -> None:
        """`raise` of the error that a handler has caught; it keeps its place."""
        kind, place = kept
        self.emit(ast.Expr(call("store", plus(M, PLACE), place)))
        self.do("raised", self.temp(as_value(kind)))
        self.surely = None

    def suppressed(self, node: ast.With) -> None:
        """`with contextlib.suppress(...)`, which is a `try` whose handler does nothing."""
        body = node.body
        for each in reversed(node.items):
            match each:
                case ast.withitem(ast.Call(function, kinds, []), None) if (
                    self.static(function) is contextlib.suppress and kinds
                ):
                    nothing = ast.copy_location(ast.Pass(), node)
                    kind = ast.copy_location(ast.Tuple(kinds, ast.Load()), node)
                    handler = ast.ExceptHandler(kind, None, [nothing])
                    made = ast.Try(body, [ast.copy_location(handler, node)], [], [])
                    body = [ast.copy_location(made, node)]
                case _:
                    raise self.refuse(node, _(SYNTAX[ast.With]))
        self.statements(body)

    def attempt(self, node: ast.Try) -> None:
        """`try`, with its handlers and its `else`."""
        if node.finalbody:
            self.at_last(node)
            return
        before = self.surely
        done = self.new_name("done")
        self.put(done, word(0))
        with self.block() as body:
            self.surely = None if before is None else set(before)
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
        if first.name and is_looked_at(first.name, first.body):
            raise self.refuse(first, _("the error itself; test the condition before instead"))
        self.line = first.lineno
        kept = [self.temp(call("load", plus(M, at))) for at in (ERROR, PLACE)]
        kind = kept[0]
        test: ast.expr = raw(kind, ast.LtE, word(LAST_ERROR))
        if first.type is not None:
            parts = first.type.elts if isinstance(first.type, ast.Tuple) else [first.type]
            kinds = tuple(self.error_class(part) for part in parts)
            test = raw(self.temp(call(self.world.catches(kinds), kind)), ast.NotEq, word(0))

        def inside() -> None:
            for place in (ERROR, PLACE):
                self.emit(ast.Expr(call("store", plus(M, place), word(0))))
            self.caught.append((first.name, kept))
            self.statements(first.body)
            self.caught.pop()

        self.when(test, inside, lambda: self.handlers(rest))

    def error_class(self, node: ast.expr) -> type[BaseException]:
        """The class of errors that a handler is for."""
        kind = self.static(node)
        if not isinstance(kind, type) or not issubclass(kind, BaseException):
            raise self.unknown(node)
        return kind

    def at_last(self, node: ast.Try) -> None:
        """`finally`: whichever way the rest is left."""
        leaves = (ast.Return, ast.Break, ast.Continue, ast.Yield)
        if any(isinstance(part, leaves) for each in node.finalbody for part in ast.walk(each)):
            raise self.unknown(node)
        if any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(node)):
            raise self.refuse(node, _("yield before a finally; write what it does at the end"))
        before = self.surely
        begun = self.new_name("begun")  # whether it is done already, on the way out
        self.put(begun, word(0))
        self.finals.append((len(self.loops), node.finalbody, begun))
        with self.block() as body:
            self.surely = None if before is None else set(before)
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
            kept = [self.temp(call("load", plus(M, at))) for at in (ERROR, PLACE)]
            missing = raw(name(begun), ast.Eq, word(0))
            self.when(missing, lambda: self.statements(node.finalbody))
            for at, value in zip((ERROR, PLACE), kept, strict=True):
                self.emit(ast.Expr(call("store", plus(M, at), value)))
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
        for i, (_depth, body, begun) in enumerate(reversed(on_the_way)):
            self.put(begun, word(1))
            self.finals = on_the_way[: len(on_the_way) - 1 - i]
            self.statements(body)
        self.finals, self.surely = kept, before
        self.emit(statement)
        self.surely = None


def is_made_of_nothing(kind: Any) -> bool:
    """Whether an error can be made without arguments, as `raise` of its class does."""
    own = getattr(kind, "__init__", None)
    if isinstance(own, types.FunctionType):
        needed = list(inspect.signature(own).parameters.values())[1:]
        return all(
            p.default is not p.empty or p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in needed
        )
    return True


def is_looked_at(text: str, body: list[ast.stmt]) -> bool:
    """Whether a handler does anything else to the error it names than to raise it again."""
    raised = {
        id(node.exc) for each in body for node in ast.walk(each) if isinstance(node, ast.Raise)
    }
    return any(
        (isinstance(node, ast.Name) and node.id == text and id(node) not in raised)
        or (isinstance(node, ast.ExceptHandler) and node.name == text)
        for each in body
        for node in ast.walk(each)
    )
