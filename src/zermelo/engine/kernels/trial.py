"""A kernel that asks the rules and does nothing with what they say: how long each of them takes."""

from __future__ import annotations

from typing import Final

from zermelo.compiler.intrinsics import WORD, mark, release
from zermelo.compiler.kernels import Rules

# Which rules are asked, as the bits of a number. `result` and `order` are asked for every action.
ACTIONS: Final = 1 << 0
RESULT: Final = 1 << 1
IS_TERMINAL: Final = 1 << 2
TO_MOVE: Final = 1 << 3
EVALUATE: Final = 1 << 4
IS_QUIET: Final = 1 << 5
BOUNDS: Final = 1 << 6
KEY: Final = 1 << 7
ORDER: Final = 1 << 8

PLACES: Final = 16  # for positions that are made: in a single one only the last would have to be


def trial_kernel(game: Rules, which: int, states: int, count: int, rounds: int, room: int) -> int:
    """Asks `which` rules at so many states, that lie one after the other, so many times.

    `room` has PLACES for the words of a state. The sum that it returns means nothing: it
    keeps the compiler from leaving out what nobody uses.
    """
    total, memory = 0, mark()
    for _round in range(rounds):
        at = states
        for _state in range(count):
            release(memory)
            state = game.get_state(at)
            at += WORD * game.state_words
            if which & IS_TERMINAL and game.is_terminal(state):
                total += 1
            if which & TO_MOVE:
                total += game.to_move(state)
            if game.has_evaluate and which & EVALUATE and game.evaluate(state) > 0:
                total += 1
            if game.has_is_quiet and which & IS_QUIET and game.is_quiet(state):
                total += 1
            if game.has_bounds and which & BOUNDS:
                low, high = game.bounds(state)
                if low < high:
                    total += 1
            if game.has_key and which & KEY:
                total ^= game.key(state)
            if which & ACTIONS:
                for action in game.actions(state):
                    total += 1
                    if which & RESULT:
                        place = room + (total & PLACES - 1) * WORD * game.state_words
                        game.put_state(place, game.result(state, action))
                    if game.has_order and which & ORDER:
                        total ^= game.order(state, action)
    return total
