"""A search to a depth of a game without estimates: what it proves is kept, chance does the rest."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from zermelo.game import Action, Game, MultiplayerGame, NoEstimate, State, altered
from zermelo.search.errors import NothingFound
from zermelo.search.finding import Finding
from zermelo.search.settings import Settings


def sighted(game: Game[State, Action]) -> Game[State, Action]:
    """The game, with 0 for an estimate where it has none: unknown, neither good nor bad."""
    owner = type(game)
    unknown: Any = (0,) * len(game.players) if isinstance(game, MultiplayerGame) else 0

    def evaluate(self: Any, state: Any) -> Any:
        try:
            return owner.evaluate(self, state)
        except NoEstimate:
            return unknown

    return altered(game, {"evaluate": evaluate, "has_heuristic": True})


def sighted_search(
    search: Callable[[Game[Any, Any], Settings], Finding[Any, Any]],
    game: Game[Any, Any],
    settings: Settings,
    dice: random.Random,
) -> Finding[Any, Any]:
    """What a search finds; where an estimate is missing, one of the best moves by what is proven.

    Unknown counts as 0 then, a win is looked for deeper and deeper, and `dice` decide among equals.
    """
    try:
        return search(game, settings)
    except NoEstimate:
        found = _deepened(search, game, settings)
    equals = [move.action for move in found.moves if move.value == found.value]
    action = dice.choice(equals or [found.action])
    line = found.line if action == found.action else (action,)
    return replace(found, action=action, line=line, about=found.about and (game, found.about[1]))


def _deepened(
    search: Callable[[Game[Any, Any], Settings], Finding[Any, Any]],
    game: Game[Any, Any],
    settings: Settings,
) -> Finding[Any, Any]:
    """The first depth at which a win is seen, or all, else the last that was not stopped."""
    view, found = sighted(game), None
    last = settings.get("depth") or 0
    for depth in range(min(1, last), last + 1):
        try:
            deeper = search(view, Settings(**{**settings, "depth": depth, "all_moves": True}))
        except NothingFound:
            if found is None:
                raise
            break
        if found is None or not deeper.stopped:
            found = deeper
        if deeper.stopped or _is_enough(found, game):
            break
    assert found is not None
    return found


def _is_enough(found: Finding[Any, Any], game: Game[Any, Any]) -> bool:
    if isinstance(game, MultiplayerGame) or not found.about:
        return found.proven
    return found.value * game.to_move(found.about[1]) > 0
