"""Values that are known before the game begins, as compiled code can hold them."""

from __future__ import annotations

import ast
import enum
import hashlib
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import numpy as np

from zermelo.compiler.atom_table import HIGHEST_WORD, LOWEST_WORD, Atoms
from zermelo.compiler.atoms import Known
from zermelo.compiler.records import fields_of, is_ordinary, operator_of, parts_of, twin
from zermelo.compiler.row_constants import KnownRow, in_memory, known_rows
from zermelo.language import _, mark

FEW: Final = 8  # items that are better off in registers, or in the code


class Unfit(Exception):
    """The value has no place in machine code; the message says what to use instead."""


def digest(text: str | bytes) -> str:
    """Sixteen hexadecimal digits that tell texts apart."""
    data = text.encode() if isinstance(text, str) else text
    return hashlib.sha256(data).hexdigest()[:16]


def literal(value: Any) -> ast.Constant | None:
    """The value written into the code, if it is so simple: a number or a truth value, or a text."""
    if isinstance(value, enum.Enum) and isinstance(value, int):
        value = int(value)
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, int) and not isinstance(value, bool):
        value = int(value)
    if value is None or isinstance(value, bool | int | float | str):
        return ast.Constant(value)
    return None


def frozen(value: Any, atoms: Atoms | None = None) -> Any:
    """The value as a constant of compiled code: tuples of tuples of numbers, or an array.

    `atoms`: what texts, None and members of Enums are, where these can be compiled.
    """
    if atoms and atoms.has(value):
        return Known(atoms.word(value), atoms.kind(value))
    simple = literal(value)
    if simple is not None:
        if is_beyond(simple.value):
            raise Unfit(_(BEYOND))
        return simple.value
    if atoms and atoms.several:
        value = atoms.several.inward(value)
    names = fields_of(type(value))
    if names and is_ordinary(type(value)) and any(map(_changes, parts_of(value))):
        raise Unfit(_instead(value))
    own = operator_of(type(value), known=atoms is not None) if names else None
    if own:
        words = _("of a class with its own {operator}; write a plain method")
        raise Unfit(words.format(operator=own))
    if names and not isinstance(value, tuple):
        kind: Any = type(value)
        return twin(kind)(*(frozen(getattr(value, name), atoms) for name in names))
    if isinstance(value, tuple | list | range | set | frozenset):
        items = tuple(frozen(item, atoms) for item in value)
        if atoms and isinstance(value, set | frozenset):
            items = tuple(sorted(items, key=_in_order))
        if items and hasattr(value, "_fields"):
            return type(value)(*items)
        if any(isinstance(item, Known) for item in items):  # numbers beside atoms
            items = tuple(Known(item) if type(item) in (int, bool) else item for item in items)
            if len({item.kind for item in items if isinstance(item, Known)}) > 1:
                items = tuple(Known(i.word) if isinstance(i, Known) else i for i in items)
        if len({_shape(item) for item in items}) > 1:
            rows = known_rows(items) if atoms else None
            if rows is not None:
                return rows
            raise Unfit(_("a tuple whose items are of several lengths; keep several tuples"))
        return in_memory(items) if atoms and len(items) > FEW else items
    if isinstance(value, np.ndarray) and value.dtype.kind in "biuf":
        if value.dtype not in (np.bool_, np.int64, np.float64):
            words = _("an array of {kind}, in which NumPy counts otherwise; make it one of int64")
            raise Unfit(words.format(kind=value.dtype))
        return value
    raise Unfit(_instead(value))


def _changes(value: Any) -> bool:
    """Whether it is one of Python's values that change, or has one in it."""
    inside = value if isinstance(value, tuple) else ()
    return isinstance(value, list | dict | set) or any(map(_changes, inside))


def _in_order(item: Any) -> Any:
    """Sets are in order, whatever order Python has for them."""
    return (item.word,) if isinstance(item, Known) else item if isinstance(item, tuple) else (item,)


def label(hint: str, value: Any) -> str:
    """A name for a frozen value that no other value gets."""
    if isinstance(value, np.ndarray):
        return f"{hint}_{digest(f'{value.dtype} {value.shape}'.encode() + value.tobytes())}"
    return f"{hint}_{digest(repr(value))}"


BEYOND = mark(
    "beyond 64 bits; write a board of up to 64 cells with zermelo.bits.signed, a larger one as "
    "several numbers"
)


def is_beyond(value: Any) -> bool:
    """Whether it is a whole number that a word does not hold."""
    return isinstance(value, int) and not LOWEST_WORD <= value <= HIGHEST_WORD


def computed(operation: ast.operator, left: Any, right: Any) -> Any:
    """The value of an operation on two known numbers; None where it is better left alone."""
    function = _OPERATIONS.get(type(operation))
    plain = all(type(value) in (int, bool, float) for value in (left, right))
    if function is None or not plain:
        return None
    if isinstance(operation, ast.LShift | ast.Pow) and not abs(right) <= 128:
        return None
    try:
        return function(left, right)
    except (ArithmeticError, TypeError, ValueError):
        return None


_OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}


def _shape(item: Any) -> Any:
    """What must be equal for items of one tuple; a bool or float may stand among ints."""
    if isinstance(item, KnownRow):
        return repr(item.kind)  # type: ignore[attr-defined]
    return tuple(map(_shape, item)) if isinstance(item, tuple) else isinstance(item, str)


FRACTION = mark("a Fraction; use a float, or whole numbers on a larger scale")


def _instead(value: Any) -> str:
    kind = type(value).__name__
    if isinstance(value, dict):
        return _("a dict; use a tuple, indexed by a number")
    if isinstance(value, Fraction):
        return _(FRACTION)
    if isinstance(value, enum.Enum):
        return _("a member of an Enum; make it an IntEnum")
    return _("of type {kind}; use numbers and tuples of numbers").format(kind=kind)
