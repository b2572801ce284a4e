"""What is asked of the rules of a game: functions that `Rules` calls here or in another process.

What they give is made of plain values and of our own classes: whatever a user's rules return,
nothing of theirs comes back to the server.
"""

from __future__ import annotations

import hashlib
import pickle
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from zermelo.algorithms import ALL, algorithm_named
from zermelo.engine.algorithm import ENGINE
from zermelo.game import Game, ZermeloError, collecting_notes
from zermelo.games.catalogue import ALL as GAMES
from zermelo.history import checked
from zermelo.language import _
from zermelo.web import catalogue, views
from zermelo.web.levels import (
    LEVELS,
    PERFECT,
    SECONDS,
    Level,
    algorithm_for,
    is_usual_chess,
    opponent_named,
)
from zermelo.web.match import Match, Session, Side, seats_of
from zermelo.web.positions import Positions, Start, action_of, text_of
from zermelo.web.problems import Problem
from zermelo.web.workers.requests import ThinkRequest

CHECKING: Final = 3.0  # seconds
MOST: Final = 3  # broken rules that are told

# --- games and positions -------------------------------------------------------------------------


def describe(positions: Positions, name: str) -> Any:
    """A game as the gallery shows it."""
    return plain(catalogue.describe(positions.registry, name))


def broken(positions: Positions, name: str) -> list[str]:
    """The rules that a game breaks, as a check of a moment finds them; the worst are first."""
    from zermelo.check import check_game  # not at every start

    game = catalogue.usual(positions.registry, name)
    found = [] if game is None else check_game(game, seconds=CHECKING)
    return [plain(str(each)) for each in sorted(found, key=lambda each: not each.grave)[:MOST]]


def levels(positions: Positions, start: Start) -> Any:
    """The levels of the opponent in a game from a position, the weakest first."""
    game = positions.game(start)
    table = positions.tables.offers(game, positions.after(game, start.position, ()))
    others = map(opponent_named, positions.registry.setup.opponents if is_usual_chess(game) else ())
    return [
        {"name": level.name, "title": level.title, "summary": level.summary(game)}
        for level in (*LEVELS.values(), *others)
        if table or level.name != PERFECT
        if level.convention is None or _as_in_lecture(positions, start, level)
    ]


def look(positions: Positions, start: Start) -> Any:
    """A position as the pages show it, with what its text may not mean."""
    game = positions.game(start)
    moves = positions.split(game, start.moves)
    with collecting_notes() as notes:
        if start.position is not None:
            game.parse_state(start.position)  # for its notes: a cached state has none
        view = views.position_view(positions, start.game or "", game, start.position, moves)
    return plain({**view, "notes": list(dict.fromkeys(notes))})


def place(positions: Positions, start: Start, move: str | None) -> tuple[str | None, str | None]:
    """By what a position is known again, and that after a move; None where it cannot be."""
    game, state, history = positions.find(start)
    after = None
    if move is not None and not game.is_terminal(state):
        child = game.result(state, action_of(game, state, move))
        after = _mark(child, checked(game, (*history, state), child))
    return _mark(state, history), after


def _mark(state: Any, history: tuple[Any, ...]) -> str | None:
    try:
        return hashlib.sha256(pickle.dumps((state, history))).hexdigest()
    except (pickle.PicklingError, TypeError, AttributeError):
        return None


# --- matches -------------------------------------------------------------------------------------


def begin(positions: Positions, start: Start, sides: dict[str, Side]) -> Match:
    """A match from a position, with moves already played or none."""
    game = positions.game(start)
    _check_sides(positions, sides, start)
    moves, text = positions.split(game, start.moves), None
    if start.position is not None:
        text = game.format_state(game.parse_state(start.position))
    moves = positions.normalise(game, text, moves)
    match = Match(
        id=secrets.token_hex(12),
        game=start.game or "",
        parameters=dict(start.parameters),
        start=plain(text),
        sides=sides,
        seed=secrets.randbits(31),
    )
    return _plain_match(Session(positions, match).roll(moves))


def move(
    positions: Positions, match: Match, text: str, kind: str, seats: Sequence[str] | None = None
) -> Match:
    """The match after a move of a person or an engine, and of the dice after it."""
    return _plain_match(Session(positions, match).move(text, kind, seats))


def change(positions: Positions, match: Match, what: str, *given: Any) -> Match:
    """The match after a change that is a method of `Session`."""
    changed: Match = getattr(Session(positions, match), what)(*given)
    return changed


def seat(positions: Positions, match: Match, sides: dict[str, Side]) -> Match:
    """The match with others to play it."""
    _check_sides(positions, sides, _start_of(match))
    return Session(positions, match).with_sides(sides)


def think(positions: Positions, match: Match) -> ThinkRequest:
    """What the engine is asked to think about."""
    session = Session(positions, match)
    match, side = session.match, session.side()
    if side is None:
        raise Problem("over", _("the game is over: take a move back, or begin a new one"))
    player = session.sides[side]
    if player.kind != "engine":
        raise Problem("not-your-turn", _("it is a person's turn"))
    algorithm, depth, time = player.algorithm or ENGINE.name, player.depth, player.time
    start, convention = _start_of(match), None
    if player.level is not None:
        level = opponent_named(player.level)
        algorithm, depth, time = level.algorithm, level.depth, level.time
        lecture = _as_in_lecture(positions, start, level)
        if lecture and not positions.game(lecture).is_terminal(session.standing().state):
            start, convention = lecture, level.convention
    start = replace(start, moves=match.played)
    chosen = algorithm_for(algorithm, session.game)
    return ThinkRequest(start, chosen, depth, time or SECONDS, convention)


def view(positions: Positions, match: Match, *looks: Any) -> Any:
    """A match as the page shows it (see `views.match_view`)."""
    return plain(views.match_view(positions, match, *looks))


def summaries(positions: Positions, matches: list[Match]) -> list[Any]:
    """Matches as the list of them shows them: one that its game no longer knows says only that."""
    found = []
    for match in matches:
        try:
            found.append(plain(views.match_summary(positions, match)))
        except Exception:  # whatever its rules or its row do, the others are shown
            found.append(views.unplayable(match))
    return found


def _start_of(match: Match) -> Start:
    """Where a match began."""
    return Start(match.game, tuple(match.parameters.items()), None, match.start)


def _as_in_lecture(positions: Positions, start: Start, level: Level) -> Start | None:
    """The same with the rules that the agent of a lecture has in mind; None: it has others."""
    rules = GAMES[start.game].lectures.get(level.convention or "") if start.game in GAMES else None
    if rules is None:
        return None
    found = replace(start, parameters=tuple({**dict(start.parameters), **rules}.items()))
    try:
        positions.game(found)
    except ZermeloError:
        return None
    return found


def _check_sides(positions: Positions, sides: dict[str, Side], start: Start) -> None:
    """Refuses seats that the game does not have, and who cannot play there."""
    seats = seats_of(positions.game(start))
    if set(sides) != set(seats):
        words = _("sides must say who plays each of: {seats}")
        raise Problem("invalid", words.format(seats=", ".join(seats)))
    for side in sides.values():
        _check_side(positions, side, start)


def _check_side(positions: Positions, side: Side, start: Start) -> None:
    """Refuses an algorithm, or a level, that cannot play the game."""
    game, level = positions.game(start), opponent_named(side.level) if side.level else None
    if side.level == PERFECT and not positions.tables.offers(
        game, positions.after(game, start.position, ())
    ):
        raise Problem("invalid", no_table())
    if level and level.is_other:
        check_opponent(positions, level.name, game)
    if level and level.convention and not _as_in_lecture(positions, start, level):
        words = _("{level} plays only the game of its lecture: choose another level")
        raise Problem("invalid", words.format(level=level.title))
    if side.algorithm is not None:
        algorithm_named(algorithm_for(side.algorithm, game), ALL).check(game, {})


def check_opponent(positions: Positions, name: str, game: Game[Any, Any]) -> None:
    """Refuses a program that the server was not started with, or that does not play the game."""
    if name not in positions.registry.setup.opponents or not is_usual_chess(game):
        raise Problem("invalid", _("this server has no such opponent: choose another level"))


def no_table() -> str:
    """Why nobody is perfect."""
    return _("no tablebase has this position, and the game is large: choose another level")


# --- plain values --------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """The same in plain values: a text of a class of a user's is a text."""
    if value is None or type(value) in (bool, int, float, str, datetime):
        return value
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, str):
        return str.__str__(value)
    for kind in (bool, int, float):
        if isinstance(value, kind):
            return kind(value)
    return str.__str__(str(value))


def _plain_match(match: Match) -> Match:
    for move in match.record:
        text_of(move, "format_action")
    return replace(match, record=tuple(plain(match.record)))
