"""Perft on a GPU: the states of a ply side by side, as many at a time as there is memory for."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any, Final

import numpy as np

from zermelo.compiler.intrinsics import WORD, load, mark, release, store
from zermelo.compiler.kernels import Rules, function_of
from zermelo.compiler.native.code import Context
from zermelo.compiler.native.ptx import ARENA
from zermelo.compiler.rules import CompiledGame, with_room
from zermelo.game import Action, Game, State
from zermelo.gpu.device import Device, fault, open_device, unexplained

STATES: Final = 2 * WORD
COUNTS: Final = 3 * WORD
ENDS: Final = 4 * WORD  # sums of the counts: where the children of each state end
CHILDREN: Final = 5 * WORD

MOST: Final = 1 << 24  # states on which one kernel works
SHARE: Final = 8  # of the free memory, for the children of some states


def count_moves(game: Rules, block: int, i: int) -> int:
    """How many moves there are at a state."""
    store(load(block + COUNTS) + WORD * i, number_of_moves(game, state_at(game, block, i)))
    return 0


def count_two_moves(game: Rules, block: int, i: int) -> int:
    """How many sequences of two moves there are at a state."""
    state, count = state_at(game, block, i), 0
    if not game.is_terminal(state):
        for action in game.actions(state):
            memory = mark()
            count += number_of_moves(game, game.result(state, action))
            release(memory)
    store(load(block + COUNTS) + WORD * i, count)
    return 0


def make_moves(game: Rules, block: int, i: int) -> int:
    """Writes the states that the moves of a state lead to."""
    state = state_at(game, block, i)
    begin = load(load(block + ENDS) + WORD * (i - 1)) if i > 0 else 0
    at = load(block + CHILDREN) + WORD * game.state_words * begin
    if not game.is_terminal(state):
        for action in game.actions(state):
            memory = mark()
            game.put_state(at, game.result(state, action))
            at += WORD * game.state_words
            release(memory)
    return 0


def state_at(game: Rules, block: int, i: int) -> Any:
    """One of the states."""
    return game.get_state(load(block + STATES) + WORD * game.state_words * i)


def number_of_moves(game: Rules, state: Any) -> int:
    """How many there are; what CHANCE may do counts too."""
    count = 0
    if not game.is_terminal(state):
        for _action in game.actions(state):
            count += 1
    return count


def with_keys(game: CompiledGame) -> Rules:
    """The rules with states that lie in memory as the words of their keys, and point nowhere."""
    rules, size = copy.copy(game.rules), game.state.keys.size
    names = {"pack": rules.pack_state, "unpack": rules.unpack_state, "load": load, "store": store}
    stores = "".join(f"    store(at + {WORD * i}, words[{i}])\n" for i in range(size))
    loads = "".join(f"load(at + {WORD * i}), " for i in range(size))
    put = f"def put_state(at, state):\n    words = pack(state)\n{stores}"
    rules.put_state = function_of(put, names)
    rules.get_state = function_of(f"def get_state(at):\n    return unpack(({loads}))", names)
    rules.state_words = size
    return rules


class Counter:
    """Counts sequences of moves of one game."""

    def __init__(self, game: CompiledGame, where: Device) -> None:
        self.game, self.where, self.arrays = game, where, where.arrays
        self.rules = with_keys(game)
        # Each compiled when it is first wanted: few plies need one alone.
        self.kernel = cache(lambda function: where.kernel(game, function, self.rules))

    def perft(self, states: Any, depth: int) -> int:
        """Of so many moves, 1 or more, from states given by the words of their keys."""
        total = 0
        for begin in range(0, len(states), MOST):
            some = states[begin : begin + MOST]
            counts = self.arrays.empty(len(some), np.int64)
            count = self.kernel(count_two_moves if depth == 2 else count_moves)
            self.check(count(len(some), some, counts), some)
            if depth <= 2:
                total += int(counts.sum())
            else:
                total += self.below(some, counts, depth)
        return total

    def below(self, states: Any, counts: Any, depth: int) -> int:
        """The same, a ply further on; the children of some states at a time."""
        total, begin, ends = 0, 0, self.arrays.cumsum(counts)
        words = self.rules.state_words
        most = max(self.where.free() // SHARE // WORD // max(words, 1), 1)
        while begin < len(states):
            before = int(ends[begin - 1]) if begin else 0
            end = int(self.arrays.searchsorted(ends, before + most, "right"))
            end = max(end, begin + 1)
            some, places = states[begin:end], ends[begin:end] - before
            children = self.arrays.empty((int(places[-1]), words), np.int64)
            make = self.kernel(make_moves)
            self.check(make(len(some), some, 0, places, children), some)
            total += self.perft(children, depth - 1)
            begin = end
        return total

    def check(self, block: Any, states: Any) -> None:
        """Where a rule could not go on, it does the same here, and says why."""
        number = fault(block)
        if number is None:
            return
        state, count = self.where.host(states[number : number + 1]).copy(), np.zeros(1, np.int64)
        words = np.array([1, 0, state.ctypes.data, count.ctypes.data, 0, 0], np.int64)
        for function in (count_moves, make_moves, count_two_moves):
            children = np.empty((int(count[0]), self.rules.state_words), np.int64)
            words[-1] = children.ctypes.data
            kernel = self.game.kernel(function, self.rules)
            kernel(words.ctypes.data, 0, context=Context(ARENA))
        raise unexplained(self.game.game)


def perft(game: Game[State, Action], depth: int, state: State | None = None) -> int:
    """How many sequences of `depth` moves begin at a state, counted on the GPU."""
    return sum(n for _, n in divide(game, depth, state)) if depth else 1


def divide(
    game: Game[State, Action], depth: int, state: State | None = None
) -> list[tuple[Action, int]]:
    """The same for each action that the sequences begin with."""
    where = open_device()
    start = game.initial() if state is None else state
    if game.is_terminal(start):
        return []

    def counted(compiled: CompiledGame) -> list[tuple[Action, int]]:
        if depth == 1:
            return [(action, 1) for action in game.actions(start)]
        counter, found = Counter(compiled, where), []
        for action in game.actions(start):
            words = np.array([compiled.state.key(game.result(start, action))], np.int64)
            found.append((action, counter.perft(where.arrays.asarray(words), depth - 1)))
        return found

    return with_room(CompiledGame(game), counted)
