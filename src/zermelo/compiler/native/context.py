"""The context that machine code runs in: the arena, the limit of the stack, the stop flag.

0   top      where the arena's free memory begins
8   end      where it ends
16  stack    the lowest address that the stack may reach
24  stop     not 0: loops of rules end
32  node     the number of the node that is being searched (see `walk/sharing.py`)
64  shared   what rules share at a node
"""

from __future__ import annotations

import ctypes
import mmap
import platform
import sys
import threading
from typing import Final

SIZE: Final = 4096
ARENA: Final = 256 << 20  # of address space; memory is taken as it is used
# Of the pages that nobody has used the system need not promise to have any.
KNOWN: Final = sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64")
NO_RESERVE: Final = 0x4000 if KNOWN else 0
FLAGS: Final = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE
STACK: Final = 4 << 20  # bytes of stack that rules and searches may use


class Context:
    """One for each thread that runs machine code."""

    def __init__(self, arena: int = ARENA) -> None:
        self.memory = mmap.mmap(-1, arena + SIZE, FLAGS)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        self.words = (ctypes.c_int64 * (SIZE // 8)).from_buffer(self.memory)
        self.size = arena

    def stop(self, stop: bool = True) -> None:
        """Ends the loops of rules, from any thread; or lets them go on again."""
        self.words[3] = stop

    def begin(self) -> None:
        """An empty arena; the stack is that of the thread that calls this."""
        here = ctypes.c_char()
        self.words[0] = self.address + SIZE
        self.words[1] = self.address + SIZE + self.size
        self.words[2] = _stack_limit(ctypes.addressof(here))
        self.words[4] += 1


def _stack_limit(near: int) -> int:
    """How far down the stack of this thread may grow."""
    known = getattr(_local, "limit", None)
    if known is None:
        known = _local.limit = _thread_stack() or near - STACK // 8
    found: int = known
    return found


_local = threading.local()


def _thread_stack() -> int | None:
    """The lowest address of this thread's stack, with something to spare."""
    try:
        library = ctypes.CDLL(None)
        attributes = ctypes.create_string_buffer(256)
        address, size = ctypes.c_void_p(), ctypes.c_size_t()
        library.pthread_self.restype = ctypes.c_void_p
        me = ctypes.c_void_p(library.pthread_self())
        if library.pthread_getattr_np(me, attributes) != 0:
            return None
        library.pthread_attr_getstack(attributes, ctypes.byref(address), ctypes.byref(size))
        library.pthread_attr_destroy(attributes)
        # The system lets no stack grow to within 1 MB of what lies below it.
        spare = 2 << 20 if size.value >= 6 << 20 else 256 << 10
        return (address.value or 0) + spare if address.value else None
    except (OSError, AttributeError):
        return None
