"""Expressions of boxed rules."""

from __future__ import annotations

import ast
import types
from abc import abstractmethod
from typing import Any, Final

from zermelo.compiler.boxed.body import DYNAMIC, M, call, name, raw, word
from zermelo.compiler.boxed.formats import Formats
from zermelo.compiler.boxed.objects import FALSE, SET, TRUE
from zermelo.compiler.boxed.scopes import COMPREHENSIONS

OPERATORS: Final[dict[type[ast.AST], str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "floordiv", ast.Mod: "modulo",
    ast.Div: "truediv", ast.Pow: "power", ast.LShift: "shift_left", ast.RShift: "shift_right",
    ast.BitOr: "bit_or", ast.BitAnd: "bit_and", ast.BitXor: "bit_xor", ast.USub: "negative",
    ast.MatMult: "matmul", ast.UAdd: "positive", ast.Invert: "inverted", ast.Not: "negated",
}  # fmt: skip
COMPARISONS: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "less", ast.LtE: "at_most", ast.Gt: "greater", ast.GtE: "at_least",
}  # fmt: skip


class Expressions(Formats):
    """What translates expressions."""

    @abstractmethod
    def closure(self, node: ast.Lambda | ast.FunctionDef) -> ast.expr:
        """A function inside this one, as a value."""

    @abstractmethod
    def call(self, node: ast.Call) -> ast.expr:
        """A call."""

    @abstractmethod
    def class_item(self, node: ast.Subscript, owner: type) -> ast.expr:
        """`Colour[name]`."""

    @abstractmethod
    def super_attribute(self, node: ast.Attribute) -> ast.expr:
        """`super().x`, where that is a property."""

    def value(self, node: ast.expr) -> ast.expr:
        """The word of an expression; what it does has been written then."""
        before, self.line = self.line, getattr(node, "lineno", self.line)
        try:
            return self._value(node)
        finally:
            self.line = before

    def _value(self, node: ast.expr) -> ast.expr:
        """The word of an expression, by its form."""
        match node:
            case ast.Constant(value):
                return self.constant(node, value)
            case ast.Name():
                return self.read_name(node)
            case ast.Tuple(items) | ast.List(items):
                return self.displayed(items, "tuple" if isinstance(node, ast.Tuple) else "list")
            case ast.BinOp(left, sign, right):
                return self.operation(node, left, sign, right)
            case ast.UnaryOp(sign, operand):
                known = self.static(operand) if isinstance(sign, ast.USub) else None
                if type(known) is int or type(known) is float:
                    return self.constant(node, -known)
                return self.run(OPERATORS[type(sign)], self.value(operand))
            case ast.BoolOp():
                return self.either(node)
            case ast.Compare():
                return self.compared(node)
            case ast.IfExp(test, then, otherwise):
                return self.chosen(test, then, otherwise)
            case ast.Subscript():
                return self.subscript(node)
            case ast.Attribute():
                return self.attribute(node)
            case ast.Call():
                return self.call(node)
            case ast.NamedExpr(ast.Name(text), value):
                found = self.temp(self.value(value))
                renamed, self.renamed = self.renamed, []  # it belongs to the function
                self.write_name(text, found)
                self.renamed = renamed
                return found
            case ast.Dict():
                return self.dictionary(node)
            case ast.Set(items):
                return self.set_of(node, items)
            case ast.JoinedStr(parts):
                return self.run("text_join", self.texts(""), self.items(map(self.part, parts)))
            case ast.Lambda():
                return self.closure(node)
            case ast.Slice():
                return self.items(self.slice_ends(node))
        if isinstance(node, COMPREHENSIONS) and not isinstance(node, ast.GeneratorExp):
            return self.comprehension(node)
        raise self.unknown(node)

    def operation(
        self, node: ast.expr, left: ast.expr, sign: ast.operator, right: ast.expr
    ) -> ast.expr:
        """`a + b`, and texts that are filled in by `%`."""
        if isinstance(sign, ast.Mod) and isinstance(left, ast.JoinedStr):
            raise self.unknown(node)
        if isinstance(sign, ast.Mod) and isinstance(self.static(left), str):
            return self.filled(node, self.static(left), right)
        return self.run(OPERATORS[type(sign)], self.value(left), self.value(right))

    def displayed(self, items: list[ast.expr], maker: str) -> ast.expr:
        """`[a, *b, c]`, or the same as a tuple."""
        if not any(isinstance(each, ast.Starred) for each in items):
            known = [each.value for each in items if isinstance(each, ast.Constant)]
            if maker == "tuple" and len(known) == len(items):
                return self.constant(ast.Tuple(items), tuple(known))
            return self.items([self.value(each) for each in items], maker)
        made = self.run("new_list", word(len(items)))
        self.fill(made, items)
        return made if maker == "list" else self.run("tuple_from", made)

    def fill(self, made: ast.expr, items: list[ast.expr]) -> None:
        """Puts items, of which some have a star, into a new list."""
        for each in items:
            if isinstance(each, ast.Starred):
                self.do("list_extend", made, self.value(each.value))
            else:
                self.do("append", made, self.value(each))

    def set_of(self, node: ast.Set, items: list[ast.expr]) -> ast.expr:
        """`{a, *b}`."""
        made = self.run("new_set", word(SET))
        known = kept_constant(self.scope.function.__code__, items)
        if known is not None:
            self.do("set_update", made, self.constant(node, known))
            return made
        for each in items:
            if isinstance(each, ast.Starred):
                self.do("set_update", made, self.value(each.value))
            else:
                self.do("set_add", made, self.value(each))
        return made

    def dictionary(self, node: ast.Dict) -> ast.expr:
        """`{key: value, **others}`."""
        made = self.run("new_dict", word(len(node.values)))
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                self.do("dict_update", made, self.value(value))
            else:
                self.do("dict_put", made, self.value(key), self.value(value))
        return made

    # --- tests -----------------------------------------------------------------------------------

    def test(self, node: ast.expr) -> ast.expr:
        """A condition of words."""
        before, self.line = self.line, getattr(node, "lineno", self.line)
        try:
            match node:
                case ast.UnaryOp(ast.Not(), operand):
                    return ast.UnaryOp(ast.Not(), self.test(operand))
                case ast.Compare(left, [sign], [right]):
                    return self.comparison(self.value(left), sign, self.value(right))
                case ast.Constant(value):
                    return word(int(bool(value)))
                case ast.BoolOp(sign, values):
                    return self.either_test(sign, values)
            return raw(self.temp(call("is_true", M, self.value(node))), ast.NotEq, word(0))
        finally:
            self.line = before

    def either_test(self, sign: ast.boolop, values: list[ast.expr]) -> ast.expr:
        """`and` and `or` where only their truth is asked for."""
        found = self.new_name("test")
        going_on = ast.NotEq if isinstance(sign, ast.And) else ast.Eq

        def ask(left: list[ast.expr]) -> None:
            self.put(found, ast.IfExp(self.test(left[0]), word(1), word(0)))
            if left[1:]:
                self.when(raw(name(found), going_on, word(0)), lambda: ask(left[1:]))

        ask(values)
        return raw(name(found), ast.NotEq, word(0))

    def comparison(self, left: ast.expr, sign: ast.cmpop, right: ast.expr) -> ast.expr:
        """One comparison as a condition of words."""
        match sign:
            case ast.Eq():
                return raw(self.temp(call("same", M, left, right)), ast.NotEq, word(0))
            case ast.NotEq():
                return raw(self.temp(call("same", M, left, right)), ast.Eq, word(0))
            case ast.Is():
                return raw(left, ast.Eq, right)
            case ast.IsNot():
                return raw(left, ast.NotEq, right)
            case ast.In():
                return raw(self.run("contains", left, right), ast.Eq, word(TRUE))
            case ast.NotIn():
                return raw(self.run("contains", left, right), ast.Eq, word(FALSE))
        return raw(self.run(COMPARISONS[type(sign)], left, right), ast.Eq, word(TRUE))

    def compared(self, node: ast.Compare) -> ast.expr:
        """`a < b`, or `a < b < c`, as a value."""
        found = self.new_name("v")
        left = self.value(node.left)

        def go(left: ast.expr, signs: list[ast.cmpop], values: list[ast.expr]) -> None:
            right = self.value(values[0])
            if signs[1:]:
                right = self.temp(right)
            truth = ast.IfExp(self.comparison(left, signs[0], right), word(TRUE), word(FALSE))
            self.put(found, truth)
            if signs[1:]:
                holds = raw(name(found), ast.Eq, word(TRUE))
                self.when(holds, lambda: go(right, signs[1:], values[1:]))

        go(left, node.ops, node.comparators)
        return name(found)

    def either(self, node: ast.BoolOp) -> ast.expr:
        """`a and b`, `a or b`, as a value."""
        found = self.new_name("v")
        going_on = ast.NotEq if isinstance(node.op, ast.And) else ast.Eq

        def ask(left: list[ast.expr]) -> None:
            self.put(found, self.value(left[0]))
            if left[1:]:
                truth = self.temp(call("is_true", M, name(found)))
                self.when(raw(truth, going_on, word(0)), lambda: ask(left[1:]))

        ask(node.values)
        return name(found)

    def chosen(self, test: ast.expr, then: ast.expr, otherwise: ast.expr) -> ast.expr:
        """`a if test else b`."""
        found = self.new_name("v")
        self.when(
            self.test(test),
            lambda: self.put(found, self.value(then)),
            lambda: self.put(found, self.value(otherwise)),
        )
        return name(found)

    # --- parts -----------------------------------------------------------------------------------

    def subscript(self, node: ast.Subscript) -> ast.expr:
        """`items[i]`."""
        known = self.static(node)
        if known is not DYNAMIC:
            return self.constant(node, known)
        owner = self.static(node.value)
        if isinstance(owner, type):
            return self.class_item(node, owner)
        items = self.value(node.value)
        if isinstance(node.slice, ast.Slice):
            return self.run("slice_of", items, *self.slice_ends(node.slice))
        return self.run("item", items, self.value(node.slice))

    def attribute(self, node: ast.Attribute) -> ast.expr:
        """`x.name`."""
        known = self.static(node)
        if known is not DYNAMIC:
            return self.constant(node, known)
        if isinstance(self.static(node.value), type | types.ModuleType):
            raise self.unknown(node)
        match node.value:
            case ast.Call(ast.Name("super"), []):
                return self.super_attribute(node)
        if node.attr == "__class__":
            return self.run(self.world.type_of(), self.value(node.value))
        return self.run(self.world.attribute(node.attr), self.value(node.value))


def kept_constant(code: types.CodeType, items: list[ast.expr]) -> frozenset[Any] | None:
    """What Python keeps for `{(0, 1), (1, 0), (2, 2)}`, which has an order of its own."""
    try:
        values = frozenset(ast.literal_eval(each) for each in items)
    except (ValueError, TypeError):
        return None
    if len(items) < 3:
        return None
    for each in code.co_consts:
        if isinstance(each, frozenset) and each == values:
            return each
        if isinstance(each, types.CodeType):
            found = kept_constant(each, items)
            if found is not None:
                return found
    return None
