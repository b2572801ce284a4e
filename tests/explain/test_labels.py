"""The texts at a place: numbers for people, what is held, and what was held before."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from tests.explain.stories import drawn, texts, told
from tests.strategies import all_values
from zermelo.explain.labels import LONGEST_NUMBER, PARTS, hidden, labels, number, reach, whole
from zermelo.explain.narrators import sentence
from zermelo.explain.place import FRESH, Place
from zermelo.game import Value
from zermelo.games import Nim, Tree, read_tree
from zermelo.games.nim import Matches
from zermelo.language import LANGUAGES, speaking
from zermelo.numbers import plain

NODE = Place(None, "a1", None, "MAX", "text", name="A", children=[1])


def at(place: Place = NODE, **look: Any) -> dict[str, str]:
    return labels(place, {**FRESH, **look})


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (0, "0"),
        (-3, "−3"),
        ("-inf", "−∞"),
        ("inf", "∞"),
        (2.5, "2.5"),
        (0.1 + 0.2, "0.3"),
        (-0.0, "0"),
        (2 / 3, "0.6667"),
        ("-23/3", "−23/3"),
        ("12345/678", "≈18.21"),
        (12_345_678, "12345678"),
        (-123_456_789, "−1.23e8"),
        (10**400, "1.00e400"),
        (1e-12, "1e−12"),
        (1.23456e-12, "1.23e−12"),
        ("1/" + "9" * 30, "1.00e−30"),
    ],
)
def test_numbers_for_people(value: Any, text: str) -> None:
    assert number(value) == text


@given(all_values)
def test_no_number_is_long(value: Value) -> None:
    text = number(plain(value))
    assert 0 < len(text) <= LONGEST_NUMBER + 3
    assert "-" not in text


def test_what_is_passed_in_held_and_returned() -> None:
    assert at() == {"action": "a1", "name": "A"}
    window: dict[str, Any] = {"alpha_in": "-inf", "beta_in": 8, "alpha": 5, "beta": 8}
    seen = at(status="open", visits=2, value=5, old_alpha=("-inf", 1, 3), **window)
    assert seen["passed"] == "[−∞, 8]"
    assert (seen["alpha"], seen["old_alpha"], seen["beta"]) == ("α=5", "3 1 …", "β=8")
    assert "old_beta" not in seen
    assert "returned" not in seen
    assert seen["visits"] == "×2"
    assert at(status="done", returned=-5)["returned"] == "↑−5"
    assert set(seen) <= set(PARTS)


def test_a_leaf_shows_its_value_and_no_window() -> None:
    leaf = Place(0, "b1", None, "LEAF", "3", written=3)
    assert at(leaf) == {"action": "b1", "value": "3"}  # written down before any search
    window: dict[str, Any] = {"alpha_in": 1, "beta_in": 8, "alpha": 1, "beta": 8}
    assert at(leaf, status="done", value=3, returned=3, estimate=False, **window) == at(leaf)
    estimated = at(status="done", value=2 / 3, returned=2 / 3, estimate=True, **window)
    assert estimated["static"] == "h=0.6667"
    assert "passed" not in estimated


def test_old_rounded_values_have_one_sign() -> None:
    assert at(status="open", alpha="12345/678", beta="inf", alpha_in=0)["alpha"] == "α≈18.21"
    assert at(Place(0, "a=≈b", None, "MAX", ""))["action"] == "a=≈b"


def test_a_weighted_sum_grows_and_is_cut_short() -> None:
    half = [("1/4", 8), ("1/4", -2)]
    assert at(terms=tuple(half))["sum"] == "1/4·8 + 1/4·(−2) + …"
    terms = (*half, ("1/2", "1/3"))
    assert at(terms=terms)["sum"] == "1/4·8 + 1/4·(−2) + 1/2·(1/3)"
    assert at(terms=terms, value="5/3")["sum"].endswith(" = 5/3")
    many = tuple(("1/6", face) for face in range(1, 7))
    assert at(terms=many, value="7/2")["sum"] == "1/6·1 + 1/6·2 + … + 1/6·6 = 7/2"


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [(3, 3, "3"), ("-inf", 3, "≤3"), (3, "inf", "≥3"), (1, 3, "[1, 3]")],
)
def test_what_the_table_says(low: Any, high: Any, text: str) -> None:
    assert at(hit={"low": low, "high": high})["hit"] == f"table: {text}"


def test_counts_in_each_language() -> None:
    assert whole(12_345) == "12,345"
    assert hidden(1) == "► 1 node"
    assert hidden(12_345) == "► 12,345 nodes"
    with speaking("ca"):
        assert whole(12_345) == "12.345"
        assert hidden(12_345) == "► 12.345 nodes"
    with speaking("es"):
        assert hidden(12_345) == "► 12\xa0345 nodos"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reach_of_a_cut_has_a_word(language: str) -> None:
    names = ("shallow", "deep", "window", "test", "share", "guess", "again")
    with speaking(language):
        assert all(reach(name) for name in names)
        assert len({reach(name) for name in names}) == len(names)


def test_every_label_of_a_story_is_one_line() -> None:
    story = told(Tree.from_nested([[3, 12], [2, 4]]))
    for step in range(len(story.steps)):
        for place, look in zip(story.places, story.after(step), strict=True):
            for text in labels(place, look).values():
                assert text == " ".join(text.split(" "))
                assert text


def test_the_number_of_every_successor_stands_there_kept_or_left_out() -> None:
    """The agent of the Nim report chooses by them, and they are for who has just moved."""
    story = told(
        Nim(goal=1, heuristic="report"), "two-successor", state=Matches((2, 1, 1), 1),
        convention="004",
    )  # fmt: skip
    looks = story.after(len(story.steps) - 1)
    below = story.places[0].children
    shown = {story.places[at].action: labels(story.places[at], looks[at])["static"] for at in below}
    assert shown == {"1:1": "h=45", "1:2": "h=−45", "2:1": "h=3", "3:1": "h=3"}
    assert [looks[at]["status"] for at in below] == ["done", "done", "dropped", "dropped"]
    assert all(looks[at]["static"] is not None for at in range(1, len(looks)))


def test_decimals_as_they_were_written() -> None:
    """0.5 * 2 + 0.5 * 4 = 3, as lecture 003 has it; a fraction stays one."""
    story = told(read_tree("max [chance [0.5: 2 0.5: 4] chance [1/2: 0 1/2: -2]]"))
    for language, half in (("en", "0.5"), ("es", "0,5"), ("ca", "0,5")):
        with speaking(language):
            svg = drawn(story)
            assert texts(svg, 1)["sum"] == f"{half}·2 + {half}·4 = 3"
            assert texts(svg, 2)["share"] == half
            assert texts(svg, 4)["sum"] == "1/2·0 + 1/2·(−2) = −1"
            said = [sentence(story, step) for step in range(len(story.steps))]
            assert any(f"{half} · 2 + {half} · 4 = 3" in each for each in said)


def test_what_is_certain_is_no_sum() -> None:
    assert "sum" not in texts(drawn(told(read_tree("chance [1: 5]"))), 0)
