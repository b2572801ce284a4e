"""Memory that kernels write."""

from __future__ import annotations

import contextlib
import mmap
from typing import Any

import numpy as np

from zermelo.compiler.memory import WORD


def zeros(words: int) -> Any:
    """So many words, in pages as large as the system has them.

    Every probe of a table is a jump to some other page: with small ones it costs twice the time.
    """
    memory = mmap.mmap(-1, words * WORD)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):
            memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, np.int64)
