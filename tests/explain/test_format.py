"""Drawings for slides: close together, large letters, chosen labels, a legend, frames."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.explain.searches import AIMA, searches
from tests.explain.stories import SVG, drawn, places, texts, told
from tests.explain.test_picture import meeting, text_boxes
from zermelo.cli import main
from zermelo.explain import pdf, tikz
from zermelo.explain.format import LABELS, Format, read_labels
from zermelo.explain.labels import PARTS
from zermelo.explain.measure import width
from zermelo.explain.tikz_board import board_tikz, polylines
from zermelo.explain.view import View
from zermelo.games import GAMES, MNK, read_tree, write_tree
from zermelo.language import LANGUAGES, speaking

STORY = told(AIMA, "alphabeta")
LAST = len(STORY.steps) - 1


def test_every_part_has_a_name_for_people() -> None:
    assert {part for parts in LABELS.values() for part in parts} | {"hidden"} == {*PARTS}


@pytest.mark.parametrize("name", LABELS)
def test_only_the_labels_asked_for(name: str) -> None:
    svg = drawn(STORY, form=Format((name,)))
    found = {part for place in places(svg) for part in texts(svg, place)}
    every = drawn(STORY, form=Format(tuple(LABELS)))
    wanted = {part for place in places(svg) for part in texts(every, place)}
    assert found == wanted & {*LABELS[name]}
    if name in ("values", "leaves"):
        leaves = {place for place in places(svg) if texts(svg, place)}
        kinds = {places(svg)[place]["data-kind"] == "LEAF" for place in leaves}
        assert kinds == {name == "leaves"}


def test_how_labels_are_asked_for() -> None:
    usual = tuple(name for name in LABELS if name not in ("intervals", "ucb"))
    assert read_labels(None, compact=False) == read_labels("usual", compact=True) == usual
    assert read_labels("all", compact=True) == tuple(LABELS)
    assert read_labels("none", compact=False) == ()
    assert read_labels("names, moves,names", compact=False) == ("names", "moves")
    with pytest.raises(Exception, match="no label 'nmaes'; did you mean 'names'"):
        read_labels("nmaes", compact=False)


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("scale", [0.5, 1.0, 2.5])
@pytest.mark.parametrize("name", ["alphabeta", "star1", "folded", "quiescence"])
def test_nothing_lies_on_anything_else(name: str, scale: float, compact: bool) -> None:
    form = Format(read_labels(None, compact), scale, compact, legend=True)
    svg = drawn(searches()[name], form=form)
    assert meeting(list(text_boxes(svg))) == []


def test_compact_is_smaller_and_letters_grow() -> None:
    plain, small = View(STORY, LAST).picture, View(STORY, LAST, form=Format(compact=True)).picture
    assert small.width < plain.width
    assert small.height < plain.height
    large = drawn(STORY, form=Format(scale=2.0))
    sizes = {float(t.get("font-size", "11")) for t in large.iter(f"{SVG}text")}
    assert min(sizes) == 22.0


def legend(story: str, **form: object) -> list[str]:
    svg = drawn(searches()[story], form=Format(legend=True, **form))  # type: ignore[arg-type]
    groups = [g for g in svg.iter(f"{SVG}g") if "legend" in g.get("class", "").split()]
    return ["".join(group.itertext()) for group in groups]


def test_the_legend_tells_what_is_there() -> None:
    known = ["MAX", "MIN", "leaf", "expected line"]
    windows = ["[α, β]passed in", "α= β=held inside", "↑vreturned"]
    assert legend("alphabeta") == [*known, "cut", *windows]
    assert legend("minimax") == [*known, "↑vreturned"]
    assert legend("star1")[2] == "CHANCE"
    assert legend("minimax", labels=("values",)) == known
    middle = drawn(STORY, 5, form=Format(legend=True))
    assert "this step" in "".join(middle.itertext())
    assert not [g for g in drawn(STORY).iter(f"{SVG}g") if "legend" in g.get("class", "")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_stays_inside(language: str) -> None:
    with speaking(language):
        for story in (STORY, told(read_tree("[1]"), "alphabeta")):
            view = View(story, 1, form=Format(legend=True))
            for item in view.picture.legend:
                assert item.x + item.room + width(item.words, item.size) <= view.picture.width
                assert item.y < view.picture.height - 6


# --- frames ---------------------------------------------------------------------------------------


def test_frames_as_numbered_files(tmp_path: Path) -> None:
    tree = tmp_path / "aima.tree"
    tree.write_text(write_tree(AIMA), encoding="utf-8")
    assert main(["explain", str(tree), "--frames", "-o", str(tmp_path / "step.svg")]) == 0
    names = sorted(file.name for file in tmp_path.glob("*.svg"))
    assert names == [f"step-{step:02}.svg" for step in range(LAST + 1)]
    steps = [file.read_text(encoding="utf-8") for file in sorted(tmp_path.glob("*.svg"))]
    assert [re.search(r'data-step="(\d+)"', text)[1] for text in steps] == [  # type: ignore[index]
        str(step) for step in range(LAST + 1)
    ]


def test_frames_as_pages() -> None:
    page = pdf.render(View(STORY, 0, frames=True))
    assert len(re.findall(rb"/Type\s*/Page\b", page)) == LAST + 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--compact"], "are for drawings"),
        (["--labels", "x", "-o", "y.svg"], "no label 'x'"),
        (["--scale", "9", "-o", "y.svg"], "--scale"),
        (["--frames", "-o", "y.html"], "--frames needs -o"),
        (["--frames", "--step", "3", "-o", "y.pdf"], "leave --step out"),
    ],
)
def test_mistakes(
    options: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = tmp_path / "aima.tree"
    tree.write_text("[1 2]", encoding="utf-8")
    assert main(["explain", str(tree), *options]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert len(error.splitlines()) == 1


# --- boards in TikZ -------------------------------------------------------------------------------


def test_paths_of_straight_lines() -> None:
    assert polylines("M1 2l13 13m0 -13l-13 13") == [
        ([(1, 2), (14, 15)], False),
        ([(14, 2), (1, 15)], False),
    ]
    assert polylines("M0 0H4V3H0ZM9 9h1v-1z") == [
        ([(0, 0), (4, 0), (4, 3), (0, 3)], True),
        ([(9, 9), (10, 9), (10, 8)], True),
    ]


@pytest.mark.parametrize("name", GAMES)
def test_every_board_can_be_tikz(name: str) -> None:
    """Nothing that is painted is left out, and every coordinate is inside the box."""
    game = GAMES[name].build({})
    drawing = game.draw_svg(game.initial())
    lines = list(board_tikz(drawing, (10.0, 20.0, 64.0, 64.0), tikz.escape))
    seen = re.findall(r'<(?:rect|circle|ellipse|line|path|text) [^>]*(?:fill|stroke)="#', drawing)
    assert len(lines) == len(seen)
    text = "\n".join(lines)
    assert text.isascii()
    for x, y in re.findall(r"\((-?[\d.]+),(-?[\d.]+)\)", text):
        assert 9 <= float(x) <= 75
        assert float(y) >= 19


def test_a_drawing_with_boards() -> None:
    view = View(told(MNK(), "alphabeta", depth=1), 0)
    with_boards = tikz.render(view).decode()
    without = tikz.render(View(view.story, 0, boards=False)).decode()
    assert with_boards.count("{rgb,255:") > 9
    assert "{rgb,255:" not in without
    legend = tikz.render(View(STORY, 5, form=Format(legend=True))).decode()
    for word in ("MAX", "expected line", "this step"):
        assert word in legend
