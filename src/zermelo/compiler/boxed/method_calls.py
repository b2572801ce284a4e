"""Calls of methods, and of functions that are handed to others."""

from __future__ import annotations

import ast
import inspect
import operator
import types
from abc import abstractmethod
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.boxed.body import DYNAMIC, NOTHING, M, call, name
from zermelo.compiler.boxed.function_calls import FunctionCalls
from zermelo.compiler.boxed.methods import METHODS
from zermelo.compiler.boxed.prelude import STANDS_FOR
from zermelo.language import _

VIEWS: Final = ("keys", "values", "items")
CHANGING: Final = {
    "append", "extend", "insert", "remove", "pop", "popleft", "appendleft", "rotate", "clear",
    "reverse", "sort", "setdefault", "popitem", "update", "add", "discard", "difference_update",
    "intersection_update", "symmetric_difference_update",
}  # fmt: skip


class MethodCalls(FunctionCalls):
    """What translates calls of methods, and of keys and the like."""

    @abstractmethod
    def call_known(self, node: ast.Call, known: Any) -> ast.expr:
        """A call of something that is always the same."""

    # --- methods ---------------------------------------------------------------------------------

    def call_method(self, node: ast.Call, function: ast.Attribute) -> ast.expr:
        """`x.method(...)`."""
        called = function.attr
        known = self.static(function.value)
        if called in CHANGING and isinstance(known, list | dict | set | deque):
            words = _("{code}; rules never change anything")
            raise self.refuse(node, words.format(code=ast.unparse(node)))
        if called in VIEWS and not node.args and id(node) not in self.world.at_once(self.scope):
            words = _("{code} that is kept; write list({code})")
            raise self.refuse(node, words.format(code=ast.unparse(node)))
        if called == "format" and isinstance(known, str):
            return self.template(node, known)
        owner = self.value(function.value)
        if called == "sort" and not node.args:
            return self.sorted_in_place(node, owner)
        if called == "_replace" and not node.args:
            made = self.run("tuple_copy", owner)
            self.put_fields(made, node.keywords)
            return made
        if called == "most_common":
            arguments = [Worked(owner), *node.args]
            made = ast.copy_location(ast.Call(function, arguments, node.keywords), node)
            return self.call_function(made, STANDS_FOR[Counter.most_common], {})
        if any(isinstance(each, ast.Starred) for each in node.args) or any(
            keyword.arg is None for keyword in node.keywords
        ):
            found = self.world.candidates(called, self)
            if len(found) == 1 and called not in METHODS:
                parameters = list(inspect.signature(found[0]).parameters.values())
                owner = self.run(self.world.has_method(called, found[0]), owner)
                given = self.arguments(node, parameters, (owner,))
                return self.run(self.world.function(found[0], {}), *given)
            if (
                called in ("union", "intersection", "difference", "update")
                and len(node.args) == 1
                and not node.keywords
            ):
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
        """`set().union(*parts)`."""
        made = self.run("set_like", owner)
        star = node.args[0]
        assert isinstance(star, ast.Starred)
        variable = self.new_name("v")
        self.put(variable, made if called != "update" else owner)
        loop = self.stepper(self.prepared(star.value))

        def turn() -> None:
            item = self.joined_item(loop())
            if called == "update":
                self.do("set_update", name(variable), item)
            else:
                self.put(variable, call(f"set_{called}", M, name(variable), item))

        self.loop(turn)
        return NOTHING if called == "update" else name(variable)

    def put_fields(self, made: ast.expr, keywords: list[ast.keyword]) -> None:
        """Gives fields of a new object values, by keyword arguments."""
        for keyword in self.known_options(keywords):
            if keyword.arg is None:
                options = self.options([keyword])
                self.do(self.world.fields_store(), made, options)
            else:
                self.do(self.world.field_store(keyword.arg), made, self.value(keyword.value))

    def sorted_in_place(self, node: ast.Call, owner: ast.expr) -> ast.expr:
        """`xs.sort(key=..., reverse=...)`."""
        owner = self.run("checked_list", owner)
        keys, turned = self.sort_keys(node, owner)
        self.do("list_sort", owner, keys, turned)
        return NOTHING

    # --- functions that are handed over ----------------------------------------------------------

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
                made = ast.Call(function, [Worked(each) for each in arguments], [])
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
        """As for all expressions; what is worked out already is itself."""
        if isinstance(node, Worked):
            return node.worked
        return super()._value(node)


class Worked(ast.expr):
    """A value that is worked out already, in place of an expression."""

    _fields = ()

    def __init__(self, worked: ast.expr) -> None:
        super().__init__()
        self.worked = worked
