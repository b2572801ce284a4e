"""The time that a check may take."""

from __future__ import annotations

import math
import time


class OutOfTime(Exception):
    """The time is over: what was found so far is what there is."""


class Clock:
    """Looked at before every question to the game; None: there is no limit.

    `patience`: where the machine is busy with other things, it may last so many times as long, as
    far as this thread did not have the processor.
    """

    def __init__(self, seconds: float | None, patience: float = 1) -> None:
        self.begun = time.thread_time(), time.monotonic()
        self.ends = (math.inf, math.inf)
        if seconds is not None:
            self.ends = self.begun[0] + seconds, self.begun[1] + patience * seconds

    def look(self) -> None:
        """Raises `OutOfTime` when the time is over."""
        if time.thread_time() > self.ends[0] or time.monotonic() > self.ends[1]:
            raise OutOfTime

    def until(self, part: float) -> Clock:
        """A clock that stops when this part of the whole time is over."""
        clock = Clock(None)
        worked, passed = (b + part * (e - b) for b, e in zip(self.begun, self.ends, strict=True))
        clock.ends = worked, passed
        return clock
