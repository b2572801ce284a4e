"""How Python and a running kernel talk: a few words of memory that both can see.

    word    0        1       2       3        4         5         6         7
            STATUS   LIMIT   INNER   LEAVES   CUTOFFS   DEEPEST   GUESSED   ENDLESS

A kernel counts in them (the nodes are INNER + LEAVES) and compares the ply of every inner node
with LIMIT. Where that is met it asks why: the depth limit is reached, or somebody has set STATUS,
and LIMIT below every ply, to make it stop. Then every node returns at once, and the value that
comes back means nothing. Anybody may do so, from any thread; the kernel itself does where it cannot
go on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar

import numpy as np

from zermelo.compiler.memory import WORD

# The address of each word from the beginning of the block.
STATUS: Final = 0 * WORD
LIMIT: Final = 1 * WORD  # the ply, from the root, at which the heuristic speaks
INNER: Final = 2 * WORD  # states entered that have been searched on
LEAVES: Final = 3 * WORD  # states entered that ended the search there
CUTOFFS: Final = 4 * WORD  # those that skipped something
DEEPEST: Final = 5 * WORD  # the ply of the deepest leaf
GUESSED: Final = 6 * WORD  # whether a leaf had the heuristic's value
ENDLESS: Final = 7 * WORD  # whether the limit is only there to save the machine's stack
WORDS: Final = 8

GOING: Final = 0
STOPPED: Final = 1  # somebody has told it to
TOO_DEEP: Final = 2
NO_HEURISTIC: Final = 3  # the limit is met and the game has no `evaluate`

STACK: Final = 512 << 20  # bytes; taken from the machine only as far as they are used
SMALLEST_STACK: Final = 8 << 20
MOST_PLIES: Final = 250_000

Returned = TypeVar("Returned")


class Control:
    """The words of one running kernel."""

    def __init__(self) -> None:
        self.words: Any = np.zeros(WORDS, np.int64)
        self.address = int(self.words.ctypes.data)

    def clear(self) -> None:
        """Sets the counts to 0."""
        for address in (INNER, LEAVES, CUTOFFS, DEEPEST, GUESSED):
            self[address] = 0

    def start(self, limit: int, endless: bool) -> None:
        """Sets the limit of a kernel that is about to run, unless it was stopped before."""
        self[LIMIT], self[ENDLESS] = limit, endless
        if self[STATUS] != GOING:  # looked at last, so that no `stop` is lost
            self[LIMIT] = -1

    def __getitem__(self, address: int) -> int:
        return int(self.words[address // WORD])

    def __setitem__(self, address: int, value: int) -> None:
        self.words[address // WORD] = value

    def stop(self) -> None:
        """Ends the kernel within microseconds; may be called from any thread."""
        self[STATUS] = STOPPED
        self[LIMIT] = -1


def plies_that_fit(words: int) -> int:
    """How many calls, each with its state, fit on the stack."""
    return min(MOST_PLIES, _stack.size // (1024 + 64 * words))


def launch(control: Control, work: Callable[[], Returned]) -> Returned:
    """Does the work on a thread with a large stack, and returns what it returns.

    Compiled code lets other threads run, but not the handlers of signals, which only ever run on
    the main thread: so that thread waits here, and Ctrl-C tells the kernel to stop.
    """
    answer: list[Returned] = []
    failure: list[BaseException] = []

    def body() -> None:
        try:
            answer.append(work())
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=body, name="zermelo", daemon=True)
    _stack.start(thread)
    try:
        thread.join()
    except BaseException:
        control.stop()
        thread.join()
        raise
    if failure:
        raise failure[0]
    return answer[0]


class _Stack:
    """The size of stack that new threads get, which is a setting of the whole process."""

    def __init__(self) -> None:
        self.size = STACK
        self.lock = threading.Lock()

    def start(self, thread: threading.Thread) -> None:
        """Starts a thread with a large stack; where there is no room for it, a smaller one."""
        with self.lock:
            before = threading.stack_size(self.size)
            try:
                while True:
                    try:
                        thread.start()
                        return
                    except RuntimeError:
                        if self.size < 2 * SMALLEST_STACK:
                            raise
                        self.size //= 2
                        threading.stack_size(self.size)
            finally:
                threading.stack_size(before)


_stack = _Stack()
