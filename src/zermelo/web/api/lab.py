"""The lab: what searches of several kinds take, depth by depth."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import Field

from zermelo.language import _
from zermelo.web import questions
from zermelo.web.api.events import LAB, streamed
from zermelo.web.api.fields import MOST, AnyPlace, Depth, Request, SearchSettings
from zermelo.web.problems import Problem
from zermelo.web.services import Here
from zermelo.web.stream import EventStream
from zermelo.web.workers.requests import LabRequest

router = APIRouter(prefix="/api", tags=["lab"])


class LabRun(SearchSettings):
    """How to search, perhaps by iterative deepening."""

    deepening: bool = Field(False, description="To depth 1, then 2, then 3; all is counted.")

    def settings(self) -> dict[str, Any]:
        return super().settings() | {"deepening": self.deepening}


class LabBody(Request):
    """What is to be searched: every place by every run to every depth."""

    games: Annotated[list[AnyPlace], Field(min_length=1, max_length=8)]
    runs: Annotated[list[LabRun], Field(min_length=1, max_length=48)]
    depths: Annotated[list[Depth], Field(min_length=1, max_length=20)]
    nodes: Annotated[int, Field(ge=1, le=MOST.nodes)] = 2_000_000
    time: Annotated[float, Field(gt=0, le=MOST.seconds)] = MOST.seconds


@router.post("/lab", response_class=EventStream, status_code=200, responses=streamed(LAB))
async def lab(body: LabBody, here: Here) -> EventStream:
    """Streams the counts of each search as it ends: server-sent events.

    `waiting` {ahead}, `game` {game, name, position, branching, leaves}, `row` {game, run,
    algorithm, depth, value, nodes, leaves, cutoffs, seconds, stopped, problem}, `progress` {done,
    total, nodes}, and at the end `end` or `problem`. It stops when the listener leaves.
    """
    rows = len(body.games) * len(body.runs) * len(body.depths)
    if rows > here.settings.limits.lab_rows:
        detail = _("{rows} searches are too many at once: at most {most}")
        raise Problem("too-long", detail.format(rows=rows, most=here.settings.limits.lab_rows))
    starts = tuple(place.start() for place in body.games)
    for start in starts:
        await here.rules.ask(start, questions.place, start, None)
    here.steady.check_room()
    limits = {"nodes": body.nodes, "time": body.time}
    runs = tuple(run.settings() | limits for run in body.runs)
    request = LabRequest(starts, runs, tuple(sorted(set(body.depths))))
    return EventStream(here.steady.stream("lab", request, here.settings.limits.lab_seconds))
