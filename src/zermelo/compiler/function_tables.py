"""Tables of functions that are known before the game begins.

for sign, score in TERMS: ...       for i in range(2):
if i == 0: sign = 1; ... first(x) ...
else: sign = -1; ... second(x) ...
SCORES[kind](dice)                  first(dice) if place of kind == 0 else second(dice)
"""

from __future__ import annotations

import ast
import copy
import types
from typing import Any, Final

from zermelo.compiler.dictionaries import in_code
from zermelo.compiler.folding import DYNAMIC
from zermelo.compiler.source import Renamed, assign, name, nodes, parsed, placed

MOST: Final = 24  # functions in a table; each is written out


def _is_function(value: Any) -> bool:
    return isinstance(value, types.FunctionType | types.MethodType)


def _rows(node: ast.expr, resolver: Any) -> list[Any]:
    """The items of a table that has functions in it; none for anything else."""
    match node:
        case ast.Call(ast.Attribute(owner, "items" | "values" as which), [], []):
            known = resolver.static(owner)
            if not isinstance(known, dict):
                return []
            items = list(known.items()) if which == "items" else list(known.values())
        case ast.Name() | ast.Attribute():
            known = resolver.static(node)
            items = list(known) if isinstance(known, tuple | list) else []
        case ast.Tuple(parts) | ast.List(parts):
            items = [resolver.static(part) for part in parts]
            if not all(map(_is_function, items)):
                return []
        case _:
            return []
    found = any(
        _is_function(part)
        for item in items
        for part in (item if isinstance(item, tuple) else (item,))
    )
    return items if found and len(items) <= MOST else []


def unrolled(node: ast.For, resolver: Any) -> ast.For | None:
    """A loop over such a table, with its body once for each item; None for any other."""
    items = _rows(node.iter, resolver)
    targets = node.target.elts if isinstance(node.target, ast.Tuple) else [node.target]
    names = [each.id for each in targets if isinstance(each, ast.Name)]
    again = [n for s in node.body for n in nodes(s) if _is_stored(n, names)]
    if not items or len(names) < len(targets) or again:
        return None
    count = f"table_{resolver.loops}_at"
    resolver.loops += 1
    resolver.scope.locals.add(count)
    otherwise: list[ast.stmt] = []
    for i, item in reversed(list(enumerate(items))):
        parts = item if isinstance(node.target, ast.Tuple) else (item,)
        if not isinstance(parts, tuple) or len(parts) != len(names):
            return None
        body = _with_parts(node.body, dict(zip(names, parts, strict=True)), resolver)
        test = ast.Compare(name(count), [ast.Eq()], [ast.Constant(i)])
        otherwise = [ast.If(test, body, otherwise)] if otherwise else body
    loop = parsed(f"for {count} in range({len(items)}): pass")[0]
    assert isinstance(loop, ast.For)
    loop.body, loop.orelse = otherwise, node.orelse
    new: ast.For = placed(loop, node)
    return new


def _is_stored(node: ast.AST, names: list[str]) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in names


def _with_parts(body: list[ast.stmt], parts: dict[str, Any], resolver: Any) -> list[ast.stmt]:
    """A copy of the body, in which some names are known."""
    known: dict[str, str] = {}
    first: list[ast.stmt] = []
    for target, value in parts.items():
        label = f"known_{len(resolver.scope.names)}"
        resolver.scope.names[label] = value
        if _is_function(value):
            known[target] = label
        else:
            first.append(assign(target, name(label)))
    rename = Renamed(known)
    return [*first, *(rename.visit(copy.deepcopy(each)) for each in body)]


def chosen(node: ast.Call, resolver: Any) -> ast.AST | None:
    """The call of a function that is looked up in a dict; None for any other call."""
    if not isinstance(node.func, ast.Subscript):
        return None
    table, key = resolver.static(node.func.value), node.func.slice
    if isinstance(table, tuple | list) and isinstance(resolver.known(key), int):
        table = dict(enumerate(table)) | {i - len(table): f for i, f in enumerate(table)}
    if not isinstance(table, dict) or not table or not all(map(_is_function, table.values())):
        return None
    if len(table) > MOST or any(isinstance(n, ast.Call | ast.NamedExpr) for n in nodes(key)):
        return None
    calls = []
    functions = list(table.values())
    for function in functions * (2 if len(functions) == 1 else 1):  # the key is asked for, too
        label = f"known_{len(resolver.scope.names)}"
        resolver.scope.names[label] = function
        called = ast.Call(name(label), copy.deepcopy(node.args), copy.deepcopy(node.keywords))
        calls.append(placed(called, node))
    known = resolver.known(key)
    if known is not DYNAMIC and known in table:
        found: ast.AST = resolver.visit(calls[list(table).index(known)])
        return found
    places = {each: i for i, each in enumerate(table)}
    whole = resolver.visit(calls[-1])
    for i, call in reversed(list(enumerate(calls[:-1]))):
        at = ast.Subscript(copy.deepcopy(key), copy.deepcopy(key), ast.Load())
        place = in_code(places, placed(at, node), resolver)
        test = ast.Compare(place, [ast.Eq()], [ast.Constant(i)])
        whole = placed(ast.IfExp(test, resolver.visit(call), whole), node)
    return whole
