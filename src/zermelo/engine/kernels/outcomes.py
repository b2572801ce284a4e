"""What a chance node reckons with, on the stack of moves: sums over all outcomes, then those.

    word    0       1      2          3           4        5         6     then for each outcome
            TOTAL   DONE   REST_LOW   REST_HIGH   FINITE   BALANCE   SOME

    word    0        1       2         3 ...
            weight   floor   ceiling   the words of the child

TOTAL is the sum of the weights; DONE the sum, by weight, over the outcomes that are known; REST_LOW
and REST_HIGH the least and the most that the others can add. BALANCE counts MAX's children less
MIN's among SOME that are not over. Star2 sees everything from one `side`: 1 where it tries to show
that the node is at or below alpha, -1 where at or above beta, and all is turned round.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.intrinsics import WORD, load, load_float, store, store_float
from zermelo.compiler.kernels import Rules
from zermelo.engine.block import BAD_WEIGHT, MOVES_END, MOVES_FULL, NOT_FINITE, STATUS
from zermelo.engine.entry import AT_LEAST, AT_MOST, EXACT
from zermelo.game import INFINITY

TOTAL: Final = 0 * WORD
DONE: Final = 1 * WORD
REST_LOW: Final = 2 * WORD
REST_HIGH: Final = 3 * WORD
FINITE: Final = 4 * WORD
BALANCE: Final = 5 * WORD
SOME: Final = 6 * WORD
HEAD: Final = 7 * WORD

FLOOR: Final = 1 * WORD
CEILING: Final = 2 * WORD
OUTCOME: Final = 3 * WORD

MOST_WEIGHT: Final = 1 << 53  # sums of weights stay exact as floats


def outcome_bytes(game: Rules) -> int:
    """The size of an outcome on the stack."""
    return OUTCOME + WORD * game.state_words


def list_outcomes(game: Rules, block: int, state: Any, stack: int) -> int:
    """Puts all outcomes on the stack and sums up what they can be worth; the new top."""
    end = load(block + MOVES_END)
    if stack > end:
        store(block + STATUS, MOVES_FULL)
        return stack
    total, rest_low, rest_high, balance, some = 0, 0.0, 0.0, 0, 0
    top = stack + HEAD
    for action, weight in game.outcomes(state):
        if top > end:
            store(block + STATUS, MOVES_FULL)
            return stack
        if weight <= 0 or weight > MOST_WEIGHT:
            store(block + STATUS, BAD_WEIGHT)
            return stack
        outcome = game.result(state, action)
        total += weight
        store(top, weight)
        game.put_state(top + OUTCOME, outcome)
        if game.star1:
            lowest, highest = game.bounds(outcome)
            if lowest != lowest or highest != highest or lowest > highest:
                store(block + STATUS, NOT_FINITE)
                return stack
            store_float(top + FLOOR, float(lowest))
            store_float(top + CEILING, float(highest))
            rest_low += weight * float(lowest)
            rest_high += weight * float(highest)
        if game.star2 and not game.is_terminal(outcome):
            balance += game.to_move(outcome)
            some += 1
        top += outcome_bytes(game)
    if total <= 0 or total > MOST_WEIGHT:
        store(block + STATUS, BAD_WEIGHT)
        return stack
    store(stack + TOTAL, total)
    store_float(stack + DONE, 0.0)
    store_float(stack + REST_LOW, rest_low)
    store_float(stack + REST_HIGH, rest_high)
    store(stack + FINITE, 1 if rest_low > -INFINITY and rest_high < INFINITY else 0)
    store(stack + BALANCE, balance)
    store(stack + SOME, some)
    return top


# --- Star2 -----------------------------------------------------------------------------------


def side_to_probe(game: Rules, stack: int, depth: int, alpha: float, beta: float) -> int:
    """The side from which one move of each child can be enough; 0: none."""
    if not game.star2 or load(stack + FINITE) == 0 or depth <= 0:
        return 0
    total, balance, some = load(stack + TOTAL), load(stack + BALANCE), load(stack + SOME)
    side = 0
    if balance == -some and total * alpha > load_float(stack + REST_LOW):
        side = 1
    if balance == some and total * beta < load_float(stack + REST_HIGH):
        side = -1
    return side


def star2_least(stack: int, place: int, side: int, alpha: float, beta: float) -> float:
    """What an outcome must be worth, by that side, for the sum to reach its goal."""
    goal = alpha if side == 1 else -beta
    weight = load(place)
    rest = highest_sum(stack, side) - weight * ceiling_of(place, side)
    return (load(stack + TOTAL) * goal - rest) / weight


def highest_sum(stack: int, side: int) -> float:
    """The highest that the sum can be."""
    return load_float(stack + REST_HIGH) if side == 1 else -load_float(stack + REST_LOW)


def ceiling_of(place: int, side: int) -> float:
    """The highest that an outcome can be worth."""
    return load_float(place + CEILING) if side == 1 else -load_float(place + FLOOR)


def floor_of(place: int, side: int) -> float:
    """The lowest that an outcome can be worth."""
    return load_float(place + FLOOR) if side == 1 else -load_float(place + CEILING)


def is_open(place: int, side: int, least: float) -> bool:
    """Whether a look at an outcome can bring anything."""
    return max(least, floor_of(place, side)) < ceiling_of(place, side)


def star2_window(place: int, side: int, least: float) -> tuple[float, float]:
    """The window, for MAX, in which one move of an outcome is looked at."""
    low, high = max(least, floor_of(place, side)), ceiling_of(place, side)
    return (low, high) if side == 1 else (-high, -low)


def lower(stack: int, place: int, side: int, value: float) -> None:
    """An outcome turned out to be worth no more than a value."""
    ceiling = ceiling_of(place, side)
    if value < ceiling:
        value = max(value, floor_of(place, side))
        less = load(place) * (ceiling - value)
        if side == 1:
            store_float(stack + REST_HIGH, load_float(stack + REST_HIGH) - less)
            store_float(place + CEILING, value)
        else:
            store_float(stack + REST_LOW, load_float(stack + REST_LOW) + less)
            store_float(place + FLOOR, -value)


def is_enough(place: int, side: int, least: float) -> bool:
    """Whether an outcome alone keeps the sum from its goal."""
    return ceiling_of(place, side) <= least


def promise(stack: int, side: int, alpha: float, beta: float) -> tuple[float, int]:
    """What the node is worth at most (side 1) or at least."""
    goal = alpha if side == 1 else -beta
    value = side * min(highest_sum(stack, side) / load(stack + TOTAL), goal)
    return value, AT_MOST if side == 1 else AT_LEAST


# --- Star1 -----------------------------------------------------------------------------------


def star1_window(
    game: Rules, stack: int, place: int, alpha: float, beta: float
) -> tuple[float, float, float, bool]:
    """The window of an outcome; what it is worth unsearched, and whether it must be searched."""
    if not game.star1 or load(stack + FINITE) == 0:
        return -INFINITY, INFINITY, 0.0, True
    floor, ceiling = load_float(place + FLOOR), load_float(place + CEILING)
    least, most = needed(stack, place, alpha, beta)
    value = floor if floor >= most else ceiling
    searched = floor < most and floor < ceiling and least < ceiling
    return max(least, floor), min(most, ceiling), value, searched


def needed(stack: int, place: int, alpha: float, beta: float) -> tuple[float, float]:
    """What an outcome must be worth for the node to leave the window, on either side."""
    weight, total, done = load(place), load(stack + TOTAL), load_float(stack + DONE)
    rest_low = load_float(stack + REST_LOW) - weight * load_float(place + FLOOR)
    rest_high = load_float(stack + REST_HIGH) - weight * load_float(place + CEILING)
    return (total * alpha - (done + rest_high)) / weight, (
        total * beta - (done + rest_low)
    ) / weight


def settle(
    game: Rules, stack: int, place: int, value: float, alpha: float, beta: float
) -> tuple[float, int]:
    """Adds an outcome's value to the sum; what the node is worth now, and how that is meant."""
    weight, total, done = load(place), load(stack + TOTAL), load_float(stack + DONE)
    if game.star1 and load(stack + FINITE) != 0:
        least, most = needed(stack, place, alpha, beta)
        rest_low = load_float(stack + REST_LOW) - weight * load_float(place + FLOOR)
        rest_high = load_float(stack + REST_HIGH) - weight * load_float(place + CEILING)
        store_float(stack + REST_LOW, rest_low)
        store_float(stack + REST_HIGH, rest_high)
        if value <= least:
            return min((done + weight * value + rest_high) / total, alpha), AT_MOST
        if value >= most:
            return max((done + weight * value + rest_low) / total, beta), AT_LEAST
    done += weight * value
    store_float(stack + DONE, done)
    return done / total, EXACT
