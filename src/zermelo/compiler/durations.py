"""What is being compiled, in words, and how long that took on this machine before.

One small file in the folder of the cache holds the seconds of each kind of kernel for each game. A
game that is compiled again (its author has changed a rule, or somebody a parameter) takes about as
long as the last time; one that is new, as long as others in the middle. Where the file is missing
or damaged nothing is known, and no number is said.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, Final

from zermelo.compiler import cache
from zermelo.game import Game
from zermelo.language import _, mark

FILE: Final = "durations.bin"
MOST_GAMES: Final = 100  # of a kind, those compiled last
RULES: Final = "rules"
KINDS: Final = {
    RULES: mark("the rules of {game}"),
    "perft_kernel": mark("the counting of moves of {game}"),
    "probe": mark("the comparison of both lanes of {game}"),
    "probe_outcomes": mark("the comparison of both lanes of {game}"),
    "trial_kernel": mark("the measurement of {game}"),
}
SEARCH: Final = mark("the search of {game}")  # all others


@contextmanager
def announced(report: Callable[[str], None], kind: str, game: Game[Any, Any]) -> Iterator[None]:
    """Around what compiles: says so beforehand, and notes how long it took."""
    report(announcement(kind, game))
    began = perf_counter()
    yield
    seconds = perf_counter() - began
    known = _known()
    games = known.setdefault(kind, {})
    games.pop(str(game.name), None)  # the latest last
    games[str(game.name)] = round(seconds, 3)
    known[kind] = dict(list(games.items())[-MOST_GAMES:])
    cache.write(FILE, json.dumps(known).encode())


def announcement(kind: str, game: Game[Any, Any]) -> str:
    """What is about to be compiled, and about how long that takes."""
    what = _(KINDS.get(kind, SEARCH)).format(game=game.name)
    seconds = expected(kind, game)
    if seconds is None:
        return _("compiling {what} ...").format(what=what)
    words = _("compiling {what}: about {seconds} s ...")
    return words.format(what=what, seconds=max(1, round(seconds)))


def expected(kind: str, game: Game[Any, Any]) -> float | None:
    """How long compiling takes, as far as is known: the last time, or that of other games."""
    games = _known().get(kind)
    if not games:
        return None
    return games.get(game.name) or statistics.median(games.values())


def _known() -> dict[str, dict[str, float]]:
    """The seconds of each kind and game."""
    content = cache.read(FILE)
    try:
        found = json.loads(content or b"{}")
        return {
            str(kind): {str(game): float(seconds) for game, seconds in games.items()}
            for kind, games in found.items()
        }
    except (ValueError, TypeError, AttributeError):  # whole, and yet another's
        return {}
