"""Searches for several players as they are told and drawn."""

from __future__ import annotations

import pytest

from tests.explain.stories import drawn, places, texts
from tests.explain.test_picture import meeting, text_boxes
from tests.search.test_several import AIMA
from zermelo.explain.html import document
from zermelo.explain.narrators import narrator_of, sentence
from zermelo.explain.outputs import OUTPUTS, output
from zermelo.explain.pseudocode import Code
from zermelo.explain.story import Story, Witness, story_of
from zermelo.explain.trace import Trace
from zermelo.explain.view import View
from zermelo.games import LastMatch
from zermelo.games.tree import read_any_tree
from zermelo.language import speaking
from zermelo.search import FOR_SEVERAL, maxn
from zermelo.search.record import Recorder


def told(algorithm: str, game: object = AIMA, **settings: object) -> Story:
    chosen = FOR_SEVERAL[algorithm]
    witness = Witness(chosen.view_of(game, game.initial()))  # type: ignore[arg-type, attr-defined]
    chosen(game, observer=witness, **settings)  # type: ignore[arg-type]
    return story_of(witness)


def test_max_n_in_words() -> None:
    words = narrator_of(told("maxn")).sentences()
    assert words[0] == (
        "max^n: the search begins at the root, where A moves. Each player takes what is most for "
        "themselves; of equals, the first."
    )
    text = "\n".join(words)
    for expected in (
        "Enter #1›1: C moves.",
        "(1, 2, 6) is the best so far at #1›1: C gets 6.",
        "Leaf #1›1›2 is worth (4, 2, 3). C gets 3 by it, no more than 6: (1, 2, 6) stays at #1›1.",
        "C prefers (1, 5, 2) at #2›1: 2 is more than 1.",
        "Return (1, 5, 2) from #2 to the root. "
        "A gets 1 either way: the first of equals, (1, 2, 6), stays.",
    ):
        assert expected in text
    assert words[-1].startswith(
        "The answer: A 1, B 2, C 6. The expected line: 1, 1, 1. This is one"
    )
    story = told("maxn")
    assert sentence(story, len(story.steps) - 1) == words[-1]


def test_without_ties_nothing_is_said_of_other_equilibria() -> None:
    tree = read_any_tree("players: A B\nA [B [(1, 0) (0, 1)] B [(3, 3) (2, 2)]]")
    assert narrator_of(told("maxn", tree)).sentences()[-1] == (
        "The answer: A 3, B 3. The expected line: 2, 1."
    )


def test_paranoid_in_words() -> None:
    words = narrator_of(told("paranoid")).sentences()
    assert words[0].startswith("Paranoid search: the search begins at the root (MAX). A is MAX.")
    assert any(text.startswith("Cut at #2 (MIN): 1 ≤ α = 1.") for text in words)


@pytest.mark.parametrize(("language", "words"), [("es", "A se lleva 1"), ("ca", "A s'endú 1")])
def test_other_languages(language: str, words: str) -> None:
    with speaking(language):
        assert words in " ".join(narrator_of(told("maxn")).sentences())


def test_tuples_and_names_stand_at_the_nodes() -> None:
    svg = drawn(told("maxn"))
    kinds = [place["data-kind"] for place in places(svg).values()]
    assert kinds[:4] == ["P1", "P2", "P3", "LEAF"]
    assert texts(svg, 0) == {"value": "(1, 2, 6)", "player": "A", "returned": "↑(1, 2, 6)"}
    assert texts(svg, 3)["value"] == "(1, 2, 6)"
    feared = drawn(told("paranoid"))
    assert [place["data-kind"] for place in places(feared).values()][:4] == [
        *("MAX", "MIN", "MIN", "LEAF")
    ]
    assert {k: v for k, v in texts(feared, 4).items() if k != "action"} == {
        "value": "4",
        "payoffs": "(4, 2, 3)",
    }


@pytest.mark.parametrize("algorithm", FOR_SEVERAL)
def test_nothing_lies_on_anything_else(algorithm: str) -> None:
    for game in (AIMA, LastMatch(5)):
        assert meeting(list(text_boxes(drawn(told(algorithm, game))))) == []


@pytest.mark.parametrize("algorithm", FOR_SEVERAL)
@pytest.mark.parametrize("ending", [end for end in OUTPUTS if end not in (".png", ".pdf")])
def test_every_output_takes_them(ending: str, algorithm: str) -> None:
    for game in (AIMA, LastMatch(4)):
        story = told(algorithm, game)
        if (ending, algorithm, game) == (".tree", "paranoid", AIMA):
            assert b"min [" in output(ending)(View(story, 0))
        elif (ending, algorithm) != (".tree", "paranoid"):  # of a game it cuts what has no value
            assert output(ending)(View(story, len(story.steps) - 1))


def test_a_tree_of_a_game_is_a_tree_for_several() -> None:
    view = View(told("maxn", LastMatch(4)), 0)
    tree = read_any_tree(output(".tree")(view).decode())
    assert maxn(tree).value == maxn(LastMatch(4)).value


def test_the_player_is_told_who_moves() -> None:
    story = told("maxn")
    found = document(View(story, 0))
    assert found["runs"][0]["kinds"]["P2"] == "B moves"
    assert found["runs"][0]["value"] == [1, 2, 6]
    assert "size" not in found["runs"][0]
    beside = document(View(told("paranoid"), 0))["runs"]
    assert "minimax" in [run["algorithm"] for run in beside]
    code = Code(story)
    running = [code.lines[(code.line_of(n) or 1) - 1].strip() for n in range(len(story.steps))]
    assert "if s is the first, or w[i] > v[i]: v ← w" in running
    assert running[0] == running[-1] == "result ← maxn(root, p)"


NAMED = read_any_tree("players: Ann Bob\nAnn R [a: Bob S [x: (1, 2.5) y: (4, 0)] b: (3, 1)]")


def trace(algorithm: str) -> list[str]:
    """The search as text, one line a step."""
    chosen, lines = FOR_SEVERAL[algorithm], Trace()
    recorder = Recorder(chosen.view_of(NAMED, 0))
    chosen(NAMED, observer=recorder)
    return [line for event in recorder.events if (line := lines.line(event))]


def test_the_trace_names_players_and_writes_tuples_as_the_drawing_does() -> None:
    assert trace("maxn") == [
        "Ann R",
        "  a: Bob S",
        "    x: (1, 2.5)",
        "    best so far x, (1, 2.5)",
        "    y: (4, 0)",
        "    returns (1, 2.5)",
        "  best so far a, (1, 2.5)",
        "  b: (3, 1)",
        "  best so far b, (3, 1)",
        "  returns (3, 1)",
    ]
    feared = trace("paranoid")
    assert feared[:3] == [
        "MAX Ann R  [-inf, inf]",
        "  a: MIN Bob S  [-inf, inf]",
        "    x: 1  (1, 2.5)",
    ]
    picture = drawn(told("maxn", NAMED))
    assert [texts(picture, place).get("player") for place in (0, 1)] == ["Ann", "Bob"]
    assert texts(picture, 1)["value"] == "(1, 2.5)"


def test_decimal_commas_do_not_run_into_those_between_numbers() -> None:
    with speaking("es"):
        assert "    x: (1; 2,5)" in trace("maxn")
        assert texts(drawn(told("maxn", NAMED)), 1)["value"] == "(1; 2,5)"
