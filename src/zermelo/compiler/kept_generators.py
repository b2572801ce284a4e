"""A generator that is kept by a name, as the list of its items.

    moves = (m for m in cells if free(m))       moves = [m for m in cells if free(m)]
    first = next(moves, None)             =>    first = moves.pop(0) if moves else None
    return list(moves)                          return list(moves)

Python makes the items when they are asked for, each once. So this is done only where nothing that
they are made of changes in between, and where they are gone through once, at last; all else stays,
and is refused later.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping
from typing import Any, Final

from zermelo.compiler.aliases import CHANGES
from zermelo.compiler.named_values import COMPREHENSIONS
from zermelo.compiler.order import METHODS, PURE
from zermelo.compiler.source import call, local_names, name, nodes, placed

MAKERS: Final = ("map", "filter", "zip", "enumerate", "reversed", "iter")
# What goes through all items of its argument; a generator itself is never empty or false.
CONSUMERS: Final = (
    *("any", "all", "sum", "min", "max", "list", "tuple", "set", "frozenset", "sorted", "dict"),
    *("enumerate", "zip", "map", "filter"),
)
LOOPS: Final = (ast.For, ast.While, *COMPREHENSIONS, ast.Lambda, ast.FunctionDef)


def keep_generators(tree: ast.FunctionDef, names: Mapping[str, Any]) -> None:
    """Rewrites one function; `names` are those of its module."""
    local = local_names(tree)
    for node in [n for n in nodes(tree) if isinstance(n, ast.Assign)]:
        match node:
            case ast.Assign([ast.Name(kept)], value) if _makes(value, {*local, *names}):
                if _can_be_list(tree, node, kept):
                    _Items(kept).visit(tree)
                    node.value = placed(_listed(value), node)


def _makes(value: ast.expr, taken: set[str]) -> bool:
    match value:
        case ast.GeneratorExp():
            return True
        case ast.Call(ast.Name(maker), [_, *_], []):
            return maker in MAKERS and maker not in taken
    return False


def _listed(value: ast.expr) -> ast.expr:
    match value:
        case ast.GeneratorExp(element, parts):
            return ast.ListComp(element, parts)
        case ast.Call(ast.Name("iter"), items, []):
            return call("list", items)
    return call("list", [value])


def _can_be_list(tree: ast.FunctionDef, made: ast.Assign, kept: str) -> bool:
    """Whether nobody could tell the list of its items from a generator."""
    parents = {id(child): node for node in nodes(tree) for child in ast.iter_child_nodes(node)}
    after, last, found = False, 0, []
    for i, node in enumerate(nodes(tree)):
        after = after or node is made
        if isinstance(node, ast.Name) and node.id == kept and node is not made.targets[0]:
            if isinstance(node.ctx, ast.Store) or not after:
                return False
            found.append(node)
            last = i
    steps = [_is_step(node, parents) for node in found]
    if not found or not all(steps[:-1]):
        return False
    if not steps[-1]:
        around = set(map(id, _around(found[-1], parents, LOOPS)))
        own = set(map(id, _around(made, parents, LOOPS)))
        if around - own or not _goes_through(found[-1], parents):
            return False
    return not _changes(tree, made, last)


def _around(node: ast.AST, parents: dict[int, ast.AST], kinds: Any) -> Iterator[ast.AST]:
    """The loops and functions that something is done again in; not one that begins with it."""
    inner = node
    while id(inner) in parents:
        outer = parents[id(inner)]
        first = isinstance(outer, ast.For) and inner is outer.iter
        if isinstance(outer, ast.comprehension):
            whole: Any = parents[id(outer)]
            first = inner is outer.iter and outer is whole.generators[0]
            outer = whole
        if isinstance(outer, kinds) and not first:
            yield outer
        inner = outer


def _is_step(node: ast.AST, parents: dict[int, ast.AST]) -> bool:
    """Whether it is `next(kept)`."""
    match parents.get(id(node)):
        case ast.Call(ast.Name("next"), [first, *_], []):
            return first is node
    return False


def _goes_through(node: ast.AST, parents: dict[int, ast.AST]) -> bool:
    match parents.get(id(node)):
        case ast.For() | ast.comprehension() | ast.Return() | ast.Starred() | ast.YieldFrom():
            return True
        case ast.Call(ast.Name(function)):
            return function in CONSUMERS
        case ast.Call(ast.Attribute(_, method)):
            return method in ("join", "extend", "update", "union")
        case ast.Compare(_, [ast.In() | ast.NotIn()]):
            return True
    return False


def _changes(tree: ast.FunctionDef, made: ast.Assign, last: int) -> bool:
    """Whether what the items are made of may change before they are."""
    own = {n.id for n in nodes(made.value) if isinstance(n, ast.Name)}
    functions = [n for n in nodes(tree) if isinstance(n, ast.FunctionDef) and n is not tree]
    inner = {id(part) for function in functions for part in nodes(function)}
    after, skipped = False, {id(part) for part in nodes(made)}
    for i, node in enumerate(nodes(tree)):
        after = after or node is made
        if (not (after and i <= last) and id(node) not in inner) or id(node) in skipped:
            continue
        match node:
            case ast.Name(changed, ast.Store()) if changed in own:
                return True
            case ast.Subscript(ast.Name(changed) | ast.Subscript(ast.Name(changed)), _, ctx):
                if changed in own and not isinstance(ctx, ast.Load):
                    return True
            case ast.Call(ast.Attribute(value, method), arguments):
                whose = {n.id for n in nodes(value) if isinstance(n, ast.Name)}
                if method in CHANGES and whose & own:
                    return True
                if method not in METHODS and _handed(arguments) & own:
                    return True
            case ast.Call(ast.Name(function), arguments):
                if function not in (*PURE, *CONSUMERS, "next") and _handed(arguments) & own:
                    return True
    return False


def _handed(arguments: list[ast.expr]) -> set[str]:
    return {each.id for each in arguments if isinstance(each, ast.Name)}


class _Items(ast.NodeTransformer):
    """`next(kept)` takes the first item out."""

    def __init__(self, kept: str) -> None:
        self.kept = kept

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("next"), [ast.Name(kept), *other], []) if kept == self.kept:
                first = ast.Attribute(name(kept), "pop", ast.Load())
                taken: ast.expr = ast.Call(first, [ast.Constant(0)], [])
                if other:
                    taken = ast.IfExp(name(kept), taken, copy.deepcopy(other[0]))
                return placed(taken, node)
        return node
