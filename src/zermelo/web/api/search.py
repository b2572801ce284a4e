"""One search by one of the algorithms."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field

from zermelo.web.api.answers import SearchAnswer
from zermelo.web.api.fields import MOST, AnyPlace, SearchSettings
from zermelo.web.services import Here
from zermelo.web.stream import attended
from zermelo.web.workers.requests import SearchRequest

router = APIRouter(prefix="/api", tags=["search"])


class SearchBody(AnyPlace, SearchSettings):
    """A position of a game or a tree, and how to search it."""

    all_moves: bool = Field(False, description="Find the value of every move.")
    time: Annotated[float, Field(gt=0, le=MOST.seconds)] = MOST.seconds


@router.post("/search", response_model=SearchAnswer)
async def search(body: SearchBody, here: Here, request: Request) -> Any:
    """Searches a position and tells its value for MAX, the best move and the expected line."""
    settings = body.settings() | {"all_moves": body.all_moves or None, "time": body.time}
    message = SearchRequest(body.start(), settings)
    return await attended(request, here.quick.run("search", message, body.time + 5))
