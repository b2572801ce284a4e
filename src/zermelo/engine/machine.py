"""The machine that an engine runs: its kernel, its table and its threads.

The kernel (`pvs`) searches one window to one depth; `_search` runs it, with a table that grows.
"""

from __future__ import annotations

import copy
import threading
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, Generic

import numpy as np

from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.memory import WORD, load, store
from zermelo.compiler.rules import CompiledGame
from zermelo.engine import table
from zermelo.engine.kernels import pvs
from zermelo.engine.limits import check_size
from zermelo.engine.samples import key_fits, largest_value
from zermelo.engine.threads import Returned, Worker, in_parallel, off_main
from zermelo.game import Action, Game, State
from zermelo.language import _
from zermelo.search.errors import SearchWarning, Unsuitable
from zermelo.search.finding import Finding

UNIT: Final = 4096  # how much finer than a value a score is, where it also counts plies
LARGEST: Final = 1 << 30  # no score is this large
SYMMETRIC_PLIES: Final = 8
NODES_PER_ENTRY: Final = 16  # a search with more nodes than that makes the table grow


class Interrupted(Exception):
    """The kernel was stopped: by the clock, by the number of nodes or by somebody."""


class Machine(Generic[State, Action]):
    """The compiled search of one game. One call at a time; `stop` may come from any thread."""

    def __init__(
        self,
        game: Game[State, Action],
        threads: int = 1,
        memory: int = 64,
        report: Callable[[str], None] | None = None,
    ) -> None:
        check_size(threads, memory)
        self.game = game
        self.compiled = CompiledGame(game, report)
        if game.has_chance or self.compiled.number is not int:
            words = _("the engine needs whole values and no chance; {game} differs")
            raise Unsuitable(words.format(game=game.name))
        self.unit = 1 if game.tells_when or largest_value(game) * UNIT >= LARGEST else UNIT
        self.by_key, self.memory = key_fits(game), memory
        self.table = table.Table(1 if self.by_key else self.compiled.state.size, memory)
        self.busy = np.zeros(pvs.BUSY_SLOTS, np.int64)  # the workers know only its address
        self.workers = [Worker(self.busy) for _ in range(threads)]
        self.blocks = np.array([*(w.block.ctypes.data for w in self.workers), 0], np.int64)
        for worker in self.workers:
            worker[pvs.BLOCKS] = self.blocks.ctypes.data
        self.budget = self.symmetric = 0
        self.generation = 0
        self._kernels: dict[bool, Callable[..., int]] = {}
        self._stopped = threading.Event()

    def prepare(self, solving: bool = False) -> None:
        """Compiles, or loads, what `analyse` or `solve` needs: not a part of their time."""
        self._kernel(solving)

    def run(self, work: Callable[[], Returned]) -> Returned:
        """Does work that calls the engine many times on one other thread, not on many."""
        return off_main(work, self.stop)

    def stop(self) -> None:
        """Ends the call that is running, from any thread; it answers with what it has."""
        self._stopped.set()
        for worker in self.workers:
            worker[pvs.STATUS] = pvs.STOPPED

    def _begin(self, state: State | None, nodes: int | None, solving: bool) -> State:
        self.prepare(solving)
        self._stopped.clear()
        self.generation = (self.generation + 1) % 32
        self.budget = nodes or 1 << 62
        start = self.game.initial() if state is None else state
        self.symmetric = 0 if self.table.is_small else self._symmetric(start)
        for worker in self.workers:
            if not solving:
                worker.forget()
            worker[pvs.STATUS] = worker[pvs.NODES] = worker[pvs.GUESSES] = 0
            worker[pvs.GENERATION] = self.generation
            worker[pvs.ROOT_INDEX] = table.NO_INDEX
        return start

    def _timed(
        self, time: float | None, work: Callable[[], Finding[State, Action]]
    ) -> Finding[State, Action]:
        """Does the work, on a thread of its own if this is the main one (see `off_main`)."""
        timer = None
        if time is not None:
            timer = threading.Timer(min(time, threading.TIMEOUT_MAX), self.stop)
        if timer:
            timer.daemon = True
            timer.start()
        try:
            return off_main(work, self.stop)
        finally:
            if timer:
                timer.cancel()

    def _search(
        self,
        kernel: Callable[..., int],
        state: State,
        depth: int,
        alpha: int,
        beta: int,
        ply: int = 0,
    ) -> int:
        """The kernel's score, of whichever thread has it first.

        Where the table grows too small on the way, it grows and the search begins again: most of
        what was found is in the table.
        """
        words = self.compiled.state.words(state, "the state")
        guesses = [worker[pvs.GUESSES] for worker in self.workers]

        def call(worker: Worker) -> tuple[Worker, int, int]:
            stack = int(worker.stack.ctypes.data)
            score = kernel(worker.block.ctypes.data, words, depth, ply, alpha, beta, stack)
            status = worker[pvs.STATUS]  # before another thread that is done as well changes it
            if status < pvs.OVERTAKEN:  # otherwise the other has the answer
                for other in self.workers:
                    if other is not worker:
                        other[pvs.STATUS] = pvs.STOPPED
            return worker, status, int(score)

        while True:
            room = self.table.entries * NODES_PER_ENTRY or self.budget
            limit = -(-min(self.budget, room) // len(self.workers))
            for worker, count in zip(self.workers, guesses, strict=True):
                worker[pvs.TABLE], worker[pvs.MASK] = self.table.address, self.table.buckets - 1
                worker[pvs.NODE_LIMIT], worker[pvs.GUESSES] = limit, count
                worker[pvs.SYMMETRIC] = self.symmetric
                worker.block[pvs.TRAIL // WORD :] = 0
                worker[pvs.STATUS] = 0
            if self._stopped.is_set():  # looked at last, so that no `stop` is lost
                raise Interrupted
            jobs = [partial(call, worker) for worker in self.workers]
            results = self._together(jobs)
            for worker, status, score in results:
                if status == 0:
                    self.workers[0][pvs.ROOT_INDEX] = worker[pvs.ROOT_INDEX]
                    return score
            if self._stopped.is_set():
                raise Interrupted
            if any(status == pvs.OUT_OF_NODES for _, status, _ in results):
                if room >= self.budget:
                    raise Interrupted
                self._together(self.table.grow(len(self.workers)))
                self.symmetric = self._symmetric(state)

    def _together(self, jobs: Sequence[Callable[[], Returned]]) -> list[Returned]:
        return in_parallel(jobs, self.stop) if len(jobs) > 1 else [jobs[0]()]

    def _kernel(self, solving: bool) -> Callable[..., int]:
        while solving not in self._kernels:
            rules = self._rules(solving)
            try:
                self._kernels[solving] = self.compiled.kernel(pvs.pvs_kernel, rules)
            except CannotCompile as reason:
                self._do_without(reason)
        return self._kernels[solving]

    def _do_without(self, reason: CannotCompile) -> None:
        """Goes on without those optional rules that cannot be compiled, if that is the reason."""
        rules, broken = self.compiled.rules, []
        for rule in ("is_quiet", "canonical", "order", "bounds", "key"):
            try:
                if getattr(rules, f"has_{rule}"):
                    self.compiled.returned(rule)
            except CannotCompile:
                broken.append(rule)
                setattr(rules, f"has_{rule}", False)
        if not broken:
            raise reason
        if "key" in broken and self.by_key:
            self.by_key = False
            self.table = table.Table(self.compiled.state.size, self.memory)
        words = _("{reason}; the engine goes on without {rules}")
        words = words.format(reason=reason, rules=", ".join(broken))
        warnings.warn(words, SearchWarning, stacklevel=2)

    def _rules(self, solving: bool) -> Any:
        """The rules with what the kernel needs besides."""
        rules: Any
        rules, state, text = (
            copy.copy(self.compiled.rules),
            self.compiled.state,
            self.compiled.translator.text,
        )
        memory = {"load": load, "store": store}
        rules.solving, rules.unit, rules.threads = solving, self.unit, len(self.workers) > 1
        rules.state_words, rules.entry_bytes = state.size, WORD * self.table.entry_words
        if self.by_key:
            rules.keys = text("def keys(state):\n    return (key(state),)", {"key": self.game.key})
        else:
            rules.keys = rules.pack
        words = self.table.entry_words - 1
        rules.hash = text(table.hash_text(words), {})
        rules.matches = text(table.matches_text(words), memory)
        rules.write = text(table.write_text(words), memory)
        places = range(0, WORD * state.size, WORD)
        stores = [f"    store(at + {place}, words[{place // WORD}])" for place in places]
        rules.put_words = text("\n".join(["def put_words(at, words):", *stores]), memory)
        loads = " ".join(f"load(at + {place})," for place in places)
        rules.get_words = text(f"def get_words(at):\n    return ({loads})", memory)
        whole = range(0, WORD * (state.size + 3), WORD)
        moves = [f"    store(to + {place}, load(at + {place}))" for place in whole]
        rules.copy = text("\n".join(["def copy(to, at):", *moves]), memory)
        rules.action_hash = text(
            table.action_hash_text(self.compiled.action, pvs.ACTION_HASHES), {}
        )
        if rules.threads:  # where threads do not look at each other, the kernel of one is faster
            alone = copy.copy(rules)
            alone.threads = False
            rules.alone = self.compiled.translator.unit(pvs.pvs_kernel, {"game": alone})
        return rules

    def _symmetric(self, state: State) -> int:
        """In how many plies symmetric states count as one: none where the root has no symmetry.

        Otherwise it costs more than it brings, as the same state would be met in both its forms.
        """
        if not self.compiled.rules.has_canonical:
            return 0
        game, actions = self.game, list(self.game.actions(state))
        different = {game.canonical(game.result(state, action)) for action in actions}
        return SYMMETRIC_PLIES if len(different) < len(actions) else 0
