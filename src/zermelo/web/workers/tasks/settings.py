"""The settings of a search as a client writes them."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from zermelo.algorithms import AnyAlgorithm, algorithm_named
from zermelo.game import Game
from zermelo.search import SearchWarning, Settings, usual_algorithm
from zermelo.search.finding import Finding
from zermelo.search.settings import read_settings
from zermelo.web.settings import Limits
from zermelo.web.workers.process import Context


def chosen_algorithm(context: Context, name: str | None, game: Game[Any, Any]) -> AnyAlgorithm:
    """The algorithm asked for, or the usual one, ready to search the game."""
    if name is None:
        return usual_algorithm(game)
    algorithm = algorithm_named(name, context.algorithms)
    with context.preparing():
        algorithm.prepare(game, lambda text: context.tell("note", {"text": text}))
    return algorithm


def settings_of(given: dict[str, Any], limits: Limits) -> Settings:
    """The settings asked for, no larger than allowed; None is not asked for."""
    capped = {
        name: most if given.get(name) is None else min(given[name], most)
        for name, most in (("nodes", limits.nodes), ("time", limits.seconds))
    }
    return read_settings({**given, **capped, "algorithm": None})


def with_warnings(search: Callable[[], Finding[Any, Any]]) -> tuple[Finding[Any, Any], list[str]]:
    """The result of a search, and what it warned of."""
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always", SearchWarning)
        result = search()
    return result, [str(note.message) for note in notes]
