"""Tuples of a fixed length in machine code, made of lists and of other tuples."""

from __future__ import annotations

from functools import cache
from typing import Any

from zermelo.compiler.atoms import Atom
from zermelo.compiler.constants import digest
from zermelo.compiler.errors import LENGTH
from zermelo.compiler.packed import Packed
from zermelo.compiler.packing import can_pack, pack
from zermelo.compiler.row_memory import Place
from zermelo.compiler.row_operations import fault
from zermelo.compiler.rows import INT, Row
from zermelo.compiler.text_types import Text, TextAtom, as_word
from zermelo.compiler.untyped import intrinsic, ir, types


@cache
def tuple_maker(kind: Any) -> Any:
    """The function of compiled code that makes a tuple of this type of a row, or another tuple."""

    def exact(context: Any, items: Any) -> Any:
        given = types.unliteral(items)
        if not can_be_tuple(context, given, kind):
            return None

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return as_tuple(context, builder, given, kind, args[0])

        return kind(given), code

    exact.__name__ = tuple_name(kind)
    return intrinsic(exact)


def tuple_name(kind: Any) -> str:
    """The name of what makes such a tuple."""
    return f"tuple_{digest(str(kind))}"


def can_be_tuple(context: Any, given: Any, kind: Any) -> bool:
    """Whether a value can become one of a type, its parts one by one."""
    if isinstance(given, Atom) and isinstance(kind, types.Integer):
        return True  # or a fault
    if isinstance(kind, Packed):
        return can_pack(kind, given)
    if isinstance(kind, TextAtom):
        return isinstance(given, Text | Atom)
    if not isinstance(kind, types.BaseTuple) or given == kind:
        return context.can_convert(given, kind) is not None
    if isinstance(given, Row):
        return all(can_be_tuple(context, given.item, part) for part in kind)
    if not isinstance(given, types.BaseTuple) or len(given) != len(kind):
        return False
    pairs = zip(given, kind, strict=True)
    return all(can_be_tuple(context, types.unliteral(a), b) for a, b in pairs)


def as_tuple(context: Any, builder: Any, given: Any, kind: Any, value: Any) -> Any:
    """The value as one of a type; a fault where a list has another length."""
    if isinstance(kind, Packed):
        return pack(context, builder, kind, given, value)
    if isinstance(kind, TextAtom):
        return as_word(context, builder, given, kind, value)
    if not isinstance(kind, types.BaseTuple) or given == kind:
        return context.cast(builder, value, given, kind)
    if isinstance(given, Row):
        place = Place(context, builder, given, value)
        wrong = builder.icmp_signed("!=", place.length(), ir.Constant(INT, len(kind)))
        with builder.if_then(wrong, likely=False):
            fault(context, builder, LENGTH)
        parts = [(given.item, place.get(ir.Constant(INT, i))) for i in range(len(kind))]
    else:
        parts = [(each, builder.extract_value(value, i)) for i, each in enumerate(given)]
    values = [
        as_tuple(context, builder, types.unliteral(each), wanted, item)
        for (each, item), wanted in zip(parts, kind, strict=True)
    ]
    return context.make_tuple(builder, kind, values)
