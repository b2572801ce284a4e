"""The server's side: hands jobs to processes, queues others, stops what nobody wants."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import deque
from collections.abc import AsyncGenerator, Coroutine
from typing import Any, Final

from zermelo.language import _, current
from zermelo.web.problems import Problem, failed
from zermelo.web.settings import ServerSettings
from zermelo.web.workers.messages import Cancel, Done, Event, Failed, Job
from zermelo.web.workers.worker import Worker

TICK: Final = 0.2  # seconds between two looks at the clock

_numbers = itertools.count(1)


class Pool:
    """Some processes, started when they are needed, and the queue before them."""

    def __init__(self, settings: ServerSettings, size: int, engine: bool = True) -> None:
        self.settings, self.size, self.engine = settings, size, engine
        self.workers: set[Worker] = set()
        self.idle: list[Worker] = []
        self.queue: deque[asyncio.Future[Worker]] = deque()
        self._background: set[asyncio.Task[None]] = set()
        self._starting = 0

    @property
    def busy(self) -> int:
        """How many processes are at work."""
        return sum(worker.busy for worker in self.workers)

    @property
    def warm(self) -> bool:
        """Whether a process has loaded the engine."""
        return any(worker.ready.is_set() for worker in self.workers)

    def open(self) -> None:
        """Starts the first process, so that the first visitor need not wait for it."""
        self._spawn()

    def abandon(self) -> None:
        """Ends what is under way and begins nothing more: the server is about to end."""
        self.size = 0
        for waiting in self.queue:
            if not waiting.done():
                waiting.set_exception(_ending())
        for worker in self.workers:
            worker.end()

    async def close(self) -> None:
        """Ends all processes."""
        for task in list(self._background):
            task.cancel()
        for waiting in self.queue:
            waiting.cancel()
        workers = list(self.workers)
        for worker in workers:
            worker.end()
        for worker in workers:
            await asyncio.to_thread(worker.process.join, 2)

    def check_room(self) -> None:
        """Refuses when the queue is too long."""
        if self.size == 0:
            raise _ending()
        if len(self.queue) >= self.settings.waiting:
            raise _busy()

    async def run(self, task: str, request: Any, seconds: float, about: Any = None) -> Any:
        """The result of a task; cancelling stops the work."""
        async with contextlib.aclosing(self.stream(task, request, seconds, about)) as answers:
            async for answer in answers:
                if isinstance(answer, Done):
                    return answer.result
        raise AssertionError("a stream ends with a result or a problem")

    async def stream(
        self, task: str, request: Any, seconds: float, about: Any = None
    ) -> AsyncGenerator[Event | Done, None]:
        """The events of a task and its result; closing the stream stops the work.

        After so many `seconds`, besides those that it compiles, it is ended. `about` is what it
        searches: a process that has searched the same before is preferred.
        """
        self.check_room()
        number, waiting = next(_numbers), self._ask(about)
        worker: Worker | None = None
        finished = False
        try:
            if not waiting.done():
                yield Event(number, "waiting", {"ahead": len(self.queue) - 1})
            worker = await self._wait(waiting)
            worker.busy, worker.last = True, about
            worker.send(Job(number, task, request, current()))
            async for answer in self._answers(worker, seconds):
                if answer is None:
                    finished = True
                    raise _ending() if self.size == 0 else self.crashed()
                if answer.number == number:
                    finished = not isinstance(answer, Event)
                    if isinstance(answer, Failed):
                        raise failed(answer.kind, answer.detail, answer.more)
                    yield answer
                    if finished:
                        return
        finally:
            if worker is None:
                self._leave(waiting)
            elif finished:
                self._release(worker)
            else:
                worker.send(Cancel(number))
                self._later(self._settle(worker, number))

    async def _answers(
        self, worker: Worker, seconds: float
    ) -> AsyncGenerator[Event | Done | Failed | None, None]:
        """What a process says, until it has had its time."""
        loop = asyncio.get_running_loop()
        left = {False: seconds, True: self.settings.preparing}
        while True:
            began = loop.time()
            with contextlib.suppress(TimeoutError):
                yield await asyncio.wait_for(worker.answers.get(), TICK)
            left[worker.preparing] -= loop.time() - began
            if left[worker.preparing] <= 0:
                raise self.too_long()

    def too_long(self) -> Problem:
        """What is said of a job that has had its time."""
        return Problem("too-long", _("this takes too long: ask for less"))

    def crashed(self) -> Problem:
        """What is said of a job whose process has ended."""
        return Problem("server", _("the search ended without an answer"))

    # --- the queue -------------------------------------------------------------------------------

    def _ask(self, about: Any) -> asyncio.Future[Worker]:
        """A process, now or later."""
        waiting: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.idle = [worker for worker in self.idle if not worker.ended]
        if self.idle:
            self.idle.sort(key=lambda worker: worker.last == about)
            waiting.set_result(self.idle.pop())
            return waiting
        self.queue.append(waiting)
        self._spawn()
        return waiting

    async def _wait(self, waiting: asyncio.Future[Worker]) -> Worker:
        done, _pending = await asyncio.wait({waiting}, timeout=self.settings.patience)
        if not done:
            raise _busy()
        return waiting.result()

    def _leave(self, waiting: asyncio.Future[Worker]) -> None:
        """Somebody does not wait any more; a process given to nobody goes to the next."""
        with contextlib.suppress(ValueError):
            self.queue.remove(waiting)
        if waiting.done() and not waiting.cancelled() and not waiting.exception():
            self._give(waiting.result())

    def _give(self, worker: Worker) -> None:
        worker.busy = False
        while self.queue:
            waiting = self.queue.popleft()
            if not waiting.done():
                waiting.set_result(worker)
                return
        self.idle.append(worker)

    def _spawn(self) -> None:
        """Starts another process, if there is room for one."""
        if len(self.workers) + self._starting < self.size:
            self._starting += 1
            self._later(self._start())

    async def _start(self) -> None:
        try:
            loop = asyncio.get_running_loop()
            worker = await asyncio.to_thread(Worker, self.settings.setup, loop, self.engine)
        finally:
            self._starting -= 1
        worker.when_ended = lambda: self.workers.discard(worker)
        self.workers.add(worker)
        await worker.ready.wait()
        if not worker.ended:
            self._give(worker)
            return
        self.workers.discard(worker)
        for waiting in self.queue:
            if not waiting.done():
                waiting.set_exception(Problem("server", _("the engine does not start")))

    # --- the end of a job ------------------------------------------------------------------------

    def _release(self, worker: Worker) -> None:
        if worker.ended or worker.memory > self.settings.setup.memory:
            self._replace(worker)
        else:
            self._give(worker)

    async def _settle(self, worker: Worker, number: int) -> None:
        """Waits until a process has stopped; one that does not is ended."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        while not worker.ended:
            most = self.settings.preparing if worker.preparing else self.settings.stopping
            if loop.time() > began + most:
                break
            with contextlib.suppress(TimeoutError):
                answer = await asyncio.wait_for(worker.answers.get(), TICK)
                if isinstance(answer, Done | Failed) and answer.number == number:
                    self._release(worker)
                    return
        self._replace(worker)

    def _replace(self, worker: Worker) -> None:
        self.workers.discard(worker)
        worker.end()
        self._spawn()

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)


def _ending() -> Problem:
    return Problem("busy", _("the server is about to end"))


def _busy() -> Problem:
    detail = _("the engine is busy with others: try again in a moment")
    return Problem("busy", detail, {"Retry-After": "5"})
