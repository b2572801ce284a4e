"""Tablebases on a GPU: the same tasks with the same files, or all in its memory with none."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from zermelo.game import Action, Game, State, ZermeloError
from zermelo.gpu import kernels
from zermelo.gpu.coding import unique
from zermelo.gpu.device import Device, fault, open_device
from zermelo.language import _
from zermelo.tablebase.builder import Progress, again
from zermelo.tablebase.levels import Kernels, Levels, Limits
from zermelo.tablebase.machine import (
    Array,
    Broken,
    Children,
    Disorder,
    Machine,
    NotWhole,
    Part,
    TooWide,
)
from zermelo.tablebase.plan import Plan, plan_and_machine
from zermelo.tablebase.worth import Worth, make_table

FEW: Final = 1 << 14  # keys that are sorted sooner here than there
POSITIONS: Final = 1 << 21  # of which the children are made together


def refuse(plan: Plan, game: Game[Any, Any]) -> None:
    """One line where a GPU is no help."""
    why = ""
    if game.has_chance:
        why = _("chance moves in it")
    elif plan.real:
        why = _("its values are no whole numbers")
    elif not plan.tiers.strict:
        why = _("it goes round, or nothing in its states rises with every move")
    if why:
        words = _("{game} has no tablebase on a GPU: {why}; leave out --device gpu")
        raise ZermeloError(words.format(game=game.name, why=why))


# --- without files -------------------------------------------------------------------------------


def count(
    game: Game[State, Action],
    state: State | None = None,
    *,
    symmetry: bool = True,
    plies: int | None = None,
    limits: Limits | None = None,
    report: Callable[[str], None] | None = None,
    tell: Callable[[Progress], None] | None = None,
    check: Callable[[], None] | None = None,
) -> dict[str, Any]:
    """Solves a game in the memory of a GPU, and keeps nothing but the counts and the root's value.

    What it gives is like the manifest of a tablebase. `plies`: only how many positions there are
    after so many moves at most.
    """
    where = open_device()
    plan, machine = plan_and_machine(game, state, symmetry=symmetry, report=report)
    while True:
        refuse(plan, game)
        try:
            return _counted(Levels(machine, plan, where, limits, tell, check), plies)
        except (TooWide, NotWhole, Disorder, Broken) as problem:
            wider = again(plan, game, state, problem, report, {"symmetry": symmetry})
            if wider is None:
                raise
            plan, machine = wider, wider.machine(game, report)


def _counted(levels: Levels, plies: int | None) -> dict[str, Any]:
    levels.forward(plies)
    found: dict[str, Any] = {
        "game": levels.machine.game.name,
        "plan": levels.plan.as_json(),
        "positions": levels.positions,
        "bytes": levels.kept,
    }
    if plies is None:
        worth = Worth(levels)
        found["value"], found["distance"] = worth.backward()
        counts = worth.counts
    else:
        counts = {
            tier: {"positions": sum(part.count for part in parts)}
            for tier, parts in levels.coded.items()
        }
    found["tiers"] = [
        {"tier": tier, "positions": counts[tier]["positions"], "parts": [counts[tier]]}
        for tier in sorted(counts)
    ]
    return found


# --- with files ----------------------------------------------------------------------------------


class CardMachine(Machine):
    """The kernels of one game on a card, called with the arrays of this machine."""

    chunk = 1 << 24

    def __init__(self, machine: Machine, where: Device) -> None:
        vars(self).update(vars(machine))
        self.where, self.arrays = where, where.arrays
        self._on_card = Kernels(machine, where)
        self._lock = threading.Lock()

    def expand(self, keys: Array, tier: int, room: int) -> Iterator[Children]:
        while len(keys):
            with self._lock:
                children = self._expanded(keys[:POSITIONS], tier, room)
            yield children
            keys = keys[children.done :]

    def _expanded(self, keys: Array, tier: int, room: int) -> Children:
        arrays, host = self.arrays, self.where.host
        there, with_tiers = arrays.asarray(np.ascontiguousarray(keys)), not self.tiers.unit
        counts, heads, ends = arrays.empty((3, len(keys)), np.int64)
        count = self._on_card.kernel(kernels.count_children, heads=True)
        block = count(len(keys), there, tier, 0, 0, 0, counts, 0, heads, ends)
        self._on_card.check(block, keys, tier)
        sums = arrays.cumsum(counts)
        done = max(int(arrays.searchsorted(sums, room, "right")), 1)
        out = arrays.empty(int(sums[done - 1]), np.int64)
        tiers = arrays.empty(len(out), np.int64) if with_tiers else out
        write = self._on_card.kernel(kernels.write_children, with_tiers=with_tiers)
        self._on_card.check(write(done, there, tier, 0, 0, 0, sums, 0, out, tiers), keys, tier)
        found = host(out)
        later = host(tiers) if with_tiers else found
        return Children(done, host(heads[:done]), host(ends[:done]), found, later, found)

    def unique(self, keys: Array) -> Array:
        if len(keys) < FEW:
            return super().unique(keys)
        with self._lock:
            there = self.arrays.asarray(np.ascontiguousarray(keys))
            return self.where.host(unique(self.arrays, there))

    def table(self, parts: Sequence[Part], threads: int = 1, pairs: Array = None) -> Any:
        with self._lock:
            keys, scores = self.arrays.empty((2, sum(size for size, _read in parts)), np.int64)
            begin = 0
            for size, read in parts:
                end = begin + size
                columns = read() if pairs is None else pairs[begin:end].T
                keys[begin:end], scores[begin:end] = map(self.arrays.asarray, columns)
                begin = end
            return make_table(self.arrays, keys, scores)

    def look_up(self, children: Array, found: Array, table: Any) -> None:
        inside = (table.first <= children) & (children <= table.last)
        with self._lock:
            kernel = self._on_card.kernel(kernels.look_up)
            keys = self.arrays.asarray(children[inside])
            scores = self.arrays.empty(len(keys), np.int64)
            block = kernel(
                len(keys), keys, 0, 0, table.first, table.last, *table.words(), scores, 0
            )
            if fault(block) is not None:
                words = _("{game}: its rules are not always the same")
                raise Broken(words.format(game=self.game.name))
            found[inside] = self.where.host(scores)
