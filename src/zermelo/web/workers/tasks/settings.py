"""The settings of a search as a client writes them."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from zermelo.algorithms import AnyAlgorithm, algorithm_named
from zermelo.game import Game, Value
from zermelo.numbers import read_number
from zermelo.search import SearchWarning, Settings, usual_algorithm
from zermelo.search.finding import Finding
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
    found = {name: value for name, value in given.items() if value is not None}
    found.pop("algorithm", None)
    if "window" in found:
        found["window"] = tuple(_number(bound) for bound in found["window"])
    for name in {"delta", "guess", "exploration"} & set(found):
        found[name] = _number(found[name])
    found["nodes"] = min(found.get("nodes", limits.nodes), limits.nodes)
    found["time"] = min(found.get("time", limits.seconds), limits.seconds)
    settings: Settings = Settings(**found)  # type: ignore[typeddict-item]
    return settings


def with_warnings(search: Callable[[], Finding[Any, Any]]) -> tuple[Finding[Any, Any], list[str]]:
    """The result of a search, and what it warned of."""
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always", SearchWarning)
        result = search()
    return result, [str(note.message) for note in notes]


def _number(value: float | str) -> Value:
    return read_number(value) if isinstance(value, str) else value
