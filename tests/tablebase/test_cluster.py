"""A Dask cluster on this machine: a real scheduler, real workers, one of them killed on the way."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from zermelo.game import ZermeloError
from zermelo.games import Connect4
from zermelo.tablebase import build
from zermelo.tablebase.schedulers import Cluster

PART = 1 << 14


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


@pytest.mark.filterwarnings("ignore")  # of the packages of Dask
def test_a_cluster_makes_the_same_files_though_a_worker_is_killed(
    cluster: tuple[str, list[subprocess.Popen[str]]], tmp_path: Path
) -> None:
    address, workers = cluster
    alone, together = tmp_path / "alone", tmp_path / "together"
    build(Connect4(5, 4), alone, threads=1, part=PART)
    (together).mkdir()
    scheduler = Cluster(address, together, 1 << 28)
    killed = threading.Event()

    def kill() -> None:
        while not list(together.glob("build/keys-013-*")):
            time.sleep(0.02)
        os.kill(workers[0].pid, signal.SIGKILL)
        killed.set()

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    try:
        build(Connect4(5, 4), together, scheduler=scheduler, part=PART)
    finally:
        scheduler.close()
    assert killed.is_set()
    assert workers[0].wait() == -signal.SIGKILL
    assert workers[1].poll() is None
    for file in alone.iterdir():
        assert (together / file.name).read_bytes() == file.read_bytes()


def test_no_scheduler_at_the_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.tablebase.schedulers.TIMEOUT", 0.5)
    for address in ("tcp://127.0.0.1:9", "nowhere", "x://y"):
        with pytest.raises(ZermeloError, match="no scheduler answers at"):
            Cluster(address, tmp_path, 1 << 28)
