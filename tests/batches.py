"""Jobs in processes of their own: a crash or a hang is one failure with its seed, not the end.

A child is handed a range of seeds and says on standard output what it begins and what came of it,
a JSON object a line. Where it dies, the seed that it had begun is the culprit, and another child
goes on after it.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
PATIENCE = 120.0  # seconds of the processor for one job: kernels may have to be compiled
DEADLOCK = 10  # times as long by the clock: it does not work at all, or the machine is very busy


class Outcome(NamedTuple):
    """What came of one seed."""

    seed: int
    kind: str
    failures: list[str]
    counts: Counter[str]


# --- in the child ---------------------------------------------------------------------------------


def serve(
    seeds: Iterable[int], job: Callable[[int], tuple[str, Callable[[], tuple[list[str], Any]]]]
) -> None:
    """Does the job of each seed; `job` makes it, and gives its kind and what runs it."""
    gc.set_threshold(100_000)  # as the program does
    for seed in seeds:
        _say({"begin": seed, "kind": ""})
        kind, run = job(seed)
        _say({"begin": seed, "kind": kind})
        failures, counts = run()
        _say({"end": seed, "failures": failures, "counts": dict(counts)})


def _say(words: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


# --- in the parent --------------------------------------------------------------------------------


_children: set[subprocess.Popen[str]] = set()


@atexit.register
def _end_children() -> None:
    """None goes on when nobody listens any more."""
    for child in list(_children):
        child.kill()


def outcomes(
    arguments: list[str], seeds: range, patience: float = PATIENCE, batch: int = 200
) -> Iterator[Outcome]:
    """Runs `python ARGUMENTS --first SEED --count N` over all seeds, again after each death."""
    first = seeds.start
    while first < seeds.stop:
        count, begin = min(batch, seeds.stop - first), first
        for outcome in _child([*arguments, "--first", str(first), "--count", str(count)], patience):
            yield outcome
            first = outcome.seed + 1
        if first == begin:
            yield Outcome(first, "", ["the process ended before it began"], Counter())
            first += 1


class _Patience:
    """How long a child has worked, by the processor's time where the system tells it."""

    def __init__(self, process: int, patience: float) -> None:
        self.process, self.patience = process, patience
        self.began, self.worked = perf_counter(), self._work()

    def _work(self) -> float:
        try:
            fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError, IndexError):
            return perf_counter()

    def is_over(self) -> bool:
        waited = perf_counter() - self.began
        return self._work() - self.worked > self.patience or waited > DEADLOCK * self.patience


def _child(arguments: list[str], patience: float) -> Iterator[Outcome]:
    lines: queue.Queue[str | None] = queue.Queue()
    begun: tuple[int, str] | None = None
    with tempfile.TemporaryFile("w+") as errors:
        command = [sys.executable, "-X", "faulthandler", *arguments]
        child = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True
        )

        def read() -> None:
            assert child.stdout is not None
            with child.stdout as out:
                for line in out:
                    lines.put(line)
            lines.put(None)

        _children.add(child)
        threading.Thread(target=read, daemon=True).start()
        death, waited = "", _Patience(child.pid, patience)
        while True:
            try:
                line = lines.get(timeout=1.0)
            except queue.Empty:
                if waited.is_over():
                    death = f"no answer after {patience:.0f} s of work"
                    break
                continue
            waited = _Patience(child.pid, patience)
            if line is None:
                break
            words = json.loads(line)
            if "begin" in words:
                begun = words["begin"], words["kind"]
                continue
            assert begun is not None
            yield Outcome(words["end"], begun[1], words["failures"], Counter(words["counts"]))
            begun = None
        child.kill()
        status = child.wait()
        _children.discard(child)
        if begun is not None:
            errors.seek(0)
            text = " ".join(errors.read().split())
            death = death or f"the process died with status {status}"
            yield Outcome(*begun, [f"{death}: {text[:300]}"], Counter({"deaths": 1}))
