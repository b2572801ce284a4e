"""Names for what has none, codes of players, and what to say about a name that nobody knows."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable
from typing import Any, Final

from zermelo.game import PLAYER_NAMES, Game, MultiplayerGame, ZermeloError
from zermelo.grid import layout
from zermelo.language import _

LONGEST: Final = 100  # letters of a wrong name
LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ"  # without those that look like figures: i1, l1, o1


def letters(number: int) -> str:
    """A, B, ..., Z, AA, AB, ... for 0, 1, ..."""
    return layout.letters(number, LETTERS)


def player_code(game: Game[Any, Any], player: int) -> str:
    """What events and matches call who moves: MAX, MIN, CHANCE; of several players P1, P2 ..."""
    return f"P{player + 1}" if isinstance(game, MultiplayerGame) else PLAYER_NAMES[player]


def player_codes(game: Game[Any, Any]) -> tuple[str, ...]:
    """The codes of all players, in their order: P1, P2 ...; MAX and MIN; of a puzzle MAX alone."""
    if isinstance(game, MultiplayerGame):
        return tuple(player_code(game, number) for number in range(len(game.players)))
    return ("MAX",) if game.players == ("MAX",) else ("MAX", "MIN")


def player_name(game: Game[Any, Any], player: int) -> str:
    """The same for people: of several players their names."""
    return game.players[player] if isinstance(game, MultiplayerGame) else _(PLAYER_NAMES[player])


def is_for_two(game: Game[Any, Any]) -> bool:
    """Whether what is good for MAX is bad for MIN: there are no several players, nor one alone."""
    return player_codes(game) == ("MAX", "MIN")


def check_name(
    name: str, known: Collection[str], words: str, error: type[ZermeloError] = ZermeloError
) -> None:
    """Refuses, in one line, a name that nobody knows; `words` say of what it is none."""
    if name not in known:
        raise error(words.format(name=name[:LONGEST]) + instead(name, known))


def instead(wrong: str, right: Iterable[str]) -> str:
    """The tail of a message about an unknown name: the nearest known one, or all of them."""
    choices = list(right)
    near = difflib.get_close_matches(wrong, choices, n=1, cutoff=0.5)
    if near:
        return _("; did you mean '{name}'?").format(name=near[0])
    if choices:
        return _("; there is {names}").format(names=", ".join(choices))
    return _("; there is none")
