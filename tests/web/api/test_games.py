"""What there is."""

from __future__ import annotations

import pytest

from tests.web.browser import kind_of
from tests.web.conftest import Fresh
from zermelo.games.catalogue import ALL as GAMES
from zermelo.search import ALGORITHMS, FOR_SEVERAL


def test_every_game_is_in_the_gallery_with_its_board(fresh: Fresh) -> None:
    games = fresh().get("/api/games").json()["games"]
    assert [game["name"] for game in games] == list(GAMES)
    for game in games:
        assert game["board"].startswith("<svg ")
        assert "style=" not in game["board"]
        assert game["title"]
        assert game["summary"]
        wanted = list(GAMES[game["name"]].parameters())
        assert [parameter["name"] for parameter in game["parameters"]] == wanted
    by_name = {game["name"]: game for game in games}
    assert by_name["pig"]["chance"]
    assert by_name["pig"]["algorithms"] == ["expectiminimax", "star1", "mcts", "engine"]
    assert "alphabeta" in by_name["nim"]["algorithms"]
    assert not by_name["grundy"]["heuristic"]
    rows = by_name["nim"]["parameters"][0]
    assert (rows["kind"], rows["default"]) == ("numbers", [7, 5, 3])


@pytest.mark.parametrize("language", ["es", "ca"])
def test_the_gallery_speaks_the_visitor_s_language(fresh: Fresh, language: str) -> None:
    browser = fresh()
    english = browser.get("/api/games").json()["games"]
    other = browser.get("/api/games", headers={"Accept-Language": language}).json()["games"]
    for ours, theirs in zip(english, other, strict=True):
        assert ours["name"] == theirs["name"]
        assert ours["summary"] != theirs["summary"]


def test_every_algorithm_is_listed_and_the_engine(fresh: Fresh) -> None:
    page = fresh().get("/api/algorithms").json()
    several = [each["name"] for each in page["algorithms"] if each["several"]]
    assert several == list(FOR_SEVERAL)
    assert [each["name"] for each in page["algorithms"]] == [*ALGORITHMS, "engine", *several]
    alphabeta = next(each for each in page["algorithms"] if each["name"] == "alphabeta")
    assert {"depth", "window", "order", "cut", "returns"} <= set(alphabeta["takes"])
    assert "observer" not in alphabeta["takes"]
    assert "left" in page["choices"]["order"]
    assert page["choices"]["returns"] == ["soft", "hard", "bound"]
    assert page["conventions"]["001"]["test"] == "first"


def test_levels_go_from_plain_minimax_to_the_engine(fresh: Fresh) -> None:
    browser = fresh()
    levels = browser.get("/api/levels").json()["levels"]
    assert levels[1]["summary"] == "Minimax, 2 plies deep"
    assert "engine" in levels[-2]["summary"]
    assert levels[-1]["name"] == "perfect"
    of_pig = browser.get("/api/levels?game=pig").json()["levels"]
    assert of_pig[1]["summary"] == "Expectiminimax, 2 plies deep"
    assert kind_of(browser.get("/api/levels?game=shogi")) == "unknown"


def test_the_status_says_that_the_engine_loads(fresh: Fresh) -> None:
    page = fresh().get("/api/status").json()
    assert page["engine"] == "loading"
    assert page["limits"]["depth"] > 0


@pytest.mark.parametrize("lang", ["en", "es", "ca"])
def test_a_game_tells_its_rules_and_its_players(fresh: Fresh, lang: str) -> None:
    for game in fresh().get(f"/api/games?lang={lang}").json()["games"]:
        assert game["rules"].endswith(".")
        for player in game["players"].values():
            assert player["piece"].startswith("<svg ")
        assert game["hard"] in (None, 1, 2, 3)
        is_for_two = set(game["players"]) == {"max", "min"}
        assert (game["scale"] == "verdict") or game["chance"] or not is_for_two


def test_numbers_are_written_as_the_language_does(fresh: Fresh) -> None:
    levels = {
        code: " ".join(
            each["summary"] for each in fresh().get(f"/api/levels?lang={code}").json()["levels"]
        )
        for code in ("en", "es", "ca")
    }
    assert "0.2 s" in levels["en"]
    assert "0,2 s" in levels["es"]
    assert "0,2 s" in levels["ca"]
    pig = {"game": "pig", "position": "0 0 max 5"}
    board = fresh().post("/api/positions?lang=es", json=pig).json()["board"]
    assert ">tirar<" in board
    assert 'data-action="roll"' in board  # the notation is one
