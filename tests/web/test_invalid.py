"""Wrong fields are named in the visitor's language."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser import kind_of
from tests.web.conftest import Fresh
from zermelo.web.invalid import invalid

LAB = {"games": [{"game": "nim"}], "runs": [{}], "depths": [1]}
SIDES = {"max": {"kind": "person"}, "min": {"kind": "person"}}


@pytest.mark.parametrize(
    ("path", "body", "line"),
    [
        ("positions", {}, "game: is missing"),
        ("positions", {"game": "nim", "x": 1}, "x: is not known here"),
        ("positions", {"game": 7}, "game: must be a text"),
        ("positions", [], "the request: must be an object"),
        ("analysis", {"game": "nim", "depth": 0}, "depth: must be 1 or more"),
        ("analysis", {"game": "nim", "depth": 99}, "depth: must be 60 or less"),
        ("analysis", {"game": "nim", "depth": 1.5}, "depth: must be a whole number"),
        ("analysis", {"game": "nim", "time": "x"}, "time: must be a number"),
        ("analysis", {"game": "nim", "time": 0}, "time: must be more than 0.0"),
        ("analysis", {"game": "nim", "all_moves": "x"}, "all_moves: must be true or false"),
        ("positions", {"game": "x" * 101}, "game: is too long: at most 100 letters"),
        ("lab", {**LAB, "games": []}, "games: has too few parts: at least 1"),
        (
            "matches",
            {"game": "nim", "sides": {**SIDES, "max": {"kind": "robot"}}},
            "sides.max.kind: must be 'person' or 'engine'",
        ),
    ],
)
def test_mistakes_are_told_in_words(fresh: Fresh, path: str, body: Any, line: str) -> None:
    browser = fresh()
    lines = {}
    for language in ("en", "es", "ca"):
        response = browser.post(f"/api/{path}?lang={language}", json=body)
        assert kind_of(response) == "invalid"
        lines[language] = response.json()["detail"]
    assert lines["en"] == line
    assert len(set(lines.values())) == 3


@pytest.mark.parametrize(
    ("field", "line"),
    [
        ({"parameters": {"rows": [3, "x"]}}, "parameters.rows.1: must be a whole number"),
        ({"parameters": {"rows": None}}, "parameters.rows: this value does not fit here"),
        ({"parameters": {"win": 1e15}}, "parameters.win: this value does not fit here"),
        ({"parameters": {"int": {}}}, "parameters.int: this value does not fit here"),
        ({"parameters": {"x": "y" * 101}}, "parameters.x: is too long: at most 100 letters"),
        ({"moves": 7}, "moves: this value does not fit here"),
        ({"moves": ["1:1", 7]}, "moves.1: must be a text"),
    ],
)
def test_of_several_kinds_the_one_meant_is_told(
    fresh: Fresh, field: dict[str, Any], line: str
) -> None:
    response = fresh().post("/api/positions", json={"game": "nim", **field})
    assert kind_of(response) == "invalid"
    problem = response.json()
    assert problem["detail"] == line
    assert problem["errors"][0]["where"].startswith("body.")


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("exercises?seed=-1", "seed: must be 0 or more"),
        ("matches/zz", "id: has letters that it must not have"),
    ],
)
def test_where_in_a_request_a_field_is_does_not_matter(fresh: Fresh, path: str, line: str) -> None:
    assert fresh().get(f"/api/{path}").json()["detail"] == line


def test_a_mistake_without_words_of_its_own() -> None:
    problem = invalid([{"type": "new_kind", "loc": ("body", 3), "ctx": {}}])
    assert problem.detail == "3: is not as it should be"
