"""The card: its memory, and kernels on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, Protocol, TypeAlias

import numpy as np

from zermelo.compiler.memory import WORD
from zermelo.compiler.ptx import ENTRY, FAULT, THREADS, device_code
from zermelo.compiler.rule_table import Rules
from zermelo.compiler.rules import CompiledGame
from zermelo.compiler.untyped import config
from zermelo.extras import require
from zermelo.game import ZermeloError
from zermelo.language import _

Array: TypeAlias = Any
# Calls a function of the rules, its block and its number on so many threads; what follows are the
# words of the block, numbers or arrays. It gives the block back.
Kernel: TypeAlias = Callable[..., Array]
SIMULATED_MEMORY: Final = 1 << 30


class NoGpu(ZermeloError):
    """There is no card, or none that answers."""


class Device(Protocol):
    """Where arrays lie and kernels run; `arrays` is the module of such arrays, NumPy or CuPy."""

    name: str
    arrays: Any

    def kernel(
        self, game: CompiledGame[Any, Any], function: Callable[..., int], rules: Rules
    ) -> Kernel:
        """A kernel of a game, compiled when it is first wanted."""

    def free(self) -> int:
        """Bytes of memory that are free."""

    def host(self, array: Array) -> Any:
        """The array, as one of NumPy's."""


def fault(block: Array) -> int | None:
    """The number of a thread that could not go on; None if all could."""
    number = int(block[FAULT // WORD])
    return number - 1 if number else None


class Card:
    """A GPU of NVIDIA's, by CuPy."""

    def __init__(self) -> None:
        require("gpu")
        try:
            import cupy

            count = cupy.cuda.runtime.getDeviceCount()
            here = cupy.cuda.Device()
            about = cupy.cuda.runtime.getDeviceProperties(here.id) if count else {}
            cupy.zeros(1)
        except Exception as error:  # of the driver's, of a library's, of CuPy's
            why = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise NoGpu(_("no GPU answers: {reason}").format(reason=why)) from None
        if not count:
            raise NoGpu(_("no GPU answers: {reason}").format(reason=_("there is none")))
        self.arrays: Any = cupy
        self.name = about["name"].decode()
        # A card runs what was made for those before it.
        self.architecture = f"sm_{min(int(here.compute_capability), 90)}"
        self._modules: list[Any] = []

    def kernel(
        self, game: CompiledGame[Any, Any], function: Callable[..., int], rules: Rules
    ) -> Kernel:
        module = self.arrays.cuda.function.Module()
        module.load(device_code(game, function, rules, self.architecture))
        self._modules.append(module)  # the code goes with it
        entry = module.get_function(ENTRY)

        def launch(count: int, *words: Any) -> Array:
            whole = [count, 0, *(_word(word) for word in words)]
            block = self.arrays.asarray(np.array(whole, np.int64))
            if count:
                entry((-(-count // THREADS),), (THREADS,), (np.int64(block.data.ptr),))
            return block

        return launch

    def free(self) -> int:
        free, _total = self.arrays.cuda.runtime.memGetInfo()
        return int(free) + int(self.arrays.get_default_memory_pool().free_bytes())

    def host(self, array: Array) -> Any:
        return self.arrays.asnumpy(array)


def _word(word: Any) -> int:
    return int(word) if isinstance(word, int | np.integer) else int(word.data.ptr)


class Simulator:
    """No card: NumPy, and threads one after another."""

    name = "simulator"
    arrays: Any = np

    def kernel(
        self, game: CompiledGame[Any, Any], function: Callable[..., int], rules: Rules
    ) -> Kernel:
        from zermelo.compiler.simulator import simulated

        run = simulated(game.kernel(function, rules))

        def launch(count: int, *words: Any) -> Array:
            block = np.array([count, 0, *map(_address, words)], np.int64)
            if count:
                run(block)
            return block

        return launch

    def free(self) -> int:
        return SIMULATED_MEMORY

    def host(self, array: Array) -> Any:
        return array


def _address(word: Any) -> int:
    return int(word) if isinstance(word, int | np.integer) else int(word.ctypes.data)


@cache
def open_device() -> Device:
    """The card, or its simulator where NUMBA_ENABLE_CUDASIM is set; `NoGpu` where there is none."""
    return Simulator() if config.ENABLE_CUDASIM else Card()
