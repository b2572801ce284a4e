"""Ordinary classes as records: the fields are what `__init__` sets, and nothing changes them.

    class Board:                                    def Board(cells, player):
        def __init__(self, cells, player):              its_cells = cells
            self.cells = cells                =>        its_open = cells.count(0)
            self.open = cells.count(0)                  return made(its_cells, its_open, ...)
            ...

Two records are equal if all their fields are; so a class must say the same by its `__eq__`: it
compares them, or those of which `__init__` makes the others.
"""

from __future__ import annotations

import ast
import copy
import dataclasses
import inspect
import types
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.source import Blocks, local_names, name, nodes, parsed, placed, syntax_tree
from zermelo.game import Game
from zermelo.language import mark

# Methods by which an object has other attributes than those that it is given.
STRANGE: Final = ("__new__", "__getattr__", "__getattribute__", "__setattr__", "__delattr__")
BEGINNINGS: Final = ("__init__", "__post_init__")
SHOWN: Final = ("__eq__", "__hash__", "__repr__", "__str__")  # which may read whatever there is
OTHER_WAYS: Final = (ast.Return, ast.Yield, ast.YieldFrom, ast.Global, ast.FunctionDef, ast.Lambda)
MADE: Final = "made_of_fields"  # how the function that makes a record calls its class

NO_EQUALITY: Final = mark(
    "write its __eq__ and __hash__, which compare all that __init__ sets, "
    "or make it a NamedTuple or a frozen dataclass"
)
OWN_EQUALITY: Final = mark(
    "its __eq__ must compare all that __init__ sets, field by field, "
    "or make it a NamedTuple or a frozen dataclass"
)


@cache
def attributes(kind: Any) -> tuple[str, ...] | None:
    """The fields of such a class, in the order in which they are set; None for others."""
    return None if isinstance(found := _looked_at(kind), str) else found


def why_not(kind: type) -> str:
    """What keeps an ordinary class from being a record, and is easily mended; or nothing."""
    return found if isinstance(found := _looked_at(kind), str) else ""


@cache
def _looked_at(kind: Any) -> tuple[str, ...] | str:
    if type(kind) is not type or kind.__mro__ != (kind, object) or issubclass(kind, Game):
        return ""
    beginning = vars(kind).get("__init__")
    if not isinstance(beginning, types.FunctionType) or dataclasses.is_dataclass(kind):
        return ""
    if any(each in vars(kind) for each in STRANGE):
        return ""
    try:
        tree = syntax_tree(beginning)
        fields = _set_by(tree)
        if not fields or not is_never_changed(kind, fields):
            return ""
        compared = compared_by(kind, fields)
    except CannotCompile:
        return ""
    if compared is None:
        return OWN_EQUALITY if "__eq__" in vars(kind) else NO_EQUALITY
    if set(fields) - compared and not _is_told_by(tree, compared):
        return OWN_EQUALITY
    return fields


@cache
def completed(kind: Any) -> tuple[str, ...] | None:
    """The fields of a dataclass that completes itself in `__post_init__`; None for others."""
    names = tuple(field.name for field in dataclasses.fields(kind))
    if not isinstance(vars(kind).get("__post_init__"), types.FunctionType):
        return None
    if kind.__mro__ != (kind, object) or any(each in vars(kind) for each in STRANGE[:3]):
        return None
    missing = dataclasses.MISSING
    if any(f.kw_only or f.default_factory is not missing for f in dataclasses.fields(kind)):
        return None
    if len(inspect.signature(kind).parameters) != sum(f.init for f in dataclasses.fields(kind)):
        return None  # there is one that is handed to __post_init__ alone
    try:
        return names if set(_set_by(_beginning(kind))) == set(names) else None
    except CannotCompile:
        return None


def _beginning(kind: Any) -> ast.FunctionDef:
    """What is done when an object is made, as one function."""
    if not dataclasses.is_dataclass(kind):
        return syntax_tree(vars(kind)["__init__"])
    tree = syntax_tree(vars(kind)["__post_init__"])
    me = tree.args.args[0].arg
    given = [field for field in dataclasses.fields(kind) if field.init]
    tree.args.args += [ast.arg(field.name) for field in given]
    tree.body = _Set(me).block(tree.body)
    inside = {n for statement in tree.body for n in local_names(statement)}
    if inside & {field.name for field in given}:
        raise CannotCompile(str(kind))  # a variable with the name of a field
    first = parsed("\n".join(f"{me}.{field.name} = {field.name}" for field in given))
    tree.body = [*(placed(each, tree) for each in first), *tree.body]
    made: ast.FunctionDef = placed(tree, tree)
    return made


class _Set(Blocks, ast.NodeTransformer):
    """`object.__setattr__(self, "free", 9)`, as frozen ones write it."""

    def __init__(self, me: str) -> None:
        self.me = me

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        match node.value:
            case ast.Call(
                ast.Attribute(ast.Name("object"), "__setattr__"),
                [ast.Name(me), ast.Constant(str(field)), value],
                [],
            ) if me == self.me:
                target = ast.Attribute(ast.Name(me, ast.Load()), field, ast.Store())
                new: ast.AST = placed(ast.Assign([target], value), node)
                return new
        return node


def _set_by(tree: ast.FunctionDef) -> tuple[str, ...]:
    """The attributes that `__init__` surely sets; none where it does more with its object."""
    arguments = tree.args
    if not arguments.args or arguments.vararg or arguments.kwarg or arguments.posonlyargs:
        return ()
    me = arguments.args[0].arg
    inside = [node for statement in tree.body for node in nodes(statement)]
    if any(isinstance(node, OTHER_WAYS) for node in inside):
        return ()
    found = [each for each in map(_attribute_of(me), inside) if each]
    uses = sum(isinstance(node, ast.Name) and node.id == me for node in inside)
    stored = [each.attr for each in found if isinstance(each.ctx, ast.Store)]
    known = {each.attr for each in found}
    if uses != len(found) or known != _surely_set(tree.body, me) or known != set(stored):
        return ()
    return tuple(dict.fromkeys(stored))


def _attribute_of(me: str) -> Any:
    def found(node: ast.AST) -> ast.Attribute | None:
        match node:
            case ast.Attribute(ast.Name(owner)) if owner == me:
                return node
        return None

    return found


def _surely_set(body: list[ast.stmt], me: str) -> set[str]:
    """The attributes that statements set whatever is true."""
    found: set[str] = set()
    for statement in body:
        match statement:
            case ast.Assign(targets):
                parts = [node for target in targets for node in nodes(target)]
                attributes = [each for each in map(_attribute_of(me), parts) if each]
                found |= {each.attr for each in attributes if isinstance(each.ctx, ast.Store)}
            case ast.If(_, then, other):
                found |= _surely_set(then, me) & _surely_set(other, me)
    return found


def is_never_changed(kind: type, fields: tuple[str, ...]) -> bool:
    """Whether nothing in its file gives such a field another value, once an object is made.

    What does so elsewhere is refused where it does.
    """
    try:
        tree = ast.parse(Path(inspect.getfile(kind)).read_text(encoding="utf-8"))
    except (OSError, TypeError, ValueError, SyntaxError):
        return False
    for node in _not_beginnings(tree):
        match node:
            case ast.Attribute(_, attribute, ast.Store() | ast.Del()) if attribute in fields:
                return False
            case ast.Name("setattr" | "delattr" | "vars"):
                return False
            case ast.Attribute(_, "__dict__" | "__setattr__" | "__init__" | "__post_init__"):
                return False
    return True


def _not_beginnings(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a file, but for what objects set of themselves when they are made."""
    stack = [tree]
    while stack:
        node = stack.pop()
        match node:
            case ast.FunctionDef(method) if method in SHOWN:
                kept = (n for n in nodes(node) if isinstance(n, ast.Attribute))
                yield from (n for n in kept if not isinstance(n.ctx, ast.Load))
                continue
            case ast.FunctionDef(method) if method in BEGINNINGS and node.args.args:
                me = node.args.args[0].arg
                yield from (n for n in nodes(node) if n is not node and not _begins(n, me))
                continue
        yield node
        stack += ast.iter_child_nodes(node)


def _begins(node: ast.AST, me: str) -> bool:
    """Whether it is an attribute of the object that is being made."""
    match node:
        case ast.Attribute(ast.Name("object"), "__setattr__"):
            return True
        case ast.Attribute(ast.Call(ast.Name("super")), "__init__" | "__post_init__"):
            return True
    return _attribute_of(me)(node) is not None


# --- equality ------------------------------------------------------------------------------------


def compared_by(kind: type, fields: tuple[str, ...]) -> set[str] | None:
    """The fields by which `__eq__` of a class compares; None where that cannot be told."""
    function = vars(kind).get("__eq__")
    if not isinstance(function, types.FunctionType):
        return None
    tree = syntax_tree(function)
    names = [each.arg for each in tree.args.args]
    if len(names) != 2:
        return None
    found = _Equality(kind, fields, *names)
    body = [each for each in tree.body if not isinstance(each, ast.Pass)]
    while body and found.is_guard(body[0]):
        body = body[1:]
    match body:
        case [ast.Return(ast.expr() as value)]:
            return found.all_of(value)
        case [ast.If(test, [ast.Return(ast.expr() as value)], []), ast.Return(other)]:
            if found.is_class(test) and found.is_no(other):
                return found.all_of(value)
    return None


class _Equality:
    """An `__eq__` with its two parameters."""

    def __init__(self, kind: type, fields: tuple[str, ...], me: str, other: str) -> None:
        self.kind, self.fields, self.me, self.other = kind, fields, me, other

    def is_guard(self, node: ast.stmt) -> bool:
        """`if not isinstance(other, Board): return NotImplemented`, and the like."""
        match node:
            case ast.If(ast.UnaryOp(ast.Not(), test), [ast.Return(value)], []):
                return self.is_class(test) and self.is_no(value)
            case ast.If(
                ast.Compare(left, [ast.IsNot() | ast.NotEq()], [right]), [ast.Return(value)], []
            ):
                return self.are_classes(left, right) and self.is_no(value)
            case ast.If(
                ast.Compare(left, [ast.Is()], [right]), [ast.Return(ast.Constant(True))], []
            ):
                return {ast.unparse(left), ast.unparse(right)} == {self.me, self.other}
        return False

    def is_no(self, node: ast.expr | None) -> bool:
        return node is not None and ast.unparse(node) in ("NotImplemented", "False")

    def is_class(self, node: ast.expr) -> bool:
        """Whether it asks for the class of the other."""
        match node:
            case ast.Call(ast.Name("isinstance"), [ast.Name(other), kind], []):
                mine = (self.kind.__name__, f"type({self.me})", f"{self.me}.__class__")
                return other == self.other and ast.unparse(kind) in mine
            case ast.Compare(left, [ast.Is() | ast.Eq()], [right]):
                return self.are_classes(left, right)
        return False

    def are_classes(self, *both: ast.expr) -> bool:
        texts = {ast.unparse(each) for each in both}
        ways = [{w.format(n) for n in (self.me, self.other)} for w in ("type({})", "{}.__class__")]
        return texts in ways

    def all_of(self, node: ast.expr) -> set[str] | None:
        """The fields that must be equal for an expression to be true, and need only be that."""
        match node:
            case ast.BoolOp(ast.And(), values):
                found = [self.all_of(each) for each in values]
                return None if None in found else {x for each in found for x in each or ()}
            case ast.Compare(left, [ast.Eq()], [right]):
                for mine, others in ((self.me, self.other), (self.other, self.me)):
                    found_left, found_right = self.read(left, mine), self.read(right, others)
                    if found_left and found_left == found_right:
                        return set(found_left)
        return set() if self.is_class(node) else None

    def read(self, node: ast.expr, owner: str) -> list[str] | None:
        """The fields of an object in an expression, in their order; None for anything else."""
        match node:
            case ast.Attribute(ast.Name(name), attribute) if name == owner:
                if attribute in self.fields:
                    return [attribute]
                return list(self.fields) if attribute == "__dict__" else None
            case ast.Call(ast.Name("vars"), [ast.Name(name)], []) if name == owner:
                return list(self.fields)
            case ast.Tuple(parts) | ast.List(parts):
                found = [self.read(each, owner) for each in parts]
                return None if None in found else [x for each in found for x in each or ()]
            case ast.Call(ast.Attribute(ast.Name(name), method), [], []) if name == owner:
                function = vars(self.kind).get(method)
                if isinstance(function, types.FunctionType):
                    return self.read_by(syntax_tree(function))
        return None

    def read_by(self, tree: ast.FunctionDef) -> list[str] | None:
        """What a method returns: `def key(self): return (self.cells, self.player)`."""
        match tree:
            case ast.FunctionDef(
                _, ast.arguments([], [me], None), [ast.Return(ast.expr() as value)]
            ):
                if not any(isinstance(node, ast.Call) for node in nodes(value)):
                    return self.read(value, me.arg)
        return None


def _is_told_by(tree: ast.FunctionDef, compared: set[str]) -> bool:
    """Whether all that `__init__` is given is in these fields, so that they tell all the others."""
    me, *given = [each.arg for each in (*tree.args.args, *tree.args.kwonlyargs)]
    kept = set()
    for statement in tree.body:
        match statement:
            case ast.Assign([ast.Attribute(ast.Name(owner), field)], ast.Name(value)):
                if owner == me and field in compared and _stores(tree, me, field) == 1:
                    kept.add(value)
    changed = {n for statement in tree.body for n in local_names(statement)}
    return set(given) <= kept - changed


def _stores(tree: ast.FunctionDef, me: str, field: str) -> int:
    found = [each for each in map(_attribute_of(me), nodes(tree)) if each]
    return sum(each.attr == field and isinstance(each.ctx, ast.Store) for each in found)


# --- how one is made -----------------------------------------------------------------------------


@cache
def maker(kind: type, made: Any) -> Any:
    """The function that does what `__init__` does and returns the record; `made` is its class."""
    written = "__post_init__" if dataclasses.is_dataclass(kind) else "__init__"
    beginning: Any = vars(kind)[written]
    tree = _beginning(kind)
    me = tree.args.args.pop(0).arg
    before = local_names(tree)
    prefix = "its_"
    while any(f"{prefix}{field}" in before for field in made._fields):
        prefix += "_"
    tree.name = kind.__name__
    tree.body = _Fields(me, prefix).block(tree.body)
    values: list[ast.expr] = [name(f"{prefix}{field}") for field in made._fields]
    last = ast.Return(ast.Call(name(MADE), values, []))
    tree.body.append(placed(last, tree.body[-1]))
    scope = {**beginning.__globals__, MADE: made}
    bare = copy.deepcopy(tree)
    bare.args.defaults, bare.args.kw_defaults = [], [None] * len(bare.args.kwonlyargs)
    exec(compile(ast.Module([bare], []), beginning.__code__.co_filename, "exec"), scope)
    function = scope[kind.__name__]
    made_by: Any = vars(kind)["__init__"]  # a dataclass has one, too
    function.__defaults__ = made_by.__defaults__
    function.__kwdefaults__ = made_by.__kwdefaults__
    function.__qualname__ = beginning.__qualname__
    function.tree = tree
    return function


class _Fields(Blocks, ast.NodeTransformer):
    """Variables in place of what an object sets of itself."""

    def __init__(self, me: str, prefix: str) -> None:
        self.me, self.prefix = me, prefix

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Attribute(ast.Name(owner), field, ctx) if owner == self.me:
                return placed(ast.Name(f"{self.prefix}{field}", ctx), node)
        return node
