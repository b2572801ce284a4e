"""Monte-Carlo tree search of compiled rules: a tree on each thread, whose roots are added up."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from zermelo.compiler import LEVEL
from zermelo.compiler.intrinsics import WORD
from zermelo.compiler.kernels import function_of
from zermelo.compiler.rules import CompiledGame
from zermelo.compiler.state_layout import NarrowValue
from zermelo.engine.assembly import kernel_rules, word_functions
from zermelo.engine.base import Call, TooLarge
from zermelo.engine.block import (
    MOVES_FULL,
    NODE_LIMIT,
    NODES,
    OUT_OF_NODES,
    OUT_OF_RANGE,
    PATH,
    RANDOM,
    STATUS,
    STOPPED,
    TABLE,
)
from zermelo.engine.faults import RulesBroken, fault
from zermelo.engine.kernels.mcts import mcts_kernel, row_bytes
from zermelo.engine.kernels.moves import action_hash_text
from zermelo.engine.kernels.nodes import node_bytes
from zermelo.engine.limits import check_size
from zermelo.engine.tree import HIGH, LOW, MEAN, VISITS, Tree
from zermelo.engine.worker import Crew, Worker
from zermelo.game import INFINITY, choices, decided_by_chance, provides
from zermelo.search.finding import MoveValue
from zermelo.search.run import share

DECIMALS: Final = 9  # of a mean of whole results: what is beyond is noise
EXPLORATION: Final = 0.35  # of UCB1, for results from 0 to 1
PLIES: Final = 3  # behind the last root, within which a new one is looked for
LOOKED_AT: Final = 30  # positions there whose moves are looked at
GAMES_WATCHED: Final = 3
PLIES_WATCHED: Final = 200

Nodes: TypeAlias = list[tuple[Tree, int]]


class CompiledSampler(Crew):
    """Random games from one position, most of them where it pays; their trees stay for the next.

    `run` adds simulations, `moves` says what they found.
    """

    lane = "compiled"

    def __init__(self, compiled: CompiledGame, threads: int, memory: int) -> None:
        check_size(threads, memory)
        self.game, self.threads, self.memory = compiled.game, threads, memory
        self.range = (-INFINITY, INFINITY)
        if provides(self.game, "bounds"):
            low, high = self.game.bounds(self.game.initial())
            self.range = float(low), float(high)
        self._take(compiled)

    def _take(self, compiled: CompiledGame) -> None:
        """Makes what depends on how states lie in words."""
        self.compiled = compiled
        self.rules = sampling_rules(compiled)
        node_words = node_bytes(self.rules) // WORD
        words = (self.memory << 20) // WORD // self.threads
        largest = row_bytes(self.rules) // WORD + compiled.state.size + compiled.action.size
        self.workers = [Worker(largest) for _ in range(self.threads)]
        self.trees = [Tree(node_words, words, self.rules.seats) for _ in range(self.threads)]
        for seed, worker in enumerate(self.workers):
            worker[RANDOM] = seed << 32
        self._root: tuple[Any, tuple[Any, ...]] = None, ()  # the state, and those before it
        self._kernel: Callable[..., int] | None = None
        self._level = LEVEL  # that it was compiled at

    def compile(self, level: int = LEVEL) -> None:
        """Compiles the search, or loads it."""
        if self._kernel is None or self._level < level:
            self._kernel, self._level = self.compiled.kernel(mcts_kernel, self.rules, level), level

    # --- before and after ------------------------------------------------------------------------

    def begin(self) -> None:
        """Gets ready for a call."""
        for worker in self.workers:
            worker[STATUS] = worker[NODES] = 0

    @property
    def simulations(self) -> int:
        """How many random games the values rest on."""
        return _visits(self._roots)

    def take_root(self, state: Any, history: Sequence[Any]) -> None:
        """The position that a call is about: where the last one's trees have it, they stay."""
        history = tuple(history)
        way = self._way_to(state, history)
        for tree in self.trees:
            node = tree.root
            for index in way or ():
                children = tree.children(node)
                node = children[index] if children else -1
                if node < 0:
                    break
            if way is None or node < 0:
                tree.plant(*self.range)
            elif way:
                tree.keep(node)
        self._root = state, history

    def _way_to(self, state: Any, history: tuple[Any, ...]) -> tuple[int, ...] | None:
        """The places of the actions from the last root to a state; None: there is no way.

        The moves most often tried are looked at first: as a rule one of them was played.
        """
        game, tree = self.game, self.trees[0]
        root, before = self._root
        if root is None:
            return None
        if root == state and before == history:
            return ()
        level: list[tuple[int, Any, tuple[int, ...], tuple[Any, ...]]] = []
        level.append((tree.root, root, (), before))
        for _ply in range(PLIES):
            below = []
            for node, each, way, past in level:
                for index, (child, action) in enumerate(
                    zip(tree.children(node), choices(game, each), strict=False)
                ):
                    after = game.result(each, action)
                    found = child, after, (*way, index), (*past, each)
                    if after == state and (game.repetition is None or found[3] == history):
                        return found[2]
                    if tree.children(child):
                        below.append(found)
            below.sort(key=lambda found: -tree.ints[found[0] + VISITS])
            level = below[:LOOKED_AT]
        return None

    # --- simulations -----------------------------------------------------------------------------

    def run(self, call: Call[Any], nodes: int) -> None:
        """Enters so many more states, or a few more; `Interrupted` where it must end."""
        try:
            self._run(call, nodes, *self._root)
        except (NarrowValue, RulesBroken) as error:
            wider = self.compiled.wider(error.__cause__ or error)
            if wider is None:
                raise
            root, entered, level = self._root, self.nodes, self._level
            self._take(wider)
            self.compile(level)
            self.take_root(*root)
            self.workers[0][NODES] = entered
            self.run(call, nodes)

    def _run(self, call: Call[Any], nodes: int, state: Any, history: tuple[Any, ...]) -> None:
        """The same, with the room that there is in states."""
        limit = -(-nodes // len(self.workers))
        for worker, tree in zip(self.workers, self.trees, strict=True):
            worker[NODE_LIMIT] = worker[NODES] + limit
            worker[TABLE] = tree.address
        job = partial(self._job, self.compiled.state.words(state), history)
        while True:
            results = self.together(call, job, len(self.workers))
            call.check()
            if MOVES_FULL not in results:
                break
            for worker, tree, status in zip(self.workers, self.trees, results, strict=True):
                if status == MOVES_FULL:
                    if not tree.make_room():
                        raise TooLarge
                    worker[TABLE] = tree.address
        if OUT_OF_RANGE in results:
            raise TooLarge
        for worker, status in zip(self.workers, results, strict=True):
            if status not in (0, STOPPED, OUT_OF_NODES):
                raise fault(self.game, status, worker.current(self.compiled))

    def _job(self, words: tuple[int, ...], history: tuple[Any, ...], worker: Worker) -> int:
        """One thread's part; how it ended."""
        assert self._kernel is not None
        layout = self.compiled.state
        place = worker.enter(words) + WORD * self.compiled.action.size
        worker[PATH] = place
        if self.rules.repeats and self.game.repetition != "endless":  # there the game goes on
            keys = [layout.key(self.game.uncounted(each)) for each in history]
            rows = [word for key in keys for word in (0, 0, *key)]
            at = (place - worker.bottom) // WORD
            worker.moves[at : at + len(rows)] = array("q", rows)
            place += WORD * len(rows)
        return worker.ran(self.compiled, self._kernel, words, EXPLORATION, place)[0]

    # --- what was found --------------------------------------------------------------------------

    def value(self) -> tuple[Any, bool]:
        """The value of the move that would be chosen, or of all outcomes; whether it is certain."""
        state, (value, certain) = self._root[0], self._worth(self._roots)
        if certain or decided_by_chance(self.game, state):
            return value, certain
        best = chosen(self._below(state, self._roots), self.game.to_move(state))
        return (best.move.value if best else value), False

    def _worth(self, nodes: Nodes) -> tuple[Any, bool]:
        """The value by some nodes, or of several players each one's; whether it is certain."""
        parts = [self._part(nodes, seat) for seat in range(self.rules.seats)]
        values = tuple(value for value, _certain in parts)
        certain = all(certain for _value, certain in parts)
        return (values if self.rules.several else values[0]), certain

    def _part(self, nodes: Nodes, seat: int) -> tuple[int | float, bool]:
        """The mean of a player's results, or what they must be; the middle where there are none."""
        low, high, total, visits = -INFINITY, INFINITY, 0.0, _visits(nodes)
        for tree, node in nodes:
            here = tree.of_seat(node, seat)
            total += float(tree.floats[here + MEAN]) * int(tree.ints[node + VISITS])
            low = max(low, float(tree.floats[here + LOW]))
            high = min(high, float(tree.floats[here + HIGH]))
        if low == high:
            return (low if self.rules.is_float or not low.is_integer() else int(low)), True
        mean = total / visits if visits else self.rules.middle
        return min(max(mean if self.rules.is_float else round(mean, DECIMALS), low), high), False

    @property
    def _roots(self) -> Nodes:
        return [(tree, tree.root) for tree in self.trees]

    def moves(self) -> list[MoveValue[Any]]:
        """Each action at the root, in the order of the rules."""
        return [each.move for each in self._below(self._root[0], self._roots)]

    def line(self) -> tuple[Any, ...]:
        """The moves that both sides would choose, as far as they were tried."""
        state, nodes, line = self._root[0], self._roots, []
        while not self.game.is_terminal(state) and not decided_by_chance(self.game, state):
            best = chosen(self._below(state, nodes), self.game.to_move(state))
            if best is None:
                break
            line.append(best.move.action)
            state, nodes = self.game.result(state, best.move.action), best.nodes
        return tuple(line)

    def results(self) -> tuple[Any, Any] | None:
        """The least and the largest result so far, or what the game's bounds say."""
        if self.rules.several:
            return None
        ranges = [tree.results for tree in self.trees]
        return min(least for least, _most in ranges), max(most for _least, most in ranges)

    def _below(self, state: Any, nodes: Nodes) -> list[Sampled]:
        """What is known of each action at a state, by its nodes in some trees."""
        children, found = [(tree, tree.children(node)) for tree, node in nodes], []
        for index, action in enumerate(choices(self.game, state)):
            known = [(tree, places[index]) for tree, places in children if places]
            found.append(Sampled(MoveValue(action, *self._worth(known)), _visits(known), known))
        return found


def _visits(nodes: Nodes) -> int:
    return sum(int(tree.ints[node + VISITS]) for tree, node in nodes)


class Sampled(NamedTuple):
    """What random games say of an action: its value, and how often it was tried."""

    move: MoveValue[Any]
    visits: int
    nodes: Nodes


def chosen(moves: Sequence[Sampled], player: int) -> Sampled | None:
    """The best one whose value is certain, unless the one most often tried looks better."""
    best = [each for each in moves if each.move.proven]
    rest = [each for each in moves if each.visits and not each.move.proven]
    if rest:
        best.append(max(rest, key=lambda each: (each.visits, share(each.move.value, player))))
    return max(best, key=lambda each: share(each.move.value, player), default=None)


def actions_stay_open(game: Any) -> bool:
    """Whether a move takes its own action away and no other, as when stones are put on a board.

    Random games tell, with the same numbers each time; where one shows it otherwise, it is not so.
    """
    dice, longest = random.Random(0), 0
    for _game in range(GAMES_WATCHED):
        state, before, plies = game.initial(), None, 0
        while plies < PLIES_WATCHED and not game.is_terminal(state):
            if decided_by_chance(game, state):
                return False
            actions = list(game.actions(state))
            if before is not None and actions != before:
                return False
            action = dice.choice(actions)
            before = [each for each in actions if each != action]
            state, plies = game.result(state, action), plies + 1
        longest = max(longest, plies)
    return longest > 1


def sampling_rules(compiled: CompiledGame) -> Any:
    """The rules with what the kernel needs besides."""
    game, rules = compiled.game, kernel_rules(compiled, None, wide=True)
    words = compiled.action.keys.size
    rules.packed_words = words
    rules.seats = len(game.players) if rules.several else 1
    rules.stay_open = not rules.several and actions_stay_open(game)
    rules.action_hash = function_of(action_hash_text(words), {"pack": rules.pack_action})
    rules.put_words, rules.get_words = word_functions(words)
    rules.repeats = game.repetition is not None
    rules.history_matters = game.repetition == "loss" and not rules.several
    rules.lowest_value = rules.highest_value = rules.middle = 0.0
    if provides(game, "bounds"):
        low, high = map(float, game.bounds(game.initial()))
        if -INFINITY < low <= high < INFINITY:
            rules.middle = (low + high) / 2
        rules.lowest_value, rules.highest_value = low, high
    return rules
