"""The player's view: folding, zoom, links, themes, help."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page

from tests.browser.pages import Opener, drawn, in_sight, player, read, view_box, wait
from tests.explain.searches import AIMA, DEEP, searches
from tests.explain.stories import told
from zermelo.explain.html import document
from zermelo.explain.view import View
from zermelo.games import MNK, read_tree

STORY = told(AIMA, "alphabeta")
CUT = next(n for n, step in enumerate(STORY.steps) if step.name == "cutoff")


def test_folding_hides_counts_and_moves_closer(opener: Opener) -> None:
    story = told(read_tree("[[3 12 8] [[2 5] [4 1] [6 7]] [14 5 2]]"), "alphabeta")
    page = opener.open(View(story, len(story.steps) - 2))
    assert page.locator(".pane > svg").evaluate("(svg) => svg.querySelectorAll('.out').length") == 0
    width = page.locator(".nodes").bounding_box()
    page.locator('.place[data-place="5"]').focus()
    page.keyboard.press("c")
    for place in (6, 7, 8):
        assert page.locator(f'.place[data-place="{place}"] .shape').is_hidden()
        assert page.locator(f'.edge[data-place="{place}"] .branch').is_hidden()
    folded = page.locator('.place[data-place="5"]')
    assert folded.get_attribute("aria-expanded") == "false"
    assert "▸ 9 nodes" in (folded.text_content() or "")
    assert "9 nodes not shown" in (folded.get_attribute("aria-label") or "")
    assert no_overlap(page)
    page.keyboard.press("f")
    closer = page.locator(".nodes").bounding_box()
    assert width is not None
    assert closer is not None
    assert closer["width"] / closer["height"] < width["width"] / width["height"]
    page.keyboard.press("c")
    assert folded.get_attribute("aria-expanded") == "true"
    assert page.locator('.place[data-place="7"] .shape').is_visible()
    moved = page.locator(".place").evaluate_all(
        "(all) => all.map((group) => group.getAttribute('transform'))"
    )
    assert set(moved) <= {None, "translate(0.00 0)"}


def no_overlap(page: Page) -> bool:
    """Whether no two shapes in sight meet, and every branch ends above its place."""
    return bool(
        page.locator(".pane > svg").evaluate(
            """(svg) => {
              const boxes = [...svg.querySelectorAll(".place:not(.out) .shape")]
                .map((shape) => shape.getBoundingClientRect()).filter((box) => box.width);
              const apart = boxes.every((a, i) => boxes.slice(i + 1).every((b) =>
                a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top));
              const box_of = (element) => element.getBoundingClientRect();
              const meets = [...svg.querySelectorAll(".edge:not(.out)")].every((edge) => {
                const place = `.place[data-place="${edge.dataset.place}"]`;
                const box = box_of(svg.querySelector(`${place} .shape`));
                const path = box_of(edge.querySelector(".branch"));
                const middle = box.left + box.width / 2;
                return path.left <= middle + 1 && path.right >= middle - 1;
              });
              return apart && meets && boxes.length > 1;
            }"""
        )
    )


def test_the_search_goes_on_inside_what_is_folded(opener: Opener) -> None:
    page = opener.open(View(STORY, 0))
    page.locator('.place[data-place="1"]').focus()
    page.keyboard.press("c")
    step = next(n for n, s in enumerate(STORY.steps) if s.place == 2)
    player(page, "(player, step) => { player.step = step; }", step)
    assert read(page)["current"] == [1]
    assert read(page)["calls"] == [0, 1, 2]


def test_nodes_that_are_not_there_are_asked_for(opener: Opener) -> None:
    story = searches()["folded"]
    page = opener.open(View(story, 0))
    hidden = next(n for n, p in enumerate(story.places) if p.hidden and p.kind != "MORE")
    heard = "(p) => p.addEventListener('zermelo-unfold', (event) => { p.wish = event.detail; })"
    player(page, heard)
    page.locator(f'.place[data-place="{hidden}"]').focus()
    page.keyboard.press("c")
    assert "--max-nodes" in page.locator(".status").inner_text()
    wish = player(page, "(p) => p.wish.moves")
    state = story.game.initial()
    for move in wish:
        state = story.game.result(state, story.game.parse_action(state, move))
    assert state == story.places[hidden].state


def test_all_but_the_line_folds(opener: Opener) -> None:
    story = told(MNK(), "alphabeta", depth=2)
    page = opener.open(View(story, 0))
    page.keyboard.press("End")
    page.get_by_role("button", name="Fold all but").click()
    line = [n for n, look in enumerate(story.after(len(story.steps) - 1)) if look["line"]]
    assert len(line) > 1
    for place in line:
        assert page.locator(f'.place[data-place="{place}"] .shape').is_visible()
        assert in_sight(page, place)
    assert page.locator(".place.out").count() > 40
    assert no_overlap(page)
    page.get_by_role("button", name="Fold all but").click()
    assert page.locator(".place.out").count() == 0


def test_a_large_tree_opens_folded(opener: Opener) -> None:
    story = told(MNK(), "alphabeta", depth=3)
    page = opener.open(View(story, 0))
    assert all(in_sight(page, place) for place in (0, *story.places[0].children))
    deep = next(n for n, s in enumerate(story.steps) if s.place and s.name == "leaf")
    player(page, "(player, step) => { player.step = step; }", deep)
    assert in_sight(page, story.steps[deep].place or 0)
    assert page.locator(".place.out").count() > len(story.places) / 2
    for place in (story.places[0].children[0], story.places[0].children[3]):
        player(page, "(player) => { player.step = 0; }")
        page.locator(f'.place[data-place="{place}"]').focus()
        page.keyboard.press("c")  # from now on as the reader wants it
    assert page.locator(".place.out").count() < len(story.places) - 10


def test_zoom_pan_and_fit(opener: Opener) -> None:
    page = opener.open(View(STORY, 3))
    whole = view_box(page)
    page.keyboard.press("+")
    assert view_box(page)[2] < whole[2]
    page.keyboard.press("-")
    page.keyboard.press("-")
    assert view_box(page)[2] > whole[2]
    page.keyboard.press("f")
    assert view_box(page) == whole
    page.mouse.move(400, 400)
    page.mouse.wheel(0, -400)
    wait(page, f"document.querySelector('.pane > svg').viewBox.baseVal.width < {whole[2]}")
    zoomed = view_box(page)
    page.mouse.down()
    page.mouse.move(430, 420)
    page.mouse.move(500, 440)
    page.mouse.up()
    moved = view_box(page)
    assert moved[0] < zoomed[0]
    assert moved[2] == zoomed[2]
    assert read(page)["step"] == 3  # a drag is no click
    page.keyboard.press("z")
    assert in_sight(page, STORY.steps[3].place or 0)
    page.keyboard.press("l")


def test_what_a_small_window_leaves_out_is_there_when_it_grows(opener: Opener) -> None:
    small = {"width": 400, "height": 500}
    page = opener.open(View(told(DEEP, "alphabeta"), 0), viewport=small)
    for _ in range(9):
        page.keyboard.press("+")
    wait(page, "document.querySelectorAll('.place.away').length > 0")
    page.set_viewport_size({"width": 3600, "height": 2800})
    wait(page, "document.querySelectorAll('.place.away').length === 0")


def test_the_current_node_and_the_line_stay_in_sight(opener: Opener) -> None:
    story = told(MNK(), "alphabeta", depth=2)
    page = opener.open(View(story, 0), viewport={"width": 390, "height": 844})
    for step in range(0, len(story.steps), 5):
        player(page, "(player, step) => { player.step = step; }", step)
        place = story.steps[step].place
        if place is not None:
            assert in_sight(page, place), step
    page.keyboard.press("End")
    assert in_sight(page, 0)  # the whole line would be too small to read here
    page.keyboard.press("l")
    looks = story.after(len(story.steps) - 1)
    assert sum(look["line"] for look in looks) > 1
    for place, look in enumerate(looks):
        if look["line"]:
            assert in_sight(page, place)
    wide = opener.open(View(STORY, 0), viewport={"width": 500, "height": 700})
    for _ in range(4):
        wide.keyboard.press("+")
    wide.keyboard.press("End")
    assert in_sight(wide, 0)
    assert in_sight(wide, 1)
    assert in_sight(wide, 2)


def test_board_and_tree_point_at_each_other(opener: Opener) -> None:
    story = told(MNK(), "alphabeta", depth=1)
    page = opener.open(View(story, 1))
    child = story.places[0].children[4]
    action = story.places[child].action
    page.locator(f'.board [data-action="{action}"]').hover()
    assert "lit" in (page.locator(f'.place[data-place="{child}"]').get_attribute("class") or "")
    page.locator(f'.board [data-action="{action}"]').click()
    assert story.steps[read(page)["step"]].place == child
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.locator(f'.place[data-place="{child}"] .shape').hover()
    assert action in page.locator(".node h3").inner_text()


def test_a_link_holds_the_whole_state(opener: Opener) -> None:
    page = opener.open(View(told(DEEP, "alphabeta"), 0, "auto"))
    page.locator("[data-switch=order]").select_option("right")
    page.keyboard.press("Home")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.locator('.place[data-place="3"]').focus()
    page.keyboard.press("c")
    page.keyboard.press("+")
    page.get_by_role("button", name="Colours").click()
    page.keyboard.press("p")
    wait(page, "location.hash.includes('mode=predict')")
    link = "#" + page.evaluate("location.hash").removeprefix("#")
    again = opener.open(View(told(DEEP, "alphabeta"), 0, "auto"), link)
    one, two = read(page), read(again)
    assert one == two
    assert two["step"] == 5
    assert "right to left" in again.locator(".run").inner_text()
    assert again.locator(".place.out").count() == page.locator(".place.out").count() > 0
    assert view_box(again) == pytest.approx(view_box(page), abs=1)
    assert again.locator("zermelo-player").get_attribute("data-theme") == "light"
    assert again.locator(".quiz").is_visible()
    elsewhere = read(opener.open(View(STORY, CUT), "#step=2"))
    assert elsewhere["places"] == drawn(STORY, 2)["places"]
    # What makes no sense is no state.
    odd = opener.open(View(STORY, 2), "#step=x&run=99&folded=a.777.3&view=1_2&theme=loud")
    assert read(odd)["places"] == drawn(STORY, 2)["places"]


def test_the_link_can_be_copied(opener: Opener) -> None:
    page = opener.open(View(STORY, 0), permissions=["clipboard-read", "clipboard-write"])
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Copy a link").click()
    page.wait_for_selector(".status:not(:empty)")
    assert "step=1" in page.evaluate("navigator.clipboard.readText()")


def test_themes(opener: Opener) -> None:
    page = opener.open(View(STORY, 0, "auto"), color_scheme="dark")
    host = page.locator("zermelo-player")
    ground = "(p) => getComputedStyle(p).backgroundColor"
    dark = host.evaluate(ground)
    page.get_by_role("button", name="Colours").click()
    assert host.get_attribute("data-look") == "light"
    assert host.evaluate(ground) != dark
    page.get_by_role("button", name="Colours").click()
    assert host.evaluate(ground) == dark
    page.get_by_role("button", name="Colours").click()
    page.emulate_media(color_scheme="light")
    page.wait_for_selector("zermelo-player[data-look=light]")


def test_help_by_keyboard(opener: Opener) -> None:
    page = opener.open(View(STORY, 0))
    page.keyboard.press("?")
    assert page.get_by_role("dialog").is_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    assert page.get_by_role("dialog").count() == 0
    assert read(page)["step"] == 0


def test_two_players_on_a_page(opener: Opener) -> None:
    page = opener.open(View(STORY, 0))
    both = """
    (player, story) => {
      player.removeAttribute("linked");
      for (const name of ["one", "two"]) {
        const other = document.createElement("zermelo-player");
        other.id = name;
        other.story = JSON.parse(story);
        document.body.append(other);
      }
      player.remove();
    }
    """
    player(page, both, json.dumps(document(View(STORY, 0))))
    page.locator("#two .place").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("#one").get_attribute("data-step") == "0"
    assert page.locator("#two").get_attribute("data-step") == "1"
    assert page.locator("#two .place .shape").first.is_visible()
