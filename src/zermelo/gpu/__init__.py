"""A GPU for rules that compile: the same class, on thousands of threads.

    from zermelo import gpu

    gpu.perft(Connect4(), 12)

`open_device` opens the card, through CuPy; with NUMBA_ENABLE_CUDASIM=1 in the environment there
need be none, and kernels run under Numba's simulator of CUDA, slowly.
"""

from __future__ import annotations

from zermelo.gpu.counting import divide, perft
from zermelo.gpu.device import Device, NoGpu, open_device

__all__ = ["Device", "NoGpu", "divide", "open_device", "perft"]
