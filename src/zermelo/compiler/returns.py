"""What a function returns, said where Python leaves it unsaid."""

from __future__ import annotations

import ast
from functools import cache
from typing import Any

from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.source import call, nodes, placed, syntax_tree


def explicit_none(tree: ast.FunctionDef, must: bool = False) -> None:
    """A function that returns something at times says `return None` at all others.

    `must`: a rule that always gives something; where it ends without, it cannot go on.
    """
    own = returns_of(tree)
    if not any(node.value for node in own) or yields_items(tree):
        return
    for node in own:
        if node.value is None:
            node.value = placed(ast.Constant(None), node)
    last = tree.body[-1]
    if not isinstance(last, ast.Return | ast.Raise):
        end = ast.Raise(call("TypeError", [])) if must else ast.Return(ast.Constant(None))
        tree.body.append(placed(end, last))


@cache
def gives_none(function: Any) -> bool:
    """Whether a function returns None at times, and something else at others."""
    try:
        tree = syntax_tree(function)
    except CannotCompile:  # which will be told where it matters
        return False
    given = [value for each in returns_of(tree) for value in _choices(each.value)]
    nothing = [
        each is None or (isinstance(each, ast.Constant) and each.value is None) for each in given
    ]
    falls = bool(nothing) and not isinstance(tree.body[-1], ast.Return | ast.Raise)
    return (any(nothing) or falls) and not all(nothing)


def _choices(value: ast.expr | None) -> list[ast.expr | None]:
    """What an expression may be, by its condition."""
    if isinstance(value, ast.IfExp):
        return [*_choices(value.body), *_choices(value.orelse)]
    return [value]


def wrap_returns(tree: ast.FunctionDef, function: str) -> None:
    """What a function returns goes through another first."""
    for node in returns_of(tree):
        if node.value is not None:
            node.value = placed(call(function, [node.value]), node)


def wrap_yields(tree: ast.FunctionDef, function: str) -> None:
    """What a function yields goes through another first; of a pair, the first."""
    for node in nodes(tree):
        match node:
            case ast.Yield(ast.Tuple([item, _] as pair)) if tree.name == "outcomes":
                pair[0] = placed(call(function, [item]), node)
            case ast.Yield(ast.expr() as item) if tree.name != "outcomes":
                node.value = placed(call(function, [item]), node)


def numeric(tree: ast.FunctionDef) -> None:
    """A rule that gives a number gives it as one, though it may be None elsewhere in the rules.

    `+x` is x, and a fault where that is no number.
    """
    for node in returns_of(tree):
        if node.value is not None and not isinstance(node.value, ast.Constant | ast.UnaryOp):
            node.value = placed(ast.UnaryOp(ast.UAdd(), node.value), node)


def returns_of(tree: ast.FunctionDef) -> list[ast.Return]:
    """Of the function itself, and not of those inside."""
    inner = {
        node
        for each in nodes(tree)
        if isinstance(each, ast.FunctionDef | ast.Lambda) and each is not tree
        for node in nodes(each)
    }
    return [node for node in nodes(tree) if isinstance(node, ast.Return) and node not in inner]


def yields_items(tree: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes(tree))
