"""The engine: analyses and solves positions of a compiled game, on one thread or several.

The kernel (`pvs`) searches one window to one depth. What is here decides which: deeper and deeper
for an analysis, windows that close in on the value for a solution.
"""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter
from typing import Any, Final, Generic

import numpy as np

from zermelo.compiled import pvs, table
from zermelo.compiled.errors import CannotCompile
from zermelo.compiled.memory import WORD, load, store
from zermelo.compiled.rules import CompiledGame
from zermelo.compiled.samples import key_fits, largest_value
from zermelo.compiled.workers import Returned, Worker, in_parallel, off_main
from zermelo.game import MAX, Action, Game, State, provides
from zermelo.language import _
from zermelo.search.analysis import Analysis, NotSolved, check_limits, check_size
from zermelo.search.run import Unsuitable

UNIT: Final = 4096  # how much finer than a value a score is, where it also counts plies
LARGEST: Final = 1 << 30  # no score is this large
ASPIRATION: Final = 2  # how far from the last value the next is looked for first
ASPIRATION_DEPTH: Final = 4
MOST_MEMORY: Final = 1 << 20  # megabytes
SYMMETRIC_PLIES: Final = 8
NODES_PER_ENTRY: Final = 16  # a search with more nodes than that makes the table grow


class Interrupted(Exception):
    """The kernel was stopped: by the clock, by the number of nodes or by somebody."""


class Engine(Generic[State, Action]):
    """Searches positions of a game at the speed of machine code.

    Its table stays between calls, so that an analysis begins with what the last one knew. One
    call at a time; `stop` may be called from any thread and ends it within milliseconds.
    """

    def __init__(
        self,
        game: Game[State, Action],
        threads: int = 1,
        memory: int = 64,
        report: Callable[[str], None] | None = None,
    ) -> None:
        check_size(threads, memory, MOST_MEMORY)
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
        self.budget = self.symmetric = 0
        self.generation = 0
        self._kernels: dict[bool, Callable[..., int]] = {}
        self._stopped = threading.Event()

    # --- what users call -----------------------------------------------------------------------

    def prepare(self, solving: bool = False) -> None:
        """Compiles, or loads, what `analyse` or `solve` needs: not a part of their time."""
        self._kernel(solving)

    def run(self, work: Callable[[], Returned]) -> Returned:
        """Does work that calls the engine many times on one other thread, not on many."""
        return off_main(work, self.stop)

    def line_of(self, state: State, action: Action) -> tuple[Action, ...]:
        """The best line that begins with an action, as far as the table knows it."""
        return tuple(self._line(state, action))

    def stop(self) -> None:
        """Ends the call that is running, from any thread; it answers with what it has."""
        self._stopped.set()
        for worker in self.workers:
            worker[pvs.STATUS] = pvs.STOPPED

    def analyse(
        self,
        state: State | None = None,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        moves: bool = False,
        tell: Callable[[Analysis[Action]], None] | None = None,
    ) -> Analysis[Action]:
        """Searches deeper and deeper until a limit is met or the value is proven.

        `tell` hears of each iteration. `moves`: the value of every action as well.
        """
        check_limits(time=time, depth=depth, nodes=nodes)
        if not provides(self.game, "evaluate"):
            return self.solve(state, moves=moves, time=time, nodes=nodes)
        start = self._begin(state, nodes, solving=False)
        return self._timed(time, lambda: self._deepening(start, depth, moves, tell))

    def solve(
        self,
        state: State | None = None,
        *,
        moves: bool = False,
        line: bool = True,
        time: float | None = None,
        nodes: int | None = None,
    ) -> Analysis[Action]:
        """The exact value of a position, by search to the end of the game.

        The best line takes longer to tell than a small position to solve: `line` False leaves it
        out. `NotSolved` if that takes more than the time or the nodes given, or if it is stopped.
        """
        start = self._begin(state, nodes, solving=True)
        try:
            return self._timed(time, lambda: self._solution(start, moves, line, perf_counter()))
        except Interrupted:
            words = _("{position} was not solved before the search was stopped")
            raise NotSolved(words.format(position=self.game.format_state(start))) from None

    # --- deeper and deeper -----------------------------------------------------------------------

    def _deepening(
        self,
        state: State,
        last: int | None,
        moves: bool,
        tell: Callable[[Analysis[Action]], None] | None,
    ) -> Analysis[Action]:
        began = perf_counter()
        if self.game.is_terminal(state):
            return self._ended(state, began)
        found: Analysis[Action] | None = None
        for depth in range(1, min(last or pvs.MAX_PLY, pvs.MAX_PLY) + 1):
            for worker in self.workers:
                worker[pvs.GUESSES] = 0
            try:
                found = self._iteration(state, depth, moves, found, began)
            except Interrupted:
                break
            if tell:
                tell(found)
            if found.proven:
                break
        if found is None:  # not even one ply: any legal move is better than none
            action = next(iter(self.game.actions(state)))
            estimate = self.game.evaluate(state)
            return Analysis(estimate, False, None, action, (action,), 0, self._nodes(), 0.0)
        return found

    def _iteration(
        self,
        state: State,
        depth: int,
        moves: bool,
        before: Analysis[Action] | None,
        began: float,
    ) -> Analysis[Action]:
        kernel = self._kernel(solving=False)
        values: list[tuple[Action, int]] = []
        if moves:
            score, index, values = self._each_move(kernel, state, depth)
        else:
            score = self._around(kernel, state, depth, before)
            index = self.workers[0][pvs.ROOT_INDEX]
        guessed = any(worker[pvs.GUESSES] for worker in self.workers)
        return self._found(state, score, index, not guessed, depth, began, values)

    def _around(
        self,
        kernel: Callable[..., int],
        state: State,
        depth: int,
        before: Analysis[Action] | None,
    ) -> int:
        """The score, looked for near the last value first, then as far as it takes."""
        low, high = -LARGEST, LARGEST
        if before is not None and depth >= ASPIRATION_DEPTH and isinstance(before.value, int):
            middle = before.value * self.unit
            low, high = middle - ASPIRATION * self.unit, middle + ASPIRATION * self.unit
        while True:
            score = self._search(kernel, state, depth, low, high)
            if low < score < high or (low, high) == (-LARGEST, LARGEST):
                return score
            low, high = (-LARGEST, high) if score <= low else (low, LARGEST)

    def _each_move(
        self, kernel: Callable[..., int], state: State, depth: int
    ) -> tuple[int, int, list[tuple[Action, int]]]:
        """The score of every action, each with the full window."""
        sign = self.game.to_move(state)
        scores = []
        for action in self.game.actions(state):
            child = self.game.result(state, action)
            if self.game.is_terminal(child):
                score = self._ended_score(child)
            else:
                score = self._search(kernel, child, depth - 1, -LARGEST, LARGEST, ply=1)
            scores.append((action, score))
        best = max(range(len(scores)), key=lambda place: sign * scores[place][1])
        return scores[best][1], best, scores

    def _ended_score(self, state: State) -> int:
        """The score of a game that is over after one move, as the kernel gives it."""
        score = int(self.game.utility(state)) * self.unit
        return score - (score > 0) + (score < 0) if self.unit > 1 else score

    # --- to the end ------------------------------------------------------------------------------

    def _solution(self, state: State, moves: bool, line: bool, began: float) -> Analysis[Action]:
        if self.game.is_terminal(state):
            return self._ended(state, began)
        kernel = self._kernel(solving=True)
        values: list[tuple[Action, int]] = []
        if moves:
            sign = self.game.to_move(state)
            for action in self.game.actions(state):
                child = self.game.result(state, action)
                ended = self.game.is_terminal(child)
                score = self._ended_score(child) if ended else self._close_in(kernel, child, 1)
                values.append((action, score))
            index = max(range(len(values)), key=lambda place: sign * values[place][1])
            score = values[index][1]
        else:
            score = self._close_in(kernel, state, 0)
            index = self.workers[0][pvs.ROOT_INDEX]
        return self._found(state, score, index, True, 0, began, values, line)

    def _close_in(self, kernel: Callable[..., int], state: State, ply: int) -> int:
        """The exact score, by windows of width 1 that halve what is possible."""
        if self.unit > 1 or not provides(self.game, "bounds"):
            return self._search(kernel, state, 0, -LARGEST, LARGEST, ply)
        low, high = (int(bound) for bound in self.game.bounds(state))
        root = self.workers[0][pvs.ROOT_INDEX]
        while low < high:
            middle = _between(low, high)
            score = self._search(kernel, state, 0, middle, middle + 1, ply)
            proves = score > middle if self.game.to_move(state) == MAX else score <= middle
            if proves or root == table.NO_INDEX:
                root = self.workers[0][pvs.ROOT_INDEX]
            low, high = (score, high) if score > middle else (low, score)
        self.workers[0][pvs.ROOT_INDEX] = root
        return low

    # --- running the kernel ----------------------------------------------------------------------

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

    def _timed(self, time: float | None, work: Callable[[], Analysis[Action]]) -> Analysis[Action]:
        """Does the work, on a thread of its own if this is the main one (see `off_main`)."""
        timer = threading.Timer(time, self.stop) if time is not None else None
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
                worker[pvs.STATUS] = 0
            if self._stopped.is_set():  # looked at last, so that no `stop` is lost
                raise Interrupted
            jobs = [partial(call, worker) for worker in self.workers]
            results = in_parallel(jobs, self.stop) if len(jobs) > 1 else [jobs[0]()]
            for worker, status, score in results:
                if status == 0:
                    self.workers[0][pvs.ROOT_INDEX] = worker[pvs.ROOT_INDEX]
                    return score
            if self._stopped.is_set() or room >= self.budget:
                raise Interrupted
            self.table.grow()
            self.symmetric = self._symmetric(state)

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
        self.compiled.report(words.format(reason=reason, rules=", ".join(broken)))

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
        return rules

    # --- what was found --------------------------------------------------------------------------

    def _found(
        self,
        state: State,
        score: int,
        index: int,
        proven: bool,
        depth: int,
        began: float,
        values: list[tuple[Action, int]],
        with_line: bool = True,
    ) -> Analysis[Action]:
        value, distance = self._value(score)
        if distance is not None and provides(self.game, "bounds"):
            # Nothing can be better than the best: the end that gives it was seen.
            proven = proven or value in self.game.bounds(state)
        action = self._action(state, index)
        line = tuple(self._line(state, action)) if with_line else (action,)
        return Analysis(
            value,
            proven,
            distance if proven else None,
            action,
            line,
            depth or len(line),
            self._nodes(),
            perf_counter() - began,
            tuple((action, self._value(score)[0]) for action, score in values),
        )

    def _value(self, score: int) -> tuple[int, int | None]:
        """The value, and the plies to the end where the score counts them."""
        if self.unit == 1 or score % self.unit == 0:
            return score // self.unit, None
        sign = 1 if score > 0 else -1
        value = (abs(score) + self.unit - 1) // self.unit
        return sign * value, value * self.unit - abs(score)

    def _ended(self, state: State, began: float) -> Analysis[Action]:
        value = self.game.utility(state)
        return Analysis(value, True, 0, None, (), 0, 1, perf_counter() - began)

    def _nodes(self) -> int:
        return sum(worker[pvs.NODES] for worker in self.workers)

    def _action(self, state: State, index: int) -> Action:
        actions = list(self.game.actions(state))
        return actions[index] if index < len(actions) else actions[0]

    def _line(self, state: State, action: Action | None) -> Iterator[Action]:
        """The best line as far as the table knows it."""
        seen: set[State] = set()
        while action is not None:
            yield action
            seen.add(state)
            state = self.game.result(state, action)
            if self.game.is_terminal(state) or state in seen or len(seen) >= pvs.MAX_PLY:
                return
            action = self._known(state)

    def _known(self, state: State) -> Action | None:
        """The best action that the table has for a state, or for one symmetric to it."""
        game, index = self.game, self._lookup(state)
        if index != table.NO_INDEX:
            return self._action(state, index)
        if self.compiled.rules.has_canonical:
            twin = game.canonical(state)
            index = self._lookup(twin)
            if index != table.NO_INDEX:
                wanted = game.canonical(game.result(twin, self._action(twin, index)))
                for action in game.actions(state):
                    if game.canonical(game.result(state, action)) == wanted:
                        return action
        return None

    def _lookup(self, state: State) -> int:
        """The place of the best action at a state, as the table has it."""
        layout = self.compiled.state
        keys = (self.game.key(state),) if self.by_key else layout.words(state, "the state")
        return self.table.lookup(keys) >> 43 & 255

    # --- what the game is like -------------------------------------------------------------------

    def _symmetric(self, state: State) -> int:
        """In how many plies symmetric states count as one: none where the root has no symmetry.

        Otherwise it costs more than it brings, as the same state would be met in both its forms.
        """
        if not self.compiled.rules.has_canonical:
            return 0
        game, actions = self.game, list(self.game.actions(state))
        different = {game.canonical(game.result(state, action)) for action in actions}
        return SYMMETRIC_PLIES if len(different) < len(actions) else 0


def _between(low: int, high: int) -> int:
    """Where to divide the values still possible; near nought, where most values are, first."""
    middle = low + (high - low) // 2
    if middle <= 0 and low // 2 < middle:
        return -(-low // 2)
    if middle >= 0 and high // 2 > middle:
        return high // 2
    return middle
