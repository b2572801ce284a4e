"""The drawing says what the search did: read from its own attributes, and nothing else."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings

from tests import oracle
from tests.explain.stories import SVG, drawn, frames, places, texts, told, told_if_finite
from tests.long import some
from tests.strategies import any_trees
from zermelo.board import PAINTS
from zermelo.explain.place import FRESH
from zermelo.explain.style import COLOURS, paint, style_sheet
from zermelo.explain.svg import attributes, drawing
from zermelo.explain.view import THEMES, View
from zermelo.games import MNK, Connect4, Tree, read_tree
from zermelo.games.tree.nodes import TreeBuilder
from zermelo.language import speaking

WORKED = oracle.worked_trees()
SETTINGS: dict[str, dict[str, Any]] = {
    "left": {},
    "right": {"order": "right"},
    "left_strict": {"cut": "gt"},
}
INFINITY = float("inf")
Path = tuple[int, ...]
Windows = dict[Path, tuple[float, ...]]  # alpha and beta as passed in, and as held now

AIMA = """title: "AIMA 5.2"
max A [a1: min B [b1: 3 b2: 12 b3: 8] a2: min C [c1: 2 c2: 4 c3: 6] a3: min D [d1: 14 d2: 5 d3: 2]]
"""


def paths(nested: Any, path: Path = ()) -> Iterator[Path]:
    """The nodes of a tree in preorder, which is how places are numbered."""
    yield path
    if isinstance(nested, list):
        for i, child in enumerate(nested):
            yield from paths(child, (*path, i))


def windows(entry: dict[str, Any], key: str) -> list[Windows]:
    """The windows of the nodes entered so far, each time that one changes.

    An alpha-beta of our own, as plain as can be.
    """
    now: Windows = {}
    seen: list[Windows] = []
    levels = entry["levels"] or ["max", "min"] * 10

    def value(node: Any, path: Path, alpha: float, beta: float) -> float:
        passed = alpha, beta
        now[path] = (*passed, alpha, beta)
        seen.append(dict(now))
        if not isinstance(node, list):
            return float(node)
        is_max = levels[len(path)] == "max"
        best = -INFINITY if is_max else INFINITY
        for i in reversed(range(len(node))) if key == "right" else range(len(node)):
            found = value(node[i], (*path, i), alpha, beta)
            best = max(best, found) if is_max else min(best, found)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if now[path] != (*passed, alpha, beta):
                now[path] = (*passed, alpha, beta)
                seen.append(dict(now))
            if alpha > beta or (alpha == beta and key != "left_strict"):
                break
        return best

    value(entry["tree"], (), -INFINITY, INFINITY)
    return seen


@pytest.mark.parametrize("key", SETTINGS)
@pytest.mark.parametrize("name", some(WORKED, 3))
def test_a_worked_tree_shows_its_leaves_and_windows_at_every_step(name: str, key: str) -> None:
    tree, entry = WORKED[name]
    way = list(paths(entry["tree"]))
    story = told(tree, "alphabeta", **SETTINGS[key])
    evaluated: list[Path] = []
    shown: list[Windows] = [{}]
    bounds = ("data-alpha-in", "data-beta-in", "data-alpha", "data-beta")
    for svg in frames(story):
        looks = places(svg)
        assert len(looks) == len(way)
        held = {
            way[number]: tuple(float(look[bound]) for bound in bounds)
            for number, look in looks.items()
            if "data-alpha" in look
        }
        if held != shown[-1]:
            shown.append(held)
        evaluated += [
            way[number]
            for number, look in looks.items()
            if look["data-kind"] == "LEAF" and "data-returned" in look
            if way[number] not in evaluated
        ]
    assert shown[1:] == windows(entry, key)
    assert [list(path) for path in evaluated] == entry[key]["evaluated"]
    last: dict[str, set[Path]] = {status: set() for status in ("done", "cut", "")}
    for number, look in looks.items():
        if look["data-kind"] == "LEAF":
            last[look["data-status"]].add(way[number])
    assert last["done"] == set(evaluated)
    assert last["cut"] == {tuple(path) for path in entry[key]["pruned"]}
    assert not last[""]
    assert looks[0]["data-returned"] == str(entry["value"])
    (move,) = (way[n][0] for n, look in looks.items() if len(way[n]) == 1 and "data-line" in look)
    assert move == entry[key]["move"]


def test_the_texts_tell_what_is_passed_in_held_and_returned() -> None:
    story = told(read_tree(AIMA, "aima"))
    (cut,) = (number for number, step in enumerate(story.steps) if step.name == "cutoff")
    svg = drawn(story, cut)
    assert texts(svg, 0) == {
        "name": "A",
        "value": "3",
        "passed": "[−∞, ∞]",
        "alpha": "α=3",
        "old_alpha": "−∞",
        "beta": "β=∞",
    }
    assert texts(svg, 5) == {
        "action": "a2",
        "name": "C",
        "value": "2",
        "passed": "[3, ∞]",
        "alpha": "α=3",
        "beta": "β=2",
        "old_beta": "∞",
        "cut": "2 ≤ α=3, shallow",
    }
    looks = places(svg)
    assert looks[5]["data-cut"] == "MIN MIN shallow"
    assert looks[5]["data-current"] == "true"
    assert looks[5]["data-alpha-by"] == "0"
    assert looks[0]["data-sets"] == "alpha"  # the ancestor that set the bound
    assert texts(drawn(story), 5)["returned"] == "↑2"
    with speaking("es"):
        assert "{" not in texts(drawn(story, cut), 5)["cut"]


def test_a_cut_is_barred_and_what_is_below_it_dashed() -> None:
    tree, _entry = WORKED["mit-deep-cutoff"]
    svg = drawn(told(tree))
    edges = {
        group.attrib["data-place"]: group
        for group in svg.iter(f"{SVG}g")
        if group.get("class") == "edge"
    }
    cut = [edge for edge in edges.values() if edge.get("data-status") == "cut"]
    assert list(edges.values())[: len(cut)] == cut  # under what was searched
    barred = [edge for edge in cut if edge.get("data-barred")]
    assert 0 < len(barred) < len(cut)
    for edge in edges.values():
        classes = [path.get("class") for path in edge.iter(f"{SVG}path")]
        assert ("bars" in classes) == (edge in barred)
        (branch,) = (path for path in edge if path.get("class") == "branch")
        assert ("stroke-dasharray" in branch.attrib) == (edge in cut)


def test_chance_shows_probabilities_and_the_weighted_sum() -> None:
    tree = read_tree("max [chance C [1/3: -7  2/3: min [23/3 2]] 1]", "chance")
    svg = drawn(told(tree))
    assert texts(svg, 1)["sum"] == "1/3·(−7) + 2/3·2 = −1"
    assert texts(svg, 2)["share"] == "1/3"
    assert Fraction(places(svg)[1]["data-returned"]) == -1


def test_a_cut_at_chance_shows_what_the_rest_could_bring() -> None:
    tree, _entry = oracle.chance_trees()["star1-range-0-10"]
    svg = drawn(told(tree, "star1"))
    (cut,) = (n for n, look in places(svg).items() if look.get("data-cut", "").startswith("CHANCE"))
    assert places(svg)[cut]["data-cut"] == "CHANCE MIN shallow"
    # 7/10 at 2 or less, 3/10 at 10 or less
    assert texts(svg, cut)["sum"] == "7/10·2 + …"
    assert texts(svg, cut)["range"].endswith(" ≤ v ≤ 22/5")
    assert texts(svg, cut)["cut"].startswith("22/5 ≤ α=")


def test_estimates_and_tables_are_told() -> None:
    depth = told(MNK(), depth=1)
    (estimated,) = {look.get("data-estimate") for look in places(drawn(depth)).values()} - {None}
    assert estimated == "true"
    assert texts(drawn(depth), 1)["static"] == "h = 8 − 5 = 3"
    table = told(MNK(), "table", depth=4, state=MNK().parse_state("xox/.o./..x"))
    svg = drawn(table)
    hits = [number for number, look in places(svg).items() if "data-hit" in look]
    assert hits
    assert texts(svg, hits[0])["hit"].startswith("table: ")


def test_many_visits_are_counted() -> None:
    svg = drawn(told(MNK(), "iterative", depth=2))
    assert places(svg)[0]["data-visits"] == "2"
    assert texts(svg, 0)["visits"] == f"×{places(svg)[0]['data-visits']}"


def test_what_is_hidden_is_counted() -> None:
    story = told(Tree.from_nested([[list(range(60))] * 5] * 4), max_places=20)
    svg = drawn(story)
    shown = places(svg)
    folded = [texts(svg, n)["hidden"] for n in shown if story.places[n].hidden]
    assert folded
    assert all(text.startswith("► ") and text.endswith(" nodes") for text in folded)
    assert len(shown) + sum(place.hidden for place in story.places) - sum(
        place.kind == "MORE" for place in story.places
    ) == len(story.game.nodes)  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", [MNK(), Connect4()], ids=lambda game: game.name)
def test_boards_stand_in_the_drawing_of_a_game(game: Any) -> None:
    story = told(game, depth=1)
    svg = drawn(story)
    boards = [element for element in svg.iter(f"{SVG}svg") if element is not svg]
    assert len(boards) == len(story.places)
    for board in boards:
        assert float(board.attrib["width"]) > 20
        assert {"x", "y", "height", "viewBox"} <= set(board.attrib)
    assert not list(drawn(story, boards=False).iter(f"{SVG}svg"))[1:]


HOSTILE = (
    "<script>alert(1)</script>",
    "\"'><img onerror=x>",
    "]]>&amp;&lt;",
    "\x00\x01\x1b[31m\ufffe\ud800",
    "a\u202eb\u0000c\u2028d",
    "{ink} {0} %s",
    "x" * 5_000,
    "\u0300" * 500,
)


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_are_only_ever_text(text: str) -> None:
    builder = TreeBuilder()
    builder.open(None, text, label=None)
    builder.leaf(1, text, label=text)
    builder.close()
    tree = Tree(builder.nodes(), title=text)
    for still in (True, False):
        source = drawing(View(told(tree), 0), still)
        source.encode()
        svg = ET.fromstring(source)
        tags = {element.tag.removeprefix(SVG) for element in svg.iter()}
        assert tags <= {*("svg", "title", "desc", "rect", "g", "path", "text", "tspan", "ellipse")}
        names = {name for element in svg.iter() for name in element.attrib}
        assert not any(name.startswith("on") or "href" in name for name in names)
        assert all(len(element.text or "") < 300 for element in svg.iter(f"{SVG}text"))


@settings(max_examples=30)
@given(any_trees())
def test_any_tree_is_drawn_in_every_theme(tree: Tree) -> None:
    story = told_if_finite(tree)
    for theme in THEMES:
        svg = drawn(story, theme=theme)
        assert svg.get("data-theme") == theme
        assert len(places(svg)) == len(tree.nodes)
        assert svg.find(f"{SVG}title") is not None
        assert (svg.findtext(f"{SVG}desc") or "").endswith(".")


def test_a_moving_drawing_has_room_for_every_step() -> None:
    story = told(read_tree(AIMA, "aima"), "pvs")
    fixed = [
        [
            (e.tag, *(e.get(name) for name in ("class", "data-part", "d", "x", "y", "font-size")))
            for e in svg.iter()
        ]
        for svg in frames(story, still=False)
    ]
    assert all(parts == fixed[0] for parts in fixed)
    ever = {
        (number, part)
        for svg in frames(story)
        for number in range(len(story.places))
        for part, text in texts(svg, number).items()
        if text
    }
    first = next(frames(story, still=False))
    assert ever == {(n, part) for n in range(len(story.places)) for part in texts(first, n)}


def test_attributes_of_a_look_are_those_that_a_drawing_bears() -> None:
    assert attributes(FRESH) == {"data-status": ""}
    assert attributes({**FRESH, "alpha": "-inf"}) == {"data-status": "", "data-alpha": "-inf"}
    known = attributes(
        {**FRESH, "visits": 1, "line": True, "cut": {"at": "MAX", "side": "MAX", "reach": "deep"}}
    )
    assert known == {
        "data-status": "",
        "data-visits": "1",
        "data-line": "true",
        "data-cut": "MAX MAX deep",
    }


def test_paint_says_what_the_style_sheet_says() -> None:
    place = {"class": "place", "data-kind": "MIN", "data-status": "cut"}
    assert paint("light", place, "path", {"class": "shape"}) == {
        "fill": "#ffffff",
        "stroke": "#999999",
        "stroke-width": "1.6",
        "stroke-linejoin": "round",
        "stroke-dasharray": "4 3",
    }
    current = {"class": "place", "data-kind": "MAX", "data-current": "true"}
    assert paint("dark", current, "path", {"class": "halo"})["display"] == "inline"
    assert paint("dark", place, "path", {"class": "halo"})["display"] == "none"
    setter = {"class": "place", "data-sets": "alpha test"}
    assert paint("light", setter, "tspan", {"data-part": "alpha"})["text-decoration"] == "underline"
    assert "text-decoration" not in paint("light", setter, "tspan", {"data-part": "beta"})


def test_no_rule_of_the_sheet_reaches_into_a_board() -> None:
    assert not set(PAINTS) & set(re.findall(r"\.([a-z][\w-]*)", style_sheet("light")))


def luminance(colour: str) -> float:
    """As WCAG 2 defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("dark", [False, True])
def test_texts_can_be_read_on_their_ground(dark: bool) -> None:
    grounds = ("ground", "max-fill", "min-fill", "chance-fill", "leaf-fill")
    on = {
        **dict.fromkeys(("quiet", "pruned-ink", "passed", "returned"), ("ground",)),
        "ink": grounds,
    }
    for name, behind in on.items():
        for ground in behind:
            a, b = (luminance(COLOURS[colour][dark]) for colour in (name, ground))
            assert (max(a, b) + 0.05) / (min(a, b) + 0.05) >= 4.5, (name, ground)
