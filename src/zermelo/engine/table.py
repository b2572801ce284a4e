"""The transposition table of the engine: shared by threads without a lock.

Two entries (see `entry`) make a bucket: the first keeps what cost more, the second what came last.
The table begins small and grows with the search: a probe into a large one waits for memory, and
most positions are solved before a small one is full.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

from zermelo.bits import signed
from zermelo.compiler.intrinsics import WORD, load
from zermelo.engine.entry import NO_INDEX, factor, generation_of, index_of, work_of
from zermelo.engine.memory import address_of, zeros
from zermelo.game import ZermeloError
from zermelo.language import _

FIRST_SIZE: Final = 1 << 20  # bytes in use at first
GROWTH: Final = 2  # the bits by which the number of buckets grows
CHUNK: Final = 1 << 13  # entries moved at a time: they stay in the processor's cache


def table_memory(words: int, memory: int) -> memoryview:
    """The memory of a table, or one line that says that there is none."""
    try:
        return zeros(words)
    except (MemoryError, OSError):
        told = _("this machine has no {memory} MB to spare for the table")
        raise ZermeloError(told.format(memory=memory)) from None


def hash_of(keys: Sequence[int]) -> int:
    """The number that compiled code makes of a key (see `entry.hash_text`)."""
    h = 0
    for i, key in enumerate(keys):
        h ^= signed(key * factor(i))
    return h ^ h >> 29


class Table:
    """The memory of the table: `memory` megabytes at most, of which `buckets` are in use."""

    def __init__(self, key_words: int, memory: int, wide: bool = False) -> None:
        self.wide = wide
        self.entry_words = key_words + 1 + wide
        self.most = 1 << max(4, ((memory << 20) // self._bucket_bytes).bit_length() - 1)
        self.buckets = min(self.most, 1 << (FIRST_SIZE // self._bucket_bytes).bit_length() - 1)
        self.words = table_memory(2 * self.most * self.entry_words, memory)
        self.address = address_of(self.words)

    @property
    def _bucket_bytes(self) -> int:
        return 2 * self.entry_words * WORD

    @property
    def is_small(self) -> bool:
        """Whether it has never grown."""
        return self.buckets * self._bucket_bytes <= FIRST_SIZE and self.buckets < self.most

    @property
    def entries(self) -> int:
        """How many fit in what is in use; 0: nothing is left to grow."""
        return 0 if self.buckets == self.most else 2 * self.buckets

    def grow(self, threads: int) -> list[Callable[[], None]]:
        """Takes more into use; to be done then, by as many threads: moving the entries.

        The entries of a bucket go to those buckets that have its number in their lowest bits.
        """
        old, self.buckets = self.buckets, min(self.most, self.buckets << GROWTH)
        chunks = range(0, 2 * old, CHUNK)
        return [partial(self._move, old, chunks[i::threads]) for i in range(threads)]

    def _move(self, old: int, chunks: Iterable[int]) -> None:
        import numpy as np  # here, as a first move seldom fills the table

        entries = np.frombuffer(self.words, np.int64).reshape(-1, self.entry_words).T
        for begin in chunks:
            end = min(begin + CHUNK, 2 * old)
            words = entries[:, begin:end].copy()
            mask = words[0] ^ words[1] if self.wide else words[0]
            h = np.zeros_like(mask)
            for i, word in enumerate(words[1 + self.wide :]):
                h ^= (word ^ mask) * factor(i)
            part = (h ^ h >> 29) >> 17 + old.bit_length() - 1 & self.buckets // old - 1
            for i in range(self.buckets // old):
                first = 2 * old * i
                np.multiply(words, part == i, out=entries[:, first + begin : first + end])

    def best_index(self, keys: Sequence[int]) -> int:
        """The place of the best action that the table has for a key, or NO_INDEX."""
        at = 2 * self.entry_words * (hash_of(keys) >> 17 & self.buckets - 1)
        for place in (at, at + self.entry_words):
            data, *rest = self.words[place : place + self.entry_words]
            mask = data ^ rest.pop(0) if self.wide else data
            if data and all(key == word ^ mask for key, word in zip(keys, rest, strict=True)):
                return index_of(data)
        return NO_INDEX


# --- in compiled code ----------------------------------------------------------------------------


def bucket(game: Any, table: int, mask: int, keys: Any) -> int:
    """The address of the bucket of a key; `mask` is the number of buckets less one."""
    return table + (game.hash(keys) >> 17 & mask) * (2 * game.entry_bytes)


def find(game: Any, at: int, keys: Any) -> tuple[int, int]:
    """The data and the score of a key in its bucket; data 0: it is not there."""
    data, score = game.read(at, keys)
    if data == 0:
        data, score = game.read(at + game.entry_bytes, keys)
    return data, score


def keep(game: Any, at: int, keys: Any, data: int, score: int) -> None:
    """Writes an entry into its bucket."""
    old = load(at)
    if work_of(old) > work_of(data) and generation_of(old) == generation_of(data):
        same, _score = game.read(at, keys)
        if same == 0:
            at += game.entry_bytes
    game.write(at, keys, data, score)
