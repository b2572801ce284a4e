"""A tuple, or a word in its place, in machine code: ((1, 2), "left") beside "pass".

    word   0                                            1 ...
           the word of the atom, or that of no atom     the parts of the tuple, or noughts

A tuple of numbers alone, or of words, is a row instead (see `atoms`).
"""

from __future__ import annotations

import operator
from functools import cache
from typing import Any, Final

from zermelo.compiler.atoms import ATOM, Atom
from zermelo.compiler.constants import digest
from zermelo.compiler.either_types import Either, is_word
from zermelo.compiler.errors import NO_NUMBER, NO_TUPLE
from zermelo.compiler.faults import Emitter, intrinsic_at
from zermelo.compiler.registration import tell_functions
from zermelo.compiler.row_memory import Place, noughts
from zermelo.compiler.row_operations import fault
from zermelo.compiler.rows import INT, LOWEST, ZERO, Row, SetRow
from zermelo.compiler.tuple_makers import as_tuple, can_be_tuple
from zermelo.compiler.untyped import (
    cgutils,
    intrinsic,
    ir,
    lower_builtin,
    lower_cast,
    models,
    register_model,
    types,
)

THERE: Final = ir.Constant(INT, LOWEST)  # in place of a word: the tuple is there


@register_model(Either)
class EitherModel(models.StructModel):  # type: ignore[misc]
    """The word, and the tuple."""

    def __init__(self, manager: Any, kind: Either) -> None:
        super().__init__(manager, kind, [("word", types.int64), ("tuple", kind.inner)])


def _made(context: Any, builder: Any, kind: Either, word: Any, items: Any = None) -> Any:
    both = context.make_helper(builder, kind)
    both.word = word
    both.tuple = noughts(context, builder, kind.inner) if items is None else items
    return both._getvalue()


def _made_of(context: Any, builder: Any, kind: Either, given: Any, value: Any) -> Any:
    """Such a value of a word, a tuple, a row, or another such value."""
    if is_word(given):
        return _made(context, builder, kind, context.cast(builder, value, given, ATOM))
    if isinstance(given, types.BaseTuple):
        items = as_tuple(context, builder, given, kind.inner, value)
        return _made(context, builder, kind, THERE, items)
    slot = cgutils.alloca_once(builder, context.get_value_type(kind))
    if isinstance(given, Row):
        word = Place(context, builder, given, value).length()
        there = builder.icmp_signed(">=", word, ZERO)
        inner, items = given, value
    else:
        both = context.make_helper(builder, given, value=value)
        word, there = both.word, builder.icmp_signed("==", both.word, THERE)
        inner, items = given.inner, both.tuple
    with builder.if_else(there) as (then, otherwise):
        with then:
            made = as_tuple(context, builder, inner, kind.inner, items)
            builder.store(_made(context, builder, kind, THERE, made), slot)
        with otherwise:
            builder.store(_made(context, builder, kind, word), slot)
    return builder.load(slot)


def can_be(context: Any, given: Any, kind: Either) -> bool:
    """Whether a value can become such a one."""
    inner = given.inner if isinstance(given, Either) else given
    return is_word(given) or can_be_tuple(context, inner, kind.inner)


@lower_cast(Atom, Either)
@lower_cast(types.Integer, Either)
@lower_cast(types.Boolean, Either)
@lower_cast(types.NoneType, Either)
@lower_cast(types.BaseTuple, Either)
@lower_cast(Row, Either)
@lower_cast(Either, Either)
def _cast(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    return _made_of(context, builder, after, types.unliteral(before), value)


@cache
def fitter(kind: Either) -> Any:
    """The function of compiled code that makes such a value of what can be one."""

    def fit(context: Any, value: Any) -> Any:
        given = types.unliteral(value)
        if not can_be(context, given, kind):
            return None

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return _made_of(context, builder, kind, given, args[0])

        return kind(given), code

    fit.__name__ = f"fit_either_{digest(str(kind))}"
    return intrinsic(fit)


@intrinsic
def word_or_tuple(context: Any, value: Any) -> Any:
    """The word in place of a tuple, or the one that stands for it."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_helper(builder, value, value=args[0]).word

    return (types.int64(value), code) if isinstance(value, Either) else None


@intrinsic
def tuple_or_noughts(context: Any, value: Any) -> Any:
    """The tuple, whatever is there."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_helper(builder, value, value=args[0]).tuple

    return (value.inner(value), code) if isinstance(value, Either) else None


@intrinsic
def either_of(context: Any, word: Any, items: Any) -> Any:
    """What lies in words."""
    kind = Either(items)

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _made(context, builder, kind, *args)

    return kind(types.int64, items), code


def _only(value: Any, part: str, wrong: str) -> Any:
    """One part; a fault where the comparison of the word with `THERE` says that it is not there."""
    if not isinstance(value, Either):
        return value(value), lambda context, builder, signature, args: args[0]

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        both = context.make_helper(builder, value, value=args[0])
        with builder.if_then(builder.icmp_signed(wrong, both.word, THERE), likely=False):
            fault(context, builder, NO_NUMBER)
        return getattr(both, part)

    return (value.inner if part == "tuple" else ATOM)(value), code


@intrinsic
def tuple_in(context: Any, value: Any) -> Any:
    """The tuple; a fault where there is a word; any other value as it is."""
    return _only(value, "tuple", "!=")


def _items_in(context: Any, value: Any, place: Any) -> Any:
    """The tuple, or the row; a fault where there is a word; any other value as it is."""
    given = value if isinstance(value, Row | Either) and not isinstance(value, SetRow) else None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if given is None:
            return args[0]
        if isinstance(given, Either):
            both = context.make_helper(builder, given, value=args[0])
            wrong, found = builder.icmp_signed("!=", both.word, THERE), both.tuple
        else:
            length = Place(context, builder, given, args[0]).length()
            wrong, found = builder.icmp_signed("<", length, ZERO), args[0]
        Emitter(context, builder, signature).fault_if(wrong, NO_TUPLE)
        return found

    return (given.inner if isinstance(given, Either) else value)(value, place), code


items_in = intrinsic_at("items_in", _items_in)


@intrinsic
def number_in(context: Any, value: Any) -> Any:
    """The number; a fault where there is a tuple; any other value as it is."""
    return _only(value, "word", "==")


@intrinsic
def word_in(context: Any, value: Any) -> Any:
    """The word, as an atom, of what is no tuple."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_helper(builder, value, value=args[0]).word

    return (ATOM(value), code) if isinstance(value, Either) else None


# --- compared ------------------------------------------------------------------------------------


def _eq(a: Any, b: Any) -> Any:
    if isinstance(a, Either) and isinstance(b, Either):

        def both(a: Any, b: Any) -> Any:
            if word_or_tuple(a) != word_or_tuple(b):
                return False
            return word_or_tuple(a) != LOWEST or tuple_or_noughts(a) == tuple_or_noughts(b)

        return both
    if isinstance(b, Either) and not isinstance(a, Either):
        return lambda a, b: b == a
    if not isinstance(a, Either):
        return None
    if is_word(b):
        return lambda a, b: word_or_tuple(a) != LOWEST and word_in(a) == b
    return lambda a, b: word_or_tuple(a) == LOWEST and tuple_or_noughts(a) == b


def _ne(a: Any, b: Any) -> Any:
    return (lambda a, b: not (a == b)) if _eq(a, b) else None  # noqa: SIM201


def _truth(value: Any) -> Any:
    if not isinstance(value, Either) or not len(value.inner):
        return None
    return lambda value: word_or_tuple(value) == LOWEST or bool(word_in(value))


@lower_builtin(bool, Either)
def _truth_code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    word = context.make_helper(builder, signature.args[0], value=args[0]).word
    asked = context.get_function(bool, types.boolean(ATOM))
    there = builder.icmp_signed("==", word, THERE)
    return builder.or_(there, asked(builder, [word]))


def _not(value: Any) -> Any:
    return (lambda value: not bool(value)) if isinstance(value, Either) else None


FUNCTIONS: Final[dict[Any, Any]] = {
    operator.eq: _eq,
    operator.ne: _ne,
    bool: _truth,
    operator.truth: _truth,
    operator.not_: _not,
}
tell_functions(FUNCTIONS)
