"""A position as the page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.game import PLAYER_NAMES, Game
from zermelo.numbers import plain
from zermelo.report.outcome import outcome_text
from zermelo.web.catalogue import title_of
from zermelo.web.places import Places, action_of, moves_of


def position(
    places: Places, name: str, game: Game[Any, Any], start: str | None, played: Sequence[str]
) -> dict[str, Any]:
    """The position after moves from a start."""
    moves = tuple(played)
    state = places.after(game, start, moves)
    last = None
    if moves:
        before = places.after(game, start, moves[:-1])
        last = action_of(game, before, moves[-1])
    over = game.is_terminal(state)
    value = game.utility(state) if over else None
    return {
        "game": name,
        "title": title_of(name),
        "parameters": places.shelf.values(name, game),
        "position": game.format_state(state),
        "to_move": None if over else PLAYER_NAMES[game.to_move(state)],
        "over": over,
        "value": plain(value),
        "outcome": outcome_text(game, state) if over else None,
        "moves": moves_of(game, state),
        "played": list(moves),
        "last": moves[-1] if moves else None,
        "text": game.draw(state),
        "board": game.draw_svg(state, last),
    }
