"""Statements of boxed rules."""

from __future__ import annotations

import ast
from typing import Any, Final

from zermelo.compiler.boxed.body import DYNAMIC, NOTHING, name, raw, word
from zermelo.compiler.boxed.expressions import OPERATORS
from zermelo.compiler.boxed.objects import (
    ASSERTION_ERROR,
)
from zermelo.compiler.boxed.patterns import Patterns
from zermelo.compiler.errors import SYNTAX
from zermelo.language import _

IN_PLACE: Final[dict[type[ast.operator], str]] = {
    ast.Add: "add_in_place", ast.Sub: "sub_in_place", ast.Mult: "mul_in_place",
    ast.BitOr: "or_in_place", ast.BitAnd: "and_in_place", ast.BitXor: "xor_in_place",
}  # fmt: skip


class Statements(Patterns):
    """What translates statements, and with them a whole function."""

    def statements(self, body: list[ast.stmt]) -> None:
        """Writes statements, as far as they are reached."""
        for statement in body:
            if self.surely is None:
                return
            self.line = statement.lineno
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        """Writes one statement."""
        match node:
            case ast.Expr(ast.Constant()) | ast.Pass() | ast.Nonlocal():
                pass
            case ast.Import() | ast.ImportFrom():
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
            case ast.AugAssign():
                self.changed(node)
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
            case ast.With():
                self.suppressed(node)
            case ast.FunctionDef():
                self.write_name(node.name, self.closure(node))
            case ast.Delete(targets):
                for each in targets:
                    self.delete(each)
            case ast.Match(subject, cases):
                self.matched(self.temp(self.value(subject)), cases)
            case _:
                what = SYNTAX.get(type(node))
                raise self.refuse(node, str(what)) if what else self.unknown(node)

    def assigned(self, targets: list[ast.expr], value: ast.expr) -> None:
        """`a = b = value`; of a tuple of targets and a tuple of values, none is made."""
        match targets, value:
            case [ast.Tuple(parts)], ast.Tuple(values) if len(parts) == len(values) and not any(
                isinstance(each, ast.Starred) for each in (*parts, *values)
            ):
                found: Any = [self.temp(self.value(each)) for each in values]
            case _:
                found = self.value(value)
                if len(targets) > 1:
                    found = self.temp(found)
        for target in targets:
            self.assign(target, found)

    def changed(self, node: ast.AugAssign) -> None:
        """`x += 1`."""
        function = IN_PLACE.get(type(node.op), OPERATORS[type(node.op)])
        value = node.value
        match node.target:
            case ast.Name(text):
                old = self.read_name(ast.Name(text, ast.Load()))
                self.write_name(text, self.run(function, old, self.value(value)))
            case ast.Subscript(items, key) if not isinstance(key, ast.Slice):
                whole, at = self.temp(self.value(items)), self.temp(self.value(key))
                old = self.run("item", whole, at)
                self.do("put_item", whole, at, self.run(function, old, self.value(value)))
            case ast.Attribute(owner, attribute) if self.static(owner) is DYNAMIC:
                whole = self.temp(self.value(owner))
                old = self.run(self.world.attribute(attribute), whole)
                new = self.run(function, old, self.value(value))
                self.do(self.world.attribute_store(attribute), whole, new)
            case _:
                words = _("{code} = ...; rules never change anything")
                raise self.refuse(node, words.format(code=ast.unparse(node.target)))

    def delete(self, target: ast.expr) -> None:
        """`del target`."""
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

    # --- loops -----------------------------------------------------------------------------------

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
        """A loop with a test."""
        always = isinstance(node.test, ast.Constant) and node.test.value

        def turn() -> None:
            if not always:
                self.stop_unless(self.test(node.test))
            self.statements(node.body)

        self.loop(turn)
        leaves = any(isinstance(each, ast.Break) for each in _own_loop(node.body))
        if always and not leaves:
            self.surely = None


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
