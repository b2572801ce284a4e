"""Stories of searches for the tests of what shows them, and how their drawings are read."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

from hypothesis import reject

from zermelo.explain.story import MAX_PLACES, Story, Witness, story_of
from zermelo.explain.svg import drawing
from zermelo.explain.view import View
from zermelo.game import Game, MissingRule
from zermelo.search import ALGORITHMS, usual_algorithm

SVG = "{http://www.w3.org/2000/svg}"


def told(
    game: Game[Any, Any], algorithm: str = "", max_places: int = MAX_PLACES, **settings: Any
) -> Story:
    """The story of a search."""
    witness = Witness(game)
    chosen = ALGORITHMS[algorithm] if algorithm else usual_algorithm(game)
    chosen(game, settings.pop("state", game.initial()), observer=witness, **settings)
    return story_of(witness, max_places)


def told_if_finite(game: Game[Any, Any], algorithm: str = "") -> Story:
    """The story of a search; a tree whose values overflow is none of Hypothesis's business."""
    try:
        return told(game, algorithm)
    except MissingRule:
        reject()


def drawn(story: Story, step: int = -1, **view: Any) -> ET.Element:
    """The drawing after a step, counted from the end if negative, parsed."""
    steps = range(len(story.steps))
    return ET.fromstring(drawing(View(story, steps[step], **view)))


def frames(story: Story, still: bool = True) -> Iterator[ET.Element]:
    """The drawings after each step."""
    view = View(story, 0)
    for step in range(len(story.steps)):
        yield ET.fromstring(drawing(view.at(step), still))


def places(svg: ET.Element) -> dict[int, dict[str, str]]:
    """The attributes of every place of a drawing."""
    return {
        int(group.attrib["data-place"]): group.attrib
        for group in svg.iter(f"{SVG}g")
        if group.get("class") == "place"
    }


def texts(svg: ET.Element, place: int) -> dict[str, str]:
    """The texts at a place by their parts."""
    (group,) = (
        group
        for group in svg.iter(f"{SVG}g")
        if group.get("class") == "place" and group.get("data-place") == str(place)
    )
    return {
        element.attrib["data-part"]: element.text or ""
        for element in group.iter()
        if "data-part" in element.attrib
    }
