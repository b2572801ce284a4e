"""The games that ship with Zermelo, by name, and the parameters of any game."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, get_type_hints

from zermelo.game import Game, ZermeloError
from zermelo.games.grundy import Grundy
from zermelo.games.mnk import MNK
from zermelo.games.nim import Nim
from zermelo.games.pig import Pig
from zermelo.names import instead


@dataclass(frozen=True)
class Kind:
    """A game before its parameters are chosen; `fixed` ones are not for choosing."""

    make: type[Game[Any, Any]]
    fixed: Mapping[str, Any] = field(default_factory=dict)
    what: str = ""

    @property
    def summary(self) -> str:
        """What the game is, in a line."""
        return self.what or (inspect.getdoc(self.make) or "").partition("\n")[0]

    def parameters(self) -> dict[str, Any]:
        """The parameters that may be set, with their defaults."""
        given = inspect.signature(self.make).parameters.values()
        return {p.name: p.default for p in given if p.name not in self.fixed}

    def build(self, texts: Mapping[str, str]) -> Game[Any, Any]:
        """The game with its parameters read from texts, such as rows="7,5,3"."""
        hints = get_type_hints(self.make.__init__)
        known = self.parameters()
        chosen = dict(self.fixed)
        for name, text in texts.items():
            if name not in known:
                raise ZermeloError(f"no parameter '{name}'{instead(name, known)}")
            chosen[name] = _read(name, text, hints.get(name, str))
        return self.make(**chosen)


def _read(name: str, text: str, wanted: Any) -> Any:
    """The value of a parameter of the type `wanted`."""
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    try:
        if wanted is bool:
            return words[text.lower()]
        if wanted == tuple[int, ...]:
            return tuple(int(part) for part in text.replace("-", ",").replace(" ", ",").split(","))
        if wanted in (int, float):
            return wanted(text)
    except (ValueError, KeyError):
        kinds = {bool: "true or false", int: "a whole number", float: "a number"}
        raise ZermeloError(
            f"parameter {name} must be {kinds.get(wanted, 'whole numbers such as 7,5,3')}, "
            f"not '{text}'"
        ) from None
    return text


GAMES: Final[dict[str, Kind]] = {
    "tictactoe": Kind(
        MNK, {"columns": 3, "rows": 3, "in_row": 3}, "Tic-tac-toe: three in a row on 3 by 3."
    ),
    "mnk": Kind(MNK, what="An m,n,k game: `in_row` stones in a row on `columns` by `rows`."),
    "nim": Kind(Nim),
    "grundy": Kind(Grundy),
    "pig": Kind(Pig),
}


def make_game(name: str, **parameters: str) -> Game[Any, Any]:
    """A game of the catalogue by its name; parameters as texts."""
    if name not in GAMES:
        raise ZermeloError(f"no game '{name}'{instead(name, GAMES)}")
    return GAMES[name].build(parameters)
