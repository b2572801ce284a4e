"""Matches: played by people here; what needs an engine is in test_replies."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.patience import PATIENCE
from tests.web.browser import Browser, kind_of
from tests.web.conftest import Fresh
from zermelo.games import GAMES
from zermelo.match import play_match, random_player
from zermelo.match.page import address
from zermelo.web.settings import Limits, Setup

PEOPLE = {"max": {"kind": "person"}, "min": {"kind": "person"}}
ENGINE = {"kind": "engine"}
AGAINST = {"max": {"kind": "person"}, "min": {"kind": "engine", "level": "student"}}


def begin(browser: Browser, game: str = "tictactoe", sides: Any = PEOPLE, **more: Any) -> Any:
    response = browser.post("/api/matches", json={"game": game, "sides": sides, **more})
    assert response.status_code == 201, response.text
    return response.json()


def change(browser: Browser, match: Any, what: str, **more: Any) -> Any:
    body = {"version": match["version"], **more}
    response = browser.post(f"/api/matches/{match['id']}/{what}", json=body)
    assert response.status_code == 200, response.text
    return response.json()


def seen(browser: Browser, match: Any) -> Any:
    return browser.get(f"/api/matches/{match['id']}").json()


def test_a_match_is_played_to_its_end_and_kept(fresh: Fresh) -> None:
    browser = fresh()
    match = begin(browser)
    assert (match["version"], match["record"], match["turn"]["side"]) == (1, [], "max")
    for number, move in enumerate(["a1", "b1", "a2", "b2", "a3"], 1):
        match = change(browser, match, "moves", move=move)
        assert (match["at"], match["position"]["last"]) == (number, move)
    assert (match["position"]["outcome"], match["turn"]) == ("MAX wins.", None)
    assert seen(browser, match) == match
    saved = browser.get("/api/matches").json()["matches"][0]
    assert (saved["id"], saved["over"], saved["outcome"]) == (match["id"], True, "MAX wins.")


def test_a_new_start_of_the_server_finds_the_match(fresh: Fresh) -> None:
    match = change(fresh(), begin(fresh()), "moves", move="b2")
    assert seen(fresh(), match) == match


def test_undo_redo_and_any_moment(fresh: Fresh) -> None:
    browser = fresh()
    match = begin(browser)
    for move in ("a1", "b2", "c3"):
        match = change(browser, match, "moves", move=move)
    match = change(browser, match, "undo")
    assert (match["at"], match["record"]) == (2, ["a1", "b2", "c3"])
    assert match["can_redo"]
    match = change(browser, match, "redo")
    assert (match["at"], match["can_redo"]) == (3, False)
    match = change(browser, match, "goto", at=0)
    assert (match["at"], match["can_undo"]) == (0, False)
    match = change(browser, match, "goto", at=1)
    match = change(browser, match, "moves", move="c1")
    assert match["record"] == ["a1", "c1"]


def test_moves_are_told_as_the_game_and_as_people_write_them(fresh: Fresh) -> None:
    browser = fresh()
    match = begin(browser, "chess", moves="1. e4 e5 2. Nf3")
    assert match["record"] == ["e2e4", "e7e5", "g1f3"]
    assert match["written"] == [["e4", "e5", "Nf3"]]
    match = change(browser, match, "goto", at=1)
    match = change(browser, match, "moves", move="g8f6")
    assert match["variations"] == [["e2e4", "e7e5", "g1f3"]]
    assert match["written"] == [["e4", "Nf6"], ["e4", "e5", "Nf3"]]


def test_undo_goes_back_to_a_person_s_turn(fresh: Fresh) -> None:
    browser = fresh()
    sides = {"max": {"kind": "person"}, "min": {"kind": "engine", "level": "student"}}
    match = begin(browser, sides=sides, moves="b2 a1 c3")
    match = change(browser, match, "undo")
    assert match["record"][: match["at"]] == ["b2", "a1"]
    match = change(browser, match, "undo")
    assert match["at"] == 0
    match = change(browser, match, "redo")
    assert match["at"] == 2
    match = change(browser, match, "redo")
    assert match["at"] == 3


def test_the_dice_are_rolled_at_once_and_fall_the_same_again(fresh: Fresh) -> None:
    browser = fresh()
    match = begin(browser, "pig")
    match = change(browser, match, "moves", move="roll")
    record = match["record"]
    assert len(record) == 2
    assert match["position"]["to_move"] in ("MAX", "MIN")
    match = change(browser, match, "undo")
    assert match["at"] == 0
    assert change(browser, match, "moves", move="roll")["record"] == record


def test_sides_can_be_swapped_and_changed(fresh: Fresh) -> None:
    browser = fresh()
    match = begin(browser, sides=AGAINST)
    assert match["sides"]["min"]["title"] == "Student"
    match = change(browser, match, "swap")
    assert match["sides"]["max"]["level"] == "student"
    assert match["turn"] == {"side": "max", "kind": "engine"}
    own = {"kind": "engine", "algorithm": "minimax", "depth": 2}
    body = {"version": match["version"], "sides": {"max": {"kind": "person"}, "min": own}}
    match = browser.put(f"/api/matches/{match['id']}/sides", json=body).json()
    assert match["sides"]["min"]["title"] == "Minimax, 2 plies deep"


def test_a_position_and_a_record_can_be_pasted(fresh: Fresh) -> None:
    browser = fresh()
    match = begin(browser, moves="b2, a1")
    again = begin(browser, moves=" ".join(match["record"]))
    assert again["position"]["position"] == match["position"]["position"]
    there = begin(browser, position=match["position"]["position"])
    assert there["start"] == match["position"]["position"]
    assert (there["record"], there["turn"]["side"]) == ([], "max")
    for game, moves in (("connect4", ["4", "4", "3"]), ("othello", ["d3", "c3"])):
        match = begin(browser, game, moves=moves)
        assert begin(browser, game, moves=" ".join(match["record"]))["record"] == match["record"]


def test_earlier_positions_can_be_looked_at(fresh: Fresh) -> None:
    browser = fresh()
    match = begin(browser, moves="b2 a1 c3")
    page = browser.get(f"/api/matches/{match['id']}?at=1").json()
    assert (page["position"]["played"], page["at"], page["version"]) == (["b2"], 3, 1)
    assert kind_of(browser.get(f"/api/matches/{match['id']}?at=4")) == "invalid"


def test_an_unchanged_match_is_not_sent_again(fresh: Fresh) -> None:
    browser = fresh()
    match = begin(browser)
    path = f"/api/matches/{match['id']}"
    tag = browser.get(path).headers["etag"]
    assert browser.get(path, headers={"If-None-Match": tag}).status_code == 304
    change(browser, match, "moves", move="a1")
    assert browser.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_the_list_of_matches_comes_in_pages(fresh: Fresh) -> None:
    browser = fresh()
    made = [begin(browser, moves="b2")["id"] for _ in range(5)]
    begin(browser)  # in which nobody has moved: it is not kept
    found, path = [], "/api/matches?limit=2"
    for _ in range(3):
        page = browser.get(path).json()
        found += [match["id"] for match in page["matches"]]
        path = f"/api/matches?limit=2&before={page['next']}".replace("+", "%2B")
    assert found == made[::-1]
    assert page["next"] is None


def test_deleted_is_deleted(fresh: Fresh) -> None:
    browser = fresh()
    match = begin(browser)
    path = f"/api/matches/{match['id']}"
    assert browser.delete(path).status_code == 204
    assert kind_of(browser.get(path)) == "unknown"
    assert kind_of(browser.delete(path)) == "unknown"
    body = {"move": "a1", "version": 1}
    assert kind_of(browser.post(f"{path}/moves", json=body)) == "unknown"


# --- what must not happen ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "body", "kind"),
    [
        ("moves", {"move": "z9"}, "illegal-move"),
        ("moves", {"move": "b2"}, "illegal-move"),
        ("moves", {"move": ""}, "illegal-move"),
        ("moves", {}, "invalid"),
        ("moves", {"move": 7}, "invalid"),
        ("moves", {"move": "a1", "extra": 1}, "invalid"),
        ("moves", {"move": "a1", "version": 0}, "invalid"),
        ("moves", {"move": "a1", "version": "x"}, "invalid"),
        ("moves", {"move": "a1", "version": 2.5}, "invalid"),
        ("moves", {"move": "a1", "version": 10**30}, "invalid"),
        ("moves", {"move": "a1", "version": 1}, "stale"),
        ("moves", {"move": "a1", "version": 99}, "stale"),
        ("goto", {"at": 2}, "invalid"),
        ("goto", {"at": -1}, "invalid"),
        ("redo", {}, "invalid"),
        ("reply", {}, "not-your-turn"),
        ("reply", {"version": 1}, "stale"),
        ("nonsense", {}, "unknown"),
    ],
)
def test_what_must_not_be_changes_nothing(
    fresh: Fresh, what: str, body: dict[str, Any], kind: str
) -> None:
    browser = fresh()
    match = change(browser, begin(browser), "moves", move="b2")
    response = browser.post(
        f"/api/matches/{match['id']}/{what}", json={"version": match["version"], **body}
    )
    if what == "nonsense":
        assert response.status_code in (404, 405)
    else:
        assert kind_of(response) == kind
    assert seen(browser, match) == match


def test_no_move_in_a_finished_match(fresh: Fresh) -> None:
    browser = fresh()
    match = begin(browser, moves="a1 b1 a2 b2 a3")
    for what, body in (("moves", {"move": "c3"}), ("reply", {})):
        path = f"/api/matches/{match['id']}/{what}"
        assert kind_of(browser.post(path, json={"version": 1, **body})) == "over"
    assert seen(browser, match) == match


def test_no_move_for_the_engine(fresh: Fresh) -> None:
    browser = fresh()
    match = change(browser, begin(browser, sides=AGAINST), "moves", move="b2")
    body = {"move": "a1", "version": match["version"]}
    response = browser.post(f"/api/matches/{match['id']}/moves", json=body)
    assert kind_of(response) == "not-your-turn"
    assert seen(browser, match) == match


@pytest.mark.parametrize("id", ["0" * 24, "f" * 32, "nonsense", "..", "%00", "1" * 99])
def test_unknown_ids(fresh: Fresh, id: str) -> None:
    response = fresh().get(f"/api/matches/{id}")
    assert response.status_code in (404, 422)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"game": "shogi"}, "unknown"),
        ({"position": "nonsense"}, "notation"),
        ({"moves": "a1 a1"}, "notation"),
        ({"sides": {}}, "invalid"),
        ({"sides": {"max": {"kind": "robot"}, "min": {"kind": "person"}}}, "invalid"),
        ({"sides": {"max": {"kind": "engine"}, "min": {"kind": "person"}}}, "invalid"),
        ({"sides": {**AGAINST, "max": {**ENGINE, "level": "god"}}}, "unknown"),
        ({"sides": {**AGAINST, "max": {**ENGINE, "algorithm": "magic"}}}, "invalid"),
        ({"sides": {**AGAINST, "max": {**ENGINE, "algorithm": "minimax", "depth": 0}}}, "invalid"),
        ({"sides": {**AGAINST, "max": {**ENGINE, "algorithm": "minimax", "time": 1e9}}}, "invalid"),
        ({"game": "pig", "sides": {**AGAINST, "max": {**ENGINE, "algorithm": "mtdf"}}}, "invalid"),
    ],
)  # fmt: skip
def test_matches_that_cannot_begin(fresh: Fresh, body: dict[str, Any], kind: str) -> None:
    browser = fresh()
    whole = {"game": "tictactoe", "sides": PEOPLE, **body}
    assert kind_of(browser.post("/api/matches", json=whole)) == kind
    assert browser.get("/api/matches").json()["matches"] == []


NUL = "2026-01-01T00:00:00Z_%00"  # which PostgreSQL takes for an error of ours


@pytest.mark.parametrize("before", ["x", "2026", "_", "2026-01-01T00:00:00_x", "9" * 100, NUL])
def test_pages_that_nobody_gave(fresh: Fresh, before: str) -> None:
    assert kind_of(fresh().get(f"/api/matches?before={before}")) == "invalid"


def test_two_windows_never_spoil_each_other_s_match(fresh: Fresh) -> None:
    browser = fresh()
    match = begin(browser)
    first = change(browser, match, "moves", move="a1")
    response = browser.post(
        f"/api/matches/{match['id']}/moves", json={"move": "b2", "version": match["version"]}
    )
    assert kind_of(response) == "stale"
    assert response.json()["version"] == first["version"]
    assert seen(browser, match) == first


def test_of_many_at_once_one_wins(fresh: Fresh) -> None:
    browser = fresh()
    match = begin(browser)
    path, moves = f"/api/matches/{match['id']}/moves", ["a1", "b1", "c1", "a2", "b2", "c2"]
    with ThreadPoolExecutor(len(moves)) as hands:
        answers = list(
            hands.map(lambda move: browser.post(path, json={"move": move, "version": 1}), moves)
        )
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
    winner = next(a.json() for a in answers if a.status_code == 200)
    assert seen(browser, match) == winner
    assert len(winner["record"]) == 1


def test_there_is_room_for_so_many_and_no_more(fresh: Fresh) -> None:
    browser = fresh(setup=Setup(limits=Limits(matches=2, moves=2)))
    match = begin(browser)
    begin(browser)
    body = {"game": "tictactoe", "sides": PEOPLE}
    assert kind_of(browser.post("/api/matches", json=body)) == "full"
    for move in ("a1", "b1"):
        match = change(browser, match, "moves", move=move)
    body = {"move": "c1", "version": match["version"]}
    assert kind_of(browser.post(f"/api/matches/{match['id']}/moves", json=body)) == "full"


def test_what_was_played_before_is_kept_as_a_variation(fresh: Fresh) -> None:
    browser = fresh()
    match = begin(browser, moves="a1 b2 c3 a3")
    match = change(browser, match, "goto", at=2)
    match = change(browser, match, "moves", move="b1")
    assert (match["record"], match["movers"]) == (["a1", "b2", "b1"], ["MAX", "MIN", "MAX"])
    assert match["variations"] == [["a1", "b2", "c3", "a3"]]
    match = change(browser, match, "vary", number=0)
    assert (match["record"], match["at"]) == (["a1", "b2", "c3", "a3"], 3)
    assert match["variations"] == [["a1", "b2", "b1"]]
    match = change(browser, match, "moves", move="a3")  # the same again: nothing is another line
    assert (match["at"], match["variations"]) == (4, [["a1", "b2", "b1"]])
    assert seen(browser, match) == match
    body = {"version": match["version"], "number": 7}
    assert kind_of(browser.post(f"/api/matches/{match['id']}/vary", json=body)) == "invalid"


def test_a_draft_is_shown_and_not_saved(fresh: Fresh) -> None:
    browser = fresh()
    body = {"game": "tictactoe", "sides": PEOPLE, "moves": "b2"}
    draft = browser.post("/api/matches?draft=true", json=body).json()
    assert (draft["saved"], draft["record"], draft["seats"]) == (False, ["b2"], ["max", "min"])
    assert kind_of(browser.get(f"/api/matches/{draft['id']}")) == "unknown"
    assert browser.get("/api/matches").json()["matches"] == []


@pytest.mark.parametrize(
    ("name", "parameters"), [("connect4", {"width": "5", "height": "4"}), ("pig", {"goal": "12"})]
)
def test_a_game_of_a_tournament_opens_by_its_link(
    browser: Browser, name: str, parameters: dict[str, str]
) -> None:
    game = GAMES[name].build(parameters)
    match = play_match(game, random_player(1), random_player(2), seed=3)
    moves = game.format_line(game.initial(), match.moves)
    link = address("http://127.0.0.1:8137/", name, parameters, " ".join(moves))
    query = {key: value for key, (value,) in parse_qs(urlsplit(link).query).items()}
    body = {**query, "parameters": json.loads(query["parameters"]), "sides": PEOPLE}
    draft = browser.post("/api/matches?draft=true", json=body).json()
    assert (draft["game"], draft["record"]) == (name, moves)
    assert urlsplit(link).path == "/play"


def test_a_database_that_takes_its_time_holds_up_no_other_request(
    fresh: Fresh, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those who wait for news of a match look into it again and again."""
    browser = fresh()
    match = begin(browser)
    matches = browser.app.state.services.matches
    connect, served = matches.engine.connect, threading.Event()

    def slow() -> Any:
        assert served.wait(PATIENCE)  # while this waits, others are served
        return connect()

    monkeypatch.setattr(matches, "engine", SimpleNamespace(connect=slow))

    async def heard() -> int:
        versions = matches.versions(match["id"])
        first = asyncio.ensure_future(anext(versions))
        await asyncio.sleep(0.01)
        served.set()
        return int(await first)

    assert browser.run(heard()) == 1


def test_a_change_is_told_at_once(fresh: Fresh) -> None:
    browser = fresh()
    match = begin(browser)
    matches = browser.app.state.services.matches

    async def heard() -> list[int]:
        found = []
        async for version in matches.versions(match["id"]):
            found.append(version)
            if version == 1:
                await matches.save(matches.cached(match["id"], 1))
            else:
                matches.news.end()
        return found

    assert browser.run(heard()) == [1, 2]
    assert kind_of(browser.get("/api/matches/abc/events")) == "unknown"
