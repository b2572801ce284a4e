"""The tasks that a build is made of. Each reads files and writes files, and may be done anywhere.

Forward, tier by tier: `gather` makes a part of a range of keys in all the runs of a tier, `spread`
writes the keys that its positions lead to, one run a tier; `lead_on` does both. Backward: `settle`
looks the children of a part up and writes it with its values. A tier in which moves can stay is one
task each way, `close` and `solve`.
"""

from __future__ import annotations

import mmap
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final

import numpy as np

from zermelo.tablebase.fresh import Fresh, Held, Mapped, place
from zermelo.tablebase.machine import Array, Children, Machine, Table, scores_of, values_of
from zermelo.tablebase.plan import Plan
from zermelo.tablebase.rounds import ROUNDING
from zermelo.tablebase.shelf import (
    BUILD,
    Folder,
    Shelf,
    checksum,
    read_columns,
    read_json,
    to_parquet,
    write_json,
)

WORDS_A_CHILD: Final = 4  # of memory: its key, its score, and both while they are sorted
SCRATCH: Final = 80 << 20  # bytes of memory that a task takes: a part, what it leads to, its coding
TABLE_BYTES: Final = 24  # a position, in memory, at most: key, score, index
LEAST: Final = 1 << 18  # children for which there is room
SEVERAL: Final = 4  # the parts of a tier that is not small are so many, or a multiple of it
WORTH_A_TASK: Final = 1 << 15  # keys

Record = dict[str, Any]  # what the manifest says of a part
Run = tuple[int, int, int, int]  # keys that a part of a tier leads to: from here to there in a file


def name(kind: str, *numbers: int) -> str:
    """The name of a file, without its ending."""
    return "-".join([kind, *(f"{number:03}" for number in numbers)])


def table_name(tier: int, part: int) -> str:
    """The name of a finished part."""
    return f"{name('tier', tier, part)}.parquet"


def build_name(kind: str, *numbers: int, ending: str = "json") -> str:
    """The name of a file that is wanted only until the work is done."""
    return f"{BUILD}/{name(kind, *numbers)}.{ending}"


def run_name(tier: int, part: int) -> str:
    """The name of the file of all keys that a part leads to."""
    return build_name("run", tier, part, ending="npy")


class Site:
    """Where tasks are done: the machine, the files, and the tables that are in memory.

    `memory`, in bytes, is shared by so many tasks at a time; `together`: with other processes.
    """

    def __init__(
        self,
        shelf: Shelf,
        plan: Plan,
        machine: Machine,
        memory: int,
        workers: int = 1,
        finished: Mapping[int, list[Record]] | None = None,
        together: bool = False,
    ) -> None:
        self.shelf, self.plan, self.machine, self.finished = shelf, plan, machine, finished
        self.memory, self.workers = memory, workers
        rest = max(memory - SCRATCH * workers, memory // 4)
        self.for_tables = rest * 5 // 8 // min(workers, 2)
        scratch = (memory - rest) * 3 // 8 + rest // 8
        self.room = max(scratch // workers // 8 // WORDS_A_CHILD, LEAST)
        self.open_runs: dict[str, Array] = {}
        self._tables: OrderedDict[tuple[int, int], Table] = OrderedDict()
        self._fresh: Fresh = Held(rest // 8)
        if together and isinstance(shelf, Folder):
            self._fresh = Mapped(shelf.path / BUILD, rest // 8)
        self._parts: dict[int, list[Record]] = {}
        self._lock = threading.Lock()

    # --- parts -----------------------------------------------------------------------------------

    def parts(self, tier: int) -> list[Record]:
        """The parts of a tier whose keys are known."""
        if self.finished is not None:
            return self.finished.get(tier, [])
        file = build_name("tier", tier)
        if tier not in self._parts and self.shelf.has(file):
            self._parts[tier] = read_json(self.shelf, file)["parts"]
        return self._parts.get(tier, [])

    def keys(self, tier: int, part: int) -> Array:
        """The keys of a part."""
        file = build_name("keys", tier, part, ending="parquet")
        if self.shelf.has(file):
            return self.shelf.read_keys(file)
        return read_columns(self.shelf, table_name(tier, part))["key"]

    def scores(self, tier: int, part: int) -> tuple[Array, Array]:
        """The keys and the scores of a finished part."""
        columns = read_columns(self.shelf, table_name(tier, part))
        if self.machine.real:
            return columns["key"], np.ascontiguousarray(columns["value"]).view(np.int64)
        return columns["key"], scores_of(columns["value"], columns["distance"].astype(np.int64))

    def groups(self, tier: int) -> list[list[Record]]:
        """The parts of a tier, as many together as memory holds; none of a tier without any."""
        groups: list[list[Record]] = []
        room = 0
        for record in self.parts(tier):
            size = TABLE_BYTES * record["positions"]
            if not groups or room + size > self.for_tables:
                groups.append([])
                room = 0
            groups[-1].append(record)
            room += size
        return groups

    def fits(self, tier: int) -> bool:
        """Whether all the tables that the children of a tier need are in memory together."""
        if self.machine.tiers.unit:
            return len(self.groups(tier + 1)) <= 1
        size = sum(
            record["positions"]
            for later in self._tiers()
            if later > tier
            for record in self.parts(later)
        )
        return bool(size * TABLE_BYTES <= self.for_tables)

    def _tiers(self) -> list[int]:
        """All that are known."""
        if self.finished is not None:
            return list(self.finished)
        names = self.shelf.names(BUILD)
        return [
            int(found[1]) for name in names if (found := re.fullmatch(r"tier-(\d+)\.json", name))
        ]

    def table(self, tier: int, group: Sequence[Record]) -> Table:
        """The positions of some parts with their scores, from memory if they are there."""
        with self._lock:
            which = tier, group[0]["part"]
            if which not in self._tables:
                while self._tables and self._size(group) > self.for_tables:
                    self._tables.popitem(last=False)
                parts = [
                    (int(record["positions"]), partial(self.scores, tier, record["part"]))
                    for record in group
                ]
                pairs = None
                if len(group) == len(self.parts(tier)):
                    total = sum(size for size, _read in parts)
                    pairs = self._fresh.take(tier, total, len(parts))
                self._tables[which] = self.machine.table(parts, self.workers, pairs)
            self._tables.move_to_end(which)
            return self._tables[which]

    def _size(self, group: Sequence[Record]) -> int:
        held = sum(table.bytes for table in self._tables.values())
        return held + TABLE_BYTES * sum(int(record["positions"]) for record in group)

    def resolve(self, tier: int, children: Children) -> Array:
        """The scores of children that belong to later tiers, from the tables of these."""
        found = np.empty(len(children.keys), np.int64)
        if self.machine.tiers.unit:
            self._look_up(tier + 1, children.keys, found)
            return found
        for each in np.unique(children.tiers):
            there = children.tiers == each
            later = int(each) - self.plan.first
            if later == tier:
                continue
            keys = children.keys[there]
            scores = np.empty(len(keys), np.int64)
            self._look_up(later, keys, scores)
            found[there] = scores
        return found

    def _look_up(self, tier: int, keys: Array, found: Array) -> None:
        if len(keys):
            there = {part for each, part in list(self._tables) if each == tier}
            for group in sorted(self.groups(tier), key=lambda group: group[0]["part"] not in there):
                self.machine.look_up(keys, found, self.table(tier, group))

    def write_part(self, tier: int, part: int, keys: Array, scores: Array, error: float) -> Record:
        """A finished part, and what the manifest will say of it."""
        columns: dict[str, Array] = {"key": keys}
        record: Record = {"part": part, "positions": len(keys)}
        missing = None
        if self.machine.real:
            columns["value"] = scores.view(np.float64)
            record["error"] = error
        else:
            values, plies = values_of(scores)
            columns |= {"value": values, "distance": plies.astype(np.int32)}
            missing = plies < 0
            won, lost = int((values > 0).sum()), int((values < 0).sum())
            record |= {"won": won, "drawn": len(keys) - won - lost, "lost": lost}
        content = to_parquet(columns, missing)
        record |= {
            "file": table_name(tier, part),
            "first": int(keys[0]),
            "last": int(keys[-1]),
            "bytes": len(content),
            "sha256": checksum(content),
        }
        self.shelf.write(record["file"], content)
        write_json(self.shelf, build_name("part", tier, part), record)
        self.shelf.remove(build_name("keys", tier, part, ending="parquet"))
        self._keep(tier, part, keys, scores)
        return record

    def _keep(self, tier: int, part: int, keys: Array, scores: Array) -> None:
        """A part for the next to look up."""
        if self.machine.tiers.unit:
            self._fresh.drop(tier + 2)
        records = self.parts(tier)
        number = next(i for i, record in enumerate(records) if record["part"] == part)
        sizes = [int(record["positions"]) for record in records]
        self._fresh.put(tier, place(sizes, number), keys, scores)


# --- forward -------------------------------------------------------------------------------------


def lead_on(site: Site, tier: int, part: int, runs: Sequence[Run], low: int, high: int) -> Record:
    """Makes a part of all the keys in a range, and writes what its positions lead to."""
    keys = gather(site, runs, low, high)
    record = write_keys(site, tier, part, keys)
    write_runs(site, tier, part, spread_keys(site, tier, keys))
    return record


def spread(site: Site, tier: int, part: int) -> int:
    """Writes the keys that the positions of a part lead to; how many positions are new: none."""
    write_runs(site, tier, part, spread_keys(site, tier, site.keys(tier, part)))
    return 0


def write_runs(site: Site, tier: int, part: int, runs: Mapping[int, Array]) -> None:
    """The keys that a part leads to, those of each tier together; and where these begin and end."""
    ends = np.cumsum([0, *(len(runs[target]) for target in sorted(runs))]).tolist()
    places = [[target, *ends[i : i + 2]] for i, target in enumerate(sorted(runs))]
    if runs:
        whole = np.concatenate([runs[target] for target in sorted(runs)])
        site.shelf.write_array(run_name(tier, part), whole)
    write_json(site.shelf, build_name("spread", tier, part), {"runs": places})


def read_run(site: Site, run: Run) -> Array:
    """Keys of one tier that one part leads to."""
    tier, part, begin, end = run
    name = run_name(tier, part)
    found = site.open_runs.get(name)  # which another thread may close meanwhile
    if found is None:
        found = site.open_runs[name] = site.shelf.read_array(name)
    return found[begin:end]


def forget(array: Array) -> None:
    """Gives back the memory into which a file was read; it is read again where it is wanted."""
    mapped = getattr(array, "_mmap", None)
    if mapped is not None and hasattr(mmap, "MADV_DONTNEED"):
        mapped.madvise(mmap.MADV_DONTNEED)


def spread_keys(
    site: Site, tier: int, keys: Array, stay: Callable[[Array], None] | None = None
) -> dict[int, Array]:
    """The keys that some positions lead to, by tier; `stay` takes those of their own."""
    machine, runs = site.machine, dict[int, list[Array]]()
    for children in machine.expand(keys, tier + site.plan.first, site.room):
        if machine.tiers.unit:
            runs.setdefault(tier + 1, []).append(machine.unique(children.keys))
            continue
        for each in np.unique(children.tiers):
            later, some = int(each) - site.plan.first, children.keys[children.tiers == each]
            if stay and later == tier:
                stay(machine.unique(some))
            else:
                runs.setdefault(later, []).append(machine.unique(some))
    return {target: joined(machine, some) for target, some in runs.items() if len(some[0])}


def joined(machine: Machine, runs: Sequence[Array]) -> Array:
    return runs[0] if len(runs) == 1 else machine.unique(np.concatenate(runs))


def ranges(site: Site, runs: Sequence[Run]) -> list[tuple[int, int]]:
    """Ranges of keys, from the first to before the last, with about so many in each as a part has.

    The same whoever made the runs, and in what order. A tier that is not small is several parts, so
    many that two threads, or four, end at the same time.
    """
    total = sum(end - begin for _tier, _part, begin, end in runs)
    count = -(-total // site.plan.part)
    count = -(-count // SEVERAL) * SEVERAL if count > 1 else min(total // WORTH_A_TASK, SEVERAL)
    end = 1 << 63
    if count <= 1:
        return [(0, end)]
    every = max(total // count // 1024, 1)
    samples = []
    for run in runs:
        array = read_run(site, run)
        samples.append(np.array(array[::every]))
        forget(array)
    sample = np.sort(np.concatenate(samples))
    cuts = [int(sample[len(sample) * i // count]) for i in range(1, count)]
    edges = sorted({0, end, *(cut for cut in cuts if cut > sample[0])})
    return list(pairwise(edges))


def gather(site: Site, runs: Sequence[Run], low: int, high: int) -> Array:
    """All the keys in a range, each once."""
    wanted = {run_name(*run[:2]) for run in runs}
    for name in set(site.open_runs) - wanted:  # which stay on disk while they are open
        site.open_runs.pop(name, None)
    slices = []
    for run in runs:
        array = read_run(site, run)
        begin = np.searchsorted(array, low)
        end = np.searchsorted(array, high) if high < 1 << 63 else len(array)
        slices.append(array[begin:end])
    whole = np.concatenate(slices)
    for array in slices:
        forget(array)
    return site.machine.unique(whole)


def write_keys(site: Site, tier: int, part: int, keys: Array) -> Record:
    site.shelf.write_keys(build_name("keys", tier, part, ending="parquet"), keys)
    return {"part": part, "positions": len(keys)}


# --- backward ------------------------------------------------------------------------------------


def settle(site: Site, tier: int, part: int, error: float) -> Record:
    """Writes a part with its values; `error`: how much those of later tiers may be off."""
    keys, scores = site.keys(tier, part), []
    machine, most = site.machine, 0
    for children in machine.expand(
        keys, tier + site.plan.first, machine.chunk if site.fits(tier) else site.room
    ):
        scores.append(machine.combine(children, site.resolve(tier, children)))
        most = max(most, int(children.heads.max(initial=0)) >> 2)
    found = np.concatenate(scores)
    if machine.real:
        error += (most + 2) * ROUNDING * float(np.abs(found.view(np.float64)).max())
    return site.write_part(tier, part, keys, found, error)
