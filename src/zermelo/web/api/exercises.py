"""Exercises: answered on the page, graded here, with scores that are kept."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Final, TypeAlias

from fastapi import APIRouter, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field, StringConstraints

from zermelo.exercise.exercise import MAX_SEED
from zermelo.exercise.kinds import KINDS
from zermelo.exercise.shape import CHOICES, CONVENTIONAL, KEYS
from zermelo.exercise.weights import USUAL
from zermelo.search import CONVENTIONS
from zermelo.web.api import fields
from zermelo.web.services import Here
from zermelo.web.store.models import ScoreRow
from zermelo.web.stream import attended
from zermelo.web.visitor import visitor
from zermelo.web.workers.requests import ExerciseRequest

router = APIRouter(prefix="/api", tags=["exercises"])

SECONDS: Final = 30  # for a run of exercises
ONE: Final = 10  # for one
ADDRESS: Final = 4_000  # characters of a tree in an address: a server reads only so much of one
OWN: Final = "A tree of your own; then the seed says which variant, 0 the tree as it is."

Seed: TypeAlias = Annotated[int, Field(ge=0, le=MAX_SEED)]
Shape: TypeAlias = Annotated[str, StringConstraints(max_length=300)]
Level: TypeAlias = Annotated[
    fields.Name, Field(description="How much alpha-beta asks for: values, bounds or all.")
]
Weights: TypeAlias = Annotated[
    str,
    StringConstraints(max_length=80),
    Field(description="Of the marks of alpha-beta.", examples=[USUAL.text]),
]
Answers: TypeAlias = Annotated[
    dict[fields.Name, fields.Number | fields.Move | list[fields.Name] | None],
    Field(max_length=1000, examples=[{"A.value": "3"}]),
]
Person: TypeAlias = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")
]


class GradeBody(fields.Request):
    """The answers to one exercise, by the ids of its items."""

    kind: fields.Name
    seed: Seed
    shape: Shape = ""
    tree: fields.TreeText | None = Field(None, description=OWN)
    level: Level = "all"
    weights: Weights = ""
    answers: Answers = Field(default_factory=dict)
    final: bool = Field(False, description="Marks what is mostly empty, too, and tells all of it.")

    def request(self) -> ExerciseRequest:
        """What a process is asked to do."""
        return ExerciseRequest(**dict(self))


class Answered(fields.Request):
    seed: Seed
    answers: Answers = Field(default_factory=dict)


class ScoreBody(fields.Request):
    """A run of exercises of one kind and shape."""

    name: Person = ""
    kind: fields.Name
    shape: Shape = ""
    level: Level = "all"
    weights: Weights = ""
    exercises: Annotated[list[Answered], Field(min_length=1, max_length=fields.MOST.exercises)]
    seconds: Annotated[float, Field(ge=0, le=1e7)] | None = None


class KindAnswer(BaseModel):
    kind: str
    title: str
    chance: bool


class KeyAnswer(BaseModel):
    key: str
    default: str
    choices: list[str] | None


class KindsAnswer(BaseModel):
    """The kinds of exercises, and the keys of a shape."""

    kinds: list[KindAnswer]
    keys: list[KeyAnswer]
    conventions: dict[str, dict[str, str]] = Field(
        description="What lectures choose of these keys, by the name of the lecture."
    )
    weights: dict[str, int] = Field(description="The usual ones, of the marks of alpha-beta.")


class ChoiceAnswer(BaseModel):
    value: str
    text: str


class ItemAnswer(BaseModel):
    """One thing to fill in."""

    id: str
    node: str
    what: str
    label: str
    form: str
    choices: list[ChoiceAnswer]


class CellAnswer(BaseModel):
    id: str
    text: str = Field(description="The solution, on a solved sheet.")


class RowAnswer(BaseModel):
    node: str
    cells: list[CellAnswer | None]


class TableAnswer(BaseModel):
    of: str
    head: list[str]
    rows: list[RowAnswer]


class ExerciseAnswer(BaseModel):
    """A sheet: the tree, what to do, and what to fill in, single or in tables."""

    kind: str
    title: str
    seed: int
    shape: str
    level: str
    parents: dict[str, str] = Field(description="Of each node the one above it.")
    tree: str
    simulations: int | None = Field(description="mcts: how many, with the one asked for.")
    svg: str
    instructions: list[str]
    items: list[ItemAnswer]
    single: list[CellAnswer]
    tables: list[TableAnswer]


class MarkAnswer(BaseModel):
    id: str
    label: str
    verdict: str = Field(description="right, follow-on, copy, missing or wrong")
    marks: float
    out_of: float
    given: str | None
    wanted: str | None
    message: str | None


class Remark(BaseModel):
    id: str
    message: str


class GradeAnswer(BaseModel):
    """The marks; where an answer cannot be read, or most is empty, nothing is marked yet."""

    marks: int
    out_of: int
    diagnosis: str = Field(description="What the whole paper shows, in a sentence; or nothing.")
    charge: int = Field(description="What that costs, in percent, once.")
    items: list[MarkAnswer]
    first: Remark | None = Field(description="The first mistake, in words.")
    unreadable: list[Remark]
    empty: list[Remark] = Field(description="What is still empty, going by the paper alone.")


class HintAnswer(BaseModel):
    """The first item, as the search comes to them, that is not right yet; none: all is right."""

    id: str | None
    label: str
    reason: str


class ScoreAnswer(BaseModel):
    id: int
    name: str
    kind: str
    shape: str
    exercises: int
    marks: int
    out_of: int
    seconds: float | None
    created: datetime


class ScoresAnswer(BaseModel):
    scores: list[ScoreAnswer]


@router.get("/exercises/kinds", response_model=KindsAnswer)
def kinds() -> Any:
    """The kinds of exercises, and what a shape can say: `key=value key=value`."""
    return {
        "kinds": [
            {"kind": name, "title": kind.title(), "chance": kind.chance}
            for name, kind in KINDS.items()
        ],
        "keys": [
            {"key": key, "default": default, "choices": CHOICES.get(key)}
            for key, default in KEYS.items()
        ],
        "conventions": {
            name: {key: settings[key] for key in CONVENTIONAL}
            for name, settings in CONVENTIONS.items()
        },
        "weights": USUAL._asdict(),
    }


@router.get("/exercises", response_model=ExerciseAnswer)
async def exercise(
    here: Here,
    request: Request,
    kind: Annotated[fields.Name, Query()] = "alphabeta",
    seed: Annotated[Seed, Query()] = 1,
    shape: Annotated[Shape, Query(examples=["depth=3 cuts=2"])] = "",
    tree: Annotated[str | None, Query(max_length=ADDRESS, description=OWN)] = None,
    level: Annotated[Level, Query()] = "all",
    weights: Annotated[Weights, Query()] = "",
    solved: Annotated[bool, Query(description="With the solution.")] = False,
) -> Any:
    """The exercise of a kind, a seed and a shape; the same for everybody and for ever."""
    message = ExerciseRequest(kind, seed, shape, solved, tree=tree, level=level, weights=weights)
    return await attended(request, here.quick.run("exercise", message, ONE, short=True))


@router.post("/exercises/grade", response_model=GradeAnswer)
async def grade(body: GradeBody, here: Here, request: Request) -> Any:
    """Grades the answers to an exercise, item by item."""
    return await attended(request, here.quick.run("grade", body.request(), ONE, short=True))


@router.post("/exercises/hint", response_model=HintAnswer)
async def hint(body: GradeBody, here: Here, request: Request) -> Any:
    """Says what to look at next, and why it is what it is."""
    return await attended(request, here.quick.run("hint", body.request(), ONE, short=True))


@router.post("/scores", status_code=201, response_model=ScoreAnswer)
async def add_score(body: ScoreBody, here: Here, request: Request) -> Any:
    """Keeps the score of a run of exercises, which is graded again for it."""
    runs = tuple(
        ExerciseRequest(
            **dict(one), kind=body.kind, shape=body.shape, level=body.level, weights=body.weights
        )
        for one in body.exercises
    )
    return await keep_score(body, runs, body.kind, None, here, request)


async def keep_score(
    body: Any,
    runs: tuple[ExerciseRequest, ...],
    kind: str,
    shape: str | None,
    here: Here,
    request: Request,
) -> Any:
    """Grades what was answered and keeps the score; `shape`: that of the exercises unless told."""
    found = await attended(request, here.quick.run("score", runs, SECONDS))
    score = ScoreRow(
        name=body.name,
        kind=kind,
        shape=found["shape"] if shape is None else shape,
        exercises=len(runs),
        marks=found["marks"],
        out_of=found["out_of"],
        seconds=body.seconds,
        created=datetime.now(UTC),
        owner=visitor().owner,
    )
    return await run_in_threadpool(here.scores.add, score)


@router.get("/scores", response_model=ScoresAnswer)
def scores(here: Here, limit: Annotated[int, Query(ge=1, le=100)] = 20) -> Any:
    """The scores saved last."""
    return {"scores": here.scores.latest(limit)}


@router.delete("/scores/{id}", status_code=204)
def delete_score(id: Annotated[int, Path(ge=1, le=2**31 - 1)], here: Here) -> None:
    """Deletes a score for good."""
    here.scores.delete(id, visitor().owner)
