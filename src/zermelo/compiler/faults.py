"""How compiled code leaves a rule that cannot go on: by an exception that names the place.

What goes wrong, and where, are constants of the machine code; nothing of it costs anything until
it happens.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from zermelo.compiler.errors import BEYOND_64_BITS, RuleFault
from zermelo.compiler.untyped import intrinsic, ir, types


class Place(NamedTuple):
    """A line of a rule."""

    rule: str
    file: str
    line: int


_places: dict[int, Place] = {}


def place_of(place: Place) -> int:
    """The number of a place, the same in every process."""
    number = int.from_bytes(hashlib.sha256(repr(place).encode()).digest()[:6], "big")
    _places[number] = place
    return number


class Emitter:
    """Writes the code of one operation: its builder, and the faults at its place."""

    def __init__(self, context: Any, builder: Any, signature: Any) -> None:
        self.context, self.builder = context, builder
        self.place = _places[signature.args[-1].literal_value]

    def fault_if(self, condition: Any, what: str) -> None:
        """Leaves the compiled code where a condition holds."""
        with self.builder.if_then(condition, likely=False):
            self.fault(what)

    def fault(self, what: str) -> None:
        """Leaves the compiled code."""
        self.context.call_conv.return_user_exc(self.builder, RuleFault, (*self.place, what))

    def is_(self, sign: str, left: Any, right: Any) -> Any:
        return self.builder.icmp_signed(sign, left, right)

    def fitting(self, pair: Any) -> Any:
        """The first of a number and whether it left 64 bits."""
        self.fault_if(self.builder.extract_value(pair, 1), BEYOND_64_BITS)
        return self.builder.extract_value(pair, 0)

    def product(self, x: Any, y: Any) -> Any:
        """Two numbers of 32 bits always have one; larger ones are looked at, which may be slow."""
        build, half = self.builder, ir.Constant(x.type, 1 << 31)
        beyond = build.or_(build.add(x, half), build.add(y, half))
        large = build.icmp_unsigned(">=", beyond, ir.Constant(x.type, 1 << 32))
        with build.if_then(large, likely=False):
            self.fitting(build.smul_with_overflow(x, y))
        return build.mul(x, y)


def faulting(name: str, what: str) -> Any:
    """A function of compiled code that leaves it; where that was is not known."""

    def typed(context: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            context.call_conv.return_user_exc(builder, RuleFault, ("", "", 0, what))
            builder.position_at_end(builder.append_basic_block())
            return context.get_dummy_value()

        return types.none(), code

    typed.__name__ = name
    return intrinsic(typed)


def intrinsic_at(name: str, typed: Any) -> Any:
    """A function of compiled code whose last argument is the number of a place."""
    typed.__name__ = name
    return intrinsic(prefer_literal=True)(typed)
