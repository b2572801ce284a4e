"""The compiled engine for games with chance, on one thread."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Final

from zermelo.compiler import LEVEL
from zermelo.compiler.intrinsics import WORD
from zermelo.compiler.rules import CompiledGame
from zermelo.compiler.state_layout import NarrowValue
from zermelo.engine.all_positions import by_tablebase
from zermelo.engine.assembly import kernel_rules
from zermelo.engine.base import Call, Engine, Interrupted
from zermelo.engine.block import (
    GENERATION,
    GUESSES,
    MASK,
    MOVES_FULL,
    NODE_LIMIT,
    NODES,
    OUT_OF_NODES,
    STATUS,
    STOPPED,
    TABLE,
)
from zermelo.engine.entry import DEEPEST_KEPT, GENERATIONS
from zermelo.engine.faults import RulesBroken, fault
from zermelo.engine.kernels.chance import ENTRIES, chance_kernel
from zermelo.engine.kernels.outcomes import HEAD, OUTCOME
from zermelo.engine.limits import check_size
from zermelo.engine.memory import address_of
from zermelo.engine.table import table_memory
from zermelo.engine.textbook import TextbookEngine
from zermelo.engine.vetting import vet
from zermelo.engine.worker import Worker
from zermelo.extras import MissingExtra, require
from zermelo.game import CHANCE, INFINITY, MAX, Action, Game, State, provides
from zermelo.language import _
from zermelo.search import Unsuitable
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding, MoveValue

FEW: Final = 20_000  # states that the textbook lane solves before a tablebase is compiled
COUNTING: Final = 1.0  # seconds in which that many are counted before a call begins
FULL: Final = (-INFINITY, INFINITY)


class ChanceEngine(Engine[State, Action]):
    """Searches positions of a game with chance at the speed of machine code.

    It solves by the values of all states, as the textbook lane does or, where they are many, by a
    tablebase in memory: a search to a depth cannot, where chance brings states back.

    `star` chooses what is done at chance nodes, 0 for nothing; `remember` False does without a
    table.
    """

    deepest = DEEPEST_KEPT

    def __init__(
        self,
        game: Game[State, Action],
        threads: int = 1,
        memory: int = 64,
        report: Callable[[str], None] | None = None,
        star: int = 2,
        remember: bool = True,
    ) -> None:
        check_size(threads, memory)  # more threads than one are no faster
        if not game.has_chance:
            words = _("this engine is for games with chance; {game} has none")
            raise Unsuitable(words.format(game=game.name))
        if game.repetition in ("draw", "loss"):
            words = _("{game} ends when a position comes back, and has chance")
            raise Unsuitable(words.format(game=game.name))
        super().__init__(game)
        self.solver = TextbookEngine(game)
        self.star = star if provides(game, "bounds") else 0
        self.remember, self.memory = remember, memory
        self._has_tablebase: bool | None = None  # not known before it is asked to solve
        self._take(CompiledGame(game, report))

    def _take(self, compiled: CompiledGame) -> None:
        """Makes what depends on how states lie in words."""
        self.compiled, size = compiled, compiled.state.size
        entry_words = compiled.state.keys.size + 2
        room = (self.memory << 20) // (ENTRIES * entry_words * WORD)
        buckets = 1 << max(4, room.bit_length() - 1) if self.remember else 1
        self.table = table_memory(buckets * ENTRIES * entry_words, self.memory)
        self.worker = Worker(size + (HEAD + OUTCOME) // WORD)
        self.worker[TABLE], self.worker[MASK] = address_of(self.table), buckets - 1
        self._kernel: Callable[..., float] | None = None
        self._level = LEVEL  # that it was compiled at

    @property
    def _nodes(self) -> int:
        # Beyond the limit what is entered is left at once.
        return min(self.worker[NODES], self.worker[NODE_LIMIT])

    def _vet(self) -> None:
        vet(self.game, self.compiled)

    def _compile(self, solving: bool, level: int = LEVEL) -> None:
        if solving:
            self._compile_tablebase()
        elif self._kernel is None or self._level < level:
            rules = kernel_rules(self.compiled, None, wide=True)
            rules.star1, rules.star2 = self.star >= 1, self.star >= 2
            rules.remembers = self.remember
            self._kernel, self._level = self.compiled.kernel(chance_kernel, rules, level), level

    def _compile_tablebase(self) -> None:
        """Compiles what a game of many states is solved by, once."""
        if self._has_tablebase is not None:
            return
        self._has_tablebase = False
        with contextlib.suppress(MissingExtra):
            require("tablebase")
            count = Call(self.game.initial(), nodes=FEW)
            try:
                with count.stop.after(COUNTING):
                    self.solver._solution(count)
            except Interrupted:  # many, or slow ones
                self._has_tablebase = True
            except NotSolved:
                return  # as will be said when it is asked
        if self._has_tablebase:
            from zermelo.tablebase import NoKey, compile_kernels

            with contextlib.suppress(NoKey):
                compile_kernels(self.game, symmetry=False, compiled=self.compiled)

    def _begin(self, call: Call[State], solving: bool) -> None:
        worker = self.worker
        worker[STATUS] = worker[NODES] = worker[GUESSES] = 0
        worker[NODE_LIMIT] = call.nodes
        worker[GENERATION] = (worker[GENERATION] + 1) % GENERATIONS

    def _interrupt(self) -> None:
        self.worker.halt()

    def _iteration(
        self, call: Call[State], depth: int, before: Finding[State, Action] | None
    ) -> Finding[State, Action]:
        """One search of the root to a depth: its children, one after the other."""
        self.worker[GUESSES], self.worker[NODE_LIMIT] = 0, call.nodes
        if self.game.to_move(call.state) == CHANCE:
            value, moves = self._chance_root(call, depth)
            line: tuple[Action, ...] = ()
        else:
            value, line, moves = self._player_root(call, depth, before)
        proven, nodes = self.worker[GUESSES] == 0, self.worker[NODES]
        return self._finding(call, value, proven, line, depth, nodes, moves)

    def _chance_root(
        self, call: Call[State], depth: int
    ) -> tuple[float, tuple[MoveValue[Action], ...]]:
        value, _proven = self._search(call, call.state, depth, FULL)
        moves = []
        for action in self.game.actions(call.state) if call.all_moves else ():
            child = self.game.result(call.state, action)
            moves.append(MoveValue(action, *self._search(call, child, depth, FULL)))
        return value, tuple(moves)

    def _player_root(
        self, call: Call[State], depth: int, before: Finding[State, Action] | None
    ) -> tuple[float, tuple[Action, ...], tuple[MoveValue[Action], ...]]:
        game, state, player = self.game, call.state, self.game.to_move(call.state)
        self.worker[NODES] = self.worker[NODES] + 1
        value, moves = -INFINITY, {}
        line: tuple[Action, ...] = ()
        actions = list(game.actions(state))
        # The best one so far first.
        for action in sorted(actions, key=lambda a: before is None or a != before.action):
            low = -INFINITY if call.all_moves else value
            window = (low, INFINITY) if player == MAX else (-INFINITY, -low)
            found, proven = self._search(call, game.result(state, action), depth - 1, window)
            moves[action] = MoveValue(action, found, proven)
            if player * found > value:
                value, line = player * found, (action,)
        return player * value, line, tuple(moves[a] for a in actions) if call.all_moves else ()

    def _search(
        self, call: Call[State], state: State, depth: int, window: tuple[float, float]
    ) -> tuple[float, bool]:
        """The kernel's value, and whether it rests on no estimate."""
        try:
            return self._in_room(call, state, depth, window)
        except (NarrowValue, RulesBroken) as error:
            wider = self.compiled.wider(error.__cause__ or error)
            if wider is None:
                raise
        before = self.worker
        self._take(wider)
        self._compile(solving=False)
        for word in (GUESSES, NODES, NODE_LIMIT, GENERATION):
            self.worker[word] = before[word]
        return self._search(call, state, depth, window)

    def _in_room(
        self, call: Call[State], state: State, depth: int, window: tuple[float, float]
    ) -> tuple[float, bool]:
        """The same, with the room that there is in boards."""
        assert self._kernel is not None
        worker, words = self.worker, self.compiled.state.words(state)
        guesses, nodes = worker[GUESSES], worker[NODES]
        while True:
            worker.resume()
            call.check()  # looked at last, so that no stop is lost
            start = worker.enter(words)
            status, value = worker.ran(self.compiled, self._kernel, words, depth, *window, start)
            if status == 0:
                return float(value), worker[GUESSES] == guesses
            if status == MOVES_FULL and worker.grow():
                worker[GUESSES], worker[NODES] = guesses, nodes
                continue
            if status in (STOPPED, OUT_OF_NODES):
                raise Interrupted
            raise fault(self.game, status, worker.current(self.compiled))

    def _solution(self, call: Call[State]) -> Finding[State, Action]:
        """By the textbook where there are few states, else by a tablebase in memory."""
        if not self._has_tablebase:
            return self.solver._solution(call)
        try:
            return self.solver._solution(call.limited(FEW))
        except Interrupted:
            if call.stop() or call.nodes <= FEW:
                raise
        found: Finding[State, Action] | None = by_tablebase(self.compiled, call)
        # Where there is none, the textbook lane knows more, or says why not.
        return found or self.solver._solution(call)
