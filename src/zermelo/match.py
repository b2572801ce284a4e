"""Matches: two players, a game, and what came of it.

A player is any function from a game and a state to an action; one that has a parameter `history`
is also told the states before, the oldest first:

    def greedy(game, state):
        return max(game.actions(state), key=lambda action: game.order(state, action))

    play_match(Connect4(), greedy, engine_player(seconds=0.1))
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, Unpack

from zermelo.door import admit, winner
from zermelo.engine import Engine, engine_for
from zermelo.game import (
    CHANCE,
    MAX,
    MIN,
    PLAYER_NAMES,
    Action,
    Game,
    State,
    Value,
    ZermeloError,
    last_player,
    provides,
)
from zermelo.history import checked
from zermelo.language import _
from zermelo.search import Algorithm, Settings

Player: TypeAlias = Callable[..., Any]

MOST_PLIES = 10_000


class IllegalMove(ZermeloError):
    """A player chose what the rules do not allow."""


@dataclass(frozen=True)
class Match(Generic[State, Action]):
    """A match that is over: its moves, the states from the first to the last, and how it ended.

    `value` is for MAX; `winner` is MAX, MIN or 0 for nobody; `ending` is "end" where the rules
    ended it, "repetition" where a position came back, "length" where it was broken off.
    """

    game: Game[State, Action]
    moves: tuple[Action, ...]
    states: tuple[State, ...]
    value: Value
    winner: int
    ending: str


def play_match(
    game: Game[State, Action],
    first: Player,
    second: Player,
    state: State | None = None,
    *,
    history: Iterable[State] = (),
    seed: int = 0,
    most_plies: int = MOST_PLIES,
    listen: Callable[[State, Action], None] | None = None,
) -> Match[State, Action]:
    """Plays one match: `first` is MAX, `second` is MIN, and `seed` throws the dice.

    `history` are the positions of the game before `state`, the oldest first. `listen` hears of
    each move, before it is made. A game that goes on for more than `most_plies` is broken off and
    worth 0.
    """
    admit(game)
    players, dice = {MAX: _told(first), MIN: _told(second)}, random.Random(seed)
    state = game.initial() if state is None else state
    before, states = checked(game, history, state), [state]
    moves: list[Action] = []
    met = set(before)
    while not game.is_terminal(state):
        past = (*before, *states[:-1]) if game.ends_by_repetition else ()
        if state in met and past:
            value = game.repeated(last_player(game, past))
            won = (value > 0) - (value < 0)
            return Match(game, tuple(moves), tuple(states), value, won, "repetition")
        met.add(state)
        if len(moves) >= most_plies:
            return Match(game, tuple(moves), tuple(states), 0, 0, "length")
        mover = game.to_move(state)
        if mover == CHANCE:
            actions, weights = zip(*game.outcomes(state), strict=True)
            action = dice.choices(actions, weights)[0]
        else:
            action = _choice(game, state, past, players[mover], mover)
        if listen:
            listen(state, action)
        moves.append(action)
        state = game.result(state, action)
        states.append(state)
    value, won = game.utility(state), winner(game, state)
    return Match(game, tuple(moves), tuple(states), value, won, "end")


def _told(player: Player) -> Player:
    """A player that can be told the states before, and does not listen if it does not care."""
    try:
        listens = "history" in inspect.signature(player).parameters
    except (TypeError, ValueError):  # a function that says nothing of itself
        listens = False
    return player if listens else lambda game, state, history: player(game, state)


def _choice(
    game: Game[State, Action], state: State, past: tuple[State, ...], player: Player, mover: int
) -> Action:
    action: Action = player(game, state, history=past)
    if action not in list(game.actions(state)):
        words = _("{player} chose {action!r}, which is no legal move at {position}")
        raise IllegalMove(
            words.format(
                player=_(PLAYER_NAMES[mover]), action=action, position=game.format_state(state)
            )
        )
    return action


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
