"""How scores hold values: a ladder of representations, each wider than the one before.

    scale      score          value at most    plies to the end at most
    narrow     32 bits        2^18             4,095
    wide       64 bits        2^38             4 million
    widest     64 bits        2^61             not counted

A search begins with the narrowest that random games suggest. Whatever does not fit is noticed where
it happens, and the search begins again one step further; on the last it ends with a word.
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

from zermelo.compiler.errors import UNEVEN, RuleFault
from zermelo.engine.samples import largest_value, random_states
from zermelo.game import Game, Value
from zermelo.search import Unsuitable

SLIGHT: Final = 1e-12


class Scale(NamedTuple):
    """One way to keep scores."""

    unit: int  # how much finer than a value a score is, where it also counts plies
    most: int  # the largest value, in grains
    wide: bool  # whether a score has a word of its own in the table
    grain: int = 1  # how many make 1; more than one where values are floats (see `kernels.grains`)

    @property
    def infinity(self) -> int:
        """No score is this large."""
        return 1 << (62 if self.wide else 30)

    def value(self, score: int) -> tuple[Value, int | None]:
        """The value of a score, and the plies to the end where the score counts them."""
        if self.unit == 1 or score % self.unit == 0:
            return self._of_grains(score // self.unit), None
        sign = 1 if score > 0 else -1
        value = (abs(score) + self.unit - 1) // self.unit
        return self._of_grains(sign * value), value * self.unit - abs(score)

    def _of_grains(self, grains: int) -> Value:
        return grains / self.grain if grains % self.grain else grains // self.grain

    def exact_grains(self, value: Value) -> int:
        """How many grains a value at the end of a game is; RuleFault if they are not the same.

        What float arithmetic adds to 0.6 (6 * 0.1 is a little more) does not count.
        """
        grains = math.floor(value * self.grain + 0.5)
        off = abs(float(self._of_grains(grains)) - float(value))
        if off > SLIGHT * max(1.0, abs(float(value))):
            raise RuleFault("", "", 0, UNEVEN)
        return grains

    def grains(self, value: Value, up: bool = False) -> int:
        """How many grains a value is, or the next number above."""
        if self.grain == 1:
            return int(value)
        most = max(-self.most, min(self.most, value * self.grain))
        return math.ceil(most) if up else math.floor(most)


NARROW: Final = Scale(1 << 12, (1 << 18) - 1, False)
WIDE: Final = Scale(1 << 22, 1 << 38, True)
WIDEST: Final = Scale(1, 1 << 61, True)
# Where values tell how soon the end is, plies need not be counted.
PLAIN: Final = Scale(1, (1 << 30) - 1, False)


def scales(game: Game[Any, Any], grain: int = 1) -> list[Scale]:
    """Those that may do for a game, the narrowest that probably does first."""
    ladder = [PLAIN, WIDEST] if game.tells_when else [NARROW, WIDE, WIDEST]
    ladder = [scale._replace(grain=grain) for scale in ladder]
    largest = largest_value(game) * grain
    return [scale for scale in ladder if largest <= scale.most] or ladder[-1:]


def check_ends(game: Game[Any, Any], scale: Scale) -> None:
    """Unsuitable where the values at the end of some games have no place in grains."""
    for state in random_states(game):
        try:
            if game.is_terminal(state):
                scale.exact_grains(game.utility(state))
        except RuleFault as reason:
            raise Unsuitable(str(reason)) from None
