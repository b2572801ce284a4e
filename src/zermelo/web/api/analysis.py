"""The engine's view of a position: live analysis, and why a move is good or bad."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field

from zermelo.web import questions
from zermelo.web.api.answers import WhyAnswer
from zermelo.web.api.events import ANALYSIS, PREPARE, WHY, streamed
from zermelo.web.api.fields import MOST, AskedPlace, GamePlace, Move
from zermelo.web.services import Here
from zermelo.web.stream import EventStream, attended, hears_events
from zermelo.web.workers.requests import AnalysisRequest, WhyRequest
from zermelo.web.workers.turns import in_turns

router = APIRouter(prefix="/api", tags=["analysis"])


class AnalysisBody(AskedPlace):
    """A position to analyse."""

    lines: Annotated[int, Field(ge=1, le=20)] = 3
    time: Annotated[float, Field(gt=0, le=MOST.analysis_seconds)] = 60
    depth: Annotated[int, Field(ge=1, le=MOST.depth)] | None = None
    all_moves: bool = Field(True, description="Tell the value of every legal move.")


class WhyBody(AskedPlace):
    """A position, and a move there that is to be judged."""

    move: Move | None = None
    time: Annotated[float, Field(gt=0, le=MOST.seconds)] = 2


@router.post("/prepare", response_class=EventStream, status_code=200, responses=streamed(PREPARE))
async def prepare(body: GamePlace, here: Here) -> EventStream:
    """Makes the engine of a game ready: `note` {text} tells what takes long."""
    start = replace(body.start(), position=None, moves=())
    await here.rules.ask(start, questions.place, start, None)
    about = (start.game, start.parameters)
    return EventStream(here.steady.stream("prepare", start, here.settings.limits.seconds, about))


@router.post("/analysis", response_class=EventStream, status_code=200, responses=streamed(ANALYSIS))
async def analysis(body: AnalysisBody, here: Here) -> EventStream:
    """Streams what the engine finds as it goes deeper: server-sent events.

    `waiting` {ahead}, `note` {text}, `iteration` {what was found so far, with
    nodes_per_second and lines}, and at the end `end` {reason} or `problem`.
    It stops when the listener leaves. Where others wait, it lets them go first now and then
    (`waiting` again), and goes on after them.
    """
    start = body.start()
    # A mistake is an error, not an event.
    mark, _none = await here.rules.ask(start, questions.place, start, None)
    here.steady.check_room()
    request = AnalysisRequest(start, body.lines, body.time, body.depth, body.all_moves)
    about = (start.game, start.parameters)
    stream = in_turns(here.steady, "analyse", request, about)
    position = (*about, here.rules.versions.get(start.game or ""), mark)
    return EventStream(here.findings.listen(position, stream))


@router.post("/why", response_model=WhyAnswer, responses=streamed(WHY))
async def why(body: WhyBody, here: Here, request: Request) -> Any:
    """Why a move is good or bad: the line that supports or refutes it, in words.

    Who accepts `text/event-stream` hears on the way what takes long: `waiting` {ahead}, `note`
    {text}, and at the end `end` with the answer, or `problem`.
    """
    start = body.start()
    about = (start.game, start.parameters)
    marks = await here.rules.ask(start, questions.place, start, body.move)
    rules = here.rules.versions.get(start.game or "")
    known, after = (
        None if mark is None else here.findings.get((*about, rules, mark)) for mark in marks
    )
    question = WhyRequest(start, body.move, body.time, known, after)
    if hears_events(request):
        return EventStream(here.quick.stream("why", question, body.time + 5, about))
    return await attended(request, here.quick.run("why", question, body.time + 5, about))
