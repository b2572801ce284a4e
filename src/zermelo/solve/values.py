"""The exact value of every state that can be reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Generic, NamedTuple

from zermelo.game import CHANCE, MAX, Action, Game, State, Value, ZermeloError
from zermelo.language import _
from zermelo.numbers import ratio

MAX_STATES: Final = 2_000_000
TOLERANCE: Final = 1e-14


class TooLarge(ZermeloError):
    """More states than a table of all of them can hold."""


class Cyclic(ZermeloError):
    """The game can come back to the same state, so that values do not follow from the end."""


class Branch(NamedTuple, Generic[State]):
    """A successor; the weight is CHANCE's (1 where a player decides)."""

    state: State
    weight: int


def values(
    game: Game[State, Action],
    state: State | None = None,
    tick: Callable[[int], None] | None = None,
) -> dict[State, Value]:
    """The value for MAX of `state` (default: the initial one) and all states reachable from it.

    Exact where the game never comes back to a state. Where chance can bring it back (Pig), the
    values are floats that have settled to the last digits.
    """
    graph, cyclic = explore(game, game.initial() if state is None else state, tick)
    if cyclic and _cycle_without_chance(game, graph):
        raise Cyclic(
            _("{game} can come back to the same state; search it to a depth instead").format(
                game=game.name
            )
        )
    found: dict[State, Value] = {}
    if not cyclic:
        for each, branches in graph.items():
            found[each] = back_up(game, each, branches, found)
        return found
    found = dict.fromkeys(graph, 0.0)
    change = 1.0
    while change > TOLERANCE:
        change = 0.0
        if tick:
            tick(len(graph))
        for each, branches in graph.items():
            before = float(found[each])
            found[each] = back_up(game, each, branches, found)
            change = max(change, abs(float(found[each]) - before))
    return found


def _cycle_without_chance(
    game: Game[State, Action], graph: dict[State, list[Branch[State]]]
) -> bool:
    """Whether players can go round in circles among themselves, for ever if they like."""
    players = {state for state, branches in graph.items() if branches}
    players -= {state for state in players if game.to_move(state) == CHANCE}
    ways_in = dict.fromkeys(players, 0)
    for state in players:
        for branch in graph[state]:
            if branch.state in players:
                ways_in[branch.state] += 1
    todo = [state for state, ways in ways_in.items() if ways == 0]
    while todo:  # whatever can be entered no more is in no circle
        state = todo.pop()
        players.discard(state)
        for branch in graph[state]:
            if branch.state in players:
                ways_in[branch.state] -= 1
                if ways_in[branch.state] == 0:
                    todo.append(branch.state)
    return bool(players)


def back_up(
    game: Game[State, Action],
    state: State,
    branches: list[Branch[State]],
    known: dict[State, Value],
) -> Value:
    """The value of a state from those of its successors."""
    if not branches:
        return game.utility(state)
    worth = [known[branch.state] for branch in branches]
    player = game.to_move(state)
    if player == CHANCE:
        total = sum(branch.weight for branch in branches)
        return ratio(sum(b.weight * v for b, v in zip(branches, worth, strict=True)), total)
    return max(worth) if player == MAX else min(worth)


def explore(
    game: Game[State, Action], root: State, tick: Callable[[int], None] | None = None
) -> tuple[dict[State, list[Branch[State]]], bool]:
    """Every reachable state, successors before their predecessors, and whether there is a cycle."""
    graph: dict[State, list[Branch[State]]] = {}
    on_path: set[State] = {root}
    cyclic = False
    path = [(root, branches := successors(game, root), iter(branches))]
    while path:
        state, branches, rest = path[-1]
        branch = next(rest, None)
        if branch is None:
            path.pop()
            on_path.discard(state)
            graph[state] = branches
            continue
        child = branch.state
        if child in on_path:
            cyclic = True
        elif child not in graph:
            states = len(graph) + len(path)
            if states > MAX_STATES:
                raise TooLarge(
                    _("{game} has more than {most:,} states from here").format(
                        game=game.name, most=MAX_STATES
                    )
                )
            if tick and states % 1024 == 0:
                tick(states)
            on_path.add(child)
            path.append((child, branches := successors(game, child), iter(branches)))
    return graph, cyclic


def successors(game: Game[State, Action], state: State) -> list[Branch[State]]:
    """The states that one action leads to, in order; none from a terminal state."""
    return [Branch(game.result(state, action), weight) for action, weight in weighted(game, state)]


def weighted(game: Game[State, Action], state: State) -> Iterator[tuple[Action, int]]:
    """The actions at `state` with their weights (1 where a player decides)."""
    if game.is_terminal(state):
        return
    if game.to_move(state) == CHANCE:
        yield from game.outcomes(state)
    else:
        for action in game.actions(state):
            yield action, 1
