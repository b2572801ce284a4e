"""A token by which a call of an engine is stopped, from any thread, before it begins or later."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from zermelo.engine.clock import CLOCK


class Stop:
    """Once set it stays set: whatever call it was handed to ends, and is not lost.

    It can be asked like a function, so that it is also what the textbook's `stop` setting takes.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._set = False
        self._deadline = math.inf
        self._hooks: list[Callable[[], None]] = []

    def set(self) -> None:
        """Ends the calls that have this token, now or when they begin."""
        with self._lock:
            self._set = True
            hooks = list(self._hooks)
        for hook in hooks:
            hook()

    def __call__(self) -> bool:
        # Whoever asks need not wait until Python lets the clock's thread run.
        if not self._set and monotonic() >= self._deadline:
            self.set()
        return self._set

    @contextmanager
    def after(self, seconds: float | None) -> Iterator[None]:
        """Is set after so many seconds."""
        if seconds is None:
            yield
            return
        self._deadline = monotonic() + seconds
        alarm = CLOCK.add(self._deadline, self.set)
        try:
            yield
        finally:
            CLOCK.remove(alarm)

    @contextmanager
    def calling(self, hook: Callable[[], None]) -> Iterator[None]:
        """Has `hook` called when the token is set, at once if it is already."""
        with self._lock:
            self._hooks.append(hook)
            already = self._set
        if already:
            hook()
        try:
            yield
        finally:
            with self._lock:
                self._hooks.remove(hook)


@contextmanager
def watching(question: Callable[[], bool] | None, stop: Stop) -> Iterator[None]:
    """Sets the token as soon as `question`, asked every few milliseconds, says yes."""
    if question is None:
        yield
        return
    if isinstance(question, Stop):
        with question.calling(stop.set):
            yield
        return
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            if question():
                stop.set()
                return
            done.wait(0.01)

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        done.set()
