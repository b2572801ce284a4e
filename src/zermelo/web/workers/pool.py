"""The server's side: hands jobs to processes, queues others, stops what nobody wants."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import AsyncGenerator, Coroutine
from typing import Any, Final

from zermelo.extras import want_of_memory
from zermelo.language import _, current
from zermelo.web.problems import Problem, failed
from zermelo.web.settings import ServerSettings
from zermelo.web.visitor import visitor
from zermelo.web.workers.messages import Cancel, Done, Event, Failed, Job
from zermelo.web.workers.queue import Queue, Ticket
from zermelo.web.workers.worker import Worker

TICK: Final = 0.2  # seconds between two looks at the clock
LOG: Final = logging.getLogger("uvicorn.error")
STARVED: Final = 5  # times as long as it may take, it waits at most for the processor
CROWD: Final = 4  # times as many may wait as of one visitor

_numbers = itertools.count(1)


class _EndedError(Exception):
    """A process has ended before its job."""

    def __init__(self, confined: bool) -> None:
        self.confined = confined  # then it ran a user's rules, which may well have ended it


class Pool:
    """Some processes, started when they are needed, and the queue before them."""

    def __init__(
        self, settings: ServerSettings, size: int, engine: bool = True, reserve: int = 0
    ) -> None:
        self.settings, self.size, self.engine = settings, size, engine
        self.reserve = reserve  # processes that are for short work alone
        self.workers: set[Worker] = set()
        self.idle: list[Worker] = []
        self.queue = Queue()
        self._background: set[asyncio.Task[None]] = set()
        self._starting = 0

    @property
    def busy(self) -> int:
        """How many processes are at work."""
        return sum(worker.ticket is not None for worker in self.workers)

    @property
    def warm(self) -> bool:
        """Whether a process has loaded the engine."""
        return any(worker.ready.is_set() for worker in self.workers)

    def open(self) -> None:
        """Starts the first process, so that the first visitor need not wait for it.

        And what is kept for short work: it is wanted just when all others have much to do.
        """
        for _first in range(1 + self.reserve):
            self._spawn()

    def abandon(self) -> None:
        """Ends what is under way and begins nothing more: the server is about to end."""
        self.size = 0
        self._fail(_ending())
        for worker in self.workers:
            worker.end()

    async def close(self) -> None:
        """Ends all processes."""
        for task in list(self._background):
            task.cancel()
        for ticket in self.queue.waiting:
            ticket.worker.cancel()
        workers = list(self.workers)
        for worker in workers:
            worker.end()
        for worker in workers:
            await asyncio.to_thread(worker.process.join, 2)

    def renew(self, game: str) -> None:
        """Replaces the processes that may have loaded a game: if they are at work, after that."""
        for worker in list(self.workers):
            if worker.ticket:
                worker.stale = True
            elif game in worker.games:
                worker.stale = True
                self._replace(worker)

    def check_room(self) -> None:
        """Refuses when the queue is too long, or the part of this visitor, or of this address."""
        if self.size == 0:
            raise _ending()
        most, who = self.settings.waiting, visitor()
        mine, here = self.queue.count(who.key), self.queue.count(who.address)
        if mine >= most or here >= 2 * most or len(self.queue) >= CROWD * most:
            raise _busy()

    async def run(
        self, task: str, request: Any, seconds: float, about: Any = None, short: bool = False
    ) -> Any:
        """The result of a task; cancelling stops the work."""
        stream = self.stream(task, request, seconds, about, short)
        async with contextlib.aclosing(stream) as answers:
            async for answer in answers:
                if isinstance(answer, Done):
                    return answer.result
        raise AssertionError("a stream ends with a result or a problem")

    async def stream(
        self, task: str, request: Any, seconds: float, about: Any = None, short: bool = False
    ) -> AsyncGenerator[Event | Done, None]:
        """The events of a task and its result; closing the stream stops the work.

        A process that ends before it has said anything is replaced, once. After so many `seconds`,
        besides those that it compiles, the work is ended. `about` is what it searches: a process
        that has searched the same before is preferred. What is `short` is done in a moment, and
        never waits for what is not.
        """
        self.check_room()
        for last in (False, True):
            begun = False
            attempt = self._attempt(task, request, seconds, about, short)
            try:
                async with contextlib.aclosing(attempt) as answers:
                    async for answer in answers:
                        begun = begun or not isinstance(answer, Event) or answer.name != "waiting"
                        yield answer
                return
            except _EndedError as ended:  # one that was killed while idle may not be known as dead
                if begun or last or ended.confined or self.size == 0:
                    raise (_ending() if self.size == 0 else self.crashed()) from None

    async def _attempt(
        self, task: str, request: Any, seconds: float, about: Any, short: bool
    ) -> AsyncGenerator[Event | Done, None]:
        number, ticket = next(_numbers), self._ask(about, short)
        worker: Worker | None = None
        finished = False
        try:
            if not ticket.worker.done():
                yield Event(number, "waiting", {"ahead": len(self.queue) - 1})
            worker = await self._wait(ticket)
            worker.last = about
            worker.send(Job(number, task, request, current()))
            async for answer in self._answers(worker, seconds):
                if answer is None:
                    finished = True
                    raise _EndedError(worker.confined and not worker.stale)
                if answer.number == number:
                    finished = not isinstance(answer, Event)
                    if isinstance(answer, Failed):
                        if answer.trace:
                            LOG.error("%s", answer.trace)
                        raise failed(answer.kind, answer.detail, answer.more)
                    yield answer
                    if finished:
                        return
        finally:
            if worker is None:
                self._leave(ticket)
            elif finished:
                self._give(worker)
            else:
                worker.send(Cancel(number))
                self._later(self._settle(worker, number))

    async def _answers(
        self, worker: Worker, seconds: float
    ) -> AsyncGenerator[Event | Done | Failed | None, None]:
        """What a process says, until it has had its time; what others had of it counts less."""
        loop = asyncio.get_running_loop()
        left = {False: seconds, True: self.settings.preparing}
        while True:
            began, starved = loop.time(), worker.starved()
            with contextlib.suppress(TimeoutError):
                yield await worker.answer(TICK)
            passed = loop.time() - began
            had = passed - (worker.starved() - starved)
            left[worker.preparing] -= max(had, passed / STARVED)
            if left[worker.preparing] <= 0:
                raise self.too_long()

    def too_long(self) -> Problem:
        """What is said of a job that has had its time."""
        return Problem("too-long", _("this takes too long: ask for less"))

    def crashed(self) -> Problem:
        """What is said of a job whose process has ended."""
        return Problem("server", _("the search ended without an answer"))

    # --- the queue -------------------------------------------------------------------------------

    def _ask(self, about: Any, short: bool) -> Ticket:
        """A process, now or later."""
        ticket = Ticket(about, short, asyncio.get_running_loop().create_future())
        self.queue.waiting.append(ticket)
        self._dispatch()
        if not ticket.worker.done():
            self._spawn()
        return ticket

    def _dispatch(self) -> None:
        """Gives the processes that are idle to those whose turn it is."""
        self.idle = [worker for worker in self.idle if not (worker.ended or worker.stale)]
        there = sum(worker.ready.is_set() for worker in self.workers)
        while self.idle:
            ticket = self.queue.take(max(1, there - self.reserve))
            if ticket is None:
                return
            self.idle.sort(key=lambda worker: worker.last == ticket.about)
            worker = self.idle.pop()
            worker.ticket = ticket
            ticket.worker.set_result(worker)

    async def _wait(self, ticket: Ticket) -> Worker:
        done, _pending = await asyncio.wait({ticket.worker}, timeout=self.settings.patience)
        if not done:
            raise _busy()
        worker: Worker = ticket.worker.result()
        return worker

    def _leave(self, ticket: Ticket) -> None:
        """Somebody does not wait any more; a process given to nobody goes to the next."""
        self.queue.leave(ticket)
        future = ticket.worker
        if future.done() and not future.cancelled() and not future.exception():
            self._give(future.result())
        future.cancel()

    def _give(self, worker: Worker) -> None:
        """A process that has nothing to do is for the next, or replaced."""
        if worker.ended or worker.stale or worker.memory > self.settings.setup.memory:
            self._replace(worker)
            return
        self._end_ticket(worker)
        self.idle.append(worker)
        self._dispatch()

    def _end_ticket(self, worker: Worker) -> None:
        if worker.ticket:
            self.queue.leave(worker.ticket)
            worker.ticket = None

    def _fail(self, problem: Problem) -> None:
        """Nobody in the queue is served."""
        for ticket in self.queue.waiting:
            if not ticket.worker.done():
                ticket.worker.set_exception(problem)

    def _spawn(self) -> None:
        """Starts another process, if there is room for one."""
        if len(self.workers) + self._starting < self.size:
            self._starting += 1
            self._later(self._start())

    async def _start(self) -> None:
        try:
            loop = asyncio.get_running_loop()
            worker = await asyncio.to_thread(Worker, self.settings.setup, loop, self.engine)
        except (RuntimeError, MemoryError, OSError) as error:
            told = want_of_memory(error) or (str(error) if isinstance(error, OSError) else "")
            if not told:
                raise
            LOG.error("a process does not start: %s", told)
            self._fail(Problem("server", told))
            return
        finally:
            self._starting -= 1
        worker.when_ended = lambda: self.workers.discard(worker)
        self.workers.add(worker)
        await worker.ready.wait()
        if not worker.ended:
            self._give(worker)
            return
        self.workers.discard(worker)
        self._fail(Problem("server", _("the engine does not start")))

    # --- the end of a job ------------------------------------------------------------------------

    async def _settle(self, worker: Worker, number: int) -> None:
        """Waits until a process has stopped; one that does not is ended."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        while not worker.ended:
            most = self.settings.preparing if worker.preparing else self.settings.stopping
            if loop.time() > began + most:
                break
            with contextlib.suppress(TimeoutError):
                answer = await worker.answer(TICK)
                if isinstance(answer, Done | Failed) and answer.number == number:
                    self._give(worker)
                    return
        self._replace(worker)

    def _replace(self, worker: Worker) -> None:
        self._end_ticket(worker)
        self.workers.discard(worker)
        worker.end()
        self._spawn()
        self._dispatch()

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)


def _ending() -> Problem:
    return Problem("busy", _("the server is about to end"))


def _busy() -> Problem:
    detail = _("the engine is busy with others: try again in a moment")
    return Problem("busy", detail, {"Retry-After": "5"})
