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
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias

from zermelo.door import admit, winner
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
)
from zermelo.history import checked
from zermelo.language import _

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
