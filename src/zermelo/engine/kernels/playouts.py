"""Games played to their end at random, and where random numbers come from."""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.intrinsics import (
    WORD,
    add,
    load,
    load_shared,
    shift_right,
    store,
    store_float,
)
from zermelo.compiler.kernels import Rules
from zermelo.engine.block import (
    BAD_PLAYER,
    BAD_WEIGHT,
    MASK,
    MOVES_END,
    NO_ACTIONS,
    NODES,
    NOT_FINITE,
    OUT_OF_RANGE,
    RANDOM,
    RESULTS,
    STATUS,
)
from zermelo.engine.kernels.moves import history
from zermelo.game import CHANCE, INFINITY, MAX, MIN

MOST_DRAWN: Final = 1 << 31  # the sum of weights from which one is drawn
LONGEST: Final = 1_000  # plies of a game that does not end
EXACT: Final = 1 << 53  # whole numbers up to here are floats

# Random numbers by Knuth's linear congruential generator (MMIX), of which the upper bits are good.
FACTOR: Final = 6364136223846793005
STEP: Final = 1442695040888963407


def random_game(game: Rules, block: int, state: Any, here: int, free: int) -> None:
    """Goes on from a state at random, to RESULTS; `free`: room on the stack."""
    plies = 0
    while plies < LONGEST and load_shared(block + STATUS) == 0:
        if game.is_terminal(state):
            add(block + NODES, plies)
            put_utility(game, block, state)
            return
        if game.has_outcomes and player_at(game, block, state) == CHANCE:
            place = draw_outcome(game, block, state, free)
        else:
            place = draw_action(game, block, state, free)
        if place < free:
            return
        action = game.get_action(place)
        if game.stay_open:
            seen = history(block, game.action_hash(action), player_at(game, block, state))
            store(seen, load(block + MASK))
        state = moved(game, state, action, here)
        plies += 1
    add(block + NODES, plies)
    put_results(game, block, game.middle)


def moved(game: Rules, state: Any, action: Any, here: int) -> Any:
    """The state that an action leads to, which is the one at hand then."""
    game.put_state(here, game.result(state, action))
    return game.get_state(here)


def draw_action(game: Rules, block: int, state: Any, free: int) -> int:
    """Where one of the actions lies, or the better by `order` of two; 0: there is none."""
    size, top, end = WORD * max(game.action_words, 1), free, load(block + MOVES_END)
    for action in game.actions(state):
        if top > end:
            store(block + STATUS, OUT_OF_RANGE)
            return 0
        game.put_action(top, action)
        top += size
    if top == free:
        store(block + STATUS, NO_ACTIONS)
        return 0
    number, count = load(block + RANDOM) * FACTOR + STEP, (top - free) // size
    place = free + size * below(number, count)
    if game.has_order:
        number = number * FACTOR + STEP
        other = free + size * below(number, count)
        if game.order(state, game.get_action(other)) > game.order(state, game.get_action(place)):
            place = other
    store(block + RANDOM, number)
    return place


def draw_outcome(game: Rules, block: int, state: Any, free: int) -> int:
    """Puts one of the outcomes at `free`, as likely as its weight says; 0: there is none."""
    number, total = load(block + RANDOM), 0
    for action, weight in game.outcomes(state):
        if weight <= 0 or weight > MOST_DRAWN - total:
            store(block + STATUS, BAD_WEIGHT)
            return 0
        number, total = number * FACTOR + STEP, total + weight
        if below(number, total) < weight:
            game.put_action(free, action)
    store(block + RANDOM, number)
    if total == 0:
        store(block + STATUS, BAD_WEIGHT)
    return free if total > 0 else 0


def below(number: int, count: int) -> int:
    """A random number from 0 to `count` - 1, by the upper bits of one of 64 bits."""
    return shift_right(shift_right(number, 33) * count, 31)


def player_at(game: Rules, block: int, state: Any) -> int:
    """Who decides at a state that is not terminal."""
    player = game.to_move(state)
    if game.several:
        if 0 <= player < game.seats:
            return player
    elif player == MAX or player == MIN or (player == CHANCE and game.has_outcomes):  # noqa: SIM109
        return player
    store(block + STATUS, BAD_PLAYER)
    return MAX


def put_utility(game: Rules, block: int, state: Any) -> None:
    """Puts what a game that is over is worth to RESULTS: for MAX, or for each of several."""
    worth = game.utility(state)
    if game.several:
        for seat in range(game.seats):
            store_float(block + RESULTS + WORD * seat, checked(game, block, worth[seat]))
    else:
        store_float(block + RESULTS, checked(game, block, worth))


def put_results(game: Rules, block: int, worth: float) -> None:
    """Puts the same number for everybody to RESULTS."""
    for seat in range(game.seats):
        store_float(block + RESULTS + WORD * seat, worth)


def checked(game: Rules, block: int, value: Any) -> float:
    """A result of the game, which must be a finite number, and exact as a float."""
    number = float(value)
    if not -INFINITY < number < INFINITY:
        store(block + STATUS, NOT_FINITE)
    elif not game.is_float and not -EXACT < number < EXACT:
        store(block + STATUS, OUT_OF_RANGE)
    return number
