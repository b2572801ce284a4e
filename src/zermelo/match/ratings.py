"""Ratings: what each player scored, and its Elo with an interval, from the results of games.

The Elo ratings are those under which the results are most likely (Bradley and Terry), a draw being
half a win and half a loss. Everybody also has one draw with a player of average strength, so that
whoever has lost all games has a rating too. An interval holds the true rating in 95 cases of 100,
if games are independent; it is the curvature of the likelihood that tells it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np

ELO: Final = 400 / log(10)  # points for a factor e of strength
CONFIDENT: Final = 1.96  # standard errors of a 95 % interval
PRIOR: Final = 1.0  # games drawn with an average player
ROUNDS: Final = 100
STEP: Final = 1.0  # the largest change of a rating in one round, in units of log strength


@dataclass(frozen=True)
class Rating:
    """What one player scored; `elo` is relative to the average, within `error` of the truth."""

    name: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    elo: float = 0.0
    error: float | None = None

    @property
    def games(self) -> int:
        """How many games it has played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Its points: 1 for a win, half for a draw."""
        return self.wins + self.draws / 2


def ratings(names: Sequence[str], results: Iterable[tuple[str, str, int]]) -> list[Rating]:
    """The ratings, the best first, of (first player, second player, 1 or 0 or -1 for the first)."""
    place = {name: index for index, name in enumerate(names)}
    counts = np.zeros((len(names), 3), dtype=int)  # wins, draws, losses
    points = np.zeros((len(names), len(names)))  # of the row against the column
    for first, second, result in results:
        one, other = place[first], place[second]
        counts[one, 1 - result] += 1
        counts[other, 1 + result] += 1
        points[one, other] += (1 + result) / 2
        points[other, one] += (1 - result) / 2
    elo, errors = _most_likely(points)
    found = []
    for name, index in place.items():
        wins, draws, losses = map(int, counts[index])
        error = errors[index] if wins + draws + losses else None
        found.append(Rating(name, wins, draws, losses, elo[index], error))
    return sorted(found, key=lambda one: (-round(one.elo, 6), -one.score, one.name))


def _most_likely(points: np.ndarray) -> tuple[list[float], list[float]]:
    """The ratings at which the points are most likely, by Newton's method, and their errors."""
    size = len(points)
    games = points + points.T
    strength = np.zeros(size)
    for _round in range(ROUNDS):
        gap = strength[:, None] - strength[None, :]
        expected, level = 1 / (1 + np.exp(-gap)), 1 / (1 + np.exp(-strength))
        slope = (points - games * expected).sum(axis=1) + PRIOR * (0.5 - level)
        weight = games * expected * (1 - expected)
        curve = np.diag(weight.sum(axis=1) + PRIOR * level * (1 - level)) - weight
        step = np.linalg.solve(curve, slope)
        strength += step * min(1.0, STEP / max(np.abs(step).max(), 1e-12))
        if np.abs(step).max() < 1e-9:
            break
    centre = np.eye(size) - 1 / size
    spread = centre @ np.linalg.inv(curve) @ centre
    errors = CONFIDENT * np.sqrt(np.maximum(np.diag(spread), 0.0))
    elo = ELO * (strength - strength.mean())
    return [float(one) for one in elo], [float(ELO * one) for one in errors]
