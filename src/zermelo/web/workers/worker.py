"""A process that searches, as the server sees it."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import threading
from collections.abc import Callable
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, Final

from zermelo import confined
from zermelo.web.settings import Setup
from zermelo.web.workers import process
from zermelo.web.workers.messages import (
    Answer,
    Cancel,
    Done,
    Event,
    Failed,
    Job,
    Preparing,
    Ready,
    read,
)
from zermelo.web.workers.queue import Ticket

LARGEST: Final = 128 << 20  # bytes of a message
LARGEST_OF_RULES: Final = 8 << 20  # the same, of a process that draws boards and no more


class Worker:
    """One process; what it says comes in on a thread and waits in `answers`, None at its end."""

    def __init__(self, setup: Setup, loop: asyncio.AbstractEventLoop, engine: bool = True) -> None:
        # A fork would copy the server's threads and sockets.
        spawn = multiprocessing.get_context("spawn")
        self.connection, theirs = spawn.Pipe()
        self.process = spawn.Process(
            target=process.main, args=(theirs, setup, engine), name="zermelo-search", daemon=True
        )
        self.process.start()
        theirs.close()
        self.confined = bool(setup.games)
        self.pid = 0
        self.answers: asyncio.Queue[Event | Done | Failed | None] = asyncio.Queue()
        self.ready = asyncio.Event()
        self.preparing = self.ended = False
        self.games: tuple[str, ...] = ()  # of users, whose files it has run
        self.stale = False  # one of them was saved since
        self.ticket: Ticket | None = None  # of the work that it does
        self.when_ended: Callable[[], None] | None = None
        self.memory = 0.0
        self.most = LARGEST if engine else LARGEST_OF_RULES
        self.last: Any = None  # what it searched last: its table knows something of it
        try:
            threading.Thread(target=self._listen, args=(loop,), daemon=True).start()
        except RuntimeError:  # no memory: nobody would hear this process
            self.end()
            raise

    def send(self, order: Job | Cancel) -> None:
        """Tells the process something; one that has ended hears nothing."""
        with contextlib.suppress(OSError):
            self.connection.send(order)

    async def answer(self, seconds: float) -> Event | Done | Failed | None:
        """The next that it says; TimeoutError if it says nothing for so long."""
        async with asyncio.timeout(seconds):  # `wait_for` may forget that it was cancelled
            return await self.answers.get()

    def end(self) -> None:
        """Ends the process at once, and all that a user's rules have started in it."""
        if self.confined:
            confined.end(self.process)
        else:
            self.process.kill()

    def starved(self) -> float:
        """The seconds that it was ready to work, and others had the processor; 0: nobody tells."""
        try:
            return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[1]) / 1e9
        except (OSError, ValueError, IndexError):
            return 0.0

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            with contextlib.suppress(EOFError, OSError, UnpicklingError):
                while True:
                    message = self.connection.recv_bytes(self.most)
                    loop.call_soon_threadsafe(self._take, read(message))
            self.end()  # what does not speak as we do is not heard any more
            loop.call_soon_threadsafe(self._take, None)
        self.process.join()
        self.connection.close()

    def _take(self, answer: Answer | None) -> None:
        if isinstance(answer, Ready):
            self.pid = answer.pid
            self.ready.set()
        elif isinstance(answer, Preparing):
            self.preparing = answer.on
        else:
            if isinstance(answer, Done | Failed):
                self.memory, self.preparing = answer.memory, False
                self.games = answer.games
            elif answer is None:
                self.ended = True
                self.ready.set()
                if self.when_ended:
                    self.when_ended()
            self.answers.put_nowait(answer)
