"""Calls of the author's functions, with their arguments."""

from __future__ import annotations

import ast
import inspect
import types
from typing import Any, Final

from zermelo.compiler.boxed.body import NOTHING, M, boxed, call, name, plus, raw, word
from zermelo.compiler.boxed.builtin_calls import BuiltinCalls
from zermelo.compiler.boxed.objects import TYPE_ERROR
from zermelo.compiler.boxed.scopes import Scope
from zermelo.compiler.callables import callee
from zermelo.language import _

REQUIRED: Final = inspect.Parameter.empty
REST: Final = inspect.Parameter.VAR_POSITIONAL
MORE: Final = inspect.Parameter.VAR_KEYWORD


class FunctionCalls(BuiltinCalls):
    """What translates calls of functions, those inside functions and of the class above."""

    def call_function(self, node: ast.Call, function: Any, bound: dict[str, Any]) -> ast.expr:
        """A call of a function, with some parameters bound."""
        parameters = [
            p for p in inspect.signature(function).parameters.values() if p.name not in bound
        ]
        raw_name = self.world.function(function, bound)
        return self.run(raw_name, *self.arguments(node, parameters))

    def call_value(self, function: ast.expr, arguments: list[ast.expr]) -> ast.expr:
        """A call of a function that is a value."""
        return self.run(self.world.call_value(len(arguments)), function, *arguments)

    def arguments(
        self, node: ast.Call, parameters: list[inspect.Parameter], first: tuple[ast.expr, ...] = ()
    ) -> list[ast.expr]:
        """A value for each parameter, in order."""
        if any(keyword.arg is None for keyword in node.keywords):
            raise self.unknown(node)
        given: dict[str, ast.expr] = {}
        plain = [p.name for p in parameters if p.kind not in (REST, MORE, p.KEYWORD_ONLY)]
        rest = next((p.name for p in parameters if p.kind is REST), "")
        if any(p.kind is MORE for p in parameters):
            raise self.unknown(node)
        if any(isinstance(each, ast.Starred) for each in node.args):
            self.spread(node, parameters, plain, rest, given, first)
        else:
            values = [*first, *map(self.value, node.args)]
            if len(values) > len(plain) and not rest:
                raise self.wrong_arguments(node, plain)
            given |= dict(zip(plain, values, strict=False))
            if rest:
                given[rest] = self.items(values[len(plain) :])
        for keyword in node.keywords:
            assert keyword.arg
            given[keyword.arg] = self.value(keyword.value)
        found = []
        for p in parameters:
            if p.name in given:
                found.append(given.pop(p.name))
            elif p.default is not REQUIRED:
                found.append(self.constant(node, p.default))
            else:
                raise self.wrong_arguments(node, plain)
        if given:
            raise self.wrong_arguments(node, plain)
        return found

    def wrong_arguments(self, node: ast.Call, names: list[str]) -> Exception:
        """The error for a call that does not fit."""
        takes = ", ".join(names) or _("nothing")
        words = _("{code}: it takes {names}")
        return self.refuse(node, words.format(code=ast.unparse(node), names=takes))

    def spread(
        self,
        node: ast.Call,
        parameters: list[inspect.Parameter],
        plain: list[str],
        rest: str,
        given: dict[str, ast.expr],
        first: tuple[ast.expr, ...],
    ) -> None:
        """`f(*items)`: as many as there are parameters."""
        named = {keyword.arg for keyword in node.keywords}
        wanted = [each for each in plain if each not in named]
        whole = self.run("new_list", word(len(wanted)))
        for value in first:
            self.do("append", whole, value)
        self.fill(whole, node.args)
        defaults = {p.name: p.default for p in parameters if p.default is not REQUIRED}
        least = sum(each not in defaults for each in wanted)
        self.do("unpacked_long", whole, word(least))
        length = self.temp(call("length_of", whole))
        if not rest:
            too_many = raw(length, ast.Gt, word(len(wanted)))
            self.emit(ast.If(too_many, [self.failing(TYPE_ERROR)], []))
        for i, each_name in enumerate(wanted):
            item: ast.expr = call("item_at", M, whole, word(i))
            if each_name in defaults:
                default = self.constant(node, defaults[each_name])
                item = ast.IfExp(raw(length, ast.Gt, word(i)), item, default)
            given[each_name] = self.temp(item)
        if rest:
            part = self.run("slice_of", whole, boxed(len(wanted)), NOTHING, NOTHING)
            given[rest] = self.run("tuple_from", part)

    # --- functions inside functions --------------------------------------------------------------

    def inner_function(self, text: str) -> Scope | None:
        """The function inside this one, or one around it, that a name always stands for."""
        if any(text in renamed for renamed in self.renamed):
            return None
        scope: Scope | None = self.scope
        while scope:
            if text in scope.inner:
                return scope.inner[text]
            if text in scope.locals or text in scope.bound:
                return None
            scope = scope.outer
        return None

    def call_inner(self, node: ast.Call, scope: Scope, closure: ast.expr) -> ast.expr:
        """A call of a function inside a function."""
        parameters = self.world.parameters_of_inner(scope)
        if any(p.default is not REQUIRED for p in parameters):
            if node.keywords or any(isinstance(each, ast.Starred) for each in node.args):
                raise self.unknown(node)
            return self.call_value(closure, [self.temp(self.value(each)) for each in node.args])
        return self.run(scope.raw_name, closure, *self.arguments(node, parameters))

    def closure(self, node: ast.Lambda | ast.FunctionDef) -> ast.expr:
        """A function inside this one, as a value: its number, and the cells that it reaches."""
        scope = self.world.inner_scope(self.scope, node, self.renamed)
        number = self.world.function_number(scope)
        made = self.run("new_function", word(number), word(len(scope.reaches) + 8))
        offset = 16
        for each in scope.reaches:
            cell = self.variable(each)
            cell = cell if cell and cell.startswith("c_") else f"c_{each}"
            self.emit(ast.Expr(call("store", plus(made, offset), name(cell))))
            offset += 8
        for default in node.args.defaults:
            value = self.value(default)
            self.emit(ast.Expr(call("store", plus(made, offset), value)))
            offset += 8
        return made

    # --- the class above -------------------------------------------------------------------------

    def own_class_and_name(self) -> tuple[Any, str]:
        """The class whose method this is, or None, and the name of its object."""
        function = self.scope.function
        owner = inspect.getclosurevars(function).nonlocals.get("__class__")
        return owner, next(iter(inspect.signature(function).parameters), "")

    def call_super(self, node: ast.Call, called: str) -> ast.expr:
        """`super().method(...)`."""
        owner, first = self.own_class_and_name()
        if owner is None or not first:
            raise self.unknown(node)
        if first in self.scope.bound:
            found = callee(getattr(super(owner, self.scope.bound[first]), called))
            if found is None:
                raise self.unknown(node)
            return self.call_function(node, *found)
        if len({_next(each, owner, called) for each in (owner, *_below(owner))}) > 1:
            raise self.unknown(node)  # it depends on the class of the object
        for kind in owner.__mro__[1:]:
            if called in vars(kind):
                given = vars(kind)[called]
                if kind is object and called == "__init__":
                    return NOTHING
                if not isinstance(given, types.FunctionType):
                    break
                parameters = list(inspect.signature(given).parameters.values())
                own = self.read_name(ast.Name(first, ast.Load()))
                arguments = self.arguments(node, parameters, (own,))
                return self.run(self.world.function(given, {}), *arguments)
        raise self.unknown(node)

    def super_attribute(self, node: ast.Attribute) -> ast.expr:
        """`super().x`, where that is a property."""
        owner, first = self.own_class_and_name()
        for kind in owner.__mro__[1:] if owner and first not in self.scope.bound else ():
            found = vars(kind).get(node.attr)
            if isinstance(found, property) and found.fget:
                own = self.read_name(ast.Name(first, ast.Load()))
                return self.run(self.world.function(found.fget, {}), own)
        raise self.unknown(node)


def _below(kind: type) -> list[type]:
    """The classes that are made of a class."""
    found: list[type] = kind.__subclasses__()
    return [*found, *(each for below in found for each in _below(below))]


def _next(kind: type, owner: type, called: str) -> type | None:
    """The class whose method `super()` means, in a method of its owner, for objects of a class."""
    after = kind.__mro__[kind.__mro__.index(owner) + 1 :]
    return next((each for each in after if called in vars(each)), None)
