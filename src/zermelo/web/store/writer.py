"""One thread writes to the database, and all that waits for it at once.

A database file has room for one writer, and what is written must reach the disk before it is
acknowledged, which takes milliseconds: for ten moves at once not much longer than for one.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine

from zermelo.web.problems import Problem
from zermelo.web.store.trouble import Presence, told

MOST: Final = 200  # jobs in one transaction

Returned = TypeVar("Returned")


class Writer:
    """Does jobs, functions of a connection, in the order in which they come."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.presence = engine, Presence(engine)
        self._jobs: queue.SimpleQueue[_Job] = queue.SimpleQueue()
        threading.Thread(target=self._work, daemon=True, name="zermelo-writer").start()

    def do(self, job: Callable[[Connection], Returned]) -> Future[Returned]:
        """What the job returns, once that is safe on the disk; a `Problem` undoes nothing else.

        Where the database fails, nothing is acknowledged: a problem says what is wrong with it.
        """
        future: Future[Returned] = Future()
        here = copy_context()  # what is said on the way is in the visitor's language
        self._jobs.put((lambda connection: here.run(job, connection), future))
        return future

    def _work(self) -> None:
        while True:
            jobs = [self._jobs.get()]
            while len(jobs) < MOST and not self._jobs.empty():
                jobs.append(self._jobs.get())
            self._together([job for job in jobs if job[1].set_running_or_notify_cancel()])

    def _together(self, jobs: list[_Job]) -> None:
        try:
            with told(self.presence):
                with self.engine.begin() as connection:
                    results = [_result(job, connection) for job, _future in jobs]
                self.presence.check(written=True)
        except Problem as problem:
            for _job, future in jobs:  # it befalls them all
                future.set_exception(problem)
            return
        except Exception as error:
            if len(jobs) == 1:
                jobs[0][1].set_exception(error)
            else:  # none of them is done: who is to blame fails alone
                for each in jobs:
                    self._together([each])
            return
        for (_job, future), result in zip(jobs, results, strict=True):
            if isinstance(result, Problem):
                future.set_exception(result)
            else:
                future.set_result(result)


_Job = tuple[Callable[[Connection], Any], "Future[Any]"]


def _result(job: Callable[[Connection], Any], connection: Connection) -> Any:
    try:
        return job(connection)
    except Problem as problem:
        return problem
