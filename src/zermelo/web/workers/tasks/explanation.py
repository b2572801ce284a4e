"""A search shown step by step: the player's document, and the files to take away."""

from __future__ import annotations

import json
from typing import Any

from zermelo.explain.format import Format, read_labels
from zermelo.explain.html import document
from zermelo.explain.outputs import output
from zermelo.explain.story import Story, Witness, story_of
from zermelo.explain.view import View
from zermelo.game import Game, ZermeloError
from zermelo.language import _
from zermelo.web.workers.process import Context
from zermelo.web.workers.requests import ExplainRequest
from zermelo.web.workers.tasks.settings import chosen_algorithm, settings_of, with_warnings


def explain(context: Context, request: ExplainRequest) -> bytes:
    """The document for the player, as JSON."""
    found = document(_view(context, request))
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"), default=str).encode(
        "utf-8", "replace"
    )


def export(context: Context, request: ExplainRequest) -> bytes:
    """The file of the ending asked for."""
    return output(f".{request.ending}")(_view(context, request))


def _view(context: Context, request: ExplainRequest) -> View:
    runs = ((request.start, request.settings), *request.others)
    story, *others = [
        _story(context, context.positions.find(start), settings, request)
        for start, settings in runs
    ]
    last = len(story.steps) - 1
    if request.step is not None and not 0 <= request.step <= last:
        words = _("there is no step {step}; the steps are 0 to {last}")
        raise ZermeloError(words.format(step=request.step, last=last))
    step = last if request.step is None else request.step
    form = Format(read_labels(request.labels, compact=False))
    return View(story, step, request.theme, request.boards, tuple(others), request.frames, form)


def _story(
    context: Context,
    place: tuple[Game[Any, Any], Any, tuple[Any, ...]],
    given: dict[str, Any],
    asked: ExplainRequest,
) -> Story:
    game, state, history = place
    algorithm = chosen_algorithm(context, given["algorithm"], game)
    if "observer" not in algorithm.takes:
        words = _("{algorithm} does not tell its steps; the algorithms of the lectures do")
        raise ZermeloError(words.format(algorithm=algorithm.name))
    settings = settings_of({**given, **({"symmetry": True} if asked.merge else {})}, context.limits)
    witness = Witness(game, most=context.limits.events)
    settings["observer"], settings["stop"] = witness, context.token
    settings["history"] = history
    with_warnings(lambda: algorithm(game, state, **settings))
    return story_of(witness, asked.places, asked.unfold, asked.merge)
