"""The score of two players: its interval, the difference in Elo, when there are games enough.

Games are counted in pairs, the two from one opening with colours exchanged: what an opening is
worth cancels out within a pair. A pair is worth 0, 1/4, 1/2, 3/4 or 1 to the first player. All that
is told follows from one function, the likelihood of the pairs when they are worth so much on
average, whatever the five probabilities are: an interval holds the averages that are not 1.92 less
likely (in logarithms) than the best, which is 95 %; and the sequential test compares two of them
(a generalized sequential probability ratio test, GSPRT, over pairs: pentanomial).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import erf, inf, log, log10, sqrt
from operator import mul
from typing import Final

from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.match.results import Played

WORTH: Final = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair
TRACE: Final = 1e-3  # the count of what was never seen, so that every average is possible
CONFIDENT: Final = 1.96**2 / 2  # how much less likely the ends of a 95 % interval are
ERROR: Final = 0.05  # alpha and beta of the test
LIMIT: Final = log((1 - ERROR) / ERROR)
HALVINGS: Final = 50
EDGE: Final = 1e-9  # an average is at least so far from 0 and from 1


def pairs_of(games: Iterable[Played], first: str) -> list[int]:
    """How many pairs are worth each of `WORTH` to the player of that name; half pairs are none."""
    points: dict[int, list[int]] = defaultdict(list)
    for game in games:
        points[game.opening].append(game.winner if game.max == first else -game.winner)
    counts = [0] * len(WORTH)
    for both in points.values():
        if len(both) == 2:
            counts[sum(both) + 2] += 1
    return counts


def average(counts: Sequence[float]) -> float:
    """What a pair is worth."""
    return float(sum(map(mul, counts, WORTH)) / sum(counts))


def likelihood(pairs: Sequence[int], mean: float) -> float:
    """The logarithm of the largest likelihood of the pairs, if they are worth `mean` on average.

    The probabilities are then n / N / (1 + x (worth - mean)), with the x at which they add up to 1.
    """
    counts = [(count or TRACE, worth - mean) for count, worth in zip(pairs, WORTH, strict=True)]
    total = sum(count for count, _gap in counts)

    def slope(x: float) -> float:
        return sum(count * gap / (1 + x * gap) for count, gap in counts)

    x = _root(slope, -1 / (1 - mean), 1 / mean)
    return sum(count * log(count / total / (1 + x * gap)) for count, gap in counts)


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that falls is 0."""
    for _half in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2


def elo(score: float) -> float:
    """The difference in Elo at which this is the expected score."""
    if not 0 < score < 1:
        return inf if score > 0 else -inf
    return 400 * log10(score / (1 - score))


def expected(difference: float) -> float:
    """The score that is expected at a difference in Elo."""
    return float(1 / (1 + 10 ** (-difference / 400)))


@dataclass(frozen=True)
class Score:
    """What the pairs tell of the first player: its score from `low` to `high` in 95 of 100 cases.

    `superior`: how likely it is that the first player is the stronger one.
    """

    score: float
    low: float
    high: float
    superior: float

    @classmethod
    def of(cls, pairs: Sequence[int]) -> Score | None:
        """The score; None without any pair."""
        if not sum(pairs):
            return None
        counts = [count or TRACE for count in pairs]
        mean, score = average(counts), average(pairs)
        best = likelihood(pairs, mean)

        def above(score: float) -> float:
            return likelihood(pairs, score) - best + CONFIDENT

        low = _root(lambda score: -above(score), EDGE, mean)
        high = _root(above, mean, 1 - EDGE)
        even = 2 * max(best - likelihood(pairs, 0.5), 0.0)
        superior = (1 + erf((1 if mean > 0.5 else -1) * sqrt(even / 2))) / 2
        return cls(score, 0.0 if score == 0 else low, 1.0 if score == 1 else high, superior)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo, and from where to where it may be."""
        return elo(self.score), elo(self.low), elo(self.high)


@dataclass(frozen=True)
class Sprt:
    """A test that ends a match as soon as one of two differences in Elo is certain enough.

    Whichever is true, the other one is accepted in 5 cases of 100.
    """

    elo0: float
    elo1: float

    @classmethod
    def read(cls, text: str) -> Sprt:
        """The test that is written "elo0,elo1"."""
        try:
            elo0, elo1 = map(float, text.split(","))
            if -1000 <= elo0 < elo1 <= 1000:
                return cls(elo0, elo1)
        except ValueError:
            pass
        words = _("--sprt takes two differences in Elo, the smaller first, as 0,10, not '{text}'")
        raise ZermeloError(words.format(text=text))

    def ratio(self, pairs: Sequence[int]) -> float:
        """The logarithm of how much more likely `elo1` is than `elo0`."""
        if not sum(pairs):
            return 0.0
        return likelihood(pairs, expected(self.elo1)) - likelihood(pairs, expected(self.elo0))

    def accepted(self, pairs: Sequence[int]) -> float | None:
        """The difference that is certain enough; None: neither yet."""
        ratio = self.ratio(pairs)
        return None if abs(ratio) < LIMIT else self.elo1 if ratio > 0 else self.elo0
