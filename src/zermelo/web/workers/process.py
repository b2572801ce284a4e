"""A process that searches: does one job after the other, and stops when it is told to."""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from zermelo.confined import confine, silence
from zermelo.engine import Stop
from zermelo.extras import want_of_memory
from zermelo.game import ZermeloError
from zermelo.language import _, speaking
from zermelo.web.positions import Positions
from zermelo.web.problems import Problem, problem_of
from zermelo.web.registry import GameRegistry
from zermelo.web.settings import Setup
from zermelo.web.workers.messages import (
    Answer,
    Cancel,
    Done,
    Event,
    Failed,
    Job,
    Preparing,
    Ready,
)
from zermelo.web.workers.tasks import load, task_named

NICENESS: Final = 10  # clicks come first
STACK: Final = 16 << 20  # bytes of a thread
LONGEST_TRACE: Final = 10_000  # letters
PACKAGE: Final = Path(__file__).parents[2]


class Context:
    """What a task has at hand: the games, a way to tell, and whether to stop."""

    def __init__(self, setup: Setup, send: Callable[[Answer], None]) -> None:
        from zermelo.algorithms import registry
        from zermelo.engine.algorithm import EngineAlgorithm
        from zermelo.search import FOR_SEVERAL
        from zermelo.web.workers.engines import Engines

        self.setup, self.limits, self._send = setup, setup.limits, send
        self.positions = Positions(GameRegistry(setup))
        self.engines = Engines(setup)
        self.algorithms = {**registry(EngineAlgorithm(self.engines.engine)), **FOR_SEVERAL}
        self.number = 0
        self.token = Stop()  # of the job under way; set when it is no longer wanted

    def begin(self, number: int) -> None:
        """Another job begins."""
        self.number, self.token = number, Stop()

    def tell(self, name: str, data: Any) -> None:
        """Tells the visitor something on the way to the result."""
        self._send(Event(self.number, name, data))

    @contextlib.contextmanager
    def preparing(self) -> Iterator[None]:
        """Around what may compile."""
        self._send(Preparing(self.number, True))
        try:
            yield
        finally:
            self._send(Preparing(self.number, False))


def main(connection: Connection, setup: Setup, engine: bool = True) -> None:
    """Works until the server is gone; without the `engine` it is ready sooner."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
    lock = threading.Lock()

    def send(answer: Answer) -> None:
        message = pickle.dumps(answer)
        with lock, contextlib.suppress(OSError):
            connection.send_bytes(message)

    def listen() -> None:
        while True:
            try:
                order = connection.recv()
            except (EOFError, OSError):
                os._exit(0)
            if isinstance(order, Cancel):
                if order.number == context.number:
                    context.token.set()
            else:
                context.begin(order.number)
                jobs.put(order)

    try:
        if setup.games:  # somebody's rules, which may do anything
            confine()
        with contextlib.suppress(OSError, AttributeError):
            os.nice(NICENESS)
        _limit_memory(setup.address_space)
        threading.stack_size(STACK)  # else as much as a deep search in the server has asked for
        context = Context(setup, send)
        if engine:
            context.engines.load()
            load()
        threading.Thread(target=listen, daemon=True).start()
    except (ImportError, MemoryError, OSError, RuntimeError) as error:  # no room for it here
        what = want_of_memory(error) or f"{type(error).__name__}: {error}"[:270]
        print(f"a process does not start: {what}", file=sys.stderr)  # one line in the log
        return
    if setup.games:  # from here on they may run
        silence()
    send(Ready(_number()))
    while True:
        answer = _work(context, jobs.get())
        send(replace(answer, memory=_memory(), games=context.positions.registry.tried))


def _number() -> int:
    """The number of this process where the server is; 0 where the system does not tell."""
    try:
        return int(os.readlink("/proc/self"))  # noqa: PTH115
    except (OSError, ValueError):
        return 0


def _work(context: Context, job: Job) -> Done | Failed:
    with speaking(job.language):
        try:
            return Done(job.number, task_named(job.task)(context, job.request))
        except (ZermeloError, Problem) as error:
            problem = problem_of(error)
            return Failed(job.number, problem.kind, problem.detail, problem.more)
        except BaseException as error:  # a user's rules may try to end the process, too
            if isinstance(error, RecursionError) or want_of_memory(error):
                detail = _("this takes more memory than there is: ask for less")
                return Failed(job.number, "too-long", detail)
            detail, trace = _told(error)
            return Failed(job.number, "server", detail, trace=trace)


def _told(error: BaseException) -> tuple[str, str]:
    """What went wrong and where; and for the log the rest of a mistake that may be our own."""
    from zermelo.check.broken import users_frame  # not at every start, for what is seldom

    what = f"{type(error).__name__}: {error}".splitlines()[0].rstrip(": ")
    last = users_frame(error) or traceback.extract_tb(error.__traceback__)[-1]
    if Path(last.filename).is_relative_to(PACKAGE):
        detail = _("the game or the server made a mistake: {what}").format(what=what)
        return detail, "".join(traceback.format_exception(error))[-LONGEST_TRACE:]
    where = f"{Path(last.filename).name}, {last.name}"
    words = _("the game made a mistake: {what}; in {place} (line {line})")
    return words.format(what=what, place=where, line=last.lineno), ""


def _limit_memory(size: int) -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def _memory() -> float:
    """The megabytes that this process uses; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm") as file:  # noqa: PTH123
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    except (OSError, ValueError, AttributeError):
        return 0.0
