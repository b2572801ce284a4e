"""Kernels for a GPU where there is none: under Numba's simulator of CUDA, thread by thread.

What a thread does is the same function, compiled for this machine. It is slow, and for tests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from numba import cuda as _cuda

from zermelo.compiler.memory import WORD
from zermelo.compiler.ptx import COUNT, FAULT

cuda: Any = _cuda  # the simulator puts its own in the place of such a name
THREADS: Final = 32  # of a group; the simulator has a thread of Python's for each


def simulated(thread: Callable[[int, int], int]) -> Callable[[Any], None]:
    """What runs a kernel over all the threads that its block asks for."""

    def kernel(block: Any, address: int) -> None:
        number = cuda.grid(1)
        if number < block[COUNT // WORD]:
            try:
                thread(address, number)
            except Exception:  # which a GPU cannot raise
                block[FAULT // WORD] = number + 1

    grid: Any = cuda.jit(kernel)

    def launch(block: Any) -> None:
        grid[-(-int(block[COUNT // WORD]) // THREADS), THREADS](block, block.ctypes.data)

    return launch
