"""Monte-Carlo tree search in the player: both ways, UCB1 in the panel, and which child is next."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.pages import Opener, drawn, read
from tests.explain.searches import AIMA
from tests.explain.stories import told
from zermelo.explain.labels import labels
from zermelo.explain.narrators import narrator_of
from zermelo.explain.pseudocode import Code
from zermelo.explain.view import View
from zermelo.game import Game
from zermelo.games import MNK

STORY = told(AIMA, "mcts", simulations=6)
LAST = len(STORY.steps) - 1
NAMES = [place.name or place.action for place in STORY.places]
SELECTS = [n for n, step in enumerate(STORY.steps) if step.name == "select"]


def check(page: Page, step: int) -> None:
    """What the page shows after a step, against the story."""
    mine, right = read(page), drawn(STORY, step)
    assert mine["step"] == step
    for what, all_of_them in right.items():
        assert mine[what] == all_of_them, what
    assert mine["words"] == [narrator_of(STORY).sentences()[step]]
    assert mine["line"] == (Code(STORY).line_of(step) or 0)
    place = STORY.steps[step].place
    if place is None:
        return
    look = STORY.after(step)[place]
    if look["simulations"] is not None:
        text = labels(STORY.places[place], look)
        visits, mean = page.locator(".node table.values tr").all_inner_texts()
        assert visits.split()[1:] == [
            *text.get("old_simulations", "").split(),
            text["simulations"][2:],
        ]
        assert mean.split()[1:] == [*text.get("old_value", "").split(), text["value"]]


def test_by_keyboard_forwards_and_backwards(opener: Opener) -> None:
    page = opener.open(View(STORY, 0))
    for step in range(1, LAST + 1):
        page.keyboard.press("ArrowRight")
        check(page, step)
    for step in range(LAST - 1, -1, -1):
        page.keyboard.press("ArrowLeft")
        check(page, step)


def test_jumps_go_from_random_game_to_random_game(opener: Opener) -> None:
    page = opener.open(View(STORY, 0))
    marks = [n for n, step in enumerate(STORY.steps) if step.name in ("simulate", "leave")]
    for step in marks:
        page.keyboard.press("Shift+ArrowRight")
        assert read(page)["step"] == step


def test_the_panel_adds_ucb1_up(opener: Opener) -> None:
    fourth = SELECTS[3]
    page = opener.open(View(STORY, fourth))
    rows = [row.split() for row in page.locator(".ucb tbody tr").all_inner_texts()]
    assert rows == [
        ["B", "1", "0.83", "1.48", "2.32"],
        ["C", "1", "0.17", "1.48", "1.65"],
        ["D", "1", "1.00", "1.48", "2.48"],
    ]
    assert page.locator(".ucb b").all_inner_texts() == ["2.48"]


def test_predictions_ask_which_child_is_selected(opener: Opener) -> None:
    page = opener.open(View(STORY, 0))
    page.keyboard.press("p")
    for step in SELECTS:
        chosen = STORY.after(step)
        node = STORY.steps[step].place
        assert node is not None
        assert read(page)["step"] == step - 1
        assert page.locator(".quiz .question").inner_text() == (
            f"Which child of {NAMES[node]} is selected?"
        )
        assert page.locator(".ucb th:text('UCB1')").count() == 0  # nothing is added up
        below = STORY.places[node].children
        (number,) = (n for n, c in enumerate(below, 1) if chosen[c]["trail"] == "selected")
        page.keyboard.press(str(number))
        assert "✓" in page.locator(".quiz .feedback").inner_text()
    assert read(page)["step"] == LAST


@pytest.mark.parametrize("game", [MNK(2, 2, 2)])
def test_a_game(opener: Opener, game: Game[object, object]) -> None:
    story = told(game, "mcts", simulations=12)
    page = opener.open(View(story, 0))
    page.keyboard.press("End")
    assert read(page)["words"] == [narrator_of(story).sentences()[-1]]
    assert page.locator('.place[data-simulations="12"]').count() == 1
