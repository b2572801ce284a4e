"""Matches: a game, as many players as it is for, and what came of it.

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
from typing import Any, Generic, Literal, TypeAlias

from zermelo.door import admit, checked_mover, checked_utility, winner, winner_by
from zermelo.game import (
    Action,
    Game,
    MultiplayerGame,
    State,
    ZermeloError,
    decided_by_chance,
    last_player,
)
from zermelo.history import checked
from zermelo.language import _
from zermelo.names import player_code, player_codes, player_name

Player: TypeAlias = Callable[..., Any]

MOST_PLIES = 10_000


class IllegalMove(ZermeloError):
    """A player chose what the rules do not allow."""


@dataclass(frozen=True)
class Match(Generic[State, Action]):
    """A match that is over: its moves, the states from the first to the last, and how it ended.

    `value` is for MAX; `winner` is MAX, MIN or 0 for nobody; `ending` is "end" where the rules
    ended it, "repetition" where a position came back, "length" where it was broken off. Of several
    players `value` is what each gets, and `winner` the number of who gets most, None for nobody.
    """

    game: Game[State, Action]
    moves: tuple[Action, ...]
    states: tuple[State, ...]
    value: Any
    winner: Any
    ending: str


def play_match(
    game: Game[State, Action],
    *players: Player,
    state: State | None = None,
    history: Iterable[State] = (),
    seed: int = 0,
    most_plies: int = MOST_PLIES,
    listen: Callable[[State, Action], None] | None = None,
) -> Match[State, Action]:
    """Plays one match: MAX is the first of two players, MIN the second; `seed` throws the dice.

    A puzzle takes one player, a game for several as many as it has, in their order. `history` are
    the positions of the game before `state`, the oldest first. `listen` hears of each move, before
    it is made. A game that goes on for more than `most_plies` is broken off and worth 0.
    """
    admit(game, several=True)
    codes, dice = player_codes(game), random.Random(seed)
    if len(players) != len(codes):
        words = _("{game} is played by {players}: give one player for each, not {count}")
        names = ", ".join(game.players[: len(codes)])
        words = words.format(game=game.name, players=names, count=len(players))
        raise ZermeloError(words)
    seats = dict(zip(codes, map(_told, players), strict=True))
    state = game.initial() if state is None else state
    before, states = checked(game, history, state), [state]
    moves: list[Action] = []
    met = set(map(game.uncounted, before))
    while not game.is_terminal(state):
        past = (*before, *states[:-1]) if game.ends_by_repetition else ()
        if game.uncounted(state) in met and past:
            value = game.repeated(last_player(game, past))
            return Match(game, tuple(moves), tuple(states), value, winner_by(value), "repetition")
        met.add(game.uncounted(state))
        if len(moves) >= most_plies:
            nothing = (0,) * len(players) if isinstance(game, MultiplayerGame) else 0
            return Match(game, tuple(moves), tuple(states), nothing, winner_by(nothing), "length")
        if decided_by_chance(game, state):
            actions, weights = zip(*game.outcomes(state), strict=True)
            action = dice.choices(actions, weights)[0]
        else:
            mover = checked_mover(game, state)
            action = _choice(game, state, past, seats[player_code(game, mover)], mover)
        if listen:
            listen(state, action)
        moves.append(action)
        state = game.result(state, action)
        states.append(state)
    value = checked_utility(game, state)
    return Match(game, tuple(moves), tuple(states), value, winner(game, state), "end")


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
                player=player_name(game, mover), action=action, position=game.format_state(state)
            )
        )
    return action


Kind: TypeAlias = Literal["crash", "time", "illegal", "memory", "output-limit", "loading"]


class AgentFault(ZermeloError):
    """An agent that gave no legal move: whose fault, of what kind, and why in one line.

    `told` is what its process said, as JSON: `reason_of` makes words of it in any language.
    """

    def __init__(self, reason: str, kind: Kind, agent: str = "", told: Any = None) -> None:
        super().__init__(reason)
        self.reason, self.kind, self.agent, self.told = reason, kind, agent, told
