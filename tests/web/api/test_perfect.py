"""Positions that are solved for good: every move with its value and distance, and perfect play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.api.test_analysis import analyse, parts, why
from tests.web.api.test_matches import begin, change
from tests.web.browser import Browser, kind_of
from tests.web.conftest import Fresh
from zermelo.games import Connect4, make_game
from zermelo.solver.lookup import Lookup, small_table
from zermelo.tablebase import Tablebase, build
from zermelo.web.app import create_app
from zermelo.web.settings import Limits, ServerSettings, Setup

GAME = Connect4(width=4, height=4)
SIZE: dict[str, Any] = {"width": 4, "height": 4}
ROOT = "12"  # what comes before is not in the table
WINNERS = {1: "MAX", 0: "nobody", -1: "MIN"}
PERFECT = {"kind": "engine", "level": "perfect"}
SIDES = {"max": {"kind": "person"}, "min": PERFECT}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Tablebase[Any, Any]:
    folder = tmp_path_factory.mktemp("perfect") / "c4"
    return build(GAME, folder, GAME.parse_state(ROOT), threads=1)


@pytest.fixture(scope="module")
def asking(
    table: Tablebase[Any, Any], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """Somebody who asks an app that was given a tablebase."""
    folder: Path = table.shelf.path  # type: ignore[union-attr]
    setup = Setup(limits=Limits(seconds=60), tablebases=(str(folder),))
    file = tmp_path_factory.mktemp("web") / "zermelo.db"
    settings = ServerSettings(
        database=f"sqlite:///{file}", setup=setup, quick=1, steady=1, patience=300
    )
    with Browser(create_app(settings)) as browser:
        yield browser


def levels(browser: Browser, game: str, lang: str = "en", **parameters: Any) -> list[str]:
    body = {"game": game, "parameters": parameters}
    found = browser.post(f"/api/levels?lang={lang}", json=body).json()["levels"]
    return [each["title"] for each in found]


def test_perfect_is_a_level_where_something_is_solved(asking: Browser, fresh: Fresh) -> None:
    assert levels(asking, "connect4", **SIZE)[-1] == "Perfect"
    assert levels(asking, "tictactoe")[-1] == "Perfect"  # small enough to be solved at once
    assert levels(asking, "connect4")[-1] == "Full strength"
    assert levels(asking, "connect4", width=4, height=5)[-1] == "Full strength"
    assert levels(asking, "pig")[-1] == "Full strength"  # goes round
    without = fresh()
    assert levels(without, "connect4", **SIZE)[-1] == "Full strength"
    assert levels(without, "tictactoe", "es")[-1] == "Perfecto"
    assert levels(without, "tictactoe", "ca")[-1] == "Perfecte"
    few = {"game": "mnk", "parameters": {"columns": 4, "rows": 4, "in_row": 4}}
    body = {**few, "position": "xoxo/oxox/xox./...."}
    assert without.post("/api/levels", json=few).json()["levels"][-1]["name"] == "full"
    assert without.post("/api/levels", json=body).json()["levels"][-1]["name"] == "perfect"


def test_nobody_is_perfect_where_nothing_is_solved(asking: Browser) -> None:
    new = {"game": "connect4", "parameters": {}, "sides": SIDES}
    assert kind_of(asking.post("/api/matches", json=new)) == "invalid"
    # The folder has the game, but not this position of it.
    match = begin(asking, "connect4", {"max": PERFECT, "min": PERFECT}, parameters=SIZE)
    refused = asking.post(f"/api/matches/{match['id']}/reply", json={"version": 1})
    assert kind_of(refused) == "invalid"
    assert "choose another level" in refused.json()["detail"]


def check(browser: Browser, table: Lookup[Any, Any], body: dict[str, Any], state: Any) -> None:
    """Compares what an analysis tells with what the table has."""
    game = table.game
    (found,) = parts(analyse(browser, **body), "iteration")
    moves = table.moves(state)
    entry = table[state]
    source = "tablebase" if isinstance(table, Tablebase) else "solved"  # in memory
    assert (found["algorithm"], found["proven"], found["value"]) == (source, True, entry.value)
    told = {each["move"]: each for each in found["moves"]}
    assert len(told) == len(moves) > 0
    for move in moves:
        each = told[game.format_action(state, move.action)]
        assert (each["proven"], each["value"]) == (True, move.value)
        assert move.distance is not None
        assert each["distance"] == (move.distance + 1 if move.value else None)
        assert (
            each["winner"]
            == {1: "MAX", 0: "nobody", -1: "MIN"}[(move.value > 0) - (move.value < 0)]
        )
    best = [game.format_action(state, move.action) for move in table.best(state)]
    assert found["move"] in best
    assert found["lines"][0]["move"] in best
    page = why(browser, **body, move=game.format_action(state, moves[-1].action))
    assert (page["best"]["value"], page["played"]["value"]) == (moves[0].value, moves[-1].value)


def test_every_move_has_its_value_and_its_distance(
    asking: Browser, table: Tablebase[Any, Any]
) -> None:
    dice = random.Random(3)
    for _game in range(2):
        state, moves = GAME.parse_state(ROOT), ROOT
        while not GAME.is_terminal(state):
            body = {"game": "connect4", "parameters": SIZE, "moves": moves}
            check(asking, table, body, state)
            action = dice.choice(list(GAME.actions(state)))
            moves += GAME.format_action(state, action)
            state = GAME.result(state, action)


def test_a_small_game_is_solved_in_memory(asking: Browser) -> None:
    game = make_game("tictactoe")
    table = small_table(game, game.initial())
    assert table
    for moves in ("", "a1", "a1 b1", "b2 a2 c1"):
        state = game.initial()
        for move in moves.split():
            state = game.result(state, game.parse_action(state, move))
        check(asking, table, {"game": "tictactoe", "moves": moves}, state)


def test_perfect_play_keeps_the_value_and_wins_as_soon_as_can_be(
    asking: Browser, table: Tablebase[Any, Any]
) -> None:
    dice, decided = random.Random(5), 0
    for _game in range(3):
        match = begin(asking, "connect4", SIDES, parameters=SIZE, moves=ROOT)
        state = GAME.parse_state(ROOT)
        while not match["position"]["over"]:
            action = dice.choice(list(GAME.actions(state)))
            text = GAME.format_action(state, action)
            match = change(asking, match, "moves", move=text)
            state = GAME.result(state, action)
            if match["position"]["over"]:
                break
            match = change(asking, match, "reply")
            entry, best = table[state], [move.action for move in table.best(state)]
            played = GAME.parse_action(state, match["record"][-1])
            assert played in best
            thought = match["thought"]
            assert (thought["value"], thought["distance"]) == tuple(entry)
            state = GAME.result(state, played)
            decided += entry.value < 0
        assert match["position"]["winner"] != "MAX"  # the root is a draw
    assert decided  # somebody who plays at random loses now and then
