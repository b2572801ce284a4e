"""The games as the gallery shows them: titles, and what can be chosen before a game begins."""

from __future__ import annotations

import inspect
from typing import Any, Final, NamedTuple

from zermelo.algorithms import ALL
from zermelo.game import MOST_PLAYERS, Game, MultiplayerGame, ZermeloError, provides
from zermelo.games.catalogue import ALL as GAMES
from zermelo.games.mnk import HEURISTICS
from zermelo.language import _, mark
from zermelo.names import is_for_two
from zermelo.web.facts import facts_of, players_of, rules_of
from zermelo.web.registry import GameRegistry, Parameter, as_json

SUMMARIES: Final = {
    "tictactoe": mark("Three in a row on a board of three by three."),
    "mnk": mark("So many in a row on a board of any size."),
    "nim": mark("Take any number of matches from one row. Who takes the last one loses, or wins."),
    "grundy": mark("Split a pile into two unequal ones. Who can split none loses."),
    "pig": mark("Roll and add up, or hold and keep. A one loses what the turn has won."),
    "lastmatch": mark("Several players around one pile: whoever takes the last match wins."),
    "connect4": mark("Discs fall into columns. Four in a row win."),
    "othello": mark("Enclose discs of the other colour to turn them. Most discs win."),
    "pacman": mark("Eat the food of the maze; ghosts hunt Pacman, or go any way."),
    "morris": mark("Close mills of three in a line; each takes a man. Two men are too few."),
    "draughts": mark("Jump over the other's pieces until none can move. English, or Spanish."),
    "chess": mark("Checkmate the king. Also from the 960 positions of Chess960, or on 6 by 6."),
}


class Choice(NamedTuple):
    """What a parameter is called, and between what it lies."""

    label: str
    least: int | None = None
    most: int | None = None
    choices: tuple[int | str, ...] | None = None


_UTILITY: Final = 1_000_000

# By game and parameter. A parameter that is not here shows its name, and whatever is typed.
PARAMETERS: Final[dict[tuple[str, str], Choice]] = {
    ("tictactoe", "misere"): Choice(mark("three in a row lose")),
    ("tictactoe", "heuristic"): Choice(mark("heuristic"), choices=HEURISTICS),
    ("tictactoe", "win"): Choice(mark("worth of a win"), 0, _UTILITY),
    ("tictactoe", "tie"): Choice(mark("worth of a draw"), -_UTILITY, _UTILITY),
    ("tictactoe", "loss"): Choice(mark("worth of a loss"), -_UTILITY, 0),
    ("mnk", "columns"): Choice(mark("columns"), 1, 24),
    ("mnk", "rows"): Choice(mark("rows"), 1, 25),
    ("mnk", "in_row"): Choice(mark("how many in a row"), 2, 25),
    ("mnk", "misere"): Choice(mark("a row loses")),
    ("mnk", "heuristic"): Choice(mark("heuristic"), choices=HEURISTICS),
    ("mnk", "win"): Choice(mark("worth of a win"), 0, _UTILITY),
    ("mnk", "tie"): Choice(mark("worth of a draw"), -_UTILITY, _UTILITY),
    ("mnk", "loss"): Choice(mark("worth of a loss"), -_UTILITY, 0),
    ("nim", "rows"): Choice(mark("matches in each row"), 0, 60),
    ("nim", "misere"): Choice(mark("who takes the last match loses")),
    ("nim", "win"): Choice(mark("worth of a win"), 1, _UTILITY),
    ("nim", "goal"): Choice(mark("matches left when it is over"), 0, 1),
    ("nim", "heuristic"): Choice(mark("heuristic"), choices=("sound", "report")),
    ("grundy", "n"): Choice(mark("counters in the pile"), 1, 100),
    ("pig", "goal"): Choice(mark("goal"), 1, 1000),
    ("pig", "faces"): Choice(mark("faces of the die"), 2, 100),
    ("lastmatch", "matches"): Choice(mark("matches in the pile"), 1, 60),
    ("lastmatch", "most"): Choice(mark("matches that may be taken at once"), 1, 60),
    ("lastmatch", "count"): Choice(mark("players"), 2, MOST_PLAYERS),
    ("connect4", "width"): Choice(mark("columns"), 2, 19),
    ("connect4", "height"): Choice(mark("rows"), 2, 19),
    ("connect4", "sooner"): Choice(mark("a win counts more the sooner it comes")),
    ("othello", "size"): Choice(mark("size"), choices=(4, 6, 8)),
    ("othello", "empties"): Choice(
        mark("who gets the empty squares"), choices=("usual", "winner", "nobody")
    ),
    ("pacman", "maze"): Choice(mark("maze"), choices=("trapped", "fork", "ring", "hunt")),
    ("pacman", "ghosts"): Choice(mark("ghosts"), choices=("min", "random")),
    ("pacman", "limit"): Choice(mark("moves of Pacman"), 1, 60),
    ("morris", "men"): Choice(mark("men of each player"), 3, 9),
    ("morris", "flying"): Choice(mark("three men move to any point")),
    ("chess", "variant"): Choice(mark("variant"), choices=("chess", "chess960", "losalamos")),
    ("chess", "number"): Choice(mark("number of the first position in Chess960"), 0, 959),
    ("chess", "heuristic"): Choice(mark("heuristic"), choices=("full", "material")),
    ("draughts", "variant"): Choice(mark("variant"), choices=("english", "spanish")),
    ("draughts", "heuristic"): Choice(mark("heuristic"), choices=("full", "men")),
}
FIELD_TYPES: Final = {
    bool: "boolean",
    int: "integer",
    float: "number",
    tuple: "numbers",
    list: "numbers",
}


def title_of(name: str) -> str:
    """What a game is called."""
    return GAMES[name].title if name in GAMES else name


def title_of_game(game: Game[Any, Any]) -> str:
    """What a game is called that is at hand without its name in the catalogue."""
    for factory in GAMES.values():
        preset = factory.preset.items()
        if type(game) is factory.make and all(getattr(game, key) == set_ for key, set_ in preset):
            return factory.title
    return game.name


def describe(registry: GameRegistry, name: str) -> dict[str, Any]:
    """A game as the gallery shows it."""
    factory = registry.factory(name)
    game = usual(registry, name)
    summary = _(SUMMARIES[name]) if name in SUMMARIES else factory.summary.replace("`", "")
    return {
        "name": name,
        "title": title_of(name),
        "summary": summary,
        "rules": rules_of(name, game, summary),
        "players": None if game is None else players_of(name, game),
        "scale": _scale(game),
        **facts_of(name),
        "user": name in registry.setup.games,
        "chance": bool(game and game.has_chance),
        "heuristic": bool(game and game.has_heuristic),
        "algorithms": [] if game is None else suitable(game),
        "parameters": [
            _parameter(name, key, default) for key, default in factory.parameters().items()
        ],
        "board": None if game is None else game.draw_svg(game.initial()),
    }


def _scale(game: Game[Any, Any] | None) -> str:
    """What its values are: verdicts, the chances of MAX, or points."""
    if game is not None and not is_for_two(game):
        return "points"
    if game is None or not game.has_chance:
        return "verdict"
    bounded = provides(game, "bounds") and game.bounds(game.initial()) == (0, 1)
    return "chances" if bounded else "points"


def suitable(game: Game[Any, Any]) -> list[str]:
    """The algorithms that can search a game."""
    several = isinstance(game, MultiplayerGame)
    return [
        algorithm.name
        for algorithm in ALL.values()
        if (algorithm.chance or not game.has_chance)
        and algorithm.several in (several, None)
        and all(provides(game, method) for method in algorithm.needs)
    ]


def usual(registry: GameRegistry, name: str) -> Game[Any, Any] | None:
    """The game with its defaults; None where there is none without a choice."""
    if inspect.Parameter.empty in registry.factory(name).parameters().values():
        return None
    try:
        return registry.game(name, {})
    except ZermeloError:
        return None


def _parameter(name: str, key: str, default: Any) -> dict[str, Any]:
    known = PARAMETERS.get((name, key), Choice(key))
    value: Parameter | None = None
    if default is not inspect.Parameter.empty and default is not None:
        value = as_json(default)
    return {
        "name": key,
        "label": _(known.label),
        "kind": "choice" if known.choices else FIELD_TYPES.get(type(default), "text"),
        "default": value,
        "required": default is inspect.Parameter.empty,
        "min": known.least,
        "max": known.most,
        "choices": None if known.choices is None else list(known.choices),
    }
