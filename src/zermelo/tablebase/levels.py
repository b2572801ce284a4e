"""All levels of a game on a GPU, in memory.

Forward, level by level: all children of a level, sorted, each once; more than there is memory for
in several passes, each over a range of keys that a sample has told. Backward: each position looks
its children up. The keys of finished levels wait in code (see `zermelo.gpu.coding`).
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from time import perf_counter
from typing import Any, Final

import numpy as np

from zermelo.gpu import kernels
from zermelo.gpu.coding import Coded, decode, encode, unique
from zermelo.gpu.device import Array, Device, Kernel, fault, unexplained
from zermelo.tablebase.builder import Progress, check_tiers
from zermelo.tablebase.machine import Machine
from zermelo.tablebase.plan import Plan

PART: Final = 1 << 26  # keys that are coded together
CHUNK: Final = 1 << 25  # positions that one kernel works on
MOST: Final = 2_000_000_000  # children that one pass makes
CHILD_BYTES: Final = 28  # of memory that a child takes while a pass sorts it
SAMPLE: Final = 1 << 18  # positions whose children tell the ranges of the passes
SLACK: Final = 1.2  # by how much a sample may be off
END: Final = (1 << 63) - 1
FLAGS: Final = ("ranged", "heads", "with_tiers", "grouped")


@dataclass(frozen=True)
class Limits:
    """How much is done at a time; tests have it small."""

    part: int = PART
    chunk: int = CHUNK
    most: int = MOST
    sample: int = SAMPLE
    table: int | None = None  # positions of a table; None: what memory holds


class Kernels:
    """Kernels on a card over the rules of a machine, which says what is wrong where one is."""

    def __init__(self, machine: Machine, where: Device) -> None:
        self.machine, self.where = machine, where
        self._made: dict[Any, Kernel] = {}

    def kernel(self, function: Callable[..., int], **flags: Any) -> Kernel:
        """A kernel with some of the flags set."""
        which = function, tuple(sorted(flags.items()))
        if which not in self._made:
            rules = copy.copy(self.machine.rules)
            vars(rules).update(dict.fromkeys(FLAGS, False) | flags)
            self._made[which] = self.where.kernel(self.machine.compiled, function, rules)
        return self._made[which]

    def check(self, block: Array, keys: Array, tier: int) -> None:
        """Where a position could not go on, the machine finds out why, and says so."""
        number = fault(block)
        if number is not None:
            key = np.array([int(keys[number])], np.int64)
            for _children in self.machine.expand(key, tier, 1 << 10):
                pass
            raise unexplained(self.machine.game)


class Levels:
    """One game from one position, on one card."""

    def __init__(
        self,
        machine: Machine,
        plan: Plan,
        where: Device,
        limits: Limits | None = None,
        tell: Callable[[Progress], None] | None = None,
        check: Callable[[], None] | None = None,
    ) -> None:
        self.machine, self.plan, self.where, self.arrays = machine, plan, where, where.arrays
        self.limits = limits or Limits()
        self._tell, self._check = tell or (lambda progress: None), check or (lambda: None)
        on_card = Kernels(machine, where)
        self.kernel, self.check = on_card.kernel, on_card.check
        self.coded: dict[int, list[Coded]] = {}
        self.targets: dict[int, list[int]] = {}  # of each level those that it leads to
        self._memory = where.free()
        self.kept = 0  # bytes that wait
        self._began, self._done = perf_counter(), 0

    @property
    def positions(self) -> int:
        """How many there are, as far as is known."""
        return sum(part.count for parts in self.coded.values() for part in parts)

    def step(self, forward: bool, tier: int, positions: int) -> None:
        """Tells how far it is."""
        self._done += positions
        seconds = perf_counter() - self._began
        known = len(self.coded), self._done, self.positions, seconds
        self._tell(Progress(forward, tier, *known))
        self._check()

    def turn(self) -> None:
        """From here on it goes back."""
        self._began, self._done = perf_counter(), 0

    # --- forward ---------------------------------------------------------------------------------

    def forward(self, plies: int | None = None) -> None:
        """Finds the positions of all levels, or of the first so many after the root's."""
        root = self.arrays.asarray(np.array([self.plan.root], np.int64))
        self.keep(0, [encode(self.arrays, root)])
        sources = {later: [0] for later in self.leads_to(0)}
        while sources:
            tier = min(sources)
            if plies is not None and tier > plies:
                break
            check_tiers(self.machine, len(self.coded))
            parts = list(self.found(tier, sources.pop(tier)))
            if not parts:
                continue
            self.keep(tier, parts)
            for later in self.leads_to(tier):
                sources.setdefault(later, []).append(tier)

    def keep(self, tier: int, parts: list[Coded]) -> None:
        """Puts the keys of a level by: on the card, or in this machine where that has no room."""
        self.coded[tier] = []
        for part in parts:
            self.kept += part.bytes
            if self.kept > self._memory // 2:
                layers = tuple(self.where.host(layer) for layer in part.layers)
                part = Coded(part.count, part.first, part.last, layers)
            self.coded[tier].append(part)
        self.step(True, tier, sum(part.count for part in parts))

    def leads_to(self, tier: int) -> list[int]:
        """The levels of the children of a level."""
        if self.machine.tiers.unit:
            self.targets[tier] = [tier + 1]
            return self.targets[tier]
        found: set[int] = set()
        write = self.kernel(kernels.write_children, with_tiers=True)
        for keys in self.chunks(tier):
            counts = self.count(keys, tier, (0, 0, 0), ranged=False)[0]
            ends = self.arrays.cumsum(counts)
            out, tiers = self.arrays.empty((2, int(ends[-1])), np.int64)
            here = tier + self.plan.first
            self.check(write(len(keys), keys, here, 0, 0, 0, ends, 0, out, tiers), keys, here)
            found |= {int(each) - self.plan.first for each in self.arrays.unique(tiers)}
        self.targets[tier] = sorted(found)
        return self.targets[tier]

    def chunks(self, tier: int) -> Iterator[Array]:
        """The keys of a level, some at a time."""
        for part in self.coded[tier]:
            keys = decode(self.arrays, part)
            for begin in range(0, len(keys), self.limits.chunk):
                yield keys[begin : begin + self.limits.chunk]

    def found(self, tier: int, sources: Sequence[int]) -> Iterator[Coded]:
        """The keys of a level, in order, from the levels that lead to it."""
        sample, scale = self.sample(tier, sources)
        most = min(self.limits.most, max(self.where.free() // CHILD_BYTES, 1))
        passes = -(-int(SLACK * scale * len(sample)) // most) if scale > 1 else 1
        passes = max(passes, -(-len(sample) // most))
        cuts = {int(sample[len(sample) * i // passes]) for i in range(1, passes)}
        edges = [0, *sorted(cut for cut in cuts if cut), END]
        ranges = [(low, high - (high < END)) for low, high in pairwise(edges)]
        ranges.reverse()
        alone = len(ranges) == 1 and self.machine.tiers.unit
        while ranges:
            low, high = ranges.pop()
            keys = self.children(tier, sources, low, high, not alone, 2 * most)
            if keys is None:  # more than the sample had told
                middle = low + high >> 1
                ranges += [(middle + 1, high), (low, middle)]
                alone = False
                continue
            keys = unique(self.arrays, keys)
            for begin in range(0, len(keys), self.limits.part):
                yield encode(self.arrays, keys[begin : begin + self.limits.part])

    def sample(self, tier: int, sources: Sequence[int]) -> tuple[Array, float]:
        """Keys of children of some positions, in order; and of how many each stands for one."""
        total = sum(part.count for source in sources for part in self.coded[source])
        every = max(total // self.limits.sample, 1)
        if every == 1 and total * 64 < self.limits.most:  # too few for several passes
            return self.arrays.zeros(1, np.int64), 1.0
        pieces = []
        for source in sources:
            for part in self.coded[source]:
                keys = self.arrays.ascontiguousarray(decode(self.arrays, part)[::every])
                target = (tier + self.plan.first, 0, END)
                made = self.expand(keys, source, target, not self.machine.tiers.unit)
                pieces.append(made)
        sample = self.arrays.concatenate(pieces)
        sample.sort()
        return sample, float(every)

    def children(
        self, tier: int, sources: Sequence[int], low: int, high: int, ranged: bool, most: int
    ) -> Array | None:
        """The keys of a range that some levels lead to; None if there are too many."""
        pieces, total = [], 0
        for source in sources:
            for keys in self.chunks(source):
                made = self.expand(keys, source, (tier + self.plan.first, low, high), ranged)
                total += len(made)
                if total > most and ranged and high > low:
                    return None
                pieces.append(made)
                self._check()
        return pieces[0] if len(pieces) == 1 else self.arrays.concatenate(pieces)

    def count(
        self, keys: Array, tier: int, target: tuple[int, int, int], ranged: bool
    ) -> tuple[Array, Array]:
        """How many children positions have that are wanted, and which."""
        counts = self.arrays.empty(len(keys), np.int64)
        masks = self.arrays.empty(len(keys), np.int64) if ranged else counts
        count = self.kernel(kernels.count_children, ranged=ranged)
        here = tier + self.plan.first
        self.check(count(len(keys), keys, here, *target, counts, masks), keys, here)
        return counts, masks

    def expand(self, keys: Array, tier: int, target: tuple[int, int, int], ranged: bool) -> Array:
        """The keys of children of positions: `target` is their level and range, if `ranged`."""
        counts, masks = self.count(keys, tier, target, ranged)
        ends = self.arrays.cumsum(counts)
        out = self.arrays.empty(int(ends[-1]), np.int64)
        write = self.kernel(kernels.write_children, ranged=ranged)
        here = tier + self.plan.first
        self.check(write(len(keys), keys, here, *target, ends, masks, out), keys, here)
        return out
