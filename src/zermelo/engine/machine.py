"""The machine of the compiled engine: its kernel, its table and its threads.

The kernel (`kernels.pvs`) searches one window to one depth; `search` runs it, with a table and a
stack of moves that grow, and scores that become wider when they must.
"""

from __future__ import annotations

import copy
from array import array
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler import LEVEL
from zermelo.compiler.errors import RuleFault
from zermelo.compiler.intrinsics import WORD
from zermelo.compiler.kernels import Bound, function_of
from zermelo.compiler.rules import CompiledGame
from zermelo.compiler.state_layout import NarrowValue
from zermelo.engine.ancestors import Ancestors
from zermelo.engine.assembly import (
    kernel_rules,
    put_off_depth,
    symmetric_plies,
    warn_of_refused,
    words_of_move,
)
from zermelo.engine.base import Call, Interrupted
from zermelo.engine.block import (
    BLOCKS,
    GENERATION,
    GUESSES,
    HIGHEST_GUESS,
    LOWEST_GUESS,
    MASK,
    MOVES_FULL,
    NODE_LIMIT,
    NODES,
    OUT_OF_NODES,
    OUT_OF_RANGE,
    OVERTAKEN,
    PATH,
    ROOT_INDEX,
    STATUS,
    STOPPED,
    SYMMETRIC,
    TABLE,
    TRAIL,
)
from zermelo.engine.entry import GENERATIONS, NO_INDEX
from zermelo.engine.faults import RulesBroken, fault, located
from zermelo.engine.kernels.grains import Uneven, in_grains
from zermelo.engine.kernels.moves import CHILD, action_hash_text
from zermelo.engine.kernels.pvs import pvs_kernel
from zermelo.engine.kernels.repetition import STEP
from zermelo.engine.kernels.sharing import BUSY_SLOTS
from zermelo.engine.keys import BeyondKey, Keys
from zermelo.engine.memory import clear, zeros
from zermelo.engine.scale import Scale, kept_scales
from zermelo.engine.table import Table
from zermelo.engine.threads import beside, in_parallel
from zermelo.engine.worker import Crew, Worker
from zermelo.game import Game
from zermelo.language import _
from zermelo.search import Unsuitable

NODES_PER_ENTRY: Final = 16  # a search with more nodes than that makes the table grow
BRIEF: Final = 10_000  # nodes: one thread has entered them before others are awake


class TooNarrow(Exception):
    """Something was met that scores of this scale cannot hold; there is a wider one now."""


class Machine(Crew):
    """The compiled search of one game's windows."""

    def __init__(
        self,
        game: Game[Any, Any],
        threads: int,
        memory: int,
        report: Callable[[str], None] | None,
    ) -> None:
        self.game, self.threads, self.memory = game, threads, memory
        compiled = CompiledGame(game, report)
        warn_of_refused(compiled)
        self._ladders = kept_scales(compiled)
        self.solving, self.level = False, LEVEL  # of optimisation
        self.busy = zeros(BUSY_SLOTS)  # the workers know only its address
        self.symmetric = self.generation = 0
        self._above: frozenset[Any] = frozenset()  # what the table's scores hold below alone
        self._take(compiled)

    def _take(self, compiled: CompiledGame, joined: bool = True) -> None:
        """Makes what depends on how states lie in words."""
        game = self.game
        if game.has_chance:
            raise Unsuitable(_("{game} has chance").format(game=game.name))
        self.compiled, self.keys = compiled, Keys(game, compiled, joined)
        move_words = CHILD // WORD + words_of_move(compiled) + self.keys.words
        self.workers = [
            Worker(move_words, self.busy, game.repetition is not None) for _ in range(self.threads)
        ]
        self.blocks = array("q", [*(worker.address for worker in self.workers), 0])
        for worker in self.workers:
            worker[BLOCKS] = self.blocks.buffer_info()[0]
            worker[GENERATION], worker[ROOT_INDEX] = self.generation, -1
        self._latest: tuple[Any, tuple[int, ...]] = None, ()
        self._ancestors = Ancestors(compiled, self.keys)
        self._kernels: dict[tuple[Scale, int], Callable[..., int]] = {}
        self.empty_table()

    @property
    def scales(self) -> list[Scale]:
        """The scales that are left for calls of this kind."""
        return self._ladders[self.solving]

    @property
    def scale(self) -> Scale:
        """How scores hold values now."""
        return self.scales[0]

    def empty_table(self) -> None:
        """Begins with a new table."""
        self._table_scale = self.scale
        self.table = Table(self.keys.words, self.memory, self.scale.wide)
        for worker in self.workers:
            worker.forget_guesses()

    # --- before and after ------------------------------------------------------------------------

    def begin(self, solving: bool) -> None:
        """Gets ready for a call."""
        self.generation = (self.generation + 1) % GENERATIONS
        self.symmetric = 0
        self.solving = solving
        if self.scale != self._table_scale:
            self.empty_table()
        for worker in self.workers:
            if not solving:
                worker.forget()
            worker[STATUS] = worker[NODES] = worker[GUESSES] = 0
            worker[GENERATION] = self.generation
            worker[ROOT_INDEX] = -1

    def begin_at(self, call: Call[Any]) -> None:
        """The position that a call is about.

        If it is a draw when that comes back, then what is found below it, for `all_moves`, holds
        below no other: whoever would lose may come back to it. Likewise for positions before it,
        which also break symmetries.
        """
        above = frozenset((*call.history, call.state) if call.all_moves else call.history)
        if self.game.repetition == "draw" and above != self._above:
            self._above = above
            self.empty_table()
        plain = call.history or self.table.is_small
        self.symmetric = 0 if plain else symmetric_plies(self.compiled, call.state)

    @property
    def guesses(self) -> int:
        """How many scores rested on an estimate."""
        return sum(worker[GUESSES] for worker in self.workers)

    @property
    def root_index(self) -> int:
        """The place of the best action that the last search found; -1: none."""
        return self.workers[0][ROOT_INDEX]

    @root_index.setter
    def root_index(self, index: int) -> None:
        self.workers[0][ROOT_INDEX] = index

    def surely(self, score: int) -> int:
        """1 if the true score is at least this whatever estimates hide, -1 if at most, else 0.

        A score above all estimates was reached without any: whoever has it can force it.
        """
        if score > max(worker[HIGHEST_GUESS] for worker in self.workers):
            return 1
        return -1 if score < min(worker[LOWEST_GUESS] for worker in self.workers) else 0

    def best_index(self, state: Any) -> int:
        """The place of the best action at a state, as the table has it."""
        try:
            return self.table.best_index(self.keys.of(state))
        except (NarrowValue, RuleFault):
            return NO_INDEX

    # --- one search ------------------------------------------------------------------------------

    def search(
        self,
        call: Call[Any],
        state: Any,
        depth: int,
        window: tuple[int, int],
        parent: Any = None,
    ) -> int:
        """The score, of whichever thread has it first; of a child if there is a `parent`."""
        try:
            return self._search(call, state, depth, window, parent)
        except (NarrowValue, RuleFault, RulesBroken) as error:
            self.make_room(error.__cause__ or error)
            raise

    def _search(
        self, call: Call[Any], state: Any, depth: int, window: tuple[int, int], parent: Any
    ) -> int:
        """The same, with the room that there is in boards.

        Where the table grows too small on the way, it grows and the search begins again: most of
        what was found is in the table. Others help the first thread where a search is not brief.
        """
        guesses = [worker[GUESSES] for worker in self.workers]
        kernel, words = self._kernel_in_time(call), self._words_of(state)
        self._follow(call.history if parent is None else (*call.history, parent))
        ply = 0 if parent is None else 1

        def job(worker: Worker) -> tuple[Worker, int, int]:
            """One thread's part."""
            start = worker.enter(words)
            worker[PATH] = worker.path_end - ply * STEP
            status, score = worker.ran(self.compiled, kernel, words, depth, ply, *window, start)
            if status < OVERTAKEN:  # otherwise the other has the answer
                for other in self.workers:
                    if other is not worker:
                        other[STATUS] = STOPPED
            return worker, status, int(score)

        alone = len(self.workers) > 1
        while True:
            count = 1 if alone else len(self.workers)
            room = min(call.nodes, self.table.entries * NODES_PER_ENTRY or call.nodes)
            share = min(-(-max(0, room - self.nodes) // count), BRIEF if alone else room)
            for worker, before in zip(self.workers, guesses, strict=True):
                worker[TABLE], worker[MASK] = self.table.address, self.table.buckets - 1
                worker[NODE_LIMIT], worker[GUESSES] = worker[NODES] + share, before
                worker[SYMMETRIC] = self.symmetric
                clear(worker.words[TRAIL // WORD :])
            results = self.together(call, job, count)
            for worker, status, score in results:
                if status == 0:
                    self.root_index = worker[ROOT_INDEX]
                    return score
            call.check()
            if not alone or results[0][1] != OUT_OF_NODES:
                self._mend(call, results, state, room)
            alone = False

    def _words_of(self, state: Any) -> tuple[int, ...]:
        """The words of a state, which as a rule is that of the window before."""
        if state is not self._latest[0]:
            self._latest = state, self.compiled.state.words(state)
        return self._latest[1]

    def _follow(self, states: tuple[Any, ...]) -> None:
        """Puts the positions above the one to be searched on the paths."""
        if self.game.repetition is not None and states != self._ancestors.states:
            self._ancestors = Ancestors(self.compiled, self.keys, states)
            for worker in self.workers:
                worker.follow(self._ancestors.rows)

    def _mend(self, call: Call[Any], results: list[Any], state: Any, room: int) -> None:
        """Makes room for what a search did not find any, or says what is wrong."""
        statuses = {status: worker for worker, status, _score in results}
        if OUT_OF_RANGE in statuses:
            self.widen(statuses[OUT_OF_RANGE].current(self.compiled))
        if MOVES_FULL in statuses and all(worker.grow() for worker in self.workers):
            return
        for status, worker in statuses.items():
            if status not in (STOPPED, OUT_OF_NODES) and status < OVERTAKEN:
                raise fault(self.game, status, worker.current(self.compiled))
        if OUT_OF_NODES in statuses:
            if room == call.nodes:
                raise Interrupted
            in_parallel(self.table.grow(len(self.workers)), call.stop.set)
            self.symmetric = symmetric_plies(self.compiled, state)

    def end(self, state: Any) -> int:
        """The value at the end of the game, in grains."""
        try:
            value = self.scale.exact_grains(self.game.utility(state))
        except RuleFault as error:
            self.make_room(error)
            raise located(self.game, error, state) from error
        if abs(value) > self.scale.most:
            self.widen(state)
        return value

    def make_room(self, reason: BaseException) -> None:
        """Makes room in boards, keys or scores, if that lacked, and raises `TooNarrow`."""
        if getattr(reason, "cause", None) is Uneven:
            del self.scales[:-1]
            self.empty_table()
            raise TooNarrow
        if getattr(reason, "cause", None) is BeyondKey:
            self._take(self.compiled, joined=False)
            raise TooNarrow
        wider = self.compiled.wider(reason)
        if wider is not None:
            self._take(wider)
            raise TooNarrow

    def widen(self, state: Any) -> None:
        """Goes over to wider scores, for what was met at a state; raises `TooNarrow`."""
        if len(self.scales) == 1:
            raise fault(self.game, OUT_OF_RANGE, state)
        del self.scales[0]
        self.empty_table()
        raise TooNarrow

    # --- the kernel ------------------------------------------------------------------------------

    def kernel(self) -> Callable[..., int]:
        """The compiled search, for solutions and analyses alike."""
        which = self.scale, self.level
        if which not in self._kernels:
            self._kernels[which] = self.compiled.kernel(pvs_kernel, self._rules(), self.level)
        return self._kernels[which]

    def _kernel_in_time(self, call: Call[Any]) -> Callable[..., int]:
        """The same, but a call does not wait for a compiler beyond its end.

        Only what wider scores need has still to be compiled here; it goes on beside, for the next.
        """
        if (self.scale, self.level) not in self._kernels:
            beside(self.kernel, call.stop)
            call.check()
        return self.kernel()

    def _rules(self) -> Any:
        """The rules with what the kernel needs besides."""
        game, compiled, scale = self.game, self.compiled, self.scale
        rules = kernel_rules(compiled, self.keys, scale.wide)
        rules.unit, rules.most = scale.unit, scale.most
        rules.rough = rules.evaluate if rules.has_evaluate else None
        if scale.grain != 1:
            in_grains(rules, scale.grain)
        rules.put_off = put_off_depth(compiled)
        rules.threads = len(self.workers) > 1
        rules.repeats = game.repetition is not None
        rules.history_matters = game.repetition == "loss"
        rules.lowest_value = rules.highest_value = 0
        if rules.history_matters:
            low, high = game.bounds(game.initial())
            rules.lowest_value, rules.highest_value = scale.grains(low), scale.grains(high, up=True)
        source = action_hash_text(compiled.action.keys.size)
        rules.action_hash = function_of(source, {"pack": rules.pack_action})
        if rules.threads:  # where threads do not look at each other, the kernel of one is faster
            alone = copy.copy(rules)
            alone.threads = False
            rules.alone = Bound(pvs_kernel, alone)
        return rules
