"""Live analysis, and why a move is good or bad."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser import Browser, events_of, kind_of
from zermelo.games import make_game
from zermelo.search import minimax
from zermelo.web.api.events import ANALYSIS, LAB


def analyse(browser: Browser, **body: Any) -> list[tuple[str, Any]]:
    response = browser.post("/api/analysis", json=body)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"].startswith("text/event-stream")
    assert "content-length" not in response.headers
    return events_of(response.text)


def test_events_are_as_they_are_described(browser: Browser) -> None:
    for name, data in analyse(browser, game="connect4", depth=4):
        ANALYSIS[name].model_validate(data, strict=True)
    body = {"games": [{"game": "nim"}], "runs": [{}, {"algorithm": "x"}], "depths": [1, 2]}
    for name, data in events_of(browser.post("/api/lab", json=body).text):
        LAB[name].model_validate(data, strict=True)


def parts(events: list[tuple[str, Any]], name: str) -> list[Any]:
    return [data for each, data in events if each == name]


def values(name: str, moves: str = "", **parameters: str) -> dict[str, Any]:
    """The value of every move, by the textbook's minimax."""
    game = make_game(name, **parameters)
    state = game.initial()
    for move in game.split_moves(moves):
        state = game.result(state, game.parse_action(state, move))
    found = minimax(game, state, all_moves=True)
    return {game.format_action(state, action): value for action, value in found.values.items()}


@pytest.mark.parametrize("moves", ["a1 b2", "a1 b1", "b2 a2 c1"])
def test_an_analysis_goes_deeper_until_it_is_proven(browser: Browser, moves: str) -> None:
    events = analyse(browser, game="tictactoe", moves=moves)
    iterations = parts(events, "iteration")
    depths = [each["depth"] for each in iterations]
    assert depths == sorted(set(depths))
    last = iterations[-1]
    wanted = values("tictactoe", moves)
    assert {each["move"] for each in last["moves"]} == set(wanted)
    assert wanted[last["move"]] == last["value"]
    assert (last["proven"], last["value"]) == (
        True,
        [min, max][moves.count(" ") % 2](wanted.values()),
    )
    assert len(last["lines"]) == 3
    assert last["lines"][0]["value"] == last["value"]
    assert last["lines"][0]["move"] == last["lines"][0]["line"][0]
    assert events[-1] == ("end", {"reason": "proven"})


@pytest.mark.parametrize("moves", ["a1 c1", "b2 a2", "a1 b2 c3"])
def test_every_value_says_what_it_rests_on(browser: Browser, moves: str) -> None:
    wanted = values("tictactoe", moves)
    best = [min, max][moves.count(" ") % 2](wanted.values())
    for found in parts(analyse(browser, game="tictactoe", moves=moves), "iteration"):
        for each in (*found["moves"], *found["lines"]):
            assert not each["proven"] or each["value"] == wanted[each["move"]], found["depth"]
        assert not found["proven"] or found["value"] == best
        assert found["winner"] is None or found["proven"]
    assert found["proven"]
    assert any(each["proven"] for each in found["moves"])
    assert found["lines"][0]["proven"]
    assert found["winner"] in (None, {100: "MAX", 0: "nobody", -100: "MIN"}[best])


def test_an_analysis_ends_with_its_time_or_its_depth(browser: Browser) -> None:
    events = analyse(browser, game="othello", time=1, all_moves=False, lines=1)
    assert events[-1] == ("end", {"reason": "time"})
    last = parts(events, "iteration")[-1]
    assert len(last["lines"]) == 1
    assert last["nodes_per_second"] > 0
    assert not last["proven"]
    events = analyse(browser, game="othello", depth=3)
    assert events[-1] == ("end", {"reason": "depth"})
    assert [each["depth"] for each in parts(events, "iteration")] == [1, 2, 3]


def test_games_of_other_kinds(browser: Browser) -> None:
    over = analyse(browser, game="tictactoe", moves="a1 b1 a2 b2 a3")
    assert over == [("end", {"reason": "over"})]
    grundy = analyse(browser, game="grundy", parameters={"n": 8})
    assert parts(grundy, "iteration")[-1]["proven"]
    wanted = values("grundy", n="8")
    moves = parts(grundy, "iteration")[-1]["moves"]
    assert {each["move"]: each["value"] for each in moves} == wanted
    pig = analyse(browser, game="pig", parameters={"goal": 20}, time=0.5)
    assert 0 <= parts(pig, "iteration")[-1]["value"] <= 1
    rolling = analyse(browser, game="pig", parameters={"goal": 20}, moves=["roll"], time=0.5)
    assert rolling[-1][0] == "end"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"game": "shogi"}, "unknown"),
        ({"game": "tictactoe", "moves": "z9"}, "notation"),
        ({"game": "tictactoe", "time": 0}, "invalid"),
        ({"game": "tictactoe", "time": 1e9}, "invalid"),
        ({"game": "tictactoe", "depth": 0}, "invalid"),
        ({"game": "tictactoe", "depth": 10**6}, "invalid"),
        ({"game": "tictactoe", "lines": 0}, "invalid"),
        ({"game": "tictactoe", "lines": "3 of them"}, "invalid"),
    ],
)
@pytest.mark.parametrize("path", ["analysis", "why"])
def test_mistakes_are_errors_and_no_events(
    browser: Browser, path: str, body: dict[str, Any], kind: str
) -> None:
    assert kind_of(browser.post(f"/api/{path}", json=body)) == kind


def why(browser: Browser, **body: Any) -> Any:
    response = browser.post("/api/why", json=body)
    assert response.status_code == 200, response.text
    return response.json()


def test_why_a_move_loses(browser: Browser) -> None:
    analyse(browser, game="tictactoe", moves="a1 b1")  # which proves what b1 is worth
    page = why(browser, game="tictactoe", moves="a1", move="b1")
    wanted = values("tictactoe", "a1")
    assert not page["same"]
    assert (page["played"]["move"], page["played"]["value"]) == ("b1", wanted["b1"])
    assert page["best"]["value"] == min(wanted.values()) == 0
    refuted, better = page["words"]
    assert refuted.startswith("b1 is not the best: X wins in 6 plies.")
    assert " ".join(page["played"]["line"][1:3]) in refuted
    assert better.startswith("Better is b2: a draw.")


def test_why_a_move_is_good(browser: Browser) -> None:
    page = why(browser, game="tictactoe", moves="a1", move="b2")
    assert page["same"]
    assert len(page["words"]) == 1
    assert page["words"][0].startswith("b2 is the best move for O: a draw")
    best = why(browser, game="tictactoe", moves="a1")
    assert (best["played"], best["best"]["value"]) == (None, 0)


def test_why_agrees_with_the_analysis(browser: Browser) -> None:
    body = {"game": "connect4", "parameters": {"width": 5, "height": 4}, "moves": "3 3 2"}
    last = parts(analyse(browser, **body, time=20), "iteration")[-1]
    numbers = {each["move"]: (each["value"], each["proven"]) for each in last["moves"]}
    for move in numbers:
        page = why(browser, **body, move=move, time=0.001)
        assert (page["best"]["value"], page["best"]["proven"]) == (last["value"], last["proven"])
        assert (page["played"]["value"], page["played"]["proven"]) == numbers[move]
        assert ("an estimate" in page["words"][0]) != numbers[move][1]
        assert page["same"] == (numbers[move][0] == last["value"])
    after = parts(analyse(browser, **body | {"moves": "3 3 2 5"}, time=20), "iteration")[-1]
    page = why(browser, **body, move="5", time=0.001)
    assert after["proven"]
    assert (page["played"]["value"], page["played"]["proven"]) == (after["value"], True)


def test_why_says_no_more_than_the_analysis_beside_it(browser: Browser) -> None:
    body = {"game": "connect4", "moves": "4 4 3"}
    last = parts(analyse(browser, **body, depth=3), "iteration")[-1]
    page = why(browser, **body, time=1)  # in which a search would look further
    shown = ("move", "value", "proven", "distance")
    assert [page["best"][key] for key in shown] == [last["lines"][0][key] for key in shown]
    assert "3 plies ahead" in page["words"][0]
    after = parts(analyse(browser, **body | {"moves": "4 4 3 5"}, depth=4), "iteration")[-1]
    page = why(browser, **body, move="5", time=1)
    assert (page["played"]["value"], page["played"]["proven"]) == (after["value"], False)


def test_why_in_the_visitor_s_language(browser: Browser) -> None:
    body = {"game": "tictactoe", "moves": "a1", "move": "b1"}
    told = {
        browser.post(f"/api/why?lang={code}", json=body).json()["words"][0]
        for code in ("en", "es", "ca")
    }
    assert len(told) == 3


def test_why_where_nothing_can_be_played(browser: Browser) -> None:
    over = why(browser, game="tictactoe", moves="a1 b1 a2 b2 a3")
    assert (over["best"], over["words"]) == (None, ["The game is over."])
    dice = why(browser, game="pig", parameters={"goal": 10}, moves=["roll"], time=0.5)
    assert dice["played"] is None
    assert kind_of(browser.post("/api/why", json={"game": "tictactoe", "move": "z9"})) == "notation"
