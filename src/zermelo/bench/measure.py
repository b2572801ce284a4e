"""Timing works in turn, and rows that compare them."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from time import perf_counter
from typing import Any, Final

from zermelo.language import _

Work = Callable[[], float]  # does it once, and returns the seconds that count
TIME: Final = "time"  # the ratio is of times, and at most the bound
SPEED: Final = "speed"  # the ratio is of nodes a second, and at least the bound
SECONDS: Final = "seconds"  # the bound is one of seconds, whatever the ratio
BYTES: Final = "bytes"  # what was measured are bytes, and at most the bound


class Missing(Exception):
    """What a measurement needs is not there; the message says what."""


@dataclass(frozen=True)
class Benchmark:
    """Something to be timed: `make` prepares it, and what it returns is run again and again."""

    name: str
    make: Callable[[], Work]
    nodes: int = 0  # that one run enters; 0: that is not what counts
    rounds: int = 1000  # at most so many
    slow: bool = False  # left out where somebody is in a hurry


@dataclass(frozen=True)
class Comparison:
    """Two timed works, what their ratio is, and what it should be."""

    name: str
    of: str
    beside: str
    kind: str = TIME
    bound: float | None = None


@dataclass(frozen=True)
class Row:
    """A comparison that was made, or why it could not be."""

    name: str
    seconds: float | None
    beside: str
    reference_seconds: float | None
    ratio: float | None
    kind: str
    bound: float | None
    note: str = ""

    @property
    def passes(self) -> bool | None:
        """Whether the bound is kept; None where there is none, or nothing was measured."""
        measured = self.seconds if self.kind in (SECONDS, BYTES) else self.ratio
        if self.bound is None or measured is None:
            return None
        return measured >= self.bound if self.kind == SPEED else measured <= self.bound

    def as_json(self) -> dict[str, Any]:
        """The row as `--json` gives it."""
        return {**vars(self), "kept": self.passes}


def stopwatch(work: Callable[[], object], count: int | None = None) -> Work:
    """A work of which all of the time counts; where it is known, `count` is what it gives."""

    def run() -> float:
        began = perf_counter()
        found = work()
        seconds = perf_counter() - began
        assert count is None or found == count
        return seconds

    return run


def after_warmup(work: Callable[[], object], count: int | None = None) -> Work:
    """The same, after a first time that does not count: whatever has to be compiled is."""
    run = stopwatch(work, count)
    run()
    return run


def measure(
    things: Sequence[Benchmark],
    rounds: int,
    quick: bool = False,
    tell: Callable[[str], None] | None = None,
) -> dict[str, float | str]:
    """The best seconds of each of several works, run in turn, or why there are none."""
    tell = tell or (lambda text: None)
    works: dict[str, Work] = {}
    found: dict[str, float | str] = {}
    for thing in things:
        if quick and thing.slow:
            found[thing.name] = _("left out of a quick run")
            continue
        tell(_("preparing: {name}").format(name=thing.name))
        try:
            works[thing.name] = thing.make()
        except Missing as reason:
            found[thing.name] = str(reason)
        except ImportError as error:
            found[thing.name] = _("{package} is not installed").format(package=error.name)
    limits = {thing.name: thing.rounds for thing in things}
    for turn in range(rounds):
        for name, work in works.items():
            if turn < limits[name]:
                words = _("round {turn} of {rounds}: {name}")
                tell(words.format(turn=turn + 1, rounds=rounds, name=name))
                before, seconds = found.get(name), work()
                found[name] = min(before, seconds) if isinstance(before, float) else seconds
    return found


def compare(
    things: Sequence[Benchmark], comparisons: Sequence[Comparison], found: dict[str, float | str]
) -> list[Row]:
    """The rows of the comparisons, by what `measure` found."""
    nodes = {thing.name: thing.nodes for thing in things}
    return [_row(each, nodes, found) for each in comparisons]


def _row(each: Comparison, nodes: dict[str, int], found: dict[str, float | str]) -> Row:
    of, beside = each.of, each.beside
    seconds, reference = (
        time if isinstance(time, float) else None for time in (found[of], found[beside])
    )
    ratio = None
    if seconds and reference:
        ratio = seconds / reference
        if each.kind == SPEED:
            ratio = (nodes[of] / nodes[beside] if nodes[of] and nodes[beside] else 1) / ratio
    note = next((why for why in (found[of], found[beside]) if isinstance(why, str)), "")
    return Row(each.name, seconds, beside, reference, ratio, each.kind, each.bound, note)


def machine() -> dict[str, Any]:
    """What the figures depend on."""
    return {
        "cpus": os.cpu_count(),
        "machine": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
        **{name: _version(name) for name in ("zermelo", "llvmlite", "numpy")},
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
