"""What workers of a cluster do before their first task, and what is not left to them."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from zermelo.tablebase.schedulers import Cluster
from zermelo.tablebase.worker import prepare

# As Dask starts a worker. Arrays too small for pages that are large; one at a time is there.
DASK = {"MALLOC_TRIM_THRESHOLD_": "65536"}
CHILD = """
import resource, sys
import numpy as np
from zermelo.tablebase.worker import keep_memory

if sys.argv[1] == "keep":
    keep_memory()
for array in range(4):  # what is kept from now on
    np.ones(1 << 18)
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for array in range(20):
    np.ones(1 << 18)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "mallopt"), reason="another C library"
)
def test_memory_is_kept_though_dask_has_it_given_back() -> None:
    def pages(how: str) -> int:
        command = [sys.executable, "-c", CHILD, how]
        return int(subprocess.check_output(command, env=os.environ | DASK, text=True))

    assert pages("keep") < pages("leave") / 4


class Client:
    """Stands in for that of Dask: what it is asked to have done, and by whom."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    def nthreads(self) -> dict[str, int]:
        return {"one": 1, "two": 4}

    def submit(self, function: Any, plan: Any, *, workers: list[str], **_more: Any) -> None:
        self.asked.append((function, plan, *workers))

    def gather(self, _futures: Any) -> None:
        self.asked.append(("wait",))

    def map(self, *_arguments: Any, **_more: Any) -> list[Any]:
        self.asked.append(("map",))
        return []


def test_all_workers_get_ready_at_once_and_small_levels_are_done_here(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    client = Client()
    monkeypatch.setattr("zermelo.tablebase.schedulers.connected", lambda address: client)
    cluster = Cluster("somewhere", tmp_path, 1 << 28)
    plan = SimpleNamespace(as_json=lambda: "plan")
    machine = SimpleNamespace(tiers=SimpleNamespace(strict=True))
    site: Any = SimpleNamespace(plan=plan, machine=machine)
    ready = [(prepare, "plan", "one"), (prepare, "plan", "two")]

    def job(_site: Any, number: int) -> int:
        return number * 2

    for number in (3, 4):  # of one job: nobody is waited for
        assert list(cluster.do(site, [(job, (number,))])) == [2 * number]
        assert client.asked == ready
    list(cluster.do(site, [(job, (5,)), (job, (6,))]))
    machine.tiers.strict = False  # one job, and any size
    list(cluster.do(site, [(job, (7,))]))
    assert client.asked == [*ready, ("wait",), ("map",), ("wait",), ("map",)]
