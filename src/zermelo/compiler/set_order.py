"""The order in which the items of sets lie in memory."""

from __future__ import annotations

from typing import Any

from zermelo.compiler.atoms import ATOM, Atom, can_be_atom, word_of_atom
from zermelo.compiler.record_rows import leaf_types, leaves
from zermelo.compiler.registration import tell_functions
from zermelo.compiler.row_operations import item_at, length_of
from zermelo.compiler.rows import Row
from zermelo.compiler.untyped import intrinsic, types


def before(a: Any, b: Any) -> Any:
    """Whether an item stands before another; texts have an order of their own here."""


def _before(a: Any, b: Any) -> Any:
    if isinstance(a, Atom):
        return lambda a, b: word_of_atom(a) < word_of_atom(b)
    if isinstance(a, types.BaseTuple) and any(isinstance(kind, Atom) for kind in leaf_types(a)):
        return lambda a, b: words_of(a) < words_of(b)
    if not isinstance(a, Row) or a.is_text:
        return lambda a, b: a < b

    def rows_before(a: Any, b: Any) -> Any:
        for i in range(min(length_of(a), length_of(b))):
            if item_at(a, i) != item_at(b, i):
                return before(item_at(a, i), item_at(b, i))
        return length_of(a) < length_of(b)

    return rows_before


@intrinsic
def words_of(context: Any, value: Any) -> Any:
    """The numbers in a tuple, and in those inside, with the words of atoms for these."""
    kind = types.UniTuple(types.int64, sum(1 for _leaf in leaf_types(value)))
    if not all(map(can_be_atom, leaf_types(value))):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        words = leaves(context, builder, ATOM, value, args[0])
        return context.make_tuple(builder, kind, list(words))

    return kind(value), code


tell_functions({before: _before})
