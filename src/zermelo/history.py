"""The positions before the one that is asked about, the oldest first: a tuple of states.

Only where a position that comes back ends the game do they matter: each of them is an end then.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import Any

from zermelo.game import (
    Action,
    Game,
    State,
    Value,
    ZermeloError,
    altered,
    choices,
    provides,
)
from zermelo.language import _


def checked(game: Game[State, Any], history: Iterable[State], state: State) -> tuple[State, ...]:
    """Those of the positions before `state` that can come back, and end the game if they do.

    `ZermeloError` if no game goes through all of them to `state`.
    """
    try:
        past = tuple(history)
    except TypeError:
        words = _("history must be a list of positions, the oldest first, not {history!r}")
        raise ZermeloError(words.format(history=history)) from None
    for here, there in pairwise((*past, state)):
        if not _is_move(game, here, there):
            words = _("history: no move leads from {here} to {there}")
            raise ZermeloError(words.format(here=_text(game, here), there=_text(game, there)))
    if not past or not game.ends_by_repetition:
        return ()
    if repeats(game, past):
        raise ZermeloError(_("history: the game was over before, when a position came back"))
    if provides(game, "tier") and not game.has_chance:  # dice: who moved before them matters too
        tiers = [game.tier(each) for each in past]
        past = past[next((n for n, t in enumerate(tiers) if t == game.tier(state)), len(past)) :]
    return past


def repeats(game: Game[State, Any], states: Collection[State]) -> bool:
    """Whether one of the positions comes back among them, and that ends the game."""
    return game.ends_by_repetition and len(set(map(game.uncounted, states))) < len(states)


def came_back(game: Game[State, Any], state: State, history: Iterable[State]) -> bool:
    """Whether a position is one of those before it."""
    position = game.uncounted(state)
    return any(game.uncounted(each) == position for each in history)


def ended_at(game: Game[State, Action], states: Collection[State]) -> Game[State, Action]:
    """The game, which is over, a draw, where it comes back to one of some states.

    Where whoever comes back loses, the state alone does not tell who that is: the game as it is.
    """
    if not states or game.repetition != "draw":
        return game
    owner, over = type(game), frozenset(map(game.uncounted, states))

    def is_terminal(self: Any, state: Any) -> bool:
        return self.uncounted(state) in over or owner.is_terminal(self, state)

    def utility(self: Any, state: Any) -> Value:
        return 0 if self.uncounted(state) in over else owner.utility(self, state)

    return altered(game, {"is_terminal": is_terminal, "utility": utility})


def _is_move(game: Game[Any, Any], here: Any, there: Any) -> bool:
    try:
        return _leads(game, here, there)
    except TypeError:  # the game has no hash, as a dataclass, or it is no state at all
        return _leads.__wrapped__(game, here, there)


@functools.lru_cache(maxsize=1024)  # the next call has a move or two more
def _leads(game: Game[Any, Any], here: Any, there: Any) -> bool:
    try:
        if game.is_terminal(here):
            return False
        return any(game.result(here, action) == there for action in choices(game, here))
    except Exception:  # it is no state of the game
        return False


def _text(game: Game[Any, Any], state: Any) -> str:
    try:
        return game.format_state(state)
    except Exception:
        return repr(state)
