"""Lists and sets that begin empty and are handed to a function that fills them: they get a type.

    seen = set()                            seen = set()
    n = self.flood(state, i, seen)    =>    seen = begun_set(seen, i)
                                            n = self.flood(state, i, seen)

What is put there is told by what the function is called with. One that gives nothing else gives
back what it fills (see `accumulators`).
"""

from __future__ import annotations

import ast
import copy
import inspect
import types
from collections.abc import Iterator, Mapping
from typing import Any, Final

from zermelo.compiler.accumulators import with_second_names
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.objects import LATER
from zermelo.compiler.own_calls import STATEMENTS, gives_value, puts
from zermelo.compiler.row_memory import Place
from zermelo.compiler.rows import Nothing, Row, SetRow
from zermelo.compiler.source import (
    Blocks,
    assign,
    call,
    empty_kind,
    local_names,
    name,
    nodes,
    placed,
    syntax_tree,
)
from zermelo.compiler.untyped import intrinsic
from zermelo.compiler.untyped import types as numba_types


def begin_empty(tree: ast.FunctionDef, names: Mapping[str, Any], bound: Mapping[str, Any]) -> None:
    """Rewrites one function; `names` are those of its module."""
    tree.body = _Begun(tree, names, bound).block(tree.body)


class _Begun(Blocks, ast.NodeTransformer):
    def __init__(
        self, tree: ast.FunctionDef, names: Mapping[str, Any], bound: Mapping[str, Any]
    ) -> None:
        self.names, self.bound = names, bound
        self.local = local_names(tree)
        filled = {made for made, _item in puts(tree)} | with_second_names(tree)
        found = [(n.targets, empty_kind(n.value)) for n in nodes(tree) if isinstance(n, ast.Assign)]
        self.empty = {
            targets[0].id: kind
            for targets, kind in found
            if kind and isinstance(targets[0], ast.Name) and targets[0].id not in filled
        }
        self.count = 0

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.FunctionDef):
            return node
        for part in ("body", "orelse"):
            if isinstance(node, ast.stmt) and getattr(node, part, None):
                setattr(node, part, self.block(getattr(node, part)))
        if not isinstance(node, STATEMENTS) or isinstance(node, ast.Expr):
            return node
        held = node.test if isinstance(node, ast.If) else node.value
        before = [each for call in _calls(held) for each in self.begun(call)] if held else []
        return [*(placed(each, node) for each in before), node] if before else node

    def begun(self, node: ast.Call) -> list[ast.stmt]:
        """The statements before a call."""
        function = self.called(node.func)
        if function is None or node.keywords or not gives_value(function):
            return []
        given = dict(zip([each.arg for each in function.args.args], node.args, strict=False))
        put, done = list(puts(function)), []
        for at, (parameter, value) in enumerate(given.items()):
            kind = (
                self.empty.get(value.id, "") if isinstance(value, ast.Name) else empty_kind(value)
            )
            items = [_with(item, given) for made, item in put if made == parameter and kind]
            item = next((each for each in items if each), None)
            if item is None:
                continue
            if not isinstance(value, ast.Name):
                self.count += 1
                done.append(assign(f"own_empty_{self.count}", value))
                node.args[at] = value = placed(name(f"own_empty_{self.count}"), node)
            assert isinstance(value, ast.Name)
            done.append(assign(value.id, call(f"begun_{kind}", [name(value.id), item])))
        return done

    def called(self, node: ast.expr) -> ast.FunctionDef | None:
        """The function that is called, without self."""
        value: Any = None
        match node:
            case ast.Name(function) if function not in self.local:
                value = self.names.get(function)
            case ast.Attribute(ast.Name(me), method) if me in self.bound:
                value = inspect.getattr_static(type(self.bound[me]), method, None)
        if not isinstance(value, types.FunctionType):
            return None
        try:
            found = syntax_tree(value)
        except CannotCompile:
            return None
        del found.args.args[: int(isinstance(node, ast.Attribute))]
        return found


def _calls(value: ast.AST) -> Iterator[ast.Call]:
    """The calls in an expression that are made once."""
    if isinstance(value, ast.Call):
        yield value
    for part in ast.iter_child_nodes(value):
        if not isinstance(part, LATER):
            yield from _calls(part)


def _with(item: ast.expr, given: Mapping[str, ast.expr]) -> ast.expr | None:
    """What a function puts there, by what it is called with; None where that does not tell."""
    match item:
        case ast.Tuple(parts):
            found = [_with(each, given) for each in parts]
            return None if None in found else ast.Tuple([x for x in found if x], ast.Load())
        case ast.Name(parameter) if parameter in given:
            value = given[parameter]
            plain = not any(isinstance(node, (ast.Call, *LATER)) for node in nodes(value))
            return copy.deepcopy(value) if plain else None
    return None


def _begun(made: type[Row], label: str) -> Any:
    def begun(context: Any, row: Any, item: Any) -> Any:
        kind = made(numba_types.unliteral(item)) if isinstance(row, Nothing) else row

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if isinstance(row, Nothing):
                return Place.new(context, builder, kind).address
            return args[0]

        return kind(row, item), code

    begun.__name__ = f"begun_{label}"
    return intrinsic(begun)


NAMES: Final[dict[str, Any]] = {
    "begun_list": _begun(Row, "list"),
    "begun_set": _begun(SetRow, "set"),
}
