"""What an analysis has found, for other answers about its position to say the same."""

from __future__ import annotations

import dataclasses
from typing import Any

from zermelo.game import Game
from zermelo.numbers import number
from zermelo.search.finding import Finding, MoveValue
from zermelo.web.workers.tasks.verdicts import Verdict


def finding_of(game: Game[Any, Any], state: Any, known: dict[str, Any]) -> Finding[Any, Any]:
    """An iteration of an analysis, from JSON; its move is the one that the page shows first."""
    first = known["lines"][0]
    line = _actions(game, state, first["line"])
    return Finding(
        algorithm=known["algorithm"],
        value=number(known["value"]),
        proven=known["proven"],
        action=line[0],
        line=line,
        depth=known["depth"],
        nodes=known["nodes"],
        moves=tuple(
            MoveValue(
                game.parse_action(state, each["move"]),
                number(each["value"]),
                each["proven"],
                each["distance"],
            )
            for each in known["moves"]
        ),
        distance=first["distance"],
        about=(game, state),
    )


def agree(found: Finding[Any, Any], action: Any, after: dict[str, Any]) -> Finding[Any, Any]:
    """The finding with the value of an action from the analysis of the position after it.

    That is where it has proven the value, or looked at least as deep.
    """
    moves = {move.action: move for move in found.moves}
    deep = after["depth"] + 1 >= found.depth and not moves[action].proven
    if found.about is None or not (after["proven"] or deep):
        return found
    plies = after["distance"] if after["proven"] else None
    plies = None if plies is None else plies + 1
    moves[action] = MoveValue(action, number(after["value"]), after["proven"], plies)
    game, state = found.about
    mover = game.to_move(state)

    def rank(move: MoveValue[Any]) -> Any:
        return Verdict().rank(mover, move.value), move.action == found.action

    best = max(moves.values(), key=rank)
    return dataclasses.replace(
        found,
        value=best.value,
        proven=all(move.proven for move in moves.values()),
        action=best.action,
        line=found.line if best.action == found.action else (best.action,),
        moves=tuple(moves.values()),
        distance=best.distance,
    )


def _actions(game: Game[Any, Any], state: Any, texts: list[str]) -> tuple[Any, ...]:
    actions = []
    for text in texts:
        actions.append(game.parse_action(state, text))
        state = game.result(state, actions[-1])
    return tuple(actions)
