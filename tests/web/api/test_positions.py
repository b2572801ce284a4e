"""Positions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser import Browser, kind_of
from tests.web.conftest import Fresh
from zermelo.games import GAMES, make_game
from zermelo.games.catalogue import ALL
from zermelo.names import player_codes

ROW = {"game": "tictactoe", "moves": "a1 b1 a2 b2 a3"}
TIE = {"game": "tictactoe", "moves": "a1 b1 c1 b2 a2 c2 b3 a3 c3"}
MATCH = {"game": "nim", "moves": "1:1"}
OTHER = make_game("connect4").format_state(make_game("connect4").initial())
NO_OBJECT = (
    *("", "{", "null", "[]", '"game"', "NaN", '{"game": NaN}', '{"game": "\\ud800"}', "\x00"),
    "[" * 100_000,
)


def ask(browser: Browser, **place: Any) -> Any:
    return browser.post("/api/positions", json=place)


@pytest.mark.parametrize("name", ALL)
def test_the_first_position_of_every_game(fresh: Fresh, name: str) -> None:
    page = ask(fresh(), game=name).json()
    game = make_game(name)
    state = game.initial()
    assert page["position"] == game.format_state(state)
    assert page["to_move"] == next(iter(page["players"])).upper() == player_codes(game)[0]
    assert page["board"] == game.draw_svg(state)
    legal = [game.format_action(state, action) for action in game.actions(state)]
    assert [move["move"] for move in page["moves"]] == legal
    assert (page["over"], page["value"], page["outcome"], page["last"]) == (False, None, None, None)


def test_the_first_position_as_the_other_player_may_begin_it(browser: Browser) -> None:
    others = {name: ask(browser, game=name).json()["other"] for name in GAMES}
    assert others["tictactoe"] == ".../.../... min"
    assert others["nim"] == "7-5-3 min"
    assert {name for name, other in others.items() if other is None} == {
        *("connect4", "othello", "pacman", "morris")
    }
    for name, other in others.items():
        if other is not None:
            assert ask(browser, game=name, position=other).json()["to_move"] == "MIN"
    assert ask(browser, game="nim", moves="1:1").json()["other"] is None


@pytest.mark.parametrize(
    ("place", "value", "outcome"),
    [
        (ROW, 100, "MAX wins."),
        ({"game": "tictactoe", "moves": ["b1", "a1", "b2", "a2", "c3", "a3"]}, -100, "MIN wins."),
        (TIE, 0, "A draw."),
        ({**TIE, "parameters": {"tie": 7}}, 7, "A draw."),
        ({**ROW, "parameters": {"misere": True}}, -100, "MIN wins."),
        ({**ROW, "parameters": {"win": 1, "loss": -1}}, 1, "MAX wins."),
        ({"game": "connect4", "moves": "1212121"}, 18, "MAX wins."),
        ({**MATCH, "parameters": {"rows": [1]}}, -50, "MIN wins."),
        ({**MATCH, "parameters": {"rows": "1", "misere": 0}}, 50, "MAX wins."),
        ({"game": "grundy", "parameters": {"n": 3}, "moves": "3=2+1"}, 1, "MAX wins."),
        ({"game": "grundy", "parameters": {"n": 2}}, -1, "MIN wins."),
    ],
)  # fmt: skip
def test_games_that_are_over(fresh: Fresh, place: dict[str, Any], value: int, outcome: str) -> None:
    page = ask(fresh(), **place).json()
    assert (page["over"], page["to_move"], page["moves"]) == (True, None, [])
    assert (page["value"], page["outcome"]) == (value, outcome)


def test_dice_come_with_their_chances(fresh: Fresh) -> None:
    page = ask(fresh(), game="pig", moves=["roll"]).json()
    assert page["to_move"] == "CHANCE"
    assert [move["chance"] for move in page["moves"]] == ["1/6"] * 6
    page = ask(fresh(), game="pig", moves=["roll", page["moves"][2]["move"]]).json()
    assert page["to_move"] == "MAX"


def test_the_last_move_is_marked(fresh: Fresh) -> None:
    page = ask(fresh(), game="tictactoe", moves=["b2"]).json()
    assert page["last"] == "b2"
    assert "mark-last" in page["board"]


def test_parameters_come_back_as_they_are_used(fresh: Fresh) -> None:
    page = ask(fresh(), game="nim", parameters={"rows": "4-2", "misere": False}).json()
    usual = {"win": 50, "goal": 0, "heuristic": "sound"}
    assert page["parameters"] == {"rows": [4, 2], "misere": False, **usual}


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        ({"game": "shogi"}, "unknown"),
        ({"game": "tictactoe", "moves": "a1 a1"}, "notation"),
        ({"game": "tictactoe", "moves": ["z9"]}, "notation"),
        ({"game": "tictactoe", "moves": "a1 b1 a2 b2 a3 c3"}, "notation"),
        ({"game": "tictactoe", "position": "nonsense"}, "notation"),
        ({"game": "tictactoe", "position": OTHER}, "notation"),
        ({"game": "pig", "moves": "roll 9"}, "notation"),
        ({"game": "tictactoe", "parameters": {"size": 3}}, "invalid"),
        ({"game": "connect4", "parameters": {"width": 19, "height": 19}}, "invalid"),
        ({"game": "connect4", "parameters": {"width": "wide"}}, "invalid"),
        ({"game": "connect4", "parameters": {"width": 10**50}}, "invalid"),
        ({"game": "mnk", "parameters": {"columns": 26, "rows": 99}}, "invalid"),
        ({"game": "nim", "parameters": {"rows": [1000] * 20}}, "invalid"),
        ({"game": "tictactoe", "tree": "[1 2]"}, "invalid"),
        ({"game": 7}, "invalid"),
        ({}, "invalid"),
        ({"game": "tictactoe", "moves": 3}, "invalid"),
        ({"game": "tictactoe", "moves": [3]}, "invalid"),
        ({"game": "tictactoe", "moves": ["a1"] * 3000}, "invalid"),
        ({"game": "tictactoe", "position": "x" * 30_000}, "invalid"),
        ({"game": "pig", "moves": "hold " * 2500}, "notation"),
    ],
)  # fmt: skip
def test_what_is_no_position_is_refused(fresh: Fresh, place: dict[str, Any], kind: str) -> None:
    response = ask(fresh(), **place)
    assert kind_of(response) == kind
    assert 400 <= response.status_code < 500


@pytest.mark.parametrize("body", NO_OBJECT)
def test_what_is_no_json_object_is_refused(fresh: Fresh, body: str) -> None:
    headers = {"Content-Type": "application/json"}
    response = fresh().post("/api/positions", content=body, headers=headers)
    assert kind_of(response) in ("malformed", "invalid")


def test_wrong_fields_are_named(fresh: Fresh) -> None:
    problem = ask(fresh(), game="tictactoe", colour="red").json()
    assert problem["errors"][0]["where"] == "body.colour"


def test_methods_that_an_address_lacks(fresh: Fresh) -> None:
    assert kind_of(fresh().get("/api/positions")) == "method"
    assert kind_of(fresh().put("/api/positions", json={})) == "method"
    assert kind_of(fresh().delete("/api/games")) == "method"


def test_a_position_that_may_not_mean_what_was_meant_has_a_note(fresh: Fresh) -> None:
    client = fresh()
    assert ask(client, game="tictactoe", position="x../.o./...").json()["notes"] == []
    for moves in ("", "a3"):  # the second time the position itself is known
        found = ask(client, game="tictactoe", position="xoo/.../...", moves=moves.split()).json()
        assert len(found["notes"]) == 1
        assert "MIN" in found["notes"][0]
