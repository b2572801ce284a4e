"""How strong the opponent is: from one ply of minimax to all that the engine can do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from zermelo.algorithms import ALL
from zermelo.engine.algorithm import ENGINE
from zermelo.game import Game, MultiplayerGame
from zermelo.games.chess import Chess
from zermelo.language import _, local, mark, ngettext
from zermelo.names import check_name
from zermelo.search.conventions import AGENTS
from zermelo.solver.lookup import TABLEBASE
from zermelo.web.registry import UnknownName

WITH_DICE: Final = dict.fromkeys(("minimax", "alphabeta", "iterative"), "expectiminimax")
FOR_SEVERAL: Final = {"minimax": "maxn", "alphabeta": "paranoid", "iterative": "paranoid"}
PERFECT: Final = "perfect"
SECONDS: Final = 5.0  # of an opponent without a limit on how long it may think
OTHER: Final = "uci:"  # how the name of a program of somebody else begins (`match.foreign`)


@dataclass(frozen=True)
class Level:
    """A way of finding moves: an algorithm, how far it looks and for how long.

    With a `convention` it is the agent of a lecture, for the game of the catalogue that is in it.
    """

    name: str
    english: str
    algorithm: str
    depth: int | None = None
    time: float | None = None
    convention: str | None = None

    @property
    def title(self) -> str:
        """What the level is called."""
        return _(self.english)

    @property
    def is_other(self) -> bool:
        """Whether a program of somebody else plays."""
        return self.name.startswith(OTHER)

    def summary(self, game: Game[Any, Any] | None = None) -> str:
        """What it is made of."""
        if self.convention is not None:
            words = _("{what}, convention {convention}")
            title = ALL[self.algorithm].title
            return words.format(what=title, convention=self.convention)
        if self.is_other:
            return _("another program (UCI)")
        text = describe(algorithm_for(self.algorithm, game), self.depth, self.time)
        blind = self.depth is not None and game is not None and not game.has_heuristic
        return _("{what}, then random games").format(what=text) if blind else text


LEVELS: Final = {
    level.name: level
    for level in (
        Level("beginner", mark("Beginner"), "minimax", depth=1),
        Level("student", mark("Student"), "minimax", depth=2),
        Level("casual", mark("Casual player"), "iterative", depth=4),
        Level("report", mark("Agent of the Nim report"), AGENTS["004"], None, SECONDS, "004"),
        Level("club", mark("Club player"), ENGINE.name, time=0.2),
        Level("expert", mark("Expert"), ENGINE.name, time=1.0),
        Level("full", mark("Full strength"), ENGINE.name, time=SECONDS),
        Level(PERFECT, mark("Perfect"), TABLEBASE),  # where there is a table
    )
}


def level_named(name: str) -> Level:
    """The level of that name."""
    check_name(name, LEVELS, _("no level '{name}'"), UnknownName)
    return LEVELS[name]


def opponent_named(name: str) -> Level:
    """The level of that name, or the program of somebody else."""
    if not name.startswith(OTHER):
        return level_named(name)
    program, *options = name.removeprefix(OTHER).split(",")
    return Level(name, ", ".join((Path(program).stem, *options)), name)


def is_usual_chess(game: Game[Any, Any]) -> bool:
    """Whether it is chess or Chess960, which programs of others play."""
    return isinstance(game, Chess) and not game.small


def algorithm_for(name: str, game: Game[Any, Any] | None) -> str:
    """The algorithm; where there are dice or several players, the one that knows them."""
    if isinstance(game, MultiplayerGame):
        return FOR_SEVERAL.get(name, name)
    return WITH_DICE.get(name, name) if game is not None and game.has_chance else name


def describe(algorithm: str, depth: int | None, time: float | None) -> str:
    """A way of finding moves in a few words."""
    if algorithm == TABLEBASE:
        return _("every position is solved: wins soonest, loses latest")
    what = ALL[algorithm].title if algorithm in ALL else algorithm
    if depth is not None:
        text = ngettext("{what}, {count} ply deep", "{what}, {count} plies deep", depth)
        return text.format(what=what, count=depth)
    return _("{what}, {seconds} s a move").format(what=what, seconds=local(f"{time or SECONDS:g}"))
