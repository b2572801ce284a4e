"""Dicts that are known before the game begins, in machine code: their keys, and their values.

    VALUE[cell]             item_of_key(keys, values, cell)
    OWN.get(cell, 0)        item_or(keys, values, cell, 0)
    cell in VALUE           cell in keys
    for k, v in D.items()   for k, v in pairs

The keys are compared one by one, which LLVM makes a table of where it can. Importing this module
tells Numba.
"""

from __future__ import annotations

import ast
from typing import Any, Final

from zermelo.compiler.constants import frozen, label
from zermelo.compiler.errors import NO_KEY, RuleFault
from zermelo.compiler.growth import append, holding
from zermelo.compiler.registration import tell_functions
from zermelo.compiler.row_constants import KnownRow, in_memory
from zermelo.compiler.row_operations import length_of, put_at
from zermelo.compiler.rows import Nothing
from zermelo.compiler.source import name as read
from zermelo.compiler.source import placed
from zermelo.compiler.untyped import intrinsic, types


def item_of_key(keys: Any, values: Any, key: Any) -> Any:
    """The value of a key."""


def _item_of_key(keys: Any, values: Any, key: Any) -> Any:
    if isinstance(keys, Nothing):
        return None

    def item(keys: Any, values: Any, key: Any) -> Any:
        for i in range(len(keys)):
            if keys[i] == key:
                return values[i]
        raise RuleFault("", "", 0, NO_KEY)

    return item


def index_of_key(keys: Any, key: Any) -> Any:
    """The place of a key that must be there."""


def _index_of_key(keys: Any, key: Any) -> Any:
    def index(keys: Any, key: Any) -> Any:
        for i in range(len(keys)):
            if keys[i] == key:
                return i
        raise RuleFault("", "", 0, NO_KEY)

    return None if isinstance(keys, Nothing) else index


def item_or(keys: Any, values: Any, key: Any, other: Any) -> Any:
    """The value of a key, or another."""


def _item_or(keys: Any, values: Any, key: Any, other: Any) -> Any:
    if isinstance(keys, Nothing):
        return lambda keys, values, key, other: other

    def item(keys: Any, values: Any, key: Any, other: Any) -> Any:
        for i in range(len(keys)):
            if keys[i] == key:
                return values[i]
        return other

    return item


def place_of_key(keys: Any, key: Any) -> Any:
    """Where a key is, or would be put."""


def _place_of_key(keys: Any, key: Any) -> Any:
    if isinstance(keys, Nothing):
        return lambda keys, key: 0

    def place(keys: Any, key: Any) -> Any:
        for i in range(len(keys)):
            if keys[i] == key:
                return i
        return len(keys)

    return place


@intrinsic
def put_item(context: Any, row: Any, at: Any, item: Any) -> Any:
    """A row with an item at a place, which may be the one behind the last."""
    if isinstance(row, Nothing):
        made, first = append._defn(context, row, item)
        kind = made.return_type(row, types.int64, made.args[1])
        return kind, lambda c, builder, s, args: first(c, builder, made, [args[0], args[2]])
    kind = holding(context, row, types.unliteral(item))
    if kind is None:
        return None

    def put(row: Any, at: Any, item: Any) -> None:
        if at == length_of(row):
            append(row, item)
        else:
            put_at(row, at, item)

    kinds = (kind, types.int64, kind.item)

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = args[0] if row == kind else context.cast(builder, args[0], row, kind)
        context.compile_internal(builder, put, types.none(*kinds), [place, *args[1:]])
        return place

    return kind(row, *kinds[1:]), code


FUNCTIONS: Final[dict[Any, Any]] = {
    item_of_key: _item_of_key,
    index_of_key: _index_of_key,
    item_or: _item_or,
    place_of_key: _place_of_key,
}
# How `local_dicts` calls them.
NAMES: Final[dict[str, Any]] = {
    "item_of_key": item_of_key,
    "item_or": item_or,
    "dict_index": index_of_key,
    "dict_place": place_of_key,
    "dict_put": put_item,
}
tell_functions(FUNCTIONS)


# --- where a rule uses one -----------------------------------------------------------------------


def parts_of(value: dict[Any, Any], atoms: Any) -> tuple[Any, Any]:
    """The keys and the values, frozen."""
    return frozen(tuple(value), atoms), frozen(tuple(value.values()), atoms)


def items_of(part: Any) -> tuple[Any, ...]:
    """The items of a tuple, or of a long one that lies in memory."""
    return part.items if isinstance(part, KnownRow) else part


def in_code(value: dict[Any, Any], node: ast.AST, resolver: Any) -> Any:
    """An expression that uses a known dict, without it; None where that cannot be."""

    def known(part: Any, hint: str) -> ast.expr:
        resolver.bindings[label(hint, part)] = part
        return read(label(hint, part))

    def called(function: Any, *arguments: ast.expr) -> ast.expr:
        resolver.bindings[function.__name__] = function
        new: ast.expr = placed(ast.Call(read(function.__name__), list(arguments), []), node)
        return new

    match node:
        case ast.Call(ast.Attribute(_, "keys"), [], []) | ast.Name() | ast.Attribute():
            keys = frozen(tuple(value), resolver.translator.atoms)
            return placed(known(keys, "keys"), node)
    keys, values = parts_of(value, resolver.translator.atoms)
    match node:
        case ast.Subscript(_, key, ast.Load()):
            return called(
                item_of_key, known(keys, "keys"), known(values, "values"), resolver.visit(key)
            )
        case ast.Call(ast.Attribute(_, "get"), [key, *rest], []) if len(rest) < 2:
            other = resolver.visit(rest[0] if rest else placed(ast.Constant(None), node))
            whole = known(keys, "keys"), known(values, "values")
            return called(item_or, *whole, resolver.visit(key), other)
        case ast.Call(ast.Attribute(_, "items"), [], []):
            pairs = tuple(zip(items_of(keys), items_of(values), strict=True))
            rows = isinstance(keys, KnownRow) or isinstance(values, KnownRow)
            return placed(known(in_memory(pairs) if rows else pairs, "pairs"), node)
        case ast.Call(ast.Attribute(_, "values"), [], []):
            return placed(known(values, "values"), node)
    return None
