"""Who does the tasks of a build: threads of this process, or the workers of a Dask cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextvars import copy_context
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter
from typing import Any, Final, TypeAlias

from zermelo.cluster import RETRIES, connected
from zermelo.tablebase.plan import Plan
from zermelo.tablebase.tasks import Site
from zermelo.tablebase.worker import Named, prepare, work_at

EVERY: Final = 1.0  # seconds between two looks at what is done, and at who is there
MOST_TOGETHER: Final = 8  # jobs that are one task of Dask

Job: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...]]


class Threads:
    """Threads of this process; kernels let each other run."""

    def __init__(self, count: int) -> None:
        self.count = count

    def do(self, site: Site, jobs: Sequence[Job]) -> Iterator[Any]:
        """Each result when it is there; an error ends all that have not begun."""
        if self.count == 1 or len(jobs) == 1:
            for function, arguments in jobs:
                yield function(site, *arguments)
            return
        with ThreadPoolExecutor(self.count) as pool:
            futures = [
                pool.submit(copy_context().run, function, site, *arguments)
                for function, arguments in jobs
            ]
            try:
                for future in as_completed(futures):
                    yield future.result()
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise


def cores() -> int:
    """How many threads this process may use at a time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Cluster:
    """The workers of a Dask cluster, which see the same folder as this process.

    A worker that dies is replaced by Dask, and what it was doing is done again.
    """

    def __init__(self, address: str, folder: Path, memory: int) -> None:
        self.folder, self.memory = str(folder.resolve()), memory
        self.client = connected(address)
        self._threads, self._asked = 1, 0.0
        self._plan: Plan | None = None  # for which they are made ready
        self._loading: list[Any] = []
        self._futures: list[Any] = []  # of the jobs that were handed over last

    def threads(self) -> int:
        """Of all workers, of which some come and some go."""
        if perf_counter() > self._asked + EVERY:
            self._threads, self._asked = sum(self.client.nthreads().values()), perf_counter()
        return self._threads

    def do(self, site: Site, jobs: Sequence[Job]) -> Iterator[Any]:
        """The results of each second; a small level is done here, sooner than it is handed over."""
        self._make_ready(site.plan)
        if len(jobs) == 1 and site.machine.tiers.strict:
            yield from Threads(1).do(site, jobs)
            return
        self.client.gather(self._loading)
        self._loading = []
        work = partial(work_at, self.folder, self.memory, site.plan.as_json())
        some = batches(jobs, self.threads() if len(jobs) > 1 else 1)
        futures = self.client.map(work, some, pure=False, retries=RETRIES)
        # The last are released only now: a release before would hold this request back for 10 ms.
        self._futures = futures
        # Not Dask's as_completed: it may sleep for a tenth of a second beside what is done.
        finished: SimpleQueue[Any] = SimpleQueue()
        for future in futures:
            future.add_done_callback(finished.put)
        try:
            ready, seen = [], perf_counter()
            for left in reversed(range(len(futures))):
                ready.append(finished.get())
                now = perf_counter()
                # Results are fetched together: each fetch takes Dask some milliseconds.
                if now > seen + EVERY or left == 0 or ready[-1].status == "error":
                    for results in self.client.gather(ready):
                        yield from results
                    ready, seen = [], now
        except BaseException:
            self.client.cancel(futures)
            raise

    def _make_ready(self, plan: Plan) -> None:
        """Has all workers load what they need, at once: not each in turn, at its first task."""
        if plan != self._plan:
            self._plan = plan
            self._loading = [
                self.client.submit(
                    prepare, plan.as_json(), workers=[worker], allow_other_workers=True, pure=False
                )
                for worker in self.client.nthreads()
            ]

    def close(self) -> None:
        """Ends the connection."""
        self.client.close()


def batches(jobs: Sequence[Job], threads: int) -> list[list[Named]]:
    """Jobs by their names, some at a time, fewer towards the end, so that all end together.

    A batch takes Dask as long as a job: some milliseconds.
    """
    named = [(f"{function.__module__}:{function.__name__}", given) for function, given in jobs]
    made = []
    while named:
        size = min(-(-len(named) // (2 * max(threads, 1))), MOST_TOGETHER)
        made.append(named[:size])
        named = named[size:]
    return made
