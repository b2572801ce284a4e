"""Calls in boxed rules: of the author's functions, methods and classes."""

from __future__ import annotations

import ast
import copy
import dataclasses
import inspect
import operator
import types
import typing
from collections import Counter
from collections.abc import Callable
from enum import Enum
from typing import Any, Final

from zermelo.compiler.boxed.body import DYNAMIC, M, NOTHING, boxed, call, is_users, name, raw, word
from zermelo.compiler.boxed.builtin_calls import BUILTINS, BuiltinCalls
from zermelo.compiler.boxed.methods import METHODS, SORT
from zermelo.compiler.boxed.objects import TRUE, TYPE_ERROR
from zermelo.compiler.boxed.prelude import STANDS_FOR
from zermelo.compiler.callables import callee
from zermelo.language import _

REQUIRED: Final = inspect.Parameter.empty
REST: Final = inspect.Parameter.VAR_POSITIONAL
MORE: Final = inspect.Parameter.VAR_KEYWORD


class Calls(BuiltinCalls):
    """What translates calls."""

    def call(self, node: ast.Call) -> ast.expr:
        match node:
            case ast.Call(ast.Attribute(ast.Call(ast.Name("super"), []), called)):
                return self.call_super(node, called)
            case ast.Call(ast.Attribute(ast.Name("object"), "__setattr__"), [owner, key, value]):
                text = self.static(key)
                if isinstance(text, str):
                    self.do(self.world.attribute_store(text), self.value(owner), self.value(value))
                    return NOTHING
            case ast.Call(ast.Call(ast.Name("type"), [ast.Name(own)])) | ast.Call(
                ast.Attribute(ast.Name(own), "__class__")
            ):
                kind = self.own_class(own)
                if kind:
                    return self.make(node, kind)
            case ast.Call(ast.Name(text)) if self.inner_function(text):
                scope = self.inner_function(text)
                return self.call_inner(node, scope, self.read_name(ast.Name(text, ast.Load())))
        known = self.static(node.func)
        if known is not DYNAMIC:
            return self.call_known(node, known)
        if isinstance(node.func, ast.Attribute):
            return self.call_method(node, node.func)
        if isinstance(node.func, ast.Lambda):
            return self.applied(node.func, [self.value(each) for each in node.args])
        if node.keywords:
            raise self.unknown(node)
        function = self.temp(self.value(node.func))
        if any(isinstance(each, ast.Starred) for each in node.args):
            return self.run(self.world.call_spread(), function, self.displayed(node.args, "list"))
        return self.call_value(function, [self.temp(self.value(each)) for each in node.args])

    def call_value(self, function: ast.expr, arguments: list[ast.expr]) -> ast.expr:
        """A call of a function that is a value."""
        return self.run(self.world.call_value(len(arguments)), function, *arguments)

    def own_class(self, own: str) -> type | None:
        """The class of `self`, where there is but one that it can have."""
        if own in self.scope.bound:
            return type(self.scope.bound[own])
        kind = self.world.owner_of(self.scope.function)
        first = next(iter(inspect.signature(self.scope.function).parameters), "")
        return None if own != first or (kind and kind.__subclasses__()) else kind

    def call_known(self, node: ast.Call, known: Any) -> ast.expr:
        """A call of something that is always the same."""
        try:
            stands_for = STANDS_FOR.get(known)
            built_in = BUILTINS.get(known)
        except TypeError:  # what has no hash is no function of Python's
            stands_for = built_in = None
        if built_in:
            return built_in(self, node)  # type: ignore[no-any-return]
        if known is map and node.args and isinstance(node.func, ast.Name):
            known_function = self.static(node.args[0])
            if isinstance(known_function, types.MethodDescriptorType):
                made = ast.parse(f"lambda x: x.{known_function.__name__}()", mode="eval").body
                node.args[0] = ast.copy_location(made, node)
        if stands_for:
            return self.call_function(node, stands_for, {})
        if known is copy.copy or known is copy.deepcopy:
            how = "shallow_copy" if known is copy.copy else "deep_copy"
            return self.run(how, self.value(node.args[0]))
        if known is dataclasses.replace:
            return self.replaced(node, self.value(node.args[0]), node.keywords)
        if known is typing.cast:
            return self.value(node.args[1])
        if isinstance(known, type):
            return self.make(node, known)
        if isinstance(known, types.BuiltinMethodType | types.MethodWrapperType) and isinstance(
            node.func, ast.Attribute
        ):
            if not isinstance(known.__self__, types.ModuleType):
                return self.call_method(node, node.func)
        found = callee(known)
        if found:
            return self.call_function(node, *found)
        if is_users(type(known)) and hasattr(type(known), "__call__"):
            method = callee(known.__call__)
            if method:
                return self.call_function(node, *method)
        raise self.unknown(node)

    # --- the author's functions ------------------------------------------------------------------

    def call_function(self, node: ast.Call, function: Any, bound: dict[str, Any]) -> ast.expr:
        """A call of a function, with some parameters bound."""
        parameters = [
            p for p in inspect.signature(function).parameters.values() if p.name not in bound
        ]
        raw_name = self.world.function(function, bound)
        return self.run(raw_name, *self.arguments(node, parameters))

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
            values = [*first, *(self.kept(each, node.args) for each in node.args)]
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
        for each in node.args:
            if isinstance(each, ast.Starred):
                self.do("list_extend", whole, self.value(each.value))
            else:
                self.do("append", whole, self.value(each))
        defaults = {p.name: p.default for p in parameters if p.default is not REQUIRED}
        least = sum(each not in defaults for each in wanted)
        self.do("unpacked_long", whole, word(least))
        length = self.temp(call("length_of", whole))
        if not rest:
            self.emit(
                ast.If(raw(length, ast.Gt, word(len(wanted))), [self.failing(TYPE_ERROR)], [])
            )
        for i, each_name in enumerate(wanted):
            item: ast.expr = call("item_at", M, whole, word(i))
            if each_name in defaults:
                default = self.constant(node, defaults[each_name])
                item = ast.IfExp(raw(length, ast.Gt, word(i)), item, default)
            given[each_name] = self.temp(item)
        if rest:
            part = self.run("slice_of", whole, boxed(len(wanted)), NOTHING, NOTHING)
            given[rest] = self.run("tuple_from", part)

    def inner_function(self, text: str) -> Any:
        """The function inside this one, or one around it, that a name always stands for."""
        if any(text in renamed for renamed in self.renamed):
            return None
        scope = self.scope
        while scope:
            if text in scope.inner:
                return scope.inner[text]
            if text in scope.locals or text in scope.bound:
                return None
            scope = scope.outer  # type: ignore[assignment]
        return None

    def call_inner(self, node: ast.Call, scope: Any, closure: ast.expr) -> ast.expr:
        """A call of a function inside a function."""
        parameters = self.world.parameters_of_inner(scope)
        if any(p.default is not REQUIRED for p in parameters):
            if node.keywords or any(isinstance(each, ast.Starred) for each in node.args):
                raise self.unknown(node)
            return self.call_value(closure, [self.temp(self.value(each)) for each in node.args])
        return self.run(scope.raw_name, closure, *self.arguments(node, parameters))

    def call_super(self, node: ast.Call, called: str) -> ast.expr:
        function = self.scope.function
        owner = inspect.getclosurevars(function).nonlocals.get("__class__")
        first = next(iter(inspect.signature(function).parameters), "")
        if owner is None or not first:
            raise self.unknown(node)
        if first in self.scope.bound:
            found = callee(getattr(super(owner, self.scope.bound[first]), called))
            if found is None:
                raise self.unknown(node)
            return self.call_function(node, *found)
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
        function = self.scope.function
        owner = inspect.getclosurevars(function).nonlocals.get("__class__")
        first = next(iter(inspect.signature(function).parameters), "")
        for kind in owner.__mro__[1:] if owner and first not in self.scope.bound else ():
            found = vars(kind).get(node.attr)
            if isinstance(found, property) and found.fget:
                own = self.read_name(ast.Name(first, ast.Load()))
                return self.run(self.world.function(found.fget, {}), own)
        raise self.unknown(node)

    # --- classes ---------------------------------------------------------------------------------

    def make(self, node: ast.Call, kind: type) -> ast.expr:
        """A new object of a class."""
        if not is_users(kind):
            raise self.unknown(node)
        if issubclass(kind, Enum):
            if len(node.args) != 1 or node.keywords:
                raise self.unknown(node)
            return self.run(self.world.member_by_value(kind), self.value(node.args[0]))
        try:
            raw_name, parameters = self.world.constructor(kind)
        except TypeError as error:
            raise self.refuse(node, str(error)) from None
        return self.run(raw_name, *self.arguments(node, parameters))

    def class_item(self, node: ast.Subscript, owner: type) -> ast.expr:
        """`Colour[name]`"""
        if not issubclass(owner, Enum):
            raise self.unknown(node)
        return self.run(self.world.member_by_name(owner), self.value(node.slice))

    def replaced(self, node: ast.Call, whole: ast.expr, keywords: list[ast.keyword]) -> ast.expr:
        """`dataclasses.replace(x, a=1)`: a copy, with other fields."""
        made = self.run("shallow_copy", whole)
        for keyword in keywords:
            if keyword.arg is None:
                raise self.unknown(node)
            self.do(self.world.field_store(keyword.arg), made, self.value(keyword.value))
        return self.run(self.world.after_replace(), made)

    def is_instance(self, node: ast.AST, value: ast.expr, kind: Any) -> ast.expr:
        """Whether a value is of a class, or of one of several, as a condition of words."""
        found = self.run(self.world.instance_test(kind, self, node), value)
        return raw(found, ast.Eq, word(TRUE))

    # --- methods ---------------------------------------------------------------------------------

    def call_method(self, node: ast.Call, function: ast.Attribute) -> ast.expr:
        """`x.method(...)`"""
        owner = self.value(function.value)
        called = function.attr
        if called == "sort" and not node.args:
            return self.sorted_in_place(node, owner)
        if called == "_replace" and not node.args:
            made = self.run("tuple_copy", owner)
            for keyword in node.keywords:
                self.do(self.world.field_store(str(keyword.arg)), made, self.value(keyword.value))
            return made
        if called == "most_common":
            arguments = [_Worked(owner), *node.args]
            made = ast.copy_location(ast.Call(function, arguments, node.keywords), node)
            return self.call_function(made, STANDS_FOR[Counter.most_common], {})
        if called == "format":
            raise self.unknown(node)
        if any(isinstance(each, ast.Starred) for each in node.args):
            found = self.world.candidates(called, self)
            if len(found) == 1 and called not in METHODS:
                parameters = list(inspect.signature(found[0]).parameters.values())
                owner = self.run(self.world.has_method(called, found[0]), owner)
                given = self.arguments(node, parameters, (owner,))
                return self.run(self.world.function(found[0], {}), *given)
            if called in ("union", "intersection", "difference", "update") and len(node.args) == 1:
                return self.spread_method(node, owner, called)
            raise self.unknown(node)
        owner = self.temp(owner)
        values = [self.temp(self.handed(each)) for each in node.args]
        named = tuple(str(keyword.arg) for keyword in node.keywords)
        values += [self.temp(self.value(keyword.value)) for keyword in node.keywords]
        dispatcher = self.world.method(called, len(node.args), named, self, node)
        return self.run(dispatcher, owner, *values)

    def handed(self, node: ast.expr) -> ast.expr:
        """An argument of a method; what it takes at once need be no generator."""
        return self.comprehension(node) if isinstance(node, ast.GeneratorExp) else self.value(node)

    def spread_method(self, node: ast.Call, owner: ast.expr, called: str) -> ast.expr:
        """`set().union(*parts)`"""
        made = self.run("set_like", owner)
        star = node.args[0]
        assert isinstance(star, ast.Starred)
        variable = self.new_name("v")
        self.put(variable, made if called != "update" else owner)
        loop = self.stepper(self.prepared(star.value))
        how = {"update": "set_update"}.get(called, f"set_{called}")

        def turn() -> None:
            item = loop()
            item = self.joined(item) if isinstance(item, list) else item
            if called == "update":
                self.do(how, name(variable), item)
            else:
                self.put(variable, call(how, M, name(variable), item))

        self.loop(turn)
        return NOTHING if called == "update" else name(variable)

    def sorted_in_place(self, node: ast.Call, owner: ast.expr) -> ast.expr:
        """`xs.sort(key=..., reverse=...)`"""
        keys, turned = self.sort_keys(node, owner)
        self.do(SORT, owner, keys, turned)
        return NOTHING

    def applied(self, function: ast.expr, arguments: list[ast.expr]) -> ast.expr:
        return self.applier(function)(arguments)

    def applier(self, function: ast.expr) -> Callable[[list[ast.expr]], ast.expr]:
        """Works a function out that is handed to another, such as a key; what it gives calls it."""
        match function:
            case ast.Lambda(args=ast.arguments(posonlyargs=[], vararg=None, kwonlyargs=[])) if (
                not function.args.defaults and not self.world.reached_names(function)
            ):
                return lambda arguments: self.written_out(function, arguments)
            case ast.Call(maker, [at], []) if self.static(maker) is operator.itemgetter:
                key = self.value(at)
                return lambda arguments: self.run("item", arguments[0], key)
            case ast.Call(maker, [ast.Constant(str(text))], []) if (
                self.static(maker) is operator.attrgetter
            ):
                return lambda arguments: self.run(self.world.attribute(text), arguments[0])
        known = self.static(function)
        if isinstance(known, types.MethodDescriptorType):
            return lambda arguments: self.run(
                self.world.method(known.__name__, len(arguments) - 1, (), self, function),
                *arguments,
            )
        if known is not DYNAMIC:

            def call_it(arguments: list[ast.expr]) -> ast.expr:
                made = ast.Call(function, [_Worked(each) for each in arguments], [])
                return self.call_known(ast.copy_location(made, function), known)

            return call_it
        if isinstance(function, ast.Attribute):  # a method of an object
            owner = self.temp(self.value(function.value))
            return lambda arguments: self.run(
                self.world.method(function.attr, len(arguments), (), self, function),
                owner,
                *arguments,
            )
        found = self.temp(self.value(function))
        return lambda arguments: self.call_value(found, arguments)

    def written_out(self, function: ast.Lambda, arguments: list[ast.expr]) -> ast.expr:
        """What a lambda gives, in place of a call."""
        if len(function.args.args) != len(arguments):
            raise self.unknown(function)
        renamed = {}
        for each, value in zip(function.args.args, arguments, strict=True):
            renamed[each.arg] = self.new_name(f"w_{each.arg}_")
            self.put(renamed[each.arg], value)
            if self.surely is not None:
                self.surely.add(renamed[each.arg])
        self.renamed.append(renamed)
        found = self.temp(self.value(function.body))
        self.renamed.pop()
        return found

    def _value(self, node: ast.expr) -> ast.expr:
        if isinstance(node, _Worked):
            return node.worked
        return super()._value(node)

    def closure(self, node: ast.Lambda | ast.FunctionDef) -> ast.expr:
        """A function inside this one, as a value: its number, and the cells that it reaches."""
        scope = self.world.inner_scope(self.scope, node, self.renamed)
        number = self.world.function_number(scope)
        made = self.run("new_function", word(number), word(len(scope.reaches) + 8))
        offset = 16
        for each in scope.reaches:
            cell = self.variable(each)
            cell = cell if cell and cell.startswith("c_") else f"c_{each}"
            place = ast.BinOp(made, ast.Add(), word(offset))
            self.emit(ast.Expr(call("store", place, name(cell))))
            offset += 8
        for default in node.args.defaults:
            place = ast.BinOp(made, ast.Add(), word(offset))
            self.emit(ast.Expr(call("store", place, self.value(default))))
            offset += 8
        return made


class _Worked(ast.expr):
    """A value that is worked out already, in place of an expression."""

    _fields = ()

    def __init__(self, worked: ast.expr) -> None:
        super().__init__()
        self.worked = worked
