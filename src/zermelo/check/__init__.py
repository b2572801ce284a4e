"""The conformance checker: names every rule of the interface that a game breaks.

It plays random games, and of a small game it visits every state and finds its exact value. Every
method is asked twice: it must not raise, must answer the same, and must leave the state as it
was. What it answers must then fit together with the other answers. An empty list means that
nothing was found, not that nothing is wrong.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from zermelo.check.broken import Broken, Report
from zermelo.check.clock import Clock, OutOfTime
from zermelo.check.promises import check_repetition
from zermelo.check.questions import Questions
from zermelo.check.walk import Walk
from zermelo.door import clashes, refuse
from zermelo.game import Game, provides
from zermelo.grid.study import declares
from zermelo.language import _

__all__ = ["Broken", "Report", "check_game", "examine"]

LINE: Final = 120  # a text of more letters is hard to read
STATES: Final = 6000  # a game of no more states is small
GAMES_PART: Final = 0.6  # of the time: random games, which find at once what is plain, come first
TAKEN_BACK_PART: Final = 0.8


def check_game(game: Game[Any, Any], **how: Any) -> list[Broken]:
    """Each broken rule once; takes what `examine` takes: `games`, `seed`, `seconds` and so on."""
    return list(examine(game, **how).broken)


def examine(
    game: Game[Any, Any],
    *,
    games: int = 100,
    seed: int = 0,
    max_plies: int = 500,
    states: int = STATES,
    seconds: float | None = None,
    patience: float = 1,
    tick: Callable[[int], None] | None = None,
) -> Report:
    """Plays so many random games, and visits so many states from the beginning on.

    An error inside the game is a broken rule, never an exception here. A game that is not over
    after `max_plies` is left there. After `seconds`, whatever was found is all; without them the
    same is found for the same seed. `patience`: how much longer it may last where the machine is
    busy with other things. `tick` hears before each game how many are done.
    """
    refuse(game, several=True)
    ask, clock = Questions(game), Clock(seconds, patience)
    walk, generator, played = Walk(ask), random.Random(seed), 0
    for name in clashes(game):
        rule = _("`{name}` is what Zermelo means by it").format(name=name)
        ask.note(rule, None, _("something else"), about=name)
    if ask.broken:  # whatever else is found would rest on that
        return Report(tuple(ask.broken.values()), (), 0, 0, whole=False)
    check_repetition(ask)
    ask.clock = clock.until(GAMES_PART)
    with suppress(OutOfTime):
        while played < games and (walk.nodes or not played):  # or none can be looked at
            if tick:
                tick(played)
            walk.go(walk.through_game, generator, max_plies)
            played += 1
    if walk.circle is None and game.repetition is None:
        ask.clock = clock.until(TAKEN_BACK_PART)
        with suppress(OutOfTime):
            walk.go(walk.there_and_back, generator)
    ask.clock = clock.until(1)
    with suppress(OutOfTime):
        if walk.nodes or not ask.broken:
            walk.go(walk.through_all, states)
    return Report(tuple(ask.broken.values()), advice(walk), played, len(walk.nodes), walk.whole)


def advice(walk: Walk) -> tuple[str, ...]:
    """What the game had better say."""
    game, found = walk.ask.game, []
    if walk.circle is not None and game.repetition is None:
        text = _(
            "the game can come back to {state}: say in its class what that is worth, "
            'repetition = "draw", "loss" or "endless"'
        )
        found.append(text.format(state=walk.ask.text(walk.circle)))
    if walk.nodes and not any(node.terminal for node in walk.nodes.values()):
        found.append(_("no game came to its end: give more --time, or a smaller board by --set"))
    is_written = provides(game, "format_state") or declares(game, "cells")
    if walk.nodes and not (is_written or walk.ask.broken):
        shown = game.format_state(next(iter(walk.nodes)))
        if len(shown) > LINE:
            text = _("a position is shown as {state}: write format_state, which makes it short")
            found.append(text.format(state=f"{shown[:LINE]}..."))
    return tuple(found)
