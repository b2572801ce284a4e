"""Whether the lists of an object that is written out (see `objects`) have no other name or place.

Compiled code copies a list that is put somewhere, or gets a second name, where Python does not. So
what a method changes must be the object's own from the beginning, and be looked at where it is.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from zermelo.compiler.aliases import CHANGES
from zermelo.compiler.named_values import COMPREHENSIONS
from zermelo.compiler.order import PURE
from zermelo.compiler.rule_table import NEEDED, OPTIONAL
from zermelo.compiler.source import name, nodes

NEW: Final = (
    *(ast.Constant, ast.List, ast.ListComp, ast.Set, ast.SetComp, ast.Dict, ast.DictComp),
    *(ast.BinOp, ast.UnaryOp, ast.Compare, ast.JoinedStr, ast.Tuple),
)
COPIES: Final = ("list", "sorted", "set", "dict", "tuple", "str")
LOOKS: Final = (*PURE, "list", "set", "frozenset", "str", "reversed")


def are_own(tree: ast.FunctionDef, variables: Mapping[str, str]) -> bool:
    """Whether nobody else sees the lists that are changed; `variables`: what each is made of."""
    parents = {id(child): node for node in nodes(tree) for child in ast.iter_child_nodes(node)}
    given = {a.arg for a in tree.args.args} if tree.name in (*NEEDED, *OPTIONAL) else set()
    for variable in variables:
        used = [n for n in nodes(tree) if isinstance(n, ast.Name) and n.id == variable]
        values = [_given(tree, parents[id(n)], variables[variable]) for n in used if _is_set(n)]
        number = all(_is_number(each, given) for several in values for each in several)
        depth = max((_change(node, parents, number) for node in used), default=0)
        if not depth:
            continue
        if not all(_is_fresh(each, depth, given) for several in values for each in several):
            return False
        if not all(_is_set(node) or _is_look(node, parents, depth) for node in used):
            return False
    return True


def _change(node: ast.AST, parents: Mapping[int, ast.AST], number: bool) -> int:
    """How deep in a variable, which may be a number, something is changed; 0: nothing is."""
    depth, outer = 0, parents[id(node)]
    if isinstance(outer, ast.AugAssign) and outer.target is node:
        return 0 if number or isinstance(outer.value, ast.Constant) else 1
    while isinstance(outer, ast.Subscript) and outer.value is node:
        depth, node, outer = depth + 1, outer, parents[id(outer)]
        if not isinstance(node.ctx, ast.Load):
            return depth
    match outer:
        case ast.Attribute(_, method) if method in CHANGES:
            return depth + 1
    return 0


def _is_set(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _given(tree: ast.FunctionDef, node: ast.AST, parameters: str) -> list[ast.expr]:
    """What a variable gets there: an argument of the class, or else what stands there."""
    if isinstance(node, ast.AugAssign):
        return []
    if not isinstance(node, ast.Assign) or len(node.targets) > 1:
        return [name("unknown")]
    value = node.value
    if not isinstance(value, ast.Name) or not value.id.startswith(parameters):
        return [value]
    found: list[ast.expr] = []
    for each in nodes(tree):
        match each:
            case ast.Assign([ast.Name(made)], argument) if made == value.id:
                found.append(argument)
    return found or [value]


def _is_number(value: ast.expr, given: set[str]) -> bool:
    """Whether a value is plainly a number, or another that cannot be changed."""
    match value:
        case ast.Constant() | ast.UnaryOp() | ast.Compare():
            return True
        case ast.BinOp(_, ast.Sub() | ast.Mod() | ast.FloorDiv() | ast.Div()):
            return True
        case ast.Call(ast.Name(maker)):
            return maker in ("len", "sum", "abs", "int", "bool")
    return _of_rule(value, given)


def _of_rule(value: ast.expr, given: set[str]) -> bool:
    """Whether it is a part of a state or an action, which have no lists in them."""
    while isinstance(value, ast.Attribute | ast.Subscript):
        value = value.value
    return isinstance(value, ast.Name) and value.id in given


def _is_fresh(value: ast.expr, depth: int, given: set[str]) -> bool:
    match value:
        case ast.ListComp(element) if depth > 1:
            return _is_fresh(element, depth - 1, given)
        case ast.List(items) if depth > 1:
            return all(_is_fresh(each, depth - 1, given) for each in items)
        case ast.Attribute() | ast.Subscript() | ast.Name():
            cut = isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice)
            return _of_rule(value, given) or (cut and depth == 1)
        case ast.Call(ast.Name(maker)):
            return maker in COPIES and depth == 1
        case ast.Call(ast.Attribute(_, "copy" | "split"), _, []):
            return depth == 1
    return isinstance(value, NEW) and depth == 1


def _is_look(node: ast.AST, parents: Mapping[int, ast.AST], depth: int) -> bool:
    """Whether a variable is only looked at, or changed where it lies."""
    outer = parents[id(node)]
    if depth > 1:  # what is inside must not get a name either
        if isinstance(outer, ast.Subscript) and outer.value is node:
            return _is_look(outer, parents, depth - 1)
        return isinstance(outer, ast.comprehension)
    match outer:
        case ast.Subscript(value) | ast.Attribute(value):
            return value is node
        case ast.Call(ast.Name(function)):
            return function in LOOKS
        case ast.Call(ast.Attribute(_, "join")) | ast.Compare() | ast.BinOp():
            return True
        case ast.For() | ast.comprehension() | ast.If() | ast.While() | ast.UnaryOp():
            return True
    return isinstance(outer, COMPREHENSIONS)
