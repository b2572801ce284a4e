"""What there is: games, algorithms, levels; and how the server is."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated, Any

from fastapi import APIRouter, Query

import zermelo
from zermelo.algorithms import ALL
from zermelo.search import CONVENTIONS
from zermelo.search.ordering import ORDERINGS
from zermelo.search.settings import CHOICES
from zermelo.web import questions
from zermelo.web.api import answers
from zermelo.web.api.fields import GamePlace, Name
from zermelo.web.levels import LEVELS
from zermelo.web.positions import Start
from zermelo.web.services import Here, Services

router = APIRouter(prefix="/api", tags=["games"])
TOLD = (  # of the limits
    *("body", "depth", "seconds", "analysis_seconds"),
    *("tree_nodes", "tree_levels", "places", "lab_rows"),
)
HIDDEN = ("plays", "stop", "tick", "observer", "all_moves", "time")


@router.get("/games", response_model=answers.GamesAnswer)
async def games(here: Here) -> Any:
    """The games with their parameters and the drawings of their first positions."""
    return {"games": await here.rules.cards()}


@router.get("/algorithms", response_model=answers.AlgorithmsAnswer)
def algorithms() -> Any:
    """The search algorithms and what each can be told."""
    rows = [
        {
            "name": algorithm.name,
            "title": algorithm.title,
            "summary": algorithm.summary,
            "takes": [name for name in algorithm.takes if name not in HIDDEN],
            "needs": list(algorithm.needs),
            "steps": "observer" in algorithm.takes,
            "chance": algorithm.chance,
            "several": algorithm.several,
            "exact": algorithm.exact,
        }
        for algorithm in ALL.values()
    ]
    choices = {"order": list(ORDERINGS)}
    choices |= {name: [str(choice) for choice in among] for name, among in CHOICES.items()}
    return {"algorithms": rows, "choices": choices, "conventions": CONVENTIONS}


@router.get("/levels", response_model=answers.LevelsAnswer)
async def levels(
    here: Here,
    game: Annotated[Name | None, Query(description="For this game in particular.")] = None,
) -> Any:
    """The levels of the opponent, the weakest first."""
    if game is not None:
        return await _levels(here, Start(game))
    return {
        "levels": [
            {"name": level.name, "title": level.title, "summary": level.summary()}
            for level in LEVELS.values()
        ]
    }


@router.post("/levels", response_model=answers.LevelsAnswer)
async def levels_at(place: GamePlace, here: Here) -> Any:
    """The same for a game with its parameters, from a position."""
    return await _levels(here, place.start())


async def _levels(here: Services, start: Start) -> dict[str, Any]:
    if start.game in here.rules.pools:
        return {"levels": await here.rules.ask(start, questions.levels, start)}
    # Even a game whose rules are quick may have thousands of positions to look at.
    return {"levels": await to_thread(questions.levels, here.rules.positions, start)}


@router.get("/status", response_model=answers.StatusAnswer)
async def status(here: Here) -> Any:
    """Whether the engine is ready, and how busy it is."""
    return {
        "version": zermelo.__version__,
        "token": here.settings.token,
        "engine": "warm" if here.quick.warm and here.steady.warm else "loading",
        "busy": here.quick.busy + here.steady.busy,
        "waiting": len(here.quick.queue) + len(here.steady.queue),
        "rules": here.rules.versions,
        "limits": {name: getattr(here.settings.limits, name) for name in TOLD},
    }
