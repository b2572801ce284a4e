"""The card: its memory, and kernels on it."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeAlias

import numpy as np

from zermelo.compiler.errors import RuleFault
from zermelo.compiler.intrinsics import WORD, mark, release, store
from zermelo.compiler.kernels import Rules
from zermelo.compiler.native.code import Context
from zermelo.compiler.native.ptx import ARENA, ENTRY, FAULT, THREADS, device_code
from zermelo.compiler.rules import CompiledGame
from zermelo.extras import require
from zermelo.game import Game, ZermeloError
from zermelo.language import _

Array: TypeAlias = Any
# Calls a function of the rules, its block and its number on so many threads; what follows are the
# words of the block, numbers or arrays. It gives the block back.
Kernel: TypeAlias = Callable[..., Array]
MEMORY: Final = 1 << 30  # bytes that are free where there is no card
INSTEAD: Final = "ZERMELO_GPU"  # in the environment: "processor", where there is no card


class NoGpu(ZermeloError):
    """There is no card, or none that answers."""


def fault(block: Array) -> int | None:
    """The number of a thread that could not go on; None if all could."""
    number = int(block[FAULT // WORD])
    return number - 1 if number else None


def unexplained(game: Game[Any, Any]) -> ZermeloError:
    """What is said where a thread of the card could not go on, and the processor can."""
    words = _(
        "{game}: a thread of the GPU has too little memory, or its rules are not always the same; "
        "leave out --device gpu"
    )
    return ZermeloError(words.format(game=game.name))


class Card:
    """A GPU of NVIDIA's, by CuPy; `arrays` is the module of the arrays that lie there."""

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

    def kernel(self, game: CompiledGame, function: Callable[..., int], rules: Rules) -> Kernel:
        """A kernel of a game, compiled when it is first wanted."""
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
        """Bytes of memory that are free."""
        free, _total = self.arrays.cuda.runtime.memGetInfo()
        return int(free) + int(self.arrays.get_default_memory_pool().free_bytes())

    def host(self, array: Array) -> Any:
        """The array, as one of NumPy's."""
        return self.arrays.asnumpy(array)


def _word(word: Any) -> int:
    return int(word) if isinstance(word, int | np.integer) else int(word.data.ptr)


def run_threads(game: Rules, block: int, count: int, progress: int) -> int:
    """Calls a kernel with the number of each thread, which stands at `progress` meanwhile."""
    memory = mark()
    for i in range(count):
        store(progress, i)
        game.thread(game, block, i)
        release(memory)
    return 0


class Processor:
    """No card: NumPy, and threads one after another. A thread has as much memory as on a card."""

    name = "processor"
    arrays: Any = np

    def kernel(self, game: CompiledGame, function: Callable[..., int], rules: Rules) -> Kernel:
        rules = copy.copy(rules)
        rules.thread = function
        run = game.kernel(run_threads, rules)

        def launch(count: int, *words: Any) -> Array:
            block = np.array([count, 0, *map(_address, words)], np.int64)
            progress = np.zeros(1, np.int64)
            try:
                run(block.ctypes.data, count, progress.ctypes.data, context=Context(ARENA))
            except RuleFault:  # which a GPU cannot raise
                block[FAULT // WORD] = progress[0] + 1
            return block

        return launch

    def free(self) -> int:
        return MEMORY

    def host(self, array: Array) -> Any:
        return array


def _address(word: Any) -> int:
    return int(word) if isinstance(word, int | np.integer) else int(word.ctypes.data)


Device: TypeAlias = Card | Processor


@cache
def open_device() -> Device:
    """The card, or the processor in its place (INSTEAD); `NoGpu` where there is none."""
    return Processor() if os.environ.get(INSTEAD) == "processor" else Card()
