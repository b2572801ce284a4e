"""Matches of one player, and of three: seats, turns, what each gets, engines and analysis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.players import Round
from tests.web.api.test_analysis import analyse, parts
from tests.web.api.test_matches import begin, change, seen
from tests.web.browser import Browser, kind_of
from tests.web.samples import FOR_ONE_OR_MORE
from zermelo.games.last_match import LastMatch
from zermelo.search import maxn
from zermelo.web.app import create_app
from zermelo.web.match import Side
from zermelo.web.settings import Limits, ServerSettings, Setup

PERSON = {"kind": "person"}
CLUB = {"kind": "engine", "level": "club"}
THREE = {"p1": PERSON, "p2": CLUB, "p3": CLUB}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Somebody who asks an app with games for one and for three."""
    setup = Setup(games=FOR_ONE_OR_MORE, limits=Limits(seconds=60))
    address = f"sqlite:///{tmp_path_factory.mktemp('seats') / 'zermelo.db'}"
    settings = ServerSettings(database=address, setup=setup, quick=1, steady=1, patience=300)
    with Browser(create_app(settings)) as asking:
        yield asking


def names(page: Any) -> dict[str, str]:
    return {seat: player["name"] for seat, player in page["players"].items()}


def test_three_play_and_everybody_reads_what_each_got(table: Browser) -> None:
    match = begin(table, "Round", dict.fromkeys(("p1", "p2", "p3"), PERSON))
    assert names(match["position"]) == {"p1": "Ann", "p2": "Bob", "p3": "Cat"}
    assert match["seats"] == ["p1", "p2", "p3"]
    for seat in ("p1", "p3", "p2"):  # after two comes Cat, and after four Bob
        assert (match["turn"]["side"], match["position"]["to_move"]) == (seat, seat.upper())
        match = change(table, match, "moves", move="2")
    assert match["movers"] == ["P1", "P3", "P2"]
    position = match["position"]
    assert (position["over"], position["value"], position["winner"]) == (True, [2, 1, 0], "P1")
    assert position["outcome"] == "Ann wins: Ann 2, Bob 1, Cat 0."
    (saved,) = [each for each in table.get("/api/matches").json()["matches"] if each["over"]]
    assert (saved["winner"], list(saved["sides"])) == ("P1", ["p1", "p2", "p3"])
    assert change(table, match, "undo")["turn"] == {"side": "p2", "kind": "person"}


def test_a_person_plays_two_engines_and_takes_back_to_their_own_turn(table: Browser) -> None:
    match = change(table, begin(table, "lastmatch", THREE), "moves", move="1")
    for seat in ("p2", "p3"):
        assert match["turn"] == {"side": seat, "kind": "engine"}
        match = change(table, match, "reply")
        assert len(match["thought"]["value"]) == 3
    assert match["turn"] == {"side": "p1", "kind": "person"}
    back = change(table, match, "undo")
    assert (back["at"], back["turn"]["side"]) == (0, "p1")
    moved = change(table, back, "swap")  # everybody one seat on
    assert [side["kind"] for side in moved["sides"].values()] == ["engine", "engine", "person"]
    assert seen(table, match)["version"] == moved["version"]


def test_the_number_of_seats_follows_the_parameters(table: Browser) -> None:
    four = {**THREE, "p4": PERSON}
    match = begin(table, "lastmatch", four, parameters={"count": 4, "matches": 3})
    assert names(match["position"]) == {"p1": "A", "p2": "B", "p3": "C", "p4": "D"}
    for sides in (THREE, {**four, "p5": PERSON}, {"max": PERSON, "min": PERSON}, {}):
        body = {"game": "lastmatch", "parameters": {"count": 4}, "sides": sides}
        answer = table.post("/api/matches", json=body)
        assert kind_of(answer) == "invalid"
        assert answer.json()["detail"] == "sides must say who plays each of: p1, p2, p3, p4"


@pytest.mark.parametrize(
    ("game", "moves", "outcome", "value"),
    [("Ladder", "x2 x2 +1 x2", "Over: 1.", 1), ("Seven", "stop", "Over: 0.", 0)],
)
def test_a_puzzle_has_one_seat(
    table: Browser, game: str, moves: str, outcome: str, value: int
) -> None:
    match = begin(table, game, {"max": PERSON})
    assert (list(match["sides"]), match["seats"]) == (["max"], ["max"])
    for move in moves.split():
        match = change(table, match, "moves", move=move)
    position = match["position"]
    assert (position["outcome"], position["value"]) == (outcome, value)
    card = next(each for each in table.get("/api/games").json()["games"] if each["name"] == game)
    assert (list(card["players"]), card["scale"]) == (["max"], "points")


def test_an_engine_solves_a_puzzle(table: Browser) -> None:
    match = begin(table, "Ladder", {"max": CLUB})
    while match["turn"]:
        match = change(table, match, "reply")
    assert match["position"]["value"] == 1


@pytest.mark.parametrize(("game", "moves"), [("Round", ""), ("Round", "1"), ("lastmatch", "2 3")])
def test_an_analysis_tells_what_each_gets(table: Browser, game: str, moves: str) -> None:
    rules: Any = Round() if game == "Round" else LastMatch()
    state = rules.initial()
    for move in moves.split():
        state = rules.result(state, int(move))
    wanted: Any = maxn(rules, state, all_moves=True)
    found = parts(analyse(table, game=game, moves=moves), "iteration")[-1]
    value = [*wanted.value]
    assert (found["value"], found["proven"], found["winner"]) == (value, True, None)
    values = {rules.format_action(state, action): [*each] for action, each in wanted.values.items()}
    assert {each["move"]: each["value"] for each in found["moves"]} == values
    seat = rules.to_move(state)
    mine = [line["value"][seat] for line in found["lines"]]
    assert mine == sorted(mine, reverse=True)  # the best for who is to move first


def test_why_a_move_is_good_says_what_each_gets(table: Browser) -> None:
    why = table.post("/api/why", json={"game": "Round", "move": "2"}).json()
    best: Any = maxn(Round(), all_moves=True)
    assert why["best"]["value"] == [*best.value]
    pairs = zip(Round.players, [*best.value], strict=True)
    each = ", ".join(f"{name} {value}" for name, value in pairs)
    assert why["words"] == [f"All moves are equally good, 2 too: the value is {each}."]
    alone = table.post("/api/why", json={"game": "Ladder"}).json()
    assert "the value is 1." in alone["words"][0]
    assert "MIN" not in alone["words"][0]


def test_a_match_kept_with_other_seats_is_shown(table: Browser) -> None:
    """A game of a user's had two players when the match was saved, and has three now."""
    match = begin(table, "Round", dict.fromkeys(("p1", "p2", "p3"), PERSON))
    store = table.app.state.services.matches
    old = replace(store.get(match["id"]), sides={"max": Side(), "min": Side("engine", "student")})
    table.run(store.save(old))
    shown = seen(table, match)
    assert {seat: side["kind"] for seat, side in shown["sides"].items()} == {
        "p1": "person",
        "p2": "person",
        "p3": "person",
    }
