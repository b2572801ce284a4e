"""The lab: counts by depth, with progress."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser import Browser, events_of, kind_of
from zermelo.games import make_game
from zermelo.lab.experiment import branching, lines_by_depth
from zermelo.search import alphabeta, minimax


def test_rows_are_what_the_searches_take(browser: Browser) -> None:
    body = {
        "games": [{"game": "tictactoe"}, {"tree": "[[3 12 8] [2 4 6] [14 5 2]]"}],
        "runs": [{"algorithm": "minimax"}, {"algorithm": "alphabeta"}],
        "depths": [3, 1, 2],
    }
    events = events_of(browser.post("/api/lab", json=body).text)
    rows = [data for name, data in events if name == "row"]
    game = make_game("tictactoe")
    searches = (minimax, alphabeta)
    for row in rows:
        if row["game"] == 0:
            wanted = searches[row["run"]](game, depth=row["depth"])
            counts = (wanted.nodes, wanted.leaves, wanted.cutoffs, wanted.value)
            assert (row["nodes"], row["leaves"], row["cutoffs"], row["value"]) == counts
    assert [row["depth"] for row in rows if (row["game"], row["run"]) == (0, 0)] == [1, 2, 3]
    # A tree without static values has none to show at depth 1: it says so and goes no deeper.
    assert all(row["problem"] for row in rows if row["game"] == 1)
    assert [data for name, data in events if name == "progress"][-1]["done"] == 12
    assert events[-1] == ("end", {})


def test_orders_and_deepening(browser: Browser) -> None:
    runs = [{"algorithm": "alphabeta", "order": "right", "deepening": on} for on in (False, True)]
    body = {"games": [{"game": "tictactoe"}], "runs": runs, "depths": [1, 2, 3]}
    events = events_of(browser.post("/api/lab", json=body).text)
    rows = [data for name, data in events if name == "row"]
    direct, deeper = ([row["leaves"] for row in rows if row["run"] == run] for run in (0, 1))
    game = make_game("tictactoe")
    assert direct == [alphabeta(game, depth=d, order="right").leaves for d in (1, 2, 3)]
    assert deeper == [sum(direct[:1]), sum(direct[:2]), sum(direct)]


def test_what_is_stopped_is_the_last_of_its_run(browser: Browser) -> None:
    runs = [{"algorithm": "minimax"}, {"algorithm": "alphabeta"}]
    body = {"games": [{"game": "connect4"}], "runs": runs, "depths": [2, 6, 20], "nodes": 30_000}
    events = events_of(browser.post("/api/lab", json=body).text)
    rows = [data for name, data in events if name == "row" and data["run"] == 0]
    assert [(row["depth"], row["stopped"]) for row in rows] == [(2, False), (6, True)]


def test_all_leaves_are_counted_by_depth() -> None:
    """The worst case is what minimax looks at, so that no search lies above it."""
    for name, depth in (("tictactoe", 5), ("connect4", 3), ("nim", 3)):
        game = make_game(name)
        lines = lines_by_depth(game, game.initial(), depth)
        assert lines[1:] == [minimax(game, depth=d).leaves for d in range(1, depth + 1)]
    won = make_game("tictactoe").parse_state("xx./oo./...")
    wanted = [minimax(make_game("tictactoe"), won, depth=d).leaves for d in range(1, 6)]
    assert lines_by_depth(make_game("tictactoe"), won, 5)[1:] == wanted
    assert branching([1, 9, 72, 504]) == pytest.approx((9 * 8 * 7) ** (1 / 3), abs=1e-3)


def test_leaves_are_told_where_the_formulas_hold(browser: Browser) -> None:
    body = {
        "games": [{"game": "tictactoe"}, {"game": "pig"}],
        "runs": [{"algorithm": "expectiminimax"}],
        "depths": [1, 2],
    }
    events = events_of(browser.post("/api/lab", json=body).text)
    assert [d["leaves"] for name, d in events if name == "game"] == [[1, 9, 72], []]


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({"games": []}, "invalid"),
        ({"games": [{}]}, "invalid"),
        ({"games": [{"game": "shogi"}]}, "unknown"),
        ({"games": [{"tree": "["}]}, "tree"),
        ({"runs": []}, "invalid"),
        ({"runs": [{"speed": 3}]}, "invalid"),
        ({"depths": []}, "invalid"),
        ({"depths": [-1]}, "invalid"),
        ({"depths": ["deep"]}, "invalid"),
        ({"time": 10**9}, "invalid"),
        (
            {"runs": [{}] * 12, "depths": list(range(20)), "games": [{"game": "nim"}] * 8},
            "too-long",
        ),
    ],
)
def test_what_is_refused(browser: Browser, more: dict[str, Any], kind: str) -> None:
    usual: dict[str, Any] = {"games": [{"game": "nim"}], "runs": [{}], "depths": [1]}
    assert kind_of(browser.post("/api/lab", json={**usual, **more})) == kind
