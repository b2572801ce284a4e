"""Expectiminimax at full speed for games with chance: alpha-beta, Star1, Star2 and a table.

A window at a chance node becomes one for each outcome (Star1): those not yet seen count with the
lowest and the highest value that the game's `bounds` allow them. Star2 looks first at one move of
each outcome, which bounds its value on one side: often that is enough.

The moves of the nodes under way lie on a stack: of a player's node the words of each child, of a
chance node

    word    0        1       2         3 ...
            weight   floor   ceiling   the words of the child

The table has buckets of four entries; one state may have several, searched to different depths.
An entry is believed at its own depth, and, where it rests on no estimate, at any larger one: so
every answer is exactly what expectiminimax finds at that depth.

    word    0      1       2 ...
            data   value   the words of the state

    bits of the data   0..1    2         3..10   11..26   27..
                       bound   guessed   index   depth    generation
"""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final, Generic

import numpy as np

from zermelo.compiler.memory import WORD, add, load, load_float, load_shared, store, store_float
from zermelo.compiler.rules import CompiledGame, Rules, Words
from zermelo.engine.kernels.pvs import (
    GENERATION,
    GUESSES,
    MASK,
    NODE_LIMIT,
    NODES,
    STACK_END,
    STATUS,
    TABLE,
)
from zermelo.engine.limits import check_limits, check_size, no_room
from zermelo.engine.machine import Interrupted
from zermelo.engine.table import AT_LEAST, AT_MOST, NO_INDEX, hash_text, zeros
from zermelo.engine.threads import STACK_WORDS, Returned, Worker, off_main
from zermelo.game import CHANCE, INFINITY, MAX, Action, Game, State, provides
from zermelo.language import _
from zermelo.search.errors import NotSolved, Unsuitable
from zermelo.search.finding import Finding, MoveValue

STOPPED, OUT_OF_NODES, TOO_DEEP = 1, 2, 3  # in STATUS, which is 0 while the search goes on
EXACT: Final = AT_LEAST | AT_MOST
ENTRIES: Final = 4  # of a bucket
MAX_DEPTH: Final = 1000
OUTCOME_WORDS: Final = 3  # besides those of the child


# --- the kernel ----------------------------------------------------------------------------------


def chance_kernel(
    game: Rules, block: int, words: Words, depth: int, alpha: float, beta: float, stack: int
) -> float:
    """The value v for MAX of a state `depth` plies deep, m being its expectiminimax value.

    v <= alpha         m <= v
    alpha < v < beta   m == v
    v >= beta          m >= v
    """
    state = game.unpack(words)
    add(block + NODES, 1)
    if game.is_terminal(state):
        return float(game.utility(state))
    if load_shared(block + STATUS):
        return 0.0
    if load(block + NODES) >= load(block + NODE_LIMIT):
        store(block + STATUS, OUT_OF_NODES)
        return 0.0
    player = game.to_move(state)
    if depth <= 0 and player != CHANCE:  # the limit looks through chance: it has no ply
        add(block + GUESSES, 1)
        return estimate(game, state)

    at, hint = 0, NO_INDEX
    if game.remembers and depth > 0:
        at = bucket(game, block, words)
        entry, hint = look_up(game, at, words, depth)
        if entry != 0:
            data, known = load(entry), load_float(entry + WORD)
            bound = data & 3
            enough = bound & AT_LEAST and known >= beta
            if enough or bound == EXACT or (bound & AT_MOST and known <= alpha):
                add(block + GUESSES, data >> 2 & 1)
                return known

    guesses = load(block + GUESSES)
    best, best_index, bound = 0.0, NO_INDEX, EXACT
    if player != CHANCE:
        top, looks_best = list_moves(game, block, state, player, depth > 1, stack)
        first = looks_best if hint == NO_INDEX else hint
        low, high = (alpha, beta) if player == MAX else (-beta, -alpha)
        start, best = low, -INFINITY
        turn, count = 0, (top - stack) // (WORD * game.state_words)
        while turn < count and low < high:
            # The first one, those before it, those after it.
            index = first if turn == 0 else turn - 1 if turn <= first else turn
            child = game.get_words(stack + index * WORD * game.state_words)
            least, most = (low, high) if player == MAX else (-high, -low)
            value = player * chance_kernel(game, block, child, depth - 1, least, most, top)
            if value > best:
                best, best_index = value, index
                low = max(low, value)
            turn += 1
        if best >= high:
            bound = AT_LEAST if player == MAX else AT_MOST
        elif best <= start:
            bound = AT_MOST if player == MAX else AT_LEAST
        best = player * best
    else:
        size = WORD * (OUTCOME_WORDS + game.state_words)
        top, end = stack, load(block + STACK_END) - size
        total, rest_low, rest_high = 0, 0.0, 0.0  # the sums over all outcomes not yet seen
        balance, some = 0, 0  # of MAX's children less MIN's; of those that are not over
        for action, weight in game.outcomes(state):
            if top > end:
                store(block + STATUS, TOO_DEEP)
                return 0.0
            outcome = game.result(state, action)
            total += weight
            store(top, weight)
            game.put_state(top + OUTCOME_WORDS * WORD, outcome)
            if game.star1:
                lowest, highest = game.bounds(outcome)
                store_float(top + WORD, float(lowest))
                store_float(top + 2 * WORD, float(highest))
                rest_low += weight * float(lowest)
                rest_high += weight * float(highest)
            if game.star2 and not game.is_terminal(outcome):
                balance += game.to_move(outcome)
                some += 1
            top += size
        finite = rest_low > -INFINITY and rest_high < INFINITY

        if game.star2 and finite and depth > 0:
            # One move of each child. MIN's show that the node is at or below alpha, MAX's that it
            # is at or above beta: for them everything is turned round.
            side = 1 if balance == -some and total * alpha > rest_low else 0
            if balance == some and total * beta < rest_high:
                side = -1
            goal = alpha if side == 1 else -beta
            above = rest_high if side == 1 else -rest_low  # the highest that the sum can be
            place = stack
            while side != 0 and place < top:
                probed = game.unpack(game.get_words(place + OUTCOME_WORDS * WORD))
                if not game.is_terminal(probed):
                    weight = load(place)
                    edge = place + (2 * WORD if side == 1 else WORD)
                    floor = side * load_float(place + (WORD if side == 1 else 2 * WORD))
                    ceiling = side * load_float(edge)
                    least = (total * goal - (above - weight * ceiling)) / weight
                    if max(least, floor) < ceiling:
                        add(block + NODES, 1)
                        _, index = list_moves(game, block, probed, -side, True, top)
                        if game.remembers:
                            keys = game.pack(probed)
                            _, hint = look_up(game, bucket(game, block, keys), keys, depth)
                            index = index if hint == NO_INDEX else hint
                        child = game.get_words(top + index * WORD * game.state_words)
                        low = max(least, floor) if side == 1 else -ceiling
                        high = ceiling if side == 1 else -max(least, floor)
                        value = side * chance_kernel(game, block, child, depth - 1, low, high, top)
                        if value < ceiling:
                            value = max(value, floor)
                            above -= weight * (ceiling - value)
                            ceiling = value
                            store_float(edge, side * value)
                    if ceiling <= least:
                        best = side * min(above / total, goal)
                        bound = AT_MOST if side == 1 else AT_LEAST
                        top = stack  # nothing is left to see
                place += size
            rest_low, rest_high = (rest_low, above) if side == 1 else (-above, rest_high)

        place, done = stack, 0.0  # the sum over the outcomes seen
        while place < top:
            weight = load(place)
            floor, ceiling, least, most = -INFINITY, INFINITY, -INFINITY, INFINITY
            if game.star1 and finite:
                floor, ceiling = load_float(place + WORD), load_float(place + 2 * WORD)
                rest_low -= weight * floor
                rest_high -= weight * ceiling
                # What this outcome must be worth for the node to leave the window.
                least = (total * alpha - (done + rest_high)) / weight
                most = (total * beta - (done + rest_low)) / weight
            value = floor if floor >= most else ceiling
            if floor < most and floor < ceiling and least < ceiling:
                child = game.get_words(place + OUTCOME_WORDS * WORD)
                value = chance_kernel(
                    game, block, child, depth, max(least, floor), min(most, ceiling), top
                )
            if game.star1 and value <= least:
                bound = AT_MOST
                best = min((done + weight * value + rest_high) / total, alpha)
                break
            if game.star1 and value >= most:
                bound = AT_LEAST
                best = max((done + weight * value + rest_low) / total, beta)
                break
            done += weight * value
            place += size
        if bound == EXACT:
            best = done / total

    if load_shared(block + STATUS):
        return 0.0
    if game.remembers and depth > 0:
        guessed = 1 if load(block + GUESSES) != guesses else 0
        data = bound | guessed << 2 | min(best_index, NO_INDEX) << 3
        data |= depth << 11 | load(block + GENERATION) << 27
        remember(game, at, words, state, data, best)
    return best


def estimate(game: Rules, state: Any) -> float:
    """What a state looks like; without a heuristic 0, which a caller must not believe."""
    if game.is_terminal(state):
        return float(game.utility(state))
    if game.has_evaluate:
        return float(game.evaluate(state))
    return 0.0


def list_moves(
    game: Rules, block: int, state: Any, player: int, look: bool, top: int
) -> tuple[int, int]:
    """Puts the children on the stack: its new top, and which looks best (the first: not asked)."""
    end = load(block + STACK_END) - WORD * game.state_words
    best, best_index, index = -INFINITY, 0, 0
    for action in game.actions(state):
        if top > end:
            store(block + STATUS, TOO_DEEP)
            break
        child = game.result(state, action)
        game.put_state(top, child)
        if look:
            if game.has_order:
                looks = float(game.order(state, action))
            else:
                looks = player * estimate(game, child)
            if looks > best:
                best, best_index = looks, index
        top += WORD * game.state_words
        index += 1  # noqa: SIM113 (a plain loop compiles best)
    return top, best_index


def bucket(game: Rules, block: int, words: Words) -> int:
    """The address of the bucket of a state."""
    slot = game.hash(words) >> 17 & load(block + MASK)
    return load(block + TABLE) + slot * game.bucket_bytes


def look_up(game: Rules, at: int, words: Words, depth: int) -> tuple[int, int]:
    """The address of the entry that may speak for a state at a depth, or 0; an action to try."""
    end = at + game.bucket_bytes
    entry, newest, hint = 0, -1, NO_INDEX
    while at < end:
        data = load(at)
        if data != 0 and game.matches(at, words):
            searched = data >> 11 & 0xFFFF
            if searched == depth or (searched < depth and data >> 2 & 1 == 0):
                entry = at
            if data >> 11 > newest:
                newest, hint = data >> 11, data >> 3 & 255
        at += game.bucket_bytes // ENTRIES
    return entry, hint


def remember(game: Rules, at: int, words: Words, state: Any, data: int, value: float) -> None:
    """Writes an entry over the same state's, or the oldest and least deep one of its bucket."""
    end = at + game.bucket_bytes
    place, least = at, 1 << 62
    while at < end:
        old = load(at)
        if old >> 11 & 0xFFFF == data >> 11 & 0xFFFF and old != 0 and game.matches(at, words):
            place = at
            break
        if old >> 11 < least:
            place, least = at, old >> 11
        at += game.bucket_bytes // ENTRIES
    store(place, data)
    store_float(place + WORD, value)
    game.put_state(place + 2 * WORD, state)


# --- the engine ----------------------------------------------------------------------------------


class ChanceEngine(Generic[State, Action]):
    """Searches positions of a game with chance at the speed of machine code, on one thread.

    `solver` solves positions (a search to a depth cannot, where chance brings states back); without
    it, `solve` searches deeper and deeper until no estimate is left. `star` chooses what is done at
    chance nodes, 0 for nothing; `remember` False does without a table.
    """

    def __init__(
        self,
        game: Game[State, Action],
        threads: int = 1,
        memory: int = 64,
        report: Callable[[str], None] | None = None,
        solver: Callable[..., Finding[State, Action]] | None = None,
        star: int = 2,
        remember: bool = True,
    ) -> None:
        check_size(threads, memory)  # more threads than one are no faster
        if not game.has_chance:
            words = _("this engine is for games with chance; {game} has none")
            raise Unsuitable(words.format(game=game.name))
        self.game = game
        self.compiled = CompiledGame(game, report)
        self.solver = solver
        self.star = star if provides(game, "bounds") else 0
        self.remember = remember
        self.entry_words = self.compiled.state.size + 2
        room = (memory << 20) // (ENTRIES * self.entry_words * WORD)
        buckets = 1 << max(4, room.bit_length() - 1) if remember else 1
        try:
            self.table = zeros(buckets * ENTRIES * self.entry_words)
        except (MemoryError, OSError):
            raise no_room(memory) from None
        self.worker = Worker(np.zeros(1, np.int64))
        self.worker[TABLE], self.worker[MASK] = self.table.ctypes.data, buckets - 1
        # Where the stack is full, one look at a move that did not fit does no harm.
        room = STACK_WORDS - 256 * self.entry_words
        self.worker[STACK_END] = self.worker.stack.ctypes.data + WORD * room
        self._kernel: Callable[..., float] | None = None
        self._stopped = threading.Event()

    def prepare(self, solving: bool = False) -> None:
        """Compiles, or loads, what `analyse` needs: not a part of its time."""
        if self._kernel is None and not (solving and self.solver):
            self._kernel = self.compiled.kernel(chance_kernel, self._rules())

    def run(self, work: Callable[[], Returned]) -> Returned:
        """Does work that calls the engine many times on one other thread, not on many."""
        return off_main(work, self.stop)

    def line_of(self, state: State, action: Action) -> tuple[Action, ...]:
        """The action alone: what comes after it is mostly up to chance."""
        return (action,)

    def stop(self) -> None:
        """Ends the call that is running, from any thread; it answers with what it has."""
        self._stopped.set()
        self.worker[STATUS] = STOPPED

    def analyse(
        self,
        state: State | None = None,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        moves: bool = False,
        tell: Callable[[Finding[State, Action]], None] | None = None,
    ) -> Finding[State, Action]:
        """Searches deeper and deeper until a limit is met or the value is proven.

        `tell` hears of each iteration. `moves`: the value of every action as well.
        """
        check_limits(time=time, depth=depth, nodes=nodes)
        self.prepare()
        self._stopped.clear()
        for word, value in ((STATUS, 0), (NODES, 0), (NODE_LIMIT, nodes or 1 << 62)):
            self.worker[word] = value
        self.worker[GENERATION] = self.worker[GENERATION] + 1
        start = self.game.initial() if state is None else state
        timer = threading.Timer(time or 1e6, self.stop)
        timer.daemon = True
        timer.start()
        try:
            return off_main(lambda: self._deepening(start, depth, moves, tell), self.stop)
        finally:
            timer.cancel()

    def solve(
        self,
        state: State | None = None,
        *,
        moves: bool = False,
        line: bool = True,
        time: float | None = None,
    ) -> Finding[State, Action]:
        """The exact value of a position."""
        if self.solver:
            return self.solver(state, moves=moves, line=line, time=time)
        found = self.analyse(state, moves=moves, time=time)
        if not found.proven:
            raise NotSolved(_("the position was not solved before the search was stopped"))
        return found

    def _deepening(
        self,
        state: State,
        last: int | None,
        moves: bool,
        tell: Callable[[Finding[State, Action]], None] | None,
    ) -> Finding[State, Action]:
        began, game = perf_counter(), self.game
        if game.is_terminal(state):
            value = game.utility(state)
            return Finding("engine", value, True, None, (), 0, 1, distance=0, about=(game, state))
        found: Finding[State, Action] | None = None
        for depth in range(1, min(last or MAX_DEPTH, MAX_DEPTH) + 1):
            self.worker[GUESSES] = 0
            before = found.action if found else None
            try:
                reached = self._iteration(state, depth, moves, before, began)
            except Interrupted:
                break
            if not reached.proven and not provides(game, "evaluate"):
                continue
            found = reached
            if tell:
                tell(found)
            if found.proven:
                break
        if found is None:  # not even one ply: any legal move is better than none
            value = game.evaluate(state)  # which says so where there is no heuristic
            chance = game.to_move(state) == CHANCE
            action = None if chance else next(iter(game.actions(state)))
            line = () if action is None else (action,)
            nodes = self.worker[NODES]
            return Finding("engine", value, False, action, line, 0, nodes, about=(game, state))
        return found

    def _iteration(
        self, state: State, depth: int, moves: bool, before: Action | None, began: float
    ) -> Finding[State, Action]:
        """One search of the root to a depth: its children, one after the other."""
        game, player = self.game, self.game.to_move(state)
        value = -INFINITY
        best: Action | None = None
        worth: dict[Action, float] = {}
        if player == CHANCE:
            value = self._search(state, depth, -INFINITY, INFINITY)
            for action in game.actions(state) if moves else ():
                child = game.result(state, action)
                worth[action] = self._search(child, depth, -INFINITY, INFINITY)
        else:
            self.worker[NODES] = self.worker[NODES] + 1
            actions = list(game.actions(state))
            # The best one so far first.
            for action in sorted(actions, key=lambda a: a != before):
                low = -INFINITY if moves else value
                window = (low, INFINITY) if player == MAX else (-INFINITY, -low)
                found = player * self._search(game.result(state, action), depth - 1, *window)
                worth[action] = player * found
                if found > value:
                    value, best = found, action
            value *= player
            worth = {action: worth[action] for action in actions} if moves else {}
        line = () if best is None else (best,)
        proven = self.worker[GUESSES] == 0
        each = tuple(MoveValue(action, value, proven) for action, value in worth.items())
        counts = (depth, self.worker[NODES], 0, 0, perf_counter() - began)
        return Finding("engine", value, proven, best, line, *counts, each, about=(game, state))

    def _search(self, state: State, depth: int, alpha: float, beta: float) -> float:
        if self._stopped.is_set():
            raise Interrupted
        assert self._kernel is not None
        words = self.compiled.state.words(state, "the state")
        stack = int(self.worker.stack.ctypes.data)
        value = self._kernel(self.worker.block.ctypes.data, words, depth, alpha, beta, stack)
        if self.worker[STATUS]:
            raise Interrupted
        return float(value)

    def _rules(self) -> Any:
        """The rules with what the kernel needs besides."""
        rules: Any = copy.copy(self.compiled.rules)
        text, size = self.compiled.translator.text, self.compiled.state.size
        rules.star1, rules.star2, rules.remembers = self.star >= 1, self.star >= 2, self.remember
        rules.bucket_bytes = ENTRIES * self.entry_words * WORD
        rules.hash = text(hash_text(size), {})
        places = range(0, WORD * size, WORD)
        loads = " ".join(f"load(at + {place})," for place in places)
        rules.get_words = text(f"def get_words(at):\n    return ({loads})", {"load": load})
        tests = (f"load(at + {2 * WORD + i * WORD}) == keys[{i}]" for i in range(size))
        matches = f"def matches(at, keys):\n    return {' and '.join(tests)}"
        rules.matches = text(matches, {"load": load})
        return rules
