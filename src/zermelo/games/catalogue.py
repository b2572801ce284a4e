"""The games that ship with Zermelo, by name, and the parameters of any game."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from zermelo.game import Game, ZermeloError
from zermelo.games.connect4 import Connect4
from zermelo.games.grundy import Grundy
from zermelo.games.mnk import MNK
from zermelo.games.morris import Morris
from zermelo.games.nim import Nim
from zermelo.games.othello import Othello
from zermelo.games.pig import Pig
from zermelo.language import _, mark
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
        return _(self.what or (inspect.getdoc(self.make) or "").partition("\n")[0])

    def parameters(self) -> dict[str, Any]:
        """The parameters that may be set, with their defaults (empty: there is none)."""
        return {
            p.name: p.default
            for p in inspect.signature(self.make).parameters.values()
            if p.name not in self.fixed and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
        }

    def build(self, texts: Mapping[str, str]) -> Game[Any, Any]:
        """The game with its parameters read from texts, such as rows="7,5,3"."""
        known = self.parameters()
        try:
            hints = get_type_hints(self.make.__init__)
        except Exception:  # a name in an annotation that is not there at run time
            hints = {}
        chosen = dict(self.fixed)
        for name, text in texts.items():
            if name not in known:
                wrong = _("no parameter '{name}'").format(name=name)
                raise ZermeloError(wrong + instead(name, known))
            chosen[name] = _read(name, text, hints.get(name), known[name])
        for name, default in known.items():
            if default is inspect.Parameter.empty and name not in chosen:
                raise ZermeloError(
                    _("the parameter {name} has no default: give --set {name}=...").format(
                        name=name
                    )
                )
        return self.make(**chosen)


def _read(name: str, text: str, hint: Any, default: Any) -> Any:
    """The value of a parameter, by its annotation or else by the type of its default."""
    wanted = _kind(hint) or _kind(type(default))
    try:
        if wanted is bool:
            return WORDS[text.lower()]
        if wanted is tuple:
            return tuple(int(part) for part in text.replace("-", ",").replace(" ", ",").split(","))
        if wanted in (int, float):
            return wanted(text)
        if wanted is str or (hint is None and default in (None, inspect.Parameter.empty)):
            return text
    except (ValueError, KeyError):
        wrong = _("parameter {name} must be {kind}, not '{text}'")
        raise ZermeloError(wrong.format(name=name, kind=_(KINDS[wanted]), text=text)) from None
    raise ZermeloError(
        _(
            "parameter {name} cannot be read from text: annotate it as int, float, bool, str or "
            "tuple[int, ...]"
        ).format(name=name)
    )


def _kind(hint: Any) -> Any:
    """What to read for an annotation: int, float, bool, str, tuple (of ints), or None."""
    choices = [each for each in get_args(hint) if each is not type(None)]
    if get_origin(hint) in (Union, UnionType) and len(choices) == 1:  # Optional
        return _kind(choices[0])
    if get_origin(hint) in (tuple, list, Sequence) and set(choices) <= {int, ...}:
        return tuple
    return hint if hint in (int, float, bool, str, tuple) else None


WORDS: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
KINDS: Final = {
    bool: mark("true or false"),
    int: mark("a whole number"),
    float: mark("a number"),
    tuple: mark("whole numbers such as 7,5,3"),
}


GAMES: Final[dict[str, Kind]] = {
    "tictactoe": Kind(
        MNK, {"columns": 3, "rows": 3, "in_row": 3}, mark("Tic-tac-toe: three in a row on 3 by 3.")
    ),
    "mnk": Kind(MNK, what=mark("An m,n,k game: `in_row` stones in a row on `columns` by `rows`.")),
    "nim": Kind(Nim),
    "grundy": Kind(Grundy),
    "pig": Kind(Pig),
    "connect4": Kind(Connect4, what=mark("Connect four: discs fall, and four in a row win.")),
    "othello": Kind(
        Othello, what=mark("Othello: a disc turns what it encloses; the most discs win.")
    ),
    "morris": Kind(
        Morris, what=mark("Nine men's morris: three men in a line take one of the other player's.")
    ),
}


def make_game(name: str, **parameters: str) -> Game[Any, Any]:
    """A game of the catalogue by its name; parameters as texts."""
    if name not in GAMES:
        raise ZermeloError(_("no game '{name}'").format(name=name) + instead(name, GAMES))
    return GAMES[name].build(parameters)
