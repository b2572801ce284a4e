"""What a heuristic counts, shown: in lines, sentences, drawings, the player and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from tests.explain.stories import told
from zermelo.explain.features import part_texts, sum_text
from zermelo.explain.narrator import Narrator
from zermelo.explain.player.document import document
from zermelo.explain.story import Story, Witness, story_of
from zermelo.explain.svg import drawing
from zermelo.explain.trace import Trace
from zermelo.explain.view import View
from zermelo.game import Feature, ZermeloError
from zermelo.games import MNK, Pacman
from zermelo.games.mnk import Board
from zermelo.report.json import finding_json
from zermelo.search import minimax

GAME = MNK()
PLACE = GAME.parse_state("xo./.o./.xx")  # MIN moves; the lecture's board
PARTS = [
    "open lines of MAX: 1 (c1–c3)",
    "open lines of MIN: 2 (c1–a3, a2–c2)",
]


def searched() -> tuple[Story, dict[str, object]]:
    witness = Witness(GAME)
    found = minimax(GAME, PLACE, depth=1, observer=witness)
    return story_of(witness), finding_json(found)


def test_the_trace_and_the_sentence_tell_the_parts() -> None:
    story, _found = searched()
    trace = Trace()
    lines = [trace.line(event) for event in story.events]
    assert f"    estimate -1 = {'; '.join(PARTS)}" in lines
    told = [text for text in Narrator(story).sentences() if "It counts" in text]
    assert len(told) == 4
    assert f"the heuristic gives −1. It counts {'; '.join(PARTS)}; 1 − 2 = −1." in told[-1]


def test_a_finding_tells_what_its_value_rests_on() -> None:
    _story, found = searched()
    assert found["value"] == -1
    assert part_texts(found["features"]) == PARTS  # type: ignore[arg-type]
    whole = finding_json(minimax(GAME, GAME.parse_state("xoo/oxx/.x.")))
    assert "features" not in whole


def test_open_lines_are_marked_once_the_heuristic_has_spoken() -> None:
    story, _found = searched()
    last = len(story.steps) - 1
    for step, boards in ((0, 0), (2, 1), (last, 4)):
        root = ElementTree.fromstring(drawing(View(story, step)))
        groups = [e for e in root.iter() if e.get("class") == "features"]
        assert len(groups) == boards
    lines = [len(list(group)) for group in groups]
    assert lines == [4, 4, 4, 3]  # open lines of MAX and of MIN together
    assert all(
        (line.get("stroke-dasharray") is None) == (line.get("class") == "sign-max")
        for group in groups
        for line in group
    )


def test_the_player_has_them() -> None:
    story, _found = searched()
    run = document(View(story, 0))["runs"][0]
    assert [place.get("counted") for place in run["places"]][-1] == PARTS
    assert "counted" not in run["places"][0]
    assert 'class="features"' in run["boards"][run["places"][-1]["board"]]
    assert run["steps"][-1]["words"]


def test_a_sum_is_written_out() -> None:
    parts = [{"worth": worth} for worth in (3, 0, -2, "1/2", -0.25)]
    assert sum_text(parts) == "3 − 2 + 1/2 − 1/4"
    assert sum_text([{"worth": -2}, {"worth": 3}]) == "−2 + 3"
    assert sum_text([{"worth": 3, "weight": 1}, {"worth": 0, "weight": -1}]) == "3 − 0"
    assert sum_text([{"worth": 0, "weight": 1}, {"worth": -2, "weight": -1}]) == "0 − 2"
    assert sum_text([]) == "0"


def test_parts_that_do_not_add_up_are_not_shown() -> None:
    class Wrong(MNK):
        def features(self, state: Board) -> Iterator[Feature]:
            yield Feature("stones", 77)

    class Junk(MNK):
        def features(self, state: Board) -> Iterator[Feature]:
            yield ("stones", 1)  # type: ignore[misc]

    witness = Witness(Wrong())
    minimax(Wrong(), PLACE, depth=1, observer=witness)
    assert not any(place.features for place in story_of(witness).places)
    with pytest.raises(ZermeloError, match="must give Feature"):
        minimax(Junk(), PLACE, depth=1, observer=Witness(Junk()))


def test_pacman_shows_what_it_counts() -> None:
    """The sum at the node, and lines to the nearest food and to ghosts that are near."""
    story = told(Pacman(), "minimax", depth=1)
    root = ElementTree.fromstring(drawing(View(story, len(story.steps) - 1)))
    groups = [e for e in root.iter() if e.get("class") == "features"]
    assert len(groups) == len(story.places) - 1
    assert all(e.tag.endswith("line") for group in groups for e in group)
    sums = [e.text for e in root.iter() if e.get("data-part") == "static"]
    assert sorted(filter(None, sums)) == ["h = −1 − 1 − 20 = −22", "h = −1 − 3 − 20 = −24"]
