"""The opponent: levels, what it plays, and that it never spoils a match."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.long import some
from tests.protocols.test_foreign import ENGINE
from tests.web.api.test_matches import begin, change, seen
from tests.web.browser import Browser, events_of, kind_of
from tests.web.conftest import Fresh
from zermelo.games import Connect4, Grundy, make_game
from zermelo.search import minimax
from zermelo.web.api.events import REPLY, WHY
from zermelo.web.app import create_app
from zermelo.web.levels import LEVELS
from zermelo.web.settings import Limits, ServerSettings, Setup
from zermelo.web.workers.messages import Done, Event


def both(side: dict[str, Any]) -> dict[str, Any]:
    return {"max": side, "min": side}


@pytest.mark.parametrize("moves", ["", "a1", "b2 a1", "a1 b2 c3 b1"])
def test_the_student_plays_plain_minimax_two_plies_deep(browser: Browser, moves: str) -> None:
    match = begin(browser, sides=both({"kind": "engine", "level": "student"}), moves=moves)
    match = change(browser, match, "reply")
    game = make_game("tictactoe")
    state = game.initial()
    for move in moves.split():
        state = game.result(state, game.parse_action(state, move))
    wanted = minimax(game, state, depth=2)
    assert match["record"][-1] == game.format_action(state, wanted.action)
    thought = match["thought"]
    assert (thought["value"], thought["nodes"], thought["depth"]) == (wanted.value, wanted.nodes, 2)
    assert thought["move"] == match["record"][-1]


@pytest.mark.parametrize(
    ("game", "level"),
    some(
        product(
            ("tictactoe", "nim", "pig", "grundy", "connect4", "othello", "morris"),
            ("beginner", "club"),
        ),
        lambda pair: pair[1] == "beginner" or pair[0] in ("nim", "pig", "connect4"),
    ),
)
def test_every_level_moves_in_every_game(browser: Browser, game: str, level: str) -> None:
    match = begin(browser, game, both({"kind": "engine", "level": level}))
    legal = {move["move"] for move in match["position"]["moves"]}
    match = change(browser, match, "reply")
    assert match["record"][0] in legal
    assert match["version"] == 2


def test_an_opponent_without_a_heuristic_says_that_it_plays_at_random(browser: Browser) -> None:
    match = begin(browser, "grundy", both({"kind": "engine", "level": "beginner"}))
    match = change(browser, match, "reply")
    assert "random" in match["thought"]["note"]
    assert match["thought"]["value"] is None


def test_an_opponent_without_a_heuristic_keeps_what_it_has_proven(browser: Browser) -> None:
    """Two plies ahead, 5=3+2 is seen to lose; chance alone would play it now and then."""
    for _time in range(8):
        sides = both({"kind": "engine", "level": "student"})
        match = begin(browser, "grundy", sides, parameters={"n": 5})
        assert change(browser, match, "reply")["record"] == ["5=4+1"]


def test_engines_play_each_other_to_the_draw_that_they_must(browser: Browser) -> None:
    match = begin(browser, sides=both({"kind": "engine", "level": "club"}))
    while match["turn"]:
        match = change(browser, match, "reply")
    assert match["position"]["value"] == 0


def test_an_opponent_of_one_s_own_making(browser: Browser) -> None:
    side = {"kind": "engine", "algorithm": "alphabeta", "depth": 3}
    match = begin(browser, "connect4", both(side))
    match = change(browser, match, "reply")
    assert match["thought"]["depth"] == 3
    side = {"kind": "engine", "algorithm": "engine", "depth": 2, "time": 1}
    match = change(browser, begin(browser, sides=both(side)), "reply")
    assert match["thought"]["depth"] == 2
    for algorithm in ("expectiminimax", "star1", "minimax"):
        side = {"kind": "engine", "algorithm": algorithm, "depth": 1}
        match = change(browser, begin(browser, "pig", both(side)), "reply")
        assert match["thought"]["depth"] == 1
    slow = {"kind": "engine", "algorithm": "minimax", "time": 0.2}
    match = change(browser, begin(browser, "connect4", both(slow)), "reply")
    assert match["record"]


def test_of_two_windows_that_ask_for_a_reply_one_gets_it(browser: Browser) -> None:
    match = begin(browser, sides=both({"kind": "engine", "level": "beginner"}))
    path = f"/api/matches/{match['id']}/reply"
    with ThreadPoolExecutor(3) as hands:
        answers = list(hands.map(lambda _: browser.post(path, json={"version": 1}), range(3)))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
    assert all(kind_of(a) == "stale" for a in answers if a.status_code == 409)
    assert len(seen(browser, match)["record"]) == 1


def test_a_match_that_changes_while_the_engine_thinks_stays_as_changed(browser: Browser) -> None:
    slow = {"kind": "engine", "algorithm": "engine", "time": 1}
    match = begin(browser, "othello", both(slow))
    path = f"/api/matches/{match['id']}"
    with ThreadPoolExecutor(1) as hands:
        thinking = hands.submit(browser.post, f"{path}/reply", json={"version": 1})
        swapped = change(browser, match, "swap")
        assert kind_of(thinking.result()) == "stale"
    assert seen(browser, match) == swapped


ALOUD = {"Accept": "text/event-stream, application/json"}


def test_who_listens_gets_the_same_answer_as_the_last_event(browser: Browser) -> None:
    match = begin(browser, sides=both({"kind": "engine", "level": "student"}))
    path = f"/api/matches/{match['id']}/reply"
    answer = browser.post(path, json={"version": 1}, headers=ALOUD)
    assert answer.headers["content-type"].startswith("text/event-stream")
    *_before, (name, moved) = events_of(answer.text)
    assert name == "end"
    assert len(moved["record"]) == 1
    assert seen(browser, match) == {**moved, "thought": None}
    answer = browser.post(path, json={"version": 1}, headers=ALOUD)
    assert kind_of(answer) == "stale"  # a mistake is an error, not an event
    body = {"game": "tictactoe", "moves": "a1 b1", "move": "c3", "time": 0.5}
    *before, (name, why) = events_of(browser.post("/api/why", json=body, headers=ALOUD).text)
    assert name == "end"
    assert WHY[name].model_validate(why, strict=True)
    assert why == browser.post("/api/why", json=body).json()
    for name, data in before:
        WHY[name].model_validate(data, strict=True)


def test_who_listens_hears_what_is_being_compiled(
    fresh: Fresh, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = fresh()
    match = begin(client, sides=both({"kind": "engine", "level": "club"}))
    text = "compiling the search of mnk: about 6 s ..."
    unknown = dict.fromkeys(("value", "distance", "depth", "note"))
    thought = {"move": "b2", "line": ["b2"], **unknown, "proven": False, "nodes": 0}

    async def stream(task: str, *_: Any) -> AsyncGenerator[Event | Done, None]:
        yield Event(1, "note", {"text": text})
        yield Event(1, "note", {"text": ""})
        yield Done(1, dict(thought) if task == "think" else {"words": []}, 0)

    monkeypatch.setattr(client.app.state.services.quick, "stream", stream)
    path = f"/api/matches/{match['id']}/reply"
    heard = events_of(client.post(path, json={"version": 1}, headers=ALOUD).text)
    assert heard[:2] == [("note", {"text": text}), ("note", {"text": ""})]
    for name, data in heard:
        REPLY[name].model_validate(data)
    assert heard[2][1]["record"] == ["b2"]
    body = {"game": "tictactoe", "move": "a1"}
    heard = events_of(client.post("/api/why", json=body, headers=ALOUD).text)
    assert [name for name, _data in heard] == ["note", "note", "end"]


def test_levels_have_names_and_sense() -> None:
    assert next(iter(LEVELS)) == "beginner"
    for level in LEVELS.values():
        limited = (level.depth is None) != (level.time is None)
        assert limited == (level.name != "perfect")
        assert level.title


def test_the_agent_of_the_nim_report(browser: Browser) -> None:
    """It is there for its own game alone, thinks by its own rules, and takes the last match."""
    report = {"kind": "engine", "level": "report"}
    match = change(browser, begin(browser, "nim", both(report)), "reply")
    assert (match["record"], match["thought"]["nodes"]) == (["1:1"], 99)
    last = begin(browser, "nim", both(report), position="1-0-0")
    assert change(browser, last, "reply")["record"] == ["1:1"]
    for game, parameters, offered in (
        ("nim", {}, True),
        ("nim", {"rows": [3, 1]}, False),
        ("tictactoe", {}, False),
    ):
        place = {"game": game, "parameters": parameters}
        levels = browser.post("/api/levels", json=place).json()["levels"]
        assert ("report" in {level["name"] for level in levels}) == offered
    refused = browser.post("/api/matches", json={"game": "tictactoe", "sides": both(report)})
    assert kind_of(refused) == "invalid"


def test_a_chess_engine_of_somebody_else_plays(tmp_path: Path) -> None:
    """Only what the server was started with, whatever a visitor or a saved match says."""
    program = tmp_path / "engine"
    answer = 'print("bestmove e7e5")'
    text = ENGINE.format(python=sys.executable, log=tmp_path / "log", answer=answer)
    program.write_text(text, encoding="utf-8")
    program.chmod(0o700)
    name = f"uci:{program},Skill Level=3"
    other = {"kind": "engine", "level": name}
    address = f"sqlite:///{tmp_path / 'zermelo.db'}"

    def serve(*opponents: str) -> Browser:
        setup = Setup(limits=Limits(seconds=60), opponents=opponents)
        return Browser(create_app(ServerSettings(address, setup, quick=1, steady=0, patience=300)))

    with serve(name) as browser:
        offered = browser.post("/api/levels", json={"game": "chess"}).json()["levels"]
        assert (offered[-1]["name"], offered[-1]["title"]) == (name, "engine, Skill Level=3")
        few = browser.post("/api/levels", json={"game": "tictactoe"}).json()["levels"]
        assert name not in {level["name"] for level in few}
        match = begin(browser, "chess", {"max": {"kind": "person"}, "min": other}, moves="e2e4")
        assert match["sides"]["min"]["title"] == "engine, Skill Level=3"
        match = change(browser, match, "reply")
        assert match["record"] == ["e2e4", "e7e5"]
        match = change(browser, match, "moves", move="g1f3")
    with serve() as browser:
        body = {"game": "chess", "sides": both(other)}
        assert kind_of(browser.post("/api/matches", json=body)) == "invalid"
        found = browser.post(f"/api/matches/{match['id']}/reply", json={"version": 3})
        assert "no such opponent" in found.text


def test_a_weak_level_says_that_random_games_decide_what_it_cannot_estimate() -> None:
    casual = LEVELS["casual"]
    assert casual.summary(Connect4()) == "Iterative deepening, 4 plies deep"
    assert casual.summary(Grundy()) == "Iterative deepening, 4 plies deep, then random games"
    assert LEVELS["club"].summary(Grundy()) == LEVELS["club"].summary(Connect4())
