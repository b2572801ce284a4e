"""Assignments: exercises that a teacher sets by a link, their sheets on paper, and the results.

An assignment is nothing but its exercises and a title, which the link holds. The server keeps what
students reached under a number that the link has too; only who has the key, of which that number
is a digest, can read it.
"""

from __future__ import annotations

import csv
import io
from hashlib import sha256
from secrets import token_urlsafe
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from zermelo.language import _, current
from zermelo.web.api import fields
from zermelo.web.api.exercises import SECONDS, GradeBody, Person, ScoreAnswer, keep_score
from zermelo.web.services import Here
from zermelo.web.store.scores import ASSIGNMENT
from zermelo.web.stream import attended
from zermelo.web.workers.requests import PaperRequest

router = APIRouter(prefix="/api", tags=["exercises"])

PDF: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}
}
CSV: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"text/csv": {}}}}

Number = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Key = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z_-]{22}$")]
Exercises = Annotated[list[GradeBody], Field(min_length=1, max_length=fields.MOST.exercises)]


class PaperBody(fields.Request):
    """Sheets to print."""

    exercises: Exercises
    solved: bool = False


class ResultBody(fields.Request):
    """What a student answered."""

    assignment: Number
    name: Person = ""
    exercises: Exercises
    seconds: Annotated[float, Field(ge=0, le=1e7)] | None = None


class AssignmentAnswer(BaseModel):
    """By what results are handed in, and read."""

    assignment: Number
    key: Key


@router.post("/assignments", status_code=201, response_model=AssignmentAnswer)
def begin() -> Any:
    """A new assignment: its number for the students' link, its key for the teacher."""
    key = token_urlsafe(16)
    return {"assignment": number_of(key), "key": key}


def number_of(key: str) -> str:
    return sha256(key.encode()).hexdigest()[:32]


@router.post("/assignments/paper", response_class=Response, responses=PDF)
async def paper(body: PaperBody, here: Here, request: Request) -> Response:
    """The sheets as PDF, blank or solved."""
    message = PaperRequest(tuple(one.request() for one in body.exercises), body.solved)
    found = await attended(request, here.quick.run("paper", message, SECONDS))
    headers = {"Content-Disposition": 'attachment; filename="zermelo.pdf"'}
    return Response(found, headers=headers, media_type="application/pdf")


@router.post("/assignments/results", status_code=201, response_model=ScoreAnswer)
async def add_result(body: ResultBody, here: Here, request: Request) -> Any:
    """Grades the answers of a student, and keeps the result for who has the key."""
    runs = tuple(one.request() for one in body.exercises)
    return await keep_score(body, runs, ASSIGNMENT, body.assignment, here, request)


@router.get("/assignments/results", response_class=Response, responses=CSV)
def results(here: Here, key: Annotated[Key, Query()]) -> Response:
    """The results by student, as a spreadsheet in the visitor's language reads them."""
    text = io.StringIO()
    rows = csv.writer(text, delimiter="," if current() == "en" else ";", lineterminator="\n")
    rows.writerow([_("student"), _("marks"), _("out of"), _("per cent"), _("seconds"), _("when")])
    for score in here.scores.of(ASSIGNMENT, number_of(key)):
        share = round(100 * score.marks / score.out_of) if score.out_of else 0
        seconds = "" if score.seconds is None else round(score.seconds)
        when = score.created.isoformat(timespec="seconds")
        rows.writerow([harmless(score.name), score.marks, score.out_of, share, seconds, when])
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8")


def harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name
