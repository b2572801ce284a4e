"""Calls in boxed rules: which function, method or class is called."""

from __future__ import annotations

import ast
import copy
import dataclasses
import functools
import inspect
import types
import typing
from enum import Enum
from typing import Any

from zermelo.compiler.boxed.body import DYNAMIC, NOTHING, call, plus, raw, word
from zermelo.compiler.boxed.builtin_calls import BUILTINS
from zermelo.compiler.boxed.classes import is_named_tuple
from zermelo.compiler.boxed.function_calls import REQUIRED
from zermelo.compiler.boxed.method_calls import MethodCalls, Worked
from zermelo.compiler.boxed.objects import TRUE
from zermelo.compiler.boxed.prelude import STANDS_FOR
from zermelo.compiler.boxed.scopes import is_users
from zermelo.compiler.callables import callee
from zermelo.compiler.errors import CannotCompile


class Calls(MethodCalls):
    """What translates calls."""

    def call(self, node: ast.Call) -> ast.expr:
        """A call, of whatever it is."""
        match node:
            case ast.Call(ast.Attribute(ast.Call(ast.Name("super"), []), called)):
                return self.call_super(node, called)
            case ast.Call(ast.Attribute(ast.Name("object"), "__setattr__"), [owner, key, value]):
                text = self.static(key)
                if isinstance(text, str):
                    self.do(self.world.field_store(text), self.value(owner), self.value(value))
                    return NOTHING
            case ast.Call(ast.Call(ast.Name("type"), [ast.Name(own)])) | ast.Call(
                ast.Attribute(ast.Name(own), "__class__")
            ):
                kind = self.own_class(own)
                if kind:
                    return self.make(node, kind)
            case ast.Call(ast.Attribute(owner, "_make"), [items], []):
                kind = self.static(owner)
                if isinstance(kind, type) and is_named_tuple(kind):
                    return self.made_of(node, kind, items)
            case ast.Call(ast.Name(text)) if scope := self.inner_function(text):
                return self.call_inner(node, scope, self.read_name(ast.Name(text, ast.Load())))
        known = self.static(node.func)
        if known is not DYNAMIC:
            return self.call_known(node, known)
        if isinstance(node.func, ast.Attribute):
            return self.call_method(node, node.func)
        if isinstance(node.func, ast.Lambda):
            return self.applier(node.func)([self.value(each) for each in node.args])
        if node.keywords:
            if not self.world.candidates("__call__", self):
                raise self.unknown(node)
            method = ast.Attribute(node.func, "__call__", ast.Load())
            return self.call_method(node, ast.copy_location(method, node))
        function = self.temp(self.value(node.func))
        if any(isinstance(each, ast.Starred) for each in node.args):
            return self.run(self.world.call_spread(), function, self.displayed(node.args, "list"))
        return self.call_value(function, [self.temp(self.value(each)) for each in node.args])

    def call_known(self, node: ast.Call, known: Any) -> ast.expr:
        """A call of something that is always the same."""
        try:
            stands_for = STANDS_FOR.get(known)
            built_in = BUILTINS.get(known)
        except TypeError:  # what has no hash is no function of Python's
            stands_for = built_in = None
        if built_in:
            return built_in(self, node)
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
        if known is functools.partial:
            return self.partly(node)
        if isinstance(known, functools.partial):
            return self.call_partial(node, known)
        if known is typing.cast:
            return self.value(node.args[1])
        if isinstance(known, type):
            return self.make(node, known)
        if (
            isinstance(known, types.BuiltinMethodType | types.MethodWrapperType)
            and isinstance(node.func, ast.Attribute)
            and not isinstance(known.__self__, types.ModuleType)
        ):
            return self.call_method(node, node.func)
        found = callee(known)
        if found:
            return self.call_function(node, *found)
        if is_users(type(known)) and callable(known):
            method = callee(known.__call__)
            if method:
                return self.call_function(node, *method)
        raise self.unknown(node)

    def own_class(self, own: str) -> type | None:
        """The class of `self`, where there is but one that it can have."""
        if own in self.scope.bound:
            return type(self.scope.bound[own])
        kind = self.world.owner_of(self.scope.function)
        first = next(iter(inspect.signature(self.scope.function).parameters), "")
        return None if own != first or (kind and kind.__subclasses__()) else kind

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

    def made_of(self, node: ast.Call, kind: type, items: ast.expr) -> ast.expr:
        """`Point._make(items)`, of as many as there are fields."""
        raw_name, parameters = self.world.constructor(kind)
        needed = [each.replace(default=REQUIRED) for each in parameters]
        made = ast.Call(node.func, [ast.Starred(items, ast.Load())], [])
        return self.run(raw_name, *self.arguments(ast.copy_location(made, node), needed))

    def class_item(self, node: ast.Subscript, owner: type) -> ast.expr:
        """`Colour[name]`."""
        if not issubclass(owner, Enum):
            raise self.unknown(node)
        return self.run(self.world.member_by_name(owner), self.value(node.slice))

    def replaced(self, node: ast.Call, whole: ast.expr, keywords: list[ast.keyword]) -> ast.expr:
        """`dataclasses.replace(x, a=1)`: a copy, with other fields."""
        made = self.run("shallow_copy", whole)
        self.put_fields(made, keywords)
        return self.run(self.world.after_replace(), made)

    # --- partial ---------------------------------------------------------------------------------

    def partly(self, node: ast.Call) -> ast.expr:
        """`functools.partial(f, a, b=1)`: a function that keeps what is given already."""
        known = self.static(node.args[0]) if node.args else DYNAMIC
        starred = any(isinstance(each, ast.Starred) for each in node.args)
        keywords = self.known_options(node.keywords)
        if known is DYNAMIC or starred or any(keyword.arg is None for keyword in keywords):
            raise self.unknown(node)
        values = [self.temp(self.value(each)) for each in node.args[1:]]
        first = [f"load(x + {16 + 8 * i})" for i in range(len(values))]
        named = {}
        for keyword in keywords:
            named[str(keyword.arg)] = f"load(x + {16 + 8 * len(values)})"
            values.append(self.temp(self.value(keyword.value)))
        try:
            number = self.world.partial_number(known, first, named)
        except CannotCompile:
            raise self.unknown(node) from None
        made = self.run("new_function", word(number), word(len(values)))
        for i, value in enumerate(values):
            self.emit(ast.Expr(call("store", plus(made, 16 + 8 * i), value)))
        return made

    def call_partial(self, node: ast.Call, known: functools.partial[Any]) -> ast.expr:
        """A call of a partial that is always the same: of its function, with all arguments."""
        first = [Worked(self.constant(node, each)) for each in known.args]
        own = {keyword.arg for keyword in node.keywords}
        keywords = [
            ast.keyword(text, Worked(self.constant(node, each)))
            for text, each in known.keywords.items()
            if text not in own
        ]
        made = ast.Call(node.func, [*first, *node.args], [*keywords, *node.keywords])
        return self.call_known(ast.copy_location(made, node), known.func)

    def is_instance(self, node: ast.AST, value: ast.expr, kind: Any) -> ast.expr:
        """Whether a value is of a class, or of one of several, as a condition of words."""
        found = self.run(self.world.instance_test(kind, self, node), value)
        return raw(found, ast.Eq, word(TRUE))
