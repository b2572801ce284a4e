"""Sets of few things in machine code: the bits of one word.

    frozenset({0, 3, 4})    bits 0, 3 and 4        where all items are numbers from 0 to 63
    frozenset({(0, 1)})     the bit of its place in the universe of the set: all items that were
                            seen in the states of some games, or that the game has in its lists

An item outside of the universe is a fault (`NARROW`) where it would have to be kept.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.constants import digest
from zermelo.compiler.errors import NARROW
from zermelo.compiler.faults import faulting
from zermelo.compiler.registration import tell_functions
from zermelo.compiler.rows import INT, ONE, ZERO, Nothing, SetRow
from zermelo.compiler.untyped import (
    Conversion,
    cgutils,
    imputils,
    intrinsic,
    ir,
    lower_builtin,
    lower_cast,
    models,
    register_model,
    typeof,
    types,
)

MOST: Final = 64


class Bits(types.IterableType):  # type: ignore[misc]
    """A set whose items are numbers below 64, or of a `universe` that is known."""

    words = 1
    code = "bits"

    def __init__(self, universe: tuple[Any, ...] | None, values: tuple[Any, ...] = ()) -> None:
        self.universe = universe  # as compiled code has them
        self.values = values  # as Python has them
        self.label = "numbers" if universe is None else digest(repr(universe))
        self.item = types.int64 if universe is None else types.unliteral(typeof(universe[0]))
        super().__init__(name=f"Bits({self.label})")

    @property
    def key(self) -> tuple[Any, ...]:
        return self.name, self.item, self.values

    @property
    def iterator_type(self) -> Any:
        """Of loops."""
        return BitsIterator(self)

    def unify(self, context: Any, other: Any) -> Any:
        """A set of which nothing is known yet, and one that is made anew, become such."""
        return self if self.can_convert_from(context, other) is not None else None

    def can_convert_from(self, context: Any, other: Any) -> Any:
        fits = isinstance(other, Nothing) or (isinstance(other, SetRow) and other.item == self.item)
        return Conversion.safe if fits else None

    # --- in Python ---

    def packed(self, items: Any) -> list[int]:
        """The word of a set; OverflowError if an item is outside of the universe."""
        word = 0
        for item in items:
            if self.universe is None:
                if not isinstance(item, int) or not 0 <= item < MOST:
                    raise OverflowError
                word |= 1 << item
            elif item in self.values:
                word |= 1 << self.values.index(item)
            else:
                raise OverflowError
        return [word - (1 << MOST) if word >> MOST - 1 else word]

    def unpacked(self, words: list[int]) -> frozenset[Any]:
        """The set of a word."""
        places = [i for i in range(MOST) if words[0] >> i & 1]
        return frozenset(places if self.universe is None else (self.values[i] for i in places))


class BitsIterator(types.SimpleIteratorType):  # type: ignore[misc]
    """A loop over such a set."""

    def __init__(self, bits: Bits) -> None:
        self.bits = bits
        super().__init__(f"iter({bits})", bits.item)

    @property
    def key(self) -> tuple[Any, ...]:
        return self.name, self.bits


@register_model(Bits)
class BitsModel(models.PrimitiveModel):  # type: ignore[misc]
    """Its word."""

    def __init__(self, manager: Any, kind: Bits) -> None:
        super().__init__(manager, kind, INT)


@register_model(BitsIterator)
class BitsIteratorModel(models.StructModel):  # type: ignore[misc]
    """What is left of the word."""

    def __init__(self, manager: Any, kind: BitsIterator) -> None:
        left = types.EphemeralPointer(types.int64)
        super().__init__(manager, kind, [("left", left)])


# --- words and places ----------------------------------------------------------------------------


@intrinsic
def word_of_bits(context: Any, bits: Any) -> Any:
    """The word of a set."""
    if not isinstance(bits, Bits):
        return None
    return types.int64(bits), lambda context, builder, signature, args: args[0]


@intrinsic
def with_word(context: Any, like: Any, word: Any) -> Any:
    """The set of a word, of the same type as another."""
    return like(like, types.int64), lambda context, builder, signature, args: args[1]


def maker(kind: Bits) -> Any:
    """The function of compiled code that makes such a set of a word."""

    def bits(context: Any, word: Any) -> Any:
        return kind(types.int64), lambda context, builder, signature, args: args[0]

    bits.__name__ = f"bits_{kind.label}"
    return intrinsic(bits)


def fitter(kind: Bits) -> Any:
    """The function of compiled code that makes such a set of what can be one."""

    def fit(context: Any, value: Any) -> Any:
        if value != kind and kind.can_convert_from(context, value) is None:
            return None

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return args[0] if value == kind else context.cast(builder, args[0], value, kind)

        return kind(value), code

    fit.__name__ = f"fit_{kind.label}"
    return intrinsic(fit)


def place_in(bits: Any, item: Any) -> Any:
    """The bit of an item; -1 where it has none."""


def _place_in(bits: Any, item: Any) -> Any:
    if not isinstance(bits, Bits):
        return None
    universe = bits.universe
    if universe is None:
        return lambda bits, item: item if 0 <= item < MOST else -1

    def place(bits: Any, item: Any) -> Any:
        for i in range(len(universe)):
            if universe[i] == item:
                return i
        return -1

    return place


def item_in(bits: Any, place: Any) -> Any:
    """The item of a bit."""


def _item_in(bits: Any, place: Any) -> Any:
    universe = bits.universe
    if universe is None:
        return lambda bits, place: place
    return lambda bits, place: universe[place]


no_place = faulting("no_place", NARROW)  # an item is outside of the universe

FUNCTIONS: Final[dict[Any, Any]] = {place_in: _place_in, item_in: _item_in}
tell_functions(FUNCTIONS)


# --- what Numba does with it ---------------------------------------------------------------------


@lower_cast(Nothing, Bits)
def _empty(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    return ZERO


@lower_cast(SetRow, Bits)
def _bits_of_row(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    def collect(row: Any, like: Any) -> Any:
        word = 0
        for item in row:
            place = place_in(like, item)
            if place < 0:
                no_place()
            word |= 1 << place
        return with_word(like, word)

    signature = after(before, after)
    return context.compile_internal(builder, collect, signature, [value, ZERO])


@lower_builtin("getiter", Bits)
def _iterator(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    loop = context.make_helper(builder, signature.return_type)
    loop.left = cgutils.alloca_once_value(builder, args[0])
    return loop._getvalue()


@lower_builtin("iternext", BitsIterator)
@imputils.iternext_impl(imputils.RefType.BORROWED)
def _next(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> Any:
    kind = signature.args[0]
    loop = context.make_helper(builder, kind, value=args[0])
    left = builder.load(loop.left)
    some = builder.icmp_signed("!=", left, ZERO)
    result.set_valid(some)
    with builder.if_then(some):
        place = builder.cttz(left, ir.Constant(ir.IntType(1), 0))
        kinds = kind.bits.item(kind.bits, types.int64)

        def item(bits: Any, place: Any) -> Any:
            return item_in(bits, place)

        found = context.compile_internal(builder, item, kinds, [left, place])
        result.yield_(found)
        builder.store(builder.and_(left, builder.sub(left, ONE)), loop.left)
