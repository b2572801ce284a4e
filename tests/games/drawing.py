"""Reads the SVG drawings of games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from zermelo.board import PAINTS, ROOT
from zermelo.game import Game

SVG = "{http://www.w3.org/2000/svg}"

TAGS = {"svg", "title", "g", "rect", "circle", "ellipse", "line", "path", "polygon", "text"}
ATTRIBUTES = {
    *("class", "data-action", "data-cell", "role", "viewBox", "pointer-events"),
    *("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray"),
    *(
        "x",
        "y",
        "width",
        "height",
        "rx",
        "ry",
        "cx",
        "cy",
        "r",
        "x1",
        "y1",
        "x2",
        "y2",
        "d",
        "points",
    ),
    *("font-family", "font-size", "text-anchor"),
}


def read(drawing: str) -> ElementTree.Element:
    """The drawing as a tree, when it keeps to the contract of `Game.draw_svg`."""
    assert drawing.startswith("<svg ")
    root = ElementTree.fromstring(drawing)
    assert root.tag == f"{SVG}svg"
    assert (root.get("class"), root.get("role")) == (ROOT, "img")
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    assert 0 < width < 1e5
    assert 0 < height < 1e5
    assert not {"x", "y", "width", "height"} & set(root.attrib)
    assert [child.tag for child in root].count(f"{SVG}title") == 1
    assert root[0].tag == f"{SVG}title"
    for each in root.iter():
        assert each.tag.removeprefix(SVG) in TAGS
        assert set(each.attrib) <= ATTRIBUTES
        paint = PAINTS.get(each.get("class", ""))
        if paint:
            assert each.get(paint.what) == paint.light
            assert paint.what == "fill" or each.get("fill") == "none"
        else:
            assert each.tag.removeprefix(SVG) in {"svg", "title", "g"}
        for name, most in {"x": width, "cx": width, "y": height, "cy": height}.items():
            assert 0 <= float(each.get(name, 0)) <= most
    return root


def painted(drawing: str, paint: str) -> list[dict[str, str]]:
    """The attributes of all elements painted so."""
    return [each.attrib for each in read(drawing).iter() if each.get("class") == paint]


def places(drawing: str, paint: str, least: float = 0) -> list[tuple[float, float]]:
    """The middles of the circles painted so that have at least this radius."""
    circles = [each for each in painted(drawing, paint) if float(each.get("r", -1)) >= least]
    return [(float(each["cx"]), float(each["cy"])) for each in circles]


def texts(drawing: str) -> list[str]:
    """All that is written in the drawing."""
    return [each.text or "" for each in read(drawing).iter(f"{SVG}text")]


def offered(drawing: str) -> list[str]:
    """The texts of the actions that a page could make clickable, as often as they are there."""
    return [
        each.attrib["data-action"] for each in read(drawing).iter() if "data-action" in each.attrib
    ]


def cells(drawing: str) -> list[str]:
    """The names of the cells that a page could make clickable."""
    return [each.attrib["data-cell"] for each in read(drawing).iter() if "data-cell" in each.attrib]


def legal(game: Game[Any, Any], state: Any) -> set[str]:
    """The texts of the legal actions."""
    return {game.format_action(state, action) for action in game.actions(state)}


def walk(game: Game[Any, Any], seed: int, most: int = 80) -> Iterator[tuple[Any, Any]]:
    """The states of a random game, each with the action that led to it."""
    chance = random.Random(seed)
    state, last = game.initial(), None
    for _ in range(most):
        yield state, last
        if game.is_terminal(state):
            return
        last = chance.choice(list(game.actions(state)))
        state = game.result(state, last)
