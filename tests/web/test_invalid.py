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
        ("positions", {}, "body.game: is missing"),
        ("positions", {"game": "nim", "x": 1}, "body.x: is not known here"),
        ("positions", {"game": 7}, "body.game: must be a text"),
        ("positions", [], "body: must be an object"),
        ("analysis", {"game": "nim", "depth": 0}, "body.depth: must be 1 or more"),
        ("analysis", {"game": "nim", "depth": 99}, "body.depth: must be 60 or less"),
        ("analysis", {"game": "nim", "depth": 1.5}, "body.depth: must be a whole number"),
        ("analysis", {"game": "nim", "time": "x"}, "body.time: must be a number"),
        ("analysis", {"game": "nim", "time": 0}, "body.time: must be more than 0.0"),
        ("analysis", {"game": "nim", "every": "x"}, "body.every: must be true or false"),
        ("positions", {"game": "x" * 101}, "body.game: is too long: at most 100 letters"),
        ("lab", {**LAB, "games": []}, "body.games: has too few parts: at least 1"),
        (
            "matches",
            {"game": "nim", "sides": {**SIDES, "max": {"kind": "robot"}}},
            "body.sides.max.kind: must be 'person' or 'engine'",
        ),
    ],
)
def test_mistakes_are_told_in_words(fresh: Fresh, path: str, body: Any, line: str) -> None:
    browser = fresh()
    told = {}
    for language in ("en", "es", "ca"):
        response = browser.post(f"/api/{path}?lang={language}", json=body)
        assert kind_of(response) == "invalid"
        told[language] = response.json()["detail"]
    assert told["en"] == line
    assert len(set(told.values())) == 3


def test_a_mistake_without_words_of_its_own() -> None:
    problem = invalid([{"type": "new_kind", "loc": ("body", 3), "ctx": {}}])
    assert problem.detail == "body.3: is not as it should be"
