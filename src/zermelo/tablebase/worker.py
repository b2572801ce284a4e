"""What a process of a cluster does: it gets ready for a plan, and does jobs by their names."""

from __future__ import annotations

import contextlib
import ctypes
import threading
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from zermelo.tablebase.machine import KERNELS, Machine
from zermelo.tablebase.plan import Plan
from zermelo.tablebase.shelf import Folder, from_parquet, to_parquet
from zermelo.tablebase.tasks import Site

Named: TypeAlias = tuple[str, tuple[Any, ...]]  # a job: module:function, and its arguments

# Of mallopt, and what the C library would come to by itself.
M_TRIM_THRESHOLD: Final = -1, 64 << 20
M_MMAP_THRESHOLD: Final = -3, 32 << 20

# What this process has at hand for the next task.
_machines: dict[str, Machine] = {}
_sites: dict[tuple[str, str], Site] = {}
_making = threading.Lock()


def prepare(plan: dict[str, Any]) -> None:
    """Loads all that a plan needs, before the first task, and before somebody measures."""
    machine_for(plan)


def machine_for(plan: dict[str, Any]) -> Machine:
    """The kernels for a plan, all of them loaded, and the libraries too."""
    which = repr(plan)
    with _making:
        if which not in _machines:
            _machines.clear()
            keep_memory()
            from_parquet(to_parquet({"key": np.arange(1)}))
            made = Plan.of_json(plan).machine()
            for kernel in KERNELS:
                made.kernel(kernel)
            _machines[which] = made
        return _machines[which]


def keep_memory() -> None:
    """Has the C library keep what a task gives back for the next, as it does unless told.

    Dask tells it: it starts workers with MALLOC_TRIM_THRESHOLD_, with which every array comes from
    the system, page by page, and goes back there. That took a sixth of the time of a build.
    """
    with contextlib.suppress(AttributeError, OSError, TypeError):  # another library
        set_ = ctypes.CDLL(None).mallopt
        for option in (M_TRIM_THRESHOLD, M_MMAP_THRESHOLD):
            set_(*option)


def work_at(folder: str, memory: int, plan: dict[str, Any], jobs: Sequence[Named]) -> list[Any]:
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
