"""What a state is worth, found slowly and surely, to compare with what a game promises.

A value is known as an interval in which it surely lies. What has not been looked at may be worth
anything; from there intervals become narrower as they are backed up, until nothing changes. In a
small game without circles they become the exact values.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, Final

from zermelo.check.clock import OutOfTime
from zermelo.check.questions import Questions
from zermelo.check.rules import Interval, Node, is_number
from zermelo.game import CHANCE, MAX, MIN, Game, Value
from zermelo.language import _
from zermelo.solver import values

LOOK_AHEAD: Final = 100  # about so many states are looked at ahead of one
ROUNDS: Final = 50  # so often, on the average, an interval is backed up again at most
ANYTHING: Final[Interval] = (-math.inf, math.inf)
MARGIN: Final = 1e-9  # for rounded arithmetic, of values up to 1
EXACT: Final = 1_000_000  # fractions of no larger parts stay exact


def check_value(ask: Questions, node: Node, worth: Callable[[Any], Interval]) -> None:
    """Compares what `bounds` and `canonical` promise at a state with what states are worth."""
    if node.bounds is not None:
        ask.attempt("bounds", check_bounds_value, node, worth)
    if node.canonical is not None:
        ask.attempt("canonical", check_canonical_value, node, worth)


def check_bounds_value(ask: Questions, node: Node, worth: Callable[[Any], Interval]) -> None:
    value = worth(node.state)
    if node.bounds is not None and apart(value, node.bounds):
        low, high = node.bounds
        detail = _("{value}, not {low} to {high}")
        detail = detail.format(value=text_of(value), low=low, high=high)
        ask.note(_("bounds hold the value"), node.state, detail)


def check_canonical_value(ask: Questions, node: Node, worth: Callable[[Any], Interval]) -> None:
    if node.canonical == node.state:
        return
    value, found = worth(node.state), worth(node.canonical)
    if apart(value, found):
        same = _("{twin} for it").format(twin=ask.text(node.canonical))
        detail = _("{found} instead of {wanted}")
        detail = detail.format(found=text_of(found), wanted=text_of(value))
        ask.note(_("canonical keeps the value"), node.state, f"{same}: {detail}")


# --- all states that were walked to --------------------------------------------------------------


def back_up_all(ask: Questions, graph: dict[Hashable, Node], whole: bool) -> dict[Any, Interval]:
    """Between what and what each state's value surely lies; `whole`: no state is missing.

    Sound whatever it is worth that a state comes back. Where that is 0 and players alone decide,
    a value is that of a win or a loss which can be forced, and otherwise 0.
    """
    parents: dict[Any, list[Any]] = {state: [] for state in graph}
    for state, node in graph.items():
        for child in node.children or ():
            if child in parents:
                parents[child].append(state)
    found = dict.fromkeys(graph, ANYTHING)
    queue = deque(reversed(graph))
    queued = set(queue)
    for _round in range(ROUNDS * len(graph)):
        if not queue:
            break
        ask.clock.look()
        state = queue.popleft()
        queued.discard(state)
        value = back_up(graph[state], [found.get(c, ANYTHING) for c in graph[state].children or ()])
        if apart_at_all(value, found[state]):
            found[state] = value
            fresh = [parent for parent in parents[state] if parent not in queued]
            queue.extend(fresh)
            queued.update(fresh)
    players_only = all(node.player != CHANCE for node in graph.values())
    if whole and players_only and not queue and ask.game.repetition in ("draw", "endless"):
        settled = {state: sorted((low, 0, high))[1] for state, (low, high) in found.items()}
        return {state: (value, value) for state, value in settled.items()}
    if whole and not players_only and any(low != high for low, high in found.values()):
        found |= by_solver(ask)
    return found


def by_solver(ask: Questions) -> dict[Any, Interval]:
    """The values where chance brings states back, to within an error; none where it cannot say."""

    def look() -> bool:
        ask.clock.look()
        return False

    try:
        found = values(ask.game, stop=look, tolerance=MARGIN)
    except OutOfTime:
        raise
    except Exception:  # values that nobody knows, or rules that other checks name
        return {}
    error = 2 * MARGIN * max(1.0, *(abs(float(value)) for value in found.values()))
    return {state: (float(value) - error, float(value) + error) for state, value in found.items()}


def values_depend_on_the_way(game: Game[Any, Any]) -> bool:
    """Whether what a state is worth may be another after other moves."""
    return game.repetition == "loss" or (game.repetition == "draw" and game.has_chance)


def back_up(node: Node, children: list[Interval]) -> Interval:
    """The interval of a state from those of the states that it leads to."""
    if node.terminal:
        return ANYTHING if node.utility is None else (node.utility, node.utility)
    if node.player is None or not children:
        return ANYTHING
    if node.player != CHANCE:
        choice = max if node.player == MAX else min
        return choice(low for low, _high in children), choice(high for _low, high in children)
    if node.weights is None:
        return ANYTHING
    return expectation(children, node.weights)


def expectation(intervals: list[Interval], weights: list[int]) -> Interval:
    """The mean of intervals by their weights."""
    whole, ends = sum(weights), zip(*intervals, strict=True)
    low, high = (sum(w * end for w, end in zip(weights, each, strict=True)) for each in ends)
    return divided(low, whole), divided(high, whole)


def divided(value: Value, whole: int) -> Value:
    """The exact quotient, or, where that would grow and grow, one that is as good as exact."""
    if isinstance(value, float):
        return value / whole
    exact = Fraction(value) / whole
    return exact if exact.denominator < EXACT else float(exact)


# --- near the end of a game ----------------------------------------------------------------------


def look_ahead(ask: Questions, state: Any) -> Interval:
    """Between what and what the value surely lies, from the ends of the game that are near."""
    game = ask.game
    try:
        depth, width = 0, 2
        if not game.is_terminal(state):
            width = max(2, len(ask.answer("actions", state)))
        while width ** (depth + 1) <= LOOK_AHEAD:
            depth += 1
        return _look_ahead(ask, state, depth)
    except OutOfTime:
        raise
    except Exception:  # other checks name what is broken there
        return ANYTHING


def _look_ahead(ask: Questions, state: Any, depth: int) -> Interval:
    ask.clock.look()
    game = ask.game
    if game.is_terminal(state):
        utility = game.utility(state)
        return (utility, utility) if is_number(utility) else ANYTHING
    if depth == 0:
        return ANYTHING
    player = game.to_move(state)
    if player == CHANCE:
        actions, weights = zip(*ask.answer("outcomes", state), strict=True)
    else:
        actions, weights = ask.answer("actions", state), ()
    below = [_look_ahead(ask, game.result(state, action), depth - 1) for action in actions]
    node = Node(state, False, player=player if player in (MAX, MIN, CHANCE) else None)
    node.weights = list(weights)
    return back_up(node, below)


# --- intervals -----------------------------------------------------------------------------------


def apart(one: Interval, other: Interval) -> bool:
    """Whether two intervals have nothing in common."""
    return above(one[0], other[1]) or above(other[0], one[1])


def apart_at_all(one: Interval, other: Interval) -> bool:
    """Whether two intervals differ at either end."""
    return any(above(a, b) or above(b, a) for a, b in zip(one, other, strict=True))


def above(one: Value, other: Value) -> bool:
    """Whether a value is larger, by more than rounding could have made it."""
    if not one > other:
        return False
    if not (isinstance(one, float) or isinstance(other, float)):
        return True
    try:
        larger, smaller = float(one), float(other)
    except OverflowError:  # a whole number beyond any float
        return True
    if math.isinf(larger) or math.isinf(smaller):
        return True
    return larger - smaller > MARGIN * max(1.0, abs(larger), abs(smaller))


def text_of(value: Interval) -> str:
    """The value, or between what it lies."""
    low, high = value
    return f"{low}" if low == high else _("{low} to {high}").format(low=low, high=high)
