"""Nothing in a drawing lies on anything else, whatever the tree and the step."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.explain.stories import SVG, drawn, told, told_if_finite
from tests.long import some
from tests.strategies import any_trees
from zermelo.exercise import make
from zermelo.explain.labels import labels
from zermelo.explain.measure import width
from zermelo.explain.picture import MOST_BOARDS, RIGHT, picture_of
from zermelo.explain.place import FRESH
from zermelo.explain.story import Story
from zermelo.game import CHANCE, MAX, MIN
from zermelo.games import MNK, Pig, Tree
from zermelo.games.tree.nodes import TreeBuilder

ASCENT, DESCENT = 0.78, 0.22  # of a line of text: digits, brackets and the tails of letters


class Box(NamedTuple):
    """A part of the drawing, and whose it is."""

    left: float
    top: float
    right: float
    bottom: float
    what: str

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def text_boxes(svg: ET.Element) -> Iterable[Box]:
    """The boxes of all texts, from where they stand and how long they are at most."""
    for place in svg.iter(f"{SVG}g"):
        if place.get("class") != "place":
            continue
        for text in place.findall(f"{SVG}text"):
            size = float(text.get("font-size", "11"))
            parts = [text, *text]
            words = [part.text or "" for part in parts]
            wide = sum(width(word, size) for word in words)
            wide += sum(float(p.get("dx", "0")) for p in parts if p.text)
            wide = float(text.get("textLength", wide))
            if not wide:
                continue
            x, y = float(text.attrib["x"]), float(text.attrib["y"])
            left = (
                x
                - {"start": 0.0, "middle": wide / 2, "end": wide}[text.get("text-anchor", "start")]
            )
            what = f"{place.get('data-place')}: {' '.join(words)}"
            yield Box(left, y - ASCENT * size, left + wide, y + DESCENT * size, what)


def meeting(boxes: list[Box]) -> list[tuple[str, str]]:
    """The pairs of boxes that have a point in common, found by cells of a grid."""
    cells: dict[tuple[int, int], list[Box]] = defaultdict(list)
    found = set()
    for box in boxes:
        for x in range(int(box.left // 60), int(box.right // 60) + 1):
            for y in range(int(box.top // 30), int(box.bottom // 30) + 1):
                found |= {(o.what, box.what) for o in cells[x, y] if box.meets(o)}
                cells[x, y].append(box)
    return sorted(found)


def check(story: Story, steps: Iterable[int], **view: Any) -> None:
    for step in steps:
        svg = drawn(story, step, **view)
        boxes = list(text_boxes(svg))
        assert not meeting(boxes)
        wide, high = float(svg.attrib["width"]), float(svg.attrib["height"])
        for box in boxes:
            assert box.left >= 0, box
            assert box.top >= 0, box
            assert box.right <= wide, box
            assert box.bottom <= high, box


NAMES = [
    "A",
    "left",
    "a rather long name of a node",
    "Wwwwwwwwwwwwwwwwwwwww",
    "中文名字",
    "🙂🙂",
    "ﷺ",
]


def random_tree(count: int, seed: int, chance_nodes: bool, deep: bool) -> Tree:
    """A tree of about `count` nodes with names and numbers of all lengths."""
    chance = random.Random(seed)
    builder = TreeBuilder()
    left = count

    def number() -> Any:
        return chance.choice(
            [
                chance.randint(-9, 99),
                chance.randint(-(10**6), 10**6),
                chance.uniform(-1, 1),
                Fraction(chance.randint(-99, 99), chance.randint(1, 99)),
            ]
        )

    def name() -> str | None:
        return chance.choice(NAMES) if chance.random() < 0.3 else None

    def node(depth: int, label: str | None, odds: Fraction | None) -> None:
        nonlocal left
        left -= 1
        if left <= 0 or depth > (60 if deep else 7) or (depth and chance.random() < 0.1):
            builder.leaf(number(), name(), label=label, probability=odds)
            return
        kind = CHANCE if chance_nodes and chance.random() < 0.3 else chance.choice([MAX, MIN])
        builder.open(kind, name(), number(), label=label, probability=odds)
        below = chance.choice([1, 1, 1, 2]) if deep else chance.randint(1, 6)
        for i in range(below):
            shown = f"{chance.choice(NAMES)}{i}" if chance.random() < 0.5 else None
            node(depth + 1, shown, Fraction(1, below) if kind == CHANCE else None)
        builder.close()

    node(0, None, None)
    return Tree(builder.nodes())


@pytest.mark.parametrize("seed", some(range(3), 1))
def test_no_two_labels_of_a_large_drawing_meet(seed: int) -> None:
    story = told(random_tree(2_000, seed, chance_nodes=seed % 2 == 1, deep=seed == 2))
    last = len(story.steps) - 1
    check(story, (last // 3, last))


@settings(max_examples=40)
@given(any_trees(), st.sampled_from(["minimax", "pvs", "table", "mtdf", "star1"]), st.data())
def test_no_two_labels_of_any_drawing_meet(tree: Tree, algorithm: str, data: st.DataObject) -> None:
    story = told_if_finite(
        tree, "star1" if tree.has_chance else algorithm.replace("star1", "alphabeta")
    )
    check(story, data.draw(st.lists(st.integers(0, len(story.steps) - 1), max_size=4)))


@pytest.mark.parametrize("seed", some(range(3), 1))
def test_collapsed_drawings_keep_their_labels_apart(seed: int) -> None:
    story = told(random_tree(2_000, seed, chance_nodes=True, deep=False), max_places=60)
    assert any(place.hidden for place in story.places)
    check(story, range(0, len(story.steps), 5))


def test_labels_stay_apart_beside_boards() -> None:
    story = told(MNK(), depth=2)
    check(story, (5, len(story.steps) - 1))
    check(told(Pig(goal=4), depth=2), (-1,))


def test_boards_stand_apart_from_labels_and_each_other() -> None:
    svg = drawn(told(MNK(), depth=2))
    boards = [
        Box(x, y, x + wide, y + high, f"board {number}")
        for number, board in enumerate(svg.iter(f"{SVG}svg"))
        if board is not svg
        for x, y, wide, high in [
            [float(board.attrib[name]) for name in ("x", "y", "width", "height")]
        ]
    ]
    assert len(boards) > 20
    assert not meeting([*boards, *text_boxes(svg)])


def test_branches_cross_no_label() -> None:
    svg = drawn(told(random_tree(120, 5, chance_nodes=True, deep=False)))
    boxes = list(text_boxes(svg))
    for path in svg.iter(f"{SVG}path"):
        if path.get("class") != "branch":
            continue
        start, above, below, end = points(path.attrib["d"])
        crossed = [
            box.what
            for box in boxes
            for (x1, y1), (x2, y2) in ((start, above), (above, below), (below, end))
            for share in (i / 50 for i in range(51))
            for x, y in [(x1 + share * (x2 - x1), y1 + share * (y2 - y1))]
            if box.left < x < box.right and box.top < y < box.bottom
        ]
        assert not crossed


def points(path: str) -> list[tuple[float, float]]:
    """The four points of a branch: down, across, down."""
    found = re.fullmatch(r"M(\S+) (\S+)V(\S+)L(\S+) (\S+)V(\S+)", path)
    assert found
    x1, y1, y2, x2, y3, y4 = map(float, found.groups())
    return [(x1, y1), (x1, y2), (x2, y3), (x2, y4)]


def test_the_picture_of_a_large_game_has_boards_as_long_as_there_is_room() -> None:
    story = told(MNK(), "minimax", depth=3)
    boards = picture_of(story).boards
    assert 0 < len(boards) <= MOST_BOARDS < len(story.places)
    assert picture_of(story, boards=False).boards == {}


def test_a_level_stands_at_one_height() -> None:
    story = told(random_tree(300, 3, chance_nodes=True, deep=False))
    spots = picture_of(story).spots
    for place, spot in zip(story.places, spots, strict=True):
        for child in place.children:
            assert spots[child].y == spots[place.children[0]].y
            assert spots[child].top > spot.foot


@pytest.mark.parametrize("seed", range(4))
def test_an_even_drawing_has_the_same_room_at_every_node(seed: int) -> None:
    """Where a cut will be, what is pruned, whose value is long: no room tells."""
    story = told(make("alphabeta", seed).tree, "alphabeta")
    even = picture_of(story, even=True)
    assert any(step.name == "cutoff" for step in story.steps)
    for leaves in (False, True):
        rooms = set()
        for place, spot in zip(story.places, even.spots, strict=True):
            if (place.kind == "LEAF") == leaves:
                later = spot.slots.keys() - labels(place, FRESH).keys()
                heights = {p: round(spot.slots[p].y - spot.y, 6) for p in later & {*RIGHT}}
                widths = {part: spot.slots[part].width for part in later}
                rooms.add((*sorted(widths.items()), *sorted(heights.items())))
        assert len(rooms) == 1
