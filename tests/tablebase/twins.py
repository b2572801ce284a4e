"""Slow, obvious twins: the value and the distance of every position, by the definition."""

from __future__ import annotations

from typing import Any

from zermelo.game import MAX, Game, Value

Worth = tuple[Value, int | None]  # the value for MAX, and the plies to the end; None: never


def rank(worth: Worth) -> tuple[Any, ...]:
    """What MAX prefers: the value; won games that end soon; others that end late, or never."""
    value, plies = worth
    if plies is None:
        return value, 1, 0
    return (value, 0, -plies) if value > 0 else (value, 0, plies)


def reachable(game: Game[Any, Any]) -> list[Any]:
    """All states."""
    found = [game.initial()]
    seen = set(found)
    for state in found:
        for action in [] if game.is_terminal(state) else game.actions(state):
            child = game.result(state, action)
            if child not in seen:
                seen.add(child)
                found.append(child)
    return found


def worths(game: Game[Any, Any]) -> dict[Any, Worth]:
    """By rounds over all states, from games that go on for ever, until nothing changes."""
    states = reachable(game)
    known: dict[Any, Worth] = {
        state: (game.utility(state), 0) if game.is_terminal(state) else (0, None)
        for state in states
    }
    below = {
        state: [game.result(state, action) for action in game.actions(state)]
        for state in states
        if not game.is_terminal(state)
    }
    changed = True
    while changed:
        changed = False
        for state, children in reversed(below.items()):
            choose = max if game.to_move(state) == MAX else min
            value, plies = choose((known[child] for child in children), key=rank)
            found = value, None if plies is None else plies + 1
            if found != known[state]:
                known[state], changed = found, True
    return known
