"""Building a tablebase: the tiers forward, then their values backward, each step a file.

Killed at any moment, the same call goes on from the files that are there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any, Final, Protocol, TypeAlias

import numpy as np

import zermelo.tablebase.cycles as cycles
import zermelo.tablebase.tasks as tasks
from zermelo.compiler.errors import RuleFault
from zermelo.compiler.rules import CompiledGame
from zermelo.compiler.state_layout import NarrowValue
from zermelo.game import Game, ZermeloError
from zermelo.language import _
from zermelo.tablebase.machine import KERNELS, Broken, Disorder, Machine, NotWhole, TooWide
from zermelo.tablebase.manifest import read_manifest, write_manifest
from zermelo.tablebase.plan import Plan, make_plan, plan_and_machine
from zermelo.tablebase.plan import wider as wider_keys
from zermelo.tablebase.rounds import round_kernels
from zermelo.tablebase.shelf import BUILD, MANIFEST, Shelf, read_json, write_json
from zermelo.tablebase.tasks import Record, Run, Site, build_name, run_name
from zermelo.tablebase.tiers import MOST_TIERS

PLAN: Final = f"{BUILD}/plan.json"


class OtherGame(ZermeloError):
    """The folder has another game's tablebase, or another version's."""


@dataclass
class Progress:
    """How far a build is: which tier, forward or back, and how many positions in how long."""

    forward: bool
    tier: int
    tiers: int  # so many are known
    positions: int  # of this call
    total: int  # known
    seconds: float

    @property
    def rate(self) -> float:
        """Positions a second, of this half of the work."""
        return self.positions / self.seconds if self.seconds else 0.0


Job: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...]]


class Scheduler(Protocol):
    """What does tasks, several at a time."""

    def do(self, site: Site, jobs: Sequence[Job]) -> Iterator[Any]:
        """The results of functions of the site and some arguments, as they come, in any order."""


class Builder:
    """One build, in a folder or in memory."""

    def __init__(
        self,
        site: Site,
        scheduler: Scheduler,
        tell: Callable[[Progress], None] | None,
        check: Callable[[], None] | None,
    ) -> None:
        self.site, self.shelf, self.scheduler = site, site.shelf, scheduler
        self._tell, self._check = tell or (lambda progress: None), check or (lambda: None)
        self._began, self._positions = perf_counter(), 0
        self._tiers: dict[int, int] = {}  # how many positions each has

    def run(self) -> dict[str, Any]:
        """Does what is still to be done; the manifest."""
        self._forward()
        self._began, self._positions = perf_counter(), 0
        return self._backward()

    def _step(self, forward: bool, tier: int, positions: int) -> None:
        self._positions += positions
        total, seconds = sum(self._tiers.values()), perf_counter() - self._began
        self._tell(Progress(forward, tier, len(self._tiers), self._positions, total, seconds))
        self._check()

    def _do(self, forward: bool, tier: int, jobs: Sequence[Job]) -> list[Any]:
        found = []
        for result in self.scheduler.do(self.site, jobs) if jobs else ():
            found.append(result)
            records = result if isinstance(result, list) else [result]
            for each in records:
                self._step(forward, tier, each if isinstance(each, int) else each["positions"])
        return found

    # --- forward ---------------------------------------------------------------------------------

    def _forward(self) -> None:
        """Finds all tiers, each after those that lead to it."""
        shelf = self.shelf
        runs: dict[int, list[Run]] = {0: []}  # keys of tiers that are not found yet
        while runs:
            tier = min(runs)
            check_tiers(self.site.machine, len(self._tiers))
            here = runs.pop(tier)
            file = build_name("tier", tier)
            if not shelf.has(file):
                records = self._found(tier, here)
                write_json(shelf, file, {"parts": sorted(records, key=_part)})
            wanted = {run[:2] for later in runs.values() for run in later}
            for source, part, _begin, _end in here:
                if (source, part) not in wanted:
                    name = run_name(source, part)
                    self.site.open_runs.pop(name, None)
                    shelf.remove(name)
            parts = self.site.parts(tier)
            self._tiers[tier] = sum(record["positions"] for record in parts)
            for later, run in self._spread(tier, parts):
                runs.setdefault(later, []).append(run)

    def _found(self, tier: int, runs: list[Run]) -> list[Record]:
        """The parts of a tier, of which earlier ones have written the keys."""
        if tier == 0:
            runs = [(0, -1, 0, 1)]
            self.shelf.write_array(run_name(0, -1), np.array([self.site.plan.root], np.int64))
        if not self.site.machine.tiers.strict:
            records = cycles.close(self.site, tier, runs)
            self._step(True, tier, sum(record["positions"] for record in records))
            return records
        jobs: list[Job] = []
        records = []
        for part, (low, high) in enumerate(tasks.ranges(self.site, runs)):
            there = build_name("keys", tier, part, ending="parquet")
            if self.shelf.has(there):
                records.append({"part": part, "positions": len(self.site.keys(tier, part))})
            else:
                jobs.append((tasks.lead_on, (tier, part, runs, low, high)))
        return records + self._do(True, tier, jobs)

    def _spread(self, tier: int, parts: Sequence[Record]) -> Iterator[tuple[int, Run]]:
        """Has the keys written that a tier leads to; the tiers that these are of, and where."""
        numbers = [0]
        if self.site.machine.tiers.strict:
            numbers = [record["part"] for record in parts]
            todo = [n for n in numbers if not self.shelf.has(build_name("spread", tier, n))]
            self._do(True, tier, [(tasks.spread, (tier, number)) for number in todo])
        for number in numbers:
            told = read_json(self.shelf, build_name("spread", tier, number))
            for later, begin, end in told["runs"]:
                yield later, (tier, number, begin, end)

    # --- backward --------------------------------------------------------------------------------

    def _backward(self) -> dict[str, Any]:
        """Writes all parts with their values, the last tiers first."""
        error, tiers = 0.0, []
        for tier in sorted(self._tiers, reverse=True):
            records, todo = [], []
            for record in sorted(self.site.parts(tier), key=_size, reverse=True):  # the rest fits
                file = build_name("part", tier, record["part"])
                if self.shelf.has(file):
                    records.append(read_json(self.shelf, file))
                else:
                    todo.append(record["part"])
            if todo and not self.site.machine.tiers.strict:
                records = self._do(False, tier, [(cycles.solve, (tier, error))])[0]
            elif todo:
                jobs = [(tasks.settle, (tier, part, error)) for part in todo]
                records += self._do(False, tier, jobs)
            records.sort(key=_part)
            error = max([error, *(record.get("error", 0.0) for record in records)])
            tiers.append({"tier": tier, "positions": self._tiers[tier], "parts": records})
        return write_manifest(self.site, tiers[::-1], error)


def check_tiers(machine: Machine, count: int) -> None:
    """Refuses a game that seems to have no end."""
    if count == MOST_TIERS:
        words = _("{game} has more than {most:,} levels: a game without end has no table")
        raise ZermeloError(words.format(game=machine.game.name, most=MOST_TIERS))


def _size(record: Record) -> int:
    return int(record["positions"])


def _part(record: Record) -> int:
    return int(record["part"])


def build_on(
    shelf: Shelf,
    game: Game[Any, Any],
    state: Any,
    scheduler: Scheduler,
    memory: int,
    workers: int,
    report: Callable[[str], None] | None = None,
    tell: Callable[[Progress], None] | None = None,
    check: Callable[[], None] | None = None,
    fit: Callable[[Plan, Machine], Machine] | None = None,
    compiled: CompiledGame | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """Builds, or goes on building, and begins again where keys or tiers turn out too narrow.

    `fit` may put another machine in the place of that of a plan, such as one on a GPU.
    """
    machine: Machine | None
    plan, machine = plan_and_machine(
        game, state, report=report, check=check, compiled=compiled, **settings
    )
    if shelf.has(MANIFEST):
        found = read_manifest(shelf)
        if Plan.of_json(found["plan"]).same_work(plan):
            shelf.remove(BUILD)
            return found
        raise _other(game)
    if shelf.has(PLAN):
        before = Plan.of_json(read_json(shelf, PLAN))
        if not before.same_work(plan):
            raise _other(game)
        # With the recipe of this plan: not the file that somebody's folder names.
        plan, machine = replace(before, recipe=plan.recipe), None
    while True:
        if not shelf.has(PLAN):
            write_json(shelf, PLAN, plan.as_json())
        try:
            machine = machine or plan.machine(game, report, compiled)
            machine = fit(plan, machine) if fit else machine
            site = Site(shelf, plan, machine, memory, workers)
            return Builder(site, scheduler, tell, check).run()
        except (TooWide, NotWhole, Disorder, Broken) as problem:
            wider = again(plan, game, state, problem, report, settings)
            if wider is None:
                raise
            plan, machine = wider, None
            shelf.remove(BUILD)


def compile_kernels(game: Game[Any, Any], **settings: Any) -> None:
    """Compiles what a build will need, so that it is loaded then."""
    machine = plan_and_machine(game, **settings)[1]
    rounds = () if machine.tiers.strict else round_kernels(machine.real)
    for kernel in (*KERNELS, *rounds):
        machine.kernel(kernel)


def again(
    plan: Plan,
    game: Game[Any, Any],
    state: Any,
    problem: Exception,
    report: Callable[[str], None] | None,
    settings: dict[str, Any],
) -> Plan | None:
    """The plan with what the last one lacked; None where it lacked nothing."""
    if isinstance(problem, TooWide):
        return wider_keys(plan, game, problem.word)
    redo = partial(make_plan, game, state, report=report, **settings)
    if isinstance(problem, NotWhole):
        return redo(refused=plan.refused, room=plan.room, real=True)
    if isinstance(problem, Disorder):
        return redo(refused=(*plan.refused, plan.tiers), room=plan.room, real=plan.real)
    lack = problem.__cause__
    if isinstance(lack, RuleFault | NarrowValue):
        larger = CompiledGame(game, report, plan.room).wider(lack)
        return redo(refused=plan.refused, room=larger.room, real=plan.real) if larger else None
    return None


def _other(game: Game[Any, Any]) -> OtherGame:
    words = _(
        "the folder has a tablebase of another game, other parameters or other rules than {game} "
        "has now: choose another folder, or remove that one"
    )
    return OtherGame(words.format(game=game.name))
