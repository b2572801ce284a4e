"""Loops over `groupby` and `count`, as loops over lists and numbers.

    for k, group in groupby(xs, key):       for group in runs_of(xs, [key(x) for x in xs]):
        ...                                     k = key(group[0]); ...
    for i in count(1): ...                  n = 1; while True: i = n; n += 1; ...

A group may be gone through once, as in Python, where nothing is left of it afterwards.
"""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Callable
from typing import Any

from zermelo.compiler.source import assign, call, name, nodes, parsed, placed

Applied = Callable[[ast.expr], tuple[str, ast.expr]]


def runs_of(items: Any, keys: Any) -> Any:
    """The items, in lists of such as follow each other and have the same key."""
    runs = []
    row = list(items)
    signs = list(keys)
    start = 0
    for i in range(1, len(row) + 1):
        if i == len(row) or signs[i] != signs[start]:
            runs.append(row[start:i])
            start = i
    return runs


def grouped(
    target: ast.expr, items: ast.expr, body: list[ast.AST], value: Any, applied: Applied
) -> tuple[ast.expr, ast.expr, str, ast.expr] | None:
    """For a loop over groupby: its new target and items; the name of the key, and the key."""
    match target, items:
        case ast.Tuple([ast.Name(key), ast.Name(group)]), ast.Call(_, [of, *by], named):
            pass
        case _:
            return None
    functions = [*by, *(each.value for each in named if each.arg == "key")]
    if value is not itertools.groupby or len(functions) != len(by) + len(named):
        return None
    if len(functions) > 1 or not _is_read_once(body, group):
        return None
    first = ast.Subscript(name(group), ast.Constant(0), ast.Load())
    keys: ast.expr = of
    sign: ast.expr = first
    if functions and not (isinstance(functions[0], ast.Constant) and functions[0].value is None):
        item, made = applied(functions[0])
        part = ast.comprehension(ast.Name(item, ast.Store()), copy.deepcopy(of), [], 0)
        keys, sign = ast.ListComp(made, [part]), _with(made, item, first)
    runs = call("runs_of_items", [of, copy.deepcopy(keys)])
    return ast.Name(group, ast.Store()), placed(runs, items), key, placed(sign, items)


def _with(made: ast.expr, item: str, first: ast.expr) -> ast.expr:
    class Put(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.AST:
            return copy.deepcopy(first) if node.id == item else node

    new: ast.expr = Put().visit(copy.deepcopy(made))
    return new


def _is_read_once(body: list[ast.AST], group: str) -> bool:
    """Whether a group is read in one place, which is come to once in each turn."""
    again = {
        id(inner)
        for each in body
        for node in nodes(each)
        for part in _repeated(node)
        for inner in nodes(part)
    }
    read = [n for each in body for n in nodes(each) if isinstance(n, ast.Name) and n.id == group]
    return len(read) <= 1 and not any(id(each) in again for each in read)


def _repeated(node: ast.AST) -> list[ast.AST]:
    """The parts of a statement or an expression that may be worked out several times."""
    match node:
        case ast.For(body=body):
            return [*body]
        case ast.While() | ast.Lambda() | ast.FunctionDef():
            return [node]
        case ast.ListComp(made, parts) | ast.SetComp(made, parts) | ast.GeneratorExp(made, parts):
            return [made, *parts[0].ifs, parts[0].target, *parts[1:]]
        case ast.DictComp(key, made, parts):
            return [key, made, *parts[0].ifs, *parts[1:]]
    return []


def counting(node: ast.For, value: Any, counter: str) -> list[ast.stmt] | None:
    """A loop over `count(...)`."""
    match node:
        case ast.For(ast.Name(), ast.Call(_, given, []), _, []) if len(given) < 3:
            pass
        case _:
            return None
    if value is not itertools.count:
        return None
    start = given[0] if given else ast.Constant(0)
    step = given[1] if len(given) > 1 else ast.Constant(1)
    if not isinstance(step, ast.Constant):
        return None
    more = ast.AugAssign(ast.Name(counter, ast.Store()), ast.Add(), step)
    own = [ast.Assign([node.target], name(counter)), more, *node.body]
    loop = parsed("while True: pass")[0]
    assert isinstance(loop, ast.While)
    loop.body = own
    return [placed(assign(counter, start), node), placed(loop, node)]
