"""A match as a value: whatever is done, the record and the position agree."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.games.catalogue import ALL as GAMES
from zermelo.web.match import Match, Session, Side, seats_of
from zermelo.web.positions import Positions, moves_of
from zermelo.web.problems import Problem
from zermelo.web.registry import GameRegistry
from zermelo.web.settings import Setup
from zermelo.web.views import ending

POSITIONS = Positions(GameRegistry(Setup()))
PERSON, ENGINE = Side(), Side("engine", "student")


def new(game: str, *sides: Side) -> Match:
    """A match between these, or people at all seats."""
    seats = seats_of(POSITIONS.registry.game(game, {}))
    seated = dict(zip(seats, sides or [PERSON] * len(seats), strict=True))
    return Match("id", game, {}, None, seated, seed=7)


@given(st.sampled_from(sorted(GAMES)), st.data())
def test_whatever_is_done_the_record_leads_to_the_position(game: str, data: st.DataObject) -> None:
    match = new(game)
    for _step in range(12):
        session = Session(POSITIONS, match)
        what = data.draw(st.sampled_from(["move", "move", "move", "undo", "redo", "goto"]))
        before = match
        if what == "move" and session.side():
            legal = [move["move"] for move in moves_of(session.game, session.standing().state)]
            match = session.move(str(data.draw(st.sampled_from(legal))), "person")
            assert match.record[: before.at] == before.played
            assert len(match.record) >= match.at > before.at
            kept = (match.record, *match.variations)  # nothing that was played is lost
            assert any(line[: len(before.record)] == before.record for line in kept)
            for line in match.variations:
                Session(POSITIONS, replace(match, record=line, at=len(line))).standing()
        elif what == "undo" and session.can_undo:
            match = session.undo()
            assert match.at < before.at
        elif what == "redo" and session.can_redo:
            match = session.redo()
            assert match.at > before.at
        elif what == "goto":
            match = session.go_to(data.draw(st.integers(0, len(match.record))))
        if what != "move":
            assert match.record == before.record
        game_ = Session(POSITIONS, match).game
        state = game_.initial()
        for text in match.played:  # the slow, obvious way to the position
            options = {str(move["move"]) for move in moves_of(game_, state)}
            assert text in options
            state = POSITIONS.after(game_, game_.format_state(state), (text,))
        assert Session(POSITIONS, match).standing().state == state


def test_undo_then_redo_is_nothing() -> None:
    match = new("tictactoe")
    for move in ("a1", "b2", "c3"):
        match = Session(POSITIONS, match).move(move, "person")
    assert Session(POSITIONS, Session(POSITIONS, match).undo()).redo() == match


def test_undo_against_an_engine_skips_its_moves() -> None:
    match = replace(new("tictactoe", PERSON, ENGINE), record=("a1", "b2", "c3", "a2"), at=4)
    assert Session(POSITIONS, match).undo().at == 2
    assert Session(POSITIONS, replace(match, at=2)).undo().at == 0
    alone = replace(match, sides={"max": ENGINE, "min": ENGINE})
    assert Session(POSITIONS, alone).undo().at == 3


def test_nothing_to_undo_or_redo() -> None:
    session = Session(POSITIONS, new("tictactoe"))
    assert (session.can_undo, session.can_redo) == (False, False)
    with pytest.raises(Problem):
        session.undo()
    with pytest.raises(Problem):
        session.redo()
    # The engine began: there is no turn of a person to go back to.
    begun = replace(new("tictactoe", ENGINE, PERSON), record=("a1",), at=1)
    assert not Session(POSITIONS, begun).can_undo


def test_a_match_ends_when_its_position_comes_back() -> None:
    game = Session(POSITIONS, new("morris")).game
    start = "x.o/.../.../....../.../x.x/o.o x"
    match = replace(new("morris"), start=game.format_state(game.parse_state(start)))
    for move in ("a7-d7", "g7-g4", "d7-a7"):
        match = Session(POSITIONS, match).move(move, "person")
        assert Session(POSITIONS, match).side() is not None
    match = Session(POSITIONS, match).move("g4-g7", "person")
    session = Session(POSITIONS, match)
    assert (session.is_over(), session.side()) == (True, None)
    words = "The position was there before. A draw."
    assert ending(session.game, session.standing()) == (0, words, "nobody")
    with pytest.raises(Problem):
        session.move("a7-d7", "person")
    taken_back = session.undo()
    assert not Session(POSITIONS, taken_back).is_over()
