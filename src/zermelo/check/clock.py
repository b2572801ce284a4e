"""The time that a check may take."""

from __future__ import annotations

import math
import time


class OutOfTime(Exception):
    """The time is over: what was found so far is what there is."""


class Clock:
    """Looked at before every question to the game; None: there is no limit."""

    def __init__(self, seconds: float | None) -> None:
        self.start = time.monotonic()
        self.end = math.inf if seconds is None else self.start + seconds

    def look(self) -> None:
        """Raises `OutOfTime` when the time is over."""
        if time.monotonic() > self.end:
            raise OutOfTime

    def until(self, part: float) -> Clock:
        """A clock that stops when this part of the whole time is over."""
        clock = Clock(None)
        clock.end = self.start + part * (self.end - self.start)
        return clock
