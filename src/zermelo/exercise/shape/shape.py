"""What a tree of an exercise must be like."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from zermelo.game import ZermeloError
from zermelo.games.mnk import HEURISTICS
from zermelo.search import settings

MAX_LEAVES: Final = 128  # a sheet with more is no exercise

KEYS: Final = {
    "depth": "3",
    "branching": "2-3",
    "cuts": "",
    "deep": "",
    "pruned": "",
    "ties": "no",
    "leaves": "",
    "step": "1",
    "root": "max",
    "levels": "",
    "chance": "",
    "odds": "mixed",
    "uneven": "no",
    "cut": "ge",
    "test": "last",
    "returns": "soft",
    "heuristic": "lines",
}
CONVENTIONAL: Final = ("cut", "test", "returns")
COUNTED: Final = ("cuts", "deep", "pruned")
CHOICES: Final = {
    "ties": ("no", "yes", "any"),
    "root": ("max", "min"),
    "odds": ("mixed", "equal"),
    "uneven": ("no", "yes"),
    **{key: settings.CHOICES[key] for key in CONVENTIONAL},
    "heuristic": HEURISTICS,
}


class ShapeError(ZermeloError):
    """A shape that contradicts itself, or that no tree was found for."""


class Span(NamedTuple):
    """From `low` to `high`, both included."""

    low: int
    high: float  # a whole number, or infinity

    def distance(self, count: int) -> float:
        """How far a count is from the span."""
        return max(self.low - count, count - self.high, 0)


@dataclass(frozen=True)
class Shape:
    """What a tree must be like. `text` reads back as an equal shape."""

    text: str
    depth: int
    branching: Span
    cuts: Span | None
    deep: Span | None
    pruned: Span | None
    ties: str
    ends: tuple[Fraction, Fraction] | None  # of the leaves; None: by how many there are
    step: Fraction
    levels: tuple[int, ...]
    odds: str
    uneven: bool
    cut: str
    test: str
    returns: str
    heuristic: str  # on boards

    @property
    def conventions(self) -> dict[str, str]:
        """The settings of alpha-beta."""
        return {key: getattr(self, key) for key in CONVENTIONAL}

    @property
    def least_leaves(self) -> int:
        """The fewest leaves that such a tree can have."""
        if self.uneven:
            return max(self.depth * (self.branching.low - 1) + 1, 2)
        return int(self.branching.low**self.depth)

    @property
    def most_leaves(self) -> int:
        """The most leaves that such a tree may have: what a sheet and the values allow."""
        if self.ties == "no" and self.ends:
            return min(MAX_LEAVES, self.values)
        return MAX_LEAVES

    @property
    def values(self) -> int:
        """How many different values the leaves can have."""
        assert self.ends is not None
        low, high = self.ends
        return int((high - low) / self.step) + 1
