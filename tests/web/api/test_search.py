"""One search: what the command line finds, and limits."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.conftest import Run, run  # noqa: F401
from tests.web.browser import Browser, kind_of

TREE = "[[3 12 8] [2 4 6] [14 5 2]]"


@pytest.mark.parametrize(
    ("body", "arguments"),
    [
        ({"tree": TREE}, ["-"]),
        (
            {"tree": TREE, "algorithm": "table", "all_moves": True},
            ["-", "--algorithm", "table", "--all"],
        ),
        ({"tree": TREE, "order": "right", "cut": "gt"}, ["-", "--order", "right", "--cut", "gt"]),
        ({"tree": TREE, "window": ["-inf", "7/2"]}, ["-", "--window", "-inf", "7/2"]),
        ({"tree": "max [chance [1/3: 1 2/3: 2] 1]"}, ["-"]),
        ({"game": "nim", "moves": "1:2", "depth": 3}, ["nim", "--moves", "1:2", "--depth", "3"]),
        (
            {"game": "nim", "parameters": {"rows": [3, 2]}, "algorithm": "table"},
            ["nim", "--set", "rows=3,2", "--algorithm", "table"],
        ),
        (
            {"game": "pig", "parameters": {"goal": 4}, "algorithm": "star1", "depth": 2},
            ["pig", "--set", "goal=4", "--algorithm", "star1", "--depth", "2"],
        ),
    ],
)
def test_the_same_as_on_the_command_line(
    browser: Browser,
    run: Run,  # noqa: F811
    body: dict[str, Any],
    arguments: list[str],
) -> None:
    response = browser.post("/api/search", json=body)
    assert response.status_code == 200, response.text
    page = response.json()
    wanted = json.loads(run("search", *arguments, "--json", stdin=body.get("tree", "")).out)
    wanted["seconds"] = page["seconds"]
    assert {name: page[name] for name in wanted} == wanted


@pytest.mark.parametrize(
    ("place", "value"),
    [({"tree": TREE}, 3), ({"game": "nim", "parameters": {"rows": [3, 2, 1]}}, -50)],
)
def test_the_engine_searches_like_any_other(
    browser: Browser, place: dict[str, Any], value: int
) -> None:
    page = browser.post("/api/search", json={**place, "algorithm": "engine"}).json()
    assert (page["value"], page["proven"], page["algorithm"]) == (value, True, "engine")
    assert (page["evaluated"], page["pruned"], page["moves"]) == (None, None, [])


def test_clipped_values_come_with_a_note(browser: Browser) -> None:
    body = {"tree": TREE, "cut": "gt", "returns": "hard"}
    assert "cutoffs" in browser.post("/api/search", json=body).json()["notes"][0]


def test_the_clock_stops_a_search(browser: Browser) -> None:
    body = {"game": "connect4", "algorithm": "iterative", "time": 0.3}
    page = browser.post("/api/search", json=body).json()
    assert (page["stopped"], page["proven"]) == (True, False)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({}, "invalid"),
        ({"tree": TREE, "game": "nim"}, "invalid"),
        ({"tree": "[[3 12"}, "tree"),
        ({"tree": "{"}, "tree"),
        ({"tree": '{"tree": {}}'}, "tree"),
        ({"tree": "[" * 5000 + "1" + "]" * 5000}, "tree"),
        ({"tree": f"[{'1 ' * 30_000}]"}, "tree"),
        ({"tree": TREE, "algorithm": "magic"}, "invalid"),
        ({"tree": TREE, "algorithm": "engine", "order": "right"}, "invalid"),
        ({"tree": TREE, "algorithm": "pvs", "cut": "gt"}, "invalid"),
        ({"tree": TREE, "window": ["5", "3"]}, "invalid"),
        ({"tree": TREE, "window": ["x", "3"]}, "invalid"),
        ({"tree": TREE, "window": [1]}, "invalid"),
        ({"tree": TREE, "depth": 1}, "invalid"),
        ({"tree": TREE, "depth": -1}, "invalid"),
        ({"tree": TREE, "order": "sideways"}, "invalid"),
        ({"tree": TREE, "moves": "9"}, "notation"),
        ({"tree": TREE, "symmetry": True, "algorithm": "table"}, "invalid"),
        ({"tree": "max [chance [1 2] 1]", "algorithm": "minimax"}, "invalid"),
        ({"game": "grundy", "depth": 1}, "invalid"),
        ({"game": "othello", "algorithm": "minimax", "time": 0.0001}, "invalid"),
    ],
)
def test_what_cannot_be_searched(browser: Browser, body: dict[str, Any], kind: str) -> None:
    response = browser.post("/api/search", json=body)
    assert kind_of(response) == kind
    assert response.status_code == 422
