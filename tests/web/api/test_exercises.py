"""Exercises, their grading, and scores."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.web.browser import Browser, kind_of
from tests.web.conftest import Fresh
from zermelo.exercise import KINDS, make
from zermelo.exercise.items import json_of, text_of
from zermelo.exercise.sheet import LEVELS
from zermelo.web.problems import Problem
from zermelo.web.store.models import ScoreRow
from zermelo.web.store.scores import ASSIGNMENT


def solution(kind: str, seed: int, shape: str = "") -> dict[str, Any]:
    return {name: json_of(answer) for name, answer in make(kind, seed, shape).task.solution.items()}


@pytest.mark.parametrize("kind", KINDS)
def test_an_exercise_of_every_kind_is_solved_in_full(browser: Browser, kind: str) -> None:
    page = browser.get(f"/api/exercises?kind={kind}&seed=3").json()
    made = make(kind, 3)
    assert [item["id"] for item in page["items"]] == [item.id for item in made.task.items]
    asked = {cell["id"] for cell in page["single"]}
    for table in page["tables"]:
        asked |= {cell["id"] for row in table["rows"] for cell in row["cells"] if cell}
    assert asked == {item["id"] for item in page["items"]}
    body = {"kind": kind, "seed": 3, "shape": page["shape"], "answers": solution(kind, 3)}
    graded = browser.post("/api/exercises/grade", json=body).json()
    assert graded["marks"] == graded["out_of"] > 0
    assert (graded["first"], graded["unreadable"]) == (None, [])


def test_a_sheet_says_how_many_simulations_its_solution_has(browser: Browser) -> None:
    assert browser.get("/api/exercises?kind=minimax&seed=3").json()["simulations"] is None
    page = browser.get("/api/exercises?kind=mcts&seed=3").json()
    assert f"after {page['simulations'] - 1} simulations" in page["instructions"][0]
    assert 'data-trail="' not in page["svg"]


def test_a_blank_sheet_does_not_hold_the_solution(browser: Browser) -> None:
    page = browser.get("/api/exercises?kind=minimax&seed=5").json()
    assert all(cell["text"] == "" for cell in page["single"])
    assert "data-value" not in page["svg"]
    solved = browser.get("/api/exercises?kind=minimax&seed=5&solved=true").json()
    texts = [
        cell["text"]
        for table in solved["tables"]
        for row in table["rows"]
        for cell in row["cells"]
        if cell
    ]
    assert any(texts)


def test_mistakes_are_named_in_the_visitor_s_language(browser: Browser) -> None:
    answers = solution("minimax", 1)
    item = next(name for name, answer in answers.items() if isinstance(answer, int))
    answers[item] += 1
    body = {"kind": "minimax", "seed": 1, "answers": answers}
    messages = set()
    for language in ("en", "es", "ca"):
        graded = browser.post(f"/api/exercises/grade?lang={language}", json=body).json()
        assert graded["first"]["id"] == item
        assert graded["marks"] < graded["out_of"]
        messages.add(graded["first"]["message"])
    assert len(messages) == 3


def test_what_cannot_be_read_is_named_and_nothing_marked(browser: Browser) -> None:
    item = next(iter(solution("minimax", 1)))
    body = {"kind": "minimax", "seed": 1, "answers": {item: "three"}}
    graded = browser.post("/api/exercises/grade", json=body).json()
    assert [each["id"] for each in graded["unreadable"]] == [item]
    assert graded["items"] == []


CUTS = ["[[3 12] [2 4]]", "[[3 12] [14 15]]"]  # the first cuts at C, the second nowhere


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "answers", [{}, {"A.value": "3"}, {"b1.state": "searched", "A.move": "–"}], ids=str
)
def test_a_sheet_that_is_mostly_empty_gives_nothing_away(
    browser: Browser, level: str, answers: dict[str, str]
) -> None:
    """What is said is the same whatever the tree holds: which boxes are still empty."""
    body = {"kind": "alphabeta", "seed": 0, "level": level, "answers": answers}
    one, other = (
        browser.post("/api/exercises/grade", json={**body, "tree": tree}).json() for tree in CUTS
    )
    assert one == other
    assert (one["marks"], one["out_of"], one["items"], one["first"]) == (0, 0, [], None)
    empty = {each["id"] for each in one["empty"]}
    assert {"B.value", "C.value"} <= empty
    assert not {"c1.state", "c2.state", *answers} & empty - {"A.move"}
    final = browser.post("/api/exercises/grade", json={**body, "tree": CUTS[0], "final": True})
    assert final.json()["out_of"] > 0


def test_what_is_missing_on_a_sheet_is_not_told(browser: Browser) -> None:
    answers = solution("minimax", 1)
    item = next(name for name in answers if name.endswith(".value"))
    del answers[item]
    body = {"kind": "minimax", "seed": 1, "answers": answers}
    found = browser.post("/api/exercises/grade", json=body).json()
    assert found["first"] == found["empty"][0]
    assert found["first"]["message"].endswith(", value: nothing is written")
    (mark,) = (each for each in found["items"] if each["id"] == item)
    assert (mark["verdict"], mark["wanted"], mark["message"]) == (
        "missing",
        None,
        found["first"]["message"],
    )
    final = browser.post("/api/exercises/grade", json={**body, "final": True}).json()
    assert "it is" in final["first"]["message"]


@pytest.mark.parametrize(
    "query",
    [
        "kind=magic",
        "seed=-1",
        "seed=x",
        "seed=99999999999",
        "shape=nonsense",
        "shape=depth%3D99",
        "shape=depth%3D2%20cuts%3D99",
        f"shape={'x' * 400}",
        "kind=minimax&shape=chance%3D2",
        "solved=perhaps",
    ],
)
def test_exercises_that_there_are_not(browser: Browser, query: str) -> None:
    assert kind_of(browser.get(f"/api/exercises?{query}")) == "invalid"


@pytest.mark.parametrize(
    "answers",
    [{"nonsense": "1"}, {"A.value": {}}, {"A.value": "x" * 1000}, []],
)
def test_answers_that_are_none(browser: Browser, answers: Any) -> None:
    body = {"kind": "minimax", "seed": 1, "answers": answers}
    response = browser.post("/api/exercises/grade", json=body)
    assert response.status_code == 422 or response.json()["unreadable"]


def test_scores_are_graded_again_and_kept(browser: Browser) -> None:
    exercises = [{"seed": 1, "answers": solution("minimax", 1)}, {"seed": 2, "answers": {}}]
    body = {"name": " Ada ", "kind": "minimax", "exercises": exercises, "seconds": 93}
    response = browser.post("/api/scores", json=body)
    assert response.status_code == 201, response.text
    score = response.json()
    assert (score["name"], score["exercises"], score["seconds"]) == ("Ada", 2, 93)
    task = make("minimax", 1).task
    assert score["marks"] == sum(map(task.weight, task.solution))
    assert score["out_of"] > score["marks"]
    assert browser.get("/api/scores").json()["scores"][0] == score
    assert browser.delete(f"/api/scores/{score['id']}").status_code == 204
    assert kind_of(browser.delete(f"/api/scores/{score['id']}")) == "unknown"


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "minimax", "exercises": []},
        {"kind": "minimax", "exercises": [{"seed": 1}] * 99},
        {"kind": "minimax", "exercises": [{"seed": 1}], "name": "a\x00b"},
        {"kind": "minimax", "exercises": [{"seed": 1}], "name": "x" * 99},
        {"kind": "magic", "exercises": [{"seed": 1}]},
        {"kind": "minimax", "exercises": [{"seed": 1}], "seconds": -1},
    ],
)
def test_scores_that_are_none(browser: Browser, body: dict[str, Any]) -> None:
    assert kind_of(browser.post("/api/scores", json=body)) == "invalid"


def test_the_kinds_and_the_keys_of_a_shape(fresh: Fresh) -> None:
    page = fresh().get("/api/exercises/kinds").json()
    assert [kind["kind"] for kind in page["kinds"]] == list(KINDS)
    assert {"depth", "branching", "cuts"} <= {key["key"] for key in page["keys"]}


def test_a_tree_of_ones_own(browser: Browser) -> None:
    """In the link of a teacher: the tree as it is, its variants, graded and solved."""
    tree = "[[3 12 8] [2 4 6] [14 5 2]]"
    where = {"kind": "minimax", "tree": tree}
    plain = browser.get("/api/exercises", params={**where, "seed": 0}).json()
    other = browser.get("/api/exercises", params={**where, "seed": 5}).json()
    assert "12" in plain["tree"]
    assert plain["tree"] != other["tree"]
    body = {**where, "seed": 0, "answers": {"A.value": 3, "A.move": "a1"}, "final": True}
    graded = browser.post("/api/exercises/grade", json=body).json()
    assert {one["id"] for one in graded["items"] if one["verdict"] == "right"} == {
        "A.value",
        "A.move",
    }
    refused = browser.get("/api/exercises", params={"tree": "max [chance [1 2] 3]"})
    assert refused.status_code == 422
    assert "chance" in refused.text


def test_a_level_asks_for_less_and_marks_no_more(browser: Browser) -> None:
    key: dict[str, Any] = {"kind": "alphabeta", "seed": 7, "shape": "depth=2 branching=2"}
    task = make("alphabeta", 7, "depth=2 branching=2").task
    right = {item: text_of(answer) for item, answer in task.solution.items()}
    for level, wanted in LEVELS.items():
        page = browser.get("/api/exercises", params={**key, "level": level}).json()
        asked = {item["what"] for item in page["items"]}
        assert asked == (set(wanted) if wanted else {item.what for item in task.items})
        answers = {name: text for name, text in right.items() if name.partition(".")[2] in asked}
        body = {**key, "level": level, "answers": answers}
        found = browser.post("/api/exercises/grade", json=body).json()
        assert found["marks"] == found["out_of"] > 0
        assert {item["id"] for item in found["items"]} == set(answers)
        assert browser.post("/api/exercises/hint", json=body).json()["id"] is None
    assert page["parents"]["B"] == "A"
    assert kind_of(browser.get("/api/exercises", params={**key, "level": "hard"})) == "invalid"


def test_the_weights_of_the_marks(browser: Browser) -> None:
    """On the sheet, and in the marks: who leaves the bounds out loses what these are worth."""
    key: dict[str, Any] = {"kind": "alphabeta", "seed": 7, "shape": "depth=2 branching=2"}
    right = solution("alphabeta", 7, key["shape"])
    answers = {n: a for n, a in right.items() if ".alpha" not in n and ".beta" not in n}
    body = {**key, "answers": answers, "final": True}
    marks = {}
    for weights in ("", "values 80, bounds 10, pruning 10", "pruning 1"):
        page = browser.get("/api/exercises", params={**key, "weights": weights}).json()
        told = [text for text in page["instructions"] if text.startswith("Marks:")]
        assert bool(told) == bool(weights)
        marks[weights] = browser.post(
            "/api/exercises/grade", json={**body, "weights": weights}
        ).json()["marks"]
    assert list(marks.values()) == [75, 90, 100]
    usual_ones = browser.get("/api/exercises/kinds").json()["weights"]
    assert usual_ones == {"values": 40, "bounds": 25, "pruning": 35}
    for wrong in ("values", "beauty 3", "values 0"):
        refused = browser.get("/api/exercises", params={**key, "weights": wrong})
        assert kind_of(refused) == "invalid"


def test_a_hint_names_what_the_search_comes_to_first(browser: Browser) -> None:
    key: dict[str, Any] = {"kind": "minimax", "seed": 7, "shape": "depth=2 branching=2"}
    task = make("minimax", 7, "depth=2 branching=2").task
    answers: dict[str, str] = {}
    for item, answer in task.solution.items():
        found = browser.post("/api/exercises/hint", json={**key, "answers": answers}).json()
        assert found["id"] == item
        assert found["reason"] == task.reason(item)
        answers[item] = text_of(answer)


def test_an_assignment_on_paper_and_its_results(browser: Browser) -> None:
    first: dict[str, Any] = {"kind": "minimax", "seed": 7, "shape": "depth=1 branching=2"}
    own: dict[str, Any] = {
        "kind": "alphabeta",
        "seed": 0,
        "tree": "[[3 12] [2 4]]",
        "level": "values",
    }
    for solved in (False, True):
        sheet = {"exercises": [first, own], "solved": solved}
        paper = browser.post("/api/assignments/paper", json=sheet)
        assert paper.content.startswith(b"%PDF")
    task = make("minimax", 7, "depth=1 branching=2").task
    right = {item: text_of(answer) for item, answer in task.solution.items()}
    begun, another = (browser.post("/api/assignments").json() for _time in range(2))
    number = begun["assignment"]
    for name, answers in (("Ada", right), ("=1+1", {})):
        exercises = [{**first, "answers": answers}, {**own, "answers": {}}]
        body = {"assignment": number, "name": name, "exercises": exercises, "seconds": 61.2}
        assert browser.post("/api/assignments/results", json=body).status_code == 201
    asked = {"key": begun["key"], "lang": "en"}
    text = browser.get("/api/assignments/results", params=asked).text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["student"] for row in rows] == ["Ada", "'=1+1"]
    assert int(rows[0]["marks"]) == sum(task.marks.values())
    assert int(rows[0]["out of"]) == int(rows[1]["out of"]) > int(rows[0]["marks"])
    assert rows[1]["marks"] == "0"
    asked = {"key": another["key"], "lang": "es"}
    other = browser.get("/api/assignments/results", params=asked).text
    assert other.count("\n") == 1
    assert ";" in other
    assert browser.get("/api/assignments/results", params={"key": number}).status_code == 422
    assert "Ada" not in browser.get("/api/scores").text


def test_what_was_handed_in_is_not_handed_in_again(browser: Browser) -> None:
    exercise = {"kind": "minimax", "seed": 7, "shape": "depth=1 branching=2", "answers": {}}
    begun, another = (browser.post("/api/assignments").json() for _time in range(2))

    def hand_in(name: str, to: dict[str, str]) -> Any:
        body = {"assignment": to["assignment"], "name": name, "exercises": [exercise]}
        return browser.post("/api/assignments/results?lang=es", json=body)

    assert hand_in("Ève", begun).status_code == 201
    for name in ("Ève", " ève "):  # its solutions have been shown
        again = hand_in(name, begun)
        assert kind_of(again) == "forbidden"
        assert "ya se entregó" in again.json()["detail"]
    assert hand_in("Bob", begun).status_code == 201  # visitors of this machine are not told apart
    assert hand_in("Ève", another).status_code == 201
    text = browser.get("/api/assignments/results", params={"key": begun["key"]}).text
    assert text.count("\n") == 3


def test_a_visitor_hands_in_once_by_whatever_name(fresh: Fresh) -> None:
    scores = fresh().app.state.services.scores

    def score(name: str, owner: str | None) -> ScoreRow:
        given = {"kind": ASSIGNMENT, "shape": "0" * 32, "exercises": 1, "marks": 0, "out_of": 1}
        return ScoreRow(name=name, owner=owner, created=datetime.now(UTC), **given)

    scores.add(score("Ada", "a"))
    for name, owner in (("Ada II", "a"), ("ada", "b")):
        with pytest.raises(Problem):
            scores.add(score(name, owner))
    scores.add(score("Bob", "b"))
    scores.add(score("", None))
    scores.add(score("", None))  # about whom nothing is known
