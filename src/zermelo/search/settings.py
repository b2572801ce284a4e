"""What an algorithm can be told, and whether that makes sense."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, Final, TypedDict

from zermelo.game import INFINITY, Game, Value, provides
from zermelo.language import _
from zermelo.search.errors import SearchWarning, Unsuitable
from zermelo.search.events import Observer
from zermelo.search.ordering import ORDERINGS
from zermelo.search.tally import Tally


class Settings(TypedDict, total=False):
    """What an algorithm can be told; each takes some of these (see `Algorithm.takes`)."""

    depth: int | None  # plies to look ahead; None: to the end of the game
    window: tuple[Value, Value]  # (alpha, beta) at the root
    cut: str  # "ge": cut when alpha >= beta; "gt": only when alpha > beta
    returns: str  # "soft": the value found, even outside the window; "hard": clipped to it
    order: str  # "left", "right", "fixed" or "dynamic"
    table: bool  # whether to keep a transposition table
    symmetry: bool  # whether the table treats symmetric states as one
    delta: Value  # half the width of an aspiration window
    guess: Value  # where MTD(f) begins
    extension: int  # plies that quiescence may add to the depth
    all_moves: bool  # also find the value of every action at the root
    nodes: int | None  # stop after so many nodes
    time: float | None  # stop after so many seconds
    stop: Callable[[], bool] | None  # asked now and then: stop now?
    tick: Callable[[Tally], None] | None  # told now and then: the counts so far
    observer: Observer | None


ALWAYS_TAKEN: Final = ("depth", "order", "all_moves", "nodes", "time", "stop", "tick", "observer")


def check_values(game: Game[Any, Any], settings: Settings) -> None:
    """Refuses, in one line, values that make no sense, or none with this game."""
    depth, nodes, time = settings.get("depth"), settings.get("nodes"), settings.get("time")
    low, high = settings.get("window", (-INFINITY, INFINITY))
    cut, returns = settings.get("cut", "ge"), settings.get("returns", "soft")
    order = settings.get("order", "left")
    if depth is not None and not (isinstance(depth, int) and depth >= 0):
        raise Unsuitable(
            _("depth must be a whole number, 0 or more, not {depth}").format(depth=depth)
        )
    if nodes is not None and nodes < 1:
        raise Unsuitable(_("nodes must be 1 or more, not {nodes}").format(nodes=nodes))
    if time is not None and not time > 0:
        raise Unsuitable(_("time must be more than 0 seconds, not {time}").format(time=time))
    if settings.get("extension", 0) < 0:
        raise Unsuitable(
            _("extension must be 0 or more, not {extension}").format(
                extension=settings["extension"]
            )
        )
    if not -INFINITY < settings.get("guess", 0) < INFINITY:
        raise Unsuitable(
            _("guess must be a finite number, not {guess}").format(guess=settings["guess"])
        )
    if not settings.get("delta", 1) > 0:
        raise Unsuitable(
            _("delta must be more than 0, not {delta}").format(delta=settings["delta"])
        )
    if not low < high:
        raise Unsuitable(
            _("window: the low end {low} must be below the high end {high}").format(
                low=low, high=high
            )
        )
    if cut not in ("ge", "gt"):
        raise Unsuitable(_("cut must be ge or gt, not '{cut}'").format(cut=cut))
    if returns not in ("soft", "hard"):
        raise Unsuitable(_("returns must be soft or hard, not '{returns}'").format(returns=returns))
    if order not in ORDERINGS:
        raise Unsuitable(
            _("order must be one of {orders}, not '{order}'").format(
                orders=", ".join(ORDERINGS), order=order
            )
        )
    if order == "fixed" and not (provides(game, "order") or game.has_heuristic):
        raise Unsuitable(
            _("order fixed needs a rule that {game} lacks: order or evaluate").format(
                game=game.name
            )
        )
    if settings.get("symmetry") and not provides(game, "canonical"):
        raise Unsuitable(
            _("symmetry needs a rule that {game} lacks: canonical").format(game=game.name)
        )
    if settings.get("all_moves") and "window" in settings:
        raise Unsuitable(_("every move gets the full window: leave the window out, or all_moves"))
    if (cut, returns) == ("gt", "hard"):
        warnings.warn(
            _("clipped values never exceed a bound, so that cutting on > alone loses most cutoffs"),
            SearchWarning,
            stacklevel=3,
        )
