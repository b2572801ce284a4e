"""What an algorithm can be told, and whether that makes sense."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypedDict

from zermelo.game import INFINITY, Game, MultiplayerGame, Value, provides
from zermelo.language import _
from zermelo.numbers import read_number
from zermelo.search.errors import SearchWarning, Unsuitable
from zermelo.search.events import Observer
from zermelo.search.ordering import ORDERINGS
from zermelo.search.tally import Tally


class Settings(TypedDict, total=False):
    """What an algorithm can be told; each takes some of these (see `Algorithm.takes`)."""

    depth: int | None  # how deep to look, counted as the next two say; None: to the game's end
    root_depth: int  # the depth of the root; 0: depth counts plies, 1: it counts levels of nodes
    chance_depth: int  # what a chance level adds to the depth: 0, or 1 as a player's does
    window: tuple[Value, Value]  # (alpha, beta) at the root
    convention: str  # that of a lecture (`zermelo.search.conventions`), for what is not given here
    cut: str  # "ge": cut when alpha >= beta; "gt": only when alpha > beta
    test: str  # "last": update the bound, then test for a cut; "first": test, then update
    returns: str  # "soft", "hard" or "bound": see CHOICES
    order: str  # "left", "right", "fixed" or "dynamic"
    table: bool  # whether to keep a transposition table
    symmetry: bool  # whether symmetric successors, and in a table symmetric states, are one
    delta: Value  # half the width of an aspiration window
    guess: Value  # where MTD(f) begins
    extension: int  # plies that quiescence may add to the depth
    simulations: int  # random games of Monte-Carlo tree search
    exploration: float  # what its UCB1 adds for moves rarely tried, times this
    seed: int  # of its random numbers
    ties: str  # "first": of equally good moves the first is kept; "last": the last (minimax only)
    ends: str  # "utility": a successor at which the game ends looks as it is; "heuristic": as all
    plays: str  # "best"; "last": the root's successor looked at last (two-successor-ab only)
    functions: int  # how the pseudo-code is written: as 1 function, or as 2, for MAX and for MIN
    all_moves: bool  # also find the value of every action at the root
    nodes: int | None  # stop after so many nodes
    time: float | None  # stop after so many seconds
    stop: Callable[[], bool] | None  # asked now and then: stop now?
    tick: Callable[[Tally], None] | None  # told now and then: the counts so far
    observer: Observer | None
    history: Sequence[Any]  # the positions before the root, the oldest first


ALWAYS_TAKEN: Final = (
    *("depth", "convention", "root_depth", "functions", "order", "symmetry", "all_moves"),
    *("nodes", "time", "stop", "tick", "observer", "history"),
)

# What lectures differ in, the usual choice first. Of `returns`, with m the best of the values that
# came back to a node with the window (alpha, beta):
#     soft   m, even outside the window
#     hard   m clipped to the window
#     bound  the bound that the node updates: max(alpha, m) at MAX, min(beta, m) at MIN
CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "cut": ("ge", "gt"),
    "test": ("last", "first"),
    "returns": ("soft", "hard", "bound"),
    "root_depth": (0, 1),
    "chance_depth": (0, 1),
    "ties": ("first", "last"),
    "ends": ("utility", "heuristic"),
    "functions": (1, 2),
}

PLAYS: Final = ("best", "last")
SIMULATIONS: Final = 1_000


NUMBERS: Final = ("window", "delta", "guess", "exploration")  # which people write as texts


def read_settings(given: Mapping[str, Any]) -> Settings:
    """The settings that are asked for; what is None is not, and numbers may be texts."""
    found = {
        name: _read(value) if name in NUMBERS else value
        for name, value in given.items()
        if value is not None
    }
    settings: Settings = Settings(**found)  # type: ignore[typeddict-item]
    return settings


def _read(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return tuple(map(_read, value))
    return read_number(value) if isinstance(value, str) else value


def check_values(game: Game[Any, Any], settings: Settings) -> None:
    """Refuses, in one line, values that make no sense, or none with this game."""
    depth, nodes, time = settings.get("depth"), settings.get("nodes"), settings.get("time")
    low, high = settings.get("window", (-INFINITY, INFINITY))
    order = settings.get("order", "left")
    for name, choices in {**CHOICES, "order": tuple(ORDERINGS), "plays": PLAYS}.items():
        if settings.get(name, choices[0]) not in choices:
            raise Unsuitable(
                _("{name} must be one of {choices}, not '{value}'").format(
                    name=name,
                    choices=", ".join(map(str, choices)),
                    value=settings[name],  # type: ignore[literal-required]
                )
            )
    least = settings.get("root_depth", 0)
    if depth is not None and not (isinstance(depth, int) and depth >= least):
        words = _("depth must be a whole number, {least} or more, not {depth}")
        raise Unsuitable(words.format(least=least, depth=depth))
    if nodes is not None and nodes < 1:
        raise Unsuitable(_("nodes must be 1 or more, not {nodes}").format(nodes=nodes))
    if time is not None and not time > 0:
        raise Unsuitable(_("time must be more than 0 seconds, not {time}").format(time=time))
    if settings.get("extension", 0) < 0:
        words = _("extension must be 0 or more, not {extension}")
        raise Unsuitable(words.format(extension=settings["extension"]))
    if not -INFINITY < settings.get("guess", 0) < INFINITY:
        words = _("guess must be a finite number, not {guess}")
        raise Unsuitable(words.format(guess=settings["guess"]))
    if not settings.get("delta", 1) > 0:
        words = _("delta must be more than 0, not {delta}")
        raise Unsuitable(words.format(delta=settings["delta"]))
    _check_simulations(settings)
    if not low < high:
        words = _("window: the low end {low} must be below the high end {high}")
        raise Unsuitable(words.format(low=low, high=high))
    estimates = game.has_heuristic and not isinstance(game, MultiplayerGame)
    if order == "fixed" and not (provides(game, "order") or estimates):
        words = _("order fixed needs a rule that {game} lacks: order or evaluate")
        raise Unsuitable(words.format(game=game.name))
    if settings.get("symmetry") and not provides(game, "canonical"):
        words = _("symmetry needs a rule that {game} lacks: canonical")
        raise Unsuitable(words.format(game=game.name))
    if settings.get("all_moves") and "window" in settings:
        raise Unsuitable(_("every move gets the full window: leave the window out, or all_moves"))
    if settings.get("cut") == "gt" and settings.get("returns", "soft") != "soft":
        warnings.warn(
            _("clipped values never exceed a bound, so that cutting on > alone loses most cutoffs"),
            SearchWarning,
            stacklevel=3,
        )


def _check_simulations(settings: Settings) -> None:
    """The same for what Monte-Carlo tree search is told."""
    simulations = settings.get("simulations", SIMULATIONS)
    if not (isinstance(simulations, int) and simulations >= 1):
        words = _("simulations must be a whole number, 1 or more, not {simulations}")
        raise Unsuitable(words.format(simulations=simulations))
    if not 0 <= settings.get("exploration", 0) < INFINITY:
        words = _("exploration must be a number, 0 or more, not {exploration}")
        raise Unsuitable(words.format(exploration=settings["exploration"]))
    if not isinstance(settings.get("seed", 0), int):
        words = _("seed must be a whole number, not {seed}")
        raise Unsuitable(words.format(seed=settings["seed"]))
