"""The time that a check may take."""

from __future__ import annotations

import math
import time


class OutOfTime(Exception):
    """The time is over: what was found so far is what there is."""


BUSY = 4  # where the machine is busy with other things, a check may last so much longer


class Clock:
    """Looked at before every question to the game; None: there is no limit.

    The seconds are those that this thread has the processor: what is found wrong with a game must
    not hang on what else the machine does.
    """

    def __init__(self, seconds: float | None) -> None:
        self.start, self.now = time.thread_time(), time.monotonic()
        self.end = math.inf if seconds is None else self.start + seconds
        self.latest = math.inf if seconds is None else self.now + BUSY * seconds

    def look(self) -> None:
        """Raises `OutOfTime` when the time is over."""
        if time.thread_time() > self.end or time.monotonic() > self.latest:
            raise OutOfTime

    def until(self, part: float) -> Clock:
        """A clock that stops when this part of the whole time is over."""
        clock = Clock(None)
        clock.end = self.start + part * (self.end - self.start)
        clock.latest = self.now + part * (self.latest - self.now)
        return clock
