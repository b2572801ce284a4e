"""Texts in order, where they are atoms: those that states have are numbered so (see `atom_table`).

`sorted(pieces)` of `("K", 3, 1)`: an atom has no order of its own, for the texts that only stand in
the game's file have numbers behind all others. To compare one of those is a fault.
"""

from __future__ import annotations

import ast
from functools import cache
from typing import Any, Final

from zermelo.compiler.atom_table import END, FIRST
from zermelo.compiler.atoms import Atom, word_of_atom
from zermelo.compiler.errors import NO_NUMBER, RuleFault
from zermelo.compiler.growth import to_row
from zermelo.compiler.registration import tell_functions
from zermelo.compiler.row_operations import item_at, length_of, owned, put_at
from zermelo.compiler.rows import Row
from zermelo.compiler.sequences import in_order, tuple_in_order
from zermelo.compiler.untyped import types
from zermelo.language import _

ORDERS: Final = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def refuse_unordered(node: ast.Compare, resolver: Any) -> None:
    """`letter < "c"`: only texts that are spelled have an order."""
    orders = any(isinstance(sign, ORDERS) for sign in node.ops)
    if resolver.translator.atoms.spelling or not orders:
        return
    if any(resolver.text(each) is not None for each in (node.left, *node.comparators)):
        raise resolver.refuse(node, _("texts in order; compare their places in a text of all"))


def has_atom(kind: Any) -> bool:
    """Whether there are atoms in values of a type that have no order of their own."""
    if isinstance(kind, types.BaseTuple):
        return any(map(has_atom, kind))
    if isinstance(kind, Row) and not kind.is_text:
        return has_atom(kind.item)
    return isinstance(kind, Atom) and not getattr(kind, "is_word", False)


def less(a: Any, b: Any, known: Any) -> Any:
    """`a < b`; `known` is how many atoms are in order."""


def _less(a: Any, b: Any, known: Any) -> Any:
    if not has_atom(a) or not has_atom(b):
        return lambda a, b, known: a < b
    if isinstance(a, types.BaseTuple) and isinstance(b, types.BaseTuple) and len(a) == len(b):
        return _tuples_less(len(a))
    if isinstance(a, Row) and isinstance(b, Row):

        def rows_less(a: Any, b: Any, known: Any) -> Any:
            for i in range(min(length_of(a), length_of(b))):
                if item_at(a, i) != item_at(b, i):
                    return less(item_at(a, i), item_at(b, i), known)
            return length_of(a) < length_of(b)

        return rows_less
    if not isinstance(a, Atom) or not isinstance(b, Atom):
        return None

    def atoms_less(a: Any, b: Any, known: Any) -> Any:
        x, y = word_of_atom(a), word_of_atom(b)
        texts = FIRST < x < FIRST + known and FIRST < y < FIRST + known
        if not texts and (x < END or y < END):
            raise RuleFault("", "", 0, NO_NUMBER)
        return x < y

    return atoms_less


@cache
def _tuples_less(count: int) -> Any:
    """Item by item, each of a type of its own."""
    lines = [f" if a[{i}] != b[{i}]: return less(a[{i}], b[{i}], known)" for i in range(count)]
    scope: dict[str, Any] = {"less": less}
    exec("\n".join(["def tuples_less(a, b, known):", *lines, " return False"]), scope)
    return scope["tuples_less"]


def in_text_order(items: Any, known: Any) -> Any:
    """`sorted(items)`."""


def _in_text_order(items: Any, known: Any) -> Any:
    if not _has_atoms(items):
        return lambda items, known: in_order(items)

    def put_in_order(items: Any, known: Any) -> Any:
        row = to_row(items)
        for i in range(1, length_of(row)):
            item, at = owned(item_at(row, i)), i
            while at > 0 and less(item, item_at(row, at - 1), known):
                put_at(row, at, item_at(row, at - 1))
                at -= 1
            put_at(row, at, item)
        return row

    return put_in_order


def tuple_in_text_order(items: Any, known: Any) -> Any:
    """`tuple(sorted(items))`."""


def _tuple_in_text_order(items: Any, known: Any) -> Any:
    if not _has_atoms(items):
        return lambda items, known: tuple_in_order(items)
    return lambda items, known: in_text_order(items, known)


def _has_atoms(items: Any) -> bool:
    kind = items
    if isinstance(items, types.IterableType) and not isinstance(items, Row | types.BaseTuple):
        kind = getattr(items.iterator_type, "yield_type", None)
    return has_atom(kind)


FUNCTIONS: Final[dict[Any, Any]] = {
    less: _less,
    in_text_order: _in_text_order,
    tuple_in_text_order: _tuple_in_text_order,
}
# What takes the place of each where texts are atoms.
ORDERED: Final = {"row_in_order": in_text_order, "tuple_in_order": tuple_in_text_order}
tell_functions(FUNCTIONS)
