"""The lab: games, algorithms and depths, each with each; what every search took."""

from __future__ import annotations

import warnings
from typing import Any

from zermelo.algorithms import AnyAlgorithm
from zermelo.game import Game
from zermelo.lab.experiment import deepened, measure
from zermelo.search import Algorithm, SearchWarning, Settings
from zermelo.web.workers.process import Context
from zermelo.web.workers.requests import LabRequest
from zermelo.web.workers.tasks.settings import chosen_algorithm, settings_of


def lab(context: Context, request: LabRequest) -> dict[str, Any]:
    """Tells of each search; one that is stopped ends the deeper ones of its kind."""

    def prepare(game: Game[Any, Any], run: dict[str, Any]) -> tuple[AnyAlgorithm, Settings]:
        algorithm = chosen_algorithm(context, run["algorithm"], game)
        if run.pop("deepening", False) and isinstance(algorithm, Algorithm):
            algorithm = deepened(algorithm)
        return algorithm, settings_of(run, context.limits)

    starts = map(context.positions.find, request.starts)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SearchWarning)
        measure(starts, request.runs, request.depths, prepare, context.tell, context.token)
    return {}
