"""Lists that a function is handed to put something in: it gives them back.

    self.add(moves, cell)       moves = filled_by(self.add(moves, cell))

    def add(self, moves, cell):
        if self.is_free(cell):
            moves.append(cell)
        return moves

An empty list has no type before something is in it, so that a function that is handed one cannot
change what its caller has. So there is a form of it, `filled`, that gives the list back: for a list
that begins as `[]` and has no second name, since what is given back is a copy. Any other call is
left as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, Final

from zermelo.compiler.aliases import parameters_filled
from zermelo.compiler.callables import callee
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.returns import returns_of, yields_items
from zermelo.compiler.source import call, name, nodes, placed, syntax_tree

FILLED_BY: Final = "filled_by"  # gives what a call gives back; a name that no user has


def take_back(
    tree: ast.FunctionDef, function: Any, bound: Mapping[str, Any], given_back: str = ""
) -> None:
    """Rewrites the calls, in a function, of those that fill a list; it may give one back itself."""
    lists = (_empty_lists(tree) | {given_back}) - with_second_names(tree)
    _Calls({**function.__globals__, **bound}, lists).visit(tree)
    _return_nothing(tree)


def give_back(tree: ast.FunctionDef, function: Any, bound: Mapping[str, Any]) -> str:
    """Makes the form of a function that gives back the list that it fills; the name of that."""
    parameter = _filled(tree, {**function.__globals__, **bound}, (function,))
    assert parameter  # its caller has looked
    for node in returns_of(tree):
        node.value = placed(name(parameter), node)
    tree.body.append(placed(ast.Return(name(parameter)), tree.body[-1]))
    return parameter


class _Calls(ast.NodeTransformer):
    def __init__(self, known: Mapping[str, Any], lists: set[str]) -> None:
        self.known, self.lists = known, lists

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        given = _handed(node, self.known, ())
        if given not in self.lists:
            return node
        assert given
        new = ast.Assign([ast.Name(given, ast.Store())], call(FILLED_BY, [node.value]))
        return placed(new, node)


def _handed(node: ast.AST, known: Mapping[str, Any], around: tuple[Any, ...]) -> str | None:
    """The variable whose list a call, that is a statement, fills."""
    match node:
        case ast.Expr(ast.Call(ast.Name(called), arguments, named)):
            value = known.get(called)
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(owner), method), arguments, named)):
            value = getattr(known.get(owner), method, None)
        case _:
            return None
    found = callee(value)
    if found is None or found[0] in around:
        return None
    function, bound = found
    try:
        tree = syntax_tree(function)
    except CannotCompile:
        return None
    parameter = _filled(tree, {**function.__globals__, **bound}, (*around, function))
    names = [each.arg for each in tree.args.args if each.arg not in bound]
    given = dict(zip(names, arguments, strict=False)) | {k.arg or "": k.value for k in named}
    argument = given.get(parameter or "")
    if not isinstance(argument, ast.Name):
        return None
    times = sum(1 for each in nodes(node) if isinstance(each, ast.Name) and each.id == argument.id)
    return argument.id if times == 1 else None


def _filled(tree: ast.FunctionDef, known: Mapping[str, Any], around: tuple[Any, ...]) -> str | None:
    """The parameter that a function, which returns nothing, puts items into."""
    if yields_items(tree) or any(node.value for node in returns_of(tree)):
        return None
    parameters = {each.arg for each in tree.args.args}
    stored = {n.id for n in nodes(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    found = parameters_filled(tree)
    for node in nodes(tree):
        found.add(_handed(node, known, around) or "")
    filled = (found & parameters) - stored
    return filled.pop() if len(filled) == 1 else None


def _empty_lists(tree: ast.FunctionDef) -> set[str]:
    """The variables that only ever begin as an empty list."""
    found, other = set(), set()
    for node in nodes(tree):
        match node:
            case ast.Assign([ast.Name() as target], ast.List([])):
                found.add(target)
            case ast.AnnAssign(ast.Name() as target, _, ast.List([])):
                found.add(target)
    for node in nodes(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in found:
            other.add(node.id)
    return {target.id for target in found} - other - {each.arg for each in tree.args.args}


def with_second_names(tree: ast.FunctionDef) -> set[str]:
    """The variables whose value itself may get another name or place."""
    alone: set[ast.AST] = set()  # where a list is only used
    for node in nodes(tree):
        match node:
            case ast.Call(function, arguments, named):
                alone |= {function, *arguments, *(each.value for each in named)}
            case ast.Attribute(value) | ast.Subscript(value):
                alone.add(value)
            case ast.Return(ast.BoolOp(_, parts)):
                alone |= set(parts)
            case ast.Return(ast.Name() as value):
                alone.add(value)
            case ast.For(_, items) | ast.comprehension(_, items):
                alone.add(items)
            case ast.Compare(left, _, others):
                alone |= {left, *others}
            case ast.UnaryOp(ast.Not(), value) | ast.If(value) | ast.While(value):
                alone.add(value)
            case ast.BinOp(left, _, right):
                alone |= {left, right}
    inner = {
        node
        for each in nodes(tree)
        if isinstance(each, ast.FunctionDef | ast.Lambda) and each is not tree
        for node in nodes(each)
    }
    return {
        node.id
        for node in nodes(tree)
        if isinstance(node, ast.Name)
        and isinstance(node.ctx, ast.Load)
        and (node not in alone or node in inner)
    }


def _return_nothing(tree: ast.FunctionDef) -> None:
    """`return moves` is `return []` as long as nothing but `moves = []` was done with it."""
    for place, statement in enumerate(tree.body):
        match statement:
            case ast.Assign([ast.Name(empty)], ast.List([])):
                pass
            case _:
                continue
        for later in tree.body[place + 1 :]:
            uses = [n for n in nodes(later) if isinstance(n, ast.Name) and n.id == empty]
            early = [n for n in nodes(later) if isinstance(n, ast.Return) and n.value in uses]
            if len(early) != len(uses) or isinstance(later, ast.Return):
                break
            for node in early:
                node.value = placed(ast.List([], ast.Load()), node)
