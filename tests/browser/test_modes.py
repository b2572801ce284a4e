"""Two runs side by side, and the conventions of lectures, in the player."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.pages import Opener, drawn, player, read, wait
from tests.explain.searches import AIMA
from tests.explain.stories import told
from zermelo.explain.html import document
from zermelo.explain.view import View
from zermelo.games import MNK, read_tree

STORY = told(AIMA, "alphabeta")


def test_two_runs_side_by_side(opener: Opener) -> None:
    beside = told(AIMA, "minimax")
    page = opener.open(View(STORY, 0, others=(beside,)))
    page.locator("[data-switch=compare]").select_option("1")
    page.locator("body").click(position={"x": 5, "y": 5})
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    one, two = read(page), read(page, 1)
    assert {k: one[k] for k in ("places", "parts")} == {
        k: v for k, v in drawn(STORY, 12).items() if k != "edges"
    }
    assert {k: two[k] for k in ("places", "parts")} == {
        k: v for k, v in drawn(beside, 12).items() if k != "edges"
    }
    assert len(one["words"]) == 2
    table = page.locator(".counts table").first.inner_text()
    nodes = [story.steps[12].nodes for story in (STORY, beside)]
    totals = [story.steps[-1].nodes for story in (STORY, beside)]
    assert [int(n) for n in table.split("nodes")[1].split("leaves")[0].split()] == [
        nodes[0], totals[0], nodes[1], totals[1]
    ]  # fmt: skip
    sizes = page.locator(".counts .sizes").inner_text()
    assert re.findall(r"\d+", sizes)[:2] == ["9", "5"]  # all of them, and the fewest
    page.keyboard.press("End")  # of the longer one
    assert [read(page, n)["places"]["0"]["data-line"] for n in (0, 1)] == ["true", "true"]
    page.keyboard.press("Home")
    landmarks = {n for s in (STORY, beside) for n, step in enumerate(s.steps)
                 if step.name in ("cutoff", "leave")}  # fmt: skip
    for step in sorted(landmarks):
        page.keyboard.press("Shift+ArrowRight")
        assert read(page)["step"] == step
    player(page, "(player) => { player.step = 12; }")
    page.get_by_label("step together").uncheck()
    page.locator('.pane >> nth=1 >> .place[data-place="0"]').focus()
    page.keyboard.press("End")
    assert page.locator(".pane > svg").nth(0).get_attribute("data-step") == "12"
    assert page.locator(".pane > svg").nth(1).get_attribute("data-step") == str(
        len(beside.steps) - 1
    )


@pytest.mark.parametrize(
    ("switch", "value", "settings"),
    [("cut", "gt", {"cut": "gt"}), ("returns", "hard", {"returns": "hard"}),
     ("order", "right", {"order": "right"})],
)  # fmt: skip
def test_conventions_work_offline(
    switch: str, value: str, settings: dict[str, Any], opener: Opener
) -> None:
    tree = read_tree("max A [min B [3 12] min C [3 4] min D [14 2]]")
    before, after = told(tree, "alphabeta"), told(tree, "alphabeta", **settings)
    page = opener.open(View(before, 0))
    page.locator(f"[data-switch={switch}]").select_option(value)
    last = len(after.steps) - 1
    assert read(page)["step"] == last
    assert read(page)["places"] == drawn(after, last)["places"]
    said = page.locator(".status").inner_text()
    counts = [story.steps[-1].nodes for story in (before, after)]
    assert (f"{counts[0]} → {counts[1]}" if counts[0] != counts[1] else str(counts[0])) in said


def test_a_switch_asks_the_page_for_a_run(opener: Opener) -> None:
    story = told(MNK(), "alphabeta", depth=2)  # too large to bring other runs along
    page = opener.open(View(story, 0))
    assert page.locator("[data-switch]").count() == 0
    asked = """
    (player, story) => {
      player.asked = [];
      player.addEventListener("zermelo-rerun", (event) => player.asked.push(event.detail));
      player.setAttribute("rerun", "");
      player.story = story;
    }
    """
    player(page, asked, document(View(story, 0)))
    page.locator("[data-switch=order]").select_option("right")
    wanted = {
        "algorithm": "alphabeta",
        "cut": "ge",
        "test": "last",
        "returns": "soft",
        "order": "right",
        "depth": 2,
    }
    assert player(page, "(player) => player.asked") == [wanted]
    other = told(MNK(), "alphabeta", depth=2, order="right")
    player(
        page,
        "(player, story) => { player.rerun = async (settings) => { player.asked.push(settings);"
        " return story; }; player.story = player.story; }",
        document(View(other, 0)),
    )
    page.locator("[data-switch=order]").select_option("right")
    wait(page, "document.querySelector('.run').textContent.includes('right to left')")
    page.keyboard.press("End")
    assert read(page)["places"] == drawn(other, len(other.steps) - 1)["places"]
