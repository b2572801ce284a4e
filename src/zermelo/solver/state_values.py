"""The exact value of every state that can be reached."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, NamedTuple

from zermelo.game import CHANCE, MAX, Action, Game, State, Value
from zermelo.language import _
from zermelo.numbers import mean
from zermelo.solver.graph import Cyclic, Graph, components, explore, goes_round
from zermelo.solver.iteration import ROUNDING, Bounds, close_in
from zermelo.solver.limits import Limits
from zermelo.solver.retrograde import plies_to_end, retrograde

TOLERANCE: Final = 1e-9


class Solution(NamedTuple, Generic[State]):
    """The value of every state, and where equal values mislead: the state to move to.

    `plies` to the end, of states that are not worth 0, where they were asked for.
    """

    values: dict[State, Value]
    choices: dict[State, State]
    plies: dict[State, int]
    seconds: float = 0.0  # that it took, where nobody else counts them


def values(
    game: Game[State, Action],
    state: State | None = None,
    tick: Callable[[int], None] | None = None,
    *,
    stop: Callable[[], bool] | None = None,
    time: float | None = None,
    tolerance: float = TOLERANCE,
) -> dict[State, Value]:
    """The value for MAX of `state` (default: the initial one) and all states reachable from it.

    Exact where chance never brings a state back. Where it does (Pig), the values are floats, off
    by no more than `tolerance` (of the largest value, if that is more than 1). A game that goes
    round must say what that is worth (see `Game.repetition`), or `Cyclic` says what to add.

    After `time` seconds, or when `stop` says so, it ends with `NotSolved`; `tick` is told now and
    then how many states there are.
    """
    return solution(game, state, Limits(game, tick, stop, time), tolerance).values


def solution(
    game: Game[State, Action],
    state: State | None,
    limits: Limits,
    tolerance: float = TOLERANCE,
    plies: bool = False,
) -> Solution[State]:
    """The same, with what a strategy has to know besides.

    Component by component, those first that the others lead to.
    """
    graph = explore(game, state, limits)
    known: list[Bounds | None] = [None] * len(graph.states)
    choices: dict[int, int] = {}
    for component in components(range(len(known)), graph.children.__getitem__, limits):
        if not goes_round(component, graph.children.__getitem__):
            known[component[0]] = _back_up(graph, component[0], known)
            continue
        _refuse(graph, component)
        if any(graph.players[node] == CHANCE for node in component):
            found, chosen = close_in(graph, component, known, limits, tolerance)
        else:
            found, chosen = _without_chance(graph, component, known, limits)
        for node, bounds in found.items():
            known[node] = bounds
        choices |= chosen
    states = graph.states
    worth = [low if low == high else low + (high - low) / 2 for low, high in filter(None, known)]
    away = plies_to_end(graph, worth, limits) if plies else {}
    return Solution(
        dict(zip(states, worth, strict=True)),
        {states[here]: states[there] for here, there in choices.items()},
        {states[node]: count for node, count in away.items()},
    )


def _refuse(graph: Graph[Any], component: Sequence[int]) -> None:
    """Refuses a component in which values depend on the way, or on what nobody has said.

    Chance alone needs no word: unless players help, it brings every game to its end.
    """
    game, chance = graph.game, any(graph.players[node] == CHANCE for node in component)
    if game.repetition is None and not chance:
        words = _(
            "{game} can come back to {position} and does not say what that is worth: add "
            'repetition = "draw" (or "endless") to its rules, or search it to a depth'
        )
    elif game.repetition == "loss":
        words = _(
            "{game} can come back to {position}, a loss for whoever does it, so that values depend "
            "on the moves before: search the position instead"
        )
    elif game.repetition == "draw" and chance:
        words = _(
            "{game} can come back to {position} by chance, a draw, so that values depend on the "
            'moves before: search the position instead, or say repetition = "endless"'
        )
    else:
        return
    raise Cyclic(words.format(game=game.name, position=graph.text(min(component))))


def _without_chance(
    graph: Graph[Any], component: Sequence[int], known: Sequence[Bounds | None], limits: Limits
) -> tuple[dict[int, Bounds], dict[int, int]]:
    """From below and from above; once where all that the component leads to is exact."""
    children = {child for node in component for child in graph.children[node]}
    exits = {child: bounds for child in children if (bounds := known[child]) is not None}
    lows = {child: low for child, (low, _high) in exits.items()}
    low, choices = retrograde(graph, component, lows, limits)
    highs = {child: high for child, (_low, high) in exits.items()}
    if lows == highs:
        return {node: (value, value) for node, value in low.items()}, choices
    high, others = retrograde(graph, component, highs, limits)
    choices = {node: child for node, child in choices.items() if graph.players[node] == MAX}
    choices |= {node: child for node, child in others.items() if graph.players[node] != MAX}
    return {node: (low[node], high[node]) for node in component}, choices


def _back_up(graph: Graph[Any], node: int, known: Sequence[Bounds | None]) -> Bounds:
    """The bounds of a state from those of its successors."""
    if node in graph.ends:
        return graph.ends[node], graph.ends[node]
    below = [bounds for child in graph.children[node] if (bounds := known[child]) is not None]
    lows, highs = [low for low, _high in below], [high for _low, high in below]
    if graph.players[node] == CHANCE:
        weights = graph.weights[node] or ()
        exact = all(low == high for low, high in below)
        means = [
            mean(zip(weights, side, strict=True)) for side in ((lows,) if exact else (lows, highs))
        ]
        if exact:
            return means[0], means[0]
        slack = (len(below) + 2) * ROUNDING * max(abs(float(v)) for v in (*lows, *highs))
        return means[0] - slack, means[1] + slack
    return (max(lows), max(highs)) if graph.players[node] == MAX else (min(lows), min(highs))
