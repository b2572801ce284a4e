"""Who does the tasks of a build: threads of this process, or the workers of a Dask cluster."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextvars import copy_context
from functools import partial
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any, Final, TypeAlias

from zermelo.extras import require
from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.tablebase.machine import KERNELS, Machine
from zermelo.tablebase.plan import Plan
from zermelo.tablebase.shelf import Folder
from zermelo.tablebase.tasks import Site

TIMEOUT: Final = 10  # seconds until a scheduler must have answered
RETRIES: Final = 3  # of a task whose worker has died
EVERY: Final = 1.0  # seconds between two looks at what is done, and at who is there
MOST_TOGETHER: Final = 8  # jobs that are one task of Dask

Job: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...]]

_making = threading.Lock()


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


def connected(address: str) -> Any:
    """A client of the scheduler at an address; a line where none answers."""
    require("cluster")
    import distributed

    connect: Any = distributed.Client  # which has no types
    try:
        return connect(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        words = _("no scheduler answers at {address}: {reason}")
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ZermeloError(words.format(address=address, reason=why)) from None


class Cluster:
    """The workers of a Dask cluster, which see the same folder as this process.

    A worker that dies is replaced by Dask, and what it was doing is done again.
    """

    def __init__(self, address: str, folder: Path, memory: int) -> None:
        self.folder, self.memory = str(folder.resolve()), memory
        self.client = connected(address)
        self._threads, self._asked = 1, 0.0

    def threads(self) -> int:
        """Of all workers, of which some come and some go."""
        if perf_counter() > self._asked + EVERY:
            self._threads, self._asked = sum(self.client.nthreads().values()), perf_counter()
        return self._threads

    def do(self, site: Site, jobs: Sequence[Job]) -> Iterator[Any]:
        """The results of each second."""
        import distributed

        completed: Any = distributed.as_completed
        some = batches(jobs, self.threads() if len(jobs) > 1 else 1)
        work = partial(work_at, self.folder, self.memory, site.plan.as_json())
        futures = self.client.map(work, some, pure=False, retries=RETRIES)
        try:
            with self.client.as_current():
                finished = completed(futures)
            ready, seen = [], perf_counter()
            for future in finished:
                ready.append(future)
                now = perf_counter()
                # Results are fetched together: each fetch takes Dask some milliseconds.
                if now > seen + EVERY or finished.is_empty() or future.status == "error":
                    for results in self.client.gather(ready):
                        yield from results
                    ready, seen = [], now
        except BaseException:
            self.client.cancel(futures)
            raise

    def close(self) -> None:
        """Ends the connection."""
        self.client.close()


# Of this process, which is a worker of a cluster: what it has at hand for the next task.
_machines: dict[str, Machine] = {}
_sites: dict[tuple[str, str], Site] = {}


def machine_for(plan: dict[str, Any]) -> Machine:
    """The kernels for a plan, all of them loaded."""
    which = repr(plan)
    with _making:
        if which not in _machines:
            _machines.clear()
            made = Plan.of_json(plan).machine()
            for kernel in KERNELS:
                made.kernel(kernel)
            _machines[which] = made
        return _machines[which]


def prepare(plan: dict[str, Any]) -> None:
    """Loads what a plan needs, before somebody measures how long it takes."""
    machine_for(plan)


def batches(jobs: Sequence[Job], threads: int) -> list[list[tuple[str, tuple[Any, ...]]]]:
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


def work_at(
    folder: str, memory: int, plan: dict[str, Any], jobs: Sequence[tuple[str, tuple[Any, ...]]]
) -> list[Any]:
    """Does some jobs where this process is."""
    which = folder, repr(plan)
    machine = machine_for(plan)
    with _making:
        if which not in _sites:
            _sites.clear()
            shelf, made = Folder(Path(folder)), Plan.of_json(plan)
            _sites[which] = Site(shelf, made, machine, memory, together=True)
        site = _sites[which]
    found = []
    for job, arguments in jobs:
        module, _colon, name = job.partition(":")
        found.append(getattr(import_module(module), name)(site, *arguments))
    return found
