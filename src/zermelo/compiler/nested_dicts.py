"""Dicts of dicts that are known before the game begins, by the keys of both.

BEATS[a][b]             the value of b in {a: its keys}[a] and {a: its values}[a]
BEATS[a].get(b, 0)      the same, or another
ROADS[a].items()        {a: its pairs}[a]
for b in ROADS[a]       {a: its keys}[a], as b in ROADS[a] and len(ROADS[a])
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from zermelo.compiler.dictionaries import item_of_key, item_or
from zermelo.compiler.source import name, placed


def in_code(node: ast.expr, user: ast.AST | None, resolver: Any) -> Any:
    """What `user`, an expression, does with such a dict at a key; None for any other value.

    Without a user it is gone through.
    """
    match node:
        case ast.Subscript(whole, first, ast.Load()) if not isinstance(first, ast.Slice):
            table = resolver.static(whole)
        case _:
            return None
    if not isinstance(table, dict) or not table:
        return None
    if not all(isinstance(each, dict) for each in table.values()):
        return None

    def part(method: str) -> ast.expr:
        parts = {a: tuple(getattr(inner, method)()) for a, inner in table.items()}
        new = placed(ast.Subscript(node, copy.deepcopy(first), ast.Load()), node)
        found: ast.expr = resolver.in_table(parts, new)
        return found

    match user:
        case ast.Subscript(_, second, ast.Load()):
            function: Any = item_of_key
            given = [second]
        case ast.Call(ast.Attribute(_, "get"), [_, *rest] as given, []) if len(rest) < 2:
            function = item_or
            given = given if rest else [*given, ast.Constant(None)]
        case ast.Call(ast.Attribute(_, "items" | "keys" | "values" as method), [], []):
            return part(method)
        case None:
            return part("keys")
        case _:
            return None
    resolver.bindings[function.__name__] = function
    given = [resolver.visit(placed(each, node)) for each in given]
    whole = ast.Call(name(function.__name__), [part("keys"), part("values"), *given], [])
    return placed(whole, node)
