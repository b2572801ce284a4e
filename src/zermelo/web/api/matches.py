"""Matches: games that are played and saved.

Every change names the version of the match that it is meant for. Where somebody was faster, in
another window or another request, nothing is changed and the answer is 409.
"""

from __future__ import annotations

import hmac
import json
import re
import secrets
from asyncio import to_thread
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from dataclasses import replace
from datetime import datetime
from time import perf_counter
from typing import Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from zermelo.algorithms import ALL, algorithm_named
from zermelo.games.catalogue import ALL as GAMES
from zermelo.language import _
from zermelo.web import questions, views
from zermelo.web.api import answers, fields
from zermelo.web.api.events import NEWS, REPLY, streamed
from zermelo.web.levels import opponent_named
from zermelo.web.match import Damaged, Match, Side
from zermelo.web.problems import Problem
from zermelo.web.services import Here, Services
from zermelo.web.stream import EventStream, attended, hears_events
from zermelo.web.visitor import visitor
from zermelo.web.workers.messages import Done, Event

router = APIRouter(prefix="/api/matches", tags=["matches"])

Id: TypeAlias = Annotated[str, Path(max_length=32, pattern="^[0-9a-f]+$")]
AT: TypeAlias = Annotated[int, Field(ge=0, le=fields.MOST.moves)]


class SideField(fields.Request):
    """Who sits at a seat: a person, an engine of a level, or one of your own making."""

    kind: Literal["person", "engine"]
    level: fields.Level | None = Field(None, examples=["student"])
    algorithm: fields.Name | None = Field(None, examples=["minimax"])
    depth: Annotated[int, Field(ge=1, le=fields.MOST.depth)] | None = None
    time: Annotated[float, Field(gt=0, le=fields.MOST.seconds)] | None = None

    def side(self) -> Side:
        """The side, if it makes sense."""
        if self.kind == "person":
            return Side()
        if (self.level is None) == (self.algorithm is None):
            raise Problem("invalid", _("an engine has a level or an algorithm, one of the two"))
        if self.level is not None:
            return Side("engine", opponent_named(self.level).name)
        if self.algorithm is not None:
            algorithm_named(self.algorithm, ALL)
        return Side("engine", None, self.algorithm, self.depth, self.time)


class Seated(fields.Request):
    """Who sits where."""

    sides: dict[fields.Seat, SideField] = Field(
        description="Who plays each player of the game, by their codes in small letters."
    )

    def seated(self) -> dict[str, Side]:
        """The players, by their seats."""
        return {seat: field.side() for seat, field in self.sides.items()}


class NewMatch(Seated, fields.GamePlace):
    """A match to begin."""


class Change(fields.Request):
    version: fields.Version


class MoveChange(Change):
    move: fields.Move


class PlaceChange(Change):
    at: AT


class Variation(Change):
    number: Annotated[int, Field(ge=0, le=1000, description="Its place in `variations`.")]


class Invitations(Change):
    """The seats that are given to others: any other invitation is over."""

    sides: Annotated[list[fields.Seat], Field(max_length=9)]


class SidesChange(Seated, Change):
    """Others to play."""


@router.post("", status_code=201, response_model=answers.MatchAnswer)
async def begin(
    new: NewMatch,
    here: Here,
    draft: Annotated[bool, Query(description="Show it, and save nothing.")] = False,
) -> Any:
    """Begins a match: from the first position or another, with moves already played or none."""
    start, sides = new.start(), new.seated()
    match = await here.rules.ask(start, questions.begin, start, sides)
    match = replace(match, owner=visitor().owner)
    page = await here.rules.ask(match, questions.view, match)  # one that cannot be shown is none
    if not draft:
        await to_thread(here.matches.add, match)
    return answer({**page, **_access(match), "saved": not draft}, 201)


@router.get("", response_model=answers.MatchesAnswer)
async def latest(
    here: Here,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    before: Annotated[str | None, Query(max_length=80, description="`next` of a page.")] = None,
) -> Any:
    """The matches changed last."""
    cursor = None
    if before is not None:
        moment, _underscore, id = before.partition("_")
        with suppress(ValueError):
            cursor = datetime.fromisoformat(moment), id
        if cursor is None or not (cursor[0].tzinfo and re.fullmatch("[0-9a-f]{1,32}", id)):
            raise Problem("invalid", _("before is what another page gave as next"))
    found = await to_thread(here.matches.latest, limit + 1, cursor, visitor().owner)
    shown = [match for match in found[:limit] if match.updated is not None]
    last = shown[-1] if shown and len(found) > limit else None
    return {
        "matches": await _summaries(here, found[:limit]),
        "next": last and f"{last.updated:%Y-%m-%dT%H:%M:%S.%f%z}_{last.id}",
    }


@router.get(
    "/{id}", response_model=answers.MatchAnswer, responses={304: {"description": "As known."}}
)
async def get(
    id: Id,
    here: Here,
    request: Request,
    at: Annotated[AT | None, Query(description="Show the position after so many moves.")] = None,
) -> Any:
    """A match."""
    match = await to_thread(here.matches.get, id)
    known = (match.version, here.rules.versions.get(match.game), _role(match), *_invited(match))
    tag = f'"{"-".join(str(each) for each in known if each)}"'
    if at is None and request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"ETag": tag})
    page = await _page(here, match, at)
    return answer(page, 200, {"ETag": tag} if at is None else {})


@router.delete("/{id}", status_code=204)
def delete(id: Id, here: Here) -> None:
    """Deletes a match for good."""
    if not visitor().owns(here.matches.owner(id)):
        raise _somebody_else()
    here.matches.delete(id)


@router.post("/{id}/moves", response_model=answers.MatchAnswer)
async def move(id: Id, change: MoveChange, here: Here) -> Any:
    """Plays a person's move; where dice follow, they are rolled at once."""
    match = await _match(here, id, change.version, guests=True)
    seats = _access(match)["seats"]
    moved = await here.rules.ask(match, questions.move, match, change.move, "person", seats)
    return await _keep(here, moved)


@router.post("/{id}/undo", response_model=answers.MatchAnswer)
async def undo(id: Id, change: Change, here: Here) -> Any:
    """Takes back to the last turn of a person."""
    return await _changed(here, id, change.version, "undo")


@router.post("/{id}/redo", response_model=answers.MatchAnswer)
async def redo(id: Id, change: Change, here: Here) -> Any:
    """Plays again what was taken back, up to the next turn of a person."""
    return await _changed(here, id, change.version, "redo")


@router.post("/{id}/goto", response_model=answers.MatchAnswer)
async def goto(id: Id, change: PlaceChange, here: Here) -> Any:
    """Goes to any moment of the record."""
    return await _changed(here, id, change.version, "go_to", change.at)


@router.post("/{id}/vary", response_model=answers.MatchAnswer)
async def vary(id: Id, change: Variation, here: Here) -> Any:
    """Goes over to a line that was left before; the one under way is kept in its place."""
    return await _changed(here, id, change.version, "vary", change.number)


@router.put("/{id}/invitations", response_model=answers.MatchAnswer)
async def invite(id: Id, change: Invitations, here: Here) -> Any:
    """Gives seats to others: each to whoever shows its token (header `Zermelo-Seat`)."""
    match = await _match(here, id, change.version)
    if not match.sides.keys() >= set(change.sides):
        raise Problem("invalid", _("the match has no such seat"))
    known = match.invites
    invites = {seat: known.get(seat) or secrets.token_urlsafe(18) for seat in change.sides}
    sides = match.sides | dict.fromkeys(invites, Side())
    return await _keep(here, replace(match, invites=invites, sides=sides))


@router.get("/{id}/events", response_class=EventStream, status_code=200, responses=streamed(NEWS))
async def events(id: Id, here: Here) -> EventStream:
    """Tells at once when a match changes: `version` {version}, the first time as it is now."""
    await to_thread(here.matches.owner, id)  # one that there is not is an error, not an event

    async def heard() -> AsyncGenerator[Event | Done, None]:
        async with aclosing(here.matches.versions(id)) as versions:
            async for version in versions:
                yield Event(0, "version", {"version": version})

    return EventStream(heard())


@router.post("/{id}/swap", response_model=answers.MatchAnswer)
async def swap(id: Id, change: Change, here: Here) -> Any:
    """Everybody takes the next seat: of two, each that of the other."""
    return await _changed(here, id, change.version, "swap")


@router.put("/{id}/sides", response_model=answers.MatchAnswer)
async def put_sides(id: Id, change: SidesChange, here: Here) -> Any:
    """Others take the seats."""
    match, sides = await _match(here, id, change.version), change.seated()
    return await _keep(here, await here.rules.ask(match, questions.seat, match, sides))


@router.post("/{id}/reply", response_model=answers.MatchAnswer, responses=streamed(REPLY))
async def reply(id: Id, change: Change, here: Here, request: Request) -> Any:
    """The engine moves for the side to move; the answer comes when it has moved.

    Who accepts `text/event-stream` hears on the way what takes long: `waiting` {ahead}, `note`
    {text}, and at the end `end` with the match, or `problem`.
    """
    match = await _match(here, id, change.version)
    think = await here.rules.ask(match, questions.think, match)
    began, seconds = perf_counter(), here.settings.limits.seconds + 5
    about, short = (match.game, match.parameters), think.is_short and match.game in GAMES

    async def moved(thought: dict[str, Any]) -> Response:
        thought["seconds"] = round(perf_counter() - began, 3)
        new = await here.rules.ask(match, questions.move, match, thought["move"], "engine")
        return await _keep(here, new, thought)

    async def moving() -> AsyncGenerator[Event | Done, None]:
        async with aclosing(here.quick.stream("think", think, seconds, about, short)) as heard:
            async for each in heard:
                if isinstance(each, Done):
                    found = await moved(each.result)
                    yield replace(each, result=json.loads(bytes(found.body)))
                else:
                    yield each

    if hears_events(request):
        return EventStream(moving())
    thought = here.quick.run("think", think, seconds, about, short)
    return await moved(await attended(request, thought))


async def _match(here: Services, id: str, version: int, guests: bool = False) -> Match:
    """The match, of the version that a change is meant for."""
    match = here.matches.cached(id, version)
    if match is None:
        match = await to_thread(here.matches.at_version, id, version)
    if _role(match) not in (("owner", "guest") if guests else ("owner",)):
        raise _somebody_else()
    return match


async def _changed(here: Services, id: str, version: int, what: str, *given: Any) -> Response:
    """Changes a match as its owner wants, by a method of `Session`."""
    match = await _match(here, id, version)
    return await _keep(here, await here.rules.ask(match, questions.change, match, what, *given))


def _invited(match: Match) -> list[str]:
    """The seats whose token the visitor shows."""
    shown = visitor().seat.encode()
    tokens = match.invites.items()
    return [seat for seat, token in tokens if hmac.compare_digest(shown, token.encode())]


def _role(match: Match) -> str:
    """What the visitor is to a match."""
    if _invited(match):
        return "guest"
    return "owner" if visitor().owns(match.owner) else "watcher"


def _access(match: Match) -> dict[str, Any]:
    """What the visitor may do in a match."""
    role = _role(match)
    people = [seat for seat, side in match.sides.items() if side.kind == "person"]
    seats = {
        "owner": [seat for seat in people if seat not in match.invites],
        "guest": _invited(match),
        "watcher": [],
    }
    return {
        "role": role,
        "seats": seats[role],
        "invites": match.invites if role == "owner" else {},
    }


def _somebody_else() -> Problem:
    return Problem("forbidden", _("this match belongs to somebody else: you may look at it"))


async def _keep(here: Services, new: Match, thought: dict[str, Any] | None = None) -> Response:
    """Saves a match that has changed, and shows it."""
    saved = await here.matches.save(new)
    return answer(await _page(here, saved, None, thought))


async def _page(
    here: Services, match: Match, at: int | None, thought: dict[str, Any] | None = None
) -> dict[str, Any]:
    """A match that is kept; where a user's rules cannot draw it, a sentence is its board."""
    try:
        page: dict[str, Any] = await here.rules.ask(match, questions.view, match, at, thought)
    except Problem as problem:
        if match.game not in here.rules.pools or problem.kind not in ("server", "too-long"):
            raise
        asked = (match, at, thought, problem.detail)
        page = await here.rules.ask(match, questions.view, *asked)
    return {**page, **_access(match)}


async def _summaries(here: Services, matches: list[Match | Damaged]) -> list[dict[str, Any]]:
    """The matches as the list shows them; where a user's rules fail, what was saved of them."""
    ordered = {match.id: views.damaged(match) for match in matches if isinstance(match, Damaged)}
    whole = [match for match in matches if isinstance(match, Match)]
    for name in {match.game for match in whole}:
        same = [match for match in whole if match.game == name]
        try:
            shown = await here.rules.ask(name, questions.summaries, same)
        except Problem:
            shown = [views.unplayable(match) for match in same]
        ordered |= {match.id: page for match, page in zip(same, shown, strict=True)}
    return [ordered[match.id] for match in matches]


def answer(
    page: dict[str, Any], status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    """A match as an answer, written here: FastAPI would take another thread for it."""
    text = answers.MatchAnswer.model_validate(page).model_dump_json()
    return Response(text, status, headers, "application/json")
