"""Matches: games that are played and saved.

Every change names the version of the match that it is meant for. Where somebody was faster, in
another window or another request, nothing is changed and the answer is 409.
"""

from __future__ import annotations

import json
import secrets
from asyncio import to_thread
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace
from datetime import datetime
from time import perf_counter
from typing import Annotated, Any, TypeAlias, TypeVar

from fastapi import APIRouter, Path, Query, Request, Response

from zermelo.algorithms import algorithm_named
from zermelo.engine.algorithm import ENGINE
from zermelo.language import _
from zermelo.web import views
from zermelo.web.api import answers
from zermelo.web.api.events import REPLY, streamed
from zermelo.web.api.match_bodies import (
    AT,
    Change,
    MoveChange,
    NewMatch,
    PlaceChange,
    SidesChange,
)
from zermelo.web.levels import LEVELS, SECONDS, algorithm_for
from zermelo.web.match import Match, Session, Side
from zermelo.web.positions import Start
from zermelo.web.problems import Problem
from zermelo.web.services import Here, Services
from zermelo.web.stream import EventStream, attended, hears_events
from zermelo.web.workers.messages import Done, Event
from zermelo.web.workers.requests import ThinkRequest

router = APIRouter(prefix="/api/matches", tags=["matches"])

Returned = TypeVar("Returned")
Id: TypeAlias = Annotated[str, Path(max_length=32, pattern="^[0-9a-f]+$")]


@router.post("", status_code=201, response_model=answers.MatchAnswer)
def begin(new: NewMatch, here: Here) -> Any:
    """Begins a match: from the first position or another, with moves already played or none."""
    position, sides = new.start(), new.sides.sides()
    game = here.positions.game(position)
    for side in sides.values():
        _check_side(side, game)
    moves, start = here.positions.split(game, position.moves), None
    if position.position is not None:
        start = game.format_state(game.parse_state(position.position))
    moves = here.positions.normalise(game, start, moves)
    match = Match(
        id=secrets.token_hex(12),
        game=new.game,
        parameters=dict(position.parameters),
        start=start,
        sides=sides,
        seed=secrets.randbits(31),
    )
    match = Session(here.positions, match).roll(moves)
    here.matches.add(match)
    return answer(views.match_view(here, match), 201)


@router.get("", response_model=answers.MatchesAnswer)
def latest(
    here: Here,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    before: Annotated[str | None, Query(max_length=80, description="`next` of a page.")] = None,
) -> Any:
    """The matches changed last."""
    cursor = None
    if before is not None:
        moment, _underscore, id = before.partition("_")
        try:
            cursor = datetime.fromisoformat(moment), id
        except ValueError:
            raise Problem("invalid", _("before is what another page gave as next")) from None
        if cursor[0].tzinfo is None:
            raise Problem("invalid", _("before is what another page gave as next"))
    found = here.matches.latest(limit + 1, cursor)
    last = found[limit - 1] if len(found) > limit else None
    return {
        "matches": [views.match_summary(here, match) for match in found[:limit]],
        "next": None if last is None else f"{last.updated.isoformat()}_{last.id}",
    }


@router.get(
    "/{id}", response_model=answers.MatchAnswer, responses={304: {"description": "As known."}}
)
def get(
    id: Id,
    here: Here,
    request: Request,
    at: Annotated[AT | None, Query(description="Show the position after so many moves.")] = None,
) -> Any:
    """A match."""
    match = here.matches.get(id)
    tag = f'"{match.version}"'
    if at is None and request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"ETag": tag})
    return answer(views.match_view(here, match, at), 200, {"ETag": tag} if at is None else {})


@router.delete("/{id}", status_code=204)
def delete(id: Id, here: Here) -> None:
    """Deletes a match for good."""
    here.matches.delete(id)


@router.post("/{id}/moves", response_model=answers.MatchAnswer)
async def move(id: Id, change: MoveChange, here: Here) -> Any:
    """Plays a person's move; where dice follow, they are rolled at once."""
    return await _change(
        here, id, change.version, lambda session: session.move(change.move, "person")
    )


@router.post("/{id}/undo", response_model=answers.MatchAnswer)
async def undo(id: Id, change: Change, here: Here) -> Any:
    """Takes back to the last turn of a person."""
    return await _change(here, id, change.version, Session.undo)


@router.post("/{id}/redo", response_model=answers.MatchAnswer)
async def redo(id: Id, change: Change, here: Here) -> Any:
    """Plays again what was taken back, up to the next turn of a person."""
    return await _change(here, id, change.version, Session.redo)


@router.post("/{id}/goto", response_model=answers.MatchAnswer)
async def goto(id: Id, change: PlaceChange, here: Here) -> Any:
    """Goes to any moment of the record."""
    return await _change(here, id, change.version, lambda session: session.go_to(change.at))


@router.post("/{id}/swap", response_model=answers.MatchAnswer)
async def swap(id: Id, change: Change, here: Here) -> Any:
    """The two sides change places."""

    def exchange(session: Session) -> Match:
        sides = session.match.sides
        return session.with_sides({"max": sides["min"], "min": sides["max"]})

    return await _change(here, id, change.version, exchange)


@router.put("/{id}/sides", response_model=answers.MatchAnswer)
async def put_sides(id: Id, change: SidesChange, here: Here) -> Any:
    """Others play the two sides."""

    def seat(session: Session) -> Match:
        sides = change.sides.sides()
        for side in sides.values():
            _check_side(side, session.game)
        return session.with_sides(sides)

    return await _change(here, id, change.version, seat)


@router.post("/{id}/reply", response_model=answers.MatchAnswer, responses=streamed(REPLY))
async def reply(id: Id, change: Change, here: Here, request: Request) -> Any:
    """The engine moves for the side to move; the answer comes when it has moved.

    Who accepts `text/event-stream` hears on the way what takes long: `waiting` {ahead}, `note`
    {text}, and at the end `end` with the match, or `problem`.
    """
    match, think = await to_thread(_think_request, here, id, change.version)
    began, seconds = perf_counter(), here.settings.limits.seconds + 5
    about = (match.game, match.parameters)

    async def moved(thought: dict[str, Any]) -> Response:
        thought["seconds"] = round(perf_counter() - began, 3)

        def play(session: Session) -> Match:
            return session.move(thought["move"], "engine")

        return await _change(here, id, change.version, play, thought)

    async def moving() -> AsyncGenerator[Event | Done, None]:
        async with aclosing(here.quick.stream("think", think, seconds, about)) as heard:
            async for each in heard:
                if isinstance(each, Done):
                    found = await moved(each.result)
                    yield replace(each, result=json.loads(bytes(found.body)))
                else:
                    yield each

    if hears_events(request):
        return EventStream(moving())
    return await moved(await attended(request, here.quick.run("think", think, seconds, about)))


def _think_request(here: Services, id: str, version: int) -> tuple[Match, ThinkRequest]:
    """The match, and what the engine is asked to think about."""
    match = here.matches.at_version(id, version)
    session = Session(here.positions, match)
    side = session.side()
    if side is None:
        raise Problem("over", _("the game is over: take a move back, or begin a new one"))
    player = match.sides[side]
    if player.kind != "engine":
        raise Problem("not-your-turn", _("it is a person's turn"))
    algorithm, depth, time = player.algorithm or ENGINE.name, player.depth, player.time
    if player.level is not None:
        level = LEVELS[player.level]
        algorithm, depth, time = level.algorithm, level.depth, level.time
    start = Start(match.game, tuple(match.parameters.items()), None, match.start, match.played)
    chosen = algorithm_for(algorithm, session.game)
    return match, ThinkRequest(start, chosen, depth, time or SECONDS)


async def _change(
    here: Services,
    id: str,
    version: int,
    change: Callable[[Session], Match],
    thought: dict[str, Any] | None = None,
) -> Response:
    match = here.matches.cached(id, version)
    if match is None:
        match = await to_thread(here.matches.at_version, id, version)
    session = Session(here.positions, match)
    new = await _run(here, session.game, lambda: change(session))
    saved = await here.matches.save(new)
    return await _run(
        here, session.game, lambda: answer(views.match_view(here, saved, None, thought))
    )


async def _run(here: Services, game: Any, work: Callable[[], Returned]) -> Returned:
    """Does the work: at once if it is quick, for another thread would take longer to begin."""
    return work() if here.registry.is_quick(game) else await to_thread(work)


def _check_side(side: Side, game: Any) -> None:
    """Refuses an algorithm that cannot play the game."""
    if side.algorithm is not None:
        algorithm_named(algorithm_for(side.algorithm, game)).check(game, {})


def answer(
    page: dict[str, Any], status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    """A match as an answer, written here: FastAPI would take another thread for it."""
    text = answers.MatchAnswer.model_validate(page).model_dump_json()
    return Response(text, status, headers, "application/json")
