"""Values and estimates that are floats, as whole numbers: the kernel knows no others.

                         in grains, of 1 / 100,000            by their order
    value, estimate      as many as give the same float       its place among all floats
                         back, or it is a fault
    bounds               as many as hold the value            the places
    only to sort moves   the nearest number                   the place, with fewer bits

Each is put around a rule of the game (see `in_grains`). Floats that differ are never one number.
"""

from __future__ import annotations

import math
from typing import Any, Final

from zermelo.compiler.errors import Limit
from zermelo.compiler.intrinsics import bits_of
from zermelo.compiler.kernels import function_of
from zermelo.language import mark

GRAIN: Final = 100_000  # grains in 1: five decimals, as people write them
BY_ORDER: Final = 0  # grains in 1, where floats are told by their order
# Whole numbers beyond the first are rounded when they become floats.
LARGEST: Final = 2.0**53
SMALLEST: Final = 2.0**-458
BELOW: Final = (1023 - 458 << 52) - 1  # the bits of the float before the smallest
RANK_BITS: Final = 25  # too many of a place to sort moves by


class Uneven(Limit):
    """Another scale holds it."""

    what = mark("a value with more than five decimals")


class BeyondFloats(Limit):
    """No scale does."""

    what = mark("a float beyond 2^53, or nearer to 0 than 2^-458; use whole numbers")


def exact_grains(value: float) -> int:
    """The grains of a value, or of an estimate."""
    grains = math.floor(value * 100_000.0 + 0.5) if -1e13 < value < 1e13 else 0
    if grains / 100_000.0 != value:
        raise Uneven
    return int(grains)


def nearest_grains(value: float) -> int:
    """About the grains of an estimate."""
    return math.floor(value * 100_000.0) if -1e13 < value < 1e13 else 0


def holding_grains(low: float, high: float) -> tuple[int, int]:
    """The grains of bounds, which may be infinite."""
    least = math.floor(max(low, -1e13) * 100_000.0)
    most = math.ceil(min(high, 1e13) * 100_000.0)
    return int(least), int(most)


def exact_order(value: float) -> int:
    """The place of a value, or of an estimate, among all floats; 0 is that of 0."""
    size = abs(value)
    if size == 0.0:
        return 0
    if not 2.0**-458 <= size <= 2.0**53:
        raise BeyondFloats
    return bits_of(size) - BELOW if value > 0.0 else BELOW - bits_of(size)


def nearest_order(value: float) -> int:
    """About the place of an estimate."""
    if not 2.0**-458 <= abs(value) <= 2.0**53:
        return 0
    return exact_order(value) >> RANK_BITS


def holding_order(low: float, high: float) -> tuple[int, int]:
    """The places of bounds, which may be infinite or near 0."""
    low, high = max(low, -(2.0**53)), min(high, 2.0**53)
    if -(2.0**-458) < low < 2.0**-458 and low != 0.0:
        low = -(2.0**-458) if low < 0.0 else 0.0
    if -(2.0**-458) < high < 2.0**-458 and high != 0.0:
        high = 2.0**-458 if high > 0.0 else 0.0
    return exact_order(min(low, 2.0**53)), exact_order(max(high, -(2.0**53)))


WRAPPED: Final = {
    "utility": (exact_grains, exact_order),
    "evaluate": (exact_grains, exact_order),
    "rough": (nearest_grains, nearest_order),
    "bounds": (holding_grains, holding_order),
}


def in_grains(rules: Any, grain: int) -> None:
    """Puts the rules that give values into grains, or into their order."""
    for name, functions in WRAPPED.items():
        rule = "evaluate" if name == "rough" else name
        if rule != "utility" and not getattr(rules, f"has_{rule}"):
            continue
        function = functions[grain == BY_ORDER]
        text = "float(pair[0]), float(pair[1])" if name == "bounds" else "float(pair)"
        source = f"def {name}(state):\n    pair = rule(state)\n    return whole({text})"
        names = {"rule": getattr(rules, rule), "whole": function}
        setattr(rules, name, function_of(source, names))
