"""The transposition table of the engine: shared by threads without a lock.

It is never believed unless the whole key matches. An entry is a word of data and the words of the
key, each exclusive-or the data:

    word     0      1              2             ...
             data   key 0 ^ data   key 1 ^ data

so that an entry torn by two threads writing at once matches no key. The data:

    bits   0..31   32..39   40..41   42        43..50   51..57   58..62
           score   depth    bound    guessed   index    work     generation

`score` is for MAX; `bound` says whether the value is at least (1), at most (2) or exactly (3) that;
`index` is the place of the best action in the order of the rules (255: none); `work` is the
logarithm of the nodes it cost, which decides what stays. Two entries make a bucket: the first keeps
what cost more, the second what came last. A data word of 0 is an empty entry.

The table begins small and grows with the search: a probe into a large one waits for memory, and
most positions are solved before a small one is full.
"""

from __future__ import annotations

import contextlib
import mmap
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from zermelo.bits import signed
from zermelo.compiler.layout import Layout
from zermelo.compiler.memory import WORD, load
from zermelo.engine.limits import no_room

AT_LEAST: Final = 1
AT_MOST: Final = 2
NO_INDEX: Final = 255
DEEPEST_KEPT: Final = 255

FIRST_SIZE: Final = 1 << 20  # bytes in use at first
GROWTH: Final = 2  # the bits by which the number of buckets grows
CHUNK: Final = 1 << 13  # entries moved at a time: they stay in the processor's cache

# Odd numbers without pattern: each word of a key is multiplied by one of them.
_FACTORS: Final = (
    -7046029254386353131, -4417276706812531889, -8796714831421723037, 2870177450012600283,
    1181783497276652981, 3935559000370003845, -3335678366873096957, 4768777513237032717,
)  # fmt: skip


def _factor(word: int) -> int:
    return _FACTORS[word % len(_FACTORS)] + 2 * (word // len(_FACTORS))


def hash_text(words: int) -> str:
    """Source of a function from the words of a key to a number that looks random."""
    terms = (f"keys[{i}] * {_factor(i)}" for i in range(words))
    return f"def hash(keys):\n    h = {' ^ '.join(terms)}\n    return h ^ h >> 29"


def hash_of(keys: Sequence[int]) -> int:
    """The same number, in Python."""
    h = 0
    for i, key in enumerate(keys):
        h ^= signed(key * _factor(i))
    return h ^ h >> 29


def action_hash_text(action: Layout, size: int) -> str:
    """Source of a function from an action to a number below `size`, a power of two."""
    terms = (f"{leaf} * {_FACTORS[i % 8]}" for i, leaf in enumerate(action._leaves("action")))
    return f"def action_hash(action):\n    h = {' ^ '.join(terms)}\n    return h >> 40 & {size - 1}"


def matches_text(words: int) -> str:
    """Source of a function: whether the entry at an address, with this data, has the key."""
    tests = (f"load(at + {WORD * (i + 1)}) ^ data == keys[{i}]" for i in range(words))
    return f"def matches(at, keys, data):\n    return {' and '.join(tests)}"


def write_text(words: int) -> str:
    """Source of a function that writes an entry."""
    lines = (f"    store(at + {WORD * (i + 1)}, keys[{i}] ^ data)" for i in range(words))
    return "\n".join(["def write(at, keys, data):", "    store(at, data)", *lines])


class Table:
    """The memory of the table: `memory` megabytes at most, of which `buckets` are in use."""

    def __init__(self, key_words: int, memory: int) -> None:
        self.entry_words = key_words + 1
        self.most = 1 << max(4, ((memory << 20) // self._bucket_bytes).bit_length() - 1)
        self.buckets = min(self.most, 1 << (FIRST_SIZE // self._bucket_bytes).bit_length() - 1)
        try:
            self.words = zeros(2 * self.most * self.entry_words)
        except (MemoryError, OSError):
            raise no_room(memory) from None

    @property
    def _bucket_bytes(self) -> int:
        return 2 * self.entry_words * WORD

    @property
    def address(self) -> int:
        return int(self.words.ctypes.data)

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
        entries = self.words.reshape(-1, self.entry_words).T
        for begin in chunks:
            end = min(begin + CHUNK, 2 * old)
            words = entries[:, begin:end].copy()
            h = np.zeros_like(words[0])
            for i in range(1, self.entry_words):
                h ^= (words[i] ^ words[0]) * _factor(i - 1)
            part = (h ^ h >> 29) >> 17 + old.bit_length() - 1 & self.buckets // old - 1
            for i in range(self.buckets // old):
                first = 2 * old * i
                np.multiply(words, part == i, out=entries[:, first + begin : first + end])

    def lookup(self, keys: Sequence[int]) -> int:
        """The data of a key, as `find` finds it; without a best action if it is not there."""
        at = 2 * self.entry_words * (hash_of(keys) >> 17 & self.buckets - 1)
        for place in (at, at + self.entry_words):
            data = int(self.words[place])
            stored = (int(word) ^ data for word in self.words[place + 1 : place + self.entry_words])
            if data and all(a == b for a, b in zip(keys, stored, strict=True)):
                return data
        return NO_INDEX << 43


def zeros(words: int) -> Any:
    """Memory for a table, in pages as large as the system has them.

    Every probe is a jump to some other page: with small ones it costs twice the time.
    """
    memory = mmap.mmap(-1, words * WORD)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):
            memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, np.int64)


# --- in compiled code ----------------------------------------------------------------------------


def bucket(game: Any, table: int, mask: int, keys: Any) -> int:
    """The address of the bucket of a key; `mask` is the number of buckets less one."""
    return table + (game.hash(keys) >> 17 & mask) * (2 * game.entry_bytes)


def find(game: Any, at: int, keys: Any) -> int:
    """The data of a key in its bucket, 0 if it is not there."""
    data = load(at)
    if data != 0 and game.matches(at, keys, data):
        return data
    at += game.entry_bytes
    data = load(at)
    if data != 0 and game.matches(at, keys, data):
        return data
    return 0


def keep(game: Any, at: int, keys: Any, data: int) -> None:
    """Writes an entry into its bucket."""
    old = load(at)
    costly = (old >> 51 & 127) > (data >> 51 & 127) and old >> 58 == data >> 58
    if costly and not game.matches(at, keys, old):
        at += game.entry_bytes
    game.write(at, keys, data)


def score_of(data: int) -> int:
    """The score of an entry."""
    return ((data & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000
