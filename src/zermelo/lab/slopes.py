"""How estimates change with the weights: by rules that calculate with numbers that know it.

A `Dual` is a number with its derivative by every weight. Whole division is division to it, so that
what is linear in the weights is exactly so. Rules that ask more of a weight than arithmetic, such
as bits, are run once more for each weight, changed by a step.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import total_ordering
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zermelo.game import Game, ZermeloError
from zermelo.weights import numbers_in, reweighted

Numbers: TypeAlias = NDArray[np.float64]

WHOLE_STEP: Final = 240  # most divisors of whole estimates go into it
STEP: Final = 1e-5  # of other weights, by their size


@total_ordering
class Dual:
    """A number that depends on the weights, and its derivatives by them."""

    def __init__(self, value: float, slope: Numbers) -> None:
        self.value, self.slope = value, slope

    def __add__(self, other: Any) -> Dual:
        value, slope = parts(other)
        return Dual(self.value + value, self.slope + slope)

    def __mul__(self, other: Any) -> Dual:
        value, slope = parts(other)
        return Dual(self.value * value, self.slope * value + self.value * slope)

    def __truediv__(self, other: Any) -> Dual:
        value, slope = parts(other)
        return Dual(self.value / value, (self.slope - self.value / value * slope) / value)

    def __rtruediv__(self, other: Any) -> Dual:
        return Dual(*parts(other, len(self.slope))) / self

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.slope)

    def __sub__(self, other: Any) -> Dual:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> Dual:
        return (-self).__add__(other)

    def __abs__(self) -> Dual:
        return self if self.value >= 0 else -self

    def __lt__(self, other: Any) -> bool:
        return bool(self.value < parts(other)[0])

    def __eq__(self, other: object) -> bool:
        return bool(self.value == parts(other)[0])

    def __bool__(self) -> bool:
        return self.value != 0

    __hash__ = None  # type: ignore[assignment]
    __radd__, __rmul__ = __add__, __mul__
    __floordiv__, __rfloordiv__ = __truediv__, __rtruediv__


def parts(value: Any, length: int = 1) -> tuple[Any, Numbers]:
    """A number and its derivatives, all 0 where it does not depend on the weights."""
    if isinstance(value, Dual):
        return value.value, value.slope
    return value, np.zeros(length)


def slopes(game: Game[Any, Any], states: Sequence[Any]) -> tuple[Numbers, Numbers]:
    """The estimates of the states, and a row of derivatives by the weights for each."""
    numbers = numbers_in(game.weights)  # type: ignore[attr-defined]
    rows = np.eye(len(numbers))
    try:
        view = reweighted(game, [Dual(*each) for each in zip(numbers, rows, strict=True)])
        found = [parts(view.evaluate(state), len(numbers)) for state in states]
    except (TypeError, ValueError, AttributeError, ZermeloError):
        return _differences(game, numbers, states)
    return np.array([float(v) for v, _row in found]), np.array([row for _v, row in found])


def estimates(game: Game[Any, Any], states: Sequence[Any]) -> Numbers:
    """What the game itself says of the states."""
    return np.array([float(game.evaluate(state)) for state in states])


def _differences(
    game: Game[Any, Any], numbers: list[Any], states: Sequence[Any]
) -> tuple[Numbers, Numbers]:
    values, columns = estimates(game, states), []
    for place, number in enumerate(numbers):
        step = WHOLE_STEP if isinstance(number, int) else STEP * max(1.0, abs(number))
        changed = [*numbers[:place], number + step, *numbers[place + 1 :]]
        columns.append((estimates(reweighted(game, changed), states) - values) / step)
    return values, np.array(columns).T
