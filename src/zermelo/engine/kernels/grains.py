"""Values and estimates that are floats, counted in grains: the kernel knows whole numbers only.

    value at the end     as many as give the same float back, or it is a fault
    estimate             the nearest number of grains
    bounds               as many as hold the value for certain

Each is put around a rule of the game (see `in_grains`).
"""

from __future__ import annotations

import math
from typing import Any, Final

from zermelo.compiler.errors import NO_INTEGER, UNEVEN
from zermelo.compiler.faults import faulting
from zermelo.compiler.rules import CompiledGame

GRAIN: Final = 100_000  # grains in 1: five decimals, as people write them

uneven = faulting("uneven", UNEVEN)
no_number = faulting("no_number", NO_INTEGER)


def exact_grains(value: float) -> int:
    """The grains of a value at the end of a game."""
    grains = math.floor(value * 100_000.0 + 0.5)
    off = abs(grains / 100_000.0 - value)
    if not -1e13 < value < 1e13 or off > 1e-12 * max(1.0, abs(value)):
        uneven()
    return int(grains)


def nearest_grains(value: float) -> int:
    """The grains of an estimate."""
    if not -1e13 < value < 1e13:
        no_number()
    return math.floor(value * 100_000.0 + 0.5)


def holding_grains(low: float, high: float) -> tuple[int, int]:
    """The grains of bounds, which may be infinite."""
    least = math.floor(max(low, -1e13) * 100_000.0)
    most = math.ceil(min(high, 1e13) * 100_000.0)
    return int(least), int(most)


WRAPPED: Final = {
    "utility": (exact_grains, "exact_grains(float(rule(state)))"),
    "evaluate": (nearest_grains, "nearest_grains(float(rule(state)))"),
    "bounds": (holding_grains, "holding_grains(float(pair[0]), float(pair[1]))"),
}


def in_grains(compiled: CompiledGame[Any, Any], rules: Any) -> None:
    """Puts the rules that give values into grains."""
    for name, (function, text) in WRAPPED.items():
        if name != "utility" and not getattr(rules, f"has_{name}"):
            continue
        first = "    pair = rule(state)\n" if name == "bounds" else ""
        source = f"def {name}(state):\n{first}    return {text}"
        names = {"rule": compiled.unit(name), function.__name__: function, "float": float}
        setattr(rules, name, compiled.translator.text(source, names))
    rules.grain = GRAIN
