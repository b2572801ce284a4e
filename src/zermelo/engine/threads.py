"""Threads that search, and the memory that each of them has."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextvars import copy_context
from typing import Any, Final, TypeVar

import numpy as np

from zermelo.compiler.memory import WORD
from zermelo.engine.control import STACK
from zermelo.engine.kernels import pvs

STACK_WORDS: Final = 1 << 20
APART: Final = 32  # words: more than a line of any cache

Returned = TypeVar("Returned")


class Worker:
    """The memory of one searching thread: its block of words, its moves, what it has learnt."""

    def __init__(self, busy: Any) -> None:
        # Far from anything that another thread writes: its counts change with every node.
        self.block = np.zeros(pvs.BLOCK_WORDS + 2 * APART, np.int64)[APART:-APART]
        self.stack = np.zeros(STACK_WORDS, np.int64)
        self.history = np.zeros(2 * pvs.ACTION_HASHES, np.int64)
        self.killers = np.zeros(2 * (pvs.MAX_PLY + 1), np.int64)
        self[pvs.HISTORY], self[pvs.KILLERS] = self.history.ctypes.data, self.killers.ctypes.data
        self[pvs.BUSY] = busy.ctypes.data

    def __getitem__(self, word: int) -> int:
        return int(self.block[word // WORD])

    def __setitem__(self, word: int, value: int) -> None:
        self.block[word // WORD] = value

    def forget(self) -> None:
        """What it has learnt about actions belongs to one analysis."""
        self.history[:] = 0
        self.killers[:] = 0


def off_main(work: Callable[[], Returned], stop: Callable[[], None]) -> Returned:
    """Does the work on another thread if this is the main one, which must hear Ctrl-C meanwhile."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    results: list[Returned] = in_parallel([work], stop)
    return results[0]


def in_parallel(jobs: Sequence[Callable[[], Any]], stop: Callable[[], None]) -> list[Any]:
    """Does each job on a thread of its own, with a large stack; an error in one stops all.

    They begin together: to start a thread while another searches takes milliseconds.
    """
    results: list[Any] = []
    failures: list[BaseException] = []
    ready = threading.Barrier(len(jobs))

    def body(job: Callable[[], Any]) -> None:
        try:
            ready.wait()
            results.append(job())
        except BaseException as error:
            failures.append(error)
            stop()

    before = threading.stack_size(STACK)
    try:
        threads = [  # each speaks the language of its caller
            threading.Thread(target=copy_context().run, args=(body, job), daemon=True)
            for job in jobs
        ]
        for thread in threads:
            thread.start()
    except BaseException:  # no room for another stack
        ready.abort()
        stop()
        raise
    finally:
        threading.stack_size(before)
    try:
        for thread in threads:
            while thread.is_alive():
                thread.join(0.05)
    except BaseException:
        stop()
        for thread in threads:
            thread.join()
        raise
    if failures:
        raise failures[0]
    return results
