"""A record, or None in its place, in machine code: Numba's Optional.

    word   0                    1 ...
           whether it is there  its parts, or noughts

Pieces on a board are atoms instead (see `pieces`), for there are many of few kinds.
"""

from __future__ import annotations

import operator
from typing import Any, Final

from zermelo.compiler.atom_table import FIRST
from zermelo.compiler.atoms import Atom, word_of_atom
from zermelo.compiler.constants import digest
from zermelo.compiler.errors import NO_NUMBER
from zermelo.compiler.registration import tell_functions
from zermelo.compiler.row_operations import fault
from zermelo.compiler.untyped import intrinsic, ir, lower_cast, types


def is_maybe(kind: Any) -> bool:
    """Whether it is a type of records or None."""
    return isinstance(kind, types.Optional) and isinstance(kind.type, types.BaseNamedTuple)


def has_maybe(kind: Any) -> bool:
    """Whether it is one, or a tuple with one in it."""
    return is_maybe(kind) or (isinstance(kind, types.BaseTuple) and any(map(has_maybe, kind)))


@lower_cast(Atom, types.Optional)
def _none(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    other = builder.icmp_signed("!=", value, ir.Constant(value.type, FIRST))
    with builder.if_then(other, likely=False):
        fault(context, builder, NO_NUMBER)
    return context.make_optional_none(builder, after.type)


@lower_cast(types.Optional, types.BaseNamedTuple)
def _record(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    pair = context.make_helper(builder, before, value=value)
    with builder.if_then(builder.not_(pair.valid), likely=False):
        fault(context, builder, NO_NUMBER)
    return context.cast(builder, pair.data, before.type, after)


@intrinsic
def is_there(context: Any, value: Any) -> Any:
    """1 for a record, 0 for None."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if not is_maybe(value):
            return ir.Constant(ir.IntType(64), isinstance(value, types.BaseNamedTuple))
        pair = context.make_helper(builder, value, value=args[0])
        return builder.zext(pair.valid, ir.IntType(64))

    return types.int64(value), code


@intrinsic
def record_in(context: Any, value: Any) -> Any:
    """The record, or noughts."""
    if not is_maybe(value):
        return value(value), lambda context, builder, signature, args: args[0]

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pair = context.make_helper(builder, value, value=args[0])
        nought = ir.Constant(pair.data.type, None)
        return builder.select(pair.valid, pair.data, nought)

    return value.type(value), code


@intrinsic
def maybe(context: Any, there: Any, record: Any) -> Any:
    """The record, or None where it is not there."""
    kind = types.Optional(record)

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pair = context.make_helper(builder, kind)
        pair.valid = builder.icmp_signed("!=", args[0], ir.Constant(args[0].type, 0))
        pair.data = args[1]
        return pair._getvalue()

    return kind(types.int64, record), code


def fitter(kind: Any) -> Any:
    """The function of compiled code that makes such a value of what can be one."""

    def fit(context: Any, value: Any) -> Any:
        if value != kind and context.can_convert(value, kind) is None:
            return None

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return args[0] if value == kind else context.cast(builder, args[0], value, kind)

        return kind(value), code

    fit.__name__ = f"fit_{kind.type.instance_class.__name__}_{digest(str(kind))}"
    return intrinsic(fit)


def equal(a: Any, b: Any) -> Any:
    """`a == b`, where one may be None; Numba's own looks at what is not there."""


def _equal(a: Any, b: Any) -> Any:
    if isinstance(a, types.BaseTuple) and isinstance(b, types.BaseTuple):
        return _by_parts(len(a)) if len(a) == len(b) else lambda a, b: False
    if not is_maybe(a) and not is_maybe(b):
        return lambda a, b: a == b
    if isinstance(b, types.NoneType):
        return lambda a, b: is_there(a) == 0
    if isinstance(a, types.NoneType):
        return lambda a, b: is_there(b) == 0
    if isinstance(b, Atom):
        return lambda a, b: is_there(a) == 0 and word_of_atom(b) == FIRST
    if isinstance(a, Atom):
        return lambda a, b: is_there(b) == 0 and word_of_atom(a) == FIRST

    def both(a: Any, b: Any) -> Any:
        return is_there(a) == is_there(b) and record_in(a) == record_in(b)

    return both


def _by_parts(count: int) -> Any:
    """The parts of two tuples one by one; those may be of many types."""
    parts = " and ".join(f"equal(a[{i}], b[{i}])" for i in range(count)) or "True"
    names: dict[str, Any] = {"equal": equal}
    exec(f"def by_parts(a, b):\n    return {parts}", names)
    return names["by_parts"]


def differ(a: Any, b: Any) -> Any:
    """`a != b`, likewise."""


def _truth(value: Any) -> Any:
    return (lambda value: is_there(value) != 0) if is_maybe(value) else None


def _not(value: Any) -> Any:
    return (lambda value: is_there(value) == 0) if is_maybe(value) else None


FUNCTIONS: Final[dict[Any, Any]] = {
    equal: _equal,
    differ: lambda a, b: lambda a, b: not equal(a, b),
    bool: _truth,
    operator.truth: _truth,
    operator.not_: _not,
}
COMPARED: Final = {operator.eq: equal, operator.ne: differ}
tell_functions(FUNCTIONS)
