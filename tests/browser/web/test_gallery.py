"""The gallery: every game, its rules, and who plays."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.web.conftest import OWN
from tests.browser.web.visits import PHONE, Visits, Way
from tests.long import some
from zermelo.games.catalogue import ALL as GAMES
from zermelo.language import _, speaking

CARDS = len(GAMES) + len(OWN)  # and the user's own


@pytest.mark.parametrize("way", some([Way("es", PHONE, "keys"), Way("en")], 1), ids=str)
def test_a_game_is_found_set_up_and_begun(visits: Visits, way: Way) -> None:
    visit = visits.open("/", way)
    expect(visit.one("h1")).to_have_text(visit.text("Games"))
    shown = visit.one(".gamecard[data-game]:visible")
    expect(shown).to_have_count(CARDS)
    expect(visit.one(".gamecard svg.game-board")).to_have_count(CARDS)
    expect(visit.one("[data-game=tictactoe] .facts")).to_contain_text(visit.text("easy"))
    expect(visit.one(".gamecard.yours")).to_contain_text("zermelo serve --game")
    visit.fill(visit.one("input[type=search]"), "CONNECT")
    expect(shown).to_have_count(1)
    visit.one("input[type=search]").fill("")
    expect(shown).to_have_count(CARDS)

    visit.use(visit.one("[data-game=connect4] button"))
    dialog = visit.one("dialog")
    expect(dialog).to_be_visible()
    visit.fill(dialog.locator("[data-parameter=width]"), "5")
    visit.fill(dialog.locator("[data-parameter=height]"), "4")
    expect(dialog.locator(".preview [data-action]")).to_have_count(5)
    if way.hand == "mouse":
        dialog.locator("[type=radio][value=min]").click()
    else:
        visit.tab_to(dialog.locator("[type=radio][value=max]"))
        visit.page.keyboard.press("ArrowRight")
    visit.choose(dialog.locator("[data-field=level]").first, "student")
    visit.use(dialog.get_by_role("button", name=visit.text("Begin")))

    # The engine is MAX: it moves first, and then it is the visitor's turn.
    visit.page.wait_for_url("**/play/*")
    orange = visits.ask(f"games?lang={way.lang}")["games"][6]["players"]["min"]["name"]
    expect(visit.one(".match .status")).to_have_text(visit.text("Your move: {side}", side=orange))
    expect(visit.one(".moves .move")).to_have_count(1)
    expect(visit.one(".playboard [data-action]")).to_have_count(5)
    expect(visit.one('[data-side="MIN"]')).to_contain_text(visit.text("You"))


def test_what_is_wrong_is_told_in_the_dialog(visits: Visits) -> None:
    visits.refused = True
    visit = visits.open("/", Way("es"))
    visit.one("[data-game=nim] button").click()
    dialog = visit.one("dialog")
    dialog.locator("summary").last.click()
    dialog.locator("[data-field=position]").fill("9-9")
    expect(dialog.locator(".problem")).not_to_be_empty()
    dialog.get_by_role("button", name=visit.text("Begin")).click()
    expect(dialog.locator(".problem")).to_contain_text("9-9")
    dialog.locator("[data-field=position]").fill("1-2-3")
    expect(dialog.locator(".problem")).to_be_empty()
    dialog.get_by_role("button", name=visit.text("Begin")).click()
    visit.page.wait_for_url("**/play?game=nim*")
    expect(visit.one(".playboard")).to_have_attribute("data-position", "1-2-3")


def test_min_begins_and_the_agent_of_the_nim_report_plays(visits: Visits) -> None:
    visit = visits.open("/")
    visit.one("[data-game=nim] button").click()
    dialog = visit.one("dialog")
    dialog.locator("[type=radio][value=MIN]").click()
    second = visit.text("{side}, who moves second", side="MAX")
    expect(dialog.locator("label", has=visit.one("[value=max]"))).to_have_text(second)
    dialog.locator("[data-field=level]").first.select_option("report")
    dialog.get_by_role("button", name="Begin").click()
    visit.page.wait_for_url("**/play/*")  # the agent, MIN, has moved, so the match is kept
    expect(visit.one(".moves .move")).to_have_count(1)
    expect(visit.one('[data-side="MIN"]')).to_contain_text("Agent of the Nim report")
    expect(visit.one('[data-side="MAX"]')).to_contain_text(visit.text("to move"))


def test_an_algorithm_of_ones_own_plays(visits: Visits) -> None:
    visit = visits.open("/")
    visit.one("[data-game=tictactoe] button").click()
    dialog = visit.one("dialog")
    expect(dialog.locator("[data-field=depth]").first).to_be_hidden()
    dialog.locator("[data-field=level]").first.select_option("")
    dialog.locator("[data-field=algorithm]").first.select_option("alphabeta")
    dialog.locator("[data-field=depth]").first.fill("3")
    dialog.get_by_role("button", name="Begin").click()
    visit.page.wait_for_url("**/play?game=tictactoe")
    expect(visit.one('[data-side="MIN"]')).to_contain_text("Alpha-beta pruning, 3 plies deep")


def test_a_game_of_ones_own_that_breaks_a_rule_says_which(visits: Visits) -> None:
    visit = visits.open("/", Way("ca"))
    faults = visit.one("[data-game=Lopsided] .faults")
    expect(faults.locator(".problem")).to_have_text(
        visit.text("This game breaks rules: its values and moves may be wrong.")
    )
    with speaking("ca"):
        rule = _("to_move is MAX, MIN or CHANCE")
    expect(faults.locator("li").first).to_contain_text(rule)
    expect(visit.one("[data-game=Countdown] .faults")).to_be_empty()
    visits.go(visit, "/play?game=Lopsided")
    expect(visit.one(".match .faults li").first).to_contain_text(rule)
    visits.go(visit, "/play?game=Countdown")
    expect(visit.one(".match .faults")).to_be_empty()
