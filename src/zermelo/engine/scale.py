"""How scores hold values: a ladder of representations, each wider than the one before.

    scale      score          value at most    plies to the end at most
    narrow     32 bits        2^18             4,095
    wide       64 bits        2^38             4 million
    widest     64 bits        2^61             not counted
    ordered    64 bits        any float        not counted

A search begins with the narrowest that random games suggest. Whatever does not fit is noticed where
it happens, and the search begins again one step further; on the last it ends with a word. No value
is rounded: floats of more than five decimals are compared by their places among all floats.
"""

from __future__ import annotations

import contextlib
import math
import struct
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from zermelo.compiler.errors import RuleFault
from zermelo.compiler.native.pickles import file_name
from zermelo.compiler.rules import CompiledGame
from zermelo.engine.kernels.grains import (
    BELOW,
    BY_ORDER,
    GRAIN,
    LARGEST,
    SMALLEST,
    BeyondFloats,
    Uneven,
)
from zermelo.engine.samples import largest_value
from zermelo.game import Game, NoEstimate, Value, provides
from zermelo.language import _
from zermelo.search import Unsuitable


class Scale(NamedTuple):
    """One way to keep scores."""

    unit: int  # how much finer than a value a score is, where it also counts plies
    most: int  # the largest value, in grains
    wide: bool  # whether a score has a word of its own in the table
    grain: int = 1  # how many make 1; `GRAIN`, or `BY_ORDER`, where values are floats

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
        if self.grain == BY_ORDER:
            size = struct.unpack("<d", struct.pack("<q", abs(grains) + BELOW))[0] if grains else 0.0
            return math.copysign(size, grains)
        return grains / self.grain if grains % self.grain else grains // self.grain

    def exact_grains(self, value: Value) -> int:
        """How many grains a value at the end of a game is; RuleFault if they are not the same."""
        if self.grain == BY_ORDER:
            size: Any = abs(value)
            if size and not (SMALLEST <= size <= LARGEST and float(size) == size):
                raise RuleFault("", "", 0, BeyondFloats)
            return self.grains(value)
        grains = math.floor(value * self.grain + 0.5)
        if self._of_grains(grains) != value:
            raise RuleFault("", "", 0, Uneven)
        return grains

    def grains(self, value: Value, up: bool = False) -> int:
        """How many grains a value is, or the next number above."""
        if self.grain == 1:
            return int(value)
        if self.grain == BY_ORDER:
            if value < 0:
                return -self.grains(-value, not up)
            if value < SMALLEST:
                return int(up and value > 0)
            near = float(min(value, LARGEST))
            if near > value or (up and near < value <= LARGEST):
                near = math.nextafter(near, math.inf if up else 0)
            place: int = struct.unpack("<q", struct.pack("<d", near))[0]
            return place - BELOW
        most = max(-self.most, min(self.most, value * self.grain))
        return math.ceil(most) if up else math.floor(most)


NARROW: Final = Scale(1 << 12, (1 << 18) - 1, False)
WIDE: Final = Scale(1 << 22, 1 << 38, True)
WIDEST: Final = Scale(1, 1 << 61, True)
ORDERED: Final = Scale(1, 1 << 61, True, BY_ORDER)
# Where values tell how soon the end is, plies need not be counted.
PLAIN: Final = Scale(1, (1 << 30) - 1, False)


def kept_scales(compiled: CompiledGame) -> dict[bool, list[Scale]]:
    """The scales of a game, by the random games that its states were laid out by, or kept."""
    game, print_ = compiled.game, compiled.print
    floats = compiled.number is float and not game.has_chance
    name = print_ and file_name("scales", print_.digest, str(floats))
    return compiled.kept(name, dict, lambda: scales(game, floats, compiled.seen.states))


def scales(game: Game[Any, Any], floats: bool, states: list[Any]) -> dict[bool, list[Scale]]:
    """Those that may do to solve a game, and to analyse it: the narrowest that probably does first.

    Estimates, which only analyses need, may take another scale than the ends. Unsuitable where some
    values have a place in none, as `states` of random games show.
    """
    ends = _scales(game, floats, states, solving=True)
    return {True: ends, False: _scales(game, True, states, solving=False) if floats else ends}


def _scales(game: Game[Any, Any], floats: bool, states: list[Any], solving: bool) -> list[Scale]:
    ladder = [PLAIN, WIDEST] if game.tells_when else [NARROW, WIDE, WIDEST]
    if floats:
        ladder = [*(scale._replace(grain=GRAIN) for scale in ladder[:-1]), ORDERED]
        values = list(_values(game, states, solving))
        ladder = ladder if all(_fits(ladder[0], value) for value in values) else ladder[-1:]
        if not all(_fits(ORDERED, value) for value in values):
            raise Unsuitable(f"{game.name}: {_(BeyondFloats.what)}")
    largest = largest_value(game, states)
    return [each for each in ladder if largest * each.grain <= each.most] or ladder[-1:]


def _fits(scale: Scale, value: Value) -> bool:
    try:
        scale.exact_grains(value)
    except RuleFault:
        return False
    return True


def _values(game: Game[Any, Any], states: list[Any], solving: bool) -> Iterator[Value]:
    """The values at the ends of some games and, where they count, the estimates on the way."""
    for state in states:
        if game.is_terminal(state):
            yield game.utility(state)
        elif not solving and provides(game, "evaluate"):
            with contextlib.suppress(NoEstimate):
                yield game.evaluate(state)
