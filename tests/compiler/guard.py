"""An arena in which every allocation ends where a page begins that nobody may touch.

Whoever writes or reads behind the end of a list, dict, set, tuple or object ends the process. All
memory is full of nonsense at first, so that whoever relies on zeros is found, too.

    page    0        1     2        3     4 ...
            ...list  none  ..tuple  none
"""

from __future__ import annotations

import ctypes
import mmap

from zermelo.compiler.native.code import SIZE, Context
from zermelo.compiler.walk.functions import ALLOCATE

PAGE = mmap.PAGESIZE
PAIRS = 12_000  # the system allows 65,530 mappings
NONSENSE = 0xAB

GUARDED = f"""\
define internal ptr @allocate(ptr noalias %context, i64 %size) alwaysinline nounwind {{
  %more = add i64 %size, 7
  %whole = and i64 %more, -8
  %top = load ptr, ptr %context
  %limit = getelementptr i8, ptr %context, i64 8
  %end = load ptr, ptr %limit
  %small = icmp ule i64 %whole, {PAGE}
  %free = icmp ult ptr %top, %end
  %fits = and i1 %small, %free
  br i1 %fits, label %yes, label %no
yes:
  %new = getelementptr i8, ptr %top, i64 {2 * PAGE}
  store ptr %new, ptr %context
  %before = sub i64 {PAGE}, %whole
  %place = getelementptr i8, ptr %top, i64 %before
  ret ptr %place
no:
  ret ptr null
}}"""


def guarded(text: str) -> str:
    """The text of a module, with the other way to allocate."""
    assert text.count(ALLOCATE) == 1
    return text.replace(ALLOCATE, GUARDED)


class GuardedContext(Context):
    """The arena, for code that was `guarded`."""

    def __init__(self) -> None:
        assert PAGE == SIZE, "such an arena needs pages of 4 KB"
        super().__init__(2 * PAGE * PAIRS)
        ctypes.memset(self.address + SIZE, NONSENSE, self.size)
        protect = ctypes.CDLL(None, use_errno=True).mprotect
        protect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        for pair in range(PAIRS):
            if protect(self.address + SIZE + (2 * pair + 1) * PAGE, PAGE, 0):
                raise OSError(ctypes.get_errno(), "mprotect")
