"""Players: the engine, the algorithms of lectures, and two that do not search."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, Unpack

from zermelo.engine import Engine, engine_for
from zermelo.game import Game, provides
from zermelo.match.play import Player
from zermelo.search import Algorithm, Settings


def engine_player(
    seconds: float | None = 1.0,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
    memory: int = 64,
) -> Player:
    """A player that asks the engine, for so long, so deep or so many nodes a move."""
    engines: list[Engine[Any, Any]] = []  # the last one

    def player(game: Game[Any, Any], state: Any, history: Iterable[Any] = ()) -> Any:
        if not engines or engines[0].game is not game:
            engines[:] = [engine_for(game, threads, memory, solving=False)]
        limits: dict[str, Any] = {"time": seconds, "depth": depth, "nodes": nodes}
        return engines[0].analyse(state, history=history, **limits).action

    return player


def algorithm_player(algorithm: Algorithm, **settings: Unpack[Settings]) -> Player:
    """A player that asks one of the lectures' algorithms, such as `alphabeta` with depth=4."""

    def player(game: Game[Any, Any], state: Any, history: Sequence[Any] = ()) -> Any:
        chosen = Settings(**settings)
        chosen["history"] = history
        return algorithm(game, state, **chosen).action

    return player


def random_player(seed: int = 0) -> Player:
    """A player that takes any legal move."""
    dice = random.Random(seed)
    return lambda game, state: dice.choice(list(game.actions(state)))


def ordered_player() -> Player:
    """A player that takes the move that looks best at once: by `order`, else the first."""

    def player(game: Game[Any, Any], state: Any) -> Any:
        actions = list(game.actions(state))
        if not provides(game, "order"):
            return actions[0]
        return max(actions, key=lambda action: game.order(state, action))

    return player
