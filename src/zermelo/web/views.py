"""Positions and matches as the pages show them."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, Final

from zermelo.board import card
from zermelo.door import begun_by_other, winner, winner_by
from zermelo.game import Game, MultiplayerGame
from zermelo.language import _
from zermelo.names import player_code
from zermelo.numbers import plain
from zermelo.report.outcome import outcome_text, repetition_text
from zermelo.web.catalogue import title_of
from zermelo.web.facts import players_of
from zermelo.web.match import Damaged, Match, Session
from zermelo.web.positions import Positions, Standing, action_of, moves_of, text_of

KEPT: Final = ("id", "version", "game", "at", "updated")  # of a match, shown as they are


def position_view(
    positions: Positions,
    name: str,
    game: Game[Any, Any],
    start: str | None,
    played: Sequence[str],
    undrawn: str | None = None,
) -> dict[str, Any]:
    """The position after moves from a start, as JSON holds it.

    Where its drawing failed before, `undrawn` says how, and stands in its place.
    """
    moves = tuple(played)
    standing = positions.standing(game, start, moves)
    state, value, outcome, won = standing.state, *ending(game, standing)
    last = None
    if moves:
        before = positions.after(game, start, moves[:-1])
        last = action_of(game, before, moves[-1])
    other = None if start is not None or moves else begun_by_other(game)
    over = outcome is not None
    if undrawn is None:
        text = text_of(game.draw(state), "draw")
        board = text_of(game.draw_svg(state, last), "draw_svg")
    else:
        text = _("the board cannot be drawn: {what}").format(what=undrawn)
        board = card(name, "\n".join(wrap(text, 40)))
    return {
        "game": name,
        "title": title_of(name),
        "parameters": positions.registry.values(name, game),
        "position": text_of(game.format_state(state), "format_state"),
        "players": players_of(name, game),
        "to_move": None if over else player_code(game, game.to_move(state)),
        "over": over,
        "value": value,
        "outcome": outcome,
        "winner": won,
        "moves": [] if over else moves_of(game, state),
        "played": list(moves),
        "last": moves[-1] if moves else None,
        "text": text,
        "board": board,
        "other": None if other is None else text_of(game.format_state(other), "format_state"),
    }


def ending(game: Game[Any, Any], standing: Standing) -> tuple[Any, str | None, str | None]:
    """The value of a match that is over, how it ended, and the winner; nothing while it goes on."""
    state, mover = standing.state, standing.brought_back_by
    if mover is not None:
        value = game.repeated(mover)
        return plain(value), repetition_text(game, value), _named(game, winner_by(value))
    if not game.is_terminal(state):
        return None, None, None
    won = _named(game, winner(game, state))
    return plain(game.utility(state)), outcome_text(game, state), won


def _named(game: Game[Any, Any], player: int | None) -> str:
    """The code of who has won; of two players 0 is nobody, of several None."""
    nobody = player is None if isinstance(game, MultiplayerGame) else not player
    return "nobody" if player is None or nobody else player_code(game, player)


def match_view(
    positions: Positions,
    match: Match,
    at: int | None = None,
    thought: dict[str, Any] | None = None,
    undrawn: str | None = None,
) -> dict[str, Any]:
    """A match as the page shows it, or its position after some moves of the record."""
    session = Session(positions, match)
    lost = len(match.record) - len(session.match.record)
    match = session.match
    moves = match.played if at is None else session.go_to(at).played
    position = position_view(positions, match.game, session.game, match.start, moves, undrawn)
    return {
        **{name: getattr(match, name) for name in (*KEPT, "start", "created")},
        "guests": [seat for seat in session.seats if seat in match.invites],
        "title": position["title"],
        "parameters": position["parameters"],
        "sides": _sides(session),
        "record": list(match.record),
        "lost": lost,
        "movers": session.movers(),
        "variations": [list(line) for line in match.variations],
        "written": [session.written(line) for line in (match.record, *match.variations)],
        "turn": _turn(session),
        "can_undo": session.can_undo,
        "can_redo": session.can_redo,
        "position": position,
        "thought": thought,
    }


def unplayable(match: Match) -> dict[str, Any]:
    """A match in the list of them whose game is not here now: only what was saved."""
    known = {name: getattr(match, name) for name in (*KEPT, "parameters")}
    return {**known, "title": title_of(match.game), "sides": None, "playable": False}


def damaged(match: Damaged) -> dict[str, Any]:
    """A match in the list of them whose row cannot be read."""
    nothing = {"version": 0, "game": "", "at": 0, "parameters": {}, "sides": None}
    known = {"id": match.id, "title": match.id, "updated": match.updated}
    return {**nothing, **known, "playable": False, "problem": match.problem}


def match_summary(positions: Positions, match: Match) -> dict[str, Any]:
    """A match in the list of them."""
    session = Session(positions, match)
    game, standing = session.game, session.standing()
    _value, outcome, won = ending(game, standing)
    return {
        **unplayable(match),
        "parameters": positions.registry.values(match.game, game),
        "sides": _sides(session),
        "over": session.is_over(),
        "outcome": outcome,
        "turn": _turn(session),
        "winner": won,
        "position": game.format_state(standing.state),
        "board": text_of(game.draw_svg(standing.state), "draw_svg"),
        "playable": True,
    }


def _sides(session: Session) -> dict[str, Any]:
    return {
        seat: {**vars(side), "title": side.title(session.game)}
        for seat, side in session.sides.items()
    }


def _turn(session: Session) -> dict[str, Any] | None:
    side = session.side()
    return None if side is None else {"side": side, "kind": session.sides[side].kind}
