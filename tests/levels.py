"""The seconds of each level of the table of `bench solve`, by so many Dask workers, in turn.

    PYTHONPATH=src python -m tests.levels 1 2 1 2

Of each build the whole, how much of it is levels (the rest is before and after them), and what the
workers took: seconds of the processor, theirs and the system's for them, and pages of memory.
"""

from __future__ import annotations

import argparse
import resource

from zermelo.bench.solve import by_dask
from zermelo.tablebase import Progress

Level = tuple[str, int]


class Clock:
    """Hears of one build: what each level took, and how many positions it has."""

    def __init__(self) -> None:
        self.seconds: dict[Level, float] = {}
        self.positions: dict[Level, int] = {}
        self._before = "", 0.0, 0

    def tell(self, progress: Progress) -> None:
        level = ("forward" if progress.forward else "back"), progress.tier
        half, seconds, positions = self._before
        if half != level[0]:
            seconds, positions = 0.0, 0
        self._before = level[0], progress.seconds, progress.positions
        self.seconds[level] = self.seconds.get(level, 0.0) + progress.seconds - seconds
        self.positions[level] = self.positions.get(level, 0) + progress.positions - positions


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.levels", description=__doc__)
    parser.add_argument("workers", nargs="*", type=int, default=[1, 2])
    counts = parser.parse_args().workers
    clocks, wholes = [], []
    for count in counts:
        clock, before = Clock(), resource.getrusage(resource.RUSAGE_CHILDREN)
        wholes.append(by_dask(count, clock.tell)())
        clocks.append(clock)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        own, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
        print(
            f"{count} workers: {wholes[-1]:.2f} s, of levels {sum(clock.seconds.values()):.2f} s; "
            f"processor {own:.2f} s, system {system:.2f} s, "
            f"{after.ru_minflt - before.ru_minflt:,} pages",
            flush=True,
        )
    print(f"{'level':12}{'positions':>12}" + "".join(f"{count:>9}" for count in counts))
    for level, positions in clocks[0].positions.items():
        times = "".join(f"{clock.seconds[level]:9.3f}" for clock in clocks)
        print(f"{level[0]:8}{level[1]:4}{positions:12,}{times}")


if __name__ == "__main__":
    main()
