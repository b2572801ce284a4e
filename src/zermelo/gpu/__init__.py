"""A GPU for rules that compile: the same class, on thousands of threads.

    from zermelo import gpu

    gpu.perft(Connect4(), 12)

`open_device` opens the card, through CuPy; with ZERMELO_GPU=processor in the environment
there need be none, and the processor runs the threads of kernels, one after another.
"""

from __future__ import annotations

from zermelo.gpu.counting import divide, perft
from zermelo.gpu.device import Device, NoGpu, open_device

__all__ = ["Device", "NoGpu", "divide", "open_device", "perft"]
