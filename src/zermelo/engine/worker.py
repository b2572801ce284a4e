"""The memory of one searching thread: its block, its moves, its path and what it has learnt."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any, Final

from zermelo.compiler.errors import RuleFault, Stopped
from zermelo.compiler.intrinsics import WORD
from zermelo.compiler.rules import CompiledGame
from zermelo.engine.base import Call
from zermelo.engine.block import (
    BUSY,
    CURRENT,
    HIGHEST_GUESS,
    HISTORY,
    KILLERS,
    LOWEST_GUESS,
    MOVES_END,
    NODES,
    PASSED,
    STACK_FLOOR,
    STATUS,
    STOPPED,
    SWINGS,
    Block,
)
from zermelo.engine.faults import located
from zermelo.engine.kernels.moves import ACTION_HASHES, MAX_PLY
from zermelo.engine.kernels.repetition import NO_TIER, PATH_PLIES, STEP
from zermelo.engine.memory import address_of, clear, zeros
from zermelo.engine.threads import in_parallel, stack_floor

FIRST_MOVES: Final = 1 << 20  # words of the stack of moves at first
MOST_MOVES: Final = 1 << 28


class Crew:
    """Workers that do a call together, each on a thread of its own."""

    workers: list[Worker]

    def interrupt(self) -> None:
        """Ends the kernels that are running."""
        for worker in self.workers:
            worker.halt()

    @property
    def nodes(self) -> int:
        """How many states the call has entered."""
        return sum(worker[NODES] for worker in self.workers)

    def together(self, call: Call[Any], job: Callable[[Worker], Any], count: int) -> list[Any]:
        """What a job gives on so many of them, all at a time."""
        for worker in self.workers:
            worker.resume()
        call.check()  # looked at last, so that no stop is lost
        jobs = [partial(job, each) for each in self.workers[:count]]
        return in_parallel(jobs, self.interrupt)  # not the call: it may go on with more room


class Worker(Block):
    """What a kernel that runs on one thread is handed."""

    def __init__(
        self, largest_move: int, busy: memoryview | None = None, path: bool = False
    ) -> None:
        super().__init__()
        self.largest_move = largest_move  # words on the stack of moves, the state's own included
        self.history = zeros(2 * ACTION_HASHES)
        self.killers = zeros(2 * (MAX_PLY + 1))
        self[HISTORY], self[KILLERS] = address_of(self.history), address_of(self.killers)
        if busy is not None:
            self[BUSY] = address_of(busy)
        self.path_end = 0  # address: of the first row after the positions above the root
        if path:
            self.follow([(0, 0, NO_TIER, 0)])
        self._take_moves(FIRST_MOVES)
        self.forget_guesses()

    def follow(self, rows: list[tuple[int, int, int, int]]) -> None:
        """Begins the path with the positions above the root (see `Ancestors`)."""
        above = array("q", chain.from_iterable(rows))
        self.path = zeros(len(above) + PATH_PLIES * STEP // WORD)
        self.path[: len(above)] = above
        self.path_end = address_of(self.path) + len(rows) * STEP

    def _take_moves(self, words: int) -> None:
        self.moves = zeros(words)
        self.bottom = address_of(self.moves)
        # A move may begin here at the latest; one look beyond a stack that is full does no harm.
        self[MOVES_END] = self.bottom + WORD * (words - 3 * self.largest_move)

    def grow(self) -> bool:
        """Makes the stack of moves larger; False if it is as large as it may be."""
        words = 4 * len(self.moves)
        if words > MOST_MOVES:
            return False
        self._take_moves(words)
        return True

    def enter(self, words: tuple[int, ...]) -> int:
        """Makes a state the current one; the address from where moves may lie on the stack."""
        self.moves[: len(words)] = array("q", words)
        self[CURRENT] = self.bottom
        return self.bottom + WORD * len(words)

    def current(self, compiled: CompiledGame) -> Any:
        """The state that the kernel entered last."""
        first = (self[CURRENT] - self.bottom) // WORD
        return compiled.state.value(iter(self.moves[first:]))

    def ran(
        self, compiled: CompiledGame, kernel: Callable[..., Any], *arguments: Any
    ) -> tuple[int, Any]:
        """How a kernel ends on this thread, and what it gives."""
        self[STACK_FLOOR] = stack_floor()
        try:
            found = kernel(self.address, *arguments, context=self.context)
        except RuleFault as error:
            if error.cause is Stopped:
                return STOPPED, 0
            raise located(compiled.game, error, self.current(compiled)) from error
        return self[STATUS], found

    def forget(self) -> None:
        """What it has learnt about actions belongs to one analysis."""
        clear(self.history)
        clear(self.killers)
        self[PASSED] = -1
        for depth in range(4):
            self[SWINGS + depth * WORD] = 0

    def forget_guesses(self) -> None:
        """No estimate has been seen: the table is empty."""
        self[HIGHEST_GUESS], self[LOWEST_GUESS] = -(1 << 62), 1 << 62
