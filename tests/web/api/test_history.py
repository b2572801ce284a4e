"""The moves of a match belong to what is asked about its position."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser import Browser, events_of, kind_of
from zermelo.games import Morris

PLACE: dict[str, Any] = {"game": "morris", "parameters": {"flying": False}}
MILL = "xx./x../.../..o..x/.../.../oo. x"
SHUFFLE = ("b6-d6", "c4-c5", "d6-b6")  # after which c5-c4 brings the first position back


def positions() -> list[str]:
    """The positions of the shuffle, as the game writes them."""
    game = Morris(flying=False)
    states = [game.parse_state(MILL)]
    for move in SHUFFLE:
        states.append(game.result(states[-1], game.parse_action(states[-1], move)))
    return [game.format_state(state) for state in states]


BY_MOVES = {**PLACE, "position": MILL, "moves": list(SHUFFLE)}
BY_POSITIONS = {**PLACE, "position": positions()[-1], "history": positions()[:-1]}
ALONE = {**PLACE, "position": positions()[-1]}
KNOWN = pytest.mark.parametrize("known", [BY_MOVES, BY_POSITIONS], ids=["moves", "history"])


def value_of(browser: Browser, **body: Any) -> tuple[Any, dict[str, Any]]:
    """What the last iteration of an analysis says of the position, and of each move."""
    told = events_of(browser.post("/api/analysis", json={"depth": 4, **body}).text)
    last = [data for name, data in told if name == "iteration"][-1]
    return last["value"], {move["move"]: move for move in last["moves"]}


@KNOWN
def test_an_analysis_knows_what_came_before(browser: Browser, known: dict[str, Any]) -> None:
    value, moves = value_of(browser, **known)
    assert (value, moves["c5-c4"]["value"], moves["c5-c4"]["proven"]) == (0, 0, True)
    value, moves = value_of(browser, **ALONE)
    assert (value, moves["c5-c4"]["value"]) == (1000, 1000)


@KNOWN
def test_why_knows_what_came_before(browser: Browser, known: dict[str, Any]) -> None:
    """It is asked after an analysis of the position alone, whose numbers are for that alone."""
    value_of(browser, **ALONE)
    page = browser.post("/api/why", json={**known, "move": "c5-c4", "time": 0.2}).json()
    assert (page["best"]["move"], page["best"]["winner"]) == ("c5-c4", "nobody")
    assert page["same"]
    alone = browser.post("/api/why", json={**ALONE, "move": "c5-c4", "time": 0.2}).json()
    assert alone["played"]["winner"] == "MAX"


@KNOWN
def test_searches_know_what_came_before(browser: Browser, known: dict[str, Any]) -> None:
    for algorithm in ("alphabeta", "engine"):
        body = {**known, "algorithm": algorithm, "depth": 3}
        found = browser.post("/api/search", json=body).json()
        assert (found["value"], found["move"]) == (0, "c5-c4")
    body = {**known, "algorithm": "alphabeta", "depth": 1}
    assert '"repeat"' in browser.post("/api/explain/export?ending=json", json=body).text


def test_the_opponent_knows_the_match(browser: Browser) -> None:
    """MIN, lost if the game began here, brings the first position back."""
    engine = {"kind": "engine", "algorithm": "engine", "time": 1}
    body = {**BY_MOVES, "sides": {"max": {"kind": "person"}, "min": engine}}
    match = browser.post("/api/matches", json=body).json()
    path = f"/api/matches/{match['id']}/reply"
    moved = browser.post(path, json={"version": match["version"]}).json()
    assert (moved["thought"]["move"], moved["thought"]["value"]) == ("c5-c4", 0)
    assert (moved["position"]["over"], moved["position"]["winner"]) == (True, "nobody")


def test_what_has_come_back_is_over(browser: Browser) -> None:
    over = {**BY_MOVES, "moves": [*SHUFFLE, "c5-c4"]}
    told = events_of(browser.post("/api/analysis", json=over).text)
    assert told[-1] == ("end", {"reason": "over"})
    assert browser.post("/api/why", json=over).json()["words"] == ["The game is over."]


@pytest.mark.parametrize("path", ["analysis", "why", "search"])
def test_a_history_that_is_none(browser: Browser, path: str) -> None:
    for history in ([MILL], positions()[::-1], [*positions()[:-1]] * 2):
        body = {**ALONE, "history": history}
        response = browser.post(f"/api/{path}", json=body)
        assert response.status_code == 422
        assert "history: " in response.json()["detail"]
    assert kind_of(browser.post(f"/api/{path}", json={**ALONE, "history": ["x"]})) == "notation"
