"""A dialogue in lines of text: one thread hears them, another does the work they ask for.

So a question is answered while a search is under way, and `quit` ends that search.
"""

from __future__ import annotations

import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextvars import copy_context
from functools import partial
from typing import Final

PATIENCE: Final = 0.5  # seconds in which what is stopped must end


class Dialogue(ABC):
    """What all protocols share."""

    def __init__(self, write: Callable[[str], object]) -> None:
        """`write` is given whole lines, from either thread, one text at a time."""
        self._write, self._writing = write, threading.Lock()
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._worker = threading.Thread(target=self._work, daemon=True, name="zermelo-dialogue")
        self._worker.start()

    def run(self, lines: Iterable[str]) -> bool:
        """Hears lines until one ends the dialogue, or there are no more; whether all work is over.

        It may not be: to compile a game cannot be stopped.
        """
        try:
            any(not self.hear(line) for line in lines)
        finally:
            self.stop_all()
            self._jobs.put(None)
            self._worker.join(PATIENCE)
        return not self._worker.is_alive()

    @abstractmethod
    def hear(self, line: str) -> bool:
        """Answers a line, or sees to it that it is answered; False: the dialogue is over."""

    @abstractmethod
    def stop_all(self) -> None:
        """Makes the work that is under way, and the work to come, end soon."""

    @abstractmethod
    def complain(self, error: Exception) -> None:
        """Tells what kept a piece of work from being done."""

    def tell(self, *lines: str) -> None:
        """Writes lines, all together."""
        with self._writing:
            self._write("".join(f"{line}\n" for line in lines))

    def later(self, work: Callable[[], None]) -> None:
        """Has work done when that before it is."""
        self._jobs.put(partial(copy_context().run, work))  # in the language of this thread

    def _work(self) -> None:
        while job := self._jobs.get():
            try:
                job()
            except OSError:  # nobody reads any more
                return
            except Exception as error:  # the rules of a user may raise anything
                self.complain(error)
