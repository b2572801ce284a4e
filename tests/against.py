"""Times the works of `bench compiled` here and in another checkout, run by run in turn.

    git worktree add ../before COMMIT
    scripts/against ../before [--rounds 15] [--only "ply20" ...]

On a machine whose speed changes from minute to minute two whole benchmarks cannot be compared;
two runs of a second, one after the other, can. Of each work: the best and the median of both, and
the ratios, this checkout to the other.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parent.parent
WORKER = """
import json, sys
from zermelo.bench.compiled import THINGS
works = {thing.name: thing for thing in THINGS}
print(json.dumps(list(works)), flush=True)
for line in sys.stdin:
    name = line.rstrip()
    if hasattr(works[name], "make"):
        works[name] = works[name].make()
    print(json.dumps(works[name]()), flush=True)
"""


class Checkout:
    """A process that runs the works of one checkout."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "LANGUAGE": "en"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.works: list[str] = self._answer()

    def run(self, name: str) -> float:
        """The seconds of one run."""
        assert self.process.stdin
        print(name, file=self.process.stdin, flush=True)
        seconds: float = self._answer()
        return seconds

    def _answer(self) -> Any:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            sys.exit("scripts/against: a checkout has no such benchmark, or its run failed")
        return json.loads(line)


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/against", description=__doc__)
    parser.add_argument("other", type=Path, help="the other checkout")
    parser.add_argument("--rounds", type=int, default=15, help="of works that are no slow ones")
    parser.add_argument("--slow", type=int, default=5, help="rounds of works of five seconds")
    parser.add_argument("--only", nargs="*", help="some of the works")
    options = parser.parse_args()
    here, there = Checkout(HERE), Checkout(options.other.resolve())
    print(f"{'':26}{'here':>10}{'other':>10}{'ratio':>8}{'median':>10}{'other':>10}{'ratio':>8}")
    for name in here.works:
        if name not in there.works or (options.only and name not in options.only):
            continue
        both = [[each.run(name)] for each in (here, there)]  # the first run may compile
        rounds = options.slow if max(map(max, both)) > 5 else options.rounds
        for turn in range(rounds):
            for times, each in list(zip(both, (here, there), strict=True))[:: 1 - 2 * (turn % 2)]:
                times.append(each.run(name))
        cells = ""
        for measure in (min, median):
            ours, theirs = (measure(times[1:]) for times in both)
            cells += f"{ours:10.3f}{theirs:10.3f}{ours / theirs:8.2f}"
        print(f"{name:26}{cells}", flush=True)


if __name__ == "__main__":
    main()
