"""Levels just written, each key beside its score as a table has them: nobody decodes them again.

In memory; or, where several processes work, in a file that all those of one machine map. Nothing
rests on either: a level that is not whole there is read from its parts.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

Array = Any
PAIR_BYTES: Final = 16
BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
DONE: Final = b"\1"


class Place(NamedTuple):
    """Where a part lies in its level: from which position to which, which of how many parts."""

    begin: int
    end: int
    total: int  # positions of the level
    number: int
    parts: int


def place(sizes: Sequence[int], number: int) -> Place:
    """The place of a part among those of such sizes."""
    begin = sum(sizes[:number])
    return Place(begin, begin + sizes[number], sum(sizes), number, len(sizes))


class Held:
    """In the memory of this process, so many bytes at most."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._levels: dict[int, tuple[Array, set[int]]] = {}
        self._lock = threading.Lock()

    def put(self, tier: int, place: Place, keys: Array, scores: Array) -> None:
        """A part, if there is room for the whole level."""
        with self._lock:
            if tier not in self._levels:
                held = sum(pairs.nbytes for pairs, _there in self._levels.values())
                if held + PAIR_BYTES * place.total > self.most:
                    return
                self._levels[tier] = np.empty((place.total, 2), np.int64), set()
            pairs, there = self._levels[tier]
        fill(pairs[place.begin : place.end], keys, scores)
        there.add(place.number)

    def take(self, tier: int, total: int, parts: int) -> Array | None:
        """All pairs of a level of so many positions and parts; None where some are missing."""
        pairs, there = self._levels.pop(tier, (None, set[int]()))
        return pairs if len(there) == parts else None

    def drop(self, tier: int) -> None:
        """A level that nobody will ask for."""
        self._levels.pop(tier, None)


class Mapped:
    """In files of a folder: the pairs, then a byte of each part, which is set when it is there.

    A file is named after the start of the machine: what another machine has written, or this one
    before it went down, may not be all here, and is not believed.
    """

    def __init__(self, folder: Path, most: int) -> None:
        self.folder, self.most = folder, most
        self.boot = BOOT.read_text().strip() if BOOT.exists() else ""

    def _path(self, tier: int) -> Path:
        return self.folder / f"pairs-{tier:03}.{self.boot}"

    def put(self, tier: int, place: Place, keys: Array, scores: Array) -> None:
        if not self.boot or PAIR_BYTES * place.total > self.most:
            return
        pairs = np.empty((len(keys), 2), np.int64)
        fill(pairs, keys, scores)
        try:
            # Written, not mapped: a disk that is full is then an error, and not the end.
            opened = os.open(self._path(tier), os.O_RDWR | os.O_CREAT, 0o666)
            with os.fdopen(opened, "r+b") as file:
                file.seek(PAIR_BYTES * place.begin)
                file.write(pairs.data.cast("B"))
                file.flush()
                file.seek(PAIR_BYTES * place.total + place.number)
                file.write(DONE)
        except OSError:  # it goes on without
            self.drop(tier)

    def take(self, tier: int, total: int, parts: int) -> Array | None:
        if not self.boot or PAIR_BYTES * total > self.most:
            return None
        try:
            with self._path(tier).open("rb") as file:
                file.seek(PAIR_BYTES * total)
                if file.read(parts + 1) != DONE * parts:
                    return None
                return np.memmap(file, np.int64, "r", shape=(total, 2)).view(np.ndarray)
        except OSError:
            return None

    def drop(self, tier: int) -> None:
        with contextlib.suppress(OSError):
            self._path(tier).unlink(missing_ok=True)


Fresh: TypeAlias = Held | Mapped


def fill(pairs: Array, keys: Array, scores: Array) -> None:
    """Puts keys and scores side by side."""
    pairs[:, 0], pairs[:, 1] = keys, scores
