"""A drawing as DOT: every place, in its shape, and texts that are only ever texts."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from hypothesis import given

from tests.explain.searches import AIMA, odd_trees, searches
from tests.explain.stories import told
from zermelo.explain import dot
from zermelo.explain.story import Story
from zermelo.explain.view import View
from zermelo.games import Tree, read_tree

QUOTED = r'"(?:[^"\\]|\\.)*"'
LIST = rf"\[\w+={QUOTED}(?:, \w+={QUOTED})*\]"
LINE = re.compile(
    rf"digraph {QUOTED} \{{|  (?:graph|node|edge) \[.*\];|  n\d+(?: -> n\d+)? {LIST};|\}}"
)
HOSTILE = r'max "<b>\"]; n0 -> n9 [x=" [ "\\N\\l\\" : min "&lt;&#34;" [1 2]  "<script>" : 3 ]'


def written(story: Story, step: int = -1) -> str:
    return dot.render(View(story, range(len(story.steps))[step])).decode()


def fields(line: str) -> dict[str, str]:
    """The attributes of a node or an edge, as Graphviz reads them."""
    pairs = re.findall(rf"(\w+)=({QUOTED})", line)
    return {name: re.sub(r"\\(.)", r"\1", text[1:-1]) for name, text in pairs}


def nodes(text: str) -> dict[int, dict[str, str]]:
    found = re.findall(r"^  n(\d+) (\[.*)$", text, re.MULTILINE)
    return {int(number): fields(rest) for number, rest in found}


def edges(text: str) -> dict[int, dict[str, str]]:
    found = re.findall(r"^  n\d+ -> n(\d+) (\[.*)$", text, re.MULTILINE)
    return {int(number): fields(rest) for number, rest in found}


def test_the_tree_of_aima() -> None:
    text = written(told(AIMA))
    assert text.startswith('digraph "AIMA 5.2" {\n  graph [ordering=out')
    shapes = [found["shape"] for found in nodes(text).values()]
    assert shapes == ["triangle", *(["invtriangle"] + ["box"] * 3) * 3]
    assert [found["label"] for found in nodes(text).values()][:5] == ["3", "3", "3", "12", "8"]
    dashed = {number for number, found in nodes(text).items() if found["style"] == "dashed"}
    assert dashed == {7, 8}
    assert {n for n, found in edges(text).items() if "╫" in found["label"]} == {7, 8}
    assert [n for n, found in edges(text).items() if found["penwidth"] == "4"] == [1, 2]


def test_chance_nodes_are_circles() -> None:
    text = written(searches()["star1"])
    assert nodes(text)[1]["shape"] == "circle"
    assert edges(text)[2]["label"].startswith("7/10  1")


def test_the_current_place_stands_out() -> None:
    text = written(told(AIMA), 12)
    assert [n for n, found in nodes(text).items() if found["color"] == "#e69f00"] == [5]


@given(tree=odd_trees())
def test_every_line_is_well_formed(tree: Tree) -> None:
    story = told(tree)
    text = written(story)
    for line in text.splitlines():
        assert LINE.fullmatch(line), line
    assert list(nodes(text)) == list(range(len(story.places)))
    assert list(edges(text)) == list(range(1, len(story.places)))


def test_hostile_names_are_only_text() -> None:
    text = written(told(read_tree(HOSTILE)))
    assert all(LINE.fullmatch(line) for line in text.splitlines())
    assert nodes(text)[0]["xlabel"].startswith('<b>"]; n0 -> n9 [')
    assert nodes(text)[1]["xlabel"].startswith("&amp;lt;&amp;#34;")


@pytest.mark.skipif(not shutil.which("dot"), reason="Graphviz (dot) is not here: DOT is not drawn")
@pytest.mark.parametrize("name", ["alphabeta", "star1", "folded"])
def test_graphviz_draws_it(name: str) -> None:
    story = searches()[name]
    done = subprocess.run(
        ["dot", "-Tplain"], input=written(story).encode(), capture_output=True, check=True
    )
    assert done.stderr == b""
    drawn = [line for line in done.stdout.decode().splitlines() if line.startswith("node ")]
    assert len(drawn) == len(story.places)
