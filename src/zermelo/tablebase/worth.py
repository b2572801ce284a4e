"""The values of all levels on a GPU, the last ones first (see `levels`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.gpu import kernels
from zermelo.gpu.coding import decode
from zermelo.gpu.device import Array
from zermelo.tablebase.levels import END, Levels

TABLE_BYTES: Final = 14  # of memory that a position of a table takes: key, code, index
BUCKET: Final = 8  # keys, on average, in a bucket of an index
KINDS: Final = (np.int16, np.int32, np.int64)  # of codes, the smallest that does


class Table(NamedTuple):
    """Positions of one level with their codes, and an index into them."""

    keys: Array
    codes: Array
    index: Array
    shift: int
    first: int
    last: int

    @property
    def bytes(self) -> int:
        """Of memory."""
        return int(self.keys.nbytes + self.codes.nbytes + self.index.nbytes)

    def words(self) -> list[Any]:
        """For the block of a kernel."""
        bits = (8 * self.codes.itemsize).bit_length() - 1
        return [self.keys, self.index, self.shift, self.first, self.last, self.codes, bits]


def make_table(arrays: Any, keys: Array, codes: Array) -> Table:
    """The table of sorted keys; the memory of codes must end with a whole word."""
    first, last = int(keys[0]), int(keys[-1])
    shift = max((last - first).bit_length() - max(len(keys) // BUCKET, 1).bit_length(), 0)
    buckets = (last - first >> shift) + 2
    edges = arrays.arange(buckets - 1, dtype=np.int64)
    edges <<= shift
    edges += first
    index = arrays.full(buckets, len(keys), np.int64)
    index[:-1] = arrays.searchsorted(keys, edges)
    return Table(keys, codes, index, shift, first, last)


class Group(NamedTuple):
    """Some parts of a level that are one table, and the keys that are looked for there."""

    tier: int
    begin: int
    end: int
    low: int
    high: int


class Worth:
    """What the positions of all levels are worth."""

    def __init__(self, levels: Levels) -> None:
        self.levels, self.arrays = levels, levels.arrays
        self.codes: dict[int, list[Array]] = {}  # of each part of a level
        self.counts: dict[int, dict[str, int]] = {}
        self.ply_bits = len(levels.coded).bit_length()  # every ply leads to another level
        self._table: tuple[Group, Table] | None = None

    def backward(self) -> tuple[int, int]:
        """Works out all levels; the value of the root, and its plies to the end."""
        levels = self.levels
        levels.turn()
        for tier in sorted(levels.coded, reverse=True):
            self.settle(tier)
            if levels.machine.tiers.unit:
                self.codes.pop(tier + 1, None)
            levels.step(False, tier, sum(part.count for part in levels.coded[tier]))
        code, most = int(self.codes[0][0][0]), (1 << self.ply_bits) - 1
        value, plies = code >> self.ply_bits, code & most
        return value, most - plies if value > 0 else plies

    def groups(self, tier: int) -> list[Group]:
        """The tables that the children of a level are in."""
        levels, found = self.levels, []
        if self._table and self._table[0].tier not in levels.targets[tier]:
            self._table = None
        room = levels.limits.table or levels.where.free() * 4 // 5 // TABLE_BYTES
        for later in levels.targets[tier]:
            parts, begin, low = levels.coded.get(later, []), 0, 0
            while begin < len(parts):
                end, size = begin + 1, parts[begin].count
                while end < len(parts) and size + parts[end].count <= room:
                    size += parts[end].count
                    end += 1
                high = parts[end].first - 1 if end < len(parts) else END
                found.append(Group(later, begin, end, low, high))
                begin, low = end, high + 1
        return found

    def table(self, group: Group) -> Table:
        """The table of a group; the last one is still there."""
        if self._table is None or self._table[0] != group:
            self._table = None
            parts = self.levels.coded[group.tier][group.begin : group.end]
            codes = self.codes[group.tier][group.begin : group.end]
            size, begin = sum(part.count for part in parts), 0
            keys = self.arrays.empty(size, np.int64)
            kind = max((each.dtype for each in codes), key=lambda kind: kind.itemsize)
            values = self.arrays.zeros(size + 8, kind)  # beyond the end, for it is read by words
            for part, some in zip(parts, codes, strict=True):
                keys[begin : begin + part.count] = decode(self.arrays, part)
                values[begin : begin + part.count] = self.arrays.asarray(some)
                begin += part.count
            self._table = group, make_table(self.arrays, keys, values)
        return self._table[1]

    def settle(self, tier: int) -> None:
        """Works out a level whose children are worked out."""
        groups = self.groups(tier)
        counts = {"positions": 0, "won": 0, "drawn": 0, "lost": 0}
        self.codes[tier] = []
        if len(groups) <= 1:
            for keys in self.parts(tier):
                codes = self.arrays.empty(len(keys), np.int64)
                self.run(tier, keys, codes, groups[0] if groups else None, 3)
                self.keep(tier, codes, counts)
        else:
            waiting: list[Any] = []
            for i, group in enumerate(groups):
                stage = kernels.BEGINS * (i == 0) + kernels.LASTS * (i == len(groups) - 1)
                for part, keys in enumerate(self.parts(tier)):
                    codes = self.arrays.empty(len(keys), np.int64)
                    if i:
                        codes = self.arrays.asarray(waiting[part])
                    self.run(tier, keys, codes, group, stage)
                    if stage & kernels.LASTS:
                        self.keep(tier, codes, counts)
                    elif i:
                        waiting[part] = self.levels.where.host(codes)
                    else:
                        waiting.append(self.levels.where.host(codes))
        self.counts[tier] = counts

    def parts(self, tier: int) -> Iterator[Array]:
        """The keys of each part of a level."""
        for part in self.levels.coded[tier]:
            yield decode(self.arrays, part)

    def run(self, tier: int, keys: Array, codes: Array, group: Group | None, stage: int) -> None:
        """Works positions out as far as one table tells."""
        levels, nothing = self.levels, self.arrays.zeros(1, np.int64)
        grouped = stage != 3 or not levels.machine.tiers.unit
        kernel = levels.kernel(kernels.settle, grouped=grouped, ply_bits=self.ply_bits)
        here, range_ = tier + levels.plan.first, (0, 0, 0)
        words: list[Any] = [nothing, nothing, 0, 1, 0, nothing, 6]  # a table that has nothing
        if group:
            words = self.table(group).words()
            range_ = group.tier + levels.plan.first, group.low, group.high
        for begin in range(0, len(keys), levels.limits.chunk):
            end = begin + levels.limits.chunk
            some, found = keys[begin:end], codes[begin:end]
            block = kernel(len(some), some, here, *range_, *words, found, stage)
            levels.check(block, some, here)

    def keep(self, tier: int, codes: Array, counts: dict[str, int]) -> None:
        """Puts the codes of a part by, in as few bits as they take, and counts them."""
        low, high = int(codes.min()), int(codes.max())
        kind = next(k for k in KINDS if np.iinfo(k).min <= low and high <= np.iinfo(k).max)
        won = int((codes >= 1 << self.ply_bits).sum())
        lost = int((codes < 0).sum())
        found = {"positions": len(codes), "won": won, "lost": lost}
        for name, number in (found | {"drawn": len(codes) - won - lost}).items():
            counts[name] += number
        self.codes[tier].append(codes.astype(kind))
