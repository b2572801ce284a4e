"""A browser steps forwards and backwards by keyboard alone, with every panel checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.pages import Opener, drawn, read, read_all
from tests.explain.searches import AIMA, searches
from tests.explain.stories import told
from tests.long import some
from zermelo.explain.cuts import Cuts
from zermelo.explain.html import document
from zermelo.explain.labels import whole
from zermelo.explain.naming import Names
from zermelo.explain.narrator import Narrator
from zermelo.explain.numbers import format_value
from zermelo.explain.pseudocode import Code
from zermelo.explain.story import Story
from zermelo.explain.view import View
from zermelo.games import MNK

STORIES = {
    "AIMA 5.2": told(AIMA, "alphabeta"),
    "a board": told(MNK(2, 2, 2), "alphabeta", depth=2),
}


def calls(story: Story, step: int) -> list[int]:
    """The places being searched: those above the place of the step, else above the open ones."""
    if story.algorithm == "mcts":
        return []  # which calls nothing
    place = story.steps[step].place
    if place is None:
        looks = story.after(step)
        place = max((n for n, look in enumerate(looks) if look["status"] == "open"), default=None)
    found: list[int] = []
    while place is not None:
        found.insert(0, place)
        place = story.places[place].parent
    return found


def values(look: dict[str, Any]) -> list[list[str]]:
    """The table of a node: passed in, held inside (old values before), returned."""
    if look["alpha"] is None and look["value"] is None:
        return []

    def held(which: str) -> str:
        return " ".join([*map(format_value, look[f"old_{which}"]), format_value(look[which])])

    rows = []
    if look["alpha"] is not None:
        rows = [
            ["α", format_value(look["alpha_in"]), held("alpha"), ""],
            ["β", format_value(look["beta_in"]), held("beta"), ""],
        ]
    back = "" if look["returned"] is None else f"↑{format_value(look['returned'])}"
    return [*rows, ["v", "", held("value"), back]]


def check(page: Page, story: Story, step: int) -> None:
    """Everything that the page shows after a step, against the story."""
    mine, right = read(page), drawn(story, step)
    at, looks = story.steps[step], story.after(step)
    assert (mine["step"], mine["slider"]) == (step, step)
    for what, all_of_them in right.items():
        assert mine[what] == all_of_them, what
    assert mine["words"] == [Narrator(story).sentence(step, looks)]
    assert mine["line"] == (Code(story).line_of(step) or 0)
    assert mine["calls"] == calls(story, step)
    counts = {"nodes": at.nodes, "leaves": at.leaves, "cutoffs": at.cutoffs}
    assert mine["counts"] == {name: whole(count) for name, count in counts.items()}
    assert mine["current"] == ([] if at.place is None else [at.place])
    card = Cuts(story).card(step)
    if card is None:
        assert mine["card"] == ""
    for text in (card or {}).values():
        assert text in mine["card"]
    place = at.place or 0
    assert Names(story).of(place) in mine["node"]
    table = [[re.sub(r" by .*", "", cell) for cell in row] for row in mine["values"]]
    assert table == values(looks[place])
    if not isinstance(story.game, type(AIMA)):
        drawing = story.game.draw_svg(story.places[place].state)
        assert f"<title>{mine['board']}</title>" in drawing


@pytest.mark.parametrize("name", some(STORIES, 1))
def test_by_keyboard_forwards_and_backwards(name: str, opener: Opener) -> None:
    story = STORIES[name]
    page = opener.open(View(story, 0))
    last = len(story.steps) - 1
    check(page, story, 0)
    for step in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        check(page, story, step)
    page.keyboard.press("ArrowRight")
    assert read(page)["step"] == last
    for step in range(last - 1, -1, -1):
        page.keyboard.press("ArrowLeft")
        if step % 5 == 0:
            check(page, story, step)
    page.keyboard.press("ArrowLeft")
    assert read(page)["step"] == 0


@pytest.mark.parametrize("name", some(STORIES, 1))
def test_jumps_by_keyboard(name: str, opener: Opener) -> None:
    story = STORIES[name]
    page = opener.open(View(story, 0))
    last = len(story.steps) - 1
    landmarks = [n for n, s in enumerate(story.steps) if s.name in ("cutoff", "leave")]
    for step in [*landmarks, last, last]:
        page.keyboard.press("Shift+ArrowRight")
        check(page, story, step)
    for step in [*reversed(landmarks), 0, 0]:
        page.keyboard.press("Shift+ArrowLeft")
        assert read(page)["step"] == step
    page.keyboard.press("End")
    check(page, story, last)
    page.keyboard.press("Home")
    check(page, story, 0)


@pytest.fixture(scope="module")
def shared(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A page that shows one story after the other."""
    opener = Opener(browser, tmp_path_factory.mktemp("shared"))
    yield opener.open(View(STORIES["AIMA 5.2"], 0))
    opener.close()
    assert opener.complaints == []


@pytest.mark.parametrize("name", some(searches(), 3))
def test_every_kind_of_search(name: str, shared: Page) -> None:
    story, page = searches()[name], shared
    page.locator("zermelo-player").evaluate(
        "(player, story) => { player.story = story; }", document(View(story, 0))
    )
    order = [*range(len(story.steps)), *range(len(story.steps) - 2, -1, -1)]
    chosen, code = order[:: max(1, len(order) // 60)], Code(story)
    right = {step: drawn(story, step) for step in set(chosen)}
    for step, mine in zip(chosen, read_all(page, chosen), strict=True):
        for what, all_of_them in right[step].items():
            assert mine[what] == all_of_them, (step, what)
        assert mine["calls"] == calls(story, step)
        assert mine["line"] == (code.line_of(step) or 0)


def test_the_scrubber(opener: Opener) -> None:
    story = STORIES["AIMA 5.2"]
    page = opener.open(View(story, 0))
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("ArrowRight")
    check(page, story, 1)
    slider.fill("12")
    check(page, story, 12)
    assert slider.get_attribute("aria-valuetext") == "Step 12 of 23"


def test_a_click_goes_from_visit_to_visit(opener: Opener) -> None:
    story = told(MNK(), "iterative", depth=2)
    page = opener.open(View(story, 0))
    place = story.places[0].children[0]
    visits = []
    for number, at in enumerate(story.steps):
        if any(change[:2] == (place, "visits") for change in at.changes):
            visits.append(number)
    assert len(visits) == 2
    page.keyboard.press("f")
    for step in [*visits, visits[0]]:
        page.locator(f'.place[data-place="{place}"] .shape').click()
        assert read(page)["step"] == step


def test_the_table_of_iterations_grows(opener: Opener) -> None:
    story = told(MNK(), "iterative", depth=2)
    page = opener.open(View(story, 0))
    assert page.locator(".iterations").is_hidden()
    page.keyboard.press("End")
    rows = page.locator(".iterations tbody tr").all_inner_texts()
    assert [row.split("\t")[0] for row in rows] == ["1", "2"]
    answers = [step.event for step in story.steps if step.name == "answer"]
    assert [row.split("\t")[1] for row in rows] == [format_value(e["value"]) for e in answers[:2]]


def test_static_beside_backed_up_values(opener: Opener) -> None:
    story = searches()["quiescence"]
    page = opener.open(View(story, 0))
    page.keyboard.press("End")
    rows = [row.split("\t") for row in page.locator(".statics tbody tr").all_inner_texts()]
    looks = story.after(len(story.steps) - 1)
    expected = [
        [Names(story).of(n), format_value(look["static"]), format_value(look["value"])]
        for n, look in enumerate(looks)
        if look["static"] is not None
    ]
    assert rows == expected
    assert rows


def test_chance_sums_are_written_out(opener: Opener) -> None:
    story = searches()["expectiminimax"]
    page = opener.open(View(story, 0))
    (step,) = (n for n, s in enumerate(story.steps) if s.name == "leave" and s.place == 0)
    page.locator("zermelo-player").evaluate("(player, step) => { player.step = step; }", step)
    place = next(n for n, p in enumerate(story.places) if p.kind == "CHANCE")
    page.locator(f'.place[data-place="{place}"]').focus()
    look = story.after(step)[place]
    text = page.locator(".node dl").inner_text()
    for share, value in look["terms"]:
        assert (
            f"{share} · {format_value(value)}" in text
            or f"{share} · ({format_value(value)})" in text
        )
    assert f"= {format_value(look['value'])}" in text
