"""Atoms in machine code (see `atom_table`): a type, and what rules do with it."""

from __future__ import annotations

import operator
from typing import Any, Final

from zermelo.compiler.atom_table import END, FIRST
from zermelo.compiler.either_types import Either
from zermelo.compiler.errors import BEYOND_64_BITS, NO_NUMBER
from zermelo.compiler.registration import tell_functions
from zermelo.compiler.row_memory import Place
from zermelo.compiler.row_operations import fault, length_of
from zermelo.compiler.rows import Row, row_type
from zermelo.compiler.untyped import (
    Conversion,
    intrinsic,
    ir,
    lower_builtin,
    lower_cast,
    lower_constant,
    models,
    register_model,
    typeof_impl,
    types,
)

INT = ir.IntType(64)


# --- the type ------------------------------------------------------------------------------------


class Atom(types.Type):  # type: ignore[misc]
    """An atom, or a whole number."""

    def __init__(self) -> None:
        super().__init__(name="Atom")

    def unify(self, context: Any, other: Any) -> Any:
        """Numbers, truth values and None are atoms too; None or a tuple is a row, or Optional."""
        if isinstance(other, types.BaseNamedTuple):
            return types.Optional(other)
        if isinstance(other, types.BaseTuple):
            found = row_type(context, other)
            return Either(other) if found is None or isinstance(found.item, Row) else found
        return self if can_be_atom(other) else None

    def can_convert_from(self, context: Any, other: Any) -> Any:
        return Conversion.safe if can_be_atom(other) else None

    def can_convert_to(self, context: Any, other: Any) -> Any:
        """None in place of a record (see `maybes`)."""
        maybe = isinstance(other, types.Optional) and isinstance(other.type, types.BaseNamedTuple)
        return Conversion.unsafe if maybe else None


ATOM: Final = Atom()


def can_be_atom(kind: Any) -> bool:
    """Whether values of a type can be atoms."""
    kind = types.unliteral(kind)
    if isinstance(kind, types.Optional):
        return can_be_atom(kind.type)
    return isinstance(kind, Atom | types.Integer | types.Boolean | types.NoneType)


class Known:
    """An atom, or a number beside atoms, that is a constant of compiled code."""

    def __init__(self, word: int, kind: Any = None) -> None:
        self.word, self.kind = word, kind or ATOM

    def __repr__(self) -> str:
        return f"atom {self.word}" if self.kind is ATOM else f"text {self.word} {self.kind}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and (other.word, other.kind) == (self.word, self.kind)

    def __hash__(self) -> int:
        return hash(self.word)


@typeof_impl.register(Known)
def _typeof(value: Any, context: Any) -> Any:
    return value.kind


@register_model(Atom)
class AtomModel(models.PrimitiveModel):  # type: ignore[misc]
    """Its word."""

    def __init__(self, manager: Any, kind: Atom) -> None:
        super().__init__(manager, kind, INT)


@lower_constant(Atom)
def _constant(context: Any, builder: Any, kind: Any, value: Known) -> Any:
    return ir.Constant(INT, value.word)


NONE: Final = Known(FIRST)


# --- what Numba does with it ---------------------------------------------------------------------


@lower_cast(types.Integer, Atom)
@lower_cast(types.Boolean, Atom)
@lower_cast(types.IntegerLiteral, Atom)
@lower_cast(types.BooleanLiteral, Atom)
def _number(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    """A number that would be taken for an atom is a fault."""
    found = context.cast(builder, value, before, types.int64)
    if isinstance(before, types.Integer) and not isinstance(found, ir.Constant):
        with builder.if_then(is_below(builder, found), likely=False):
            fault(context, builder, BEYOND_64_BITS)
    return found


@lower_cast(Atom, types.Integer)
def _number_of(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    with builder.if_then(is_below(builder, value), likely=False):
        fault(context, builder, NO_NUMBER)
    return value


@lower_cast(types.NoneType, Atom)
def _none(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    return ir.Constant(INT, NONE.word)


@lower_cast(types.Optional, Atom)
def _optional(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    pair = context.make_helper(builder, before, value=value)
    number = context.cast(builder, pair.data, before.type, types.int64)
    return builder.select(pair.valid, number, ir.Constant(INT, NONE.word))


@lower_cast(types.NoneType, Row)
@lower_cast(Atom, Row)
def _no_row(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    """An atom in place of a tuple; of a text only None."""
    if after.is_text and isinstance(before, Atom):
        return _text_or_none(context, builder, after, value)
    word = value if isinstance(before, Atom) else ir.Constant(INT, NONE.word)
    wrong = builder.not_(is_below(builder, word))
    if after.is_text:
        wrong = builder.icmp_signed("!=", word, ir.Constant(INT, NONE.word))
    with builder.if_then(wrong, likely=False):
        fault(context, builder, NO_NUMBER)
    place = Place.new(context, builder, after)
    place.set_length(word)
    return place.address


def _text_or_none(context: Any, builder: Any, after: Any, word: Any) -> Any:
    """The text that an atom is, spelled; or none."""
    place = Place.new(context, builder, after)
    none = builder.icmp_signed("==", word, ir.Constant(INT, NONE.word))
    with builder.if_else(none) as (then, otherwise):
        with then:
            place.set_length(word)
        with otherwise:
            text = context.cast(builder, word, ATOM, after.item)
            made = context.cast(builder, text, after.item, after)
            place.builder_copy(place.address, made, after)
    return place.address


@intrinsic
def word_of_atom(context: Any, value: Any) -> Any:
    """The word of an atom, or of what can be one."""
    if not can_be_atom(value):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[0], value, ATOM)

    return types.int64(value), code


@intrinsic
def to_atom(context: Any, value: Any) -> Any:
    """A value as an atom, if it can be one; so that all records of a class are of one type."""
    kind = ATOM if can_be_atom(value) else value

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return args[0] if kind == value else context.cast(builder, args[0], value, kind)

    return kind(value), code


def is_below(builder: Any, word: Any) -> Any:
    """Whether a word is that of an atom and no number's."""
    return builder.icmp_signed("<", word, ir.Constant(INT, END))


@intrinsic
def atom_of_word(context: Any, word: Any) -> Any:
    """The atom, or the number, of a word that a state has."""
    return ATOM(types.int64), lambda context, builder, signature, args: args[0]


@intrinsic
def number(context: Any, value: Any) -> Any:
    """The number that an atom is; a fault where it is none."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[0], ATOM, types.int64)

    return (types.int64(value), code) if isinstance(value, Atom) else None


@intrinsic
def whole_number(context: Any, value: Any) -> Any:
    """The same of what may be a number already."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[0], types.unliteral(value), types.int64)

    return (types.int64(value), code) if isinstance(value, Atom | types.Integer) else None


def same(a: Any, b: Any) -> Any:
    """`a is b`."""


def _same(a: Any, b: Any) -> Any:
    if isinstance(a, types.NoneType) and isinstance(b, types.NoneType):
        return lambda a, b: True
    if getattr(a, "is_text", False):
        return lambda a, b: length_of(a) < 0 and word_of_atom(b) == FIRST
    if isinstance(a, types.Optional) and isinstance(b, Atom):
        return lambda a, b: a is None and word_of_atom(b) == FIRST
    if isinstance(a, Either) and isinstance(b, Atom | types.NoneType):
        return lambda a, b: a == b
    if isinstance(a, Atom) or isinstance(b, Atom):
        return _eq(a, b)
    if isinstance(a, Row) and isinstance(b, types.NoneType):
        return lambda a, b: length_of(a) == FIRST
    for kind in (a, b):
        if isinstance(kind, types.NoneType):
            return lambda a, b: False
    if isinstance(a, types.Boolean) != isinstance(b, types.Boolean):
        return lambda a, b: False
    whole = all(types.unliteral(kind) in (types.int64, types.boolean) for kind in (a, b))
    return (lambda a, b: a == b) if whole else None


def _eq(a: Any, b: Any) -> Any:
    if not isinstance(a, Atom) and not isinstance(b, Atom):
        return None
    if getattr(a, "is_text", False) or getattr(b, "is_text", False):
        return None  # see `text_operations`
    if isinstance(a, Either) or isinstance(b, Either):
        return None  # see `either`
    if isinstance(a, Row):
        return lambda a, b: length_of(a) < 0 and word_of_atom(b) == length_of(a)
    if isinstance(b, Row):
        return lambda a, b: length_of(b) < 0 and word_of_atom(a) == length_of(b)
    if not (can_be_atom(a) and can_be_atom(b)):
        return lambda a, b: False
    return lambda a, b: word_of_atom(a) == word_of_atom(b)


def _ne(a: Any, b: Any) -> Any:
    return (lambda a, b: not (a == b)) if _eq(a, b) else None  # noqa: SIM201


_FALSE: Final = (0, FIRST, FIRST + 1)  # None and the empty text are the first two


def _truth(value: Any) -> Any:
    return (lambda value: truth_of(value)) if isinstance(value, Atom) else None


@intrinsic
def truth_of(context: Any, value: Any) -> Any:
    """Whether an atom is neither 0, None nor the empty text."""
    return types.boolean(ATOM), _truth_code


@lower_builtin(bool, Atom)
def _truth_code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    found = ir.Constant(ir.IntType(1), 1)
    for word in _FALSE:
        found = builder.and_(found, builder.icmp_signed("!=", args[0], ir.Constant(INT, word)))
    return found


def _not(value: Any) -> Any:
    return (lambda value: not truth_of(value)) if isinstance(value, Atom) else None


def _of_numbers(function: Any) -> Any:
    """Only numbers have bits, and are less or greater; as are texts that are known to be such."""

    def typed(a: Any, b: Any) -> Any:
        if getattr(a, "is_word", False) and getattr(b, "is_word", False):
            return None  # see `text_operations`
        if isinstance(a, Atom) and isinstance(b, Atom):
            return lambda a, b: function(number(a), number(b))
        if isinstance(a, Atom) and isinstance(b, types.Number):
            return lambda a, b: function(number(a), b)
        if isinstance(b, Atom) and isinstance(a, types.Number):
            return lambda a, b: function(a, number(b))
        return None

    return typed


def _range(start: Any, stop: Any = None, step: Any = None) -> Any:
    """Of numbers that may be None elsewhere."""
    given = [each for each in (start, stop, step) if isinstance(each, types.Type)]
    given = [each for each in given if not isinstance(each, types.Omitted)]
    if not any(isinstance(each, Atom) for each in given):
        return None
    if len(given) == 1:
        return lambda start, stop=None, step=None: range(whole_number(start))
    if len(given) == 2:
        return lambda start, stop=None, step=None: range(whole_number(start), whole_number(stop))
    return lambda start, stop=None, step=None: range(
        whole_number(start), whole_number(stop), whole_number(step)
    )


FUNCTIONS: Final[dict[Any, Any]] = {
    same: _same,
    range: _range,
    operator.eq: _eq,
    operator.ne: _ne,
    bool: _truth,
    operator.truth: _truth,
    operator.not_: _not,
    **{f: _of_numbers(f) for f in (operator.lt, operator.le, operator.gt, operator.ge)},
    **{f: _of_numbers(f) for f in (operator.and_, operator.or_, operator.xor)},
}
tell_functions(FUNCTIONS)
