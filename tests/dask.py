"""A Dask cluster on this machine for a test: a real scheduler, real workers."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """The address of a scheduler, and two workers, each one process."""
    scheduler = start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    running = [scheduler]
    try:
        assert scheduler.stderr
        for line in scheduler.stderr:
            found = re.search(r"tcp://127\.0\.0\.1:\d+", line)
            if found:
                break
        else:
            pytest.fail("the scheduler has not begun")
        address = found[0]
        threading.Thread(target=scheduler.stderr.read, daemon=True).start()
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"]
        workers = [start("worker", address, *options) for _worker in range(2)]
        running += workers
        for worker in workers:
            assert worker.stderr
            threading.Thread(target=worker.stderr.read, daemon=True).start()
        yield address, workers
    finally:
        for process in reversed(running):
            process.kill()
            process.wait()
            if process.stderr:
                process.stderr.close()
