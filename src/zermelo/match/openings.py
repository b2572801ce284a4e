"""Openings: the positions from which pairs of players begin, each of them with both colours."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any, Final

from zermelo.door import winner
from zermelo.game import CHANCE, Game, choices
from zermelo.history import repeats

AHEAD: Final = 2  # plies within which nobody may have a forced win, nor the game be a draw
LONGEST: Final = 1000  # plies of a random game
TRIES: Final = 200  # random openings for each one that is kept


@dataclass(frozen=True)
class Opening:
    """The moves of an opening, and the states from the initial one to where the players begin."""

    moves: tuple[Any, ...]
    states: tuple[Any, ...]


def openings(game: Game[Any, Any], number: int, plies: int, seed: int) -> list[Opening]:
    """So many openings: the initial position, then random ones of so many plies, by the seed.

    None is decided, or over by repetition. All are different while so many are found, then they
    come again. Those of a smaller number begin the list of a larger one.
    """
    dice, found = random.Random(seed), {Opening((), (game.initial(),)): None}
    while len(found) < number:
        for _try in range(TRIES):
            tried = _random(game, plies, dice)
            if tried in found or repeats(game, tried.states):
                continue
            if not decided(game, tried.states[-1], AHEAD):
                found[tried] = None
                break
        else:
            break
    return list(islice(cycle(found), number))


def _random(game: Game[Any, Any], plies: int, dice: random.Random) -> Opening:
    """An opening of random moves; what chance does is not counted."""
    moves, states = [], [game.initial()]
    while not game.is_terminal(state := states[-1]):
        if game.to_move(state) == CHANCE:
            actions, weights = zip(*game.outcomes(state), strict=True)
            action = dice.choices(actions, weights)[0]
        elif plies:
            action, plies = dice.choice(list(game.actions(state))), plies - 1
        else:
            break
        moves.append(action)
        states.append(game.result(state, action))
    return Opening(tuple(moves), tuple(states))


def random_game(game: Game[Any, Any], state: Any, dice: random.Random) -> list[Any]:
    """The states of a random game before the last one; of a long one, the first of them."""
    states: list[Any] = []
    while not game.is_terminal(state) and len(states) < LONGEST:
        states.append(state)
        state = game.result(state, dice.choice(list(choices(game, state))))
    return states


def decided(game: Game[Any, Any], state: Any, plies: int) -> bool:
    """Whether the result is certain within so many plies, if both play for it."""
    return _result(game, state, plies) is not None


def _result(game: Game[Any, Any], state: Any, plies: int) -> int | None:
    """MAX, MIN or 0: how the game ends whatever the loser does; None: that cannot be seen."""
    if game.is_terminal(state):
        return winner(game, state)
    if plies == 0:
        return None
    mover = game.to_move(state)
    results = set()
    for action in choices(game, state):
        results.add(_result(game, game.result(state, action), plies - 1))
        if mover != CHANCE and mover in results:
            return mover
    return results.pop() if len(results) == 1 else None
