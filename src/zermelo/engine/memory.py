"""The memory that kernels write: whole pages of zeros, given back when nobody uses them.

With ZERMELO_GUARD=1 in the environment each block lies between two pages that must not be touched:

    | no access |  rest of a page, then the words  | no access |
                                                   ^ flush: the first word behind is a fault

so that a kernel that writes outside ends the process there and then. A block need not be a whole
number of pages: what is left over lies before it, filled with a pattern that `untouched` looks at.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
from typing import Final

from zermelo.compiler.intrinsics import WORD

GUARD: Final = "ZERMELO_GUARD"
PATTERN: Final = 0x5A

_NO_ACCESS: Final = 0  # PROT_NONE, which Python's mmap has no name for


def zeros(words: int) -> memoryview:
    """A block of words, all 0, that kernels may write (see GUARD for finding those that go astray).

    In pages as large as the system has them: every probe of a table is a jump to some other page,
    and with small ones it costs twice the time.
    """
    if os.environ.get(GUARD) == "1":
        return guarded_zeros(words)
    size = max(words, 1) * WORD
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return memoryview(mmap.mmap(-1, size)).cast("q")[:words]
    # Private: memory that processes could share has large pages only where the system is told so.
    memory = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with contextlib.suppress(OSError):
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(memory).cast("q")[:words]


def guarded_zeros(words: int) -> memoryview:
    """A block whose end touches a page without access, with another such page before it."""
    page = mmap.PAGESIZE
    size = max(words, 1) * WORD
    inner = -(-size // page) * page
    memory = mmap.mmap(-1, inner + 2 * page)
    anchor = (ctypes.c_char * 0).from_buffer(memory)
    address = ctypes.addressof(anchor)
    del anchor  # the mapping can be closed only when nothing points into it
    memory[page : page + inner - size] = bytes([PATTERN]) * (inner - size)
    for edge in (address, address + page + inner):
        _protect(edge, page, _NO_ACCESS)
    return memoryview(memory)[page + inner - size : page + inner].cast("q")[:words]


def address_of(block: memoryview) -> int:
    """Where a block lies."""
    return ctypes.addressof(ctypes.c_char.from_buffer(block))


def clear(block: memoryview) -> None:
    """Sets all words to 0."""
    ctypes.memset(address_of(block), 0, block.nbytes)


def untouched(block: memoryview) -> bool:
    """Whether nothing was written into the rest of a page before a guarded block."""
    begin = address_of(block)
    before = begin % mmap.PAGESIZE
    rest = ctypes.string_at(begin - before, before)
    return rest == bytes([PATTERN]) * before


def _protect(address: int, size: int, access: int) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    library.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    if library.mprotect(address, size, access):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
