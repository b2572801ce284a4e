"""What boxed rules fail with, for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from zermelo.compiler import errors
from zermelo.compiler.boxed import objects
from zermelo.compiler.errors import UNSUITED, RuleFault
from zermelo.compiler.faults import Place
from zermelo.compiler.untyped import intrinsic, ir, types
from zermelo.game import NoEstimate
from zermelo.language import mark

PLACE_BITS: Final = 48
INT: Final = ir.IntType(64)
RAISED: Final = mark("an error is raised there")
# What is said where the place is not known.
NOWHERE: Final = {
    objects.INDEX_ERROR: errors.OUTSIDE,
    objects.KEY_ERROR: errors.NO_KEY,
    objects.ZERO_DIVISION: errors.BY_ZERO,
    objects.TYPE_ERROR: mark("a value of a type that cannot be used there"),
    objects.ATTRIBUTE_ERROR: errors.NO_FIELD,
}
# What is said whatever the place.
WHAT: Final = {
    objects.NO_ROOM: errors.FULL,
    objects.DEEP: errors.TOO_DEEP,
    objects.MEMORY: errors.FULL,
}


def raiser(label: str, places: Mapping[int, Place]) -> Any:
    """A function of compiled code that leaves it, by the status that a boxed rule gave."""

    def typed(context: Any, status: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            _leave(context, builder, args[0], places)
            builder.position_at_end(builder.append_basic_block())
            return context.get_dummy_value()

        return types.none(types.int64), code

    typed.__name__ = label
    return intrinsic(typed)


def _leave(context: Any, builder: Any, status: Any, places: Mapping[int, Place]) -> None:
    """Writes what raises the error that a status stands for."""
    kind = builder.lshr(status, ir.Constant(INT, PLACE_BITS))
    place = builder.and_(status, ir.Constant(INT, (1 << PLACE_BITS) - 1))

    def leave(where: tuple[str, str, int], what: str) -> None:
        context.call_conv.return_user_exc(builder, RuleFault, (*where, what))

    by_place = builder.append_basic_block("by_place")
    choice = builder.switch(kind, by_place)
    for number, what in WHAT.items():
        block = builder.append_basic_block()
        choice.add_case(ir.Constant(INT, number), block)
        builder.position_at_end(block)
        leave(("", "", 0), what)
    block = builder.append_basic_block()
    choice.add_case(ir.Constant(INT, objects.NO_ESTIMATE), block)
    builder.position_at_end(block)
    context.call_conv.return_user_exc(builder, NoEstimate, ())
    builder.position_at_end(by_place)
    pythons = builder.icmp_signed("<=", kind, ir.Constant(INT, objects.LAST_ERROR))
    both = [builder.append_basic_block() for _ in range(2)]
    builder.cbranch(pythons, *both)
    for block, what in zip(both, (RAISED, UNSUITED), strict=True):
        builder.position_at_end(block)
        unknown = builder.append_basic_block()
        choice = builder.switch(place, unknown)
        for number, where in places.items():
            block = builder.append_basic_block()
            choice.add_case(ir.Constant(INT, number), block)
            builder.position_at_end(block)
            leave(where, what)
        builder.position_at_end(unknown)
        choice = builder.switch(kind, nowhere := builder.append_basic_block())
        for number, instead in NOWHERE.items():
            block = builder.append_basic_block()
            choice.add_case(ir.Constant(INT, number), block)
            builder.position_at_end(block)
            leave(("", "", 0), instead)
        builder.position_at_end(nowhere)
        leave(("", "", 0), what)


def _status_word(context: Any) -> Any:
    """The type and the code of `status_word`."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        with builder.goto_entry_block():
            place = builder.alloca(INT)
        return builder.ptrtoint(place, INT)

    return types.int64(), code


status_word: Any = intrinsic(_status_word)  # the address of a word in the frame
