"""A position that comes back is a leaf in every output."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.circles import NAIVE, Circles, Dice
from zermelo.explain import dot, html, svg, terminal, tikz
from zermelo.explain.narrator import Narrator
from zermelo.explain.pseudocode import Code
from zermelo.explain.story import Story, Witness, story_of
from zermelo.explain.trace import Trace
from zermelo.explain.view import View
from zermelo.game import CHANCE, REPETITIONS, Repetition
from zermelo.language import speaking
from zermelo.search import alphabeta, expectiminimax
from zermelo.search.record import Recorder, replay

MEANING = {
    "draw": "a draw, worth 0",
    "loss": "a loss for whoever brings it back, worth",
    "endless": "play without end, worth 0",
}


def witness_of(repetition: Repetition) -> Witness:
    game = Circles(NAIVE, repetition)
    witness = Witness(game)
    alphabeta(game, observer=witness)
    return witness


def story() -> Story:
    return story_of(witness_of("draw"))


def test_the_event_names_the_first_visit_and_can_be_replayed() -> None:
    events = witness_of("draw").events
    repeats = [event for event in events if event["event"] == "repeat"]
    assert repeats[0] == {
        "event": "repeat",
        "node": 3,
        "ply": 1,
        "first": 1,
        "rule": "draw",
        "value": 0,
    }
    assert json.loads(json.dumps(events)) == events

    class Texts(Circles):
        def is_terminal(self, state: Any) -> bool:
            return True

        def format_action(self, state: Any, action: Any) -> str:
            return str(action)

    again = Recorder(Texts(NAIVE, "draw"))
    replay([event for event in events if event["event"] not in ("begin", "answer")], again)
    assert [event for event in again.events if event["event"] == "repeat"] == repeats


@pytest.mark.parametrize("repetition", REPETITIONS)
def test_words_say_what_it_means(repetition: Repetition) -> None:
    sentences = Narrator(story_of(witness_of(repetition))).sentences()
    (first, *_rest) = [text for text in sentences if "↺" in text]
    assert first.startswith(f"↺ #0›0›0 is the position of ply 1 again: {MEANING[repetition]}")


def test_an_endless_one_with_chance_is_an_estimate() -> None:
    witness = Witness(Dice(((CHANCE, (0, 1)), 2), "endless"))
    expectiminimax(witness.game, observer=witness)
    (text,) = [each for each in Narrator(story_of(witness)).sentences() if "↺" in each]
    assert text.endswith("Chance may end it yet: that is an estimate.")


def test_the_trace_shows_it() -> None:
    trace = Trace()
    lines = [line for event in witness_of("draw").events if (line := trace.line(event))]
    assert lines[3:6] == [
        "      0: MIN 2  [-inf, inf]",
        "        ↺ position of ply 1 again, a draw: 0",
        "      best so far 0, 0",
    ]


def test_drawings_mark_it() -> None:
    view = View(story(), len(story().steps) - 1)
    assert "▽ = 0  ↺ ply 1" in terminal.render(view).decode()
    assert 'xlabel="↺ ply 1"' in dot.render(view).decode()
    assert r"$\hookleftarrow$ ply 1" in tikz.render(view).decode()
    drawing = svg.drawing(view)
    assert drawing.count('data-repeat="1 draw"') == drawing.count(">↺ ply 1</text>") == 2
    assert '"repeat"' in html.render(view).decode()


def test_the_pseudo_code_has_its_line() -> None:
    code = Code(story())
    (number,) = [n for n, line in enumerate(code.lines, 1) if "on the path before" in line]
    steps = [n for n, step in enumerate(story().steps) if code.line_of(n) == number]
    assert [story().steps[n].name for n in steps] == ["leaf", "leaf"]


@pytest.mark.parametrize(("language", "words"), [("es", "empate"), ("ca", "empat")])
def test_other_languages(language: str, words: str) -> None:
    with speaking(language):
        assert any(words in text for text in Narrator(story()).sentences())
