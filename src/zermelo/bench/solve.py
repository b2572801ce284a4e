"""Tablebases beside the same algorithm by hand in C++: connect four with 5 columns and 5 rows."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from zermelo.bench.limit import built
from zermelo.bench.measure import BYTES, SPEED, Benchmark, Comparison, Missing, Work, stopwatch
from zermelo.extras import require
from zermelo.game import ZermeloError
from zermelo.games import Connect4
from zermelo.tablebase import Progress, Tablebase, build
from zermelo.tablebase.card import count
from zermelo.tablebase.plan import make_plan
from zermelo.tablebase.worker import prepare

POSITIONS: Final = 34_888_367
SIZE: Final = (5, 5)
MOST_BYTES: Final = 2  # a position, with value and distance
MEMORY: Final = 2048  # MB of each worker of a cluster
QUIET: Final = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "500ms",
    "distributed.admin.system-monitor.interval": "5s",
}


def by_hand() -> Work:
    """The same by hand; the program measures itself."""
    sides = [str(side) for side in SIZE]
    return built("tablebase.cpp", ("-std=c++17",), sides, positions=POSITIONS)


def ours(threads: int, in_files: bool) -> Work:
    """The whole build, everything compiled before: coded for files, or written to them."""

    def work() -> None:
        with tempfile.TemporaryDirectory(prefix="zermelo-bench-") as folder:
            where = Path(folder) / "table" if in_files else None
            check(build(Connect4(*SIZE), where, threads=threads))

    build_some()
    return stopwatch(work)


def build_some() -> None:
    """The end of the game, so that everything is compiled and loaded."""
    game = Connect4(*SIZE)
    build(game, state=game.parse_state("1111122222333"), threads=1)


def check(table: Tablebase[Any, Any]) -> None:
    assert len(table) == POSITIONS
    found.append(table.manifest["bytes"] / POSITIONS)


found: Final[list[float]] = []  # bytes a position, of the tables that were built


def by_dask(workers: int, tell: Callable[[Progress], None] | None = None) -> Work:
    """The whole build in files by a Dask cluster on this machine: processes of one thread each.

    They are ready, as the threads of the other rows are: everything compiled and loaded. What Dask
    itself measures is off: on two cores it takes its time from the workers.
    """
    try:
        require("cluster")
    except ZermeloError as error:
        raise Missing(str(error)) from None
    import distributed

    import dask

    build_some()  # into the cache of compiled code
    plan = make_plan(Connect4(*SIZE)).as_json()

    def work() -> float:
        # Only while it is measured: the others are not to share the cores with it.
        local: Any = distributed.LocalCluster
        client: Any = distributed.Client
        with (
            tempfile.TemporaryDirectory(prefix="zermelo-bench-") as folder,
            dask.config.set(QUIET),
            local(
                n_workers=workers,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                memory_limit=None,
                silence_logs=logging.ERROR,
            ) as cluster,
        ):
            with client(cluster, set_as_default=False) as asking:
                asking.run(prepare, plan)
            began = perf_counter()
            check(
                build(
                    Connect4(*SIZE),
                    Path(folder) / "table",
                    memory=MEMORY,
                    scheduler=cluster.scheduler_address,
                    tell=tell,
                )
            )
            return perf_counter() - began

    return work


def bytes_a_position() -> Work:
    """Of the files that the others have built."""

    def work() -> float:
        if not found:
            check(build(Connect4(*SIZE)))
        return found[-1]

    return work


def on_gpu() -> Work:
    """All levels in the memory of a GPU, without files."""
    run = stopwatch(lambda: count(Connect4(*SIZE))["positions"], POSITIONS)
    try:
        run()
    except ZermeloError as error:
        raise Missing(str(error)) from None
    return run


THINGS: Final = [
    Benchmark("C++ tablebase 5x5", by_hand, POSITIONS, rounds=2, slow=True),
    Benchmark("tablebase 5x5", lambda: ours(1, False), POSITIONS, rounds=2, slow=True),
    Benchmark("tablebase 5x5, 2 threads", lambda: ours(2, False), POSITIONS, rounds=2, slow=True),
    Benchmark("tablebase 5x5, files", lambda: ours(1, True), POSITIONS, rounds=2, slow=True),
    Benchmark("tablebase 5x5, 1 Dask worker", lambda: by_dask(1), POSITIONS, rounds=2, slow=True),
    Benchmark("tablebase 5x5, 2 Dask workers", lambda: by_dask(2), POSITIONS, rounds=2, slow=True),
    Benchmark("tablebase 5x5, GPU", on_gpu, POSITIONS, rounds=2, slow=True),
    Benchmark("tablebase 5x5, bytes", bytes_a_position, rounds=1, slow=True),
]
COMPARISONS: Final = [
    Comparison("tablebase, positions/s", "tablebase 5x5", "C++ tablebase 5x5", SPEED, 0.5),
    Comparison("tablebase, 2 threads", "tablebase 5x5, 2 threads", "tablebase 5x5", SPEED, 1.8),
    Comparison("tablebase, in files", "tablebase 5x5, files", "C++ tablebase 5x5", SPEED),
    Comparison(
        "tablebase, 2 Dask workers",
        "tablebase 5x5, 2 Dask workers",
        "tablebase 5x5, 1 Dask worker",
        SPEED,
        1.6,
    ),
    Comparison(
        "tablebase, bytes a position",
        "tablebase 5x5, bytes",
        "tablebase 5x5, bytes",
        BYTES,
        MOST_BYTES,
    ),
    Comparison("tablebase, GPU", "tablebase 5x5, GPU", "tablebase 5x5", SPEED),
]
