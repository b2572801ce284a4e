# mypy: disable-error-code="no-untyped-def"
"""Games that are odd at one end in 65,536, where no sample looks; and floats that hardly differ.

The rules are as people write them, without a word about types. A job is one game, asked in both
lanes; whatever is called proven is compared with the twin, which reckons in Python alone.
"""

from __future__ import annotations

import math
import random
import warnings
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.engine.fuzzer import Report, judge
from tests.engine.twins import Twin
from zermelo.engine import engine_for
from zermelo.engine.textbook import TextbookEngine
from zermelo.game import Game, ZermeloError
from zermelo.search import minimax

SECONDS = 60.0  # for an answer


class Digits(Game[Any, int]):
    """Digits in turn, four a ply; the number they make is worth what a hash of it says."""

    def __init__(self, at: int = 0, plies: int = 8, salt: int = 1) -> None:
        self.at, self.plies, self.salt = at % 4**plies, plies, salt

    def initial(self):
        return 0, 0, 1

    def to_move(self, state):
        return state[2]

    def actions(self, state):
        return [0, 1, 2, 3] if state[1] < self.plies else []

    def result(self, state, action):
        return state[0] * 4 + action, state[1] + 1, -state[2]

    def is_terminal(self, state):
        return state[1] >= self.plies

    def utility(self, state):
        return (state[0] * 7919 + self.salt) % 10007 % 7 - 3


class HalfPlayer(Digits):
    """Nobody's turn."""

    def to_move(self, state):
        return 0.5 if state[1] == self.plies - 1 and state[0] == self.at // 4 else state[2]


class ThirdPlayer(Digits):
    def to_move(self, state):
        return 2 if state[1] == self.plies - 1 and state[0] == self.at // 4 else state[2]


class Huge(Digits):
    """Beyond 64 bits, in every number that a search may make of it."""

    def utility(self, state):
        if state[0] == self.at:
            return 10 ** (15 + self.salt % 6)
        return (state[0] * 7919 + self.salt) % 10007 % 7 - 3


class HugeFloat(Digits):
    def utility(self, state):
        if state[0] == self.at:
            return 10.0 ** (self.salt % 600 - 300)
        return (state[0] * 7919 + self.salt) % 10007 % 7 - 3


class HugeAmongFloats(Digits):
    """Whole numbers that a float would round, beside floats."""

    def utility(self, state):
        if state[0] == self.at:
            return 2**53 + self.salt % 3
        return 2.0**53 if state[0] % 2 else 0.5


class Fine(Digits):
    """A little more than the others."""

    def utility(self, state):
        if state[0] == self.at:
            return 3 + 1e-13
        return (state[0] * 7919 + self.salt) % 10007 % 7 - 3


class Half(Digits):
    def utility(self, state):
        if state[0] == self.at:
            return Fraction(7, 2)
        return (state[0] * 7919 + self.salt) % 10007 % 7 - 3


class Truth(Digits):
    def utility(self, state):
        if state[0] == self.at:
            return True
        return (state[0] * 7919 + self.salt) % 10007 % 7 - 3


class Nothing(Digits):
    def utility(self, state):
        if state[0] == self.at:
            return None
        return (state[0] * 7919 + self.salt) % 10007 % 7 - 3


class NoNumber(Digits):
    def utility(self, state):
        if state[0] == self.at:
            return math.nan
        return (state[0] * 7919 + self.salt) % 10007 % 7 - 3


class FloatInState(Digits):
    """A number of the state is halved."""

    def result(self, state, action):
        number = state[0] * 4 + action
        over = state[1] == self.plies - 1
        return number / 2 if over and number == self.at else number, state[1] + 1, -state[2]


class Floats(Digits):
    """Values, and estimates, that differ in their last bits."""

    unit, shift = 1e-13, 0.0

    def utility(self, state):
        return self.shift + self.unit * ((state[0] * 7919 + self.salt) % 10007 % 5)

    def evaluate(self, state):
        return self.shift + self.unit * ((state[0] * 104729 + self.salt) % 10007 % 9) / 7


class FarFloats(Floats):
    unit, shift = 1e-6, 1e7


class Tenths(Floats):
    unit = 0.1


class Thirds(Floats):
    unit, shift = 1 / 3, -2 / 3


class LastBits(Floats):
    unit, shift = 2.0**-52, 1.0


ODD: list[type[Digits]] = [
    HalfPlayer, ThirdPlayer, Huge, HugeFloat, HugeAmongFloats, Fine, Half, Truth, Nothing, NoNumber,
    FloatInState,
]  # fmt: skip
FLOATS: list[type[Digits]] = [Floats, FarFloats, Tenths, Thirds, LastBits]
SHORT = [HalfPlayer, HugeAmongFloats, Fine, FarFloats, LastBits]


def job(seed: int, short: bool) -> tuple[str, Callable[[], Report]]:
    """The kind of a game, and what asks everything about it."""
    dice = random.Random(seed)
    kinds = SHORT if short else ODD + FLOATS
    kind = kinds[seed % len(kinds)]
    plies = 5 if kind in FLOATS else 6 if short else 8
    made: Any = kind
    game = made(dice.randrange(4**plies), plies, dice.randrange(1000))
    return f"{kind.__name__} at {game.at}", lambda: _asked(game, kind in FLOATS)


def _asked(game: Game[Any, Any], floats: bool) -> Report:
    failures: list[str] = []
    counts: Counter[str] = Counter(games=1)
    twin = Twin(game, game.initial(), 100_000)
    for lane in (engine_for, TextbookEngine):
        for question, settings in _questions(floats):
            where = f"{lane.__name__} {question} {settings}"
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    found = getattr(lane(game), question)(**settings)
            except ZermeloError as error:
                counts["refusals"] += 1
                failures += [f"{where}: {error!r}"] * (floats or len(str(error).splitlines()) != 1)
                continue
            except Exception as error:
                failures.append(f"{where}: {type(error).__name__}: {error}")
                continue
            counts["proven"] += found.proven
            wrong = judge(found, twin, game, game.initial())
            if floats and "depth" in settings:
                truth = minimax(game, depth=settings["depth"]).value
                wrong += [f"{found.value}, not {truth}"] * (found.value != truth)
            failures += [f"{where}: {each}" for each in wrong]
    return Report(failures, counts)


def _questions(floats: bool) -> list[tuple[str, dict[str, Any]]]:
    solving = [("solve", {"time": SECONDS}), ("solve", {"time": SECONDS, "all_moves": True})]
    depths = (1, 2, 3) if floats else (8,)
    return [*solving, *(("analyse", {"depth": d, "time": SECONDS}) for d in depths)]
