"""What streams tell, one model for the data of each event."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from zermelo.web.api.answers import (
    FindingAnswer,
    MatchAnswer,
    ProblemDetails,
    VerdictOfMove,
    WhyAnswer,
    Winner,
)
from zermelo.web.api.fields import PlainValue


class WaitingEvent(BaseModel):
    """The engine is busy with others."""

    ahead: int


class NoteEvent(BaseModel):
    """What takes so long, such as compiling; empty when that is over."""

    text: str


class LineOfPlay(VerdictOfMove):
    line: list[str]
    written: list[str] = Field(description="The line as people write it.")


class IterationEvent(FindingAnswer):
    """What the engine has found so far."""

    winner: Winner | None = Field(description="With best play, where that is proven.")
    moves: list[VerdictOfMove] = Field(  # type: ignore[assignment]
        description="Every legal move, when asked for."
    )
    nodes_per_second: int
    lines: list[LineOfPlay] = Field(description="The best first.")


class EndOfAnalysis(BaseModel):
    """Why there is no more."""

    reason: Literal["proven", "time", "depth", "over", "unsolved"]


class LabGame(BaseModel):
    """A game of the lab; `branching` is b in b^d."""

    game: int
    name: str
    position: str
    branching: float
    leaves: list[int] = Field(description="All leaves by depth, as far as they were counted.")


class LabRow(BaseModel):
    """What one search took; where there is a problem, nothing."""

    game: int
    run: int
    algorithm: str | None
    depth: int
    value: PlainValue
    nodes: int | None
    leaves: int | None
    cutoffs: int | None
    seconds: float | None
    stopped: bool
    problem: str | None


class LabProgress(BaseModel):
    done: int
    total: int
    nodes: int


class EndOfLab(BaseModel):
    """All is done."""

    model_config = ConfigDict(extra="forbid")  # else every other event would be one of these, too


class EndOfPreparation(BaseModel):
    """The engine is ready."""

    lane: Literal["compiled", "textbook"]


class VersionEvent(BaseModel):
    """The match has changed, or is as it was."""

    version: int


Events: TypeAlias = dict[str, type[BaseModel]]

SAID: Events = {"waiting": WaitingEvent, "note": NoteEvent, "problem": ProblemDetails}
ANALYSIS: Events = {**SAID, "iteration": IterationEvent, "end": EndOfAnalysis}
LAB: Events = {**SAID, "game": LabGame, "row": LabRow, "progress": LabProgress, "end": EndOfLab}
REPLY: Events = {**SAID, "end": MatchAnswer}
WHY: Events = {**SAID, "end": WhyAnswer}
PREPARE: Events = {**SAID, "end": EndOfPreparation}
NEWS: Events = {"version": VersionEvent, "problem": ProblemDetails}
MODELS = {
    model.__name__: model
    for events in (ANALYSIS, LAB, REPLY, WHY, PREPARE, NEWS)
    for model in events.values()
}


def streamed(events: Events) -> dict[int | str, dict[str, Any]]:
    """What the OpenAPI document says of a stream: the names of its events, and their data."""
    references = [{"$ref": f"#/components/schemas/{each.__name__}"} for each in events.values()]
    schema = {
        "type": "object",
        "required": ["event", "data"],
        "properties": {
            "event": {"type": "string", "enum": list(events)},
            "data": {
                "type": "string",
                "contentMediaType": "application/json",
                "contentSchema": {"oneOf": references},
            },
        },
    }
    return {
        200: {
            "description": "Server-sent events.",
            "content": {"text/event-stream": {"schema": schema}},
        }
    }
