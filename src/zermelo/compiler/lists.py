"""Lists as people write them, in terms of rows (see `rows` and `sequences`).

    []                      nothing()
    [a, b]                  row_of((a, b))
    [E for x in xs if C]    a function with a loop (see `idioms`)
    list(xs), tuple(xs)     to_row(xs), to_tuple(xs)
    xs.append(x)            xs = append(xs, x)
    xs.extend(ys)           xs = extend(xs, ys)
    sorted(xs)              in_order(xs)
    {a, b}, set(xs)         to_set((a, b)), to_set(xs)
    s.add(x)                s = add(s, x)

What a loop gives to a variable, or what is an item of a list, is the variable's own (`owned`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from typing import Any, Final

import zermelo.compiler.list_methods  # noqa: F401 (tells Numba)
from zermelo.compiler import growth, row_operations, runs, sequences, sets, text_operations
from zermelo.compiler.aliases import parameters_filled
from zermelo.compiler.source import assign, call, nodes, placed

NAMES: Final[dict[str, Any]] = {
    "row_nothing": row_operations.nothing,
    "row_of_items": row_operations.row_of,
    "row_owned": row_operations.owned,
    "row_append": growth.append,
    "row_extend": growth.extend,
    "row_append_to": sequences.append_to,
    "row_extend_to": sequences.extend_to,
    "row_from": growth.to_row,
    "tuple_from": sequences.to_tuple,
    "row_in_order": sequences.in_order,
    "tuple_in_order": sequences.tuple_in_order,
    "row_backwards": sequences.backwards,
    "row_columns": sequences.columns,
    "row_matched": text_operations.matched,
    "runs_of_items": runs.runs_of,
    "set_from": sets.to_set,
    "set_add": sets.add,
    "set_discard": sets.without,
    "set_remove": sets.removed,
    "set_add_to": sets.put,
    "set_discard_to": sets.take,
}
CALLS: Final = {
    "list": "row_from",
    "tuple": "tuple_from",
    "sorted": "row_in_order",
    "reversed": "row_backwards",
    "set": "set_from",
    "frozenset": "set_from",
}
GROWING: Final = (
    "board_put",
    "board_put_in_row",
    "row_append",
    "row_extend",
    "dict_put",
    "pairs_put",
    "pairs_update",
    "pairs_without",
    "set_add",
    "set_discard",
    "set_remove",
)
# What may be a row; anything else is none.
MAYBE: Final = (
    *(ast.Call, ast.Name, ast.IfExp, ast.BoolOp, ast.BinOp, ast.Subscript, ast.Tuple),
    ast.Attribute,
)


class Lists(ast.NodeTransformer):
    """Rewrites one function."""

    def __init__(self, tree: ast.FunctionDef, local: set[str], views: Collection[str] = ()) -> None:
        self.local = local
        self.changed = {*_changed(tree), *views}
        self.filled = parameters_filled(tree)
        self.parameters = {each.arg for each in tree.args.args}
        given_back = getattr(tree, "given_back", ())  # they change by getting a new value
        self.filled -= set(given_back)
        self.parameters -= set(given_back)
        self.loops = 0

    def visit_List(self, node: ast.List) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        if not node.elts:
            return _new(call("row_nothing", []), node)
        whole: ast.expr | None = None
        plain: list[ast.expr] = []
        for item in [*node.elts, None]:
            if item is not None and not isinstance(item, ast.Starred):
                plain.append(item)
                continue
            if plain:
                part: ast.expr = call("row_of_items", [ast.Tuple(plain, ast.Load())])
                whole = part if whole is None else call("row_extend", [whole, part])
                plain = []
            if item is not None:
                part = call("row_from", [item.value])
                whole = part if whole is None else call("row_extend", [whole, part])
        assert whole is not None
        return _new(whole, node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("tuple"), [ast.Call(ast.Name("row_in_order"), inner)], []) if (
                "tuple" not in self.local
            ):
                return _new(call("tuple_in_order", inner), node)
            case ast.Call(ast.Name(function), [items], []) if (
                function in CALLS and function not in self.local
            ):
                return _new(call(CALLS[function], [items]), node)
            case ast.Call(ast.Name("list" | "set" | "frozenset" as made), [], []) if (
                made not in self.local
            ):
                return _new(call("row_nothing", []), node)
        return node

    def visit_Set(self, node: ast.Set) -> ast.AST:
        self.generic_visit(node)
        items = self.visit_Tuple(ast.copy_location(ast.Tuple(node.elts, ast.Load()), node))
        return _new(call("set_from", [items]), node)  # type: ignore[list-item]

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        self.generic_visit(node)
        match node.value:
            case ast.Call(ast.Attribute(ast.Name(name), "add" | "discard" as how), [item], []):
                if name in self.parameters:
                    return _new(ast.Expr(call(f"set_{how}_to", [_read(name), item])), node)
                return _new(assign(name, call(f"set_{how}", [_read(name), item])), node)
            case ast.Call(ast.Attribute(ast.Name(name), "remove"), [item], []) if (
                name not in self.parameters
            ):
                return _new(assign(name, call("set_remove", [_read(name), item])), node)
            case ast.Call(ast.Attribute(ast.Name(name), "update"), [items], []) if (
                name not in self.parameters
            ):
                both = ast.BinOp(_read(name), ast.BitOr(), call("set_from", [items]))
                return _new(assign(name, both), node)
            case ast.Call(ast.Attribute(target, "append" | "extend" as how), [item], []):
                if isinstance(target, ast.Name) and target.id in self.filled:
                    return _new(ast.Expr(call(f"row_{how}_to", [target, item])), node)
                new = call(f"row_{how}", [target, item])
                if isinstance(target, ast.Name):
                    return _new(assign(target.id, new), node)
                return _new(ast.Expr(new), node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """`xs += [x]` changes the list, unlike `t += (x,)`."""
        was = node.value
        self.generic_visit(node)
        match node:
            case ast.AugAssign(ast.Name(name), ast.Add()) if _is_list(was):
                new = call("row_extend", [ast.Name(name, ast.Load()), node.value])
                return _new(assign(name, new), node)
        return node

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        """`()` may grow, and `(*xs, x)` is as long as it will be."""
        self.generic_visit(node)
        starred = any(isinstance(item, ast.Starred) for item in node.elts)
        if isinstance(node.ctx, ast.Load) and (starred or not node.elts):
            return self.visit_List(ast.copy_location(ast.List(node.elts, ast.Load()), node))
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """`x in [1, 2]` needs no list."""
        for i, (sign, items) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if isinstance(sign, ast.In | ast.NotIn) and isinstance(items, ast.Set):
                node.comparators[i] = _new(ast.Tuple(items.elts, ast.Load()), items)
        node.comparators = [_as_tuple(each) for each in node.comparators]
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> ast.AST:
        node.iter = self.visit(_as_tuple(node.iter))
        self.loops += 1
        node.body = [self.visit(statement) for statement in node.body]
        self.loops -= 1
        node.orelse = [self.visit(statement) for statement in node.orelse]
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        self.loops += 1
        self.generic_visit(node)
        self.loops -= 1
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        was = node.value
        self.generic_visit(node)
        part = _is_part(was)
        match node.targets:
            case [ast.Name(name)] if (self.loops or part) and isinstance(node.value, MAYBE):
                if not _grows(name, node.value) and not (part and name in self.changed):
                    node.value = _new(call("row_owned", [node.value]), node)
            case [ast.Tuple(targets)] if any(isinstance(each, ast.Subscript) for each in targets):
                if isinstance(node.value, ast.Tuple):  # items change places
                    node.value.elts = [
                        _new(call("row_owned", [each]), node) for each in node.value.elts
                    ]
        return node


def _is_part(value: ast.expr) -> bool:
    """Whether an expression is a part of a list, this one or that."""
    if isinstance(value, ast.IfExp):
        return _is_part(value.body) and _is_part(value.orelse)
    return isinstance(value, ast.Subscript)


def _changed(tree: ast.FunctionDef) -> set[str]:
    """The variables whose items are changed."""
    found = set()
    for node in nodes(tree):
        match node:
            case ast.Subscript(ast.Name(name), _, ast.Store()):
                found.add(name)
            case ast.Call(ast.Attribute(ast.Name(name), _)):
                found.add(name)
    return found


def _grows(name: str, value: ast.expr) -> bool:
    """Whether a row gets an item, where it lies."""
    match value:
        case ast.Call(ast.Name(function), [ast.Name(same), *_]):
            return same == name and function in GROWING
    return False


def _read(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _is_list(value: ast.expr) -> bool:
    """Whether an expression is plainly a list: `[...]`, or what `idioms` makes of it."""
    match value:
        case ast.List():
            return True
        case ast.Call(ast.Name(function)):
            return function == "list" or bool(re.fullmatch(r"list_\d+_lifted", function))
    return False


def _as_tuple(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.List) and node.elts:
        return ast.copy_location(ast.Tuple(node.elts, ast.Load()), node)
    return node


def _new(node: Any, at: ast.AST) -> Any:
    return placed(node, at)
