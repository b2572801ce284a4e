"""Calls of the author's functions, with their arguments."""

from __future__ import annotations

import ast
import inspect
import types
from dataclasses import dataclass
from typing import Any, Final

from zermelo.compiler.boxed.body import NOTHING, M, boxed, call, name, plus, raw, word
from zermelo.compiler.boxed.builtin_calls import BuiltinCalls
from zermelo.compiler.boxed.objects import TYPE_ERROR
from zermelo.compiler.boxed.scopes import Scope, kept_defaults
from zermelo.compiler.callables import callee
from zermelo.language import _

REQUIRED: Final = inspect.Parameter.empty
REST: Final = inspect.Parameter.VAR_POSITIONAL
MORE: Final = inspect.Parameter.VAR_KEYWORD


@dataclass(frozen=True)
class Kept:
    """The default of a parameter that lies in a function that is a value."""

    word: ast.expr


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
        keywords = self.known_options(node.keywords)
        given: dict[str, ast.expr] = {}
        plain = [p.name for p in parameters if p.kind not in (REST, MORE, p.KEYWORD_ONLY)]
        starred = any(isinstance(each, ast.Starred) for each in node.args)
        if any(k.arg is None or (starred and k.arg in plain) for k in keywords):
            return self.arguments_at_run_time(node, parameters, first)
        rest = next((p.name for p in parameters if p.kind is REST), "")
        more = next((p.name for p in parameters if p.kind is MORE), "")
        if starred:
            self.spread(node, parameters, plain, rest, given, first)
        else:
            values = [*first, *map(self.value, node.args)]
            if len(values) > len(plain) and not rest:
                raise self.wrong_arguments(node, plain)
            given |= dict(zip(plain, values, strict=False))
            if rest:
                given[rest] = self.items(values[len(plain) :])
        if more:
            given[more] = self.run("new_dict", word(0))
        names = {p.name for p in parameters if p.kind not in (REST, MORE)}
        for keyword in keywords:
            if keyword.arg in names and keyword.arg not in given:
                given[str(keyword.arg)] = self.value(keyword.value)
            elif more and keyword.arg not in names:
                text = self.texts(str(keyword.arg))
                self.do("dict_put", given[more], text, self.value(keyword.value))
            else:
                raise self.wrong_arguments(node, plain)
        missing = [p for p in parameters if p.name not in given]
        if any(p.default is REQUIRED for p in missing):
            raise self.wrong_arguments(node, plain)
        given |= {p.name: self.default(node, p) for p in missing}
        return [given[p.name] for p in parameters]

    def default(self, node: ast.AST, parameter: inspect.Parameter) -> ast.expr:
        """What a parameter is that is not given."""
        if isinstance(parameter.default, Kept):
            return parameter.default.word
        return self.constant(node, parameter.default)

    def known_options(self, keywords: list[ast.keyword]) -> list[ast.keyword]:
        """Keyword arguments, `**{"a": 1}` and `**dict(a=1)` written out."""
        found = []
        for keyword in keywords:
            match keyword:
                case ast.keyword(None, ast.Dict(keys, values)) if all(
                    isinstance(key, ast.Constant) and isinstance(key.value, str) for key in keys
                ) and len({ast.unparse(key) for key in keys if key}) == len(keys):
                    pairs = zip(keys, values, strict=True)
                    found += [ast.keyword(key.value, each) for key, each in pairs]  # type: ignore
                case ast.keyword(None, ast.Call(maker, [], inner)) if self.static(maker) is dict:
                    found += self.known_options(inner)
                case _:
                    found.append(keyword)
        return found

    def options(self, keywords: list[ast.keyword]) -> ast.expr:
        """A dict of keyword arguments, of which none may be there twice."""
        named = self.run("new_dict", word(0))
        for keyword in self.known_options(keywords):
            if keyword.arg is None:
                self.do("add_options", named, self.value(keyword.value))
            else:
                self.do("add_option", named, self.texts(keyword.arg), self.value(keyword.value))
        return named

    def arguments_at_run_time(
        self, node: ast.Call, parameters: list[inspect.Parameter], first: tuple[ast.expr, ...]
    ) -> list[ast.expr]:
        """`f(*items, **options)`: which parameter gets what is found out where it is called."""
        whole = self.run("new_list", word(0))
        for value in first:
            self.do("append", whole, value)
        self.fill(whole, node.args)
        named = self.options(node.keywords)
        length = self.temp(call("length_of", whole))
        found: list[ast.expr] = []
        plain = [p for p in parameters if p.kind not in (REST, MORE, p.KEYWORD_ONLY)]
        for p in parameters:
            if p.kind is REST:
                part = self.run("slice_of", whole, boxed(len(plain)), NOTHING, NOTHING)
                found.append(self.run("tuple_from", part))
            elif p.kind is MORE:
                found.append(named)
            else:
                place = plain.index(p) if p in plain else None
                found.append(self.argument_at_run_time(node, p, place, whole, named))
        if not any(p.kind is REST for p in parameters):
            too_many = raw(length, ast.Gt, word(len(plain)))
            self.emit(ast.If(too_many, [self.failing(TYPE_ERROR)], []))
        if not any(p.kind is MORE for p in parameters):
            too_many = raw(call("length_of", named), ast.Gt, word(0))
            self.emit(ast.If(too_many, [self.failing(TYPE_ERROR)], []))
        return found

    def argument_at_run_time(
        self,
        node: ast.Call,
        parameter: inspect.Parameter,
        place: int | None,
        whole: ast.expr,
        named: ast.expr,
    ) -> ast.expr:
        """The item of a list, or the one of a dict, that is for a parameter, or its default."""
        value, key = self.new_name("v"), self.texts(parameter.name)
        default = None if parameter.default is REQUIRED else self.default(node, parameter)

        def by_name() -> None:
            if parameter.kind is not parameter.POSITIONAL_ONLY:
                self.put(value, call("dict_get", M, named, key))
            there = raw(name(value), ast.NotEq, word(0))
            self.when(there, lambda: self.do("dict_delete", named, key), missing)

        def missing() -> None:
            if default is None:
                self.raises(TYPE_ERROR)
            else:
                self.put(value, default)

        self.put(value, word(0))
        if place is None:
            by_name()
            return name(value)
        is_given = raw(call("length_of", whole), ast.Gt, word(place))

        def by_place() -> None:
            self.put(value, call("item_at", M, whole, word(place or 0)))
            self.do("without_option", named, key)

        self.when(is_given, by_place, by_name)
        return name(value)

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
        defaults = {p.name: p for p in parameters if p.default is not REQUIRED}
        least = sum(each not in defaults for each in wanted)
        length = self.temp(call("length_of", whole))
        too_few = raw(length, ast.Lt, word(least))
        self.emit(ast.If(too_few, [self.failing(TYPE_ERROR)], []))
        if not rest:
            too_many = raw(length, ast.Gt, word(len(wanted)))
            self.emit(ast.If(too_many, [self.failing(TYPE_ERROR)], []))
        for i, each_name in enumerate(wanted):
            item: ast.expr = call("item_at", M, whole, word(i))
            if each_name in defaults:
                default = self.default(node, defaults[each_name])
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
        closure = self.temp(closure)
        parameters = [
            p
            if p.default is REQUIRED
            else p.replace(default=Kept(call("load", plus(closure, p.default))))
            for p in self.world.parameters_of_inner(scope)
        ]
        return self.run(scope.raw_name, closure, *self.arguments(node, parameters))

    def closure(self, node: ast.Lambda | ast.FunctionDef) -> ast.expr:
        """A function inside this one, as a value: its number, and the cells that it reaches."""
        scope = self.world.inner_scope(self.scope, node, self.renamed)
        number = self.world.function_number(scope)
        kept = kept_defaults(node.args)
        made = self.run("new_function", word(number), word(len(scope.reaches) + len(kept)))
        offset = 16
        for each in scope.reaches:
            cell = self.variable(each)
            cell = cell if cell and cell.startswith("c_") else f"c_{each}"
            self.emit(ast.Expr(call("store", plus(made, offset), name(cell))))
            offset += 8
        for default in kept:
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
