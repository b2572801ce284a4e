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
    """Calls hooks at their moments; they must be quick."""

    def __init__(self) -> None:
        self._alarms: list[Alarm] = []
        self._changed = threading.Condition()
        threading.Thread(target=self._run, daemon=True, name="zermelo-clock").start()

    def add(self, moment: float, hook: Callable[[], None]) -> Alarm:
        """Has `hook` called at a moment of the monotonic clock."""
        alarm = Alarm(moment, hook)
        with self._changed:
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


_lock = threading.Lock()
_clock: Clock | None = None


def clock() -> Clock:
    """The clock of this process."""
    global _clock
    with _lock:
        if _clock is None:
            _clock = Clock()
        return _clock


def _after_fork() -> None:
    """A child of this process has none of its threads."""
    global _clock, _lock
    _clock, _lock = None, threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
