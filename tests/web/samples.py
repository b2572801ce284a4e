"""Games of users for tests: a good one, and some that misbehave."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import partial
from typing import Any, TypeAlias

from tests.players import Ladder, Round, Seven
from zermelo import MAX, MIN, Game
from zermelo.web.settings import Loader


class Countdown(Game[int, int]):
    """Take one or two; who takes the last one wins."""

    def __init__(self, start: int = 4) -> None:
        self.start = start

    def initial(self) -> int:
        return self.start

    def to_move(self, state: int) -> int:
        return MAX if (self.start - state) % 2 == 0 else MIN

    def actions(self, state: int) -> Iterator[int]:
        yield from range(1, min(2, state) + 1)

    def result(self, state: int, action: int) -> int:
        return state - action

    def is_terminal(self, state: int) -> bool:
        return state <= 0

    def utility(self, state: int) -> int:
        return -self.to_move(state)

    def evaluate(self, state: int) -> int:
        return 0


class Sleepy(Countdown):
    """Deaf while it thinks."""

    def evaluate(self, state: int) -> int:
        time.sleep(60)
        return 0


class Deadly(Countdown):
    """Ends the process that searches it."""

    def evaluate(self, state: int) -> int:
        os._exit(3)


class Broken(Countdown):
    """A rule with a mistake."""

    def evaluate(self, state: int) -> int:
        return 1 // 0


class Hungry(Countdown):
    """Takes more memory than a process may have."""

    def evaluate(self, state: int) -> int:
        return len(bytearray(64 << 30))


class Lopsided(Countdown):
    """Looks as it should, and breaks a rule: its players are 1 and 2."""

    def to_move(self, state: int) -> int:
        return 1 if (self.start - state) % 2 == 0 else 2


Kinds: TypeAlias = dict[str, type[Game[Any, Any]]]

CLASSES: Kinds = {
    kind.__name__: kind for kind in (Countdown, Sleepy, Deadly, Broken, Hungry, Lopsided)
}
SEATED: Kinds = {"Ladder": Ladder, "Seven": Seven, "Round": Round}


def load(name: str) -> type[Game[Any, Any]]:
    """The class of that name, as a process of its own finds it."""
    return {**CLASSES, **SEATED}[name]


LOADERS: dict[str, Loader] = {name: partial(load, name) for name in CLASSES}
FOR_ONE_OR_MORE: dict[str, Loader] = {name: partial(load, name) for name in SEATED}
