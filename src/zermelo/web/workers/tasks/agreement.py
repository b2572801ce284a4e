"""One answer out of two searches: what a short one found, and what an analysis knows already."""

from __future__ import annotations

import dataclasses
from typing import Any

from zermelo.engine import Engine
from zermelo.game import Game, Value
from zermelo.numbers import read_number
from zermelo.search.finding import Finding, MoveValue


def agree(
    game: Game[Any, Any],
    state: Any,
    engine: Engine[Any, Any],
    found: Finding[Any, Any],
    known: dict[str, Any] | None,
    after: tuple[Any, dict[str, Any]] | None,
) -> Finding[Any, Any]:
    """The finding with the numbers of the analysis `known`, where that knows more.

    That is where it has proven a value, or looked at least as deep. `after` is an action, and the
    analysis of the position that it leads to.
    """
    moves = {move.action: move for move in found.moves}
    lines = {found.action: found.line}
    if known is not None:
        deep = known["depth"] >= found.depth
        for entry in known["moves"]:
            action = game.parse_action(state, entry["move"])
            if entry["proven"] or (deep and not (action in moves and moves[action].proven)):
                value, plies = _value(entry["value"]), entry.get("distance")
                moves[action] = MoveValue(action, value, entry["proven"], plies)
        for entry in known["lines"]:
            line = _actions(game, state, entry["line"])
            lines[line[0]] = line
        if deep or known["proven"]:
            found = dataclasses.replace(found, depth=max(found.depth, known["depth"]))
        if known["proven"] and not found.proven and known["move"] is not None:
            action = game.parse_action(state, known["move"])
            value = _value(known["value"])
            found = dataclasses.replace(
                found, value=value, proven=True, action=action, distance=known.get("distance")
            )
    if after is not None and after[1]["proven"]:
        action, finding = after
        plies = finding.get("distance")
        plies = None if plies is None else plies + 1
        moves[action] = MoveValue(action, _value(finding["value"]), True, plies)
    if not found.proven and moves and game.to_move(state):
        found = _best(game, state, found, moves)
    values = tuple(moves.values())
    if found.action not in lines:
        lines[found.action] = engine.line_of(state, found.action)
    return dataclasses.replace(found, line=lines[found.action], moves=values)


def _best(
    game: Game[Any, Any], state: Any, found: Finding[Any, Any], moves: dict[Any, MoveValue[Any]]
) -> Finding[Any, Any]:
    """The finding, its best move chosen anew: a value that is certain may have changed it."""
    sign = game.to_move(state)
    best = max(moves.values(), key=lambda move: (sign * move.value, move.action == found.action))
    proven = all(move.proven for move in moves.values())
    return dataclasses.replace(
        found, value=best.value, proven=proven, action=best.action, distance=best.distance
    )


def _actions(game: Game[Any, Any], state: Any, texts: list[str]) -> tuple[Any, ...]:
    actions = []
    for text in texts:
        actions.append(game.parse_action(state, text))
        state = game.result(state, actions[-1])
    return tuple(actions)


def _value(value: float | str) -> Value:
    return read_number(value) if isinstance(value, str) else value
