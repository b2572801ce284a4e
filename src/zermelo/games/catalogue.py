"""The games that ship with Zermelo, by name, and the parameters of any game."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from zermelo.game import Game, ZermeloError
from zermelo.language import _, mark
from zermelo.names import check_name
from zermelo.weights import PARAMETER, read_weights, usual_weights


@dataclass(frozen=True)
class GameFactory:
    """Builds a game once its parameters are chosen; those in `preset` are not for choosing.

    `kind`: its class, or where that is, "zermelo.games.chess:Chess": then it is loaded when wanted.
    `lectures`: the parameters that the convention of a lecture sets, by the name of the lecture.
    """

    kind: type[Game[Any, Any]] | str
    preset: Mapping[str, Any] = field(default_factory=dict)
    what: str = ""
    heading: str = ""
    lectures: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @cached_property
    def make(self) -> type[Game[Any, Any]]:
        """The class of the game."""
        if not isinstance(self.kind, str):
            return self.kind
        module, _colon, name = self.kind.partition(":")
        found: type[Game[Any, Any]] = getattr(import_module(module), name)
        return found

    @property
    def title(self) -> str:
        """What people call the game."""
        return _(self.heading) if self.heading else self.make.__name__

    @property
    def summary(self) -> str:
        """What the game is, in a line."""
        return _(self.what or (inspect.getdoc(self.make) or "").partition("\n")[0])

    def parameters(self) -> dict[str, Any]:
        """The parameters that may be set, with their defaults (empty: there is none).

        Weights are not among them: `build` takes them too.
        """
        weighed = [PARAMETER] if usual_weights(self.make) else []
        return {
            p.name: p.default
            for p in inspect.signature(self.make).parameters.values()
            if p.name not in (*self.preset, *weighed)
            and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
        }

    def build(self, texts: Mapping[str, str], convention: str | None = None) -> Game[Any, Any]:
        """The game with its parameters read from texts, such as rows="7,5,3".

        What they do not say is as in the lecture whose convention that is.
        """
        known = self.parameters()
        texts = {**self.lectures.get(convention or "", {}), **texts}
        try:
            hints = get_type_hints(self.make.__init__)
        except Exception:  # a name in an annotation that is not there at run time
            hints = {}
        chosen = dict(self.preset)
        usual = usual_weights(self.make)
        for name, text in texts.items():
            if name == PARAMETER and usual:
                chosen[name] = read_weights(usual, text)
                continue
            check_name(name, known, _("no parameter '{name}'"))
            chosen[name] = _read(name, text, hints.get(name), known[name])
        for name, default in known.items():
            if default is inspect.Parameter.empty and name not in chosen:
                words = _("the parameter {name} has no default: give --set {name}=...")
                raise ZermeloError(words.format(name=name))
        return self.make(**chosen)


def _read(name: str, text: str, hint: Any, default: Any) -> Any:
    """The value of a parameter, by its annotation or else by the type of its default."""
    python_type = _type_of(hint) or _type_of(type(default))
    try:
        if python_type is bool:
            return BOOLEANS[text.lower()]
        if python_type is tuple:
            return tuple(int(part) for part in text.replace("-", ",").replace(" ", ",").split(","))
        if python_type in (int, float):
            return python_type(text)
        if python_type is str or (hint is None and default in (None, inspect.Parameter.empty)):
            return text
    except (ValueError, KeyError):
        wrong = _("parameter {name} must be {kind}, not '{text}'")
        raise ZermeloError(
            wrong.format(name=name, kind=_(TYPE_NAMES[python_type]), text=text)
        ) from None
    words = _(
        "parameter {name} cannot be read from text: annotate it as int, float, bool, str or "
        "tuple[int, ...]"
    )
    raise ZermeloError(words.format(name=name))


def _type_of(hint: Any) -> Any:
    """What to read for an annotation: int, float, bool, str, tuple (of ints), or None."""
    choices = [each for each in get_args(hint) if each is not type(None)]
    if get_origin(hint) in (Union, UnionType) and len(choices) == 1:  # Optional
        return _type_of(choices[0])
    if get_origin(hint) in (tuple, list, Sequence) and set(choices) <= {int, ...}:
        return tuple
    return hint if hint in (int, float, bool, str, tuple) else None


BOOLEANS: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
TYPE_NAMES: Final = {
    bool: mark("true or false"),
    int: mark("a whole number"),
    float: mark("a number"),
    tuple: mark("whole numbers such as 7,5,3"),
}


GAMES: Final[dict[str, GameFactory]] = {
    "tictactoe": GameFactory(
        "zermelo.games.mnk:MNK",
        {"columns": 3, "rows": 3, "in_row": 3},
        what=mark("Tic-tac-toe: three in a row on 3 by 3."),
        heading=mark("Tic-tac-toe"),
        lectures={"000": {"heuristic": "begun"}},
    ),
    "mnk": GameFactory(
        "zermelo.games.mnk:MNK",
        what=mark("An m,n,k game: `in_row` stones in a row on `columns` by `rows`."),
        heading=mark("Gomoku, k in a row"),
    ),
    "nim": GameFactory(
        "zermelo.games.nim:Nim",
        heading=mark("Nim"),
        lectures={"004": {"heuristic": "report", "goal": "1"}},
    ),
    "grundy": GameFactory("zermelo.games.grundy:Grundy", heading=mark("Grundy's game")),
    "pig": GameFactory("zermelo.games.pig:Pig", heading=mark("Pig, with a die")),
    "pacman": GameFactory(
        "zermelo.games.pacman:Pacman",
        what=mark("Pacman eats the food of a maze; ghosts hunt it, or go any way."),
        heading=mark("Pacman"),
    ),
    "connect4": GameFactory(
        "zermelo.games.connect4:Connect4",
        what=mark("Connect four: discs fall, and four in a row win."),
        heading=mark("Connect four"),
    ),
    "othello": GameFactory(
        "zermelo.games.othello:Othello",
        what=mark("Othello: a disc turns what it encloses; the most discs win."),
        heading=mark("Othello (Reversi)"),
    ),
    "morris": GameFactory(
        "zermelo.games.morris:Morris",
        what=mark("Nine men's morris: three men in a line take one of the other player's."),
        heading=mark("Nine men's morris"),
    ),
    "chess": GameFactory(
        "zermelo.games.chess:Chess",
        what=mark(
            "Chess, Chess960 (`number` chooses the position), and Los Alamos chess on 6 by 6."
        ),
        heading=mark("Chess"),
        lectures={"001": {"heuristic": "material"}},
    ),
    "draughts": GameFactory(
        "zermelo.games.draughts:Draughts",
        what=mark("English draughts (checkers), or Spanish damas: captures are forced."),
        heading=mark("Draughts"),
        lectures={"001": {"heuristic": "men"}},
    ),
}

# Games for several players: only `search`, `explain` and `play` take them.
FOR_SEVERAL: Final[dict[str, GameFactory]] = {
    "lastmatch": GameFactory("zermelo.games.last_match:LastMatch", heading=mark("Last match")),
}
ALL: Final = {**GAMES, **FOR_SEVERAL}


def make_game(name: str, **parameters: str) -> Game[Any, Any]:
    """A game of the catalogue by its name; parameters as texts."""
    check_name(name, ALL, _("no game '{name}'"))
    return ALL[name].build(parameters)
