"""Positions: what they look like, and what may be played there."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from zermelo.web import questions
from zermelo.web.api.answers import PositionAnswer
from zermelo.web.api.fields import GamePlace
from zermelo.web.services import Here

router = APIRouter(prefix="/api", tags=["positions"])


@router.post("/positions", response_model=PositionAnswer)
async def position(place: GamePlace, here: Here) -> Any:
    """A position of a game after some moves: the board, the legal moves, how it ended."""
    start = place.start()
    return await here.rules.ask(start, questions.look, start)
