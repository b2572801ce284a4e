"""`sorted`, `min` and `max` with a key or in reverse, `reduce`, and `xs.sort()`, as loops.

Each is source text with ITEMS, and KEY(x), what is done with each; the names in it are no user's.
"""

from __future__ import annotations

import ast
import copy
from typing import Final

from zermelo.compiler.source import local_names, parsed, placed

_SORTED: Final = """
ordered_row = list(ITEMS)
ordered_keys = [KEY(ordered_each) for ordered_each in ordered_row]
for ordered_i in range(1, len(ordered_row)):
    ordered_item = row_owned(ordered_row[ordered_i])
    ordered_key = row_owned(ordered_keys[ordered_i])
    ordered_at = ordered_i
    while ordered_at > 0 and ordered_key {sign} ordered_keys[ordered_at - 1]:
        ordered_row[ordered_at] = ordered_row[ordered_at - 1]
        ordered_keys[ordered_at] = ordered_keys[ordered_at - 1]
        ordered_at -= 1
    ordered_row[ordered_at] = ordered_item
    ordered_keys[ordered_at] = ordered_key
return ordered_row
"""
_BEST: Final = """
ordered_row = list(ITEMS)
if len(ordered_row) == 0:
    {empty}
ordered_best = ordered_row[0]
ordered_key = KEY(ordered_best)
for ordered_i in range(1, len(ordered_row)):
    ordered_next = KEY(ordered_row[ordered_i])
    if ordered_next {sign} ordered_key:
        ordered_best = ordered_row[ordered_i]
        ordered_key = ordered_next
return ordered_best
"""
_REDUCED: Final = """
ordered_row = list(ITEMS)
if len(ordered_row) == 0:
    raise TypeError('no items')
ordered_total = ordered_row[0]
for ordered_i in range(1, len(ordered_row)):
    ordered_total = KEY(ordered_total, ordered_row[ordered_i])
return ordered_total
"""
_REDUCED_FROM: Final = """
ordered_total = FIRST
for ordered_each in ITEMS:
    ordered_total = KEY(ordered_total, ordered_each)
return ordered_total
"""
_TAKEN: Final = """
ordered_row = []
for ordered_each in ITEMS:
    if not KEY(ordered_each):
        break
    ordered_row.append(ordered_each)
return ordered_row
"""
_DROPPED: Final = """
ordered_row = []
ordered_begun = False
for ordered_each in ITEMS:
    if ordered_begun or not KEY(ordered_each):
        ordered_begun = True
        ordered_row.append(ordered_each)
return ordered_row
"""
_LEFT: Final = """
ordered_row = []
for ordered_each in ITEMS:
    if not KEY(ordered_each):
        ordered_row.append(ordered_each)
return ordered_row
"""
_ACCUMULATED: Final = """
ordered_row = list(ITEMS)
for ordered_i in range(1, len(ordered_row)):
    ordered_row[ordered_i] = KEY(ordered_row[ordered_i - 1], ordered_row[ordered_i])
return ordered_row
"""
REDUCED: Final = "reduced_items"  # functools.reduce; a name that no user has
# What goes through items by a function that comes first; under names that no user has.
STEPWISE: Final = {
    "items_taken_while": _TAKEN,
    "items_dropped_while": _DROPPED,
    "items_left_out": _LEFT,
    "items_accumulated": _ACCUMULATED,
}
_NONE: Final = "raise ValueError('no items')"


def ordering(node: ast.Call) -> list[ast.stmt] | None:
    """The statements that do what such a call does; None for any other."""
    given = {keyword.arg: keyword.value for keyword in node.keywords}
    match node:
        case ast.Call(ast.Name("sorted" as function), [items]):
            reverse = given.pop("reverse", ast.Constant(False))
            if not isinstance(reverse, ast.Constant):
                return None
            text = _SORTED.format(sign=">" if reverse.value else "<")
        case ast.Call(ast.Name("min" | "max" as function), [items]):
            default = given.pop("default", None)
            empty = _NONE if default is None else "return DEFAULT"
            text = _BEST.format(sign="<" if function == "min" else ">", empty=empty)
        case ast.Call(ast.Name(function), [step, items, *first]) if function == REDUCED:
            fill = _Fill({"ITEMS": items, "FIRST": first[0] if first else None}, step)
            body = parsed(_REDUCED_FROM if first else _REDUCED)
            return [placed(fill.visit(statement), node) for statement in body]
        case ast.Call(ast.Name(function), [step, items]) if function in STEPWISE:
            body = parsed(STEPWISE[function])
            return [placed(_Fill({"ITEMS": items}, step).visit(each), node) for each in body]
        case _:
            return None
    key = given.pop("key", None)
    if given or (key is None and function == "sorted" and not node.keywords):
        return None
    if isinstance(key, ast.Constant):
        key = None
    body = parsed(text)
    fill = _Fill({"ITEMS": items, "DEFAULT": locals().get("default")}, key)
    return [placed(fill.visit(statement), node) for statement in body]


class _Fill(ast.NodeTransformer):
    def __init__(self, values: dict[str, ast.expr | None], key: ast.expr | None) -> None:
        self.values, self.key = values, key

    def visit_Name(self, node: ast.Name) -> ast.AST:
        value = self.values.get(node.id)
        return node if value is None else copy.deepcopy(value)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "KEY":
            if self.key is None:
                return node.args[0]
            node.func = copy.deepcopy(self.key)
        return node


# --- in place ------------------------------------------------------------------------------------

_SORT: Final = """
sorted_items = sorted(ITEMS)
for sorted_at in range(len(sorted_items)):
    ITEMS[sorted_at] = sorted_items[sorted_at]
"""


def sort_in_place(tree: ast.FunctionDef) -> None:
    """`xs.sort(...)`: a sorted copy, and its items one by one in the place of the old ones."""
    if not {"sorted", "range", "len"} & local_names(tree):
        _InPlace().visit(tree)


class _InPlace(ast.NodeTransformer):
    def __init__(self) -> None:
        self.count = 0

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | list[ast.stmt]:
        match node.value:
            case ast.Call(ast.Attribute(items, "sort"), [], keywords) if _stays(items):
                self.count += 1
                body = parsed(_SORT.replace("sorted_", f"sorted_{self.count}_"))
                body[0].value.keywords = keywords  # type: ignore[attr-defined]
                fill = _Fill({"ITEMS": items}, None)
                return [placed(fill.visit(statement), node) for statement in body]
        return node


def _stays(items: ast.expr) -> bool:
    """Whether it is the same list each time that it is named."""
    match items:
        case ast.Name() | ast.Subscript(ast.Name(), ast.Name() | ast.Constant()):
            return True
    return False
