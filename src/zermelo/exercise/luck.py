"""Chance that is the same everywhere: of Python's generator only what it promises to keep."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Luck:
    """Draws that depend on the seed alone, not on the machine or the version of Python.

    Only `Random.random` is promised to give the same numbers for ever, so all else is made of it.
    """

    def __init__(self, seed: int) -> None:
        self._next = Random(seed).random

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1."""
        return int(self._next() * bound)

    def pick(self, things: Sequence[T]) -> T:
        """One of the things."""
        return things[self.below(len(things))]

    def sample(self, things: Sequence[T], count: int) -> list[T]:
        """So many different ones of the things, in any order."""
        rest = list(things)
        found = []
        for _ in range(count):
            place = self.below(len(rest))
            rest[place], rest[-1] = rest[-1], rest[place]
            found.append(rest.pop())
        return found

    def happens(self, probability: float) -> bool:
        """Whether something of this probability happens."""
        return self._next() < probability
