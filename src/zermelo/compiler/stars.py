"""Calls with a star: `Move(*square, 1)`, `self.jumps(state, *square)`."""

from __future__ import annotations

import ast
import copy
from functools import cache
from typing import Any

from zermelo.compiler.source import placed
from zermelo.compiler.untyped import intrinsic, types


def unfolded(node: ast.Call, parameters: int) -> ast.Call | None:
    """The call with an argument for each of so many parameters, without a star."""
    stars = [i for i, argument in enumerate(node.args) if isinstance(argument, ast.Starred)]
    if len(stars) != 1 or node.keywords:
        return None
    at = stars[0]
    star = node.args[at]
    assert isinstance(star, ast.Starred)
    count = parameters - (len(node.args) - 1)
    if count < 0 or not _is_plain(star.value):
        return None
    items = [
        ast.Subscript(copy.deepcopy(star.value), ast.Constant(i), ast.Load()) for i in range(count)
    ]
    new: ast.Call = placed(
        ast.Call(node.func, [*node.args[:at], *items, *node.args[at + 1 :]], []), node
    )
    return new


def _is_plain(value: ast.expr) -> bool:
    """Whether it may be written several times."""
    if isinstance(value, ast.Attribute):
        return _is_plain(value.value)
    return isinstance(value, ast.Name)


def joined(arguments: list[ast.expr]) -> ast.expr:
    """The tuple of all arguments: (a, b) + c for `a, b, *c`."""
    parts: list[ast.expr] = []
    for argument in arguments:
        if isinstance(argument, ast.Starred):
            parts.append(argument.value)
        elif parts and isinstance(parts[-1], ast.Tuple):
            parts[-1].elts.append(argument)
        else:
            parts.append(ast.Tuple([argument], ast.Load()))
    whole = parts[0]
    for part in parts[1:]:
        whole = ast.BinOp(whole, ast.Add(), part)
        whole.settled = True  # type: ignore[attr-defined]
    return whole


def _type_of(number: Any) -> Any:
    return types.boolean if isinstance(number, bool) else types.int64


@cache
def record_maker(owner: Any) -> Any:
    """The function of compiled code that makes a record of a tuple of its first fields.

    What is missing has its default, which must be a number.
    """
    defaults = [owner._field_defaults.get(field) for field in owner._fields]

    def record(context: Any, items: Any) -> Any:
        if not isinstance(items, types.BaseTuple) or len(items) > len(defaults):
            return None
        rest = defaults[len(items) :]
        if not all(isinstance(default, int) for default in rest):
            return None
        kinds = [*map(types.unliteral, items), *(_type_of(default) for default in rest)]
        made = types.BaseTuple.from_types(kinds, owner)

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            values = [
                context.cast(builder, builder.extract_value(args[0], i), kind, kinds[i])
                for i, kind in enumerate(items)
            ]
            values += [context.get_constant(_type_of(each), int(each)) for each in rest]
            return context.make_tuple(builder, made, values)

        return made(items), code

    record.__name__ = f"record_{owner.__name__}_{'_'.join(owner._fields)}"
    return intrinsic(record)
