"""The lists that an expression may be, or have in it: by a name, and how deep in what it names."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final, TypeAlias

from zermelo.compiler.aliases import CHANGES
from zermelo.compiler.source import nodes

COPIES: Final = ("list", "sorted", "reversed")
SEVERAL: Final = ("enumerate", "zip")

Place: TypeAlias = tuple[str, int]  # a name, and how deep in what it stands for
Callee: TypeAlias = Callable[[ast.expr], ast.FunctionDef | None]  # the function that is called


def base(node: ast.AST) -> tuple[ast.AST, int]:
    """What an expression is a part of, and how deep in it."""
    depth = 0
    while isinstance(node, ast.Subscript | ast.Attribute):
        depth += isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice)
        node = node.value
    return node, depth


def held(value: ast.expr) -> list[tuple[Place, bool]]:
    """The places whose very list an expression may be; and whether each is a part of another."""
    match value:
        case ast.Name(name):
            return [((name, 0), False)]
        case ast.Subscript(_, ast.Slice()):
            return []
        case ast.Subscript():
            found, depth = base(value)
            return [((found.id, depth), True)] if isinstance(found, ast.Name) else []
        case ast.IfExp(_, then, other):
            return held(then) + held(other)
        case ast.BoolOp(_, parts):
            return [each for part in parts for each in held(part)]
        case ast.NamedExpr(_, inner):
            return held(inner)
    return []


def is_new(value: ast.expr) -> bool:
    """Whether an expression is plainly a new list or set."""
    kinds = ast.List | ast.ListComp | ast.Set | ast.SetComp
    match value:
        case ast.BinOp(left, _, right):
            return isinstance(left, kinds) or isinstance(right, kinds)
        case ast.Call(ast.Name("list" | "set" | "sorted")):
            return True
    return isinstance(value, kinds)


def makes(node: ast.AST) -> bool:
    """Whether an expression is a list of nothing that has a name."""
    match node:
        case ast.List(items):
            return not any(held(item) for item in items)
        case ast.Call(ast.Name("list" | "set"), arguments):
            return not any(held(argument) for argument in arguments)
    return False


NUMERIC: Final = ("range", "min", "max", "abs", "divmod", "int", "bool", "len")


def plain_numbers(tree: ast.AST) -> set[str]:
    """The variables that only numbers can be: `hand -= 1`, `place + 1`."""
    found: set[str] = set()
    others: set[str] = set()
    for node in nodes(tree):
        match node:
            case ast.AugAssign(ast.Name(name), ast.Add() | ast.Sub(), ast.Constant(int())):
                found.add(name)
            case ast.BinOp(ast.Name(name), ast.Add() | ast.Sub(), ast.Constant(int())):
                found.add(name)
            case ast.Subscript(ast.Name(name)) | ast.Attribute(ast.Name(name)):
                others.add(name)
            case ast.For(_, ast.Name(name)) | ast.comprehension(_, ast.Name(name)):
                others.add(name)
            case ast.Call(function, arguments):
                if not (isinstance(function, ast.Name) and function.id in NUMERIC):
                    others |= {each.id for each in arguments if isinstance(each, ast.Name)}
    return found - others


def copied(value: ast.expr) -> list[Place]:
    """The places whose lists an expression has in it, after a copy of what they are in."""
    match value:
        case ast.Call(ast.Name(function), arguments) if function in COPIES:
            return [(name, depth + 1) for each in arguments for (name, depth), _ in held(each)]
        case ast.Call(ast.Name(function), arguments) if function in SEVERAL:
            return [place for each in arguments for place in copied(each)]
        case ast.Call(ast.Attribute(inner, "copy"), []) | ast.Subscript(inner, ast.Slice()):
            return [(name, depth + 1) for (name, depth), _ in held(inner)]
        case ast.ListComp(ast.Name(item), [ast.comprehension(ast.Name(same), items)]):
            if item == same:
                return [(name, depth + 1) for (name, depth), _ in held(items)]
            return [(item, 0)]
        case ast.BinOp(left, ast.Add() | ast.Mult(), right):
            sides = [*held(left), *held(right)]
            return [(name, depth + 1) for (name, depth), _ in sides]
    return []


# --- functions that are called -------------------------------------------------------------------


def parameters_changed(tree: ast.FunctionDef) -> set[str]:
    """The parameters whose lists a function changes itself."""
    found = set()
    for node in nodes(tree):
        target: ast.AST | None = None
        match node:
            case ast.Subscript(items, _, ast.Store() | ast.Del()):
                target = items
            case ast.Call(ast.Attribute(items, method)) if method in CHANGES:
                target = items  # a name in a pattern has its value although the guard is false
            case ast.AugAssign(ast.Name() as items, _, ast.List() | ast.Set()):
                target = items
        if target is not None:
            inner = base(target)[0]
            if isinstance(inner, ast.Name):
                found.add(inner.id)
    return found & {argument.arg for argument in tree.args.args}


def parameters_returned(tree: ast.FunctionDef) -> set[Place]:
    """The parameters, and how deep in them, that a function may return as they are."""
    names = {argument.arg for argument in tree.args.args}
    stands: dict[str, set[Place]] = {name: {(name, 0)} for name in names}
    for _turn in range(2):
        for node in nodes(tree):
            match node:
                case ast.Assign([ast.Name(name)], value):
                    stands.setdefault(name, set()).update(_places(value, stands))
                case ast.For(ast.Name(name), items) if isinstance(items, ast.Name):
                    stands.setdefault(name, set()).update(
                        (other, depth + 1) for other, depth in stands.get(items.id, ())
                    )
    found = set()
    for node in nodes(tree):
        if isinstance(node, ast.Return) and node.value is not None:
            found |= _places(node.value, stands)
    return found


def _places(value: ast.expr, stands: dict[str, set[Place]]) -> set[Place]:
    return {
        (other, below + depth)
        for (name, depth), _part in held(value)
        for other, below in stands.get(name, ())
    }
