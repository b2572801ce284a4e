"""A search step by step, as a document and as files; and the tree of the editor."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.web.browser import Browser, kind_of
from zermelo.games import make_game, read_tree, tree_from_json, write_tree
from zermelo.search import minimax
from zermelo.web.files import STATIC

TREE = "[[3 12 8] [2 4 6] [14 5 2]]"
BEGUN = make_game("tictactoe").parse_state("o../.x./...")
BEGINNINGS = {
    "svg": b"<svg ",
    "png": b"\x89PNG",
    "pdf": b"%PDF",
    "tex": b"",
    "dot": b"",
    "txt": b"",
    "html": b"<!doctype html>",
    "json": b"{",
}


def test_the_document_of_a_tree(browser: Browser) -> None:
    page = browser.post("/api/explain", json={"tree": TREE}).json()
    run = page["runs"][0]
    assert (run["algorithm"], run["value"]) == ("alphabeta", 3)
    assert run["steps"][-1]["leaves"] == 7
    assert "<style" not in run["svg"]
    assert "style=" not in run["svg"]


def test_monte_carlo_tree_search(browser: Browser) -> None:
    body = {"tree": TREE, "algorithm": "mcts", "simulations": 5, "labels": "usual,ucb"}
    run = browser.post("/api/explain", json=body).json()["runs"][0]
    assert [step["name"] for step in run["steps"]].count("simulate") == 5
    assert 'data-part="ucb"' in run["svg"]
    assert any("UCB1" in line for line in run["code"])


def test_the_document_of_a_game_and_of_runs_beside_it(browser: Browser) -> None:
    body = {
        "game": "tictactoe",
        "moves": "b2 a1",
        "depth": 2,
        "compare": [{"algorithm": "minimax", "depth": 2}],
    }
    page = browser.post("/api/explain?lang=es", json=body).json()
    assert [run["algorithm"] for run in page["runs"][:2]] == ["alphabeta", "minimax"]
    assert page["lang"] == "es"
    assert page["runs"][0]["boards"][0].startswith("<svg ")


@pytest.mark.parametrize("conventions", [("000", None), (None, "000")])
def test_a_run_counts_as_the_lecture_does_whose_convention_it_follows(
    browser: Browser, conventions: tuple[str | None, str | None]
) -> None:
    """000 has the root at depth 1, and counts the lines with X and without O: 3 - 2 of them."""
    runs = [{"algorithm": "minimax", "depth": 1, "convention": name} for name in conventions]
    body = {"game": "tictactoe", "moves": "b2 a1", **runs[0], "compare": runs[1:]}
    found = browser.post("/api/explain", json=body).json()["runs"]
    wanted = {"000": 1, None: minimax(make_game("tictactoe"), BEGUN, depth=1).value}
    assert [run["value"] for run in found[:2]] == [wanted[name] for name in conventions]
    assert wanted[None] == 3


def test_labels_and_symmetric_moves_are_chosen(browser: Browser) -> None:
    def drawn(**more: object) -> str:
        body = {"tree": TREE, **more}
        return str(browser.post("/api/explain", json=body).json()["runs"][0]["svg"])

    assert 'data-part="interval"' not in drawn()
    assert 'data-part="interval"' in drawn(labels="usual,intervals")
    assert browser.post("/api/explain", json={"tree": TREE, "labels": "x"}).status_code == 422
    body = {"game": "tictactoe", "depth": 2, "algorithm": "minimax", "merge": True}
    found = browser.post("/api/explain", json=body).json()["runs"][0]
    assert len(found["places"]) == 16


@pytest.mark.parametrize("ending", BEGINNINGS)
def test_every_kind_of_file(browser: Browser, ending: str) -> None:
    response = browser.post(f"/api/explain/export?ending={ending}", json={"tree": TREE})
    assert response.status_code == 200, response.text
    assert response.content.startswith(BEGINNINGS[ending])
    assert len(response.content) > 200
    assert response.headers["content-disposition"] == f'attachment; filename="zermelo.{ending}"'


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"tree": TREE, "step": 999}, "invalid"),
        ({"tree": TREE, "step": -1}, "invalid"),
        ({"tree": TREE, "theme": "pink"}, "invalid"),
        ({"tree": TREE, "max_nodes": 10**6}, "invalid"),
        ({"tree": TREE, "compare": [{}] * 9}, "invalid"),
        ({"tree": "[["}, "tree"),
        ({"tree": TREE, "algorithm": "engine"}, "invalid"),
    ],
)
def test_what_cannot_be_shown(browser: Browser, body: dict[str, Any], kind: str) -> None:
    assert kind_of(browser.post("/api/explain", json=body)) == kind
    assert kind_of(browser.post("/api/explain/export?ending=svg", json=body)) == kind


def test_a_search_too_long_to_show(browser: Browser) -> None:
    response = browser.post("/api/explain", json={"game": "tictactoe", "algorithm": "minimax"})
    assert kind_of(response) == "invalid"
    assert "too long to show" in response.json()["detail"]
    assert "--" not in response.json()["detail"]  # no options of the command line


@pytest.mark.parametrize("ending", ["", "exe", "../svg", "py"])
def test_other_endings_are_refused(browser: Browser, ending: str) -> None:
    response = browser.post(f"/api/explain/export?ending={ending}", json={"tree": TREE})
    assert kind_of(response) == "invalid"


def test_a_tree_as_it_was_understood(browser: Browser) -> None:
    text = 'title: "mine"\nmax A [a1: min B [3 12] a2: chance C [1/2: 2 0.5 heads: 7]]'
    page = browser.post("/api/tree", json={"text": text}).json()
    assert (page["title"], page["nodes"], page["leaves"], page["height"]) == ("mine", 7, 4, 2)
    assert page["chance"]
    tree = read_tree(text)
    assert read_tree(page["text"]) == tree
    assert write_tree(tree_from_json(page["json"])) == write_tree(tree)
    drawn = ElementTree.fromstring(page["svg"])
    places = [each for each in drawn.iter() if each.get("class") == "place"]
    assert len(places) == 7
    assert not any(each.get("data-value") or each.get("data-current") for each in drawn.iter())


def test_where_a_tree_is_wrong(browser: Browser) -> None:
    response = browser.post("/api/tree", json={"text": "[[3 12]\n [2 x]]"})
    assert kind_of(response) == "tree"
    assert (response.json()["line"], response.json()["column"]) == (2, 5)
    for text in ("", "# nothing", "[1 2", "[" * 20_000):
        assert kind_of(browser.post("/api/tree", json={"text": text})) == "tree"


def test_a_broad_tree_and_a_deep_one_are_drawn_in_part(browser: Browser) -> None:
    for text in (f"[{'1 ' * 2000}]", "[1 " * 500 + "2" + "]" * 500):
        response = browser.post("/api/tree", json={"text": text})
        assert response.status_code == 200, response.text
        assert len(response.content) < 5_000_000


def test_events_as_a_file_are_those_of_the_search(browser: Browser) -> None:
    response = browser.post("/api/explain/export?ending=json", json={"tree": TREE})
    events = json.loads(response.content)["events"]
    assert sum(event["event"] == "leaf" for event in events) == 7


def test_a_large_tree_unfolds_where_one_looks(browser: Browser) -> None:
    """Nothing but what is shown travels; what is looked at is shown."""
    body: dict[str, Any] = {"game": "tictactoe", "depth": 4, "max_nodes": 60, "boards": False}

    def ways(page: dict[str, Any]) -> dict[tuple[str, ...], int]:
        found: list[tuple[str, ...]] = []
        places = page["runs"][0]["places"]
        for place in places:
            above = () if place.get("up") is None else found[place["up"]]
            found.append((*above, place["action"]) if "action" in place else above)
        return {way: place.get("hidden", 0) for way, place in zip(found, places, strict=True)}

    first = ways(browser.post("/api/explain", json=body).json())
    assert len(first) < 90
    folded = next(way for way, hidden in first.items() if hidden and len(way) == 2)
    assert not any(way[:2] == folded and len(way) == 3 for way in first)
    again = ways(browser.post("/api/explain", json={**body, "unfold": [folded]}).json())
    assert sum(way[:2] == folded and len(way) == 3 for way in again) > 1


def test_what_is_searched_has_a_name_for_people(browser: Browser) -> None:
    def title(**place: str) -> str:
        return str(browser.post("/api/explain", json={**place, "depth": 1}).json()["title"])

    assert title(game="tictactoe") == "Tic-tac-toe"
    assert title(tree='title: "Mine"\nmax (h=1) [1 2]') == "Mine"
    assert title(tree="max [1 2]") == "A tree of 3 nodes"


def test_the_examples_and_shapes_of_the_page_are_trees(browser: Browser) -> None:
    script = (STATIC / "parts" / "examples.js").read_text(encoding="utf-8")
    examples = re.findall(r'\[t\("(.+)"\), ("[^"]+")(?:,\s*\{ (.*) \})?\]', script)
    assert len(examples) == 7
    for name, tree, settings in examples:
        body = json.loads(re.sub(r"(\w+):", r'"\1":', f"{{{settings}}}"))
        page = browser.post("/api/explain", json={"tree": json.loads(tree), **body})
        assert page.status_code == 200, name
    shapes = re.findall(r'kind: "(.+)", shape: "(.+)"', script)
    assert len(shapes) == 6
    for kind, shape in shapes:
        asked = {"kind": kind, "shape": shape, "seed": 5}
        assert read_tree(browser.get("/api/exercises", params=asked).json()["tree"])
