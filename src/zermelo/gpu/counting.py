"""Perft on a GPU: the states of a ply side by side, as many at a time as there is memory for."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zermelo.compiler.memory import WORD, load, store
from zermelo.compiler.rule_table import Rules
from zermelo.compiler.rules import CompiledGame, with_room
from zermelo.game import CHANCE, Action, Game, State, ZermeloError
from zermelo.gpu.device import Device, fault, open_device
from zermelo.language import _

STATES: Final = 2 * WORD
COUNTS: Final = 3 * WORD
ENDS: Final = 4 * WORD  # sums of the counts: where the children of each state end
CHILDREN: Final = 5 * WORD

MOST: Final = 1 << 24  # states on which one kernel works
SHARE: Final = 8  # of the free memory, for the children of some states


def number_of_moves(game: Rules, state: Any) -> int:
    """How many there are; what CHANCE may do counts too."""
    count = 0
    if game.has_rolls and game.to_move(state) == CHANCE:
        for _roll in game.rolls(state):
            count += 1
    else:
        for _action in game.actions(state):
            count += 1
    return count


def count_moves(game: Rules, block: int, i: int) -> int:
    """How many moves there are at a state."""
    state, count = game.get_state(load(block + STATES) + WORD * game.state_words * i), 0
    if not game.is_terminal(state):
        count = number_of_moves(game, state)
    store(load(block + COUNTS) + WORD * i, count)
    return 0


def count_two_moves(game: Rules, block: int, i: int) -> int:
    """How many sequences of two moves there are at a state."""
    state, count = game.get_state(load(block + STATES) + WORD * game.state_words * i), 0
    if not game.is_terminal(state):
        if game.has_rolls and game.to_move(state) == CHANCE:
            for roll in game.rolls(state):
                child = game.rolled(state, roll)
                if not game.is_terminal(child):
                    count += number_of_moves(game, child)
        else:
            for action in game.actions(state):
                child = game.result(state, action)
                if not game.is_terminal(child):
                    count += number_of_moves(game, child)
    store(load(block + COUNTS) + WORD * i, count)
    return 0


def make_moves(game: Rules, block: int, i: int) -> int:
    """Writes the states that the moves of a state lead to."""
    size = WORD * game.state_words
    state = game.get_state(load(block + STATES) + size * i)
    begin = load(load(block + ENDS) + WORD * (i - 1)) if i > 0 else 0
    at = load(block + CHILDREN) + size * begin
    if not game.is_terminal(state):
        if game.has_rolls and game.to_move(state) == CHANCE:
            for roll in game.rolls(state):
                game.put_state(at, game.rolled(state, roll))
                at += size
        else:
            for action in game.actions(state):
                game.put_state(at, game.result(state, action))
                at += size
    return 0


class Counter:
    """Counts sequences of moves of one game."""

    def __init__(self, game: CompiledGame[Any, Any], where: Device) -> None:
        self.game, self.where, self.arrays = game, where, where.arrays
        self.count, self.two, self.make = (
            where.kernel(game, function, game.rules)
            for function in (count_moves, count_two_moves, make_moves)
        )

    def perft(self, states: Any, depth: int) -> int:
        """Of so many moves, 1 or more, from states given by their words."""
        total = 0
        for begin in range(0, len(states), MOST):
            some = states[begin : begin + MOST]
            counts = self.arrays.empty(len(some), np.int64)
            count = self.two if depth == 2 else self.count
            self.check(count(len(some), some, counts), some)
            if depth <= 2:
                total += int(counts.sum())
            else:
                total += self.below(some, counts, depth)
        return total

    def below(self, states: Any, counts: Any, depth: int) -> int:
        """The same, a ply further on; the children of some states at a time."""
        total, begin, ends = 0, 0, self.arrays.cumsum(counts)
        most = max(self.where.free() // SHARE // WORD // self.game.state.size, 1)
        while begin < len(states):
            before = int(ends[begin - 1]) if begin else 0
            end = int(self.arrays.searchsorted(ends, before + most, "right"))
            end = max(end, begin + 1)
            some, places = states[begin:end], ends[begin:end] - before
            children = self.arrays.empty((int(places[-1]), self.game.state.size), np.int64)
            self.check(self.make(len(some), some, 0, places, children), some)
            total += self.perft(children, depth - 1)
            begin = end
        return total

    def check(self, block: Any, states: Any) -> None:
        """Where a rule could not go on, it does the same here, and says why."""
        number = fault(block)
        if number is None:
            return
        state, count = self.where.host(states[number : number + 1]).copy(), np.zeros(1, np.int64)
        words = np.array([1, 0, state.ctypes.data, count.ctypes.data], np.int64)
        self.game.kernel(count_two_moves, self.game.rules)(words.ctypes.data, 0)
        game = self.game.game.name
        raise ZermeloError(_("{game}: its rules are not always the same").format(game=game))


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
    return with_room(CompiledGame(game), lambda compiled: _divide(compiled, where, depth, start))


def _divide(
    game: CompiledGame[State, Action], where: Device, depth: int, start: State
) -> list[tuple[Action, int]]:
    rules, found, counter = game.game, [], None
    for action in rules.actions(start):
        count = 1
        if depth > 1:
            counter = counter or Counter(game, where)
            words = game.state.words(rules.result(start, action), "the state")
            count = counter.perft(where.arrays.asarray(np.array([words], np.int64)), depth - 1)
        found.append((action, count))
    return found
