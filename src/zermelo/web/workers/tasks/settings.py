"""The settings of a search as a client writes them."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from zermelo.explain.numbers import read_number
from zermelo.game import Game, Value, ZermeloError
from zermelo.language import _
from zermelo.search import (
    Algorithm,
    Result,
    SearchWarning,
    Settings,
    algorithm_named,
    usual_algorithm,
)
from zermelo.web.settings import Limits


def chosen_algorithm(name: str | None, game: Game[Any, Any]) -> Algorithm:
    """The algorithm asked for, or the usual one."""
    return usual_algorithm(game) if name is None else algorithm_named(name)


def settings_of(algorithm: Algorithm, given: dict[str, Any], limits: Limits) -> Settings:
    """The settings asked for, no larger than allowed; None is not asked for."""
    found = {name: value for name, value in given.items() if value is not None}
    found.pop("algorithm", None)
    if "window" in found:
        found["window"] = tuple(_number(bound) for bound in found["window"])
    for name in {"delta", "guess"} & set(found):
        found[name] = _number(found[name])
    if algorithm.name == "table" and not found.pop("table", True):
        raise ZermeloError(_("table without a table is alphabeta"))
    found["nodes"] = min(found.get("nodes", limits.nodes), limits.nodes)
    found["time"] = min(found.get("time", limits.seconds), limits.seconds)
    settings: Settings = Settings(**found)  # type: ignore[typeddict-item]
    return settings


def with_warnings(search: Callable[[], Result[Any, Any]]) -> tuple[Result[Any, Any], list[str]]:
    """The result of a search, and what it warned of."""
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always", SearchWarning)
        result = search()
    return result, [str(note.message) for note in notes]


def _number(value: float | str) -> Value:
    return read_number(value) if isinstance(value, str) else value
