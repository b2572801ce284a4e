"""Actions that a rule is written to give, and random games may never show: a pass, above all."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, Final

from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.source import nodes, syntax_tree
from zermelo.game import Game

INNER: Final = (ast.FunctionDef, ast.Lambda)


def written_actions(game: Game[Any, Any], seen: list[Any]) -> list[Any]:
    """Those that are written out in `actions`, of types that none of those seen has."""
    function = getattr(game.actions, "__func__", game.actions)
    try:
        tree = syntax_tree(function)
    except CannotCompile:  # which will be told where it matters
        return []
    types = {type(each) for each in seen}
    found = [_value(item, game, function.__globals__) for item in _items(tree)]
    return [value for (value,) in filter(None, found) if type(value) not in types]


def _items(tree: ast.FunctionDef) -> Iterator[ast.expr]:
    """What stands in lists that are returned, what is put into them, and what is yielded."""
    own, given = list(_own_nodes(tree)), list[ast.expr]()
    for node in own:
        if isinstance(node, ast.Yield) and node.value:
            yield node.value
        elif isinstance(node, ast.Return) and node.value:
            given += _either(node.value)
    names = {each.id for each in given if isinstance(each, ast.Name)}
    for node in own:
        match node:
            case ast.Assign([ast.Name(name)], value) if name in names:
                given += _either(value)
            case ast.Call(ast.Attribute(ast.Name(name), "append"), [item]) if name in names:
                yield item
    for each in given:
        if isinstance(each, ast.List | ast.Tuple):
            yield from each.elts


def _own_nodes(tree: ast.FunctionDef) -> Iterator[ast.AST]:
    """All but those of functions inside."""
    inner = [each for each in nodes(tree) if isinstance(each, INNER) and each is not tree]
    theirs = {id(node) for each in inner for node in nodes(each)}
    return (node for node in nodes(tree) if id(node) not in theirs)


def _either(value: ast.expr) -> list[ast.expr]:
    """What an expression may be: `moves or ["pass"]`, `["pass"] if stuck else moves`."""
    match value:
        case ast.BoolOp(_, values):
            return [each for one in values for each in _either(one)]
        case ast.IfExp(_, one, other):
            return [*_either(one), *_either(other)]
    return [value]


def _value(item: ast.expr, game: Game[Any, Any], names: dict[str, Any]) -> tuple[Any] | None:
    """The word, None or number that an expression is, in a tuple of one; None for all others."""
    match item:
        case ast.Constant(value):
            pass
        case ast.Name(name) if name in names:
            value = names[name]
        case ast.Attribute(ast.Name("self"), name):
            value = getattr(game, name, ...)
        case _:
            return None
    return (value,) if value is None or type(value) in (str, int) else None
