"""Who does the tasks of a build: threads of this process, or the workers of a Dask cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextvars import copy_context
from typing import Any, TypeAlias

from zermelo.tablebase.tasks import Site

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
