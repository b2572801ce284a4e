"""Positions: what they look like, and what may be played there."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from zermelo.game import collecting_notes
from zermelo.web import views
from zermelo.web.api.answers import PositionAnswer
from zermelo.web.api.fields import GamePlace
from zermelo.web.services import Here

router = APIRouter(prefix="/api", tags=["positions"])


@router.post("/positions", response_model=PositionAnswer)
def position(place: GamePlace, here: Here) -> Any:
    """A position of a game after some moves: the board, the legal moves, how it ended."""
    start = place.start()
    game = here.positions.game(start)
    moves = here.positions.split(game, start.moves)
    with collecting_notes() as notes:
        if start.position is not None:
            game.parse_state(start.position)  # for its notes: a cached state has none
        view = views.position_view(here.positions, place.game, game, start.position, moves)
    return {**view, "notes": list(dict.fromkeys(notes))}
