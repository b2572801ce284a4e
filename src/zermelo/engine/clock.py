"""One thread that knows when the time of each call is over."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from time import monotonic
from typing import Final, NamedTuple

LONGEST: Final = 3600.0  # seconds that are waited for at a time


class Alarm(NamedTuple):
    """A moment, and what is called then."""

    moment: float
    hook: Callable[[], None]


class Clock:
    """Calls hooks at their moments; they must be quick. Its thread begins with the first."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begins anew: a child of this process has none of its threads."""
        self._alarms: list[Alarm] = []
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def add(self, moment: float, hook: Callable[[], None]) -> Alarm:
        """Has `hook` called at a moment of the monotonic clock."""
        alarm = Alarm(moment, hook)
        with self._changed:
            if self._thread is None:
                thread = threading.Thread(target=self._run, daemon=True, name="zermelo-clock")
                thread.start()
                self._thread = thread
            self._alarms.append(alarm)
            self._changed.notify()
        return alarm

    def remove(self, alarm: Alarm) -> None:
        """Does not call that one any more; it may have been called already."""
        with self._changed:
            self._alarms = [each for each in self._alarms if each is not alarm]

    def _run(self) -> None:
        while True:
            with self._changed:
                now = monotonic()
                due = [alarm for alarm in self._alarms if alarm.moment <= now]
                self._alarms = [alarm for alarm in self._alarms if alarm.moment > now]
                if not due:
                    moments = [alarm.moment - now for alarm in self._alarms]
                    self._changed.wait(min([*moments, LONGEST]))
            for alarm in due:
                alarm.hook()


CLOCK: Final = Clock()

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=CLOCK.forget)
