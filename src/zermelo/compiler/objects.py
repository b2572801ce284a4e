"""An object that a rule makes and uses itself, written out: variables, and functions inside.

    board = Board(cells)            board__cells = list(cells)
    board.put(i, "X")         =>    def board__put(i, mark): board__cells[i] = mark
    return board.cells              board__put(i, "X")
                                    return board__cells

Its class is an ordinary one of the same module, derived from no other. An object that is handed on,
put somewhere or given a second name stays as it is, and is refused later.
"""

from __future__ import annotations

import ast
import copy
import dataclasses
import inspect
import types
from collections.abc import Iterator, Mapping
from typing import Any, Final

from zermelo.compiler.aliases import CHANGES
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.named_values import COMPREHENSIONS
from zermelo.compiler.object_lists import are_own
from zermelo.compiler.plain_classes import STRANGE
from zermelo.compiler.records import fields_of, is_frozen
from zermelo.compiler.returns import yields_items
from zermelo.compiler.source import (
    Blocks,
    Renamed,
    assign,
    local_names,
    name,
    nodes,
    placed,
    syntax_tree,
)

NO_RETURN: Final = (ast.Return, ast.Yield, ast.YieldFrom, ast.Nonlocal, ast.Global, ast.FunctionDef)
LATER: Final = (*COMPREHENSIONS, ast.Lambda, ast.BoolOp, ast.IfExp)  # may not be reached


class _Unclear(Exception):
    """An object is used in a way that is not known."""


def without_objects(tree: ast.FunctionDef, function: Any) -> None:
    """Rewrites one function."""
    names: Mapping[str, Any] = function.__globals__
    kinds = {n: value for n, value in names.items() if _is_class(value, function.__module__)}
    used = {n.id for n in nodes(tree) if isinstance(n, ast.Name)} & kinds.keys()
    if not used - local_names(tree):
        return
    tree.body = _Hoisted(kinds).block(tree.body)
    for held, kind in _held(tree, kinds).items():
        changed = copy.deepcopy(tree)
        try:
            _Object(changed, held, kinds[kind], kind).write_out()
        except (_Unclear, CannotCompile):
            continue
        tree.body = changed.body


def _is_class(value: Any, module: str) -> bool:
    if not isinstance(value, type) or type(value) is not type or value.__module__ != module:
        return False
    if value.__mro__ != (value, object):
        return False
    if dataclasses.is_dataclass(value):
        if fields_of(value) and is_frozen(value):
            return False
        return not hasattr(value, "__post_init__")
    return not any(each in vars(value) for each in STRANGE)


def _held(tree: ast.FunctionDef, kinds: Mapping[str, Any]) -> dict[str, str]:
    """The variables that hold an object of one class, and nothing else ever."""
    found: dict[str, set[str]] = {}
    for node in nodes(tree):
        match node:
            case ast.Assign([ast.Name(held)], ast.Call(ast.Name(kind))) if kind in kinds:
                found.setdefault(held, set()).add(kind)
    stores = [n.id for n in nodes(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    made = [
        node.targets[0].id
        for node in nodes(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id in kinds
    ]
    inner = [n for n in nodes(tree) if isinstance(n, ast.FunctionDef) and n is not tree]
    below = {name for function in inner for name in local_names(function)}
    return {
        held: next(iter(kind))
        for held, kind in found.items()
        if len(kind) == 1 and stores.count(held) == made.count(held) and held not in below
    }


class _Hoisted(Blocks, ast.NodeTransformer):
    """`Board(cells).winner()`: the object gets a name first."""

    def __init__(self, kinds: Mapping[str, Any]) -> None:
        self.kinds = kinds
        self.before: list[ast.stmt] = []
        self.count = 0

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.Assign | ast.Return | ast.Expr | ast.AugAssign):
            self.before = []
            self.generic_visit(node)
            return [*self.before, node] if self.before else node
        if isinstance(node, ast.stmt):
            for part in ("body", "orelse"):
                if getattr(node, part, None):
                    setattr(node, part, self.block(getattr(node, part)))
            return node
        return node if isinstance(node, LATER) else super().visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        match node.value:
            case ast.Call(ast.Name(kind)) if kind in self.kinds:
                self.count += 1
                held = f"object_{self.count}"
                self.before.append(placed(assign(held, node.value), node))
                node.value = placed(name(held), node)
        return node


class _Object:
    """One variable, with the object that it holds."""

    def __init__(self, tree: ast.FunctionDef, held: str, kind: type, called: str) -> None:
        self.tree, self.held, self.kind, self.called = tree, held, kind, called
        self.prefix = f"{held}__"
        self.parameters, self.init, self.me = self._beginning()
        self.attributes = set(_stored(self.init, self.me))
        self.functions: dict[str, ast.FunctionDef] = {}

    def _beginning(self) -> tuple[dict[str, ast.expr | None], list[ast.stmt], str]:
        """What `__init__` takes and does, and how it calls the object."""
        if dataclasses.is_dataclass(self.kind):
            fields = dataclasses.fields(self.kind)
            parameters: dict[str, ast.expr | None] = {}
            for field in fields:
                plain = isinstance(field.default, int | str | bool | None)
                missing = field.default is dataclasses.MISSING
                if not (plain or missing) or field.default_factory is not dataclasses.MISSING:
                    raise _Unclear
                default: Any = field.default
                parameters[field.name] = None if missing else ast.Constant(default)
            text = "\n".join(f"self.{each} = {each}" for each in parameters)
            return parameters, ast.parse(text).body, "self"
        if "__init__" not in vars(self.kind):
            return {}, [], "self"
        tree = syntax_tree(vars(self.kind)["__init__"])
        if any(isinstance(n, NO_RETURN) for each in tree.body for n in nodes(each)):
            raise _Unclear
        me, parameters = _parameters(tree)
        return parameters, tree.body, me

    def write_out(self) -> None:
        """Rewrites the function."""
        rule = _Uses(self, self.held)
        made = _Made(self)
        self.tree.body = rule.block(made.block(self.tree.body))
        if self._mixes_generators():
            raise _Unclear
        first = [self.functions[each] for each in sorted(self.functions)]
        self.tree.body = [placed(each, self.tree) for each in first] + self.tree.body
        own = {f"{self.prefix}{each}": f"{self.prefix}_" for each in self.attributes}
        if not are_own(self.tree, own):
            raise _Unclear

    def made(self, node: ast.Call) -> list[ast.stmt]:
        """The statements in place of a call of the class."""
        own = {n.id for each in self.init for n in nodes(each) if isinstance(n, ast.Name)}
        local = {n for each in self.init for n in local_names(each)} | self.parameters.keys()
        self.refuse_clash(own - local - {self.me})
        given = dict(zip(self.parameters, self._arguments(node), strict=False))
        given |= {str(each.arg): each.value for each in node.keywords}
        if given.keys() - self.parameters.keys() or len(node.args) > len(self.parameters):
            raise _Unclear
        done: list[ast.stmt] = []
        for parameter, default in self.parameters.items():
            value = given.get(parameter, default)
            if value is None:
                raise _Unclear
            given[parameter] = value
        renamed = Renamed({each: f"{self.prefix}_{each}" for each in local})
        body = [renamed.visit(copy.deepcopy(each)) for each in self.init]
        for parameter in self.parameters:
            value, kept = copy.deepcopy(given[parameter]), f"{self.prefix}_{parameter}"
            if not self._put_where_used(kept, value, body):
                done.append(assign(kept, value))
        return [*done, *_Uses(self, self.me).block(body)]

    def _put_where_used(self, kept: str, value: ast.expr, body: list[ast.stmt]) -> bool:
        """Puts an argument where its parameter is all that an attribute gets: a list has one name.

        Not one that is made of the object before, of which something may have changed by then.
        """
        used = [n for each in body for n in nodes(each) if isinstance(n, ast.Name) and n.id == kept]
        for each in body:
            match each:
                case ast.Assign([ast.Attribute()], ast.Name(name)) if name == kept:
                    old = {n.id for n in nodes(value) if isinstance(n, ast.Name)} & {self.held}
                    if len(used) == 1 and not old:
                        each.value = value
                        return True
        return False

    def _arguments(self, node: ast.Call) -> list[ast.expr]:
        match node.args:
            case [ast.Starred(ast.Name() | ast.Attribute() as items)] if not node.keywords:
                return [
                    ast.Subscript(copy.deepcopy(items), ast.Constant(i), ast.Load())
                    for i in range(len(self.parameters))
                ]
        if any(isinstance(each, ast.Starred) for each in node.args):
            raise _Unclear
        return node.args

    def function(self, method: str) -> str:
        """The name of the function that a method becomes."""
        new = f"{self.prefix}{method}"
        if method in self.functions:
            return new
        value = inspect.getattr_static(self.kind, method, None)
        value = value.fget if isinstance(value, property) else value
        if not isinstance(value, types.FunctionType):
            raise _Unclear
        tree = syntax_tree(value)
        self.functions[method] = tree
        me = tree.args.args[0].arg if tree.args.args else ""
        own = {n.id for n in nodes(tree) if isinstance(n, ast.Name)} - local_names(tree)
        self.refuse_clash(own - {me})
        given = sorted(set(_stored(tree.body, me)))
        if not me or set(given) - self.attributes:
            raise _Unclear
        del tree.args.args[0]
        tree.name = new
        tree.body = _Uses(self, me).block(tree.body)
        if given:
            tree.body.insert(0, ast.Nonlocal([f"{self.prefix}{each}" for each in given]))
        return new

    def refuse_clash(self, free: set[str]) -> None:
        """A name of the module that is a variable of the rule."""
        if free & local_names(self.tree):
            raise _Unclear

    def _mixes_generators(self) -> bool:
        """Whether a method that yields might see what is changed between two items."""
        generators = [each for each in self.functions.values() if yields_items(each)]
        return bool(generators) and any(map(_changes, [*self.functions.values()]))


class _Made(Blocks, ast.NodeTransformer):
    """Puts what the class does at first in place of its call."""

    def __init__(self, found: _Object) -> None:
        self.found = found

    def visit_Assign(self, node: ast.Assign) -> Any:
        match node:
            case ast.Assign([ast.Name(held)], ast.Call() as made) if held == self.found.held:
                return [placed(each, node) for each in self.found.made(made)]
        return node


class _Uses(Blocks, ast.NodeTransformer):
    """Writes out what is done with an object that a name stands for."""

    def __init__(self, found: _Object, me: str) -> None:
        self.found, self.me = found, me

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(ast.Attribute(ast.Name(me), method)) if me == self.me:
                if method not in self.found.attributes:
                    node.func = placed(name(self.found.function(method)), node)
            case ast.Call(ast.Name("len"), [ast.Name(me)], []) if me == self.me:
                return self.asked("__len__", [], node)
        return self.generic_visit(node)

    def asked(self, method: str, given: list[ast.expr], node: ast.AST) -> ast.AST:
        """What an operator means, by the method that says so."""
        given = [self.visit(each) for each in given]
        return placed(ast.Call(name(self.found.function(method)), given, []), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        match node:
            case ast.Subscript(ast.Name(me), index, ast.Load()) if me == self.me:
                if not isinstance(index, ast.Slice):
                    return self.asked("__getitem__", [index], node)
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        match node.targets:
            case [ast.Subscript(ast.Name(me), index)] if me == self.me:
                if not isinstance(index, ast.Slice):
                    put: Any = self.asked("__setitem__", [index, node.value], node)
                    return placed(ast.Expr(put), node)
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        match node:
            case ast.Compare(item, [ast.In() | ast.NotIn() as sign], [ast.Name(me)]):
                if me == self.me:
                    inside: Any = self.asked("__contains__", [item], node)
                    if isinstance(sign, ast.In):
                        return self.truth(inside, node)
                    return placed(ast.UnaryOp(ast.Not(), inside), node)
        return self.generic_visit(node)

    def truth(self, value: ast.expr, node: ast.AST) -> ast.AST:
        """`in` gives a truth value, whatever its method does."""
        nots = ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), value))
        return placed(nots, node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        match node:
            case ast.Attribute(ast.Name(me), attribute, ctx) if me == self.me:
                if attribute in self.found.attributes:
                    return placed(ast.Name(f"{self.found.prefix}{attribute}", ctx), node)
                value = inspect.getattr_static(self.found.kind, attribute, None)
                if isinstance(value, property):
                    asked = ast.Call(name(self.found.function(attribute)), [], [])
                    return placed(asked, node)
                if isinstance(value, int | str | tuple) and isinstance(ctx, ast.Load):
                    node.value = placed(name(self.found.called), node)
                    return node
                raise _Unclear
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id == self.me:
            raise _Unclear
        return node


def _parameters(tree: ast.FunctionDef) -> tuple[str, dict[str, ast.expr | None]]:
    """How a method calls its object, and what it takes besides, with its defaults."""
    arguments = tree.args
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or not arguments.args:
        raise _Unclear
    me, *others = [each.arg for each in arguments.args]
    defaults: list[ast.expr | None] = [*arguments.defaults]
    if not all(isinstance(each, ast.Constant) for each in defaults):
        raise _Unclear
    return me, dict(zip(others, [None] * (len(others) - len(defaults)) + defaults, strict=True))


def _stored(body: list[ast.stmt], me: str) -> Iterator[str]:
    """The attributes that get a value."""
    for statement in body:
        for node in nodes(statement):
            match node:
                case ast.Attribute(ast.Name(owner), attribute, ast.Store()) if owner == me:
                    yield attribute


def _changes(function: ast.FunctionDef) -> bool:
    for node in nodes(function):
        match node:
            case ast.Nonlocal() | ast.Subscript(_, _, ast.Store() | ast.Del()):
                return True
            case ast.Call(ast.Attribute(_, method)) if method in CHANGES:
                return True
    return False
