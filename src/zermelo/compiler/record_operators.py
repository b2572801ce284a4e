"""Operators and methods of a game's own records, where only their types tell whose are meant.

    square + step, square += step       own_add(square, step, PLACE)
    -step                               own_neg(step, PLACE)
    cell in board                       own_contains(cell, board, ...)
    board[r, c]                         own_getitem(board, (r, c), PLACE)
    board.count(cell)                   own_count(board, cell), of records and lists

Each is a function of compiled code that looks at the types; where there is no such record it does
what Python does without. A record whose method is just being translated is refused there.
"""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.compiler.aliases import parameters_filled
from zermelo.compiler.arithmetic import CHECKED
from zermelo.compiler.constants import digest
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.faults import Place, place_of
from zermelo.compiler.indexes import INDEXES, ITEM
from zermelo.compiler.records import own_method, twin
from zermelo.compiler.registration import OPTIONS
from zermelo.compiler.source import name as read
from zermelo.compiler.source import placed, syntax_tree
from zermelo.compiler.texts import asked_in, contained
from zermelo.compiler.unit import Unit
from zermelo.compiler.untyped import intrinsic, overload, types

BINARY: Final[dict[type[ast.AST], str]] = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
CHANGING: Final = ("add", "mul")  # which change a list in place
UNARY: Final[dict[type[ast.AST], str]] = {ast.USub: "neg"}
ROWS: Final = (ast.Tuple, ast.List, ast.ListComp)


class Own(NamedTuple):
    """What the records of a game mean by a method of one name."""

    units: tuple[tuple[Any, Unit], ...]  # by the class that compiled code knows
    closed: tuple[Any, ...]  # the classes whose method cannot be called there

    def of(self, kind: Any) -> Unit | None:
        """The method for a type of Numba's."""
        return next((unit for owner, unit in self.units if _is_record(kind, owner)), None)

    def is_closed(self, *kinds: Any) -> bool:
        return any(_is_record(kind, owner) for owner in self.closed for kind in kinds)

    @property
    def label(self) -> str:
        parts = [f"{owner.__qualname__} {unit.name}" for owner, unit in self.units]
        return digest(f"{parts} {[owner.__qualname__ for owner in self.closed]}")

    @property
    def key(self) -> tuple[Any, ...]:
        """These very classes and methods: a file that is loaded again has others of those names."""
        return *((owner, id(unit)) for owner, unit in self.units), *self.closed


def _is_record(kind: Any, owner: Any) -> bool:
    return getattr(types.unliteral(kind), "instance_class", None) is owner


def owners(resolver: Any, method: str) -> Own:
    """Those of the game's records that have a method of that name."""
    translator = resolver.translator
    units, closed = [], []
    for kind in translator.records:
        function = own_method(kind, method)
        if function is None:
            continue
        try:
            if translator.is_open(function) or parameters_filled(syntax_tree(function)):
                closed.append(twin(kind))
            else:
                form = "list" if inspect.isgeneratorfunction(function) else "value"
                units.append((twin(kind), translator.unit(function, form=form)))
        except CannotCompile:  # it may never be asked for
            closed.append(twin(kind))
    return Own(tuple(units), tuple(closed))


_made: dict[Any, Any] = {}  # functions of compiled code, by what they mean


def _function(key: Any, typed: Any, count: int) -> Any:
    """A new function of so many parameters, of which Numba knows what it is for which types."""
    if key not in _made:
        parameters = ", ".join("abcd"[:count])
        scope: dict[str, Any] = {}
        exec(f"def own({parameters}): ...", scope)
        overload(scope["own"], prefer_literal=True, **OPTIONS)(typed)
        _made[key] = scope["own"]
    return _made[key]


def _called(
    resolver: Any, node: ast.AST, label: str, typed: Any, given: list[ast.expr], *owns: Own
) -> ast.AST:
    key = label, *(own.key for own in owns)
    resolver.bindings[label] = _function(key, typed, len(given))
    new: ast.AST = placed(ast.Call(read(label), given, []), node)
    return new


def _place(resolver: Any, node: ast.AST) -> ast.expr:
    scope = resolver.scope
    place = Place(scope.where, Path(scope.file).name, getattr(node, "lineno", 0))
    return ast.Constant(place_of(place))


# --- operators -----------------------------------------------------------------------------------


def operation(
    node: ast.AST, operator: ast.operator, left: ast.expr, right: ast.expr, resolver: Any,
    changing: bool = False,
) -> ast.AST | None:  # fmt: skip
    """`left + right`; None where no record has such an operator."""
    how = BINARY.get(type(operator))
    if how is None or not {f"__{how}__", f"__r{how}__"} & resolver.translator.own:
        return None
    if isinstance(left, ROWS) and f"__r{how}__" not in resolver.translator.own:
        return None
    own, other = owners(resolver, f"__{how}__"), owners(resolver, f"__r{how}__")
    plain = CHECKED[f"checked_{'i' if changing and how in CHANGING else ''}{how}"]

    def typed(a: Any, b: Any, c: Any) -> Any:
        if not isinstance(c, types.IntegerLiteral):
            return None
        place = c.literal_value
        if own.is_closed(a) or _derived(a, b):
            return None
        unit, turned = own.of(a), other.of(b)
        if unit is not None:
            method = unit.dispatcher
            return lambda a, b, c: method(a, b)
        if other.is_closed(b):
            return None
        if turned is not None:
            method = turned.dispatcher
            return lambda a, b, c: method(b, a)
        return lambda a, b, c: plain(a, b, place)

    label = f"own_{plain.__name__}_{own.label}_{other.label}"
    given = [left, right, _place(resolver, node)]
    return _called(resolver, node, label, typed, given, own, other)


def _derived(a: Any, b: Any) -> bool:
    """Whether the class of the right one is derived from the left's, which Python asks first."""
    kinds: list[Any] = [getattr(types.unliteral(kind), "instance_class", None) for kind in (a, b)]
    return None not in kinds and kinds[0] is not kinds[1] and issubclass(kinds[1], kinds[0])


def negation(node: ast.UnaryOp, resolver: Any) -> ast.AST | None:
    """`-step`; None where no record has such an operator."""
    how = UNARY.get(type(node.op))
    if how is None or f"__{how}__" not in resolver.translator.own:
        return None
    own, plain = owners(resolver, f"__{how}__"), CHECKED[f"checked_{how}"]

    def typed(a: Any, b: Any) -> Any:
        if not isinstance(b, types.IntegerLiteral) or own.is_closed(a):
            return None
        place, unit = b.literal_value, own.of(a)
        if unit is not None:
            method = unit.dispatcher
            return lambda a, b: method(a)
        return lambda a, b: plain(a, place)

    label = f"own_{how}_{own.label}"
    return _called(resolver, node, label, typed, [node.operand, _place(resolver, node)], own)


def membership(node: ast.expr, item: ast.expr, items: ast.expr, resolver: Any) -> ast.expr | None:
    """`item in items`; None where no record has such an operator."""
    if "__contains__" not in resolver.translator.own:
        return None
    own = owners(resolver, "__contains__")

    def typed(a: Any, b: Any, c: Any, d: Any) -> Any:
        if own.is_closed(b):
            return None
        unit = own.of(b)
        if unit is not None:
            method = unit.dispatcher
            return lambda a, b, c, d: True if method(b, a) else False  # noqa: SIM210
        return lambda a, b, c, d: contained(a, b, c, d)

    asked: Any = asked_in(node, item, items, resolver)
    new: Any = _called(resolver, node, f"own_contains_{own.label}", typed, asked.args, own)
    return new


def item(node: ast.Subscript, resolver: Any) -> ast.AST | None:
    """`board[r, c]`; None where no record has such an operator."""
    if "__getitem__" not in resolver.translator.own or isinstance(node.slice, ast.Slice):
        return None
    own, plain = owners(resolver, "__getitem__"), INDEXES[ITEM]
    label = f"own_getitem_{own.label}"
    key = label, own.key
    if key not in _made:
        _made[key] = _item(own, plain)
    resolver.bindings[label] = _made[key]
    given = [node.value, node.slice, _place(resolver, node)]
    new: ast.AST = placed(ast.Call(read(label), given, []), node)
    return new


def _item(own: Own, plain: Any) -> Any:
    """Nothing that is called, which would give a copy of a list that may be changed."""

    def own_item(context: Any, a: Any, b: Any, c: Any) -> Any:
        unit = own.of(a)
        if own.is_closed(a):
            return None
        if unit is None:
            return plain._defn(context, a, b, c)
        method, given = unit.dispatcher, (types.unliteral(a), types.unliteral(b))
        found = context.resolve_function_type(context.resolve_value_type(method), given, {})
        if found is None:
            return None

        def asked(a: Any, b: Any) -> Any:
            return method(a, b)

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return context.compile_internal(builder, asked, found.return_type(*given), args[:2])

        return found.return_type(*given, c), code

    return intrinsic(prefer_literal=True)(own_item)


# --- methods -------------------------------------------------------------------------------------


def method_call(node: ast.Call, resolver: Any) -> ast.AST | None:
    """`board.count(cell)`, where lists have such a method too, or several records."""
    assert isinstance(node.func, ast.Attribute)
    method, given = node.func.attr, [node.func.value, *node.args]
    if node.keywords or len(given) > 4 or any(isinstance(each, ast.Starred) for each in given):
        return None
    own = owners(resolver, method)
    return _dispatched(node, method, own, list(map(resolver.visit, given)), True, resolver)


def property_of(node: ast.Attribute, resolver: Any) -> ast.AST | None:
    """`board.size`, where it is a field of another record, or several have such a property."""
    own = owners(resolver, node.attr)
    return _dispatched(node, node.attr, own, [resolver.visit(node.value)], False, resolver)


def _dispatched(
    node: ast.AST, what: str, own: Own, given: list[ast.expr], called: bool, resolver: Any
) -> ast.AST:
    parameters = ", ".join("abcd"[: len(given)])
    others = parameters[3:]
    plain = f"a.{what}({others})" if called else f"a.{what}"

    def typed(*kinds: Any) -> Any:
        if own.is_closed(kinds[0]):
            return None
        unit = own.of(kinds[0])
        scope: dict[str, Any] = {"method": unit.dispatcher if unit is not None else None}
        body = plain if unit is None else f"method({parameters})"
        exec(f"def code({parameters}):\n    return {body}", scope)
        return scope["code"]

    scope: dict[str, Any] = {"typed": typed}
    exec(f"def told({parameters}):\n    return typed({parameters})", scope)
    label = f"own_{what}_{len(given)}_{own.label}"
    return _called(resolver, node, label, scope["told"], given, own)
