"""Matches: games that are played and saved.

Every change names the version of the match that it is meant for. Where somebody was faster, in
another window or another request, nothing is changed and the answer is 409.
"""

from __future__ import annotations

import secrets
from asyncio import to_thread
from collections.abc import Callable
from datetime import datetime
from time import perf_counter
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from zermelo.algorithms import algorithm_named
from zermelo.engine.algorithm import ENGINE
from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.report.outcome import outcome_text
from zermelo.web import showing
from zermelo.web.api import answers, fields
from zermelo.web.catalogue import title_of
from zermelo.web.levels import LEVELS, SECONDS, algorithm_for, level_named
from zermelo.web.match import SIDES, Match, Side, Table
from zermelo.web.places import Start
from zermelo.web.problems import Problem
from zermelo.web.state import Here, Shared
from zermelo.web.stream import attended
from zermelo.web.workers.requests import ThinkRequest

router = APIRouter(prefix="/api/matches", tags=["matches"])

Returned = TypeVar("Returned")
Id: TypeAlias = Annotated[str, Path(max_length=32, pattern="^[0-9a-f]+$")]
AT: TypeAlias = Annotated[int, Field(ge=0, le=fields.MOST.moves)]


class SideField(fields.Request):
    """Who plays a side: a person, an engine of a level, or one of your own making."""

    kind: Literal["person", "engine"]
    level: fields.Name | None = Field(None, examples=["student"])
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
            return Side("engine", level_named(self.level).name)
        if self.algorithm is not None:
            algorithm_named(self.algorithm)
        return Side("engine", None, self.algorithm, self.depth, self.time)


class SidesField(fields.Request):
    max: SideField
    min: SideField

    def sides(self) -> dict[str, Side]:
        """Both sides."""
        return {"max": self.max.side(), "min": self.min.side()}


class NewMatch(fields.GamePlace):
    """A match to begin."""

    sides: SidesField


class Change(fields.Request):
    version: fields.Version


class MoveChange(Change):
    move: fields.Move


class PlaceChange(Change):
    at: AT


class SidesChange(Change):
    sides: SidesField


@router.post("", status_code=201, response_model=answers.MatchAnswer)
def begin(new: NewMatch, here: Here) -> Any:
    """Begins a match: from the first position or another, with moves already played or none."""
    place, sides = new.start(), new.sides.sides()
    game = here.places.game(place)
    for side in sides.values():
        _check_side(side, game)
    moves, start = here.places.split(game, place.moves), None
    if place.position is not None:
        start = game.format_state(game.parse_state(place.position))
    told = here.places.told(game, start, moves)
    match = Match(
        id=secrets.token_hex(12),
        game=new.game,
        parameters=dict(place.parameters),
        start=start,
        sides=sides,
        seed=secrets.randbits(31),
    )
    match = Table(here.places, match).rolled(told)
    here.matches.add(match)
    return answer(shown(here, match), 201)


@router.get("", response_model=answers.MatchesAnswer)
def latest(
    here: Here,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    before: Annotated[str | None, Query(max_length=80, description="`next` of a page.")] = None,
) -> Any:
    """The matches changed last."""
    place = None
    if before is not None:
        moment, _underscore, id = before.partition("_")
        try:
            place = datetime.fromisoformat(moment), id
        except ValueError:
            raise Problem("invalid", _("before is what another page gave as next")) from None
        if place[0].tzinfo is None:
            raise Problem("invalid", _("before is what another page gave as next"))
    found = here.matches.latest(limit + 1, place)
    last = found[limit - 1] if len(found) > limit else None
    return {
        "matches": [summary(here, match) for match in found[:limit]],
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
    return answer(shown(here, match, at), 200, {"ETag": tag} if at is None else {})


@router.delete("/{id}", status_code=204)
def delete(id: Id, here: Here) -> None:
    """Deletes a match for good."""
    here.matches.delete(id)


@router.post("/{id}/moves", response_model=answers.MatchAnswer)
async def move(id: Id, change: MoveChange, here: Here) -> Any:
    """Plays a person's move; where dice follow, they are rolled at once."""
    return await _changed(here, id, change.version, lambda table: table.move(change.move, "person"))


@router.post("/{id}/undo", response_model=answers.MatchAnswer)
async def undo(id: Id, change: Change, here: Here) -> Any:
    """Takes back to the last turn of a person."""
    return await _changed(here, id, change.version, Table.undone)


@router.post("/{id}/redo", response_model=answers.MatchAnswer)
async def redo(id: Id, change: Change, here: Here) -> Any:
    """Plays again what was taken back, up to the next turn of a person."""
    return await _changed(here, id, change.version, Table.redone)


@router.post("/{id}/goto", response_model=answers.MatchAnswer)
async def goto(id: Id, change: PlaceChange, here: Here) -> Any:
    """Goes to any moment of the record."""
    return await _changed(here, id, change.version, lambda table: table.gone(change.at))


@router.post("/{id}/swap", response_model=answers.MatchAnswer)
async def swap(id: Id, change: Change, here: Here) -> Any:
    """The two sides change places."""

    def swapped(table: Table) -> Match:
        sides = table.match.sides
        return table.with_sides({"max": sides["min"], "min": sides["max"]})

    return await _changed(here, id, change.version, swapped)


@router.put("/{id}/sides", response_model=answers.MatchAnswer)
async def put_sides(id: Id, change: SidesChange, here: Here) -> Any:
    """Others play the two sides."""

    def seated(table: Table) -> Match:
        sides = change.sides.sides()
        for side in sides.values():
            _check_side(side, table.game)
        return table.with_sides(sides)

    return await _changed(here, id, change.version, seated)


@router.post("/{id}/reply", response_model=answers.MatchAnswer)
async def reply(id: Id, change: Change, here: Here, request: Request) -> Any:
    """The engine moves for the side to move; the answer comes when it has moved."""
    match, think = await to_thread(_asked, here, id, change.version)
    began = perf_counter()
    about = (match.game, match.parameters)
    thought = await attended(
        request, here.quick.run("think", think, here.settings.limits.seconds + 5, about)
    )
    thought["seconds"] = round(perf_counter() - began, 3)

    def play(table: Table) -> Match:
        return table.move(thought["move"], "engine")

    return await _changed(here, id, change.version, play, thought)


def _asked(here: Shared, id: str, version: int) -> tuple[Match, ThinkRequest]:
    """The match, and what the engine is asked to think about."""
    match = here.matches.seen(id, version)
    table = Table(here.places, match)
    side = table.side()
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
    chosen = algorithm_for(algorithm, table.game)
    return match, ThinkRequest(start, chosen, depth, time or SECONDS)


async def _changed(
    here: Shared,
    id: str,
    version: int,
    change: Callable[[Table], Match],
    thought: dict[str, Any] | None = None,
) -> Response:
    match = here.matches.kept(id, version)
    if match is None:
        match = await to_thread(here.matches.seen, id, version)
    table = Table(here.places, match)
    new = await _done(here, table.game, lambda: change(table))
    saved = await here.matches.save(new)
    return await _done(here, table.game, lambda: answer(shown(here, saved, None, thought)))


async def _done(here: Shared, game: Any, work: Callable[[], Returned]) -> Returned:
    """Does the work: at once if it is quick, for another thread would take longer to begin."""
    return work() if here.shelf.is_quick(game) else await to_thread(work)


def _check_side(side: Side, game: Any) -> None:
    """Refuses an algorithm that cannot play the game."""
    if side.algorithm is not None:
        algorithm_named(algorithm_for(side.algorithm, game)).check(game, {})


# --- what is shown -------------------------------------------------------------------------------


def answer(
    page: dict[str, Any], status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    """A match as an answer, written here: FastAPI would take another thread for it."""
    text = answers.MatchAnswer.model_validate(page).model_dump_json()
    return Response(text, status, headers, "application/json")


def shown(
    here: Shared, match: Match, at: int | None = None, thought: dict[str, Any] | None = None
) -> dict[str, Any]:
    """A match as the page shows it, or its position after some moves of the record."""
    table = Table(here.places, match)
    seen = match.played if at is None else table.gone(at).played
    position = showing.position(here.places, match.game, table.game, match.start, seen)
    return {
        "id": match.id,
        "version": match.version,
        "game": match.game,
        "title": position["title"],
        "parameters": position["parameters"],
        "sides": _sides(table),
        "start": match.start,
        "record": list(match.record),
        "at": match.at,
        "turn": _turn(table),
        "can_undo": table.can_undo,
        "can_redo": table.can_redo,
        "created": match.created,
        "updated": match.updated,
        "position": position,
        "thought": thought,
    }


def summary(here: Shared, match: Match) -> dict[str, Any]:
    """A match in the list of them; of a game that is not here now, only what was saved."""
    known: dict[str, Any] = {
        "id": match.id,
        "version": match.version,
        "game": match.game,
        "title": title_of(match.game),
        "at": match.at,
        "updated": match.updated,
    }
    try:
        table = Table(here.places, match)
        game, state = table.game, table.state()
    except ZermeloError:
        known |= {"parameters": match.parameters, "sides": None, "playable": False}
        return known
    return {
        **known,
        "parameters": here.shelf.values(match.game, game),
        "sides": _sides(table),
        "over": table.over,
        "outcome": outcome_text(game, state) if table.over else None,
        "turn": _turn(table),
        "position": game.format_state(state),
        "playable": True,
    }


def _sides(table: Table) -> dict[str, Any]:
    return {
        name: {**vars(table.match.sides[name]), "title": table.match.sides[name].title(table.game)}
        for name in SIDES
    }


def _turn(table: Table) -> dict[str, Any] | None:
    side = table.side()
    return None if side is None else {"side": side, "kind": table.match.sides[side].kind}
